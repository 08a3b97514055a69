"""Cards of the command zone: dungeons, planes, phenomena, vanguards, schemes, conspiracies (309, 311 to 315)."""

from __future__ import annotations

from kb.rulings.encoded.layers import board_of
from kb.rulings.logic import Truth, all_of, any_of, every, not_, stated
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Steps, Valued
from kb.rulings.terms import Number, Word
from kb.tongue import later

# --- they aren't cast and don't become permanents ------------------------------------------------------------


@encodes(
    "dungeons-arent-cast", claim=later("{spell} is a dungeon, which can't be cast"), question="can-cast", role="forbids"
)
def no_dungeon_is_cast(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Dungeon cards are not permanents. They can't be cast, and leave the command zone only as they leave the game."""
    return spell.is_a("dungeon")


@encodes(
    "planes-arent-cast", claim=later("{spell} is a plane, which can't be cast"), question="can-cast", role="forbids"
)
def no_plane_is_cast(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Plane cards remain in the command zone. They're not permanents. They can't be cast."""
    return spell.is_a("plane")


@encodes(
    "phenomena-arent-cast",
    claim=later("{spell} is a phenomenon, which can't be cast"),
    question="can-cast",
    role="forbids",
)
def no_phenomenon_is_cast(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Phenomenon cards remain in the command zone. They're not permanents. They can't be cast."""
    return spell.is_a("phenomenon")


@encodes(
    "vanguards-arent-cast",
    claim=later("{spell} is a vanguard, which can't be cast"),
    question="can-cast",
    role="forbids",
)
def no_vanguard_is_cast(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Vanguard cards remain in the command zone. They're not permanents. They can't be cast."""
    return spell.is_a("vanguard")


@encodes(
    "schemes-arent-cast", claim=later("{spell} is a scheme, which can't be cast"), question="can-cast", role="forbids"
)
def no_scheme_is_cast(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Scheme cards remain in the command zone. They're not permanents. They can't be cast."""
    return spell.is_a("scheme")


@encodes(
    "conspiracies-arent-cast",
    claim=later("{spell} is a conspiracy, which can't be cast"),
    question="can-cast",
    role="forbids",
)
def no_conspiracy_is_cast(_now: Situation, _player: Player, spell: Object) -> Truth:
    """Conspiracy cards remain in the command zone. They're not permanents. They can't be cast."""
    return spell.is_a("conspiracy")


_NOT_CAST = {
    "dungeon": "dungeons-arent-cast", "plane": "planes-arent-cast", "phenomenon": "phenomena-arent-cast",
    "vanguard": "vanguards-arent-cast", "scheme": "schemes-arent-cast", "conspiracy": "conspiracies-arent-cast",
}  # fmt: skip


def stays_in_command_zone(now: Situation, thing: Object) -> Truth:
    """Whether it is a card that remains in the command zone, where the rules of the day know such cards."""
    kinds = thing.types if thing.types.known else _NOT_CAST
    return any_of(*(now.rule(_NOT_CAST[kind], None, thing) for kind in kinds if kind in _NOT_CAST))


CAN_LEAVE = Question(
    "can-leave-command-zone",
    later("Can this card leave the command zone while it is in the game?"),
    "object",
    lambda now, asked: not_(stays_in_command_zone(now, asked.object(now))),
    "rules ask can-leave-command-zone A --fact A.types=plane",
)


# --- who controls them ---------------------------------------------------------------------------------------


@defines(
    "plane-controller", claim=later("the controller of {card}, a plane, is the planar controller: the active player")
)
def planar_controller_has_the_plane(now: Situation, _card: Object) -> Word:
    """The controller of a face-up plane card is the planar controller, normally the active player."""
    return now.game.active


@defines(
    "phenomenon-controller",
    claim=later("the controller of {card}, a phenomenon, is the planar controller: the active player"),
)
def planar_controller_has_the_phenomenon(now: Situation, _card: Object) -> Word:
    """The controller of a face-up phenomenon card is the planar controller, normally the active player."""
    return now.game.active


@defines("vanguard-controller", claim=later("the controller of {card}, a vanguard, is its owner"))
def owner_has_the_vanguard(_now: Situation, card: Object) -> Word:
    """The controller of a face-up vanguard card is its owner."""
    return card.owner


@defines("scheme-controller", claim=later("the controller of {card}, a scheme, is its owner"))
def owner_has_the_scheme(_now: Situation, card: Object) -> Word:
    """The controller of a face-up scheme card is its owner."""
    return card.owner


@defines("conspiracy-controller", claim=later("the controller of {card}, a conspiracy, is its owner"))
def owner_has_the_conspiracy(_now: Situation, card: Object) -> Word:
    """The controller of a conspiracy card is its owner."""
    return card.owner


def _controller(now: Situation, asked: Asked) -> Valued:
    card = asked.object(now)
    for kind in ("plane", "phenomenon", "vanguard", "scheme", "conspiracy"):
        is_one = card.is_a(kind)
        concept = f"{kind}-controller"
        if is_one.value is not True or (rule := now.law.rule(concept)) is None:
            continue
        found = Valued.of(rule(now, card), concept, now, card)
        face_up = stated(True) if kind == "conspiracy" else not_(card.face_down)
        return Valued(found.value, all_of(face_up, found.truth))
    steps = Steps(now)
    found = board_of(steps, card, "control").value("control", card.id)
    return steps.valued(found or steps.read(card.controller))


CONTROLLER = Question(
    "controller",
    later("Who controls this object, after the effects that are stated?"),
    "object",
    _controller,
    "rules ask controller A --fact A.types=plane --active p2",
)


# --- what vanguards change -----------------------------------------------------------------------------------


@defines(
    "vanguard-hand-modifier",
    claim=later("the hand modifier of the vanguard of {player} changes how many cards they begin with"),
)
def hand_modifier_is_applied(_now: Situation, player: Player) -> Number:
    """The hand modifier is applied to the starting and maximum hand size of the vanguard card's owner, seven."""
    return player.hand_modifier + 7


@defines(
    "vanguard-life-modifier",
    claim=later("the life modifier of the vanguard of {player} changes their starting life total"),
)
def life_modifier_is_applied(_now: Situation, player: Player) -> Number:
    """The life modifier is applied to the starting life total of the vanguard card's owner, 20."""
    return player.life_modifier + 20


def _hand_size(now: Situation, asked: Asked) -> Valued:
    player = asked.thing(now)
    rule = now.law.rule("vanguard-hand-modifier")
    if rule is None or not isinstance(player, Player):
        return Valued(None, stated(False, later("the rules of this day know no vanguard cards")))
    return Valued.of(rule(now, player), "vanguard-hand-modifier", now, player)


VANGUARD_HAND = Question(
    "vanguard-hand-size",
    later("What are the starting and the maximum hand size of a player who has a vanguard card?"),
    "player",
    _hand_size,
    "rules ask vanguard-hand-size p1 -f situation.yaml",
)


# --- dungeons ------------------------------------------------------------------------------------------------


@encodes("venture-first", claim=later("{player} has no dungeon: they choose one, and begin in its topmost room"))
def a_dungeon_is_chosen(_now: Situation, player: Player) -> Truth:
    """A player who ventures while they own no dungeon in the command zone puts one there."""
    return player.dungeon == "none"


@encodes("venture-next-room", claim=later("{player} moves their venture marker to the next room"))
def to_the_next_room(now: Situation, player: Player) -> Truth:
    """A player whose venture marker isn't on the bottommost room moves it to the next room, by an arrow of choice."""
    dungeon = now.object(player.dungeon.value or "")
    return stated(False) if dungeon is None else dungeon.room != dungeon.bottom_room


@encodes("venture-anew", claim=later("{player} removes the dungeon from the game, and begins another"))
def from_the_bottommost_room(now: Situation, player: Player) -> Truth:
    """A player whose venture marker is on the bottommost room removes the dungeon, and begins another."""
    dungeon = now.object(player.dungeon.value or "")
    return stated(False) if dungeon is None else dungeon.room == dungeon.bottom_room


def _venture(now: Situation, asked: Asked) -> Valued:
    found = asked.thing(now)
    player = found if isinstance(found, Player) else asked.player(now)
    ways = {"new-dungeon": "venture-first", "next-room": "venture-next-room", "completed-and-new": "venture-anew"}
    said = {word: now.rule(concept, player) for word, concept in ways.items()}
    for word, truth in said.items():
        if truth.value:
            return Valued(word, truth)
    open_ones = [truth for truth in said.values() if truth.value is None]
    return Valued(None, open_ones[0] if open_ones else any_of(*said.values()))


VENTURE = Question(
    "venture",
    later("What happens if this player ventures into the dungeon?"),
    "player",
    _venture,
    "rules ask venture p1 -f situation.yaml",
)


@encodes(
    "one-dungeon", claim=later("{player} owns no dungeon card in the command zone, so they can bring one into the game")
)
def only_one_at_a_time(now: Situation, player: Player) -> Truth:
    """A player can own only one dungeon card in the command zone at a time."""
    owned = [
        all_of(each.is_a("dungeon"), each.zone == "command", player.owns(each))
        for each in now.objects
        if each.is_a("dungeon").value is not False
    ]
    return all_of(player.dungeon == "none", every(not_(each) for each in owned))


def _can_bring(now: Situation, asked: Asked) -> Truth:
    found = asked.thing(now)
    return now.rule("one-dungeon", found if isinstance(found, Player) else asked.player(now))


CAN_BRING_DUNGEON = Question(
    "can-bring-dungeon",
    later("Can this player bring a dungeon card into the game?"),
    "player",
    _can_bring,
    "rules ask can-bring-dungeon p1 -f situation.yaml",
)


# --- their abilities -----------------------------------------------------------------------------------------


def _face_up_there(card: Object, kind: str) -> Truth:
    return all_of(card.is_a(kind), card.zone == "command", not_(card.face_down))


@encodes("plane-abilities", claim=later("the abilities of {card}, a face-up plane, function"))
def of_a_face_up_plane(_now: Situation, card: Object) -> Truth:
    """As long as a plane card is face up in the command zone, its abilities affect the game."""
    return _face_up_there(card, "plane")


@encodes("vanguard-abilities", claim=later("the abilities of {card}, a vanguard, function"))
def of_a_vanguard(_now: Situation, card: Object) -> Truth:
    """As long as a vanguard card is in the command zone, its abilities affect the game."""
    return all_of(card.is_a("vanguard"), card.zone == "command")


@encodes("scheme-abilities", claim=later("the abilities of {card}, a face-up scheme, function"))
def of_a_face_up_scheme(_now: Situation, card: Object) -> Truth:
    """As long as a scheme card is face up in the command zone, its abilities affect the game."""
    return _face_up_there(card, "scheme")


@encodes("conspiracy-abilities", claim=later("the abilities of {card}, a face-up conspiracy, function"))
def of_a_face_up_conspiracy(_now: Situation, card: Object) -> Truth:
    """As long as a conspiracy card is face up in the command zone, its abilities affect the game."""
    return _face_up_there(card, "conspiracy")


ABILITIES_FUNCTION = Question(
    "command-zone-abilities",
    later("Do the abilities of this plane, vanguard, scheme or conspiracy function now?"),
    "object",
    lambda now, asked: any_of(
        *(
            now.rule(f"{kind}-abilities", asked.object(now))
            for kind in ("plane", "vanguard", "scheme", "conspiracy")
            if asked.object(now).is_a(kind).value is not False
        )
    ),
    "rules ask command-zone-abilities A --fact A.types=plane --fact A.zone=command",
)
