"""Melded and merged permanents that leave the battlefield (712.21, 729.3): one leaves, several cards move."""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.damage.replacement_order import applicable_effects
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.situation import Effect, Object, Situation


@encodes("melded-permanent-leaves", "{permanent} leaves as one permanent, and two cards move")
def one_permanent_and_two_cards(_now: Situation, permanent: Object) -> Truth:
    """If a melded permanent leaves the battlefield, one permanent leaves and two cards are put into the new zone."""
    return all_of(permanent.is_permanent, permanent.layout == "meld", permanent.face_up == "back")


@defines("merged-permanent-leaves", "{permanent} leaves as one permanent, and each component moves")
def one_permanent_and_each_component(_now: Situation, permanent: Object) -> int:
    """If a merged permanent leaves the battlefield, each of its components is put into the appropriate zone."""
    return len(permanent.faces)


@defines("both-cards-found", "an effect that finds what {permanent} becomes finds both cards")
def the_same_actions_for_each(_now: Situation, permanent: Object) -> tuple[str, ...]:
    """If an effect finds what a melded permanent becomes, it finds the two cards and does the same to each card."""
    return tuple(str(face.stated["name"]) for face in tuple(permanent.faces)[:2] if is_stated(face, "name"))


@defines("melded-cards-arranged", "{player} arranges the two cards of {permanent}")
def owner_arranges_them(_now: Situation, permanent: Object, _player: str) -> str | None:
    """If a melded permanent is put into a graveyard or library, its owner arranges the two cards in any order."""
    return permanent.owner.value


@defines("melded-cards-exiled", "{player}, who exiles {permanent}, determines the order of the two cards")
def who_exiles_them_determines(_now: Situation, _permanent: Object, player: str) -> str | None:
    """A player who exiles a melded permanent determines the relative timestamp order of the two cards."""
    return player or None


@encodes("one-replacement-for-both", "what replaces the event for one card of {permanent} affects both")
def applied_to_both_cards(_now: Situation, permanent: Object, effects: tuple[Effect, ...]) -> Truth:
    """If a replacement effect applies to one card of a leaving melded permanent, the other card is affected, too."""
    return all_of(constant(len(effects) > 1), permanent.layout == "meld", permanent.face_up == "back")


def _orders(steps: Derivation, permanent: Object, by: str) -> dict[str, str]:
    """Return `{"orders": player}` if a player orders the two cards in their new zone. Otherwise, return `{}`."""
    where = steps.now.proposed.moves_to.value
    concept = {"graveyard": "melded-cards-arranged", "library": "melded-cards-arranged", "exile": "melded-cards-exiled"}
    who = steps.apply_rule(concept[where], permanent, by) if where in concept else None
    return {"orders": who} if who else {}


def _choices(steps: Derivation, permanent: Object) -> dict[str, list[str]]:
    """Return `{"one_of": effects}` if one of several effects is chosen for the two cards. Otherwise, return `{}`."""
    effects = applicable_effects(steps, permanent)
    if len(effects) > 1 and steps.check(steps.now.rule("one-replacement-for-both", permanent, effects)):
        return {"one_of": [str(each) for each in effects]}
    return {}


@answers("leaves",
         "How many permanents and cards move as this permanent leaves the battlefield, and what does an effect find?",
         "object", "rules ask leaves A -f situation.yaml")  # fmt: skip
def _leaves(now: Situation, asked: QuestionArguments) -> DerivedValue:
    permanent, steps = asked.object(now), Derivation(now)
    if permanent.layout.value == "merged":
        number: int | None = steps.apply_rule("merged-permanent-leaves", permanent)
        steps.read_value(permanent.zone)
        return steps.result(None if number is None else {"permanents": 1, "components": number})
    melded = now.rule("melded-permanent-leaves", permanent)
    if steps.check(melded) is None:
        return steps.result(None)
    value: dict[str, Any] = {"permanents": 1, "cards": 2}
    if not melded.value:
        return steps.result({"permanents": 1, "cards": 0 if steps.check(permanent.token) else 1})
    names = steps.apply_rule("both-cards-found", permanent)
    value |= {"finds": list(names)} if names else {}
    return steps.result(value | _orders(steps, permanent, asked.by or "") | _choices(steps, permanent))
