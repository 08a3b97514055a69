"""The changes between two editions that affect the citations in a user's texts, of the rules or of a policy document.

A citation of a number names the rule with this number and all rules below the rule. If the citation isn't pinned, the
number may belong to one rule in the first edition and to another rule in the second edition. A change of any rule that
the citation names in either edition affects the citation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from kb.history.edition_diff import EditionDiff, RuleDifference
from kb.history.succession import trace_succession
from kb.languages import Lang
from kb.rule_number import NumberRange
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.documents import Number
    from kb.section_number import SectionRange


@dataclass(frozen=True, slots=True)
class CitedNumbers:
    """The number or range of a citation, and the day of its pin (None without a pin)."""

    numbers: NumberRange | SectionRange
    edition: date | None


@dataclass(frozen=True, slots=True)
class AffectedDifference:
    """A difference and the citations that it affects."""

    difference: RuleDifference
    citations: tuple[CitedNumbers, ...]


def find_affected(store: Store, found: EditionDiff, cited: Collection[CitedNumbers]) -> tuple[AffectedDifference, ...]:
    """Return the differences that affect citations, in the order of the diff.

    The citations are of the document of `found`. A citation that is pinned to a day without a whole edition isn't
    affected.
    """
    index = _CitationIndex(store, found, cited)
    affected = ((difference, index.citations(difference)) for difference in found.differences)
    return tuple(AffectedDifference(difference, by) for difference, by in affected if by)


class _CitationIndex:
    """For each of the two editions, an index from the number of a rule to the citations that name the rule."""

    def __init__(self, store: Store, found: EditionDiff, cited: Collection[CitedNumbers]) -> None:
        self._plain: dict[Number, list[CitedNumbers]] = defaultdict(list)
        self._ranges = [each for each in cited if each.edition is None and each.numbers.first != each.numbers.last]
        pinned: dict[date, list[CitedNumbers]] = defaultdict(list)
        for each in cited:
            if each.edition is not None:
                pinned[each.edition].append(each)
            elif each.numbers.first == each.numbers.last:
                self._plain[each.numbers.first].append(each)
        # One dict per edition: from a rule's number in the edition to the pinned citations of this rule.
        self._pinned: list[dict[Number, list[CitedNumbers]]] = []
        for day in (found.first, found.second):
            meant: dict[Number, list[CitedNumbers]] = defaultdict(list)
            for edition, citations in pinned.items():
                base = View(store, found.lang, edition).base
                for then, now in _renumbered(store, found.lang, base, day) if base else ():
                    meant[now] += [each for each in citations if each.numbers.covers(then)]
            self._pinned.append(meant)

    def citations(self, difference: RuleDifference) -> tuple[CitedNumbers, ...]:
        """Return the citations that a difference affects, each once."""
        affected: list[CitedNumbers] = []
        for side, meant in zip((difference.old, difference.new), self._pinned, strict=True):
            if side is not None:
                changed = side.number
                affected += meant.get(changed, ())
                affected += [each for number in _with_ancestors(changed) for each in self._plain.get(number, ())]
                affected += [each for each in self._ranges if each.numbers.covers(changed)]
        return tuple(dict.fromkeys(affected))


def _renumbered(store: Store, lang: Lang, first: date, second: date) -> Iterator[tuple[Number, Number]]:
    """For each rule that both editions have, yield its number in the edition `first` and in the edition `second`."""
    outcomes = trace_succession(store, lang, first, second).outcomes
    after = rules_of_edition(store, lang, second)
    for place, rule in rules_of_edition(store, lang, first).items():
        new_place = outcomes[place].place
        if new_place is not None:
            yield rule.number, after[new_place].number


def _with_ancestors(number: Number) -> Iterator[Number]:
    """Yield a number, its parent, and so on."""
    above: Number | None = number
    while above is not None:
        yield above
        above = above.parent
