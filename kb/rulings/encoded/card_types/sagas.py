"""Sagas, Classes and Cases: lore counters, chapters, levels (714, 716, 719)."""

from __future__ import annotations

from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, requires, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, decided, not_, unstated
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability


@defines("saga-enters", "{saga} enters with a lore counter on it")
def with_one_lore_counter(_now: Situation, _saga: Object) -> NumberValue:
    """As a Saga enters the battlefield, its controller puts a lore counter on it."""
    return NumberValue.exactly(1)


@variant_of(
    with_one_lore_counter,
    claim="{saga} enters with a lore counter on it; with read ahead, with as many as its controller chooses",
)
def with_one_or_a_chosen_number(_now: Situation, saga: Object) -> NumberValue:
    """A Saga enters with one lore counter. With read ahead, its controller chooses a number up to the final chapter."""
    ahead = saga.has_keyword("read ahead")
    if ahead.value is False:
        return NumberValue.exactly(1)
    final = saga.final_chapter
    open_facts = (*(() if ahead.value else ahead.facts), *final.open_facts)
    return NumberValue(1, max(final.high, 1), (*ahead.facts, *final.facts), final.label, saga, open_facts=open_facts)


@encodes("saga-each-turn", "{player} puts a lore counter on {saga} as their precombat main phase begins")
def on_each_saga(_now: Situation, player: Player, saga: Object) -> Truth:
    """As a player's precombat main phase begins, that player puts a lore counter on each Saga they control."""
    return all_of(saga.is_permanent_of_subtype("saga"), player.controls(saga))


@variant_of(on_each_saga)
def on_each_saga_with_chapters(_now: Situation, player: Player, saga: Object) -> Truth:
    """As a player's precombat main phase begins, they put a lore counter on each of their Sagas that has chapters."""
    return all_of(saga.is_permanent_of_subtype("saga"), player.controls(saga), saga.final_chapter > 0)


@answers("lore-counters",
         "On which permanents does this player put a lore counter as their precombat main phase begins?", "player",
         "rules ask lore-counters p1 -f situation.yaml")  # fmt: skip
def lore_counters(now: Situation, asked: QuestionArguments) -> DerivedValue:
    found = asked.thing(now)
    player = found if isinstance(found, Player) else asked.player(now)
    said = [(each, now.rule("saga-each-turn", player, each)) for each in now.possible_permanents("saga")]
    sure = [each.id for each, truth in said if truth.value]
    whole = all_of(*(decided(truth) for _each, truth in said))
    return DerivedValue(sure, whole if now.law.rule("saga-each-turn") is not None else now.rule("saga-each-turn"))


@encodes("chapter-triggers", "chapter {chapter} of {saga} triggers as a lore counter is put on it")
def from_fewer_to_at_least_as_many(_now: Situation, saga: Object, chapter: int, added: int) -> Truth:
    """The ability of chapter N triggers if the number of lore counters was less than N and is now N or more."""
    lore = saga.counters["lore"]
    return all_of(saga.final_chapter >= chapter, lore < chapter, lore + added >= chapter)


@defines("final-chapter", "the final chapter number of {saga}")
def greatest_chapter(_now: Situation, saga: Object) -> NumberValue:
    """A Saga's final chapter number is the greatest of its chapter numbers, or 0 if it has no chapter abilities."""
    return saga.final_chapter


@answers("chapters", "Which chapter abilities of this Saga trigger as one lore counter is put on it?", "object",
         "rules ask chapters A --fact A.final_chapter=3 --fact A.counters.lore=1")  # fmt: skip
def chapters(now: Situation, asked: QuestionArguments) -> DerivedValue:
    saga = asked.object(now)
    rule = now.law.rule("final-chapter")
    if rule is None:
        return DerivedValue(None, now.rule("final-chapter", saga))
    final = DerivedValue.from_rule(rule(now, saga), "final-chapter", now, saga)
    lore = saga.counters["lore"]
    if not lore.is_known or final.value is None:
        return DerivedValue(None, all_of(final.truth, *(unstated(each) for each in lore.open_facts)))
    said = {each: now.rule("chapter-triggers", saga, each, 1) for each in range(1, int(final.value) + 1)}
    triggered = [each for each, truth in said.items() if truth.value]
    reasons = [said[each] for each in triggered] or [not_(any_of(*said.values()))]
    return DerivedValue(triggered, all_of(*reasons))


# --- Classes and Cases ----------------------------------------------------------------------------------------


@requires("can-activate", "class-level",
          "{permanent} has the level before the one that {ability} gives, and it is activated as a sorcery",
          where=lambda _now, _player, _permanent, ability: constant("level" in ability.stated))  # fmt: skip
def only_at_the_level_before(_now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
    """The ability that makes a Class level N can be activated only at level N-1, and only as a sorcery."""
    game = player.now.game
    as_a_sorcery = (player.has_priority, player.is_active, game.is_main_phase, game.stack.is_empty)
    return all_of(permanent.class_level + 1 == ability.level, *as_a_sorcery)


@requires(
    "can-activate",
    "solved-ability",
    "{permanent} is solved, as {ability} asks for",
    where=lambda _now, _player, _permanent, ability: (
        ability.only_if_solved if "only_if_solved" in ability.stated else constant(False)
    ),
)
def only_if_solved(_now: Situation, _player: Player, permanent: Object, _ability: Ability) -> Truth:
    """An activated "Solved" ability of a Case can be activated only if the Case is solved."""
    return permanent.solved
