"""`rules editions`: the editions and excerpts in the knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from typer import Option

from cli.books import parse_documents
from cli.messages import note
from cli.options.declarations import DocumentOption
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.rendering.code_labels import counted_labels, edition_kind, mark_codes
from cli.rendering.text_output import TextOutput
from kb.i18n import _, mark_message, ngettext, translate
from kb.storage.editions import EditionRecord, list_editions

_DESCRIPTION = (mark_message("lang"), mark_message("effective"), mark_message("until"), mark_message("kind"))
_COUNTS = mark_codes("sections rules subrules examples glossary refs")
_BOOK_COUNTS = mark_codes("chapters sections appendices parts examples refs")
_TABLE_COLUMNS = 120
"""The least width of a terminal that gets a table. Narrower terminals, and --verbose, get two lines an edition."""


def command(
    common: GlobalOptions,
    verbose: Annotated[
        bool, Option("--verbose", "-v", help="Show the file name or address and the SHA-256 of each source too.")
    ] = False,
    findings: Annotated[bool, Option("--findings", help="List what is wrong with the sources.")] = False,
    doc: DocumentOption = None,
) -> int:
    """List the editions and excerpts in the knowledge base.

    --lang and --doc narrow the list. A mark (!) stands at editions whose source has faults; --findings lists these.

    Example: rules editions
    """
    wanted, docs = common.languages() if common.lang else None, parse_documents(doc)
    with common.open_store() as store:
        listed = [
            edition
            for edition in list_editions(store)
            if (wanted is None or edition.lang in wanted) and (docs is None or edition.doc in docs)
        ]
    if common.as_json:
        common.print_json({"editions": [json_output.edition_record(edition) for edition in listed]})
        return 0
    page = common.text_output()
    if findings:
        return _print_findings(page, listed)
    rules = [edition for edition in listed if edition.doc == "cr"]
    books = [edition for edition in listed if edition.doc != "cr"]
    if rules or not books:
        _print_list(page, rules, _COUNTS, verbose=verbose)
    if rules and books:
        page.blank_line()
    if books:
        _print_list(page, books, _BOOK_COUNTS, verbose=verbose)
    if count := sum(bool(edition.warnings) for edition in listed):
        note(ngettext("{count} edition (!) has findings; `rules editions --findings` lists them",
                      "{count} editions (!) have findings; `rules editions --findings` lists them", count))  # fmt: skip
    return 0


def _print_list(page: TextOutput, listed: Sequence[EditionRecord], names: Sequence[str], *, verbose: bool) -> None:
    """Print editions that are counted by the same names: as a table, or on a narrow terminal in two lines each."""
    rows = [(_describe(each), _counts(each, names), _source(each, verbose=verbose)) for each in listed]
    if page.width is None or (page.width >= _TABLE_COLUMNS and not verbose):
        heads = [*map(_, _DESCRIPTION), *(ngettext(head, head, 2) for head in names), _("source")]
        page.table(heads, [(*description, *map(str, counts), source) for description, counts, source in rows])
        return
    for (lang, effective, until, kind), counts, source in rows:
        to = _(" to {day}", day=until) if until else ""
        page.line((f"{lang} {effective}", "bold cyan"), to, f"  {kind}", (f"  {source}", "dim"))
        page.line(counted_labels({name: count for name, count in zip(names, counts, strict=True) if count}), indent=4)


def _print_findings(page: TextOutput, listed: Sequence[EditionRecord]) -> int:
    """Print what is wrong with the sources, one line a finding. Return the exit status."""
    found = False
    for edition in listed:
        for finding in edition.warnings:
            found = True
            page.line((f"{edition.series} {edition.effective}", "bold cyan"), "  ", translate(finding.message), hang=2)
    if not found:
        note(_("no source has findings"))
    return 0


def _describe(edition: EditionRecord) -> tuple[str, str, str, str]:
    kind = edition_kind(edition)
    if edition.lossy:
        kind = _("{kind}, lossy", kind=kind)
    if edition.warnings:
        kind += " !"
    return edition.series, edition.effective.isoformat(), edition.until.isoformat() if edition.until else "", kind


def _source(edition: EditionRecord, *, verbose: bool) -> str:
    """Return the title or the name of the source; with `verbose`, its title, its own name and its SHA-256."""
    if not verbose:
        return edition.source_label
    return "  ".join(dict.fromkeys((edition.source_label, edition.source, edition.sha256)))


def _counts(edition: EditionRecord, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(getattr(edition, "references" if name == "refs" else name) for name in names)
