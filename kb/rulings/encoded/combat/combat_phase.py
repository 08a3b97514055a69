"""The combat phase (506, 511; 306, 311 before 2009): its steps, removal, attacking alone, defending players."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.casting.casting_restrictions import some_permanent
from kb.rulings.encoded.combat.banding import is_blocked
from kb.rulings.encoded.combat.combat_damage import has_two_damage_steps
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, defines_each, encodes, encodes_each, forbids, requires, variant_of
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, decided, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation

# --- the steps -----------------------------------------------------------------------------------------------


def _somebody_attacks(now: Situation) -> Truth:
    """Yes if a creature is attacking, or is proposed to attack."""
    if now.proposed.attackers.is_known:
        return constant(bool(len(now.proposed.attackers)), "creatures are declared as attackers")
    found = [each.attacking != "none" for each in now.possible_permanents("creature")]
    if "battlefield" not in now.closed and not any(each.value for each in found):
        return unknown("proposed.attackers", "not stated: whether creatures are declared as attackers")
    return some(found)


@encodes("skipped-steps", "the declare blockers and combat damage steps are skipped")
def skipped_if_nothing_attacks(now: Situation) -> Truth:
    """If no creature is declared as an attacker or enters attacking, the blocking and damage steps are skipped."""
    return not_(_somebody_attacks(now))


@encodes("combat-phase-steps", "there are two combat damage steps")
def two_if_a_creature_strikes_first(now: Situation) -> Truth:
    """There are two combat damage steps if any attacking or blocking creature has first strike or double strike."""
    return has_two_damage_steps(now)


@answers("combat-steps", "Which steps does this combat phase have?", "nothing",
         "rules ask combat-steps -f situation.yaml")  # fmt: skip
def _combat_steps(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    skipped, two = now.rule("skipped-steps"), now.rule("combat-phase-steps")
    steps = ["beginning-of-combat", "declare-attackers"]
    truths = [decided(skipped)]
    if skipped.value is False:
        steps += ["declare-blockers", "combat-damage", *(["combat-damage"] if two.value else [])]
        truths.append(decided(two))
    return DerivedValue([*steps, "end-of-combat"], all_of(*truths))


# --- removal from combat -------------------------------------------------------------------------------------


def _is_attacked(now: Situation, permanent: Object) -> Truth:
    """Yes if a creature is attacking a permanent."""
    return some(each.attacking == permanent for each in now.objects if each.attacking.is_known)


def _was_declared(permanent: Object) -> Truth:
    """Yes if a permanent was declared as an attacking or blocking creature."""
    return any_of(permanent.attacking != "none", not_(permanent.blocking.is_empty))


@forbids("in-combat", "removed-from-combat", "{permanent} has been removed from combat")
def creature_gone(_now: Situation, permanent: Object) -> Truth:
    """A creature leaves combat if it leaves play, changes controllers, regenerates, is removed, or isn't a creature."""
    return any_of(_has_left(permanent), not_(permanent.is_permanent), not_(permanent.has_type("creature")))


def _has_left(permanent: Object) -> Truth:
    return any_of(permanent.changed_controller, permanent.removed_from_combat, permanent.regenerated)


@variant_of(creature_gone)
def creature_or_planeswalker_gone(now: Situation, permanent: Object) -> Truth:
    """Attacked planeswalkers, too, leave combat for the reasons in `creature_gone`. Phasing out is a reason, too."""
    return any_of(_has_left(permanent), not_(permanent.is_permanent), not_(_is_still_in(now, permanent)))


@variant_of(creature_gone)
def gone_but_for_phasing(now: Situation, permanent: Object) -> Truth:
    """Attacked planeswalkers, too, leave combat for the reasons in `creature_gone`. Phasing out isn't a reason."""
    return any_of(_has_left(permanent), permanent.zone != "battlefield", not_(_is_still_in(now, permanent)))


@variant_of(creature_gone)
def creature_planeswalker_or_battle_gone(now: Situation, permanent: Object) -> Truth:
    """Attacked battles, too, leave combat as in `creature_gone`. A creature also leaves if it becomes a battle."""
    creature = all_of(_was_declared(permanent), permanent.has_type("creature"), not_(permanent.has_type("battle")))
    planeswalker = all_of(permanent.has_type("planeswalker"), _is_protected_by_its_controller(permanent))
    being_attacked = all_of(_is_attacked(now, permanent), any_of(permanent.has_type("battle"), planeswalker))
    return any_of(_has_left(permanent), not_(permanent.is_permanent), not_(any_of(creature, being_attacked)))


def _is_protected_by_its_controller(permanent: Object) -> Truth:
    """Yes if a planeswalker has no protector except its controller. Otherwise, it is attacked as a battle (506.4e)."""
    if permanent.stated.get("protector") in (None, "none"):
        return constant(True)
    return permanent.protector == permanent.controller


def _is_still_in(now: Situation, permanent: Object) -> Truth:
    """Yes if a permanent is an attacking or blocking creature, or an attacked planeswalker."""
    return any_of(
        all_of(_was_declared(permanent), permanent.has_type("creature")),
        all_of(_is_attacked(now, permanent), permanent.has_type("planeswalker")),
    )


@encodes_each(
    Row("attacking-creature", "still_the_active_players",
        "{permanent} became an attacking creature, and its controller is the active player",
        "Each chosen creature still controlled by the active player becomes an attacking creature.",
        where=lambda _now, permanent: permanent.attacking != "none", active=True),
    Row("blocking-creature", "still_the_defending_players",
        "{permanent} became a blocking creature, and its controller is a defending player",
        "Each chosen creature still controlled by the defending player becomes a blocking creature.",
        where=lambda _now, permanent: not_(permanent.blocking.is_empty), active=False),
    question="in-combat", role="requires",
)  # fmt: skip
def still_its_controllers(now: Situation, permanent: Object, *, active: bool) -> Truth:
    """The active player (if `active`) or a defending player must still control the declared creature."""
    return now.game.active == permanent.controller if active else now.game.active != permanent.controller


def _is_kept_from_it(now: Situation, permanent: Object) -> Truth:
    effects = (each for does in ("attack", "block") for each in now.effects_matching("cant", does, permanent))
    return some(each.in_force for each in effects)


def _what_it_attacks_is_gone(now: Situation, permanent: Object) -> Truth:
    target = now.object(permanent.attacking.value or "")
    if target is None:
        return constant(False)
    is_one = any_of(target.has_type("planeswalker"), target.has_type("battle"))
    return any_of(not_(target.is_permanent), target.removed_from_combat, not_(is_one))


@encodes_each(
    Row("declared-once", "stays_declared",
        "what would have kept {permanent} from attacking or blocking doesn't remove it from combat",
        "Effects that would have kept a declared creature from attacking or blocking don't remove it from combat.",
        where=_is_kept_from_it),
    Row("tapped-in-combat", "tapping_doesnt_remove",
        "that {permanent} is tapped doesn't remove it from combat, nor prevent its combat damage",
        "Tapping or untapping a declared attacker or blocker doesn't remove it from combat or prevent its damage.",
        where=lambda _now, permanent: permanent.tapped if "tapped" in permanent.stated else constant(False)),
    Row("attacked-permanent-removed", "attacks_on",
        "{permanent} is still an attacking creature, although what it attacked is gone",
        "Removing an attacked planeswalker or battle from combat doesn't remove the creature that attacks it.",
        where=_what_it_attacks_is_gone),
    question="in-combat", role="requires",
)  # fmt: skip
def not_removed_by_that(_now: Situation, permanent: Object) -> Truth:
    """A declared attacker or blocker stays in combat, even if, for example, it becomes tapped."""
    return _was_declared(permanent)


@requires("in-combat", "end-of-combat", "combat isn't over, so {permanent} hasn't been removed from it",
          where=lambda now, _permanent: constant(now.game.phase.is_known, "the phase is stated"))  # fmt: skip
def until_the_end_of_combat_step_ends(now: Situation, _permanent: Object) -> Truth:
    """As soon as the end of combat step ends, all creatures, battles and planeswalkers are removed from combat."""
    return now.game.phase == "combat"


@answers("in-combat",
         "Is this still an attacking or blocking creature, or a planeswalker or battle that is being attacked?",
         "object", "rules ask in-combat A -f situation.yaml")  # fmt: skip
def _in_combat(now: Situation, asked: QuestionArguments) -> Truth:
    permanent = asked.object(now)
    declared = any_of(_was_declared(permanent), _is_attacked(now, permanent))
    return all_of(declared, is_permitted(now, "in-combat", "remain in combat", permanent, permanent))


@answers("is-blocked", "Is this attacking creature a blocked creature?", "object",
         "rules ask is-blocked A -f situation.yaml")  # fmt: skip
def _is_blocked(now: Situation, asked: QuestionArguments) -> Truth:
    return is_blocked(now, asked.object(now))


# --- attacking or blocking alone -----------------------------------------------------------------------------


@encodes_each(
    Row("attacks-alone", "attacking_and_no_other", "{creature} is attacking alone",
        "A creature attacks alone if it is attacking but no other creatures are.", attacks=True),
    Row("blocks-alone", "blocking_and_no_other", "{creature} is blocking alone",
        "A creature blocks alone if it is blocking but no other creatures are.", attacks=False),
)  # fmt: skip
def alone(now: Situation, creature: Object, *, attacks: bool) -> Truth:
    """Yes if a creature is the only attacking creature (if `attacks`) or the only blocking creature (otherwise)."""
    creatures = [creature, *(each for each in now.possible_permanents("creature") if each.id != creature.id)]
    does, *others = [each.attacking != "none" if attacks else not_(each.blocking.is_empty) for each in creatures]
    if "battlefield" not in now.closed and not now.as_usual:
        others.append(unknown("closed", "not stated: whether there are other creatures"))
    return all_of(does, not_(some(others)))


@answers("attacks-alone", "Is this creature attacking alone?", "object", "rules ask attacks-alone A -f situation.yaml")
def _attacks_alone(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("attacks-alone", asked.object(now))


@answers("blocks-alone", "Is this creature blocking alone?", "object", "rules ask blocks-alone B -f situation.yaml")
def _blocks_alone(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("blocks-alone", asked.object(now))


# --- defending players ---------------------------------------------------------------------------------------


def defending_player_of(now: Situation, attacked: WordValue, *, include_battles: bool) -> WordValue:
    """Return the player who is attacked, controls the attacked planeswalker, or protects the attacked battle."""
    target = now.thing(attacked.value or "")
    if not isinstance(target, Object):
        return attacked
    return target.protector if include_battles and target.has_type("battle").value else target.controller


def _is_or_was_attacking(creature: Object) -> WordValue:
    still = creature.attacking.value not in (None, "none") and not creature.removed_from_combat.value
    return creature.attacking if still or "was_attacking" not in creature.stated else creature.was_attacking


@defines_each(
    Row("defending-player", "as_it_became_attacking", "the defending player for {creature}",
        "The creature was declared to attack the defending player or that player's planeswalker.",
        target=lambda creature: creature.declared_attacking),
    Row("defending-player", "whom_it_is_attacking", "",
        "The creature is now attacking the defending player or that player's planeswalker.",
        target=lambda creature: creature.attacking),
    Row("defending-player", "whom_it_is_or_was_attacking", "",
        "The creature attacks or last attacked the defending player or that player's planeswalker.",
        target=_is_or_was_attacking),
    Row("defending-player", "whom_or_whose_battle_it_is_or_was_attacking", "",
        "The defending player can also be the protector of the battle that the creature attacks or last attacked.",
        target=_is_or_was_attacking, battles=True),
)  # fmt: skip
def defending_player(
    now: Situation, creature: Object, *, target: Callable[[Object], WordValue], battles: bool = False
) -> WordValue:
    """Return the player that `creature` attacks, or the player whose planeswalker or battle it attacks."""
    return defending_player_of(now, target(creature), include_battles=battles)


@answers("defending-player", "Which player is the defending player for this attacking creature?", "object",
         "rules ask defending-player A -f situation.yaml")  # fmt: skip
def _defending_player(now: Situation, asked: QuestionArguments) -> DerivedValue:
    creature = asked.object(now)
    rule = now.law.rule("defending-player")
    player = rule(now, creature) if rule is not None else creature.attacking
    return DerivedValue.from_rule(player, "defending-player", now, creature)


@encodes("attacking-a-player", "{player} is attacking {whom}")
def controls_a_creature_attacking(now: Situation, player: Player, whom: Player) -> Truth:
    """One player is attacking another if the first player's creature is attacking the second player."""
    return some_permanent(now, [all_of(each.controller == player, each.attacking == whom) for each in now.permanents])


@encodes("attacked-a-player", "{player} has attacked {whom} this combat")
def declared_a_creature_attacking(now: Situation, player: Player, whom: Player) -> Truth:
    """One player has attacked another if the first player declared a creature as attacking the second player."""
    declared = [all_of(each.controller == player, each.declared_attacking == whom) for each in now.objects]
    return some_permanent(now, declared)


def _of_two_players(concept: str, now: Situation, asked: QuestionArguments) -> Truth:
    players = [each for place in (0, 1) if isinstance(each := asked.thing(now, place), Player)]
    return now.rule(concept, *players) if len(players) == len(asked.things) else constant(False)


@answers("is-attacking", "Is the first player attacking the second?", "objects",
         "rules ask is-attacking p1 p2 -f situation.yaml")  # fmt: skip
def _is_attacking(now: Situation, asked: QuestionArguments) -> Truth:
    return _of_two_players("attacking-a-player", now, asked)


@answers("has-attacked", "Has the first player attacked the second this combat?", "objects",
         "rules ask has-attacked p1 p2 -f situation.yaml")  # fmt: skip
def _has_attacked(now: Situation, asked: QuestionArguments) -> Truth:
    return _of_two_players("attacked-a-player", now, asked)
