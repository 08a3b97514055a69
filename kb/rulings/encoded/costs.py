"""What a spell costs in all: its mana cost, what is added, what effects take away (118.7, 601.2f)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kb.rulings.encoded.appearing import taken_so
from kb.rulings.encoded.timing import asker
from kb.rulings.logic import Truth, all_of, not_, stated, unknown
from kb.rulings.qualities import fits
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Effect, Object, Player, Situation
from kb.rulings.steps import Valued
from kb.tongue import later

_SYMBOL = re.compile(r"\{([^}]+)\}")
_ATTACKED = re.compile(r"creature you(?:'ve)? attacked with this turn")
_GENERIC = "generic"
_ORDER = "WUBRGC"


def parsed(cost: str, x: int | None) -> Counter[str] | None:
    """A mana cost by symbols, the generic mana as a number; None if X isn't known."""
    found: Counter[str] = Counter()
    for symbol in _SYMBOL.findall(cost):
        if symbol == "X":
            if x is None:
                return None
            found[_GENERIC] += x
        elif symbol.isdigit():
            found[_GENERIC] += int(symbol)
        else:
            found[symbol] += 1
    return found


def written(cost: Counter[str]) -> str:
    """A cost as it is printed; {0} if nothing is left of it."""
    generic = f"{{{cost[_GENERIC]}}}" if cost[_GENERIC] else ""
    others = sorted((each for each in cost if each != _GENERIC), key=lambda each: (_ORDER.find(each) % 9, each))
    return generic + "".join(f"{{{each}}}" * cost[each] for each in others) or "{0}"


def _changes(now: Situation, spell: Object) -> Iterator[tuple[Effect, int, tuple[str, ...]]]:
    """The effects on what it costs: each with its amount and the symbols that it is of, () for generic mana."""
    for effect in now.effects_that("costs", "cast", spell):
        symbols = tuple(each for quality in effect.quality for each in _SYMBOL.findall(quality))
        if effect.in_force.value is True and effect.amount.value is not None:
            yield effect, int(effect.amount.value) * _times(now, spell, effect)[0], symbols


def _times(now: Situation, spell: Object, effect: Effect) -> tuple[int, list[Truth]]:
    """For how many objects an effect counts, and why; once where it isn't "for each"."""
    if "for_each" not in effect.given:
        return 1, []
    counted = _counted(now, spell, effect)
    reasons = [each if each.value is not False else not_(each) for each in counted]
    return sum(each.value is True for each in counted), reasons


def _counted(now: Situation, spell: Object, effect: Effect) -> list[Truth]:
    """Whether each object is one of those for which an effect counts."""
    phrase = effect.given["for_each"]
    attacked = _ATTACKED.fullmatch(phrase)
    if attacked is None:
        return [fits(each, phrase, spell) for each in now.objects]
    player = now.player(spell.controller.value or spell.owner.value or "")
    # The spell itself never attacked: what it may have been before is another object (400.7).
    others = [each for each in now.objects if each.id != spell.id]
    return [taken_so(now, as_it_was_then, each, player) for each in others if player is not None]


@encodes("looking-back", claim=later("{player} attacked with {thing}, whatever it is now and wherever"))
def as_it_was_then(_now: Situation, thing: Object, player: Player) -> Truth:
    """What looks back in time needs the objects to have met its criteria then, not now, nor to be where they were."""
    return all_of(thing.attacked_this_turn, player.controls(thing))


@encodes("total-cost", claim=later("the total cost of {spell} is its cost, and what is added, less what is taken away"))
def increases_before_reductions(_now: Situation, spell: Object) -> Truth:
    """Mana cost or alternative cost, plus all additional costs and increases, minus all reductions, not below {0}."""
    return stated(bool({"mana_cost", "alternative_mana_cost"} & set(spell.given)))


@encodes(
    "changes-to-alternative-costs",
    claim=later("what is added and taken away applies to the alternative cost of {spell}"),
)
def applied_to_the_alternative_cost(_now: Situation, spell: Object) -> Truth:
    """Additional costs, increases and reductions are applied to an alternative cost that is paid."""
    return stated("alternative_mana_cost" in spell.given)


@encodes(
    "alternative-to-unpayable-cost",
    claim=later("an alternative cost of {spell} may be paid, though it has no mana cost"),
)
def alternative_may_be_paid(_now: Situation, spell: Object) -> Truth:
    """If an alternative cost is applied to an unpayable cost, the alternative cost may be paid."""
    return spell.mana_cost == "none"


@encodes("generic-reduction", claim=later("“{effect}” takes away generic mana only"))
def generic_component_only(_now: Situation, _effect: Effect) -> Truth:
    """A reduction by generic mana affects only the generic component, not coloured or colourless mana."""
    return stated(True)


@encodes(
    "colored-reduction",
    claim=later("what “{effect}” takes away and the cost doesn't ask for is taken from generic mana"),
)
def generic_instead_of_missing_color(_now: Situation, _effect: Effect, symbol: str) -> Truth:
    """A reduction by coloured mana that the cost doesn't have reduces it by generic mana instead."""
    return stated(symbol in "WUBRG")


@variant_of(generic_instead_of_missing_color)
def generic_instead_of_missing_type(_now: Situation, _effect: Effect, symbol: str) -> Truth:
    """A reduction by coloured or colourless mana that the cost doesn't have reduces it by generic mana instead."""
    return stated(symbol in "WUBRGC")


@encodes(
    "excess-colored-reduction",
    claim=later("what “{effect}” takes away beyond the coloured mana is taken from generic mana"),
)
def generic_instead_of_excess_color(_now: Situation, _effect: Effect, symbol: str) -> Truth:
    """A reduction by more of a colour than the cost has reduces the generic component by the difference."""
    return stated(symbol in "WUBRG")


@encodes(
    "excess-colorless-reduction",
    claim=later("what “{effect}” takes away beyond the colourless mana is taken from generic mana"),
)
def generic_instead_of_excess_colorless(_now: Situation, _effect: Effect, symbol: str) -> Truth:
    """A reduction by more colourless mana than the cost has reduces the generic component by the difference."""
    return stated(symbol == "C")


def _reasons(now: Situation, spell: Object) -> Iterator[Truth]:
    """The rules that say what the cost is made of."""
    yield now.rule("total-cost", spell)
    if "alternative_mana_cost" in spell.given:
        yield now.rule("changes-to-alternative-costs", spell)
        if spell.given.get("mana_cost") == "none":
            yield now.rule("alternative-to-unpayable-cost", spell)


def total_cost(now: Situation, asked: Asked) -> Valued:
    """What a spell costs in all, as a cost is printed."""
    spell = asked.object(now)
    instead = spell.given.get("alternative_mana_cost")
    printed = spell.given.get("mana_cost") if instead is None else instead
    if printed == "none":
        return Valued(None, not_(now.rule("unpayable-cost", asker(now, asked, spell), spell)))
    x = spell.x.value
    cost = parsed(printed, int(x) if x is not None else None) if printed is not None else None
    if cost is None:
        path = f"{spell.path}.{'x' if printed is not None else 'mana_cost'}"
        return Valued(None, unknown(path, later("not stated: {path}"), path=path))
    changes = list(_changes(now, spell))
    reasons = [
        *_reasons(now, spell),
        *(each for effect, _n, _symbols in changes for each in _times(now, spell, effect)[1]),
    ]
    for _effect, amount, symbols in changes:
        if amount > 0:
            for symbol in symbols or (_GENERIC,):
                cost[symbol] += amount
    for effect, amount, symbols in changes:
        if amount < 0:
            reasons += _reduced(now, cost, effect, -amount, symbols)
    told = all_of(*(each for each in reasons if each.rule is not None or each.value is None))
    return Valued(
        written(+cost), told.says(later("the total cost of {spell} is {cost}"), spell=spell, cost=written(+cost))
    )


def _reduced(
    now: Situation, cost: Counter[str], effect: Effect, amount: int, symbols: tuple[str, ...]
) -> Iterator[Truth]:
    """Take a reduction away from a cost; the rules that say how."""
    if not symbols:
        cost[_GENERIC] = max(0, cost[_GENERIC] - amount)
        yield now.rule("generic-reduction", effect)
    for symbol, count in Counter(symbols).items():
        wanted, there = count * amount, cost[symbol]
        cost[symbol] = max(0, there - wanted)
        if wanted > there:
            if there == 0:
                instead = now.rule("colored-reduction", effect, symbol)
            elif symbol == "C":
                instead = now.rule("excess-colorless-reduction", effect, symbol)
            else:
                instead = now.rule("excess-colored-reduction", effect, symbol)
            if instead.value:
                yield instead
                cost[_GENERIC] = max(0, cost[_GENERIC] - (wanted - there))


TOTAL_COST = Question(
    "total-cost",
    later("What does this spell cost in all, with the effects on its cost?"),
    "object",
    total_cost,
    "rules ask total-cost A --fact A.mana_cost={2}{R}",
)
