"""The law of a day: which variant of each concept the edition in force has, told by its wording.

Each concept comes to exactly one variant, or to none, with a status:

| status | means |
|---|---|
| `ok` | a reviewed wording, under a number that it was reviewed under |
| `moved` | a reviewed wording, under another number |
| `stale` | the rule's wording has changed since it was reviewed: it is still answered by the last one that was |
| `unreviewed` | the rule is there in a wording older than any that was reviewed: it isn't answered by guessing |
| `not-in-edition` | the edition has no such rule |
| `edition-gap` | the knowledge base doesn't have the rule's text for that day; the pins tell what held |
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Literal

from kb.errors import RulesError
from kb.model import Lang
from kb.number import RuleNumber
from kb.rulings import registry
from kb.rulings.logic import Claim, Truth, stated, unknown
from kb.rulings.pins import NO_VARIANT, Pin, newest_reviewed, oldest_reviewed, pins
from kb.rulings.reading import Wording, reading
from kb.rulings.registry import Rule
from kb.store import Store
from kb.tongue import _, later
from kb.view import Placed, View

Status = Literal["ok", "moved", "stale", "unreviewed", "not-in-edition", "edition-gap"]

_THERE_IS_NO_SUCH_RULE = later("there is no such rule in this edition")
_SAYS_OTHERWISE = later("what {number} said of it, it doesn't say in this edition")
_NOT_REVIEWED = later("the wording of {number} in this edition hasn't been reviewed")


@dataclass(frozen=True, slots=True)
class Standing:
    """How a concept stands in an edition.

    Attributes:
        concept: the concept.
        status: see above.
        rule: the variant that holds; None if there is none, or it isn't known which.
        number: the number of its rule on that day, if there is one; also of a rule that doesn't say it any more.
        edition: the edition that the text was read from; None if there is no text.
        lang: the language of the text.
        text: the rule's text; None if the knowledge base doesn't have it.
        also: numbers of other rules that say the same.
    """

    concept: str
    status: Status
    rule: Rule | None = None
    number: RuleNumber | None = None
    edition: date | None = None
    lang: Lang = "en"
    text: str | None = None
    also: tuple[RuleNumber, ...] = ()


class Law:
    """The encoded rules as one edition has them.

    Attributes:
        as_of: the day.
        lang: the language to quote in, where the edition has it.
        lacking: the rules whose text was asked for, but isn't known here.
    """

    def __init__(self, store: Store | None, as_of: date, lang: Lang = "en") -> None:
        """Begin.

        Args:
            store: what is known; without it no text is, and the pins alone tell what held.
            as_of: the day.
            lang: the language to quote in.

        Raises:
            RulesError: no rules of that day are known: nothing could be said but that there are none.
        """
        self._store, self.as_of, self.lang = store, as_of, lang
        self._view = View(store, "en", as_of) if store is not None else None
        self._reading = reading(store) if store is not None else None
        self.lacking: set[RuleNumber] = set()
        if self.base is None and as_of < (oldest := oldest_reviewed()):
            raise RulesError(
                _("no rules of {day} are known; the oldest that are encoded are of {oldest}", day=as_of, oldest=oldest)
            )
        self._standings: dict[str, Standing] = {}

    @property
    def base(self) -> date | None:
        """The whole edition in force; None if only excerpts are known."""
        return self._view.base if self._view is not None else None

    def standing(self, concept: str) -> Standing:
        """How a concept stands in the edition of the day."""
        if concept not in self._standings:
            self._standings[concept] = self._found(concept)
        return self._standings[concept]

    def rule(self, concept: str) -> Rule | None:
        """The variant of a concept that holds, or None."""
        return self.standing(concept).rule

    def text(self, concept: str) -> str | None:
        """The text of a concept's rule, for rules that read it; None if there is none, or it isn't known here."""
        standing = self.standing(concept)
        if standing.text is None and standing.number is not None:
            self.lacking.add(standing.number)
        return standing.text

    def has(self, number: RuleNumber) -> bool:
        """Whether the rule of a number is known here; of a whole edition, all are: what isn't there doesn't exist."""
        return self.base is not None or self._wording(number) is not None

    def says(self, concept: str, now: Any, *arguments: Any) -> Truth:
        """What the variant that holds says of a situation: no if the edition has no such rule, open if unknown."""
        found = self.standing(concept)
        if found.rule is not None:
            return found.rule.truth(now, *arguments)
        if found.status == "unreviewed":
            return unknown(f"rules.{concept}", _NOT_REVIEWED, number=str(found.number))
        if found.number is not None:
            # What was such a rule reads otherwise, as "Previously, ...": that is cited.
            claim = Claim(_SAYS_OTHERWISE, (("number", str(found.number)),))
            return Truth(False).by(registry.concepts()[concept][0], claim)
        return stated(False, _THERE_IS_NO_SUCH_RULE)

    def _found(self, concept: str) -> Standing:
        known = {variant: pins().get(variant.key, ()) for variant in registry.concepts()[concept]}
        if (found := self._by_wording(concept, known, also=False)) is not None:
            return found
        rows = [(pin, variant) for variant, reviewed in known.items() for pin in reviewed if not pin.also]
        if not rows:
            return Standing(concept, "unreviewed")
        followed = self._by_lineage(concept, rows) if self.base is not None else self._by_day(concept, rows)
        if self.base is not None and followed.status != "not-in-edition":
            return followed
        # Where its own text isn't to be had, another rule that says the same is quoted.
        if (elsewhere := self._by_wording(concept, known, also=True)) is not None:
            return elsewhere
        return self._otherwise(concept) if followed.status == "not-in-edition" else followed

    def _otherwise(self, concept: str) -> Standing:
        """A concept that the edition doesn't have, with the rule that says so in it: "Previously, ..."."""
        for pin in pins().get(f"{concept}/{NO_VARIANT}", ()):
            if (found := self._wording(pin.number)) is not None and found.hash == pin.hash:
                edition = self._edition(pin.number)
                return Standing(concept, "not-in-edition", None, pin.number, edition, "en", found.text)
        return Standing(concept, "not-in-edition")

    def _by_wording(self, concept: str, known: dict[Rule, tuple[Pin, ...]], *, also: bool) -> Standing | None:
        """The variant whose reviewed wording stands under a number that it is known under, or elsewhere."""
        hashes = {pin.hash: variant for variant, reviewed in known.items() for pin in reviewed if pin.also is also}
        numbers = dict.fromkeys(pin.number for reviewed in known.values() for pin in reviewed if pin.also is also)
        status: Status = "ok"
        number = self._with_wording(numbers, hashes)
        if number is None and self.base is not None:
            status = "moved"
            openings = {pin.opens for reviewed in known.values() for pin in reviewed if pin.also is also}
            elsewhere = [each for begin in openings for each in self._openings.get(begin, ())]
            number = self._with_wording(elsewhere, hashes)
        if number is None or (found := self._wording(number)) is None:
            return None
        others = self._others(known, number)
        return Standing(concept, status, hashes[found.hash], number, self._edition(number), "en", found.text, others)

    def _with_wording(self, numbers: Iterable[RuleNumber], hashes: Container[str]) -> RuleNumber | None:
        """The first of some numbers under which one of some wordings stands."""
        for number in numbers:
            if (found := self._wording(number)) is not None and found.hash in hashes:
                return number
        return None

    def _others(self, known: dict[Rule, tuple[Pin, ...]], main: RuleNumber) -> tuple[RuleNumber, ...]:
        """Other rules of the edition that say the same."""
        rows = [pin for reviewed in known.values() for pin in reviewed if pin.also and pin.number != main]
        found = [pin.number for pin in rows if (said := self._wording(pin.number)) and said.hash == pin.hash]
        return tuple(dict.fromkeys(found))

    def _by_day(self, concept: str, rows: list[tuple[Pin, Rule]]) -> Standing:
        """Without any whole edition: what held that day, as far as the pins know."""
        day = self.as_of
        newest = newest_reviewed()
        for pin, variant in rows:
            if pin.covers(day) or (pin.last == newest and day > newest):
                return Standing(concept, "edition-gap", variant, pin.number)
        before = [row for row in rows if row[0].last < day]
        after = [row for row in rows if row[0].first > day]
        if before and after:
            pin, variant = max(before, key=lambda row: row[0].last)
            return Standing(concept, "edition-gap", variant, pin.number)
        return Standing(concept, "not-in-edition")

    def _by_lineage(self, concept: str, rows: list[tuple[Pin, Rule]]) -> Standing:
        """The rule followed from the edition nearest in time in which it was reviewed."""
        base = self.base
        if base is None:
            raise RuntimeError("lineage needs a whole edition")
        before = sorted((row for row in rows if row[0].last < base), key=lambda row: row[0].last, reverse=True)
        after = sorted((row for row in rows if row[0].first > base), key=lambda row: row[0].first)
        inside = [row for row in rows if row[0].covers(base)]
        for pin, variant in (*inside, *before[:1]):
            if (number := self._followed(pin.number, pin.last if pin.last < base else pin.first)) is not None:
                return self._standing(concept, "stale", variant, number)
        for pin, _variant in after[:1]:
            if (number := self._followed(pin.number, pin.first)) is not None:
                return self._standing(concept, "unreviewed", None, number)
        return Standing(concept, "not-in-edition")

    def _standing(self, concept: str, status: Status, variant: Rule | None, number: RuleNumber) -> Standing:
        found = self._wording(number)
        if found and found.hash in {pin.hash for pin in pins().get(f"{concept}/{NO_VARIANT}", ())}:
            return Standing(concept, "not-in-edition")
        text = found.text if found else None
        return Standing(concept, status, variant, number, self._edition(number), "en", text)

    def _followed(self, number: RuleNumber, day: date) -> RuleNumber | None:
        """The number that a rule of another day has on this one; None if it has none, or it can't be followed."""
        from kb.pins import in_view

        lived = self._reading.life(number, day) if self._reading is not None else None
        span = in_view(lived, self._view) if lived is not None and self._view is not None else None
        return span.number if span is not None else None

    @cached_property
    def _placed(self) -> dict[str, Placed]:
        """What the edition has under each number."""
        found: dict[str, Placed] = {}
        for each in self._view.placed() if self._view is not None else ():
            if each.kind == "rule":
                found.setdefault(each.label, each)
        return found

    def _wording(self, number: RuleNumber) -> Wording | None:
        """The wording under a number on this day."""
        placed = self._placed.get(str(number))
        if placed is None or self._reading is None:
            return None
        return self._reading.wordings((placed.wording,))[placed.wording]

    def _edition(self, number: RuleNumber) -> date | None:
        """The edition that the text of a number is read from."""
        placed = self._placed.get(str(number))
        return date.fromisoformat(placed.edition) if placed is not None else None

    @cached_property
    def _openings(self) -> dict[str, list[RuleNumber]]:
        """All numbers of the edition by how their rules begin: for rules that have moved."""
        found: dict[str, list[RuleNumber]] = defaultdict(list)
        if self._reading is not None:
            wordings = self._reading.wordings(each.wording for each in self._placed.values())
            for label, placed in self._placed.items():
                number = RuleNumber.parse(label)
                if number.kind in ("rule", "subrule"):
                    found[wordings[placed.wording].opens].append(number)
        return found

    def quoted(self, standing: Standing) -> Standing:
        """A standing with its text in the language asked for, where an edition in force has it in that language."""
        if self.lang == "en" or standing.rule is None or self._store is None:
            return standing
        view = View(self._store, self.lang, self.as_of)
        for number in dict.fromkeys((standing.number, *(pin.number for pin in pins().get(standing.rule.key, ())))):
            printed = view.rule(number) if number is not None else None
            if printed is None or printed.item.text_lang != self.lang:
                continue
            then = Law(self._store, printed.edition).standing(standing.concept)
            if then.rule == standing.rule and then.number == number:
                text = printed.item.text
                return Standing(
                    standing.concept, standing.status, standing.rule, number, printed.edition, self.lang, text,
                    standing.also,
                )  # fmt: skip
        return standing
