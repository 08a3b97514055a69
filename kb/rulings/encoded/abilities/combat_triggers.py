"""Abilities that trigger as attackers and blockers are declared (508.3 and 509.3, and 410.9 before 2009).

Each rule returns one Truth for each time that the ability would trigger.
"""

from __future__ import annotations

from kb.i18n import mark_message
from kb.rulings.encoded.abilities import event_triggers
from kb.rulings.encoded.abilities.additional_triggers import additional_times
from kb.rulings.encoded.abilities.event_occurrences import TriggerTimes
from kb.rulings.encoded.abilities.event_triggers import EVENT_OF_TRIGGER
from kb.rulings.encoded.abilities.keyword_triggers import Comparison
from kb.rulings.encoded.abilities.triggered_keywords import AbilityOfKeyword, abilities_of_keywords
from kb.rulings.encoded.combat.banding import is_declared_blocking
from kb.rulings.encoded.layers.characteristics_at_event import is_true_at
from kb.rulings.encoded.multiplayer.range_limits import watched_in_range
from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.engine.derivation import DerivedValue, rule_even_if_unprinted
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.engine.trigger_texts import as_printed, condition_at_trigger, isnt_understood, says_how_often
from kb.rulings.law import rule_registry
from kb.rulings.law.rule_registry import EncodedRule, Row, defines, defines_each, encodes_each
from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, decided, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

WatchedThings = tuple[Object | Player, ...]
"""The objects and players that an ability watches for its trigger."""


# --- declared attackers --------------------------------------------------------------------------------------


def _is_declared_attacking(now: Situation, creature: Object, target: Object | Player | None = None) -> Truth:
    """Yes if a creature is declared as an attacker. If a target is given, the creature must attack that target."""
    if now.proposed.attackers.is_known:
        attacks = [each for each in now.proposed.attackers if each.creature.value == creature.id]
        if target is None:
            return constant(bool(attacks), "{creature} is declared as an attacker", creature=creature)
        return some(each.attacks == target for each in attacks)
    what = creature.declared_attacking
    return what != "none" if target is None else what == target


def _creatures(now: Situation, player: Player | None = None) -> list[Object]:
    found = [each for each in now.objects if each.has_type("creature").value is not False]
    return found if player is None else [each for each in found if each.controller.value in (player.id, None)]


def _attacks_by(now: Situation, player: Player, target: Object | Player | None = None) -> TriggerTimes:
    """Return, for each creature of a player, whether it is declared as an attacker (of `target`, if given)."""
    creatures = _creatures(now, player)
    return [all_of(each.controller == player, _is_declared_attacking(now, each, target)) for each in creatures]


def _objects(watched: WatchedThings) -> list[Object]:
    return [each for each in watched if isinstance(each, Object)]


# --- attacking -----------------------------------------------------------------------------------------------


@defines("trigger-attacks", "“whenever a creature attacks” triggers if it is declared as an attacker")
def each_creature_declared(now: Situation, _source: Object, watched: WatchedThings) -> TriggerTimes:
    """The ability triggers if the creature is declared as an attacker, but not if it enters attacking."""
    return [_is_declared_attacking(now, each) for each in _objects(watched)]


@defines("trigger-attacks-alone", "“whenever a creature attacks alone” triggers if no other creature is declared")
def the_only_creature_declared(now: Situation, _source: Object, watched: WatchedThings) -> TriggerTimes:
    """The ability triggers if the creature is the only creature that is declared as an attacker."""
    complete = now.proposed.attackers.is_known or "battlefield" in now.closed or now.as_usual
    listed = [] if complete else [unknown("closed", "not stated: whether there are other creatures")]
    return [
        all_of(
            _is_declared_attacking(now, each),
            not_(some(_is_declared_attacking(now, other) for other in _creatures(now) if other.id != each.id)),
            *listed,
        )
        for each in _objects(watched)
    ]


@defines("trigger-is-attacked", "“whenever this is attacked” triggers once if creatures attack it")
def once_for_each_attacked(now: Situation, _source: Object, watched: WatchedThings) -> TriggerTimes:
    """The ability triggers if one or more creatures are declared as attackers of the watched player or permanent."""
    return [some(_is_declared_attacking(now, creature, each) for creature in _creatures(now)) for each in watched]


@defines_each(
    Row("trigger-attacks-with", "each_creature_of_the_player",
        "“whenever a player attacks with a creature” triggers for each creature",
        "The ability triggers if a creature that the player controls is declared as an attacker.", once=False),
    Row("trigger-player-attacks", "once_for_the_attack",
        "“whenever a player attacks” triggers once if creatures of theirs attack",
        "The ability triggers if one or more creatures that the player controls are declared as attackers.", once=True),
)  # fmt: skip
def player_attacks(now: Situation, source: Object, _watched: WatchedThings, *, once: bool) -> TriggerTimes:
    """The ability triggers for each creature that the player attacks with, or once per attack if `once` is True."""
    player = now.player(source.controller.value or "")
    if player is None:
        return []
    attacks = _attacks_by(now, player)
    return [some(attacks)] if once else attacks


@defines(
    "trigger-player-attacks-player",
    "“whenever a player attacks a player” triggers once for each player that creatures of theirs attack",
)
def once_for_each_player(now: Situation, source: Object, watched: WatchedThings) -> TriggerTimes:
    """The ability triggers once for each player that its controller's creatures attack. Permanents don't count."""
    player = now.player(source.controller.value or "")
    if player is None:
        return []
    return [some(_attacks_by(now, player, each)) for each in watched if isinstance(each, Player)]


# --- blocking ------------------------------------------------------------------------------------------------


@defines_each(
    Row("trigger-blocks", "once_for_each_blocker", "“whenever a creature blocks” triggers once each combat",
        "The ability triggers once if the creature is declared as a blocker, even of multiple creatures.",
        blocker=True, once=True),
    Row("trigger-blocks-a-creature", "for_each_blocked_creature",
        "“whenever a creature blocks a creature” triggers for each that it blocks",
        "The ability triggers for each attacking creature that the watched creature blocks.", blocker=True, once=False),
    Row("trigger-becomes-blocked", "once_for_each_blocked",
        "“whenever a creature becomes blocked” triggers once each combat",
        "The ability triggers once, even if multiple creatures block the watched creature.", blocker=False, once=True),
    Row("trigger-becomes-blocked-by", "for_each_blocking_creature",
        "“whenever a creature becomes blocked by a creature” triggers for each that blocks it",
        "The ability triggers for each creature that blocks the attacker, but not if it becomes blocked by an effect.",
        blocker=False, once=False),
)  # fmt: skip
def blocks_or_becomes_blocked(
    now: Situation, _source: Object, watched: WatchedThings, *, blocker: bool, once: bool
) -> TriggerTimes:
    """Return one Truth for each block that the ability may trigger on, or only one Truth if `once` is True.

    If `blocker` is True, the watched creature blocks. Otherwise, the watched creature is blocked.
    """
    times: TriggerTimes = []
    for creature in _objects(watched):
        others = [each for each in _creatures(now) if once or each.id != creature.id]
        pairs = [(creature, each) if blocker else (each, creature) for each in others]
        blocks = [is_declared_blocking(now, *pair) for pair in pairs]
        times += [some(blocks)] if once else blocks
    return times


@defines("trigger-unblocked", "“whenever a creature attacks and isn't blocked” triggers if nothing blocks it")
def attacks_and_nothing_is_declared(now: Situation, _source: Object, watched: WatchedThings) -> TriggerTimes:
    """The ability triggers if no creatures are declared as blockers for the watched attacking creature."""
    # The ability triggers in the declare blockers step. Before that, no creature is unblocked.
    past = now.game.step != "declare-attackers" if now.game.step.is_known else constant(True)
    creatures = _creatures(now)
    declared = now.proposed.attackers.is_known
    return [
        all_of(
            past,
            _is_declared_attacking(now, each) if declared else each.attacking != "none",
            *(not_(is_declared_blocking(now, other, each)) for other in creatures),
        )
        for each in _objects(watched)
    ]


# --- triggers on creatures with certain characteristics ------------------------------------------------------


@encodes_each(
    Row("attacker-as-declared", "at_the_point_it_is_declared",
        "{creature} has what the trigger asks for as it is declared as an attacker",
        "The trigger checks the creature as it is declared as an attacker. Later characteristics don't matter."),
    Row("blocker-as-declared", "at_the_point_blockers_are_declared",
        "{creature} has what the trigger asks for as blockers are declared",
        "The trigger checks the creature as it blocks or becomes blocked. Later characteristics don't matter."),
)  # fmt: skip
def as_declared(now: Situation, creature: Object, source: Object, ability: Ability) -> Truth:
    """The trigger checks the characteristics that the creature had at the declaration of attackers or blockers."""

    def test(then: Object) -> Truth:
        return every(phrase_picks(then, each, source) for each in ability.quality)

    return is_true_at(now, creature, now.proposed.timestamp, test)


def _as_declared(now: Situation, creature: Object, source: Object, ability: Ability) -> Truth:
    """Yes if, as attackers or blockers are declared, a creature has the quality that a trigger asks for."""
    concept = "blocker-as-declared" if "block" in (ability.trigger.value or "") else "attacker-as-declared"
    return rule_even_if_unprinted(now, as_declared[concept], creature, source, ability)


def _only_with_matching(now: Situation, source: Object, ability: Ability) -> tuple[Situation, Truth]:
    """Return the situation with only those attackers or blockers that certainly match a trigger.

    Also return a Truth: Yes if, for each attacker or blocker, it is known whether the creature matches.
    """
    kind = "blockers" if "block" in (ability.trigger.value or "") else "attackers"
    parts = now.proposed.blockers if kind == "blockers" else now.proposed.attackers
    if not parts.is_known:
        return now, parts.stated
    of_attackers = ability.trigger.value == "blocks-a-creature"
    named = {name for part in parts for name in (part.blocks if of_attackers else (part.creature.value,))}
    matches = {each.id: _as_declared(now, each, source, ability) for each in _creatures(now) if each.id in named}
    matching = {name for name, truth in matches.items() if truth.value}
    given = list(now.proposed.stated[kind])
    if of_attackers:
        given = [
            each | {"blocks": tuple(name for name in each.get("blocks", ()) if name in matching)} for each in given
        ]
    else:
        given = [each for each in given if each.get("creature") in matching]
    known = every(decided(truth) for truth in matches.values())
    return now.replace(proposed={**now.proposed.stated, kind: given}), known


# --- the question --------------------------------------------------------------------------------------------

_CONCEPTS = {
    "attacks-unblocked": "trigger-unblocked", "becomes-blocked-by-a-creature": "trigger-becomes-blocked-by",
    "player-gains-life": "trigger-gains-life",
}  # fmt: skip
"""The concepts of some triggers. Other triggers have the concept of the same name: `trigger-blocks` for `blocks`."""

_OF_THE_WATCHED = ("attacks", "attacks-alone", "attacks-unblocked", "blocks", "becomes-blocked")
"""Triggers that ask for a quality of the watched creature. Other triggers ask for a quality of another creature."""


def _watched(now: Situation, source: Object, ability: Ability) -> WatchedThings:
    if ability.watches.is_known:
        return tuple(each for name in ability.watches if (each := now.thing(name)) is not None)
    controller = now.player(source.controller.value or "")
    if ability.trigger.value == "is-attacked" and controller is not None and not source.has_type("planeswalker").value:
        return (controller,)
    if ability.trigger.value == "player-gains-life":
        return () if controller is None else (controller,)
    if ability.trigger.value == "player-attacks-player" and controller is not None:
        return controller.opponents
    return (source,)


@answers("trigger-count", "How often does this object's ability trigger on what is declared, or on what happens?",
         "object", "rules ask trigger-count A -f situation.yaml")  # fmt: skip
def _trigger_count(now: Situation, asked: QuestionArguments) -> DerivedValue:
    source, listed = asked.object(now), asked.abilities(now)
    stated = next((each for each in listed if each.stated.get("kind") == "triggered"), listed[0])
    ability = as_printed(now, source, stated)
    keywords = abilities_of_keywords(now, source, ability)
    if not keywords:
        return _count(now, source, ability)
    counts = [_keyword_count(now, source, each) for each in keywords]
    possible = [each for each in counts if each.value != 0 or each.truth.value is not True]
    if any(each.truth.value for each in possible):
        possible = [each for each in possible if not _waits_for_other_events(each)]
    if len(possible) > 1:
        claim = "not stated: which of the keyword abilities of {it} is asked about"
        return DerivedValue(None, unknown(f"{source.path}.abilities", claim, it=source))
    return possible[0] if possible else DerivedValue(0, every(each.truth for each in counts))


@answers("triggers", "Does this triggered ability, whose event has happened, go on the stack?", "object",
         "rules ask triggers A --fact A.condition=no")  # fmt: skip
def _triggers(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    goes_on_the_stack = is_permitted(now, "triggers", "other", thing, thing)
    if "source" in thing.stated or not any(getattr(now.proposed, each).is_known for each in _HAPPENING):
        return goes_on_the_stack
    counts: list[DerivedValue] = []
    for ability in (as_printed(now, thing, each) for each in asked.abilities(now)):
        keywords = abilities_of_keywords(now, thing, ability)
        counts += [_keyword_count(now, thing, each) for each in keywords]
        counts += [_count(now, thing, ability)] if not keywords and ability.trigger.is_known else []
    none_stated = unknown(f"{thing.path}.abilities", "not stated: a triggered ability of {it}", it=thing)
    return all_of(any_of(*map(_at_least_once, counts)) if counts else none_stated, goes_on_the_stack)


def _at_least_once(counted: DerivedValue) -> Truth:
    """Yes if an ability triggers at least once."""
    never = counted.value == 0 and counted.truth.value is True
    return not_(counted.truth) if never else counted.truth


_HAPPENING = ("attackers", "blockers", "damage", "events")
"""The facts that say what happens."""


def _waits_for_other_events(counted: DerivedValue) -> bool:
    """True if it is open how often a keyword triggers, only because no events of its kind are proposed."""
    return counted.truth.value is None and set(resolve(counted.truth).depends_on) <= _KINDS_OF_EVENTS


_KINDS_OF_EVENTS = frozenset(f"proposed.{each}" for each in _HAPPENING)


def _keyword_count(now: Situation, source: Object, keyword: AbilityOfKeyword) -> DerivedValue:
    """Return how often the abilities of a keyword trigger. The answer cites the rule of the keyword."""
    if keyword.has.value is False:
        never = event_triggers.valued_trigger_count(source, [], [not_(keyword.has)], None)
        return DerivedValue(0, keyword.cite(never.truth, source))
    counts = [_count(now, source, each, keyword.compares) for each in keyword.abilities]
    counted = every(each.truth for each in counts) if len(counts) > 1 else counts[0].truth
    times = sum(each.value or 0 for each in counts)
    if times == 0 and counted.value is True:
        return DerivedValue(0, all_of(keyword.cite(counted, source)))
    return DerivedValue(times, all_of(keyword.cite(all_of(counted, keyword.has), source)))


def _rule_of_trigger(now: Situation, concept: str) -> EncodedRule | None:
    """Return the rule of a trigger. Old editions don't print all of them, and keywords rely on the words "attacks"."""
    standing = now.law.status_of(concept)
    unprinted = standing.status == "not-in-edition" and concept in _PLAIN_WORDS
    return rule_registry.variants_by_concept()[concept][0] if unprinted else standing.rule


_PLAIN_WORDS = ("trigger-attacks", "trigger-blocks", "trigger-becomes-blocked")


def _waits_for_blocks(now: Situation, trigger: str) -> bool:
    """True if an ability triggers on blocks, and the situation proposes an attack without the blocks (509.1)."""
    attack, blocks = now.proposed.attackers, now.proposed.blockers
    return "block" in trigger and bool(len(attack)) and not blocks.is_known


def _count(now: Situation, source: Object, ability: Ability, compares: Comparison | None = None) -> DerivedValue:
    if isnt_understood(now, source, ability):
        claim = mark_message("not stated: what the ability watches, as “{text}” isn't understood")
        return DerivedValue(None, unknown(f"{ability.path}.quality", claim, text=ability.text))
    counted = _count_by_trigger(now, source, ability, compares)
    if counted.value and says_how_often(ability):
        claim = mark_message("not stated: how often this ability has triggered before: {ability}")
        return DerivedValue(None, unknown(f"{ability.path}.text", claim, ability=ability))
    if ability.trigger.value in EVENT_OF_TRIGGER or not counted.value:
        return counted  # Abilities that trigger on events check their condition after each event.
    for condition in condition_at_trigger(now, source, ability):
        if condition.value is False:
            return DerivedValue(0, not_(condition))
        return DerivedValue(counted.value, all_of(counted.truth, condition))
    return counted


def _count_by_trigger(now: Situation, source: Object, ability: Ability, compares: Comparison | None) -> DerivedValue:
    if (on_events := event_triggers.trigger_count(now, source, ability, compares)) is not None:
        return on_events
    trigger = ability.trigger.value
    if trigger is None:
        return DerivedValue(None, unknown(ability.trigger.fact, "not stated: when the ability triggers"))
    if (rule := _rule_of_trigger(now, _CONCEPTS.get(trigger, f"trigger-{trigger}"))) is None:
        return DerivedValue(None, constant(False, "there is no such rule in this edition"))
    if _waits_for_blocks(now, trigger):
        return DerivedValue(None, unknown("proposed.blockers", "not stated: which creatures block the attack"))
    watched, matching_known = _watched(now, source, ability), constant(True)
    of_the_watched = trigger in _OF_THE_WATCHED
    if ability.quality.value and not of_the_watched:
        now, matching_known = _only_with_matching(now, source, ability)
    elif ability.quality.value and not ability.watches.is_known:
        watched = tuple(_creatures(now))
    now, watched, ranges = watched_in_range(now, source, watched, meets_another=trigger.endswith("a-creature"))
    times = [all_of(each, ranges) for each in rule(now, source, watched)]
    if ability.quality.value and of_the_watched:
        matches = [_as_declared(now, each, source, ability) for each in _objects(watched)]
        times = [all_of(time, truth) for time, truth in zip(times, matches, strict=True)]
    if ability.one_or_more.value:
        times = [some(times)]  # attackers and blockers are declared at the same time (603.2c)
    times += additional_times(now, source, [(each, []) for each in times])
    if ability.one_or_more.value:
        times = [some(times)]
    reasons = [each for each in (*times, matching_known) if each.value is not False]
    return event_triggers.valued_trigger_count(source, times, reasons, rule)
