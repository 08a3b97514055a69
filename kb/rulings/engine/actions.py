"""What the game does by itself: the actions of state-based rules, with what they choose and what they change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from kb.i18n import later
from kb.rulings.logic.ternary import Claim, Truth
from kb.rulings.situation.fact import Thing
from kb.rulings.situation.situation import Effect, Object, Player

Kind = Literal[
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
    asks: Claim


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

    kind: Kind
    things: tuple[str, ...]
    when: Truth
    says: Claim
    choice: Choice | None = None
    changes: tuple[tuple[str, str, Any], ...] = ()
    instead_of: Kind | None = None

    @property
    def is_of_players(self) -> bool:
        """Whether the things that it is done to are players."""
        return (self.instead_of or self.kind) in ("lose", "set-speed")


def put_into_graveyard(*objects: Object, when: Truth) -> Action:
    """Each is put into its owner's graveyard."""
    return _done("graveyard", objects, later("{things}: put into the owner's graveyard"), when, zone="graveyard")


def destroy(creature: Object, when: Truth) -> Action:
    """It is destroyed; that can be replaced by regeneration, so what it comes to may be a choice of effects."""
    return _done("destroy", (creature,), later("{things}: destroyed"), when, zone="graveyard")


def sacrifice(permanent: Object, when: Truth) -> Action:
    """Its controller sacrifices it."""
    return _done("sacrifice", (permanent,), later("{things}: sacrificed by its controller"), when, zone="graveyard")


def lose(*players: Player, when: Truth) -> Action:
    """The player loses the game; or several do, as a team."""
    says = later("{things} loses the game") if len(players) == 1 else later("{things} lose the game together")
    return _done("lose", players, says, when, lost=True)


def cease_to_exist(thing: Object, when: Truth) -> Action:
    """It ceases to exist."""
    return _done("cease", (thing,), later("{things} ceases to exist"), when, zone="outside")


def unattach(thing: Object, when: Truth) -> Action:
    """It becomes unattached and stays on the battlefield."""
    return _done("unattach", (thing,), later("{things} becomes unattached"), when, attached_to="none")


def remove_counters(thing: Object, counters: dict[str, int], when: Truth) -> Action:
    """Counters are removed from it: how many of each kind are left."""
    left = thing.counters.stated | counters
    return _done("remove-counters", (thing,), later("{things}: counters are removed"), when, counters=left)


def keep_one(objects: Iterable[Object], chosen_by: Player | None, when: Truth) -> Action:
    """A player chooses one of them; the rest are put into their owners' graveyards."""
    among = tuple(each.id for each in objects)
    asks = Claim(later("{player} keeps one of {things}"), (("player", chosen_by or "?"), ("things", ", ".join(among))))
    choice = Choice(chosen_by.id if chosen_by else None, among, asks)
    says = Claim(
        later("{player} keeps one of {things}; the rest are put into their owners' graveyards"),
        asks.values,
    )
    return Action("keep-one", among, when, says, choice)


def chosen(kind: Kind, thing: Thing, by: Player | None, among: Iterable[str], asks: str, when: Truth) -> Action:
    """A player has to choose something for a thing; `asks` is a template with `player` and `thing`."""
    says = Claim(asks, (("player", by or "?"), ("thing", thing)))
    return Action(kind, (thing.id,), when, says, Choice(by.id if by else None, tuple(among), says))


def replaced(actions: Iterable[Action], by: Effect) -> Action:
    """Actions with the same result, replaced by one effect; what happens instead, the effect says."""
    same = list(actions)
    says = Claim(later("“{effect}” replaces it once: {instead_of}"), (("effect", by), ("instead_of", same[0].says)))
    return Action("replaced", same[0].things, by.in_force, says, instead_of=same[0].kind)


def done(kind: Kind, things: Iterable[Thing], says: str, when: Truth, **changes: Any) -> Action:
    """Anything else; `says` is a template with `things`."""
    return _done(kind, tuple(things), says, when, **changes)


def _done(kind: Kind, things: tuple[Thing, ...], says: str, when: Truth, **changes: Any) -> Action:
    names = tuple(each.id for each in things)
    return Action(
        kind, names, when, Claim(says, (("things", ", ".join(names)),)),
        changes=tuple((name, fact, value) for name in names for fact, value in changes.items()),
    )  # fmt: skip
