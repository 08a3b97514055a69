"""Melding (701.42): which objects can be melded, and what becomes of those that can't."""

from __future__ import annotations

from kb.rulings.answer import state_based
from kb.rulings.logic import Claim, Truth, all_of, not_
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Steps, Valued
from kb.rulings.terms import Word
from kb.tongue import later


@encodes("meldable", claim=later("{first} and {second} are the two cards of a meld pair"))
def cards_of_one_meld_pair(_now: Situation, first: Object, second: Object) -> Truth:
    """Only two cards of the same meld pair can be melded; tokens and other cards can't."""
    return all_of(
        *(_is_card(each) for each in (first, second)),
        first.melds_with == second.name,
        second.melds_with == first.name,
    )


def _is_card(thing: Object) -> Truth:
    """Whether it is no token and no copy; what isn't said to be one is a card."""
    told = [not_(thing.token)] if "token" in thing.given else []
    return all_of(*told, *([thing.copy == "no"] if "copy" in thing.given else []))


@defines("unmelded", claim=later("{thing} can't be melded and stays in its zone"))
def stays_in_its_zone(_now: Situation, thing: Object) -> Word:
    """Objects that can't be melded stay in their current zone."""
    return thing.zone


def _meld(now: Situation, asked: Asked) -> Valued:
    pair = asked.object(now), asked.object(now, 1)
    can = now.rule("meldable", *pair)
    if can.value is not False:
        return Valued("melded", can)
    rule = now.law.rule("unmelded")
    if rule is None:
        return Valued(None, can)
    actions = [action for _concept, action in state_based(now) if action.kind == "cease"]
    ceasing = {name for action in actions if action.when.value is True for name in action.things}
    steps = Steps(now)
    zones = {each.id: steps.read(rule(now, each)) for each in pair}
    stay = all_of(not_(can), steps.truth).by(rule, Claim(rule.claim, (("thing", pair[0]),)))
    return Valued({name: "ceases" if name in ceasing else zone for name, zone in zones.items()}, stay)


MELD = Question(
    "meld",
    later("Are these two objects melded, if an effect says so; if not, where are they then?"),
    "objects",
    _meld,
    "rules ask meld A B -f situation.yaml",
)
