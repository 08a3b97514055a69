"""`rules audit`: the defects of an edition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cli.books import parse_document as parse_book
from cli.options.declarations import DocumentDate
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.user_files.documents import parse_document
from kb.documents import Doc, Number
from kb.errors import NotFound
from kb.i18n import _, ngettext
from kb.languages import Lang
from kb.storage.book_absence import describe_missing_book
from kb.storage.editions import list_editions, series
from kb.storage.view import View
from kb.text.dates import parse_date
from kb.text.reference_audit import wrong_references

if TYPE_CHECKING:
    from datetime import date

    from kb.model import Edition, Finding
    from kb.storage.store import Store

_Audited = tuple[Doc, Lang, str, "tuple[Finding, ...]"]
"""The document, the language and the date of an edition, and its defects."""


def command(
    common: GlobalOptions,
    source: Annotated[Path | None, Option(metavar="PATH", help="A document to check without ingesting it.")] = None,
    effective: DocumentDate = None,
    doc: Annotated[str, Option("--doc", metavar="DOC", help="The book: cr, mtr, ipg or jar.")] = "cr",
) -> int:
    """List what is wrong with an edition: numbers, references, contents page, the source itself.

    Without --source, check the newest edition in --lang that is in force on --as-of.

    Example: rules audit
    """
    if source is not None:
        stated = parse_date(effective) if effective else None
        audited = [_audit_document(edition) for edition in parse_document(source, stated)]
    else:
        with common.open_store() as store:
            audited = [_audit_edition_in_force(store, common, parse_book(doc))]
    findings = [finding for _doc, _lang, _day, each in audited for finding in each]
    if common.as_json:
        book, lang, edition, _found = audited[0]
        listed = [json_output.audit_finding(finding) for finding in findings]
        common.print_json({**json_output.document(book), "lang": lang, "edition": edition, "findings": listed})
    else:
        page = common.text_output()
        for book, lang, edition, each in audited:
            count = ngettext("{count} finding", "{count} findings", len(each)) if each else _("nothing found")
            page.line((f"{series(book, lang)} {edition}", "bold"), f"  {count}")
            page.findings(each)
    return 1 if findings else 0


def _audit_document(edition: Edition) -> _Audited:
    missing = () if edition.partial else wrong_references(edition.rules, edition.glossary, edition.doc)
    return edition.doc, edition.lang, edition.effective.isoformat(), (*edition.findings, *missing)


def _audit_edition_in_force(store: Store, common: GlobalOptions, doc: Doc) -> _Audited:
    """Audit the whole edition in force, or the newest excerpt if there is no whole edition."""
    lang: Lang = common.language if doc == "cr" else "en"
    day, book = common.day, store.book(doc)
    known = [
        edition
        for edition in list_editions(book)
        if (edition.doc, edition.lang) == (doc, lang) and edition.effective <= day
    ]
    newest = max(known, key=lambda edition: (not edition.partial, edition.effective), default=None)
    if newest is None and doc != "cr":
        raise NotFound(doc, describe_missing_book(store, doc, day))
    if newest is None:
        message = _(
            "there is no edition in {lang} as of {day}; `rules editions` lists what there is", lang=lang, day=day
        )
        raise NotFound(lang, message)
    missing: tuple[Finding, ...] = ()
    if not newest.partial:
        view = common.view(book, lang).on_day(newest.effective)
        others = {} if doc == "cr" else _others_in_force(store, doc, newest.effective)
        missing = wrong_references(
            (printed.item for printed in view.rules()), (printed.item for printed in view.glossary()), doc, others
        )
    return doc, lang, newest.effective.isoformat(), (*newest.warnings, *missing)


def _others_in_force(store: Store, doc: Doc, day: date) -> dict[Doc, frozenset[Number]]:
    """Return the numbers of the other documents that were in force on a day, if they are known."""
    found: dict[Doc, frozenset[Number]] = {}
    for other in store.books:
        view = View(store.book(other), "en", day)
        if other != doc and view.base is not None:
            found[other] = frozenset(printed.item.number for printed in view.rules())
    return found
