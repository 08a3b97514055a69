"""State-based actions (704, and 420 before 2009), which the game performs whenever a player would get priority.

Each function looks at one situation and yields actions. `kb.rulings.engine.answer` performs all of them as one
event (704.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.rulings.encoded.damage.effect_units import matches_qualities
from kb.rulings.encoded.damage.protecting_effects import (
    CONTAINED_DEATH,
    NOT_OF_STATE_BASED_ACTIONS,
    cannot_happen,
    replacing_effects,
)
from kb.rulings.engine.actions import (
    Action,
    cease_to_exist,
    destroy,
    put_into_graveyard,
    remove_counters,
    replace_actions,
    sacrifice,
)
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.engine.state_based_checks import find_state_based_actions
from kb.rulings.law import rule_registry
from kb.rulings.law.rule_registry import Row, defines, encodes, performs, performs_each
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Effect, Object, Player, Situation


@answers("sba", "Which state-based actions are performed the next time that a player would get priority?", "nothing",
         "rules ask sba -f situation.yaml")  # fmt: skip
def _sba(now: Situation, _asked: QuestionArguments) -> list[tuple[str, Action]]:
    return [] if now.rule("unheeded-resolution").value is True else find_state_based_actions(now)


@answers("losing", "Does a player lose the game?", "player", "rules ask losing p1 --fact p1.life=0")
def _losing(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.named_player(now)
    found = [
        action.condition.attributed_to(rule, action.description)
        for concept, action in find_state_based_actions(now)
        if action.kind == "lose" and player.id in action.things and (rule := now.law.rule(concept)) is not None
    ]
    others = {concept: now.rule(concept, player) for concept in rule_registry.rules_for_question("losing")}
    conceded = others.pop("conceding")
    return any_of(all_of(any_of(*found, *others.values()), not_(_replaced_loss(now, player))), conceded)


def _replaced_loss(now: Situation, player: Player) -> Truth:
    """Yes if an effect replaces the player's loss. One effect is enough for several simultaneous reasons to lose."""
    instead = some(now.rule("cards-beat-rules", each) for each in now.effects_matching("replaces", "lose-game", player))
    rule = now.law.rule("one-replacement")
    return instead if rule is None or instead.value is False else instead.attributed_to(rule, Claim(rule.claim))


@encodes("unheeded-resolution", "what happens during a resolution isn't heeded")
def nothing_during_a_resolution(now: Situation) -> Truth:
    """State-based actions pay no attention to what happens during the resolution of a spell or ability."""
    return now.game.resolving


@encodes("state-based-check", "the check is repeated")
def repeated_while_something_is_performed(_now: Situation, performed: int) -> Truth:
    """If any state-based actions are performed as a result of a check, the check is repeated."""
    return constant(performed > 0)


_REPLACEABLE = {"lose": "lose-game", "destroy": "be-destroyed", "graveyard": "die", "sacrifice": "be-sacrificed"}
"""The name that replacement effects use for each kind of action."""


@defines("one-replacement", "one replacement effect replaces all of them")
def single_effect_replaces_all(now: Situation, event: list[Action]) -> Iterator[tuple[Action, list[Action]]]:
    """If several state-based actions would have the same result at once, one replacement effect replaces them all."""
    results: dict[tuple[str, tuple[str, ...]], list[Action]] = {}
    for action in event:
        results.setdefault((action.kind, action.things), []).append(action)
    for (kind, things), same in results.items():
        thing = now.thing(things[0])
        effect = next(_effects_on(now, kind, thing), None) if thing is not None else None
        yield (same[0] if effect is None else replace_actions(same, effect)), same


def _effects_on(now: Situation, kind: str, thing: Object | Player) -> Iterator[Effect]:
    """Yield the effects that replace an action. An effect on dying also replaces to destroy and to sacrifice."""
    names = [_REPLACEABLE.get(kind, ""), *(("die",) if kind in CONTAINED_DEATH else ())]
    for name in names:
        for effect in replacing_effects(now, "replaces", name, thing):
            if (
                effect.id not in NOT_OF_STATE_BASED_ACTIONS
                and all_of(effect.in_force, matches_qualities(now, effect, thing)).value is True
            ):
                yield effect


@defines("last-known-information", "{permanent} as it was before any of the actions")
def from_before_the_actions(now: Situation, permanent: Object) -> dict[str, object]:
    """If state-based actions move an object, its last known information is from before all the actions."""
    before = now.object(permanent.id)
    if before is None:
        return {}
    found = {name: before.stated[name] for name in _REMEMBERED if name in before.stated}
    changed = {name: now.value_after_effects(before, name) for name in _REMEMBERED if before.follows_effects}
    return found | {name: each.value for name, each in changed.items() if each is not None and each.is_known}


_REMEMBERED = ("counters", "power", "toughness", "types", "subtypes", "controller", "attached_to", "tapped")


@answers("last-known", "As what is a permanent known that state-based actions take from the battlefield?", "object",
         "rules ask last-known A -f situation.yaml")  # fmt: skip
def _last_known(now: Situation, asked: QuestionArguments) -> DerivedValue:
    permanent = asked.object(now)
    rule = now.law.rule("last-known-information")
    leaving = [
        action.condition for _concept, action in find_state_based_actions(now)
        if permanent.id in action.things and any(fact == "zone" for _thing, fact, _value in action.changes)
    ]  # fmt: skip
    if rule is None:
        return DerivedValue(None, constant(False, "there is no such rule in this edition"))
    claim = Claim(rule.claim, (("permanent", permanent),))
    return DerivedValue(rule(now, permanent), any_of(*leaving).attributed_to(rule, claim))


# --- objects in the wrong zone -------------------------------------------------------------------------------


@performs_each(
    Row("token-elsewhere", "token_off_the_battlefield", "",
        "A token in a zone other than the battlefield ceases to exist."),
    Row("token-elsewhere", "token_out_of_play", "",
        "A token that isn't in the in-play zone ceases to exist. Phased-out tokens are in another zone.",
        phased_out=True),
    Row("token-elsewhere", "token_phased_out_or_off_the_battlefield", "",
        "A token that is phased out, or in a zone other than the battlefield, ceases to exist.", phased_out=True),
)  # fmt: skip
def token_elsewhere(now: Situation, *, phased_out: bool = False) -> Iterator[Action]:
    """A token that isn't on the battlefield ceases to exist."""
    for thing in now.objects if phased_out else now.objects_off_battlefield:
        off = thing.zone != "battlefield"
        yield cease_to_exist(thing, when=all_of(any_of(off, thing.phased_out) if phased_out else off, thing.token))


@performs_each(
    Row("copy-elsewhere", "copy_of_a_spell_off_the_stack", "",
        "A copy of a spell in a zone other than the stack ceases to exist."),
    Row("copy-elsewhere", "copy_off_the_stack", "",
        "A copy of a spell exists only on the stack. A copy of a card exists only on the stack and the battlefield.",
        cards=True),
)  # fmt: skip
def copy_elsewhere(now: Situation, *, cards: bool = False) -> Iterator[Action]:
    """A copy of a spell or card ceases to exist in a zone in which copies can't be."""
    for thing in now.objects:
        spell = all_of(thing.copy == "spell", thing.zone != "stack")
        card = all_of(thing.copy == "card", not_(thing.zone.is_one_of("stack", "battlefield")))
        yield cease_to_exist(thing, when=any_of(spell, card) if cards else spell)


# --- creatures -----------------------------------------------------------------------------------------------


@performs("zero-toughness")
def zero_or_less_toughness(now: Situation) -> Iterator[Action]:
    """A creature with toughness 0 or less is put into its owner's graveyard."""
    for creature in now.possible_permanents("creature"):
        yield put_into_graveyard(
            creature, when=all_of(creature.is_permanent_of_type("creature"), creature.toughness <= 0)
        )


@encodes("indestructible", "{permanent} can't be destroyed")
def cant_be_destroyed(_now: Situation, permanent: Object) -> Truth:
    """A permanent with indestructible can't be destroyed, and ignores the state-based action for lethal damage."""
    return permanent.has_keyword("indestructible")


def _destructible(now: Situation, permanent: Object) -> Truth:
    """Yes if a permanent can be destroyed. Effects that forbid its destruction override the rules (101.2)."""
    return not_(cannot_happen(now, "destroy", permanent, now.proposed.timestamp))


@performs_each(
    Row("lethal-damage", "any_damage_as_much_as_toughness", "",
        "A creature whose damage is at least its toughness is destroyed, even if its toughness is 0 or less.",
        conditions=lambda creature: (creature.damage > 0, creature.damage >= creature.toughness)),
    Row("lethal-damage", "damage_as_much_as_toughness", "",
        "A creature with toughness above 0 is destroyed if its damage is at least its toughness.",
        conditions=lambda creature: (creature.toughness > 0, creature.damage >= creature.toughness)),
    Row("deathtouch-damage", "dealt_damage_by_deathtouch_at_any_toughness", "",
        "A creature that a source with deathtouch has damaged since the last check is destroyed.",
        conditions=lambda creature: (creature.deathtouch_damage,)),
    Row("deathtouch-damage", "dealt_damage_by_deathtouch", "",
        "A creature with toughness above 0 that a deathtouch source damaged since the last check is destroyed.",
        conditions=lambda creature: (creature.toughness > 0, creature.deathtouch_damage)),
)  # fmt: skip
def damaged_creatures_are_destroyed(
    now: Situation, *, conditions: Callable[[Object], tuple[Truth, ...]]
) -> Iterator[Action]:
    """A creature that was dealt enough damage is destroyed."""
    for creature in now.possible_permanents("creature"):
        is_creature = creature.is_permanent_of_type("creature")
        yield destroy(creature, when=all_of(is_creature, *conditions(creature), _destructible(now, creature)))


# --- planeswalkers, battles ----------------------------------------------------------------------------------


@performs_each(
    Row("zero-loyalty", "no_loyalty_counters", "", "A planeswalker with loyalty 0 is put into its owner's graveyard.",
        card_type="planeswalker", counter="loyalty"),
    Row("zero-defense", "no_defense_counters", "",
        "A battle with defense 0 goes to the graveyard once all its triggered abilities have left the stack.",
        card_type="battle", counter="defense"),
)  # fmt: skip
def no_counters_of_its_kind(now: Situation, *, card_type: str, counter: str) -> Iterator[Action]:
    """A planeswalker with loyalty 0 or a battle with defense 0 is put into its owner's graveyard."""
    for permanent in now.possible_permanents(card_type):
        has_none = all_of(permanent.is_permanent_of_type(card_type), permanent.counters[counter] <= 0)
        pending = [not_(permanent.has_pending_ability)] if card_type == "battle" else []
        yield put_into_graveyard(permanent, when=all_of(has_none, *pending))


# --- counters, Sagas -----------------------------------------------------------------------------------------


@performs("opposite-counters")
def counters_annihilate(now: Situation) -> Iterator[Action]:
    """If a permanent has +1/+1 and -1/-1 counters, N of each are removed. N is the lower of the two numbers."""
    for permanent in now.permanents:
        plus, minus = permanent.counters["+1/+1"], permanent.counters["-1/-1"]
        both = all_of(permanent.is_permanent, plus > 0, minus > 0)
        if both.value is not False:
            fewer = int(min(plus.low, minus.low))
            left = {"+1/+1": int(plus.low) - fewer, "-1/-1": int(minus.low) - fewer}
            yield remove_counters(permanent, left, when=both)


@performs("counter-limit")
def no_more_counters_than_it_can_have(now: Situation) -> Iterator[Action]:
    """If a permanent says that it can't have more than N counters of a kind, all but N of them are removed."""
    for permanent in now.permanents:
        for kind, most in permanent.counter_limits.counts.items():
            when = all_of(permanent.is_permanent, permanent.counters[kind] > most)
            yield remove_counters(permanent, {kind: most}, when=when)


@performs_each(
    Row("saga-final-chapter", "saga_is_over_even_without_chapters", "",
        "A Saga is sacrificed if its lore counters reach its final chapter number (0 if it has no chapters)."),
    Row("saga-final-chapter", "saga_with_chapters_is_over", "",
        "A Saga with chapters is sacrificed if its lore counters reach its final chapter number.", chapters=True),
)  # fmt: skip
def saga_is_over(now: Situation, *, chapters: bool = False) -> Iterator[Action]:
    """A Saga is sacrificed if its lore counters reach its final chapter number and no ability of it is pending."""
    for saga in now.possible_permanents("saga"):
        yield sacrifice(
            saga,
            when=all_of(
                *([saga.final_chapter > 0] if chapters else []),
                saga.is_permanent_of_subtype("saga"),
                saga.counters["lore"] >= saga.final_chapter,
                not_(saga.has_pending_ability),
                not_(cannot_happen(now, "sacrifice", saga, now.proposed.timestamp)),
            ),
        )
