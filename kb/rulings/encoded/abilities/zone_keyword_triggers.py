"""Keywords that trigger as objects enter, die, are cast or targeted, or as an upkeep begins (702)."""

from __future__ import annotations

from kb.rulings.encoded.abilities.keyword_triggers import (
    AbilityFacts,
    Comparison,
    KeywordTrigger,
    Test,
    meaning_of_keyword,
)
from kb.rulings.law.rule_registry import Row, defines_each
from kb.rulings.logic.ternary import Truth, all_of, any_of, some, unknown
from kb.rulings.situation.situation import Object, Situation


def _is_greater(entering: Object, source: Object) -> Truth:
    """Yes if an entering creature has greater power or greater toughness than the creature with evolve."""
    return any_of(entering.power > source.power, entering.toughness > source.toughness)


def _is_unpaired(other: Object, source: Object) -> Truth:
    """Yes if the entering creature and the creature with soulbond are unpaired. If it enters itself, another is."""
    free = all_of(source.paired_with == "none", other.paired_with == "none")
    if other.id != source.id:
        return free
    now = source.now
    others = [each for each in now.possible_permanents("creature") if each.id != source.id]
    partners = [
        all_of(each.is_permanent_of_type("creature"), each.controller == source.controller, each.paired_with == "none")
        for each in others
    ]
    if "battlefield" not in now.closed and not now.as_usual:
        partners.append(unknown("closed", "not stated: whether there are other creatures"))
    return all_of(free, some(partners))


def _evoke_cost_was_paid(_now: Situation, source: Object) -> Truth:
    return source.alternative_costs.contains("evoke")


def _x_is_five_or_more(_now: Situation, source: Object) -> Truth:
    return source.x >= 5


_ENTERS: tuple[AbilityFacts, ...] = ({"trigger": "enters"},)
_DIES: tuple[AbilityFacts, ...] = ({"trigger": "dies"},)
_IS_CAST: tuple[AbilityFacts, ...] = ({"trigger": "is-cast"},)
_UPKEEP: tuple[AbilityFacts, ...] = ({"trigger": "your-upkeep"},)
_ANOTHER_ENTERS: tuple[AbilityFacts, ...] = ({"trigger": "enters", "quality": ("another creature",)},)


@defines_each(
    Row("exploit", "exploit_as_it_enters", "the keyword ability triggers as {source} enters",
        "“Exploit” means “When this creature enters, you may sacrifice a creature.”", triggers=_ENTERS),
    Row("hideaway", "hideaway_as_it_enters", "", "“Hideaway” means “When this permanent enters, look at ...”.",
        triggers=_ENTERS),
    Row("living-weapon", "living_weapon_as_it_enters", "",
        "“Living weapon” means “When this Equipment enters, create a Germ token, ...”.", triggers=_ENTERS),
    Row("for-mirrodin", "for_mirrodin_as_it_enters", "",
        "“For Mirrodin!” means “When this Equipment enters, create a Rebel token, ...”.", triggers=_ENTERS),
    Row("job-select", "job_select_as_it_enters", "",
        "“Job select” means “When this Equipment enters, create a Hero token, ...”.", triggers=_ENTERS),
    Row("fabricate", "fabricate_as_it_enters", "", "“Fabricate N” means “When this permanent enters, ...”.",
        triggers=_ENTERS),
    Row("backup", "backup_as_it_enters", "", "“Backup N” means “When this creature enters, put N +1/+1 counters ...”.",
        triggers=_ENTERS),
    Row("partner-with-trigger", "partner_with_as_it_enters", "",
        "“Partner with [name]” means “... When this permanent enters, target player may search ...”.",
        triggers=_ENTERS),
    Row("champion", "as_it_enters_and_as_it_leaves",
        "champion triggers as {source} enters, and as it leaves the battlefield",
        "“Champion an [object]” means “When this permanent enters, ...” and “When this permanent leaves, ...”.",
        triggers=(*_ENTERS, {"trigger": "leaves"})),
    Row("evoke", "if_its_evoke_cost_was_paid", "evoke triggers as {source} enters, if its evoke cost was paid",
        "“Evoke [cost]” means “... When this permanent enters, if its evoke cost was paid, ...”.",
        triggers=_ENTERS, when=_evoke_cost_was_paid),
    Row("ravenous", "if_x_is_five_or_more", "ravenous triggers as {source} enters, if X is 5 or more",
        "“Ravenous” means “... When this permanent enters, if X is 5 or more, draw a card.”",
        triggers=_ENTERS, when=_x_is_five_or_more),
    Row("graft", "whenever_another_creature_enters", "graft triggers whenever another creature than {source} enters",
        "“Graft N” means “... Whenever another creature enters, you may move a +1/+1 counter ...”.",
        triggers=_ANOTHER_ENTERS),
    Row("graft", "while_it_has_a_counter", "graft triggers as another creature enters, if {source} has a +1/+1 counter",
        "“Graft N” means “... Whenever another creature enters, if this permanent has a +1/+1 counter on it, ...”.",
        triggers=_ANOTHER_ENTERS, has="+1/+1"),
    Row("evolve", "whenever_a_greater_creature_enters",
        "evolve triggers as a creature with greater power or toughness enters under the control of {source}'s player",
        "“Evolve” means “Whenever a creature you control enters, if its power or toughness is greater, ...”.",
        triggers=({"trigger": "enters", "quality": ("creature you control",)},), compares=_is_greater),
    Row("soulbond", "as_one_of_two_unpaired_creatures_enters",
        "soulbond triggers as {source} or another creature enters, if both are unpaired",
        "“Soulbond” means “When this creature enters, ...” and “Whenever another creature you control enters, ...”.",
        triggers=(*_ENTERS, {"trigger": "enters", "quality": ("another creature you control",)}),
        compares=_is_unpaired),
    Row("modular-trigger", "modular_as_it_dies", "the keyword ability triggers as {source} dies",
        "“Modular N” means “... When this permanent is put into a graveyard from the battlefield, ...”.",
        triggers=_DIES),
    Row("soulshift", "soulshift_as_it_dies", "",
        "“Soulshift N” means “When this permanent is put into a graveyard from the battlefield, ...”.", triggers=_DIES),
    Row("haunt", "haunt_as_it_dies", "",
        "“Haunt” on a permanent means “When this permanent is put into a graveyard from the battlefield, ...”.",
        triggers=_DIES),
    Row("recover", "as_a_creature_is_put_into_your_graveyard",
        "recover triggers as a creature is put into the graveyard of {source}'s owner from the battlefield",
        "“Recover [cost]” means “When a creature is put into your graveyard from the battlefield, ...”.",
        triggers=({"trigger": "dies", "quality": ("creature you own",), "triggers_from": ("graveyard",)},)),
    Row("storm", "storm_as_it_is_cast", "the keyword ability triggers as {source} is cast",
        "“Storm” means “When you cast this spell, copy it for each other spell cast before it this turn. ...”.",
        triggers=_IS_CAST),
    Row("gravestorm", "gravestorm_as_it_is_cast", "", "“Gravestorm” means “When you cast this spell, copy it ...”.",
        triggers=_IS_CAST),
    Row("ripple", "ripple_as_it_is_cast", "", "“Ripple N” means “When you cast this spell, you may reveal ...”.",
        triggers=_IS_CAST),
    Row("cascade", "cascade_as_it_is_cast", "", "“Cascade” means “When you cast this spell, exile cards ...”.",
        triggers=_IS_CAST),
    Row("demonstrate", "demonstrate_as_it_is_cast", "",
        "“Demonstrate” means “When you cast this spell, you may copy it ...”.", triggers=_IS_CAST),
    Row("ward", "as_it_becomes_the_target_of_an_opponents_object",
        "ward triggers whenever {source} becomes the target of a spell or ability an opponent controls",
        "“Ward” means “Whenever this permanent becomes the target of a spell or ability an opponent controls, ...”.",
        triggers=({"trigger": "becomes-target", "caused_by": ("spell or ability an opponent controls",)},)),
    Row("cumulative-upkeep-trigger", "cumulative_upkeep_at_the_upkeep",
        "the keyword ability of {source} triggers at the beginning of its controller's upkeep",
        "“Cumulative upkeep [cost]” means “At the beginning of your upkeep, ... put an age counter ...”.",
        triggers=_UPKEEP),
    Row("fading", "fading_at_the_upkeep", "",
        "“Fading N” means “... At the beginning of your upkeep, remove a fade counter ...”.", triggers=_UPKEEP),
    Row("vanishing", "while_it_has_a_time_counter",
        "vanishing triggers at the beginning of the upkeep, if {source} has a time counter",
        "“Vanishing N” means “... At the beginning of your upkeep, if this permanent has a time counter, ...”.",
        triggers=_UPKEEP, has="time"),
)  # fmt: skip
def zone_keyword(
    now: Situation, source: Object, *, triggers: tuple[AbilityFacts, ...], has: str = "", when: Test | None = None,
    compares: Comparison | None = None,
) -> KeywordTrigger:  # fmt: skip
    """Return the abilities that a keyword means, which trigger on `triggers` if the conditions hold."""
    return meaning_of_keyword(now, source, triggers, has=has, when=when, compares=compares)
