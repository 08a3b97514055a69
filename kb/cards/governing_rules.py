"""The rules that govern a line of card text, with their numbers in an edition.

Keywords and keyword actions are found by the headings of the edition (702.9 is headed "Flying"). The rules of kinds and
templates are pinned numbers, which are followed through lineages to the edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from kb.errors import RulesError
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View

_SECTIONS = {"keyword abilities": "keyword", "keyword actions": "action"}


class GoverningRules:
    """Finds the numbers of the rules that govern lines, in the view of an edition."""

    def __init__(self, store: Store, view: View) -> None:
        self._store = store
        self._view = view
        self.headings = view.headings()
        """The headings of the edition, by number."""
        self._names = dict(_headed(self.headings))
        self._pins: dict[str, RuleNumber | None] = {}

    def of(self, concepts: Iterable[str]) -> tuple[RuleNumber, ...]:
        """Return the numbers of the rules for what `kb.cards.concepts.concepts` has found in a line, in its order.

        A rule that the edition doesn't have is left out: a keyword that is younger than the edition has no rule there.
        """
        numbers = (self._number(concept) for concept in concepts)
        return tuple(dict.fromkeys(number for number in numbers if number is not None))

    def _number(self, concept: str) -> RuleNumber | None:
        """Return the number of a concept in the edition, or None."""
        if ":" in concept:
            return self._names.get(concept)
        if concept not in self._pins:
            self._pins[concept] = self._pinned(concept)
        return self._pins[concept]

    def _pinned(self, concept: str) -> RuleNumber | None:
        """Follow a pinned number to the edition, or to the rule that it was merged into."""
        # Imported here, because a line of keywords needs no pinned numbers, and `rules card` is to start fast.
        from kb.history.pinned_number import PinnedNumber, parse_number_or_pin, resolve_pin

        pin = parse_number_or_pin(concept)
        if not isinstance(pin, PinnedNumber):
            return pin
        try:
            found = resolve_pin(self._store, self._view, pin)
        except RulesError:
            return None
        return found.number or (found.merged_into.number if found.merged_into is not None else None)


def _headed(titles: Mapping[str, str]) -> Iterator[tuple[str, RuleNumber]]:
    """Yield the keywords and keyword actions of an edition with the numbers of their headings."""
    headings = [(RuleNumber.parse(label), title) for label, title in titles.items()]
    sections = {str(number): _SECTIONS[title.lower()] for number, title in headings if title.lower() in _SECTIONS}
    for number, title in headings:
        kind = sections.get(str(number).partition(".")[0])
        if kind is not None and number.kind == "rule":
            for name in re.split(r" and ", title.lower().rstrip("!")):
                yield f"{kind}:{name}", number
