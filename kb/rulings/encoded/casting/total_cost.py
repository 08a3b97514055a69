"""The total cost of a spell: the mana cost or alternative cost, plus increases, minus reductions (118.7, 601.2f)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kb.i18n import mark_message
from kb.rulings.encoded.casting.alternative_costs import (
    AlternativeCost,
    alternative_cost,
    cast_as_shown,
    pays_alternative,
)
from kb.rulings.encoded.casting.cost_keywords import cost_effects_on, reasons_for_cost
from kb.rulings.encoded.turn.timing import acting_player
from kb.rulings.engine.card_phrases import describes_as_spell, phrase_picks
from kb.rulings.engine.derivation import Derivation, DerivedValue, rule_even_if_unprinted
from kb.rulings.engine.mana_value import mana_costs_of
from kb.rulings.engine.questions import Question, QuestionArguments
from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, decided, every, not_, unknown, unstated
from kb.rulings.situation.keyword_forms import is_keyword, parse_keyword
from kb.rulings.situation.mana_cost import NO_COST
from kb.rulings.situation.situation import Effect, Object, Player, Situation

_SYMBOL = re.compile(r"\{([^}]+)\}")
_ATTACKED = re.compile(r"creature you(?:'ve)? attacked with this turn")
_WAYS_TO_PAY = re.compile(r"[0-9]/|/P")
_GENERIC = "generic"
_ADDITIONAL = ("kicker", "multikicker", "sticker kicker", "buyback", "entwine", "escalate", "replicate", "squad",
               "offspring")  # fmt: skip
"""The keyword abilities with “you may pay an additional [cost]” (702.27a, 702.33a, 702.42a, 702.56a, 702.157a)."""
_ANY_NUMBER = ("multikicker", "escalate", "replicate", "squad")
"""Those whose cost may be paid any number of times (702.33c, 702.56a, 702.120a, 702.157a)."""

_ORDER = "WUBRGC"


def parse_cost(cost: str, x: int | None) -> Counter[str] | None:
    """Count the symbols of a mana cost, and add up its generic mana. Return None if the cost has X and `x` is None."""
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


def format_cost(cost: Counter[str]) -> str:
    """Return a cost in the notation of printed costs. An empty cost is {0}."""
    generic = f"{{{cost[_GENERIC]}}}" if cost[_GENERIC] else ""
    others = sorted((each for each in cost if each != _GENERIC), key=lambda each: (_ORDER.find(each) % 9, each))
    return generic + "".join(f"{{{each}}}" * cost[each] for each in others) or "{0}"


def _cost_changes(now: Situation, spell: Object) -> Iterator[tuple[Effect, int, tuple[str, ...]]]:
    """Yield each effect on a spell's cost, its amount, and its mana symbols (none if the amount is generic mana)."""
    for effect in cost_effects_on(now, spell):
        symbols = tuple(each for quality in effect.quality for each in _SYMBOL.findall(quality))
        if effect.in_force.value is True and effect.amount.value is not None and _is_about(effect, spell).value:
            yield effect, int(effect.amount.value) * _multiplier(now, spell, effect)[0], symbols


def _is_about(effect: Effect, spell: Object) -> Truth:
    """Yes if a spell fits the phrases that describe the spells whose cost an effect changes."""
    you = spell.now.object(effect.stated.get("source", "")) or spell
    return every(describes_as_spell(spell, each, you) for each in effect.affects)


def _multiplier(now: Situation, spell: Object, effect: Effect) -> tuple[int, list[Truth]]:
    """Return how often an effect applies, and the reasons. An effect that doesn't say "for each ..." applies once."""
    if "for_each" not in effect.stated:
        return 1, []
    counted = _counted_objects(now, spell, effect)
    return sum(each.value is True for each in counted), [decided(each) for each in counted]


def _counted_objects(now: Situation, spell: Object, effect: Effect) -> list[Truth]:
    """Return, for each object, whether the effect counts it."""
    phrase = effect.stated["for_each"]
    if _ATTACKED.fullmatch(phrase) is None:
        player_of = _of_its_player(spell)
        return [phrase_picks(each, phrase, player_of) for each in now.objects if each.id != spell.id]
    player = now.player(spell.controller.value or spell.owner.value or "")
    # The spell itself never attacked. If its card attacked as a creature, that creature was another object (400.7).
    others = [each for each in now.objects if each.id != spell.id]
    return [rule_even_if_unprinted(now, as_it_was_then, each, player) for each in others if player is not None]


def _of_its_player(spell: Object) -> Object:
    """Return a spell whose controller is stated. A card that is to be cast has no controller: its owner casts it."""
    owner = spell.stated.get("owner")
    if owner is None or "controller" in spell.stated:
        return spell
    return Object(spell.id, spell.now, {**spell.stated, "controller": owner})


@encodes("looking-back", "{player} attacked with {thing}, whatever it is now and wherever")
def as_it_was_then(_now: Situation, thing: Object, player: Player) -> Truth:
    """An effect that looks back in time counts objects that met its criteria then. These objects may have changed."""
    return all_of(thing.attacked_this_turn, player.controls(thing))


@encodes("total-cost", "the total cost of {spell} is its cost, and what is added, less what is taken away")
def increases_before_reductions(_now: Situation, spell: Object) -> Truth:
    """The total cost is the mana or alternative cost, plus additional costs and increases, minus reductions."""
    return constant("mana_cost" in spell.stated or "faces" in spell.stated or pays_alternative(spell))


@encodes("changes-to-alternative-costs", "what is added and taken away applies to the alternative cost of {spell}")
def applied_to_the_alternative_cost(_now: Situation, spell: Object) -> Truth:
    """If an alternative cost is paid, additional costs, increases and reductions apply to that cost."""
    return constant(pays_alternative(spell))


@encodes("alternative-to-unpayable-cost", "an alternative cost of {spell} may be paid, though it has no mana cost")
def alternative_may_be_paid(_now: Situation, spell: Object) -> Truth:
    """If a spell with an unpayable cost has an alternative cost, the alternative cost may be paid."""
    return spell.mana_cost == "none"


@encodes("generic-reduction", "“{effect}” takes away generic mana only")
def generic_component_only(_now: Situation, _effect: Effect) -> Truth:
    """A reduction by generic mana affects only the generic component, not coloured or colourless mana."""
    return constant(True)


@encodes_each(
    Row("colored-reduction", "generic_instead_of_missing_color",
        "what “{effect}” takes away and the cost doesn't ask for is taken from generic mana",
        "A reduction by coloured mana that isn't in the cost reduces the generic component instead."),
    Row("colored-reduction", "generic_instead_of_missing_type",
        "what “{effect}” takes away and the cost doesn't ask for is taken from generic mana",
        "A reduction by coloured or colourless mana that isn't in the cost reduces the generic component instead.",
        symbols="WUBRGC"),
    Row("excess-colored-reduction", "generic_instead_of_excess_color",
        "what “{effect}” takes away beyond the coloured mana is taken from generic mana",
        "If a reduction takes more mana of a colour than the cost has, the rest reduces the generic component."),
    Row("excess-colorless-reduction", "generic_instead_of_excess_colorless",
        "what “{effect}” takes away beyond the colourless mana is taken from generic mana",
        "If a reduction takes more colourless mana than the cost has, the rest reduces the generic component.",
        symbols="C"),
)  # fmt: skip
def generic_instead(_now: Situation, _effect: Effect, symbol: str, *, symbols: str = "WUBRG") -> Truth:
    """If a reduction takes more mana of a type than the cost has, the rest reduces the generic component."""
    return constant(symbol in symbols)


_OR = re.compile(r" (?:and/or|and or) ")


def _optional_costs(spell: Object) -> dict[str, str]:
    """Return the cost of each keyword ability of a spell that can have an additional cost, by the ability as printed.

    “Kicker [cost 1] and/or [cost 2]” means two kicker abilities (702.33b).
    """
    found: dict[str, str] = {}
    for text in spell.keywords:
        printed = parse_keyword(text, spell.now.words)
        if printed.name in _ADDITIONAL:
            for cost in _OR.split(printed.cost):
                found[f"{printed.name} {cost}".strip()] = cost
    return found


def _payments(spell: Object) -> tuple[str, ...]:
    """Return the optional additional costs that are to be paid, as stated."""
    stated: tuple[str, ...] = spell.stated.get("additional_costs", ())
    return stated or tuple(each for each in spell.stated.get("choices", ()) if each in _ADDITIONAL)


def _add_optional_costs(spell: Object, cost: Counter[str]) -> tuple[list[str], list[Truth]]:
    """Add the optional additional costs that are to be paid (118.8, 601.2b).

    Returns:
        The costs that aren't mana, in words, and the reasons. If a cost isn't known, a reason is open.
    """
    words: list[str] = []
    reasons: list[Truth] = []
    optional = _optional_costs(spell)
    paid = _payments(spell)
    for named, times in Counter(paid).items():
        fitting = [each for each in optional if is_keyword(each, named, spell.now.words)]
        # With several abilities of the name, it is known which costs are paid only if all of them are.
        chosen = fitting if times == len(fitting) else fitting * times if len(fitting) == 1 else []
        if not spell.stated.get("additional_costs") and any(each.startswith(_ANY_NUMBER) for each in fitting):
            chosen = []  # `choices` doesn't say how often the cost is paid.
        if not chosen or not all(optional[each] for each in chosen):
            claim = mark_message("not stated: the cost of {keyword} that is to be paid for {spell}")
            reasons.append(unknown(spell.keywords.fact, claim, keyword=named, spell=spell))
            continue
        x = spell.x.value
        for part in (part for each in chosen for part in optional[each].split(", ")):
            mana = None if _SYMBOL.sub("", part) else parse_cost(part.upper(), int(x) if x is not None else None)
            if mana is not None:
                cost.update(mana)
            elif "{x}" in part:
                reasons.append(unstated(spell.x.facts[0]))
            else:
                words.append(part)
    return words, reasons


def _add_commander_tax(now: Situation, spell: Object, cost: Counter[str]) -> list[Truth]:
    """Add what a commander costs more from the command zone (903.8). Return the reasons."""
    rule = now.law.rule("commander-tax")
    if rule is None or not (spell.stated.get("commander") or spell.zone.value == "command"):
        return []
    taxed = all_of(spell.zone == "command", spell.commander)
    if taxed.value is not True:
        return [decided(taxed)]
    tax: NumberValue = rule(now, spell)
    if not tax.is_known:
        return [unstated(fact) for fact in tax.open_facts]
    cost[_GENERIC] += int(tax.value or 0)
    return [all_of(taxed, tax == tax.low).attributed_to(rule, rule.claim_about(spell))]


def _raise_to_least(now: Situation, spell: Object, cost: Counter[str]) -> list[Truth]:
    """Apply effects that say that a spell costs at least an amount of mana. Return the reasons."""
    reasons = []
    for effect in now.effects_matching("at-least", "cast", spell):
        asked = every(describes_as_spell(spell, each) for each in (*effect.quality, *effect.affects))
        if (applies := all_of(effect.in_force, asked)).value is not True:
            reasons.append(decided(applies))
        elif not effect.amount.is_known:
            reasons += [unstated(fact) for fact in effect.amount.open_facts]
        elif any(_WAYS_TO_PAY.search(symbol) for symbol in cost):
            how = mark_message("not stated: how the symbols of the cost of {spell} are to be paid")
            reasons.append(unknown(spell.mana_cost.fact, how, spell=spell))
        else:
            cost[_GENERIC] += max(0, int(effect.amount.value or 0) - sum(cost.values()))
            reasons.append(now.rule("cards-beat-rules", effect))
    return reasons


def _reasons(now: Situation, spell: Object) -> Iterator[Truth]:
    """Yield the rules that say how the total cost is calculated."""
    yield now.rule("total-cost", spell)
    if pays_alternative(spell):
        yield now.rule("changes-to-alternative-costs", spell)
        if spell.stated.get("mana_cost") == "none":
            yield now.rule("alternative-to-unpayable-cost", spell)


def _mana_cost(steps: Derivation, spell: Object) -> str | None:
    """Return the mana cost of a spell, or of the half or face of its card that is cast (709.3a); None if it is open."""
    if not spell.faces.is_known or not len(spell.faces):
        return steps.read_value(spell.mana_cost)  # type: ignore[no-any-return]
    costs = mana_costs_of(steps, Object(spell.id, spell.now, {**spell.stated, "zone": "stack"}))
    return costs[0] if costs is not None and len(costs) == 1 else None


def total_cost(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the total cost of a spell in the notation of printed costs."""
    spell, steps = asked.object(now), Derivation(now)
    instead = alternative_cost(spell) if pays_alternative(spell) else None
    if instead is not None and (lacking := [each for each in instead.reasons if each.value is not True]):
        return DerivedValue(None, all_of(*lacking))
    printed = instead.mana if instead is not None else _mana_cost(steps, spell)
    if printed == NO_COST:
        return DerivedValue(None, not_(now.rule("unpayable-cost", acting_player(now, asked, spell), spell)))
    if printed is None and instead is None:
        return steps.result(None)
    x = spell.x.value
    cost = parse_cost(printed, int(x) if x is not None else None) if printed is not None else None
    if cost is None:
        return DerivedValue(None, unstated(f"{spell.path}.{'x' if printed is not None else 'alternative_mana_cost'}"))
    return _changed_cost(steps, spell, cost, instead)


def _changed_cost(steps: Derivation, card: Object, cost: Counter[str], instead: AlternativeCost | None) -> DerivedValue:
    """Return a cost with what is added to it and taken away from it (118.7, 118.9d, 601.2f).

    Effects apply to the spell as it is cast. What it is called, and how its cost is found, is that of the card.
    """
    spell = card if instead is None else instead.spell
    now = spell.now
    changes = list(_cost_changes(now, spell))
    reasons = [
        *_reasons(now, card),
        *reasons_for_cost(now, spell),
        *(instead.reasons if instead is not None else ()),
        *([cast_as_shown(spell)] if instead is not None and instead.becomes_other else []),
        steps.truth,
        *(each for effect, _n, _symbols in changes for each in _multiplier(now, spell, effect)[1]),
    ]
    reasons += [decided(_is_about(each, spell)) for each in now.effects_matching("costs", "cast", spell)]
    words, paid = _add_optional_costs(spell, cost)
    words = [*(instead.words if instead is not None else ()), *words]
    reasons += [*paid, *_add_commander_tax(now, spell, cost)]
    for _effect, amount, symbols in changes:
        if amount > 0:
            for symbol in symbols or (_GENERIC,):
                cost[symbol] += amount
    for effect, amount, symbols in changes:
        if amount < 0:
            reasons += _subtract(now, cost, effect, -amount, symbols)
    reasons += _raise_to_least(now, spell, cost)
    reasons += (each.in_force for each in now.effects_matching("costs", "cast", spell) if each.in_force.value is None)
    known = all_of(*(each for each in reasons if each.rule is not None or each.parts or each.value is None))
    total = ", ".join((format_cost(+cost), *words))
    return DerivedValue(total, known.with_claim("the total cost of {spell} is {cost}", spell=spell, cost=total))


def _subtract(
    now: Situation, cost: Counter[str], effect: Effect, amount: int, symbols: tuple[str, ...]
) -> Iterator[Truth]:
    """Subtract a reduction from a cost, and yield the rules that say how to subtract it."""
    if not symbols:
        cost[_GENERIC] = max(0, cost[_GENERIC] - amount)
        yield now.rule("generic-reduction", effect)
    for symbol, count in Counter(symbols).items():
        wanted, there = count * amount, cost[symbol]
        cost[symbol] = max(0, there - wanted)
        if wanted > there:
            excess = "excess-colorless-reduction" if symbol == "C" else "excess-colored-reduction"
            instead = now.rule("colored-reduction" if there == 0 else excess, effect, symbol)
            if instead.value:
                yield instead
                cost[_GENERIC] = max(0, cost[_GENERIC] - (wanted - there))


TOTAL_COST = Question("total-cost", "What does this spell cost in all, with the effects on its cost?", "object",
                      total_cost, "rules ask total-cost A --fact A.mana_cost={2}{R}")  # fmt: skip
