"""`rules translation lint`: faults of the French text itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import resolve_pinned_range
from cli.rendering import json_output
from cli.rendering.text_output import TextOutput
from kb.dates import parse_date
from kb.errors import NotFound
from kb.i18n import _, ngettext, translate
from kb.rule_number import RuleNumber
from kb.storage.database_file import DATABASE_FILE_NAME
from kb.storage.store import Store

if TYPE_CHECKING:
    from kb.model import Edition, Finding
    from kb.translation.rule_pair import RulePair


def command(
    common: GlobalOptions,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A French text to look at without taking it in.")
    ] = None,
    section: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Only this rule, section or chapter, or a range: 306-308.")
    ] = None,
    tbx: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Your own terms, which go before all others, as TBX.")
    ] = None,
    effective: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="The date of a FILE that states none.")
    ] = None,
) -> int:
    """Check the French of the rules against the English that it was made from.

    Cited numbers, symbols, figures, examples, terms that one rule translates otherwise than the others, spaces
    beside French marks, English left over. The exit status is 1 if anything is wrong.

    With FILE, the French of that document, before anybody ingests it.

    Example: rules translation lint --section 306
    """
    from kb.history.pinned_number import parse_range_or_pin
    from kb.terms.bilingual_terms import load_term_base
    from kb.translation.alignment import align
    from kb.translation.checks import check_translations

    named = parse_range_or_pin(section) if section else None
    stated = parse_date(effective) if effective else None
    with _french(common, file, stated) as (store, day):
        within = resolve_pinned_range(common, store, common.view(store, "en"), named) if named is not None else None
        # A term that is translated in two ways is seen only among all rules.
        found = check_translations(
            (pair for pair in align(store, day) if pair.fr is not None), load_term_base(store, day, tbx)
        )
    if not found:
        raise NotFound("fr", _("there is no French as of {day}; `rules editions` lists what there is", day=day))
    if within is not None:
        found = {pair: findings for pair, findings in found.items() if within.covers(_number(pair, file))}
        if not found:
            raise NotFound(str(within), _("there is no French of {number} as of {day}", number=within, day=day))
    wrong = any(found.values())
    if common.as_json:
        common.print_json(_content(found))
    else:
        _show(common.text_output(), found)
    return 1 if wrong else 0


_Found = Mapping["RulePair", "tuple[Finding, ...]"]


def _number(pair: RulePair, file: str | None) -> RuleNumber:
    """The number by which a rule is asked for: today's, or the one that a file has."""
    return pair.fr.item.number if file is not None and pair.fr is not None else pair.number


def _summary(found: _Found) -> Counter[str]:
    """How many findings of each code there are."""
    return Counter(finding.code for findings in found.values() for finding in findings)


def _content(found: _Found) -> dict[str, Any]:
    """The answer as JSON."""
    return {
        "findings": [
            json_output.translation_finding(pair, each) for pair, findings in found.items() for each in findings
        ],
        "rules": len(found),
        "summary": dict(_summary(found)),
    }


def _show(page: TextOutput, found: _Found) -> None:
    """Print the findings, those of a rule together, and how many there are."""
    for pair, findings in found.items():
        if not findings:
            continue
        number = findings[0].where
        today = "  " + _("today {number}", number=pair.number) if pair.en and str(pair.number) != number else ""
        made = "  " + _("made from en {edition}", edition=pair.base.edition) if pair.base else ""
        page.line((number, "bold"), (f"{today}{made}", "dim"))
        for finding in findings:
            page.line((finding.code, "yellow"), "  ", translate(finding.message), indent=2, hang=2)
    checked = ngettext("{count} French rule checked", "{count} French rules checked", len(found))
    parts = ", ".join(f"{count} {code}" for code, count in _summary(found).items()) or _("nothing wrong")
    page.line((_("{checked}: {findings}", checked=checked, findings=parts), "bold"))


@contextmanager
def _french(common: GlobalOptions, file: str | None, effective: date | None) -> Iterator[tuple[Store, date]]:
    """The knowledge base to look at, and the day.

    For a file, that is a copy in which the French is what the file has and nothing else: it is aligned as it
    would be once it is ingested, and the knowledge base stays as it is.
    """
    with common.open_store() as store:
        if file is None:
            yield store, common.day
            return
        from tempfile import TemporaryDirectory

        editions = _read(file, effective)
        with TemporaryDirectory(prefix="rules-lint-") as folder:
            store.copy_to(Path(folder) / DATABASE_FILE_NAME)
            with Store.open(Path(folder)) as copy:
                _put_in_place(copy, editions)
                yield copy, max(common.day, *(edition.effective for edition in editions))


def _read(file: str, effective: date | None) -> tuple[Edition, ...]:
    from ingest.documents.document import read_file
    from ingest.pipeline import IngestOptions, read_editions
    from ingest.starter_manifest import load_manifest

    document = read_file(Path(file))
    editions = read_editions(
        document, IngestOptions(lang="fr", effective=effective), load_manifest().get(document.sha256)
    )
    for finding in (finding for edition in editions for finding in edition.findings):
        note(_("{about}: ", about=file) + translate(finding.message))
    return editions


def _put_in_place(store: Store, editions: Sequence[Edition]) -> None:
    """Have a store know these editions and no other French."""
    from kb.storage.editions import list_editions as known

    sources = {each.sha256 for each in known(store) if each.lang == "fr"}
    with store.transaction() as writer:
        for sha256 in sources:
            writer.remove_document(sha256, "fr")
        for edition in editions:
            writer.add_edition(edition)
