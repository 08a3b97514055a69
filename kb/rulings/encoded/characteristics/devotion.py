"""Devotion: the number of mana symbols of a colour in the mana costs of a player's permanents (700.5)."""

from __future__ import annotations

from kb.errors import BadValue
from kb.i18n import _
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.mana_value import mana_costs_of
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.logic.ternary import constant, unknown
from kb.rulings.situation.mana_cost import mana_symbols_in
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary import COLORS

ColorNames = tuple[str, ...]


@defines("devotion", "the mana symbols of that colour are counted in the mana costs of the permanents")
def symbols_of_one_color(_now: Situation, costs: list[str], colors: ColorNames) -> int | None:
    """Devotion to a colour is the number of mana symbols of that colour in the mana costs of a player's permanents."""
    return _count_symbols(costs, colors) if len(colors) == 1 else None


@variant_of(symbols_of_one_color,
            claim="the mana symbols of those colours are counted in the mana costs of the permanents")  # fmt: skip
def symbols_of_any_of_the_colors(_now: Situation, costs: list[str], colors: ColorNames) -> int:
    """Devotion to two colours counts each mana symbol of one or both colours in the permanents' mana costs."""
    return _count_symbols(costs, colors)


def _count_symbols(costs: list[str], colors: ColorNames) -> int:
    return sum(bool(set(symbol.colors) & set(colors)) for cost in costs for symbol in mana_symbols_in(cost))


@defines("modified-devotion", "effects that modify devotion count; those on characteristics come later")
def before_other_characteristics(_now: Situation, count: int, effects: list[Effect]) -> int:
    """Devotion includes the effects that modify it, and is calculated before other effects modify characteristics."""
    return count + sum(int(effect.stated.get("amount", 1)) for effect in effects)


def _mana_costs(steps: Derivation, player: Player) -> list[str]:
    """Return the mana costs of the permanents that a player controls."""
    now = steps.now
    if "battlefield" not in now.closed:
        steps.check(unknown("closed", "whether {player} controls other permanents", player=player))
    return [
        cost
        for each in now.permanents
        if steps.check(player.controls(each))
        for cost in mana_costs_of(steps, each) or ()
    ]


def devotion_of(steps: Derivation, player: Player, colors: ColorNames) -> int | None:
    """Return a player's devotion to one or more colours, or None if the edition has no rule for so many colours."""
    count: int | None = steps.apply_rule("devotion", _mana_costs(steps, player), colors)
    effects = [
        each
        for each in steps.now.effects
        if each.stated.get("says") == "additional" and "devotion" in each.stated.get("quality", ())
        and each.covers(player) and steps.check(each.in_force)
    ]  # fmt: skip
    if count is None or not effects:
        return count
    otherwise = before_other_characteristics(steps.now, count, effects)
    found: int | None = steps.apply_rule_or(otherwise, "modified-devotion", count, effects)
    return found


def devotion_allows(steps: Derivation, effect: Effect, thing: Object) -> bool:
    """True if, for each limit that an effect states, the devotion of the object's controller is below the limit."""
    limits = effect.devotion_below.counts
    player = steps.now.player(steps.read_value(thing.controller) or "") if limits else None
    if player is None:
        return True
    found = [(devotion_of(steps, player, tuple(colors.split())), most) for colors, most in limits.items()]
    return all(count is not None and count < most for count, most in found)


@answers("devotion", "How great is the devotion of this player to a colour, or to several together?", "objects",
         "rules ask devotion p1 red -f situation.yaml")  # fmt: skip
def _devotion(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player, colors = asked.thing(now), asked.things[1:]
    for color in colors or ("",):
        if color not in COLORS:
            raise BadValue("colour", color, _("give one or more of {colors}", colors=", ".join(COLORS)))
    if not isinstance(player, Player):
        raise BadValue("player", player.id, _("give one of {players}", players=", ".join(map(str, now.players))))
    steps = Derivation(now)
    count = devotion_of(steps, player, colors)
    if count is None:
        return DerivedValue(None, constant(False, "the rules of this day know no such devotion"))
    return steps.result(count)
