"""`rules translation lint`: faults of the French text itself."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.messages import note
from cli.page import Page
from cli.session import Everywhere
from kb.dates import read_date
from kb.errors import NotFound
from kb.number import NumberRange
from kb.store import FILE_NAME, Store
from kb.tongue import _, ngettext

if TYPE_CHECKING:
    from kb.model import Edition, Finding
    from kb.translation.pair import Pair


def command(
    common: Everywhere,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A French text to look at without taking it in.")
    ] = None,
    section: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Only this rule, section or chapter, or a range.")
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
    from kb.translation.align import aligned
    from kb.translation.checks import check_all
    from kb.translation.terms import known_terms

    within = NumberRange.read(section) if section else None
    stated = read_date(effective) if effective else None
    with _french(common, file, stated) as (store, day):
        # A term that is translated in two ways is seen only among all rules.
        pairs = tuple(pair for pair in aligned(store, day) if pair.fr is not None)
        if not pairs:
            raise NotFound("fr", _("there is no French as of {day}; `rules editions` lists what there is", day=day))
        findings = check_all(pairs, known_terms(store, day, tbx))
    report = _Report.of(pairs, findings, within)
    if not report.pairs:
        raise NotFound(str(within), _("there is no French of {number} as of {day}", number=within, day=day))
    if common.as_json:
        common.answer(report.content())
    else:
        report.show(common.page())
    sys.stdout.flush()
    return 1 if report.findings else 0


command.__name__ = "lint"


@dataclass(frozen=True, slots=True)
class _Report:
    """What was found in the rules asked for.

    Attributes:
        pairs: these rules by the numbers that the French has.
        findings: in their order.
    """

    pairs: dict[str, Pair]
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, pairs: Sequence[Pair], findings: Sequence[Finding], within: NumberRange | None) -> _Report:
        """Those of some findings that lie within a range, by today's numbers or by those of the French."""
        chosen = {
            str(pair.fr.item.number): pair
            for pair in pairs
            if pair.fr and (within is None or within.covers(pair.number) or within.covers(pair.fr.item.number))
        }
        return cls(chosen, tuple(finding for finding in findings if finding.where in chosen))

    @property
    def summary(self) -> Counter[str]:
        """How many findings of each code there are."""
        return Counter(finding.code for finding in self.findings)

    def content(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "findings": [self._as_json(finding) for finding in self.findings],
            "rules": len(self.pairs),
            "summary": dict(self.summary),
        }

    def _as_json(self, finding: Finding) -> dict[str, Any]:
        pair = self.pairs[finding.where]
        return {
            "code": finding.code,
            "number": finding.where,
            "message": finding.message,
            "text": finding.text,
            "today": str(pair.number) if pair.en else None,
            "edition": pair.fr.edition.isoformat() if pair.fr else None,
            "base_edition": pair.base.edition.isoformat() if pair.base else None,
        }

    def show(self, page: Page) -> None:
        """Print the findings, those of a rule together, and how many there are."""
        for number, findings in groupby(self.findings, key=lambda finding: finding.where):
            pair = self.pairs[number]
            today = "  " + _("today {number}", number=pair.number) if pair.en and str(pair.number) != number else ""
            made = "  " + _("made from en {edition}", edition=pair.base.edition) if pair.base else ""
            page.line((number, "bold"), (f"{today}{made}", "dim"))
            for finding in findings:
                page.line((finding.code, "yellow"), "  ", finding.message, indent=2, hang=2)
        count = len(self.pairs)
        checked = ngettext("{count} French rule checked", "{count} French rules checked", count)
        parts = ", ".join(f"{count} {code}" for code, count in self.summary.items()) or _("nothing wrong")
        page.line((f"{checked}: {parts}", "bold"))


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
    from ingest.document import read_file
    from ingest.intake import Wishes, read_editions
    from ingest.known import known_documents

    document = read_file(Path(file))
    editions = read_editions(document, Wishes(lang="fr", effective=effective), known_documents().get(document.sha256))
    for finding in (finding for edition in editions for finding in edition.findings):
        note(f"{file}: {finding.message}")
    return editions


def _put_in_place(store: Store, editions: Sequence[Edition]) -> None:
    """Have a store know these editions and no other French."""
    from kb.editions import editions as known

    sources = {each.sha256 for each in known(store) if each.lang == "fr"}
    with store.writing() as writer:
        for sha256 in sources:
            writer.remove_document(sha256, "fr")
        for edition in editions:
            writer.add(edition)
