"""`rules cite`: the citation of a rule, to paste into a text."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from typer import Option

from cli.book_arguments import named_place
from cli.books import book_view, document_of
from cli.choices import parse_choice
from cli.messages import note
from cli.options.declarations import DocumentOption, NumberWords, joined_number
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import resolve_pinned_number
from cli.rendering import json_output
from kb.citations.formatter import CITATION_STYLES, format_citation, format_link, rule_url
from kb.documents import DOCUMENTS, Doc, Number
from kb.errors import NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.storage.spans import last_printed_day


def command(
    common: GlobalOptions,
    number: NumberWords,
    style: Annotated[
        str, Option(metavar="STYLE", help="The markup: plain, markdown, bbcode, html or discord.")
    ] = "plain",
    pin: Annotated[bool, Option("--pin", help="Add the edition, because the number may change later.")] = False,
    doc: DocumentOption = None,
) -> int:
    """Write a citation of a rule to paste, as a link where the style has links.

    With --pin, the link leads to the edition's file at the publisher; without it, to the current rule.

    Example: rules cite 306.5d --style markdown --pin
    """
    book, text = document_of(joined_number(number, doc), doc)
    form = parse_choice("style", style, CITATION_STYLES)
    with common.open_store() as opened:
        store = opened.book(book)
        view = book_view(common, store, common.language, book)
        wanted = resolve_pinned_number(common, store, view, named_place(view, text))
        rule = view.rule(wanted)
        if rule is None:
            message = view.describe_absence(wanted)
            if last := last_printed_day(store, view.lang, wanted, view.as_of):
                message += _("; it was last printed in the edition of {day}: add --as-of {day}", day=last)
            raise NotFound(str(wanted), message)
        shown = json_output.rule_with_lineage(store, rule) if common.as_json else {}
    edition = rule.edition if pin else None
    cited = format_citation(wanted, rule.lang, edition, doc=book)
    citation = format_link(cited, _url(wanted, rule.lang, edition, book), form)
    if common.as_json:
        answer = {field: shown[field] for field in ("number", "edition", "lineage", "status")}
        common.print_json({"citation": citation, **json_output.document(book), **answer})
        return 0
    print(citation)
    if rule.item.status == "deprecated":
        note(_("{number} is printed, but no longer applies: rules show {number}", number=wanted))
    return 0


def _url(number: Number, lang: Lang, edition: date | None, doc: Doc) -> str:
    """Return the URL of the edition that a citation is pinned to, or of the current rule if `edition` is None.

    For a policy document, or an edition whose address isn't known, return the URL of the page where the publisher lists
    such documents.
    """
    from ingest.publisher.catalogue import load_catalogue

    if not isinstance(number, RuleNumber):
        return DOCUMENTS[doc].page
    if edition is None and lang == "en" and number.kind != "chapter":
        return rule_url(number)
    catalogue = load_catalogue()
    for official in catalogue.editions:
        if edition is not None and (official.lang, official.effective) == (lang, edition) and official.files:
            return official.files[0].url
    return catalogue.page if lang == "en" else catalogue.page.replace("/en/", f"/{lang}/")
