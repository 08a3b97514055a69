"""Keywords that trigger if an additional cost was paid, or as an upkeep begins on a condition (702)."""

from __future__ import annotations

from kb.rulings.encoded.abilities.keyword_triggers import AbilityFacts, KeywordTrigger, Test, meaning_of_keyword
from kb.rulings.law.rule_registry import Row, defines_each
from kb.rulings.logic.ternary import Truth, all_of, not_
from kb.rulings.situation.costs_paid import is_cost_paid
from kb.rulings.situation.situation import Object, Situation

_IS_CAST: tuple[AbilityFacts, ...] = ({"trigger": "is-cast"},)
_ENTERS: tuple[AbilityFacts, ...] = ({"trigger": "enters"},)
_UPKEEP: tuple[AbilityFacts, ...] = ({"trigger": "your-upkeep"},)
_END_STEP: tuple[AbilityFacts, ...] = ({"trigger": "step-begins", "step": "end", "turn_of": "you"},)


def _is_suspended(_now: Situation, source: Object) -> Truth:
    """Yes if a card is in exile and has a time counter (702.62b). That it has suspend is tested beside."""
    return all_of(source.zone == "exile", source.counters["time"] >= 1)


def _came_since_the_last_upkeep(_now: Situation, source: Object) -> Truth:
    return not_(source.controlled_since_last_upkeep)


def _is_impending(_now: Situation, source: Object) -> Truth:
    return all_of(source.is_cast_for("impending"), source.counters["time"] >= 1)


@defines_each(
    Row("replicate", "if_a_replicate_cost_was_paid", "replicate triggers as {source} is cast, if its cost was paid",
        "“Replicate [cost]” means “... When you cast this spell, if a replicate cost was paid for it, copy it ...”.",
        triggers=_IS_CAST, cost="replicate"),
    Row("conspire", "if_its_conspire_cost_was_paid", "conspire triggers as {source} is cast, if its cost was paid",
        "“Conspire” means “... When you cast this spell, if its conspire cost was paid, copy it. ...”.",
        triggers=_IS_CAST, cost="conspire"),
    Row("casualty", "if_a_casualty_cost_was_paid", "casualty triggers as {source} is cast, if its cost was paid",
        "“Casualty N” means “... When you cast this spell, if a casualty cost was paid for it, copy it. ...”.",
        triggers=_IS_CAST, cost="casualty"),
    Row("squad", "if_its_squad_cost_was_paid", "squad triggers as {source} enters, if its cost was paid",
        "“Squad [cost]” means “... When this creature enters, if its squad cost was paid, create a token ...”.",
        triggers=_ENTERS, cost="squad"),
    Row("offspring", "if_its_offspring_cost_was_paid", "offspring triggers as {source} enters, if its cost was paid",
        "“Offspring [cost]” means “... When this permanent enters, if its offspring cost was paid, ...”.",
        triggers=_ENTERS, cost="offspring"),
    Row("gift", "if_its_gift_cost_was_paid", "gift triggers as {source} enters, if its cost was paid",
        "On a permanent, gift means “When this permanent enters, if its gift cost was paid, [effect].”",
        triggers=_ENTERS, cost="gift"),
    Row("echo", "at_the_first_upkeep", "echo triggers as the first upkeep begins after {source} came",
        "“Echo [cost]” means “At the beginning of your upkeep, if this permanent came since your last upkeep, ...”.",
        triggers=_UPKEEP, when=_came_since_the_last_upkeep),
    Row("suspend", "while_it_is_suspended", "suspend triggers as the upkeep begins while {source} is suspended",
        "“Suspend N” means “... At the beginning of your upkeep, if this card is suspended, remove a counter ...”.",
        triggers=({"trigger": "your-upkeep", "triggers_from": ("exile",)},), when=_is_suspended),
    Row("impending-trigger", "at_the_end_step_with_a_time_counter",
        "impending triggers as the end step begins while {source} has a time counter",
        "“Impending” means “... At the beginning of your end step, if its cost was paid and it has a counter, ...”.",
        triggers=_END_STEP, when=_is_impending),
)  # fmt: skip
def cost_keyword(
    now: Situation, source: Object, *, triggers: tuple[AbilityFacts, ...], cost: str = "", when: Test | None = None
) -> KeywordTrigger:
    """Return the ability that a keyword means. `cost` is the keyword whose additional cost must have been paid."""

    def was_paid(_now: Situation, spell: Object) -> Truth:
        return is_cost_paid(spell, "additional_costs", cost, now.words)

    return meaning_of_keyword(now, source, triggers, when=was_paid if cost else when)
