"""Players who leave a multiplayer game, and the objects that leave, cease to exist or change controllers (800.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.engine.state_based_checks import find_state_based_actions
from kb.rulings.law.rule_registry import defines, encodes, forbids, variant_of
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Effect, Object, Player, Situation


class Departure(NamedTuple):
    """The effect of a player's departure on the objects that the player controls but doesn't own.

    Attributes:
        cards_cease: True if spells that are cards cease to exist. Abilities and copies always cease to exist.
        others: the fate of the other objects: `leaves` (they leave the game) or `exiled`.
    """

    cards_cease: bool
    others: str


@defines("leaving-the-game", "{player} leaves the game, with what they own and the effects that give them control")
def what_is_still_controlled_leaves(_now: Situation, _player: Player) -> Departure:
    """As a player leaves, all that they own or still control leaves, too. Their spells and abilities cease to exist."""
    return Departure(cards_cease=True, others="leaves")


@variant_of(what_is_still_controlled_leaves)
def what_is_still_controlled_is_exiled(_now: Situation, _player: Player) -> Departure:
    """Objects that a leaving player still controls but doesn't own are exiled (removed from the game)."""
    return Departure(cards_cease=True, others="exiled")


@variant_of(what_is_still_controlled_leaves)
def only_what_is_no_card_ceases(_now: Situation, _player: Player) -> Departure:
    """As a player leaves, their noncard objects on the stack cease to exist. Objects they still control are exiled."""
    return Departure(cards_cease=False, others="exiled")


@encodes("token-owner", "{player} owns the token {token}, which entered under their control")
def under_whose_control_it_entered(_now: Situation, token: Object, player: Player) -> Truth:
    """The owner of a token is the player under whose control the token entered."""
    return all_of(token.token, token.entered_under == player)


class _Leaving:
    """The departure of one player, and the fate of each object."""

    def __init__(self, now: Situation, player: Player) -> None:
        self.now, self.player, self.steps = now, player, Derivation(now)
        self.departure: Departure | None = self.steps.apply_rule("leaving-the-game", player)
        self.gone = {each.id for each in now.objects if self._owns(each)}

    def fates(self) -> DerivedValue:
        """Return a dict from ids to fates: `leaves`, `ceases`, `exiled`, `graveyard`, or `{"controller": id}`."""
        if self.departure is None:
            return DerivedValue(None, constant(False, "there is no such rule in this edition"))
        found: dict[str, Any] = {each.id: self._fate(each, self.departure) for each in self.now.objects}
        if self.steps.truth.value is True:
            found |= dict.fromkeys(self._state_based(found), "graveyard")
        return self.steps.result({name: fate for name, fate in found.items() if fate is not None})

    def _owns(self, thing: Object) -> bool:
        is_token = "owner" not in thing.stated and thing.token.value is True
        owned = self.now.rule("token-owner", thing, self.player) if is_token else thing.owner == self.player
        return self.steps.check(owned) is True

    def _fate(self, thing: Object, departure: Departure) -> Any:
        if thing.id in self.gone:
            return "leaves"
        zone = self.steps.read_value(thing.zone)
        if zone not in ("battlefield", "stack", "command"):
            return None
        controller = self._controller(thing)
        if controller is None or controller != self.player.id:
            return {"controller": controller}
        if zone == "stack" and (departure.cards_cease or self.steps.check(_is_no_card(thing))):
            return "ceases"
        return departure.others

    def _controller(self, thing: Object) -> str | None:
        """Return the id of an object's controller, ignoring the effects that end as the player leaves."""
        giving = [each for each in self.now.effects if self._applies(each, thing)]
        lasting = [each for each in giving if not self._ends(each)]
        found: str | None
        if lasting:
            found = lasting[-1].stated["to"][0]
        elif not giving and "entered_under" not in thing.stated:
            found = self.steps.read_value(thing.controller)
            found = self.steps.read_value(thing.entered_under) if found == self.player.id else found
        else:
            entered, owner = thing.entered_under, thing.owner
            if not entered.is_known:
                usual = WordValue(owner.value, entered.fact, entered.label, thing, assumed=True)
                entered = usual if owner.is_known else owner
            found = self.steps.read_value(entered)
        return found

    def _applies(self, effect: Effect, thing: Object) -> bool:
        """True if an effect in force gives a player control of an object."""
        gives = effect.stated.get("says") == "controls" and bool(effect.stated.get("to")) and effect.covers(thing)
        return gives and self.steps.check(effect.in_force) is True

    def _ends(self, effect: Effect) -> bool:
        """True if an effect ends: it gives control to the leaving player, or its source is a permanent that leaves."""
        source = self.now.object(effect.stated.get("source") or "")
        goes = source is not None and source.id in self.gone and source.is_permanent.value is True
        return effect.stated["to"][0] == self.player.id or goes

    def _state_based(self, fates: dict[str, Any]) -> list[str]:
        """Return the ids of the Auras that go to graveyards because the objects that they enchant are gone."""
        away = {name for name, fate in fates.items() if isinstance(fate, str)}
        left: dict[str, dict[str, Any]] = {}
        for each in self.now.objects:
            if each.id not in away:
                fate = fates[each.id]
                facts = {**each.stated, **({} if fate is None or fate["controller"] is None else fate)}
                left[each.id] = facts | ({"attached_to": "none"} if facts.get("attached_to") in away else {})
        after = self.now.replace(objects=left)
        lost = [each.id for each in self.now.objects if each.stated.get("attached_to") in away]
        actions = [action for _concept, action in find_state_based_actions(after) if action.kind == "graveyard"]
        return [name for action in actions if action.condition.value is True for name in action.things if name in lost]


def _is_no_card(thing: Object) -> Truth:
    """Yes if no card represents an object on the stack. No card represents an ability or a copy of a spell."""
    if "source" in thing.stated:
        return constant(True, "{thing} is an ability", thing=thing)
    no_card = not_(thing.card)
    return any_of(no_card, thing.copy.is_one_of("spell", "card")) if "copy" in thing.stated else no_card


@answers("leaves-game", "What becomes of each object when this player leaves the game?", "player",
         "rules ask leaves-game p1 -f situation.yaml")  # fmt: skip
def _leaves_game(now: Situation, asked: QuestionArguments) -> DerivedValue:
    return _Leaving(now, asked.named_player(now)).fates()


@forbids("triggers", "abilities-of-who-left", "who would control {thing} has left the game",
         where=lambda now, _thing: some(any_of(each.lost, each.conceded) for each in now.players))  # fmt: skip
def not_put_on_the_stack(now: Situation, thing: Object) -> Truth:
    """A triggered ability that would be controlled by a player who has left isn't put on the stack."""
    return some(all_of(any_of(each.lost, each.conceded), thing.controller == each) for each in now.players)
