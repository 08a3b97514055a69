"""Moves of counters (122), tokens that have left the battlefield (111), phased-out permanents (702.26)."""

from __future__ import annotations

from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import Question, QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.ternary import Claim, Truth, all_of, constant, decided, not_, some, unknown
from kb.rulings.situation.situation import Object, Situation


@encodes("counter-move", "a counter can be moved from {first} to {second}")
def from_one_object_in_its_zone_to_another(_now: Situation, first: Object, second: Object) -> Truth:
    """If an object has a counter, the counter can be moved to a different object on the battlefield."""
    return all_of(_different(first, second), _has_counters(first), second.is_permanent)


@variant_of(from_one_object_in_its_zone_to_another)
def removed_here_and_put_there(now: Situation, first: Object, second: Object) -> Truth:
    """A counter can be moved only if it can be removed from the first object and put onto the second object."""
    cant = now.rule("cant-beats-can", second, "put-counters")
    return all_of(_different(first, second), _has_counters(first), first.is_permanent, second.is_permanent, not_(cant))


def _different(first: Object, second: Object) -> Truth:
    if first.id == second.id:
        return constant(False, "{thing} is one object, not two", thing=first)
    return constant(True, "{thing} and {other} are two objects", thing=first, other=second)


def _has_counters(thing: Object) -> Truth:
    if not thing.counters.is_known:
        return thing.counters["any"] > 0
    return some(thing.counters[kind] > 0 for kind in thing.counters.counts)


CAN_MOVE_COUNTER = Question("can-move-counter", "Can a counter be moved from the first object to the second?",
                            "objects",
                            lambda now, asked: now.rule("counter-move", asked.object(now), asked.object(now, 1)),
                            "rules ask can-move-counter A B --fact A.counters.oil=1")  # fmt: skip


@defines("counters-cease", "the counters of {thing} once it has moved to another zone")
def counters_arent_retained(_now: Situation, _thing: Object) -> dict[str, int]:
    """Counters on an object cease to exist if the object moves to another zone. These counters aren't "removed"."""
    return {}


@answers("counters-after-move", "Which counters does an object have once it has moved to another zone?", "object",
         "rules ask counters-after-move A --fact A.counters.oil=1")  # fmt: skip
def counters_after(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing = asked.object(now)
    rule = now.law.rule("counters-cease")
    if rule is None:
        return DerivedValue(None, constant(False, "there is no such rule in this edition"))
    return DerivedValue(rule(now, thing), constant(True).attributed_to(rule, Claim(rule.claim, (("thing", thing),))))


# --- tokens ---------------------------------------------------------------------------------------------------


@encodes("token-stays-away", "{thing} is a token that has left the battlefield: it stays where it is")
def token_cant_come_back(_now: Situation, thing: Object) -> Truth:
    """A token that has left the battlefield can't come back to the battlefield."""
    return all_of(thing.token, thing.zone != "battlefield")


@answers("can-return", "Can an object be put onto the battlefield from where it is?", "object",
         "rules ask can-return T --fact T.token=yes --fact T.zone=exile")  # fmt: skip
def can_return(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    return all_of(thing.zone != "battlefield", not_(now.rule("token-stays-away", thing)))


# --- phasing --------------------------------------------------------------------------------------------------


@encodes("phased-out", "{permanent} is in the phased-out zone, not in play")
def in_a_zone_of_its_own(_now: Situation, permanent: Object) -> Truth:
    """Permanents that phase out are placed in the phased-out zone."""
    return permanent.phased_out


@variant_of(in_a_zone_of_its_own, claim="{permanent} is treated as though it didn't exist")
def as_though_it_didnt_exist(_now: Situation, permanent: Object) -> Truth:
    """Phased-out permanents don't exist for rules and effects, unless these mention phased-out permanents."""
    return permanent.phased_out


@answers("exists", "Does the game treat a permanent as though it existed: is it there, and phased in?", "object",
         "rules ask exists A --fact A.phased_out=yes")  # fmt: skip
def exists(now: Situation, asked: QuestionArguments) -> Truth:
    permanent = asked.object(now)
    return all_of(permanent.zone == "battlefield", not_(now.rule("phased-out", permanent)))


@answers("creatures-of", "How many creatures does a player control?", "player",
         "rules ask creatures-of p1 -f situation.yaml")  # fmt: skip
def creatures_of(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the number of creatures that a player controls. Phased-out creatures don't count."""
    player = asked.thing(now)
    counted = [
        all_of(each.zone == "battlefield", each.has_type("creature"), each.controller == player,
               not_(now.rule("phased-out", each)))
        for each in now.objects
    ]  # fmt: skip
    listed = (
        constant(True)
        if "battlefield" in now.closed
        else unknown("closed", "not stated: that every permanent is listed, by `closed: [battlefield]`")
    )
    return DerivedValue(
        sum(each.value is True for each in counted), all_of(listed, *(decided(each) for each in counted))
    )
