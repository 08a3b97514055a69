"""Tapping creatures or artifacts for the mana of a cost: convoke, improvise, waterbend (702.51, 701.67)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.rulings.encoded.casting.total_cost import parse_cost, total_cost
from kb.rulings.encoded.turn.timing import acting_player
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.mana_cost import COLOR_OF
from kb.rulings.situation.situation import Object, Player, Situation

_GENERIC = "generic"
_WATERBEND = re.compile(r"waterbend \{(\d+)\}")

TapTest = Callable[[Object], Truth]
"""A function that returns yes for an object that can be tapped for one mana."""

TappableMana = tuple[str, TapTest]
"""One mana of a cost (`generic`, `red`, `{W/U}`), and a test for objects that can be tapped for this mana."""


def _untapped(player: Player, thing: Object) -> Truth:
    return all_of(thing.is_permanent, not_(thing.tapped), player.controls(thing))


@encodes_each(
    Row("convoke", "each_reduces_the_cost", "{creature} can be tapped for one mana of the cost of {spell}: convoke",
        "As an additional cost, you may tap creatures. A creature reduces the cost by {1} or one mana of its colours."),
    Row("convoke", "for_each_mana_of_the_total_cost", "",
        "For each coloured mana you may tap a creature of that colour. For each generic mana, tap any creature."),
)  # fmt: skip
def creatures_for_mana(
    _now: Situation, spell: Object, player: Player, creature: Object, colors: tuple[str, ...]
) -> Truth:
    """An untapped creature may be tapped for one generic mana or one mana of its colours."""
    of_the_color = [creature.colors.contains_any(*colors)] if colors else []
    able = all_of(_untapped(player, creature), creature.has_type("creature"), *of_the_color)
    return all_of(spell.has_keyword("convoke"), able)


@encodes("convoke-and-total-cost", "convoke applies once the total cost of {spell} is determined")
def after_the_total_cost_is_determined(_now: Situation, spell: Object) -> Truth:
    """Convoke is no additional or alternative cost. It applies only after the total cost is determined."""
    return spell.has_keyword("convoke")


@encodes("improvise", "{artifact} can be tapped for one generic mana of the cost of {spell}: improvise")
def artifacts_for_generic_mana(_now: Situation, spell: Object, player: Player, artifact: Object) -> Truth:
    """For each generic mana in the total cost, an untapped artifact you control may be tapped."""
    return all_of(spell.has_keyword("improvise"), _untapped(player, artifact), artifact.has_type("artifact"))


@encodes("waterbend", "{thing} can be tapped for one generic mana of a waterbend cost")
def artifacts_and_creatures_for_generic_mana(_now: Situation, player: Player, thing: Object) -> Truth:
    """For each generic mana in a waterbend cost, an untapped artifact or creature you control may be tapped."""
    return all_of(_untapped(player, thing), thing.types.contains_any("artifact", "creature"))


@encodes("waterbend-cost", "only the generic mana of the waterbend cost of {spell} can be paid so")
def generic_mana_of_that_cost_only(_now: Situation, spell: Object) -> Truth:
    """If a total cost includes a waterbend cost, only the generic mana of the waterbend cost can be paid by tapping."""
    return spell.has_keyword("waterbend")


def _mana_test(now: Situation, spell: Object, player: Player, colors: tuple[str, ...]) -> TapTest:
    """Return a test for objects that can be tapped for a mana of one of `colors`. If `colors` is (), it is generic."""

    def test(thing: Object) -> Truth:
        ways = [now.rule("convoke", spell, player, thing, colors)]
        return any_of(*ways) if colors else any_of(*ways, now.rule("improvise", spell, player, thing))

    return test


def _tappable_mana(
    now: Situation, asked: QuestionArguments, spell: Object, player: Player
) -> tuple[list[TappableMana], list[Truth]]:
    """Return each mana of a cost that can be paid by tapping a permanent, and the reasons why it can be paid so."""
    found: list[TappableMana] = []
    reasons: list[Truth] = []
    taps = [spell.has_keyword("convoke"), spell.has_keyword("improvise")]
    whole = some(taps)
    if whole.value is not False:
        total = total_cost(now, QuestionArguments(asked.question, asked.things[:1], asked.by))
        reasons += [whole, total.truth]
        if taps[0].value and now.has_rule("convoke-and-total-cost").value:
            reasons.append(now.rule("convoke-and-total-cost", spell))
        for symbol, count in (parse_cost(total.value or "", 0) or {}).items():
            colors = tuple(COLOR_OF[each] for each in symbol.split("/") if each in COLOR_OF)
            if symbol == _GENERIC or (colors and taps[0].value is not False):
                name = colors[0] if symbol in COLOR_OF else symbol if symbol == _GENERIC else f"{{{symbol}}}"
                found += [(name, _mana_test(now, spell, player, colors))] * count
    for each in spell.keywords:
        if (bending := _WATERBEND.fullmatch(each)) and now.has_rule("waterbend").value:
            reasons.append(now.rule("waterbend-cost", spell))
            found += [(_GENERIC, lambda thing: now.rule("waterbend", player, thing))] * int(bending[1])
    return found, reasons


def _match_to_mana(
    things: Sequence[Object], mana: Sequence[TappableMana], values: tuple[bool | None, ...]
) -> dict[int, Object] | None:
    """Find a different mana for each object. For the object, the test of its mana must give one of `values`.

    Returns:
        A dict from the index of each mana found to its object, or None if there isn't a mana for each object.
    """
    taken: dict[int, Object] = {}

    def place(thing: Object, tried: set[int]) -> bool:
        for number, (_name, test) in enumerate(mana):
            if number in tried or test(thing).value not in values:
                continue
            tried.add(number)
            if number not in taken or place(taken[number], tried):
                taken[number] = thing
                return True
        return False

    return taken if all(place(thing, set()) for thing in things) else None


def _all_can_be_tapped(things: Sequence[Object], mana: Sequence[TappableMana]) -> Truth:
    """Yes if each object can be tapped for a different mana."""
    for values in ((True,), (True, None)):
        found = _match_to_mana(things, mana, values)
        if found is not None:
            return all_of(*(mana[number][1](thing) for number, thing in found.items()))
    names = ", ".join(each.id for each in things)
    return constant(False, "there isn't a mana of the cost for each of {things} to be tapped for", things=names)


@answers("tap-to-pay",
         "For how much of its cost can creatures or artifacts be tapped: can these be, each for one mana?", "objects",
         "rules ask tap-to-pay A --fact A.keywords=convoke --fact A.mana_cost={2}{G}")  # fmt: skip
def _tap_to_pay(now: Situation, asked: QuestionArguments) -> DerivedValue:
    spell = asked.object(now)
    player = acting_player(now, asked, spell)
    mana, reasons = _tappable_mana(now, asked, spell, player)
    things = [asked.object(now, place) for place in range(1, len(asked.things))]
    amounts: dict[str, int] = {}
    for name, _test in mana:
        amounts[name] = amounts.get(name, 0) + 1
    if not reasons:
        reasons.append(spell.keywords.contains("convoke"))
    return DerivedValue(amounts, all_of(*reasons, *([_all_can_be_tapped(things, mana)] if things else [])))
