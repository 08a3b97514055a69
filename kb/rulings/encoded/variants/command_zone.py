"""Cards of the command zone: dungeons, planes, phenomena, vanguards, schemes, conspiracies (309, 311 to 315)."""

from __future__ import annotations

from kb.rulings.encoded.layers.current_values import value_after_layer
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import Question, QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines, defines_each, encodes, encodes_each
from kb.rulings.logic.partial_values import NumberValue, WordValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, some
from kb.rulings.situation.situation import Object, Player, Situation

# --- casting --------------------------------------------------------------------------------------------------


@encodes_each(
    Row("dungeons-arent-cast", "no_dungeon_is_cast", "{spell} is a dungeon, which can't be cast",
        "Dungeon cards aren't permanents. They can't be cast, and they leave the command zone only to leave the game.",
        card_type="dungeon"),
    Row("planes-arent-cast", "no_plane_is_cast", "{spell} is a plane, which can't be cast",
        "Plane cards remain in the command zone. They're not permanents. They can't be cast.", card_type="plane"),
    Row("phenomena-arent-cast", "no_phenomenon_is_cast", "{spell} is a phenomenon, which can't be cast",
        "Phenomenon cards remain in the command zone. They're not permanents. They can't be cast.",
        card_type="phenomenon"),
    Row("vanguards-arent-cast", "no_vanguard_is_cast", "{spell} is a vanguard, which can't be cast",
        "Vanguard cards remain in the command zone. They're not permanents. They can't be cast.", card_type="vanguard"),
    Row("schemes-arent-cast", "no_scheme_is_cast", "{spell} is a scheme, which can't be cast",
        "Scheme cards remain in the command zone. They're not permanents. They can't be cast.", card_type="scheme"),
    Row("conspiracies-arent-cast", "no_conspiracy_is_cast", "{spell} is a conspiracy, which can't be cast",
        "Conspiracy cards remain in the command zone. They're not permanents. They can't be cast.",
        card_type="conspiracy"),
    question="can-cast", role="forbids",
)  # fmt: skip
def not_cast(_now: Situation, _player: Player, spell: Object, *, card_type: str) -> Truth:
    """Cards with the type `card_type` remain in the command zone. They can't be cast."""
    return spell.has_type(card_type)


_NOT_CAST = {
    "dungeon": "dungeons-arent-cast", "plane": "planes-arent-cast", "phenomenon": "phenomena-arent-cast",
    "vanguard": "vanguards-arent-cast", "scheme": "schemes-arent-cast", "conspiracy": "conspiracies-arent-cast",
}  # fmt: skip


def stays_in_command_zone(now: Situation, thing: Object) -> Truth:
    """Yes if an object is a card that can't leave the command zone under the rules of the edition."""
    kinds = thing.types if thing.types.is_known else _NOT_CAST
    return any_of(*(now.rule(_NOT_CAST[kind], None, thing) for kind in kinds if kind in _NOT_CAST))


CAN_LEAVE = Question("can-leave-command-zone", "Can this card leave the command zone while it is in the game?",
                     "object", lambda now, asked: not_(stays_in_command_zone(now, asked.object(now))),
                     "rules ask can-leave-command-zone A --fact A.types=plane")  # fmt: skip


# --- controllers ----------------------------------------------------------------------------------------------


@defines_each(
    Row("plane-controller", "planar_controller_has_the_plane",
        "the controller of {card}, a plane, is the planar controller: the active player",
        "The controller of a face-up plane card is the planar controller, normally the active player."),
    Row("phenomenon-controller", "planar_controller_has_the_phenomenon",
        "the controller of {card}, a phenomenon, is the planar controller: the active player",
        "The controller of a face-up phenomenon card is the planar controller, normally the active player."),
)  # fmt: skip
def planar_controller(now: Situation, _card: Object) -> WordValue:
    """The controller of a face-up plane or phenomenon card is the planar controller."""
    return now.game.active


@defines_each(
    Row("vanguard-controller", "owner_has_the_vanguard", "the controller of {card}, a vanguard, is its owner",
        "The controller of a face-up vanguard card is its owner."),
    Row("scheme-controller", "owner_has_the_scheme", "the controller of {card}, a scheme, is its owner",
        "The controller of a face-up scheme card is its owner."),
    Row("conspiracy-controller", "owner_has_the_conspiracy", "the controller of {card}, a conspiracy, is its owner",
        "The controller of a conspiracy card is its owner."),
)  # fmt: skip
def owner_controls(_now: Situation, card: Object) -> WordValue:
    """The controller of a vanguard, scheme or conspiracy card is its owner."""
    return card.owner


@answers("controller", "Who controls this object, after the effects that are stated?", "object",
         "rules ask controller A --fact A.types=plane --active p2")  # fmt: skip
def controller(now: Situation, asked: QuestionArguments) -> DerivedValue:
    card = asked.object(now)
    for kind in ("plane", "phenomenon", "vanguard", "scheme", "conspiracy"):
        is_one = card.has_type(kind)
        concept = f"{kind}-controller"
        if is_one.value is not True or (rule := now.law.rule(concept)) is None:
            continue
        found = DerivedValue.from_rule(rule(now, card), concept, now, card)
        face_up = constant(True) if kind == "conspiracy" else not_(card.face_down)
        return DerivedValue(found.value, all_of(face_up, found.truth))
    steps = Derivation(now)
    found = value_after_layer(steps, card, "control")
    return steps.result(found or steps.read_value(card.controller))


# --- vanguards ------------------------------------------------------------------------------------------------


@defines("vanguard-hand-modifier",
         "the hand modifier of the vanguard of {player} changes how many cards they begin with")  # fmt: skip
def hand_modifier_is_applied(_now: Situation, player: Player) -> NumberValue:
    """A vanguard card's hand modifier changes its owner's starting and maximum hand size, which are normally seven."""
    return player.hand_modifier + 7


@defines("vanguard-life-modifier", "the life modifier of the vanguard of {player} changes their starting life total")
def life_modifier_is_applied(_now: Situation, player: Player) -> NumberValue:
    """A vanguard card's life modifier changes its owner's starting life total, which is normally 20."""
    return player.life_modifier + 20


@answers("vanguard-hand-size", "What are the starting and the maximum hand size of a player who has a vanguard card?",
         "player", "rules ask vanguard-hand-size p1 -f situation.yaml")  # fmt: skip
def vanguard_hand(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.thing(now)
    rule = now.law.rule("vanguard-hand-modifier")
    if rule is None or not isinstance(player, Player):
        return DerivedValue(None, constant(False, "the rules of this day know no vanguard cards"))
    return DerivedValue.from_rule(rule(now, player), "vanguard-hand-modifier", now, player)


# --- dungeons -------------------------------------------------------------------------------------------------


@encodes("venture-first", "{player} has no dungeon: they choose one, and begin in its topmost room")
def a_dungeon_is_chosen(_now: Situation, player: Player) -> Truth:
    """A player who ventures and owns no dungeon in the command zone puts a dungeon into that zone."""
    return player.dungeon == "none"


@encodes("venture-next-room", "{player} moves their venture marker to the next room")
def to_the_next_room(now: Situation, player: Player) -> Truth:
    """If the venture marker isn't on the bottommost room, the player moves it to a room that an arrow points to."""
    dungeon = now.object(player.dungeon.value or "")
    return constant(False) if dungeon is None else dungeon.room != dungeon.bottom_room


@encodes("venture-anew", "{player} removes the dungeon from the game, and begins another")
def from_the_bottommost_room(now: Situation, player: Player) -> Truth:
    """If the venture marker is on the bottommost room, the player removes the dungeon and begins another one."""
    dungeon = now.object(player.dungeon.value or "")
    return constant(False) if dungeon is None else dungeon.room == dungeon.bottom_room


@answers("venture", "What happens if this player ventures into the dungeon?", "player",
         "rules ask venture p1 -f situation.yaml")  # fmt: skip
def venture(now: Situation, asked: QuestionArguments) -> DerivedValue:
    found = asked.thing(now)
    player = found if isinstance(found, Player) else asked.player(now)
    ways = {"new-dungeon": "venture-first", "next-room": "venture-next-room", "completed-and-new": "venture-anew"}
    said = {word: now.rule(concept, player) for word, concept in ways.items()}
    for word, truth in said.items():
        if truth.value:
            return DerivedValue(word, truth)
    open_ones = [truth for truth in said.values() if truth.value is None]
    return DerivedValue(None, open_ones[0] if open_ones else any_of(*said.values()))


@encodes("one-dungeon", "{player} owns no dungeon card in the command zone, so they can bring one into the game")
def only_one_at_a_time(now: Situation, player: Player) -> Truth:
    """A player can own only one dungeon card in the command zone at a time."""
    owned = [
        all_of(each.has_type("dungeon"), each.zone == "command", player.owns(each))
        for each in now.objects
        if each.has_type("dungeon").value is not False
    ]
    return all_of(player.dungeon == "none", every(not_(each) for each in owned))


@answers("can-bring-dungeon", "Can this player bring a dungeon card into the game?", "player",
         "rules ask can-bring-dungeon p1 -f situation.yaml")  # fmt: skip
def can_bring_dungeon(now: Situation, asked: QuestionArguments) -> Truth:
    found = asked.thing(now)
    return now.rule("one-dungeon", found if isinstance(found, Player) else asked.player(now))


# --- abilities ------------------------------------------------------------------------------------------------


@encodes_each(
    Row("plane-abilities", "of_a_face_up_plane", "the abilities of {card}, a face-up plane, function",
        "As long as a plane card is face up in the command zone, its abilities affect the game.", card_type="plane"),
    Row("vanguard-abilities", "of_a_vanguard", "the abilities of {card}, a vanguard, function",
        "As long as a vanguard card is in the command zone, its abilities affect the game.", card_type="vanguard"),
    Row("scheme-abilities", "of_a_face_up_scheme", "the abilities of {card}, a face-up scheme, function",
        "As long as a scheme card is face up in the command zone, its abilities affect the game.", card_type="scheme"),
    Row("conspiracy-abilities", "of_a_face_up_conspiracy", "the abilities of {card}, a face-up conspiracy, function",
        "As long as a conspiracy card is face up in the command zone, its abilities affect the game.",
        card_type="conspiracy"),
)  # fmt: skip
def abilities_function(_now: Situation, card: Object, *, card_type: str) -> Truth:
    """As long as a card with the type `card_type` is face up in the command zone, its abilities affect the game."""
    face_up = [] if card_type == "vanguard" else [not_(card.face_down)]
    return all_of(card.has_type(card_type), card.zone == "command", *face_up)


@answers("command-zone-abilities", "Do the abilities of this plane, vanguard, scheme or conspiracy function now?",
         "object", "rules ask command-zone-abilities A --fact A.types=plane --fact A.zone=command")  # fmt: skip
def command_zone_abilities(now: Situation, asked: QuestionArguments) -> Truth:
    card, types = asked.object(now), ("plane", "vanguard", "scheme", "conspiracy")
    return some(now.rule(f"{each}-abilities", card) for each in types if card.has_type(each).value is not False)
