"""Searching and revealing (701.20, 701.23): which cards must or may be found, and which can be revealed."""

from __future__ import annotations

from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, unknown
from kb.rulings.situation.situation import Object, Player, Situation

_UNDEFINED = "undefined"
_NAMED = "named "


@encodes("hidden-zone", "{zone} is a hidden zone, even if the cards in it are revealed")
def library_and_hand(_now: Situation, zone: str) -> Truth:
    """A library or a hand is a hidden zone, even if all the cards in the zone happen to be revealed."""
    return constant(zone in ("library", "hand"))


@encodes("finding-in-a-zone", "{card} matches what is searched for, and is found")
def matches_the_description(now: Situation, card: Object) -> Truth:
    """To search is to look at all cards in the zone and find a card that matches the given description."""
    sought = now.proposed.search_for.value
    if sought is None:
        return constant(True, "any card may be found")
    return card.name == sought.removeprefix(_NAMED) if sought.startswith(_NAMED) else matches_phrase(card, sought)


@encodes("need-not-find", "{card} needn't be found: a hidden zone is searched for a stated quality")
def stated_quality_in_a_hidden_zone(now: Situation, _card: Object) -> Truth:
    """A player who searches a hidden zone for cards with a stated quality needn't find any."""
    return constant(now.proposed.search_for.is_known)


@encodes("nothing-to-find", "no card can be found in {zone}: the quality is undefined")
def undefined_quality_in_a_hidden_zone(now: Situation, _zone: str) -> Truth:
    """A hidden zone may be searched for an undefined quality, but no cards can be found."""
    return now.proposed.search_for == _UNDEFINED


@encodes("must-find-quantity", "as many cards as asked for have to be found, or as many as there are")
def so_many_or_as_many_as_possible(now: Situation, _zone: str) -> Truth:
    """A player who searches a hidden zone simply for N cards must find N cards, or as many as possible."""
    return constant(not now.proposed.search_for.is_known)


class _Search:
    """A player's search through the zones that the situation proposes."""

    def __init__(self, now: Situation, player: Player) -> None:
        self.now, self.player, self.steps = now, player, Derivation(now)
        self.must: list[str] = []
        self.may: list[str] = []
        self.least = 0

    def found(self) -> DerivedValue:
        """Return the cards that must be found, the cards that may be found, and the least number of cards to find."""
        zones = self.steps.read_value(self.now.proposed.search) or ()
        for zone in zones:
            hidden = self.steps.apply_rule("hidden-zone", zone)
            self._in_zone(zone, hidden=zone in ("library", "hand") if hidden is None else bool(hidden.value))
        quantity = self.now.proposed.search_quantity
        if quantity.is_known and quantity.low < self.least:
            self.least = int(quantity.low)
            self.may, self.must = self.must + self.may, []
        return self.steps.result({"must": self.must, "may": self.may, "at_least": self.least})

    def _in_zone(self, zone: str, *, hidden: bool) -> None:
        if hidden and self._applies("nothing-to-find", zone):
            return
        cards = [
            each.id
            for each in self.now.objects
            if self.steps.check(all_of(each.zone == zone, each.owner == self.player)) and self._matches(each)
        ]
        if not hidden or self._applies("must-find-quantity", zone):
            self.must += cards
            self.least += len(cards)
        elif all(self._applies("need-not-find", self.now.object(each)) for each in cards):
            self.may += cards

    def _matches(self, card: Object) -> bool:
        matches: Truth | None = self.steps.apply_rule("finding-in-a-zone", card)
        return matches is not None and self.steps.check(matches) is True

    def _applies(self, concept: str, thing: Object | str | None) -> bool:
        rule = self.now.law.rule(concept)
        if rule is None or rule(self.now, thing).value is not True:
            return False
        return self.steps.apply_rule(concept, thing) is not None


@answers("search", "Which cards must and which may be found when zones of this player are searched as proposed?",
         "player", "rules ask search p1 -f situation.yaml")  # fmt: skip
def _search(now: Situation, asked: QuestionArguments) -> DerivedValue:
    return _Search(now, asked.named_player(now)).found()


# --- revealing -----------------------------------------------------------------------------------------------


@encodes("revealing-again", "{card} may be revealed again, though it is revealed now")
def revealed_again(_now: Situation, card: Object) -> Truth:
    """A card that is currently revealed may be revealed again."""
    return card.revealed


@answers("can-reveal", "Can this card be revealed, though it may be revealed already?", "object",
         "rules ask can-reveal A --fact A.revealed=yes")  # fmt: skip
def _can_reveal(now: Situation, asked: QuestionArguments) -> Truth:
    card = asked.object(now)
    silent = now.law.rule("revealing-again") is None
    no_rule = unknown("rules.revealing-again", "the rules of that day don't say so") if silent else constant(False)
    return any_of(not_(card.revealed), now.rule("revealing-again", card), no_rule)
