"""Melding (701.42): the objects that can be melded. Other objects stay in their zones."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.engine.state_based_checks import find_state_based_actions
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, not_
from kb.rulings.situation.situation import Object, Situation


@encodes("meldable", "{first} and {second} are the two cards of a meld pair")
def cards_of_one_meld_pair(_now: Situation, first: Object, second: Object) -> Truth:
    """Only two cards of the same meld pair can be melded. Tokens and other cards can't be melded."""
    return all_of(_is_card(first), _is_card(second), first.melds_with == second.name, second.melds_with == first.name)


def _is_card(thing: Object) -> Truth:
    """Yes if an object is neither a token nor a copy. If neither fact is stated, the object counts as a card."""
    token = [not_(thing.token)] if "token" in thing.stated else []
    return all_of(*token, *([thing.copy == "no"] if "copy" in thing.stated else []))


@defines("unmelded", "{thing} can't be melded and stays in its zone")
def stays_in_its_zone(_now: Situation, thing: Object) -> WordValue:
    """Objects that can't be melded stay in their current zone."""
    return thing.zone


@answers("meld", "Are these two objects melded, if an effect says so; if not, where are they then?", "objects",
         "rules ask meld A B -f situation.yaml")  # fmt: skip
def _meld(now: Situation, asked: QuestionArguments) -> DerivedValue:
    pair = asked.object(now), asked.object(now, 1)
    can = now.rule("meldable", *pair)
    if can.value is not False:
        return DerivedValue("melded", can)
    rule = now.law.rule("unmelded")
    if rule is None:
        return DerivedValue(None, can)
    actions = [action for _concept, action in find_state_based_actions(now) if action.kind == "cease"]
    ceasing = {name for action in actions if action.condition.value is True for name in action.things}
    steps = Derivation(now)
    zones = {each.id: steps.read_value(rule(now, each)) for each in pair}
    stay = all_of(not_(can), steps.truth).attributed_to(rule, Claim(rule.claim, (("thing", pair[0]),)))
    return DerivedValue({name: "ceases" if name in ceasing else zone for name, zone in zones.items()}, stay)
