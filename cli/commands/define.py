"""`rules define`: the meaning of a term."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

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
from kb.section_number import SectionNumber

if TYPE_CHECKING:
    from kb.model import Rule
    from kb.storage.store import Store
    from kb.storage.view import View
    from kb.storage.view_items import ViewItem


def command(
    common: GlobalOptions,
    term: Annotated[list[str], Argument(metavar="TERM", help="A headword of the glossary, in English or French.")],
    doc: DocumentOption = None,
) -> int:
    """Show a term's glossary entry and the rule that defines it.

    A term of the other language leads to the same entry. A term that only another book defines, such as an infraction,
    is shown from there; --doc ipg looks in this book only.

    Example: rules define planeswalker
    """
    from kb.terms.glossary import define_in_either_language

    asked = " ".join(term)
    book = parse_document(doc) if doc is not None else "cr"
    if book != "cr":
        return _define_infraction(common, book, asked)
    with common.open_store() as store:
        views = {lang: common.view(store, lang) for lang in {"en", common.language}}
        try:
            found = define_in_either_language(store, views[common.language], asked)
        except NotFound:
            elsewhere = _definition_elsewhere(store, views[common.language], asked) if doc is None else None
            if elsewhere is None:
                raise
            return _print_section(common, store, *elsewhere)
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
    from kb.terms.policy_titles import place_with_title

    with common.open_store() as store:
        view = book_view(common, store, common.language, book)
        found = place_with_title(view, asked)
        if found is None:
            title = _(DOCUMENTS[book].title)
            message = _("{document}: no section is called '{term}'", document=title, term=asked)
            raise NotFound(asked, message)
        definition = _definition_of(view, found)
        if definition is None:
            number = f"{book.upper()} {found.item.number}"
            raise NotFound(asked, _("{number} has no definition: rules show '{number}'", number=number))
        return _print_section(common, store, view, found, definition)


def _definition_elsewhere(store: Store, view: View, asked: str) -> tuple[View, ViewItem[Rule], ViewItem[Rule]] | None:
    """Return a section of another book that has the name, between its book and its definition.

    Return None if there is no such section, or if there are several.
    """
    from kb.terms.policy_titles import named_in_other_books

    named = named_in_other_books(store, view, asked)
    defined = [(book, found, text) for book, found in named if (text := _definition_of(book, found))]
    return defined[0] if len(defined) == 1 else None


def _definition_of(view: View, section: ViewItem[Rule]) -> ViewItem[Rule] | None:
    number = section.item.number
    return view.rule(replace(number, part="definition")) if isinstance(number, SectionNumber) else None


def _print_section(
    common: GlobalOptions, store: Store, view: View, section: ViewItem[Rule], definition: ViewItem[Rule]
) -> int:
    if common.as_json:
        answer = {"term": section.item.title, **json_output.document(view.doc), "senses": [definition.item.text]}
        rest = {"lang": view.lang, **json_output.origin(definition), "warnings": [], "references": []}
        defining = json_output.rule_with_lineage(store.book(view.doc), definition)
        common.print_json({**answer, "obsolete": False, **rest, "defining_rule": defining})
        return 0
    page = common.text_output()
    page.line((f"{section.item.number}", "bold cyan"), " ", (section.item.title or "", "bold"), edition_tag(definition))
    for paragraph in definition.item.text.split("\n"):
        page.line(paragraph, indent=2)
    return 0
