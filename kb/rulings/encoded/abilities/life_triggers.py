"""Abilities that trigger on gaining life, and the number of simultaneous life gain events (119.9, 702.15e)."""

from __future__ import annotations

from kb.rulings.encoded.abilities.combat_triggers import WatchedThings
from kb.rulings.encoded.abilities.event_occurrences import TriggerTimes
from kb.rulings.encoded.damage.damage_dealing import damage_results
from kb.rulings.encoded.damage.damage_modifiers import DamageResult
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.rule_registry import Row, defines_each, encodes
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.situation import Object, Player, Situation


@encodes("lifelink-events", "{sources} with lifelink cause separate life gain events")
def each_source_by_itself(_now: Situation, sources: tuple[str, ...]) -> Truth:
    """If multiple sources with lifelink deal damage at the same time, they cause separate life gain events."""
    return constant(len(sources) > 1)


@defines_each(
    Row("trigger-gains-life", "for_each_source",
        "“whenever a player gains life” triggers for each source that causes it",
        '"Whenever a player gains life" means "whenever a source causes a player to gain life".', least=0),
    Row("trigger-gains-life", "for_each_source_of_more_than_none", "",
        "The ability triggers for each source that causes the player to gain life. Gaining 0 isn't an event.", least=1),
)  # fmt: skip
def life_gain_events(now: Situation, _source: Object, watched: WatchedThings, *, least: int) -> TriggerTimes:
    """The ability triggers for each source that causes a player to gain at least `least` life."""
    players = (each for each in watched if isinstance(each, Player))
    return [event for player in players for event in _lifelink_events(now, player, least)]


def _lifelink_events(now: Situation, player: Player, least: int) -> TriggerTimes:
    if not now.proposed.damage.is_known:
        return []
    results, dealt = damage_results(now, QuestionArguments("damage"))
    gained: dict[str, list[DamageResult]] = {}
    for each in results:
        if each.whose == player.id and each.what == "life_gained":
            gained.setdefault(each.source, []).append(each)
    sources = tuple(gained)
    rule = now.law.rule("lifelink-events")
    apart = [now.rule("lifelink-events", sources)] if rule is not None and len(sources) > 1 else []
    return [
        all_of(dealt, *apart, *(all_of(each.occurs, each.amount >= least) for each in of_one))
        for of_one in gained.values()
    ]
