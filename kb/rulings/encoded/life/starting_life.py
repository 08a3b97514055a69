"""Starting life totals (103.4, 119.1) of each variant."""

from __future__ import annotations

from kb.i18n import later
from kb.rulings.engine.derivation import Steps, Valued
from kb.rulings.engine.questions import Asked, answers
from kb.rulings.law.rule_registry import Row, defines, defines_each
from kb.rulings.logic.partial_values import Number
from kb.rulings.situation.situation import Player, Situation


@defines_each(
    Row("starting-life", "twenty", later("{player} begins the game with a life total of 20"),
        "Each player begins the game with a starting life total of 20.", life=20),
    Row("starting-life-two-headed-giant", "team_of_thirty", later("the team of {player} begins the game with 30 life"),
        "In a Two-Headed Giant game, each team's starting life total is 30.", life=30),
    Row("starting-life-two-headed-giant", "team_of_forty", later("the team of {player} begins the game with 40 life"),
        "In a Two-Headed Giant game, each team's starting life total is 40.", life=40),
)  # fmt: skip
def starting_total(_now: Situation, _player: Player, *, life: int) -> int:
    """Each player or team begins the game with the same life total."""
    return life


@defines("starting-life-vanguard", later("{player} begins with 20 life, as modified by the vanguard card"))
def twenty_as_modified(_now: Situation, player: Player) -> Number:
    """In a Vanguard game, it is 20 plus or minus the life modifier of the player's vanguard card."""
    return player.life_modifier + 20


@defines("starting-life-commander", later("{player} begins the game with 40 life"))
def forty(_now: Situation, _player: Player) -> int:
    """In a Commander game, each player's starting life total is 40."""
    return 40


@defines("starting-life-brawl", later("{player} begins the game with 25 life, with 30 if there are more than two"))
def twenty_five_or_thirty(_now: Situation, _player: Player, players: int) -> int:
    """In a two-player Brawl game, it is 25; in a multiplayer Brawl game, it is 30."""
    return 25 if players == 2 else 30


@defines("starting-life-archenemy", later("the archenemy begins the game with 40 life, each other player with 20"))
def forty_for_the_archenemy(_now: Situation, _player: Player, is_archenemy: bool) -> int:
    """In an Archenemy game, the archenemy's starting life total is 40; each other player's is 20."""
    return 40 if is_archenemy else 20


@answers(
    "starting-life",
    later("With how much life does this player (or this team) begin the game?"),
    "player",
    "rules ask starting-life p1 --variant commander --fact p1.deck=100",
)
def starting_life(now: Situation, asked: Asked) -> Valued:
    player = asked.thing(now)
    steps = Steps(now)
    if not isinstance(player, Player):
        player = asked.player(now, None)
    return steps.valued(_of_variant(steps, player))


def _of_variant(steps: Steps, player: Player) -> int | None:
    variant = steps.read(steps.now.game.variant)
    if variant == "brawl":
        return _total(steps, "starting-life-brawl", player, len(steps.now.players))
    if variant == "archenemy":
        is_archenemy = steps.holds(player.archenemy)
        return None if is_archenemy is None else _total(steps, "starting-life-archenemy", player, is_archenemy)
    if variant == "vanguard":
        return _with_vanguard(steps, player)
    return _total(steps, f"starting-life-{variant}", player)


def _with_vanguard(steps: Steps, player: Player) -> int | None:
    """The total by the rule of the variant, and by that of the card if the edition has one: they say the same."""
    total: Number | None = steps.rule("starting-life-vanguard", player)
    if total is None:
        return _total(steps, "starting-life", player)
    steps.rule("vanguard-life-modifier", player)
    found: int | None = steps.read(total)
    return found


def _total(steps: Steps, concept: str, player: Player, *arguments: object) -> int | None:
    """The total that the rule of a variant gives; without such a rule, the total of every game."""
    found: int | None = steps.rule(concept, player, *arguments) if concept in _OF_VARIANTS else None
    return steps.rule("starting-life", player) if found is None else found


_OF_VARIANTS = {
    "starting-life-two-headed-giant", "starting-life-commander", "starting-life-brawl", "starting-life-archenemy",
}  # fmt: skip
