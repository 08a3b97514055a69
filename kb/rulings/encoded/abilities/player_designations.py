"""The monarch (724) and the initiative (725): who has the designation, and which of its abilities trigger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.i18n import mark_message
from kb.rulings.encoded.damage.damage_dealing import DealtDamage, deal_damage, proposed_damage
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines_each, encodes_each
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, decided
from kb.rulings.situation.situation import Object, Player, Situation


@dataclass(frozen=True, slots=True)
class _Designation:
    """The words for a designation that a player can have.

    Attributes:
        name: the name of the fact and of the question.
        event: the event with which a player gets the designation.
        step: the step at whose beginning an ability triggers.
        triggered: the word for this ability in answers.
    """

    name: str
    event: str
    step: str
    triggered: str


_MONARCH = _Designation("monarch", "become-monarch", "end", "draw")
_INITIATIVE = _Designation("initiative", "take-initiative", "upkeep", "venture")


@encodes_each(
    Row("monarch-taken", "by_combat_damage_to_the_monarch",
        "{creature} deals combat damage to the monarch, {holder}: its controller becomes the monarch",
        "Whenever a creature deals combat damage to the monarch, its controller becomes the monarch."),
    Row("initiative-taken", "by_combat_damage_of_creatures",
        "{creature} deals combat damage to {holder}, who has the initiative: its controller takes the initiative",
        "Whenever creatures deal combat damage to the player with the initiative, their controller takes it."),
)  # fmt: skip
def by_combat_damage(_now: Situation, creature: Object, _holder: Player, combat: Truth) -> Truth:
    """If a creature deals combat damage to the player with the designation, its controller gets the designation."""
    return all_of(combat, creature.has_type("creature"))


@encodes_each(
    Row("monarch-draws", "at_the_end_step_of_the_monarch", "{holder} draws a card: the monarch's end step begins",
        "At the beginning of the monarch's end step, that player draws a card."),
    Row("initiative-ventures", "at_the_upkeep_of_its_holder",
        "{holder}, who has the initiative, ventures into Undercity: their upkeep begins",
        "At the beginning of the upkeep of the player who has the initiative, that player ventures into Undercity."),
)  # fmt: skip
def at_the_beginning_of_their_step(now: Situation, holder: Player, step: str) -> Truth:
    """An ability triggers at the beginning of a step of the player who has the designation."""
    return all_of(now.game.step == step, holder.is_active, now.game.just_happened == "beginning")


@defines_each(
    Row("monarch-leaves", "the_active_player_becomes_the_monarch",
        "{holder}, the monarch, leaves the game: the active player becomes the monarch, or the next player",
        "If the monarch leaves the game, the active player becomes the monarch, or else the next player."),
    Row("initiative-leaves", "the_active_player_takes_the_initiative",
        "{holder}, who has the initiative, leaves the game: the active player takes it, or the next player",
        "If the player with the initiative leaves the game, the active player takes it, or else the next player."),
)  # fmt: skip
def active_or_next_player(now: Situation, _holder: Player) -> str | WordValue:
    """The active player gets the designation. If that player leaves, too, the next player in turn order gets it."""
    names = [each.id for each in now.players]
    active = now.game.active
    if active.value not in names:
        return active
    place = names.index(active.value)
    return next((each for each in names[place:] + names[:place] if not _has_left(now, each)), "none")


def _has_left(now: Situation, name: str) -> bool:
    player = now.player(name)
    return player is not None and any_of(player.lost, player.conceded).value is True


@answers("monarch", "Who is the monarch after what is proposed, and which abilities of the monarch trigger?", "nothing",
         "rules ask monarch -f situation.yaml")  # fmt: skip
def _monarch(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    return _designated(now, _MONARCH)


@answers("initiative", "Who has the initiative after what is proposed, and which of its abilities trigger?", "nothing",
         "rules ask initiative -f situation.yaml")  # fmt: skip
def _initiative(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    return _designated(now, _INITIATIVE)


def _designated(now: Situation, which: _Designation) -> DerivedValue:
    """Return the player with a designation after all that is proposed, and the abilities that trigger."""
    steps, triggers = Derivation(now), list[str]()
    if now.law.rule(f"{which.name}-taken") is None:
        return DerivedValue(None, now.rule(f"{which.name}-taken"))
    holder = _after_events(steps, which, triggers)
    player = now.player(holder or "")
    if player is not None and _has_left(now, player.id):
        found = steps.apply_rule(f"{which.name}-leaves", player)
        player = now.player((steps.read_value(found) if isinstance(found, WordValue) else found) or "")
        holder = player.id if player is not None else "none"
    answer: dict[str, Any] = {which.name: holder}
    if player is not None:
        takers = _takers(steps, which, player)
        if takers:
            answer = {which.name: takers[0] if len(takers) == 1 else takers}
            answer |= {"chooses": player.id} if len(takers) > 1 else {}
            triggers += ["combat-damage", *(["venture"] if which is _INITIATIVE else [])]
        begins = now.rule(_AT_A_STEP[which.name], player, which.step)
        if begins.value is not False and now.game.step.is_known and steps.check(begins):
            triggers.append(which.triggered)
    return steps.result(answer | {"triggers": triggers})


_AT_A_STEP = {"monarch": "monarch-draws", "initiative": "initiative-ventures"}
"""The concept of the ability that triggers at the beginning of a step."""


def _after_events(steps: Derivation, which: _Designation, triggers: list[str]) -> str | None:
    """Return the player with the designation after the proposed events, or None if it isn't known."""
    taken = [each for each in steps.now.proposed.events if each.happens.value == which.event]
    names = [name for each in taken for name in steps.read_value(each.things) or ()]
    if names and which is _INITIATIVE:
        triggers += ["venture"] * len(names)
    held: WordValue = getattr(steps.now.game, which.name)
    found: str | None = names[-1] if names else steps.read_value(held)
    return found


def _takers(steps: Derivation, which: _Designation, holder: Player) -> list[str]:
    """Return the controllers of the creatures that deal combat damage to the player with the designation."""
    now = steps.now
    if not now.proposed.damage.is_known:
        return []
    events, lacking = proposed_damage(now, QuestionArguments("damage"))
    steps.check(all_of(*lacking))
    found: list[str] = []
    for dealt in (deal_damage(now, each, events) for each in events):
        if dealt.event.to is holder and _takes(steps, which, dealt, holder):
            controller = steps.read_value(dealt.event.source.controller)
            found += [controller] if controller not in (None, *found) else []
    return found


def _takes(steps: Derivation, which: _Designation, dealt: DealtDamage, holder: Player) -> bool:
    event = dealt.event
    taken = steps.now.rule(f"{which.name}-taken", event.source, holder, event.combat)
    happens = all_of(dealt.happens, taken)
    nothing = mark_message("{source} deals no combat damage to {player}")
    if happens.value is False:
        steps.check(decided(constant(True, nothing, source=event.source, player=holder)))
        return False
    return steps.check(happens) is True
