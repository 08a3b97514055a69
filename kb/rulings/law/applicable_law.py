"""The encoded rules of one edition. For each concept, the edition's wording of the rule selects the variant.

Each concept has at most one variant in an edition, and one status:

| status | meaning |
|---|---|
| `ok` | the edition has a reviewed wording; a reviewer saw the rule under the same number |
| `moved` | the edition has a reviewed wording; no reviewer saw the rule under this number |
| `stale` | the wording has changed since it was reviewed; the last reviewed variant still answers |
| `unreviewed` | the wording is older than every reviewed wording; the rule's answer is open |
| `not-in-edition` | the edition has no such rule |
| `edition-gap` | the knowledge base lacks the rule's text; the days of the reviewed wordings select the variant |
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Literal

from kb.errors import RulesError
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import RuleNumber, as_rule_number
from kb.rulings.law import rule_registry
from kb.rulings.law.reviewed_wordings import (
    NO_VARIANT,
    ReviewedWording,
    newest_reviewed_edition,
    oldest_reviewed_edition,
    reviewed_wordings,
)
from kb.rulings.law.rule_registry import EncodedRule
from kb.rulings.law.wording_cache import RuleWording, wording_cache
from kb.rulings.logic.ternary import Claim, Truth, constant, unknown
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_rows import PlaceRow

Status = Literal["ok", "moved", "stale", "unreviewed", "not-in-edition", "edition-gap"]

_PinnedVariant = tuple[ReviewedWording, EncodedRule]


@dataclass(frozen=True, slots=True)
class ConceptStatus:
    """The state of a concept in an edition.

    Attributes:
        concept: the concept.
        status: the status of the concept, as listed in the module's docstring.
        rule: the variant that holds; None if no variant holds, or if the variant is unknown.
        number: the number of the concept's rule in the edition; None if no rule of the concept is known there.
            A rule that no longer states the concept ("Previously, ...") counts, too.
        edition: the edition that the text was read from; None if there is no text.
        lang: the language of the text.
        text: the rule's text; None if the knowledge base lacks the text.
        also: numbers of other rules that say the same as the rule under `number`.
    """

    concept: str
    status: Status
    rule: EncodedRule | None = None
    number: RuleNumber | None = None
    edition: date | None = None
    lang: Lang = "en"
    text: str | None = None
    also: tuple[RuleNumber, ...] = ()

    def not_reviewed(self) -> Truth:
        """Return a truth that is open because nobody has reviewed the edition's rule."""
        return unknown(f"rules.{self.concept}", "{number} isn't reviewed", number=str(self.number))


class Law:
    """The encoded rules of one edition.

    Attributes:
        as_of: the day whose edition is used.
        lang: the preferred language of quotes.
        missing_texts: numbers of the rules whose text was needed but isn't in the knowledge base.
    """

    def __init__(self, store: Store | None, as_of: date, lang: Lang = "en") -> None:
        """Find the encoded rules of a day.

        Args:
            store: the knowledge base; if None, the days of the reviewed wordings select the variants.
            as_of: the day.
            lang: the language of quotes.

        Raises:
            RulesError: no rules of that day are known.
        """
        self._store, self.as_of, self.lang = store, as_of, lang
        self._view = View(store, "en", as_of) if store is not None else None
        self._wordings_cache = wording_cache(store) if store is not None else None
        self.missing_texts: set[RuleNumber] = set()
        if self.base is None and as_of < (oldest := oldest_reviewed_edition()):
            raise RulesError(
                _("no rules of {day} are known; the oldest that are encoded are of {oldest}", day=as_of, oldest=oldest)
            )
        self._states: dict[str, ConceptStatus] = {}

    @property
    def base(self) -> date | None:
        """The whole edition in force; None if only excerpts are known."""
        return self._view.base if self._view is not None else None

    def status_of(self, concept: str) -> ConceptStatus:
        """Return the state of a concept in the edition."""
        if concept not in self._states:
            self._states[concept] = self._find(concept)
        return self._states[concept]

    def rule(self, concept: str) -> EncodedRule | None:
        """Return the variant of a concept that holds; None if no variant holds."""
        return self.status_of(concept).rule

    def text(self, concept: str) -> str | None:
        """Return the text of a concept's rule; None if there is no such rule or its text is missing."""
        standing = self.status_of(concept)
        if standing.text is None and standing.number is not None:
            self.missing_texts.add(standing.number)
        return standing.text

    def has_text_of(self, number: RuleNumber) -> bool:
        """True if it's known which rule has a number, or known that no rule has the number.

        With a whole edition, this is always True.
        """
        return self.base is not None or self._wording(number) is not None

    def lacks(self, number: RuleNumber) -> bool:
        """True if it's known that the edition has no rule with a number."""
        return self.base is not None and str(number) not in self._places

    def evaluate(self, concept: str, now: Any, *arguments: Any) -> Truth:
        """Apply the variant that holds to a situation. If the edition has no such rule, return no."""
        found = self.status_of(concept)
        if found.rule is not None:
            return found.rule.evaluate(now, *arguments)
        number = str(found.number)
        if found.status == "unreviewed":
            return unknown(
                f"rules.{concept}", "the wording of {number} in this edition hasn't been reviewed", number=number
            )
        if found.number is not None:
            # The rule still exists but says something else ("Previously, ..."), so cite the rule.
            claim = Claim("what {number} said of it, it doesn't say in this edition", (("number", number),))
            return Truth(False).attributed_to(rule_registry.variants_by_concept()[concept][0], claim)
        return constant(False, "there is no such rule in this edition")

    def _find(self, concept: str) -> ConceptStatus:
        known = {
            variant: reviewed_wordings().get(variant.key, ())
            for variant in rule_registry.variants_by_concept()[concept]
        }
        if (found := self._by_wording(concept, known, also=False)) is not None:
            return found
        rows = [(pin, variant) for variant, reviewed in known.items() for pin in reviewed if not pin.is_secondary]
        if not rows:
            return ConceptStatus(concept, "unreviewed")
        followed = self._by_day(concept, rows) if self.base is None else self._by_lineage(concept, rows, self.base)
        if self.base is not None and followed.status != "not-in-edition":
            return followed
        # If the main rule's text is missing, quote another rule that says the same.
        if (elsewhere := self._by_wording(concept, known, also=True)) is not None:
            return elsewhere
        return self._absent(concept) if followed.status == "not-in-edition" else followed

    def _absent(self, concept: str) -> ConceptStatus:
        """Return the state of a concept that the edition lacks. Cite a rule that says "Previously, ...", if any."""
        for pin in reviewed_wordings().get(f"{concept}/{NO_VARIANT}", ()):
            if (found := self._wording(pin.number)) is not None and found.hash == pin.hash:
                return self._state_at(pin.number, concept, "not-in-edition", None)
        return ConceptStatus(concept, "not-in-edition")

    def _by_wording(
        self, concept: str, known: dict[EncodedRule, tuple[ReviewedWording, ...]], *, also: bool
    ) -> ConceptStatus | None:
        """Find a reviewed wording in the edition. Return the state with its variant; None if none is found."""
        rows = [(pin, variant) for variant, reviewed in known.items() for pin in reviewed if pin.is_secondary is also]
        hashes = {pin.hash: variant for pin, variant in rows}
        status: Status = "ok"
        number = self._first_with_wording(dict.fromkeys(pin.number for pin, _variant in rows), hashes)
        if number is None and self.base is not None:
            status = "moved"
            openings = dict.fromkeys(pin.opening for pin, _variant in rows)
            elsewhere = [each for begin in openings for each in self._openings.get(begin, ())]
            number = self._first_with_wording(elsewhere, hashes)
        if number is None or (found := self._wording(number)) is None:
            return None
        state = self._state_at(number, concept, status, hashes[found.hash])
        return replace(state, also=self._secondary_numbers(known, number))

    def _first_with_wording(self, numbers: Iterable[RuleNumber], hashes: Container[str]) -> RuleNumber | None:
        """Return the first number whose wording has one of the hashes; None if there is none."""
        for number in numbers:
            if (found := self._wording(number)) is not None and found.hash in hashes:
                return number
        return None

    def _secondary_numbers(
        self, known: dict[EncodedRule, tuple[ReviewedWording, ...]], main: RuleNumber
    ) -> tuple[RuleNumber, ...]:
        """Return the numbers of other rules of the edition that say the same as the rule `main`."""
        rows = [pin for reviewed in known.values() for pin in reviewed if pin.is_secondary and pin.number != main]
        found = [pin.number for pin in rows if (said := self._wording(pin.number)) and said.hash == pin.hash]
        return tuple(dict.fromkeys(found))

    def _by_day(self, concept: str, rows: list[_PinnedVariant]) -> ConceptStatus:
        """Return the state with the variant whose reviewed wordings were in force on the day. Compare no texts."""
        day, newest = self.as_of, newest_reviewed_edition()
        for pin, variant in rows:
            if pin.covers(day) or (pin.last == newest and day > newest):
                return ConceptStatus(concept, "edition-gap", variant, pin.number)
        before = [row for row in rows if row[0].last < day]
        if before and any(pin.first > day for pin, _variant in rows):
            pin, variant = max(before, key=lambda row: row[0].last)
            return ConceptStatus(concept, "edition-gap", variant, pin.number)
        return ConceptStatus(concept, "not-in-edition")

    def _by_lineage(self, concept: str, rows: list[_PinnedVariant], base: date) -> ConceptStatus:
        """Return the state of a concept. To find its rule, follow the rule from a reviewed wording to this edition.

        Try the reviewed wordings in force on the day `base`, then the last one before it, then the first one after it.
        """
        before = sorted((row for row in rows if row[0].last < base), key=lambda row: row[0].last, reverse=True)
        after = sorted((row for row in rows if row[0].first > base), key=lambda row: row[0].first)[:1]
        inside = [row for row in rows if row[0].covers(base)]
        for pin, variant in (*inside, *before[:1], *after):
            number = self._number_today(pin, [row[0] for row in before], base)
            if number is None:
                continue
            found = self._wording(number)
            if found and found.hash in {pin.hash for pin in reviewed_wordings().get(f"{concept}/{NO_VARIANT}", ())}:
                return ConceptStatus(concept, "not-in-edition")
            if pin.first > base:
                return self._state_at(number, concept, "unreviewed", None)
            return self._state_at(number, concept, "stale", variant)
        return ConceptStatus(concept, "not-in-edition")

    def _number_today(self, pin: ReviewedWording, before: list[ReviewedWording], base: date) -> RuleNumber | None:
        """Return this edition's number for the rule with a reviewed wording; None if the edition has no such rule.

        Reviewers have seen all editions, but a knowledge base may have few. So if it lacks all editions with the
        wording, follow an earlier wording of the concept (`before`, newest first). If it lacks those, too, and the
        wording is in force, the number is the wording's own.
        """
        for each in (pin, *(other for other in before if other.last < pin.first)):
            if (day := self._nearest_edition(each, base)) is not None:
                return self._follow(each.number, day)
        in_force = pin.covers(base) or (pin.last == newest_reviewed_edition() and pin.last < base)
        return pin.number if in_force and str(pin.number) in self._places else None

    def _nearest_edition(self, pin: ReviewedWording, base: date) -> date | None:
        """Return the knowledge base's edition nearest to `base` that has a reviewed wording; None if it has none.

        The edition `base` itself doesn't count: it has another wording.
        """
        known = self._wordings_cache.whole_editions if self._wordings_cache is not None else ()
        days = [day for day in known if pin.covers(day) and day != base]
        return min(days, key=lambda day: abs(day - base), default=None)

    def _state_at(self, number: RuleNumber, concept: str, status: Status, variant: EncodedRule | None) -> ConceptStatus:
        """Return a state with the text under a number in the edition."""
        found, placed = self._wording(number), self._places.get(str(number))
        edition = date.fromisoformat(placed.edition) if placed is not None else None
        return ConceptStatus(concept, status, variant, number, edition, "en", found.text if found else None)

    def number_of_keyword(self, titles: tuple[str, ...], number: str, day: date) -> RuleNumber | None:
        """Return this edition's number for a keyword's rule; None if the edition has no such rule.

        Args:
            titles: the titles that the rule may have. They matter if the knowledge base lacks the edition of `day`.
            number: the rule's number in the edition of `day`.
            day: the day of a whole edition.
        """
        if self._wordings_cache is not None and day in self._wordings_cache.whole_editions:
            return self._follow(RuleNumber.parse(number), day)
        return next((self._titled[title] for title in titles if title in self._titled), None)

    @cached_property
    def _titled(self) -> dict[str, RuleNumber]:
        """The edition's rules that are only a title, by each name in it: "daybound and nightbound" has two."""
        found: dict[str, RuleNumber] = {}
        for text, numbers in self._openings.items():
            for name in (text, *text.split(" and "), text.partition(" (")[0]):
                found.setdefault(name, numbers[0])
        return found

    def _follow(self, number: RuleNumber, day: date) -> RuleNumber | None:
        """Return this edition's number for the rule that had `number` on `day`; None if the rule can't be followed."""
        from kb.history.pinned_number import span_in_view

        lived = self._wordings_cache.history_of(number, day) if self._wordings_cache is not None else None
        span = span_in_view(lived, self._view) if lived is not None and self._view is not None else None
        return as_rule_number(span.number) if span is not None else None

    @cached_property
    def _places(self) -> dict[str, PlaceRow]:
        """The places of the edition's rules, by rule number."""
        found: dict[str, PlaceRow] = {}
        for each in self._view.place_rows() if self._view is not None else ():
            if each.kind == "rule":
                found.setdefault(each.label, each)
        return found

    def _wording(self, number: RuleNumber) -> RuleWording | None:
        """Return the wording under a number in the edition; None if there is no such wording."""
        placed = self._places.get(str(number))
        if placed is None or self._wordings_cache is None:
            return None
        return self._wordings_cache.wordings((placed.wording,))[placed.wording]

    @cached_property
    def _openings(self) -> dict[str, list[RuleNumber]]:
        """The rule numbers of the edition, by opening words of the rules. They help to find moved rules."""
        found: dict[str, list[RuleNumber]] = defaultdict(list)
        if self._wordings_cache is not None:
            wordings = self._wordings_cache.wordings(each.wording for each in self._places.values())
            for label, placed in self._places.items():
                number = RuleNumber.parse(label)
                if number.kind in ("rule", "subrule"):
                    found[wordings[placed.wording].opening].append(number)
        return found

    def quotes_excerpt(self, standing: ConceptStatus) -> bool:
        """True if the text of a state was read from an excerpt."""
        if self._store is None or standing.number is None or standing.edition is None:
            return False
        printed = View(self._store, standing.lang, self.as_of).rule(standing.number)
        return printed is not None and printed.from_excerpt

    def quote_in_language(self, concept: str) -> ConceptStatus:
        """Return a concept's state, if possible with a text in the language of quotes.

        The text comes from an edition in that language. The concept's variant must also hold on that edition's day.
        If there is no such text, return the state as `status_of` does.
        """
        standing = self.status_of(concept)
        if self.lang == "en" or standing.rule is None or self._store is None:
            return standing
        view = View(self._store, self.lang, self.as_of)
        for number in dict.fromkeys(
            (standing.number, *(pin.number for pin in reviewed_wordings().get(standing.rule.key, ())))
        ):
            printed = view.rule(number) if number is not None else None
            if printed is None or printed.item.text_lang != self.lang:
                continue
            then = Law(self._store, printed.edition).status_of(concept)
            if then.rule == standing.rule and then.number == number:
                text, edition = printed.item.text, printed.edition
                return replace(standing, number=number, edition=edition, lang=self.lang, text=text)
        return standing
