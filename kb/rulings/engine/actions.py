"""State-based actions: their conditions, choices and changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from kb.rulings.logic.ternary import Claim, Truth
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.situation import Effect, Object, Player

ActionKind = Literal[
    "lose", "cease", "graveyard", "destroy", "sacrifice", "keep-one", "unattach", "remove-counters", "command-zone",
    "choose-protector", "remove-from-game", "choose-sector", "set-speed", "planeswalk", "scheme", "replaced",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a player has to make.

    Attributes:
        player: id of the player; None if unknown.
        among: ids of the objects or players to choose from.
        prompt: the question to the player.
    """

    player: str | None
    among: tuple[str, ...]
    prompt: Claim


@dataclass(frozen=True, slots=True)
class Action:
    """An action that the game performs if its condition holds.

    Attributes:
        kind: the kind of action.
        things: ids of the objects or players that the action affects.
        condition: yes if the action is performed.
        description: the action in words.
        choice: the choice that a player has to make before the action is performed; None if nothing is to be chosen.
        changes: the changes of facts. Each change is the id of a thing, the name of a fact and its new value.
        instead_of: if the kind is `replaced`, the kind of the action that an effect replaced; otherwise None.
    """

    kind: ActionKind
    things: tuple[str, ...]
    condition: Truth
    description: Claim
    choice: Choice | None = None
    changes: tuple[tuple[str, str, Any], ...] = ()
    instead_of: ActionKind | None = None

    @property
    def affects_players(self) -> bool:
        """True if the action affects players, not objects."""
        return (self.instead_of or self.kind) in ("lose", "set-speed")


def other_action(kind: ActionKind, things: Iterable[Entity], says: str, when: Truth, **changes: Any) -> Action:
    """Return an action without a choice.

    `says` describes the action; `{things}` stands for the ids. `changes` has the new values of facts of each thing.
    """
    names = tuple(each.id for each in things)
    changed = tuple((name, fact, value) for name in names for fact, value in changes.items())
    return Action(kind, names, when, Claim(says, (("things", ", ".join(names)),)), changes=changed)


def put_into_graveyard(*objects: Object, when: Truth) -> Action:
    """Return the action that puts each object into its owner's graveyard."""
    return other_action("graveyard", objects, "{things}: put into the owner's graveyard", when, zone="graveyard")


def destroy(creature: Object, when: Truth) -> Action:
    """Return the action that destroys a creature."""
    return other_action("destroy", (creature,), "{things}: destroyed", when, zone="graveyard")


def sacrifice(permanent: Object, when: Truth) -> Action:
    """Return the action that makes the controller of a permanent sacrifice the permanent."""
    return other_action("sacrifice", (permanent,), "{things}: sacrificed by its controller", when, zone="graveyard")


def lose(*players: Player, when: Truth) -> Action:
    """Return the action that makes one player, or all players of a team, lose the game."""
    if len(players) > 1:
        return other_action("lose", players, "{things} lose the game together", when, lost=True)
    return other_action("lose", players, "{things} loses the game", when, lost=True)


def cease_to_exist(thing: Object, when: Truth) -> Action:
    """Return the action that makes an object cease to exist."""
    return other_action("cease", (thing,), "{things} ceases to exist", when, zone="outside")


def unattach(thing: Object, when: Truth) -> Action:
    """Return the action that unattaches an object, which stays on the battlefield."""
    return other_action("unattach", (thing,), "{things} becomes unattached", when, attached_to="none")


def remove_counters(thing: Object, counters: dict[str, int], when: Truth) -> Action:
    """Return the action that removes counters from an object. `counters` has the counts after the removal, by kind."""
    left = thing.counters.counts | counters
    return other_action("remove-counters", (thing,), "{things}: counters are removed", when, counters=left)


def keep_one(objects: Iterable[Object], chosen_by: Player | None, when: Truth) -> Action:
    """Return the action that lets a player keep one object. The other objects go to their owners' graveyards."""
    among = tuple(each.id for each in objects)
    prompt = Claim("{player} keeps one of {things}", (("player", chosen_by or "?"), ("things", ", ".join(among))))
    says = Claim("{player} keeps one of {things}; the rest are put into their owners' graveyards", prompt.values)
    return Action("keep-one", among, when, says, Choice(chosen_by.id if chosen_by else None, among, prompt))


def choose(kind: ActionKind, thing: Entity, by: Player | None, among: Iterable[str], asks: str, when: Truth) -> Action:
    """Return the action that lets `by` choose one of `among` for `thing`. `asks` contains `{player}` and `{thing}`."""
    prompt = Claim(asks, (("player", by or "?"), ("thing", thing)))
    return Action(kind, (thing.id,), when, prompt, Choice(by.id if by else None, tuple(among), prompt))


def replace_actions(actions: Iterable[Action], by: Effect) -> Action:
    """Return one action that stands for `actions`, which would all do the same. The effect `by` replaces them all."""
    first, *_more = actions
    says = Claim("“{effect}” replaces it once: {instead_of}", (("effect", by), ("instead_of", first.description)))
    return Action("replaced", first.things, by.in_force, says, instead_of=first.kind)
