"""What effects make of damage and of its results, each effect once (120.4, 614.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

from kb.rulings.encoded.appearing import taken_so
from kb.rulings.encoded.layers import is_affected
from kb.rulings.encoded.range_effects import prevents_here
from kb.rulings.encoded.replacements import existed
from kb.rulings.encoded.shields import CHANGING, picks, so_much_of_each_source
from kb.rulings.logic import Claim, Truth, all_of, every, not_, stated, unknown
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Effect, Object, Player, Situation
from kb.rulings.terms import Number, total
from kb.tongue import later

MOST_ORDERS = 6
"""Of more effects on one damage than this, not every order is tried."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Damage from one source to one recipient.

    Attributes:
        source: what deals it.
        to: what is dealt it.
        amount: how much.
        combat: whether it is combat damage.
        redirected: whether an effect has it dealt to this recipient instead of another.
    """

    source: Object
    to: Object | Player
    amount: Number
    combat: Truth
    redirected: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """One thing that damage causes.

    Attributes:
        whose: id of the player or permanent.
        what: `life_lost`, `life_gained`, `poison`, `damage`, `lifelink_triggers`, or a kind of counters.
        amount: how much; negative where counters are removed.
        so: whether it is so, with the rule that says it.
        source: id of what dealt the damage.
    """

    whose: str
    what: str
    amount: Number
    so: Truth
    source: str = ""


# --- in every order ---------------------------------------------------------------------------------

_TIMES = {"double": 2, "triple": 3}


def _of(effect: Effect, amount: float) -> float:
    """What one effect makes of an amount, once."""
    given, much = effect.given, effect.given.get("amount", 0)
    if given.get("says") == "cant":
        return 0
    if given.get("says") == "prevents":
        return max(amount - given["amount"], 0) if "amount" in given else 0
    for word in given.get("quality", ()):
        amount = (
            amount * _TIMES[word] if word in _TIMES else amount // 2 if word == "half" else amount + much
            if word == "plus" else max(amount - much, 0) if word == "minus" else amount
        )  # fmt: skip
    return amount


@defines("one-opportunity", claim=later("each effect gets one opportunity to affect the event"))
def each_effect_once(_now: Situation, amount: float, effects: list[Effect]) -> set[float]:
    """A replacement effect doesn't invoke itself repeatedly; it gets only one opportunity to affect an event."""
    found = set()
    for order in permutations(effects):
        much = amount
        for effect in order:
            much = _of(effect, much)
        found.add(much)
    return found


def modified(now: Situation, amount: Number, effects: list[Effect], chooses: Object | Player) -> tuple[Number, Truth]:
    """An amount as effects modify it, each of them once, in every order.

    Args:
        now: the situation.
        amount: what would be.
        effects: those that apply.
        chooses: whose controller, or who, chooses the order.

    Returns:
        The amount, and whether it is known: open where effects or their order aren't.
    """
    when = [(effect, existed(now, effect, now.proposed.timestamp)) for effect in effects]
    there = every(truth if truth.value is not False else not_(truth) for _effect, truth in when)
    applying = [effect for effect, truth in when if all_of(effect.in_force, truth).value is not False]
    if not applying:
        return amount, there
    if len(applying) > MOST_ORDERS or not amount.known:
        facts = amount.open or ("effects",)
        return amount, unknown(facts[0], later("not stated: {path}"), path=facts[0])
    rule = now.law.rule("one-opportunity") or each_effect_once
    found = rule(now, amount.low, applying)
    if len(found) > 1:
        asks = later("{thing} or its controller chooses which effect applies first")
        return amount, unknown("effects", asks, thing=chooses)
    much = found.pop()
    known = all_of(there, *(now.rule("cards-beat-rules", effect) for effect in applying))
    once = Claim(rule.claim)
    return Number(much, much, amount.facts, amount.label, amount.it, assumed=amount.assumed), known.by(rule, once)


def on_damage(now: Situation, dealt: Dealt) -> list[Effect]:
    """The effects that modify damage: of what its source deals, or of what its recipient is dealt."""
    found = [
        effect
        for says in ("replaces", "prevents", "cant")
        for effect in now.effects_that(says, "deal-damage", dealt.source)
        if effect.directed_at(dealt.to) and is_affected(effect, dealt.source).value is not False
    ]
    found += [
        effect
        for says in ("replaces", "prevents", "cant")
        for effect in now.effects_that(says, "be-dealt-damage", dealt.to)
        if _about(effect, dealt.to)
        and (effect.given.get("to") is None or dealt.source.id in effect.given["to"])
        and picks(now, effect, dealt.to).value is not False
    ]
    return [each for each in found if prevents_here(now, each, dealt.source, dealt.to).value is not False]


def _about(effect: Effect, thing: Object | Player) -> bool:
    """Whether an effect that lists objects or players lists this one."""
    kinds = ("objects", "players")
    own = kinds[isinstance(thing, Player)]
    if own == "objects" and {*effect.quality, *effect.affects}.difference(CHANGING):
        return True
    return own in effect.given or not any(kind in effect.given for kind in kinds)


# --- damage, and what it causes ------------------------------------------------------------------------------


def as_modified(now: Situation, dealt: Dealt, events: list[Dealt]) -> tuple[Number, Truth]:
    """How much is dealt, as effects modify it."""
    effects = on_damage(now, dealt)
    amount, known = modified(now, dealt.amount, effects, dealt.to)
    ranges = [prevents_here(now, each, dealt.source, dealt.to) for each in now.effects]
    known = all_of(known, *(each if each.value is not False else not_(each) for each in ranges))
    for effect in effects:
        shared = [each for each in events if effect in on_damage(now, each)]
        if effect.given.get("does") == "be-dealt-damage":
            known = all_of(known, picks(now, effect, dealt.to))
        if effect.given.get("each") == "object":
            shared = [each for each in shared if each.to.id == dealt.to.id]
        elif effect.given.get("each") == "event":
            apart = [taken_so(now, so_much_of_each_source, effect, dealt.source, each.source) for each in shared]
            known = all_of(known, *(truth for truth in apart if truth.value))
            shared = [each for each, truth in zip(shared, apart, strict=True) if not truth.value]
        if effect.given.get("says") == "prevents" and "amount" in effect.given and len(shared) > 1:
            asks = later("{thing} or its controller chooses which of the damage “{effect}” prevents")
            known = unknown("effects", asks, thing=dealt.to, effect=effect)
        known = all_of(known, is_affected(effect, dealt.source))
    rule = now.law.rule("modified-damage")
    if rule is None or not effects:
        return amount, known
    return amount, known.by(rule, Claim(rule.claim, (("source", dealt.source), ("recipient", dealt.to))))


@encodes("modified-damage", claim=later("effects modify the damage that {source} deals to {recipient}"))
def as_effects_on_damage_say(now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Damage is dealt as modified by replacement and prevention effects that interact with damage."""
    return stated(bool(on_damage(now, Dealt(source, recipient, Number.of(0), stated(False)))))


_AFFECTED = {"life_lost": "lose-life", "life_gained": "gain-life", "poison": "put-counters", "-1/-1": "put-counters"}


@defines("modified-results", claim=later("the results as effects on them modify them"))
def as_effects_on_results_say(now: Situation, found: list[Result]) -> list[Result]:
    """Damage that's been dealt is processed into its results, as modified by effects that interact with those."""
    return _not_below(now, [_with_effects(now, each) for each in found])


def gained_instead(now: Situation, event: Dealt, dealt: Dealt) -> list[Result]:
    """The life that is gained because an effect prevents damage: as much as is prevented, in the same event."""
    if not event.amount.known or not dealt.amount.known:
        return []
    return [
        Result(name, "life_gained", event.amount - dealt.amount, effect.in_force)
        for effect in on_damage(now, event)
        if effect.given.get("says") == "prevents" and "gain that much life" in effect.given.get("quality", ())
        for name in effect.given.get("players", ())
    ]


def _not_below(now: Situation, found: list[Result]) -> list[Result]:
    """The results where effects don't let damage bring a life total below a number, all of an event together."""
    for effect in now.effects:
        given = effect.given
        if (given.get("says"), given.get("does")) == ("replaces", "lose-life") and "no less than" in given.get(
            "quality", ()
        ):
            for player in now.players:
                found = (
                    _kept_at(now, found, effect, player) if effect.covers(player) and _about(effect, player) else found
                )
    return found


def _kept_at(now: Situation, found: list[Result], effect: Effect, player: Player) -> list[Result]:
    """The results for a player whose life total an effect doesn't let fall below a number."""
    lost = [each for each in found if (each.whose, each.what) == (player.id, "life_lost")]
    others = [each for each in found if (each.whose, each.what) != (player.id, "life_lost")]
    if not lost:
        return found
    life = player.life + total(each.amount for each in others if (each.whose, each.what) == (player.id, "life_gained"))
    after = life - total(each.amount for each in lost)
    reduces = all_of(effect.in_force, existed(now, effect, now.proposed.timestamp), after < effect.amount)
    if reduces.value is False:
        told = [replace(each, so=all_of(each.so, not_(reduces))) for each in lost]
    else:
        left = (life - effect.amount).at_least(0)
        told = [replace(lost[0], amount=left, so=all_of(lost[0].so, reduces))]
    return others + told


def _with_effects(now: Situation, result: Result) -> Result:
    does, thing = _AFFECTED.get(result.what), now.thing(result.whose)
    if does is None or thing is None or result.so.value is not True:
        return result
    effects = [
        effect
        for says in ("replaces", "cant")
        for effect in now.effects_that(says, does, thing)
        if _about(effect, thing) and "no less than" not in effect.given.get("quality", ())
    ]
    amount, known = modified(now, result.amount, effects, thing)
    return replace(result, amount=amount, so=all_of(result.so, known)) if effects else result
