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
from cli.options.global_options import Everywhere
from cli.pinned_numbers import range_today
from cli.rendering import json_output
from cli.rendering.text_output import Page
from kb.dates import read_date
from kb.errors import NotFound
from kb.i18n import _, ngettext, told
from kb.rule_number import RuleNumber
from kb.storage.store import FILE_NAME, Store

if TYPE_CHECKING:
    from kb.model import Edition, Finding
    from kb.translation.rule_pair import Pair


def command(
    common: Everywhere,
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
    from kb.history.pinned_number import read
    from kb.terms.bilingual_terms import known_terms
    from kb.translation.alignment import aligned
    from kb.translation.checks import check_all

    named = read(section) if section else None
    stated = read_date(effective) if effective else None
    with _french(common, file, stated) as (store, day):
        within = range_today(common, store, common.view(store, "en"), named) if named is not None else None
        # A term that is translated in two ways is seen only among all rules.
        found = check_all((pair for pair in aligned(store, day) if pair.fr is not None), known_terms(store, day, tbx))
    if not found:
        raise NotFound("fr", _("there is no French as of {day}; `rules editions` lists what there is", day=day))
    if within is not None:
        found = {pair: findings for pair, findings in found.items() if within.covers(_number(pair, file))}
        if not found:
            raise NotFound(str(within), _("there is no French of {number} as of {day}", number=within, day=day))
    wrong = any(found.values())
    if common.as_json:
        common.answer(_content(found))
    else:
        _show(common.page(), found)
    return 1 if wrong else 0


_Found = Mapping["Pair", "tuple[Finding, ...]"]


def _number(pair: Pair, file: str | None) -> RuleNumber:
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


def _show(page: Page, found: _Found) -> None:
    """Print the findings, those of a rule together, and how many there are."""
    for pair, findings in found.items():
        if not findings:
            continue
        number = findings[0].where
        today = "  " + _("today {number}", number=pair.number) if pair.en and str(pair.number) != number else ""
        made = "  " + _("made from en {edition}", edition=pair.base.edition) if pair.base else ""
        page.line((number, "bold"), (f"{today}{made}", "dim"))
        for finding in findings:
            page.line((finding.code, "yellow"), "  ", told(finding.message), indent=2, hang=2)
    checked = ngettext("{count} French rule checked", "{count} French rules checked", len(found))
    parts = ", ".join(f"{count} {code}" for code, count in _summary(found).items()) or _("nothing wrong")
    page.line((_("{checked}: {findings}", checked=checked, findings=parts), "bold"))


@contextmanager
def _french(common: Everywhere, file: str | None, effective: date | None) -> Iterator[tuple[Store, date]]:
    """The knowledge base to look at, and the day.

    For a file, that is a copy in which the French is what the file has and nothing else: it is aligned as it
    would be once it is ingested, and the knowledge base stays as it is.
    """
    with common.store() as store:
        if file is None:
            yield store, common.day
            return
        from tempfile import TemporaryDirectory

        editions = _read(file, effective)
        with TemporaryDirectory(prefix="rules-lint-") as folder:
            store.copy(Path(folder) / FILE_NAME)
            with Store.open(Path(folder)) as copy:
                _put_in_place(copy, editions)
                yield copy, max(common.day, *(edition.effective for edition in editions))


def _read(file: str, effective: date | None) -> tuple[Edition, ...]:
    from ingest.documents.document import read_file
    from ingest.pipeline import Wishes, read_editions
    from ingest.starter_manifest import known_documents

    document = read_file(Path(file))
    editions = read_editions(document, Wishes(lang="fr", effective=effective), known_documents().get(document.sha256))
    for finding in (finding for edition in editions for finding in edition.findings):
        note(_("{about}: ", about=file) + told(finding.message))
    return editions


def _put_in_place(store: Store, editions: Sequence[Edition]) -> None:
    """Have a store know these editions and no other French."""
    from kb.storage.editions import editions as known

    sources = {each.sha256 for each in known(store) if each.lang == "fr"}
    with store.writing() as writer:
        for sha256 in sources:
            writer.remove_document(sha256, "fr")
        for edition in editions:
            writer.add(edition)
