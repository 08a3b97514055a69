"""State-based actions on protectors, sectors, speed, dungeons, commanders, schemes and phenomena (704.5, 704.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.i18n import mark_message
from kb.rulings.encoded.life.player_loss import implies_commander
from kb.rulings.engine.actions import Action, choose, other_action, put_into_graveyard
from kb.rulings.law.rule_registry import performs, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, every, not_, some
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import SECTORS

# --- battles -------------------------------------------------------------------------------------------------


@performs("battle-without-protector")
def protector_is_chosen(now: Situation) -> Iterator[Action]:
    """A battle that isn't attacked and has no protector in the game gets a protector, or goes to the graveyard."""
    attackers = [each for each in now.possible_permanents("creature") if (each.attacking != "none").value is not False]
    for battle in now.possible_permanents("battle"):
        gone = [all_of(battle.protector == each, each.lost) for each in now.players]
        attacks = some(each.attacking == battle for each in attackers if each is not battle)
        not_attacked = not_(all_of(now.game.phase == "combat", attacks))
        nobody = any_of(battle.protector == "none", *gone)
        yield _new_protector(now, battle, all_of(battle.is_permanent_of_type("battle"), nobody, not_attacked))


@performs("siege-of-its-protector")
def opponent_becomes_protector(now: Situation) -> Iterator[Action]:
    """A Siege protected by its own controller gets an opponent as its protector, or goes to the graveyard."""
    for siege in now.possible_permanents("siege"):
        is_siege = all_of(siege.is_permanent_of_type("battle"), siege.has_subtype("siege"))
        yield _new_protector(now, siege, all_of(is_siege, siege.controller == siege.protector))


def _new_protector(now: Situation, battle: Object, when: Truth) -> Action:
    """Return the choice of a protector: an opponent for a Siege, the controller for other battles (310.8a)."""
    controller = now.player(battle.controller.value or "")
    can_be = [each for each in now.players if each.lost.value is not True and _is_appropriate(battle, controller, each)]
    if controller is not None and not can_be and len(now.players) > 1:
        return put_into_graveyard(battle, when=when)
    return choose("choose-protector", battle, controller, (each.id for each in can_be),
                  mark_message("{player} chooses a protector for {thing}"), when)  # fmt: skip


def _is_appropriate(battle: Object, controller: Player | None, player: Player) -> bool:
    if controller is None:
        return False
    return player in controller.opponents if "siege" in battle.subtypes else player is controller


# --- sectors, speed ------------------------------------------------------------------------------------------


@performs("sector-designation")
def creatures_get_a_sector(now: Situation) -> Iterator[Action]:
    """While there is a space sculptor, the controller of each creature without a sector chooses a sector for it.

    Players who control no space sculptor choose first.
    """
    sculptors = [each for each in now.permanents if "space sculptor" in each.keywords]
    if not sculptors:
        return
    owners = [each.controller.value for each in sculptors]
    creatures = [each for each in now.possible_permanents("creature") if (each.sector == "none").value is not False]
    sculpted = some(each.is_permanent for each in sculptors)
    for creature in sorted(creatures, key=lambda each: each.controller.value in owners):
        controller = now.player(creature.controller.value or "")
        when = all_of(sculpted, creature.is_permanent_of_type("creature"), creature.sector == "none")
        yield choose("choose-sector", creature, controller, SECTORS,
                     mark_message("{player} chooses a sector designation for {thing}"), when)  # fmt: skip


_ENGINES = ("start your engines!", "start your engines")


@performs("first-speed")
def speed_becomes_one(now: Situation) -> Iterator[Action]:
    """A player without speed who controls a permanent with "start your engines!" gets speed 1."""
    engines = [each for each in now.permanents if any(word in each.keywords for word in _ENGINES)]
    for player in now.players if engines else ():
        owns_one = some(all_of(each.is_permanent, player.controls(each)) for each in engines)
        says = mark_message("the speed of {things} becomes 1")
        yield other_action("set-speed", (player,), says, all_of(player.speed == 0, owns_one), speed=1)


# --- the command zone ----------------------------------------------------------------------------------------


def _face_up(card: Object) -> Truth:
    """Yes if a card is face up in the command zone."""
    return all_of(card.zone == "command", not_(card.face_down))


def _cards_of_type(now: Situation, kind: str) -> list[Object]:
    return [each for each in now.objects if kind in each.types]


@performs("dungeon-completed")
def dungeon_is_removed(now: Situation) -> Iterator[Action]:
    """A dungeon is removed once the marker is on its bottommost room and its room abilities have left the stack."""
    for dungeon in _cards_of_type(now, "dungeon"):
        when = all_of(dungeon.zone == "command", dungeon.room == dungeon.bottom_room, not_(dungeon.has_pending_ability))
        says = mark_message("{things}: removed from the game by its owner, who has completed it")
        yield other_action("remove-from-game", (dungeon,), says, when, zone="outside")


@performs("commander-return")
def owner_may_put_commander_into_command_zone(now: Situation) -> Iterator[Action]:
    """The owner of a commander that was just put into a graveyard or exile may put it into the command zone."""
    for card in now.objects_off_battlefield:
        when = all_of(
            now.game.is_variant("commander", "brawl", implied=implies_commander(now)),
            card.commander,
            card.zone.is_one_of("graveyard", "exile"),
            card.put_there_since_check,
        )
        says = mark_message("{player} may put {thing} into the command zone")
        yield _may_go_to_the_command_zone(now, card, says, when)


def _may_go_to_the_command_zone(now: Situation, card: Object, says: str, when: Truth) -> Action:
    owner = now.player(card.owner.value or card.controller.value or "")
    return choose("command-zone", card, owner, ("command", card.zone.value or "graveyard"), says, when)


@performs("commander-instead", question="sba-instead")
def command_zone_instead_of_graveyard(now: Situation, event: list[Action]) -> Iterator[Action]:
    """If a commander would be put into a graveyard, its owner may put it into the command zone instead."""
    for action in event:
        for name in (thing for thing, fact, value in action.changes if (fact, value) == ("zone", "graveyard")):
            if (card := now.object(name)) is not None and card.commander.value is not False:
                played = now.game.is_variant("commander", "brawl", implied=implies_commander(now))
                says = mark_message("{player} may put {thing} into the command zone instead of the graveyard")
                yield _may_go_to_the_command_zone(now, card, says, all_of(action.condition, played, card.commander))


@performs("scheme-done")
def scheme_without_pending_ability_is_turned_down(now: Situation) -> Iterator[Action]:
    """A face-up scheme that isn't ongoing is turned face down once all its abilities have left the stack."""
    return _turn_down_schemes(now, lambda scheme: not_(scheme.has_pending_ability))


@variant_of(scheme_without_pending_ability_is_turned_down)
def scheme_is_turned_down_once_no_scheme_has_abilities(now: Situation) -> Iterator[Action]:
    """A face-up scheme that isn't ongoing is turned face down once the abilities of all schemes have left the stack."""
    schemes = _cards_of_type(now, "scheme")
    return _turn_down_schemes(now, lambda _scheme: every(not_(each.has_pending_ability) for each in schemes))


def _turn_down_schemes(now: Situation, over: Callable[[Object], Truth]) -> Iterator[Action]:
    for scheme in _cards_of_type(now, "scheme"):
        played = now.game.is_variant("archenemy", implied=True)
        when = all_of(played, _face_up(scheme), not_(scheme.supertypes.contains("ongoing")), over(scheme))
        says = mark_message("{things}: turned face down and put on the bottom of its owner's scheme deck")
        yield other_action("scheme", (scheme,), says, when, face_down=True)


@performs("phenomenon-done")
def planar_controller_planeswalks(now: Situation) -> Iterator[Action]:
    """The planar controller planeswalks once all abilities of a face-up phenomenon have left the stack."""
    for phenomenon in _cards_of_type(now, "phenomenon"):
        played = now.game.is_variant("planechase", implied=True)
        when = all_of(played, _face_up(phenomenon), not_(phenomenon.has_pending_ability))
        says = mark_message("the planar controller planeswalks away from {things}")
        yield other_action("planeswalk", (phenomenon,), says, when, face_down=True)
