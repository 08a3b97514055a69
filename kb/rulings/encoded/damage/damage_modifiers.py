"""Effects that modify damage and its results (120.4). Each effect is applied once (614.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kb.i18n import mark_message
from kb.rulings.encoded.damage.effect_units import (
    AMOUNT_QUALITIES,
    amount_after,
    matches_qualities,
)
from kb.rulings.encoded.damage.protecting_effects import effects_of_rules, nothing_prevents_it
from kb.rulings.encoded.damage.protecting_keywords import reason_for
from kb.rulings.encoded.damage.replacement_order import (
    Effects,
    chooser_of,
    existed_before,
    orders_of_application,
)
from kb.rulings.encoded.layers.current_values import is_affected_by
from kb.rulings.encoded.multiplayer.range_limits import can_prevent_in_range
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import defines
from kb.rulings.logic.partial_values import NumberValue, total
from kb.rulings.logic.ternary import Claim, Truth, all_of, constant, decided, every, not_, unknown, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary.counter_kinds import is_counter_kind

MAX_ORDERED_EFFECTS = 6
"""The maximum number of effects on an event for which every order is tried. With more effects, the result is open."""


@dataclass(frozen=True, slots=True)
class DamageEvent:
    """Damage from one source to one recipient.

    Attributes:
        source: the source.
        to: the recipient.
        amount: the amount.
        combat: whether it is combat damage.
        redirected: True if an effect changed the recipient.
        used: the ids of the effects that have modified it already. Each has one opportunity (614.5).
    """

    source: Object
    to: Object | Player
    amount: NumberValue
    combat: Truth
    redirected: bool = False
    used: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DamageResult:
    """One result of damage (120.3).

    Attributes:
        whose: id of the player or permanent.
        what: `life_lost`, `life_gained`, `poison`, `damage`, `lifelink_triggers`, or a kind of counters; `instead` if
            an effect replaces the result with something else.
        amount: amount of life or damage, or number of counters (negative if they are removed).
        occurs: whether the result occurs, and the rule that decides this.
        source: id of the object that dealt the damage; of `instead`, the effect.
    """

    whose: str
    what: str
    amount: NumberValue
    occurs: Truth
    source: str = ""


@dataclass(frozen=True, slots=True, order=True)
class ModifiedAmount:
    """The amount of an event after effects.

    Attributes:
        amount: the amount; 0 if the event doesn't happen.
        becomes: the number of the effect, among the applied effects, that replaces the event with another; else -1.
        prevented: for each applied effect, how much it prevents.
    """

    amount: float
    becomes: int
    prevented: tuple[float, ...]


@defines("one-opportunity", "each effect gets one opportunity to affect the event")
def each_effect_once(now: Situation, amount: float, effects: list[Effect]) -> set[ModifiedAmount]:
    """A replacement effect doesn't invoke itself repeatedly. It gets only one opportunity to affect an event."""
    return {_apply_in_order(amount, effects, order) for order in orders_of_application(now, tuple(effects))}


def _apply_in_order(amount: float, effects: list[Effect], order: Effects) -> ModifiedAmount:
    """Apply effects one after another, until nothing of the event is left or it is another event."""
    prevented = dict.fromkeys((each.id for each in effects), 0.0)
    for effect in order:
        if amount == 0:
            break
        if "instead" in effect.stated:
            return ModifiedAmount(amount, effects.index(effect), tuple(prevented.values()))
        after = amount_after(effect, amount)
        if effect.stated.get("says") == "prevents":
            prevented[effect.id] += amount - after
        amount = after
    return ModifiedAmount(amount, -1, tuple(prevented.values()))


@dataclass(frozen=True, slots=True)
class AppliedEffects:
    """What effects make of the amount of an event.

    Attributes:
        amount: the modified amount.
        known: whether the amount is known. It isn't known if an effect is open, or if a player has to choose.
        becomes: the effect that replaces the event with another event of that amount; None if no effect does.
        prevented: the amount that each effect prevents, by the id of the effect.
    """

    amount: NumberValue
    known: Truth
    becomes: Effect | None = None
    prevented: Mapping[str, float] = field(default_factory=dict)


def apply_effects(
    now: Situation, amount: NumberValue, effects: list[Effect], chooses: Object | Player, event: str
) -> AppliedEffects:
    """Apply each effect once to the amount of an event, in an order that the affected player chooses (616.1).

    Args:
        now: the situation. If it has no course of choices and the order matters, the amount isn't known.
        amount: the amount before.
        effects: the effects that may apply.
        chooses: the affected player, or the affected object, whose controller chooses the order.
        event: a name that tells the event from other events that the same effects apply to.
    """
    when = [(effect, existed_before(now, effect, now.proposed.timestamp)) for effect in effects]
    existence = every(decided(truth) for _effect, truth in when)
    applying = [effect for effect, truth in when if all_of(effect.in_force, truth).value is not False]
    if not applying:
        return AppliedEffects(amount, existence)
    if len(applying) > MAX_ORDERED_EFFECTS or not amount.is_known:
        return AppliedEffects(amount, unstated((amount.open_facts or ("effects",))[0]))
    by_cards = [reason_for(now, effect, chooses) for effect in applying]
    rule = now.law.rule("one-opportunity") or each_effect_once
    if any(each.stated.get("says") == "cant" for each in applying):
        return AppliedEffects(_exactly(0, amount), all_of(existence, *by_cards).attributed_to(rule, Claim(rule.claim)))
    options = tuple(sorted(rule(now, amount.low, applying)))
    found, choice = _take(now, options, applying, chooses, event)
    if found is None:
        return AppliedEffects(amount, choice)
    known = all_of(existence, *by_cards, *([choice] if len(options) > 1 else []))
    return AppliedEffects(
        _exactly(found.amount, amount), known.attributed_to(rule, Claim(rule.claim)),
        applying[found.becomes] if found.becomes >= 0 else None,
        {each.id: less for each, less in zip(applying, found.prevented, strict=True)},
    )  # fmt: skip


def _take(
    now: Situation, options: tuple[ModifiedAmount, ...], effects: list[Effect], chooses: Object | Player, event: str
) -> tuple[ModifiedAmount | None, Truth]:
    """Return the result that the affected player chooses, if choices are tried, and the choice as a truth."""
    if len({(each.amount, each.becomes, _prevention_that_matters(each, effects)) for each in options}) == 1:
        return options[0], constant(True)
    if now.choices is None:
        asks = mark_message("{thing} or its controller chooses which effect applies first")
        return None, unknown("effects", asks, thing=chooses)
    chooser, by_rule = chooser_of(now, chooses)
    taken = now.choices.take((event, chooses.id, tuple(each.id for each in effects)), options, chooser)
    return options[taken], by_rule


def _prevention_that_matters(found: ModifiedAmount, effects: list[Effect]) -> tuple[float, ...]:
    """Return what those effects prevent that do more than to prevent: somebody gains life, a counter is removed."""
    by_effect = zip(effects, found.prevented, strict=True)
    return tuple(less for each, less in by_effect if changes_more_than_amount(each))


def changes_more_than_amount(effect: Effect) -> bool:
    """True if a prevention effect has an additional effect: somebody gains life, or a counter is removed."""
    return "gain that much life" in effect.stated.get("quality", ()) or effect.id == "shield-counters"


def _exactly(value: float, before: NumberValue) -> NumberValue:
    return NumberValue(value, value, before.facts, before.label, before.it, assumed=before.assumed)


def effects_on_damage(now: Situation, dealt: DamageEvent) -> list[Effect]:
    """Return the effects that modify `dealt`: effects on the source's damage, or on damage to the recipient."""
    kinds = ("replaces", "prevents", "cant")
    found = [
        effect
        for kind in kinds
        for effect in now.effects_matching(kind, "deal-damage", dealt.source)
        if effect.is_directed_at(dealt.to)
        and is_affected_by(effect, dealt.source).value is not False
        and matches_qualities(now, effect, dealt.source).value is not False
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
    found = [each for each in found if each.id not in dealt.used]
    return [each for each in found if can_prevent_in_range(now, each, dealt.source, dealt.to).value is not False]


def modifying_effects(now: Situation, dealt: DamageEvent) -> tuple[list[Effect], Truth]:
    """Return the effects that modify `dealt`, and whether it is known which prevention effects prevent anything."""
    effects = effects_on_damage(now, dealt)
    preventing = [each for each in effects if each.stated.get("says") == "prevents"]
    if not preventing:
        return effects, constant(True)
    unpreventable = rule_even_if_unprinted(now, nothing_prevents_it, dealt.source, dealt.to)
    if unpreventable.value is True:
        effects = [each for each in effects if each not in preventing]
    return effects, constant(True) if unpreventable.value is False else unpreventable


def _lists_kind_of(effect: Effect, thing: Object | Player) -> bool:
    """True unless an effect names only players and `thing` is an object, or only objects and `thing` is a player."""
    kinds = ("objects", "players")
    own = kinds[isinstance(thing, Player)]
    if own == "objects" and {*effect.quality, *effect.affects}.difference(AMOUNT_QUALITIES):
        return True
    return own in effect.stated or not any(kind in effect.stated for kind in kinds)


_EVENTS = {"life_lost": "lose-life", "life_gained": "gain-life", "poison": "put-counters", "-1/-1": "put-counters"}
"""The results of damage, each with the event that an effect must modify to change this result."""


@defines("modified-results", "the results as effects on them modify them")
def as_effects_on_results_say(now: Situation, found: list[DamageResult]) -> list[DamageResult]:
    """Damage that is dealt has results, such as loss of life. Replacement effects can modify these results."""
    return _apply_life_floors(now, [changed for each in found for changed in modify_result(now, each)])


def results_of_effects(now: Situation, event: DamageEvent, applied: AppliedEffects) -> list[DamageResult]:
    """Return the results of effects on damage: of prevention (615.5), and of replacing the damage with an event.

    A shield counter is removed (122.1c) even if the damage can't be prevented (615.12).
    """
    if not event.amount.is_known or not applied.amount.is_known:
        return []
    found = []
    for effect in effects_on_damage(now, event):
        prevented = applied.prevented.get(effect.id)
        if effect.id == "shield-counters" and event.amount.value and prevented != 0:
            shield = NumberValue.exactly(-1)
            found.append(DamageResult(event.to.id, "shield", shield, now.rule("shield-counters", event.to)))
        if prevented and "gain that much life" in effect.stated.get("quality", ()):
            gained = NumberValue.exactly(prevented)
            found += [DamageResult(name, "life_gained", gained, effect.in_force) for name in effect.players]
    if applied.becomes is not None:
        whose = event.to.id if isinstance(event.to, Player) else ""
        found += _instead(DamageResult(whose, "", applied.amount, applied.known), applied.becomes)
    return found


_RESULT_OF_EVENT = {"lose-life": "life_lost", "gain-life": "life_gained"}


def _instead(result: DamageResult, effect: Effect) -> list[DamageResult]:
    """Return what happens instead of a result that an effect replaces: life is lost or gained, or nothing happens.

    If another event happens instead, the result is `instead`, and its source is the effect.
    """
    event = effect.stated["instead"]
    if event == "nothing":
        return []
    if event in _RESULT_OF_EVENT and result.whose:
        return [replace(result, what=_RESULT_OF_EVENT[event])]
    return [replace(result, what="instead", source=str(effect))]


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


def modify_result(now: Situation, result: DamageResult, used: frozenset[str] = frozenset()) -> list[DamageResult]:
    """Return one result after effects modify or replace it. Each effect has one opportunity (614.5)."""
    does, thing = _EVENTS.get(result.what), now.thing(result.whose)
    if does is None or thing is None or result.occurs.value is not True:
        return [result]
    kind = result.what if does == "put-counters" else ""
    effects = [each for each in effects_on_amount(now, does, thing, kind) if each.id not in used]
    effects = [each for each in effects if _lists_kind_of(each, thing)]
    if not effects:
        return [result]
    applied = modify_amount(now, result.amount, effects, thing, f"{result.what} from {result.source}")
    changed = replace(result, amount=applied.amount, occurs=all_of(result.occurs, applied.known))
    if applied.becomes is None:
        return [changed]
    used |= {each.id for each in effects}
    return [each for found in _instead(changed, applied.becomes) for each in modify_result(now, found, used)]


def effects_on_amount(now: Situation, does: str, thing: Object | Player, kind: str = "") -> list[Effect]:
    """Return the stated effects that may change an amount of life, or of counters of a kind, or cards, or tokens."""
    return [
        effect
        for says in ("replaces", "cant")
        for effect in now.effects_matching(says, does, thing)
        if "no less than" not in effect.stated.get("quality", ())
        and not {each for each in effect.stated.get("quality", ()) if is_counter_kind(each)} - {kind}
        and matches_qualities(now, effect, thing).value is not False
    ]


def modify_amount(
    now: Situation, amount: NumberValue, effects: list[Effect], thing: Object | Player, event: str
) -> AppliedEffects:
    """Apply `effects_on_amount` to an amount. The amount isn't known if it is open whether an effect applies."""
    applied = apply_effects(now, amount, effects, thing, event)
    matches = [matches_qualities(now, each, thing) for each in effects]
    return replace(applied, known=all_of(applied.known, *(each for each in matches if each.value is None)))
