"""`rules audit`: defects of an edition itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import render
from cli.global_options import Everywhere
from kb.audit import wrong_references
from kb.dates import read_date
from kb.editions import editions
from kb.errors import NotFound
from kb.tongue import _, ngettext, told

if TYPE_CHECKING:
    from kb.model import Edition, Finding
    from kb.store import Store


def command(
    common: Everywhere,
    source: Annotated[
        Path | None, typer.Option(metavar="PATH", help="A document to look at without taking it in.")
    ] = None,
    effective: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="The date of a document that states none.")
    ] = None,
) -> int:
    """List what is wrong with an edition: numbers, references, contents page, the source itself.

    Without --source, the newest edition of --lang that is in force on --as-of.

    Example: rules audit
    """
    if source is not None:
        found = [_of_document(edition) for edition in _read(source, effective)]
    else:
        with common.store() as store:
            found = [_of_store(store, common)]
    findings = [finding for _lang, _day, each in found for finding in each]
    if common.as_json:
        lang, edition, _found = found[0]
        common.answer(
            {"lang": lang, "edition": edition, "findings": [render.audit_finding(finding) for finding in findings]}
        )
        return 1 if findings else 0
    page = common.page()
    for lang, edition, each in found:
        count = ngettext("{count} finding", "{count} findings", len(each)) if each else _("nothing found")
        page.line((f"{lang} {edition}", "bold"), f"  {count}")
        for finding in each:
            page.line((finding.code, "yellow"), "  ", told(finding.message), indent=2, hang=2)
    sys.stdout.flush()
    return 1 if findings else 0


command.__name__ = "audit"

_Audited = tuple[str, str, "tuple[Finding, ...]"]


def _read(source: Path, effective: str | None) -> tuple[Edition, ...]:
    from ingest.document import read_file
    from ingest.intake import Wishes, read_editions
    from ingest.known import known_documents

    document = read_file(source)
    wishes = Wishes(effective=read_date(effective) if effective else None)
    return read_editions(document, wishes, known_documents().get(document.sha256))


def _of_document(edition: Edition) -> _Audited:
    missing = () if edition.partial else wrong_references(edition.rules, edition.glossary)
    return edition.lang, edition.effective.isoformat(), (*edition.findings, *missing)


def _of_store(store: Store, common: Everywhere) -> _Audited:
    """The whole edition in force, or the youngest excerpt where there is none."""
    lang, day = common.language, common.day
    known = [edition for edition in editions(store) if edition.lang == lang and edition.effective <= day]
    newest = max(known, key=lambda edition: (not edition.partial, edition.effective), default=None)
    if newest is None:
        message = _(
            "there is no edition in {lang} as of {day}; `rules editions` lists what there is", lang=lang, day=day
        )
        raise NotFound(lang, message)
    missing: tuple[Finding, ...] = ()
    if not newest.partial:
        view = common.view(store, lang).at(newest.effective)
        missing = wrong_references(
            (printed.item for printed in view.rules()),
            (printed.item for printed in view.glossary()),
        )
    return lang, newest.effective.isoformat(), (*newest.warnings, *missing)
