"""Facts of the game and its turn."""

from __future__ import annotations

from kb.rulings.logic.ternary import Claim, Truth
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import IdFact, IdListFact, NumberFact, WordFact, YesNoFact
from kb.rulings.situation.vocabulary.game_terms import MAIN_PHASES, PHASES, STEPS


class Game(Entity):
    """The game and its turn."""

    section = "game"

    variant = WordFact(
        "the variant", "normal", "commander", "two-headed-giant", "archenemy", "planechase", "vanguard",
        "conspiracy", "free-for-all", "grand-melee", "brawl", "emperor", "alternating-teams",
        rule="800.1", means="`normal` if no variant is played", otherwise="normal",
        unknown="`normal`; by state-based actions, what commanders, schemes or phenomena tell",
    )  # fmt: skip
    range_of_influence = NumberFact("the range of influence of each player", least=0, rule="801.2",
                                    means="counted in seats", unknown="unlimited")  # fmt: skip
    turn = NumberFact("the number of the turn", least=1, rule="500.1", means="the first turn of the game is 1")
    active = IdFact("the active player", "player", rule="102.1", means="whose turn it is")
    starting = IdFact("the starting player", "player", rule="103.1", means="who takes or took the first turn")
    phase = WordFact(
        "the phase", *PHASES, rule="500.1",
        means="`main` is either main phase; if `step` is stated, the phase needn't be stated",
    )  # fmt: skip
    step = WordFact("the step", *STEPS, rule="500.1",
                    unknown="unknown; a main phase has no steps (505.2)")  # fmt: skip
    priority = IdFact("the player who has priority", "player", rule="117.1")
    stack = IdListFact("the stack", "name", rule="405.1",
                       means="its spells and abilities, from bottom to top; [] if it is empty")  # fmt: skip
    defending = IdListFact("the defending players", "player", rule="506.2", means="needed if some opponent isn't one",
                           unknown="each opponent of the active player")  # fmt: skip
    first_combat_damage = YesNoFact("this combat has two combat damage steps, and this is the first",
                                    "this isn't the first of two combat damage steps", rule="510.4",
                                    otherwise=False)  # fmt: skip
    resolving = YesNoFact("a spell or ability is resolving", "no spell or ability is resolving", rule="608.2",
                          otherwise=False)  # fmt: skip
    pending_triggers = YesNoFact("triggered abilities are waiting to be put on the stack",
                                 "no triggered abilities are waiting to be put on the stack", rule="704.3",
                                 otherwise=False)  # fmt: skip
    just_happened = WordFact("what happened before somebody gets priority", "beginning", "resolution", "action", "pass",
                             rule="117.3", means="a step or phase began, a spell or ability resolved, a player acted or"
                             " a player passed",
                             otherwise="beginning")  # fmt: skip
    monarch = IdFact("the monarch", "player", rule="724.1", means="`none` if there is none", usual="none")
    initiative = IdFact("the player who has the initiative", "player", rule="725.1", means="`none` if nobody has it",
                        usual="none")  # fmt: skip
    day_night = WordFact("the day or night designation", "day", "night", "neither", rule="730.1", usual="neither")
    spells_last_turn = NumberFact(
        "how many spells the active player of the previous turn cast during it", least=0, rule="730.2a",
        means="with shared team turns, the most that a player of that team cast",
    )  # fmt: skip
    paying = IdFact("the player who is asked to pay mana", "player", rule="605.3a",
                    means="for something cast, activated or resolved; `none` if nobody is", usual="none")  # fmt: skip
    ends = WordFact("what ends now", "step", "phase", rule="500.5", means="`step`: only a step; `phase`: a phase",
                    unknown="a phase, where unspent mana is asked about", otherwise="phase")  # fmt: skip

    def is_variant(self, *names: str, implied: bool) -> Truth:
        """Yes if one of the variants is played. If `implied` is True, other facts may imply the variant."""
        if "variant" not in self.stated and implied:
            claim = Claim("the variant is {name}, as what is stated tells", (("name", names[0]),))
            return Truth(True, claim=claim, facts=(f"{self.path}.variant",), assumed=True)
        return self.variant.is_one_of(*names)

    @property
    def is_main_phase(self) -> Truth:
        """Yes if the game is in a main phase."""
        return self.phase.is_one_of(*MAIN_PHASES)
