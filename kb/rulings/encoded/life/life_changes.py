"""Changes of life totals: life gained, lost, paid, set and doubled, alone and as a team (119, 701.10d, 810.9)."""

from __future__ import annotations

from kb.rulings.encoded.damage.damage_dealing import damage_results
from kb.rulings.encoded.damage.damage_modifiers import DamageResult, modify_result
from kb.rulings.encoded.life.life import can_pay_life
from kb.rulings.encoded.life.player_loss import TWO_HEADED_GIANT, team_total
from kb.rulings.engine.choice_courses import derive_each_course
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import Question, QuestionArguments
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.logic.partial_values import INFINITY, NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.situation import Player, Situation
from kb.rulings.situation.vocabulary import LifeChange

# --- one player -----------------------------------------------------------------------------------------------


@defines("life-adjusted", "the life total of {player} is adjusted by what is gained and lost")
def by_what_is_gained_and_lost(_now: Situation, _player: Player, total: int, amounts: list[int]) -> int:
    """If an effect makes a player gain or lose life, the player's life total changes by that amount."""
    return total + sum(amounts)


@defines("life-set", "{player} gains or loses what it takes to end up with the new life total")
def gains_or_loses_the_difference(_now: Situation, _player: Player, total: int, new: int) -> int:
    """If an effect sets a player's life total to a number, the player gains or loses the difference."""
    return new - total


@defines("life-doubled", "{player} gains or loses as much life as doubles the life total")
def gains_or_loses_the_total(_now: Situation, _player: Player, total: int) -> int:
    """To double a life total, the player gains or loses life until the new total is twice the old total."""
    return total


# --- a team that shares one life total ------------------------------------------------------------------------


@defines("team-life-adjusted", "what happens to each player of the team of {player} applies to its total")
def applied_to_the_shared_total(_now: Situation, _player: Player, total: int, amounts: list[int]) -> int:
    """Damage, loss of life and gain of life happen to each player separately. The results apply to the team's total."""
    return total + sum(amounts)


@defines("team-life-of-one", "the life total of {player} is that of the team divided by two, rounded up")
def half_of_the_team(_now: Situation, _player: Player, total: int) -> int:
    """An effect that needs to know a player's life total uses half the team's life total, rounded up."""
    return -(-total // 2)


@variant_of(half_of_the_team, claim="the life total of {player} is that of the team")
def that_of_the_team(_now: Situation, _player: Player, total: int) -> int:
    """A cost or effect that needs to know a player's life total uses the team's life total."""
    return total


@defines("team-life-set-for-one", "the life total of the team of {player} becomes the number")
def becomes_the_number(_now: Situation, _player: Player, total: int, _own: int, new: int) -> int:
    """If an effect would set one player's life total to a number, the team's life total becomes that number."""
    return new - total


@variant_of(becomes_the_number, claim="the team's life total is adjusted by what {player} gains or loses")
def adjusted_by_the_difference(_now: Situation, _player: Player, _total: int, own: int, new: int) -> int:
    """If an effect sets one player's life total, the team's total changes by what the player gains or loses."""
    return new - own


@defines("team-life-set-for-each", "the life total of the team of {player} becomes the sum")
def sum_of_the_numbers(_now: Situation, _player: Player, total: int, numbers: list[int]) -> set[int]:
    """If an effect would set the life total of each team member, the team's total becomes the sum of the numbers."""
    return {sum(numbers) - total}


@variant_of(sum_of_the_numbers, claim="one member of the team of {player} is chosen and alone affected")
def one_member_is_affected(_now: Situation, _player: Player, total: int, numbers: list[int]) -> set[int]:
    """If an effect would set each member's life total, the team chooses one member. Only that player is affected."""
    return {each - total for each in numbers}


def _teams_share_life(now: Situation) -> bool:
    """True if the players of a team share one life total."""
    return now.game.variant.value == TWO_HEADED_GIANT and now.law.rule("team-life-adjusted") is not None


def life_total(now: Situation, player: Player) -> NumberValue:
    """Return the life total that costs and effects use for a player. The team's total may determine it (810.9)."""
    rule = now.law.rule("team-life-of-one")
    if not _teams_share_life(now) or rule is None:
        return player.life
    total = team_total((player, *player.teammates), "life")
    if not total.is_known:
        return NumberValue(-INFINITY, INFINITY, total.facts, total.label, total.it, shift=None)
    value = rule(now, player, total.low)
    return NumberValue(value, value, total.facts, total.label, total.it, assumed=total.assumed)


_SIGNS = {"life_lost": -1, "life_gained": 1}


class _LifeTotal:
    """The life total of a player or of a team, with its proposed changes."""

    def __init__(self, now: Situation, player: Player) -> None:
        self.now, self.player, self.steps = now, player, Derivation(now)
        self.shared = _teams_share_life(now)
        self.steps.check(now.game.variant == TWO_HEADED_GIANT)
        self.team = (player, *player.teammates) if self.shared else (player,)
        self.total: int | None = self.steps.read_value(team_total(self.team, "life"))
        self.paid, self.changed = 0, 0
        self.payable: list[Truth] = []

    def after(self) -> DerivedValue:
        """Return the life total after the proposed changes and damage, and the amounts of life gained and lost."""
        changes = list(self.now.proposed.life_changes)
        set_for_each = self._changes_to_set_each(changes)
        amounts: list[int | None] = list(set_for_each or ())
        for change in changes:
            member = next((each for each in self.team if each.id == change.player.value), None)
            if change.player.value is None:
                self.steps.read_value(change.player)
            elif member is not None and not (set_for_each is not None and change.change.value == "becomes"):
                amounts.append(self._change_of_one(member, change))
        amounts += self._changes_by_damage()
        if self.steps.truth.value is not True or self.total is None:
            return DerivedValue(None, self.steps.truth)
        known = [each for each in amounts if each is not None]
        concept = "team-life-adjusted" if self.shared else "life-adjusted"
        total = self.steps.apply_rule_or(self.total + sum(known), concept, self.player, self.total, known)
        gained, lost = (sum(max(sign * each, 0) for each in known) for sign in (1, -1))
        return DerivedValue({"life": total, "gained": gained, "lost": lost}, all_of(self.steps.truth, *self.payable))

    def _change_of_one(self, member: Player, change: LifeChange) -> int | None:
        """Return the life that a player gains by one change, negative for a loss, or None if it isn't known."""
        how = self.steps.read_value(change.change)
        if how is None or self.total is None:
            return None
        own = self._total_of_one(member)
        if how == "doubles":
            return self._after_effects(member, self.steps.apply_rule_or(own, "life-doubled", member, own))
        amount = self._amount_of_change(change, own)
        if amount is None:
            return None
        if how == "becomes":
            return self._after_effects(member, self._change_to_set(member, own, amount))
        if how == "pays":
            self.paid += amount
            self.payable.append(can_pay_life(self.now, member, self.paid))
        return self._after_effects(member, amount if how == "gains" else -amount)

    def _total_of_one(self, member: Player) -> int:
        """Return the life total that costs and effects use for one player."""
        total = self.total or 0
        return self.steps.apply_rule_or(total, "team-life-of-one", member, total) if self.shared else total

    def _amount_of_change(self, change: LifeChange, own: int) -> int | None:
        if "half" not in change.stated:
            found: int | None = self.steps.read_value(change.amount)
            return found
        return -(-own // 2) if self.steps.read_value(change.half) == "rounded up" else own // 2

    def _change_to_set(self, member: Player, own: int, new: int) -> int:
        concept = "team-life-set-for-one" if self.shared else "life-set"
        arguments = (self.total, own, new) if self.shared else (own, new)
        return self.steps.apply_rule_or(new - own, concept, member, *arguments)

    def _changes_to_set_each(self, changes: list[LifeChange]) -> list[int] | None:
        """If effects set each member's life total, return a list with the team's gain ([] if not known), else None."""
        setting = {each.player.value: each for each in changes if each.change.value == "becomes"}
        if not self.shared or len(self.team) < 2 or not {each.id for each in self.team} <= set(setting):
            return None
        numbers = [self.steps.read_value(setting[each.id].amount) for each in self.team]
        if self.total is None or None in numbers:
            return []
        found = self.steps.apply_rule("team-life-set-for-each", self.player, self.total, numbers)
        if len(found) > 1:
            chosen = self.steps.read_value(self.now.proposed.choice)
            found = {number - self.total for each, number in zip(self.team, numbers, strict=True) if each.id == chosen}
        return list(found)

    def _after_effects(self, member: Player, amount: int) -> int | None:
        """Return an amount of life, negative for a loss, as effects modify or replace it. None if it isn't known."""
        what = "life_gained" if amount > 0 else "life_lost"
        happens = constant(True)
        self.changed += 1
        before = DamageResult(member.id, what, NumberValue.exactly(abs(amount)), happens, f"change {self.changed}")
        found = 0
        for result in modify_result(self.now, before):
            if result.occurs is not happens:
                self.steps.check(result.occurs)
            if not result.amount.is_known or result.occurs.value is None:
                return None
            found += _SIGNS.get(result.what, 0) * int(result.amount.low)
        return found

    def _changes_by_damage(self) -> list[int | None]:
        """Return the life that a player gains by each result of the proposed damage. A loss is a negative number."""
        if not self.now.proposed.damage.is_known:
            return []
        results, dealt = damage_results(self.now, QuestionArguments("damage"))
        if dealt.value is not False:
            self.steps.check(dealt)
        mine = {each.id for each in self.team}
        found = [each for each in results if each.whose in mine and each.what in _SIGNS and each.occurs.value]
        return [_SIGNS[each.what] * int(each.amount.value) for each in found if each.amount.value is not None]


def _life_total_after(now: Situation, asked: QuestionArguments) -> DerivedValue:
    return derive_each_course(now, lambda course: _LifeTotal(course, asked.named_player(course)).after())


LIFE_TOTAL = Question("life-total",
                      "What is the life total of this player, or of the team, after the proposed changes and damage?",
                      "player", _life_total_after,
                      "rules ask life-total p1 --fact p1.life=20")  # fmt: skip
