"""`rules define`: the meaning of a term."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from typer import Argument

from cli.books import book_view, parse_document
from cli.messages import note, warn
from cli.options.declarations import DocumentOption
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.rendering.text_output import edition_tag
from kb.documents import DOCUMENTS, Doc
from kb.errors import NotFound
from kb.i18n import _
from kb.model import standard_printed_number


def command(
    common: GlobalOptions,
    term: Annotated[list[str], Argument(metavar="TERM", help="A headword of the glossary, in English or French.")],
    doc: DocumentOption = None,
) -> int:
    """Show a term's glossary entry and the rule that defines it.

    A term of the other language leads to the same entry. With --doc ipg, the term is an infraction whose
    definition is shown.

    Example: rules define planeswalker
    """
    from kb.terms.glossary import define_in_either_language

    asked = " ".join(term)
    book = parse_document(doc) if doc is not None else "cr"
    if book != "cr":
        return _define_infraction(common, book, asked)
    with common.open_store() as store:
        views = {lang: common.view(store, lang) for lang in {"en", common.language}}
        found = define_in_either_language(store, views[common.language], asked)
        entry, rule = found.entry, found.rule
        defining = json_output.rule_with_lineage(store, rule) if rule and common.as_json else None
    if common.as_json:
        nothing = {
            "term": found.name,
            "senses": [],
            "obsolete": False,
            "lang": rule.lang if rule else common.language,
            "edition": None,
            "warnings": [],
            "references": [],
        }
        content = json_output.glossary_entry(entry) if entry else nothing
        common.print_json({**content, "defining_rule": defining})
        return 0
    if found.name != asked:
        note(f"{asked} → {found.name}")
    page = common.text_output()
    if entry:
        page.line((entry.item.term, "bold"), edition_tag(entry))
        for sense in entry.item.text.split("\n"):
            page.line(sense, indent=2)
    if rule:
        number = (standard_printed_number(rule.item.number), "bold cyan")
        page.line(number, " ", rule.item.text.split("\n")[0], edition_tag(rule), hang=2)
    warn(warning for each in (entry, rule) if each for warning in each.warnings)
    return 0


def _define_infraction(common: GlobalOptions, book: Doc, asked: str) -> int:
    """Show the definition that a policy document prints for the section with a title.

    Raises:
        NotFound: no section has such a title, or the section has no definition.
        Ambiguous: several titles have the words.
    """
    from cli.book_arguments import place_with_title
    from kb.section_number import SectionNumber

    with common.open_store() as store:
        view = book_view(common, store, common.language, book)
        found = place_with_title(view, asked)
        number = found.item.number if found is not None else None
        if not isinstance(number, SectionNumber):
            title = _(DOCUMENTS[book].title)
            message = _("no section of the {document} is called '{term}'", document=title, term=asked)
            raise NotFound(asked, message)
        definition = view.rule(replace(number, part="definition"))
        if definition is None or found is None:
            message = _("{number} has no definition: rules show '{number}'", number=f"{book.upper()} {number}")
            raise NotFound(asked, message)
        defining = json_output.rule_with_lineage(store.book(book), definition) if common.as_json else None
    if common.as_json:
        answer = {"term": found.item.title, **json_output.document(book), "senses": [definition.item.text]}
        rest = {"lang": view.lang, **json_output.origin(definition), "warnings": [], "references": []}
        common.print_json({**answer, "obsolete": False, **rest, "defining_rule": defining})
        return 0
    page = common.text_output()
    page.line((f"{number}", "bold cyan"), " ", (found.item.title or "", "bold"), edition_tag(definition))
    for paragraph in definition.item.text.split("\n"):
        page.line(paragraph, indent=2)
    return 0
