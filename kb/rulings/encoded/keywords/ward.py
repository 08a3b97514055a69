"""Ward (702.21): spells and abilities that it counters unless a cost is paid."""

from __future__ import annotations

from kb.rulings.encoded.damage.protecting_effects import cannot_happen
from kb.rulings.engine.card_phrases import is_opponent_of
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_, some, unstated
from kb.rulings.situation.situation import Object, Situation


@encodes("ward-counters", "ward of {permanent} counters {spell}, for which its cost isn't paid")
def countered_unless_the_cost_is_paid(_now: Situation, permanent: Object, spell: Object) -> Truth:
    """Ward counters a spell or ability of an opponent that targets the permanent unless that player pays the cost."""
    return all_of(
        permanent.is_permanent,
        permanent.has_keyword("ward"),
        is_opponent_of(spell, permanent),
        not_(spell.ward_paid.contains(permanent)),
    )


@answers("ward", "Does ward counter this spell or ability, which targets permanents?", "object",
         "rules ask ward A -f situation.yaml")  # fmt: skip
def _ward(now: Situation, asked: QuestionArguments) -> Truth:
    spell = asked.object(now)
    if not spell.targets.is_known:
        return spell.targets.contains("any")
    targets = [each for name in spell.targets if (each := now.object(name)) is not None]
    missing = [unstated(f"objects.{name}") for name in spell.targets if now.thing(name) is None]
    wards = [now.rule("ward-counters", each, spell) for each in targets]
    return all_of(any_of(some(wards), *missing), not_(cannot_happen(now, "counter", spell, now.proposed.timestamp)))
