"""Effects that modify damage and its results (120.4). Each effect is applied once (614.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

from kb.i18n import mark_message
from kb.rulings.encoded.damage.effect_units import AMOUNT_QUALITIES, matches_qualities, so_much_of_each_source
from kb.rulings.encoded.damage.protecting_effects import effects_of_rules, nothing_prevents_it
from kb.rulings.encoded.damage.replacement_order import existed_before
from kb.rulings.encoded.layers.current_values import is_affected_by
from kb.rulings.encoded.multiplayer.range_limits import can_prevent_in_range
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.partial_values import NumberValue, total
from kb.rulings.logic.ternary import Claim, Truth, all_of, constant, decided, every, not_, unknown, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation

MAX_ORDERED_EFFECTS = 6
"""The maximum number of effects on an event for which every order is tried. With more effects, the result is open."""


@dataclass(frozen=True, slots=True)
class DamageEvent:
    """Damage from one source to one recipient. `redirected` is True if an effect changed the recipient."""

    source: Object
    to: Object | Player
    amount: NumberValue
    combat: Truth
    redirected: bool = False


@dataclass(frozen=True, slots=True)
class DamageResult:
    """One result of damage (120.3).

    Attributes:
        whose: id of the player or permanent.
        what: `life_lost`, `life_gained`, `poison`, `damage`, `lifelink_triggers`, or a kind of counters.
        amount: amount of life or damage, or number of counters (negative if they are removed).
        occurs: whether the result occurs, and the rule that decides this.
        source: id of the object that dealt the damage.
    """

    whose: str
    what: str
    amount: NumberValue
    occurs: Truth
    source: str = ""


_FACTORS = {"double": 2, "triple": 3}


def _apply_once(effect: Effect, amount: float) -> float:
    """Return the amount after one effect is applied once."""
    given, change = effect.stated, effect.stated.get("amount", 0)
    if given.get("says") == "cant":
        return 0
    if given.get("says") == "prevents":
        return max(amount - given["amount"], 0) if "amount" in given else 0
    for word in given.get("quality", ()):
        if word in _FACTORS:
            amount *= _FACTORS[word]
        elif word == "half":
            amount //= 2
        elif word == "plus":
            amount += change
        elif word == "minus":
            amount = max(amount - change, 0)
    return amount


@defines("one-opportunity", "each effect gets one opportunity to affect the event")
def each_effect_once(_now: Situation, amount: float, effects: list[Effect]) -> set[float]:
    """A replacement effect doesn't invoke itself repeatedly. It gets only one opportunity to affect an event."""
    found = set()
    for order in permutations(effects):
        modified_amount = amount
        for effect in order:
            modified_amount = _apply_once(effect, modified_amount)
        found.add(modified_amount)
    return found


def apply_effects(
    now: Situation, amount: NumberValue, effects: list[Effect], chooses: Object | Player
) -> tuple[NumberValue, Truth]:
    """Apply each effect once to an amount. Try every order of the effects.

    `chooses` is the affected player or object. The player or the object's controller chooses the order.

    Returns:
        The modified amount, and whether it is known. It isn't known if an effect is open or the order matters.
    """
    when = [(effect, existed_before(now, effect, now.proposed.timestamp)) for effect in effects]
    existence = every(decided(truth) for _effect, truth in when)
    applying = [effect for effect, truth in when if all_of(effect.in_force, truth).value is not False]
    if not applying:
        return amount, existence
    if len(applying) > MAX_ORDERED_EFFECTS or not amount.is_known:
        return amount, unstated((amount.open_facts or ("effects",))[0])
    rule = now.law.rule("one-opportunity") or each_effect_once
    found = rule(now, amount.low, applying)
    if len(found) > 1:
        asks = mark_message("{thing} or its controller chooses which effect applies first")
        return amount, unknown("effects", asks, thing=chooses)
    value = found.pop()
    known = all_of(existence, *(now.rule("cards-beat-rules", effect) for effect in applying))
    result = NumberValue(value, value, amount.facts, amount.label, amount.it, assumed=amount.assumed)
    return result, known.attributed_to(rule, Claim(rule.claim))


def effects_on_damage(now: Situation, dealt: DamageEvent) -> list[Effect]:
    """Return the effects that modify `dealt`: effects on the source's damage, or on damage to the recipient."""
    kinds = ("replaces", "prevents", "cant")
    found = [
        effect
        for kind in kinds
        for effect in now.effects_matching(kind, "deal-damage", dealt.source)
        if effect.is_directed_at(dealt.to) and is_affected_by(effect, dealt.source).value is not False
    ]
    found += [
        effect
        for kind in kinds
        for effect in now.effects_matching(kind, "be-dealt-damage", dealt.to)
        if _lists_kind_of(effect, dealt.to)
        and (effect.stated.get("to") is None or dealt.source.id in effect.stated["to"])
        and matches_qualities(now, effect, dealt.to).value is not False
    ]
    if isinstance(dealt.to, Object):
        found += effects_of_rules(now, "prevents", "be-dealt-damage", dealt.to)
    return [each for each in found if can_prevent_in_range(now, each, dealt.source, dealt.to).value is not False]


def _lists_kind_of(effect: Effect, thing: Object | Player) -> bool:
    """True unless an effect names only players and `thing` is an object, or only objects and `thing` is a player."""
    kinds = ("objects", "players")
    own = kinds[isinstance(thing, Player)]
    if own == "objects" and {*effect.quality, *effect.affects}.difference(AMOUNT_QUALITIES):
        return True
    return own in effect.stated or not any(kind in effect.stated for kind in kinds)


def modify_damage(now: Situation, dealt: DamageEvent, events: list[DamageEvent]) -> tuple[NumberValue, Truth]:
    """Return the amount of damage after effects modify it, and whether the amount is known."""
    effects = effects_on_damage(now, dealt)
    unpreventable = rule_even_if_unprinted(now, nothing_prevents_it, dealt.source, dealt.to)
    preventing = [each for each in effects if each.stated.get("says") == "prevents"]
    if preventing and unpreventable.value is True:
        effects = [each for each in effects if each not in preventing]
    amount, known = apply_effects(now, dealt.amount, effects, dealt.to)
    if preventing and unpreventable.value is not False:
        known = all_of(known, unpreventable)
    ranges = [can_prevent_in_range(now, each, dealt.source, dealt.to) for each in now.effects]
    known = all_of(known, *(decided(each) for each in ranges))
    for effect in effects:
        shared = [each for each in events if effect in effects_on_damage(now, each)]
        if effect.stated.get("does") == "be-dealt-damage":
            known = all_of(known, matches_qualities(now, effect, dealt.to))
        if effect.stated.get("each") == "object":
            shared = [each for each in shared if each.to.id == dealt.to.id]
        elif effect.stated.get("each") == "event":
            apart = [
                rule_even_if_unprinted(now, so_much_of_each_source, effect, dealt.source, each.source)
                for each in shared
            ]
            known = all_of(known, *(truth for truth in apart if truth.value))
            shared = [each for each, truth in zip(shared, apart, strict=True) if not truth.value]
        if effect.stated.get("says") == "prevents" and "amount" in effect.stated and len(shared) > 1:
            asks = mark_message("{thing} or its controller chooses which of the damage “{effect}” prevents")
            known = unknown("effects", asks, thing=dealt.to, effect=effect)
        known = all_of(known, is_affected_by(effect, dealt.source))
    rule = now.law.rule("modified-damage")
    if rule is None or not effects:
        return amount, known
    return amount, known.attributed_to(rule, Claim(rule.claim, (("source", dealt.source), ("recipient", dealt.to))))


@encodes("modified-damage", "effects modify the damage that {source} deals to {recipient}")
def as_effects_on_damage_say(now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Replacement and prevention effects modify the damage before it is dealt."""
    event = DamageEvent(source, recipient, NumberValue.exactly(0), constant(False))
    return constant(bool(effects_on_damage(now, event)))


_EVENTS = {"life_lost": "lose-life", "life_gained": "gain-life", "poison": "put-counters", "-1/-1": "put-counters"}
"""The results of damage, each with the event that an effect must modify to change this result."""


@defines("modified-results", "the results as effects on them modify them")
def as_effects_on_results_say(now: Situation, found: list[DamageResult]) -> list[DamageResult]:
    """Damage that is dealt has results, such as loss of life. Replacement effects can modify these results."""
    return _apply_life_floors(now, [_modify_result(now, each) for each in found])


def results_of_prevention(now: Situation, event: DamageEvent, dealt: DamageEvent) -> list[DamageResult]:
    """Return the additional results of prevention effects: life gained, and shield counters removed (122.1c)."""
    if not event.amount.is_known or not dealt.amount.is_known:
        return []
    effects = effects_on_damage(now, event)
    return [
        DamageResult(each, "shield", NumberValue.exactly(-1), now.rule("shield-counters", event.to))
        for effect in effects
        if effect.id == "shield-counters" and event.amount.value
        for each in effect.stated["objects"]
    ] + [
        DamageResult(name, "life_gained", event.amount - dealt.amount, effect.in_force)
        for effect in effects
        if effect.stated.get("says") == "prevents" and "gain that much life" in effect.stated.get("quality", ())
        for name in effect.stated.get("players", ())
    ]


def _apply_life_floors(now: Situation, found: list[DamageResult]) -> list[DamageResult]:
    """Return the results after all effects that keep damage from reducing a life total below a number."""
    for effect in now.effects_matching("replaces", "lose-life"):
        if "no less than" in effect.stated.get("quality", ()):
            for player in now.players:
                if effect.covers(player) and _lists_kind_of(effect, player):
                    found = _apply_life_floor(now, found, effect, player)
    return found


def _apply_life_floor(now: Situation, found: list[DamageResult], effect: Effect, player: Player) -> list[DamageResult]:
    """Return the results after one effect that keeps damage from reducing a player's life total below a number."""
    lost = [each for each in found if (each.whose, each.what) == (player.id, "life_lost")]
    others = [each for each in found if (each.whose, each.what) != (player.id, "life_lost")]
    if not lost:
        return found
    life = player.life + total(each.amount for each in others if (each.whose, each.what) == (player.id, "life_gained"))
    after = life - total(each.amount for each in lost)
    reduces = all_of(effect.in_force, existed_before(now, effect, now.proposed.timestamp), after < effect.amount)
    if reduces.value is False:
        return others + [replace(each, occurs=all_of(each.occurs, not_(reduces))) for each in lost]
    left = (life - effect.amount).at_least(0)
    return [*others, replace(lost[0], amount=left, occurs=all_of(lost[0].occurs, reduces))]


def _modify_result(now: Situation, result: DamageResult) -> DamageResult:
    """Return one result after effects modify its amount."""
    does, thing = _EVENTS.get(result.what), now.thing(result.whose)
    if does is None or thing is None or result.occurs.value is not True:
        return result
    effects = [
        effect
        for kind in ("replaces", "cant")
        for effect in now.effects_matching(kind, does, thing)
        if _lists_kind_of(effect, thing) and "no less than" not in effect.stated.get("quality", ())
    ]
    amount, known = apply_effects(now, result.amount, effects, thing)
    return replace(result, amount=amount, occurs=all_of(result.occurs, known)) if effects else result
