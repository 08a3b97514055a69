"""What the game does by itself: the actions of state-based rules, with what they choose and what they change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from kb.i18n import mark_message
from kb.rulings.logic.ternary import Claim, Truth
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.situation import Effect, Object, Player

ActionKind = Literal[
    "lose", "cease", "graveyard", "destroy", "sacrifice", "keep-one", "unattach", "remove-counters", "command-zone",
    "choose-protector", "remove-from-game", "choose-sector", "set-speed", "planeswalk", "scheme", "replaced",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a player has to choose.

    Attributes:
        player: who chooses; None if it isn't known who.
        among: ids of what can be chosen.
        asks: what is asked.
    """

    player: str | None
    among: tuple[str, ...]
    prompt: Claim


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that the game does if its condition holds.

    Attributes:
        kind: what is done.
        things: ids of the objects or players that it is done to.
        when: whether its condition holds.
        says: what is done, in words.
        choice: what somebody has to choose first; None if nothing.
        changes: facts that are different afterwards: by thing, by fact.
        instead_of: what would have been done, where an effect replaces it.
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
        """Whether the things that it is done to are players."""
        return (self.instead_of or self.kind) in ("lose", "set-speed")


def put_into_graveyard(*objects: Object, when: Truth) -> Action:
    """Each is put into its owner's graveyard."""
    return _done("graveyard", objects, mark_message("{things}: put into the owner's graveyard"), when, zone="graveyard")


def destroy(creature: Object, when: Truth) -> Action:
    """It is destroyed; that can be replaced by regeneration, so what it comes to may be a choice of effects."""
    return _done("destroy", (creature,), mark_message("{things}: destroyed"), when, zone="graveyard")


def sacrifice(permanent: Object, when: Truth) -> Action:
    """Its controller sacrifices it."""
    return _done(
        "sacrifice", (permanent,), mark_message("{things}: sacrificed by its controller"), when, zone="graveyard"
    )


def lose(*players: Player, when: Truth) -> Action:
    """The player loses the game; or several do, as a team."""
    says = (
        mark_message("{things} loses the game")
        if len(players) == 1
        else mark_message("{things} lose the game together")
    )
    return _done("lose", players, says, when, lost=True)


def cease_to_exist(thing: Object, when: Truth) -> Action:
    """It ceases to exist."""
    return _done("cease", (thing,), mark_message("{things} ceases to exist"), when, zone="outside")


def unattach(thing: Object, when: Truth) -> Action:
    """It becomes unattached and stays on the battlefield."""
    return _done("unattach", (thing,), mark_message("{things} becomes unattached"), when, attached_to="none")


def remove_counters(thing: Object, counters: dict[str, int], when: Truth) -> Action:
    """Counters are removed from it: how many of each kind are left."""
    left = thing.counters.counts | counters
    return _done("remove-counters", (thing,), mark_message("{things}: counters are removed"), when, counters=left)


def keep_one(objects: Iterable[Object], chosen_by: Player | None, when: Truth) -> Action:
    """A player chooses one of them; the rest are put into their owners' graveyards."""
    among = tuple(each.id for each in objects)
    asks = Claim("{player} keeps one of {things}", (("player", chosen_by or "?"), ("things", ", ".join(among))))
    choice = Choice(chosen_by.id if chosen_by else None, among, asks)
    says = Claim(
        "{player} keeps one of {things}; the rest are put into their owners' graveyards",
        asks.values,
    )
    return Action("keep-one", among, when, says, choice)


def choose(kind: ActionKind, thing: Entity, by: Player | None, among: Iterable[str], asks: str, when: Truth) -> Action:
    """A player has to choose something for a thing; `asks` is a template with `player` and `thing`."""
    says = Claim(asks, (("player", by or "?"), ("thing", thing)))
    return Action(kind, (thing.id,), when, says, Choice(by.id if by else None, tuple(among), says))


def replace_actions(actions: Iterable[Action], by: Effect) -> Action:
    """Actions with the same result, replaced by one effect; what happens instead, the effect says."""
    same = list(actions)
    says = Claim("“{effect}” replaces it once: {instead_of}", (("effect", by), ("instead_of", same[0].description)))
    return Action("replaced", same[0].things, by.in_force, says, instead_of=same[0].kind)


def other_action(kind: ActionKind, things: Iterable[Entity], says: str, when: Truth, **changes: Any) -> Action:
    """Anything else; `says` is a template with `things`."""
    return _done(kind, tuple(things), says, when, **changes)


def _done(kind: ActionKind, things: tuple[Entity, ...], says: str, when: Truth, **changes: Any) -> Action:
    names = tuple(each.id for each in things)
    return Action(
        kind, names, when, Claim(says, (("things", ", ".join(names)),)),
        changes=tuple((name, fact, value) for name in names for fact, value in changes.items()),
    )  # fmt: skip
