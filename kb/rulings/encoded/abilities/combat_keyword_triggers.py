"""Keywords that trigger in combat, such as melee, bushido and renown (702): what they trigger on."""

from __future__ import annotations

from kb.rulings.encoded.abilities.keyword_triggers import AbilityFacts, KeywordTrigger, Test, meaning_of_keyword
from kb.rulings.law.rule_registry import Row, defines_each
from kb.rulings.logic.ternary import Truth, constant, every, not_, some, unstated
from kb.rulings.situation.situation import Object, Situation


def _attacks_with_a_stronger_one(now: Situation, source: Object) -> Truth:
    """Yes if another creature with greater power is declared as an attacker, too."""
    if not now.proposed.attackers.is_known:
        return now.proposed.attackers.stated
    names = [each.creature.value for each in now.proposed.attackers]
    others = [each for name in names if (each := now.object(name or "")) is not None and each.id != source.id]
    return some(each.power > source.power for each in others)


def _attacks_the_player_with_most_life(now: Situation, source: Object) -> Truth:
    """Yes if the creature attacks a player who has the most life or is tied for it."""
    if not now.proposed.attackers.is_known:
        return now.proposed.attackers.stated
    for each in now.proposed.attackers:
        if each.creature.value == source.id:
            if each.attacks.value is None:
                return unstated(each.attacks.fact)
            player = now.player(each.attacks.value)
            others = [other for other in now.players if player is not None and other.id != player.id]
            return constant(False) if player is None else every(player.life >= other.life for other in others)
    return constant(False)


def _is_not_renowned(_now: Situation, source: Object) -> Truth:
    return not_(source.renowned)


def _blocked_by_several(now: Situation, source: Object) -> Truth:
    """Yes if two or more creatures are declared as blockers of the creature."""
    if not now.proposed.blockers.is_known:
        return now.proposed.blockers.stated
    blocks = [each.blocks.contains(source) for each in now.proposed.blockers]
    surely, perhaps = ([each for each in blocks if each.value in values] for values in ((True,), (True, None)))
    return constant(len(surely) > 1) if len(perhaps) < 2 or len(surely) > 1 else every(perhaps)


_ATTACKS: tuple[AbilityFacts, ...] = ({"trigger": "attacks"},)
_DAMAGES: tuple[AbilityFacts, ...] = ({"trigger": "deals-combat-damage-to-a-player"},)
_BLOCKED: tuple[AbilityFacts, ...] = ({"trigger": "becomes-blocked"},)


@defines_each(
    Row("provoke", "provoke_whenever_it_attacks", "the keyword ability triggers whenever {source} attacks",
        "“Provoke” means “Whenever this creature attacks, ...”.", triggers=_ATTACKS),
    Row("myriad", "myriad_whenever_it_attacks", "", "“Myriad” means “Whenever this creature attacks, ...”.",
        triggers=_ATTACKS),
    Row("melee", "melee_whenever_it_attacks", "", "“Melee” means “Whenever this creature attacks, ...”.",
        triggers=_ATTACKS),
    Row("mentor", "mentor_whenever_it_attacks", "", "“Mentor” means “Whenever this creature attacks, ...”.",
        triggers=_ATTACKS),
    Row("mobilize", "mobilize_whenever_it_attacks", "", "“Mobilize N” means “Whenever this creature attacks, ...”.",
        triggers=_ATTACKS),
    Row("firebending", "firebending_whenever_it_attacks", "",
        "“Firebending N” means “Whenever this creature attacks, ...”.", triggers=_ATTACKS),
    Row("decayed-trigger", "decayed_when_it_attacks", "", "“Decayed” means “... When this creature attacks, ...”.",
        triggers=_ATTACKS),
    Row("training", "with_a_creature_of_greater_power",
        "training triggers whenever {source} and another creature with greater power attack",
        "“Training” means “Whenever this creature and at least one other creature with greater power attack, ...”.",
        triggers=_ATTACKS, when=_attacks_with_a_stronger_one),
    Row("dethrone", "the_player_with_the_most_life",
        "dethrone triggers whenever {source} attacks the player with the most life or tied for most life",
        "“Dethrone” means “Whenever this creature attacks the player with the most life or tied for most life, ...”.",
        triggers=_ATTACKS, when=_attacks_the_player_with_most_life),
    Row("rampage", "blocked_by_two_or_more", "rampage triggers whenever {source} becomes blocked by several creatures",
        "“Rampage X” means “Whenever this creature becomes blocked by two or more creatures, ...”.",
        triggers=_BLOCKED, when=_blocked_by_several),
    Row("rampage", "rampage_whenever_it_becomes_blocked",
        "the keyword ability triggers whenever {source} becomes blocked",
        "“Rampage N” means “Whenever this creature becomes blocked, ...”.", triggers=_BLOCKED),
    Row("bushido", "whenever_it_blocks_or_becomes_blocked",
        "bushido triggers whenever {source} blocks or becomes blocked",
        "“Bushido N” means “Whenever this creature blocks or becomes blocked, ...”.",
        triggers=({"trigger": "blocks"}, *_BLOCKED)),
    Row("poisonous", "poisonous_whenever_it_damages_a_player",
        "the keyword ability triggers whenever {source} deals combat damage to a player",
        "“Poisonous N” means “Whenever this creature deals combat damage to a player, ...”.", triggers=_DAMAGES),
    Row("ingest", "ingest_whenever_it_damages_a_player", "",
        "“Ingest” means “Whenever this creature deals combat damage to a player, ...”.", triggers=_DAMAGES),
    Row("renown", "while_it_is_not_renowned", "renown triggers as {source}, not renowned, damages a player",
        "“Renown N” means “When this creature deals combat damage to a player, if it isn't renowned, ...”.",
        triggers=_DAMAGES, when=_is_not_renowned),
    Row("lifelink-trigger", "lifelink_whenever_it_deals_damage",
        "the keyword ability triggers whenever {source} deals damage",
        "“Lifelink” means “Whenever this permanent deals damage, you gain that much life.”",
        triggers=({"trigger": "deals-damage"},)),
    Row("deathtouch-trigger", "whenever_it_deals_damage_to_a_creature",
        "deathtouch triggers whenever {source} deals damage to a creature",
        "“Deathtouch” means “Whenever this permanent deals damage to a creature, destroy that creature.”",
        triggers=({"trigger": "deals-damage-to-a-creature"},)),
)  # fmt: skip
def combat_keyword(
    now: Situation, source: Object, *, triggers: tuple[AbilityFacts, ...], when: Test | None = None
) -> KeywordTrigger:
    """Return the abilities that a keyword means, which trigger on `triggers` if the test `when` holds."""
    return meaning_of_keyword(now, source, triggers, when=when)
