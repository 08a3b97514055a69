"""Triggered abilities that keywords alone state (702), such as exalted and persist: what they trigger on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.rulings.law.rule_registry import EncodedRule, Row, defines_each
from kb.rulings.logic.ternary import Truth, all_of, constant, unknown
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.vocabulary import Ability


@dataclass(frozen=True, slots=True)
class KeywordTrigger:
    """The triggered ability that a keyword means.

    Attributes:
        facts: the facts of the ability, such as its trigger.
        condition: Yes if the condition after the trigger event is true (603.4). Yes if there is no condition.
    """

    facts: dict[str, Any]
    condition: Truth


@defines_each(
    Row("exalted", "whenever_a_creature_you_control_attacks_alone",
        "exalted triggers whenever a creature that the controller of {source} controls attacks alone",
        "“Exalted” means “Whenever a creature you control attacks alone, ...”.",
        trigger="attacks-alone", quality=("creature you control",)),
    Row("annihilator", "annihilator_whenever_it_attacks", "annihilator triggers whenever {source} attacks",
        "“Annihilator N” means “Whenever this creature attacks, ...”.", trigger="attacks"),
    Row("battle-cry", "battle_cry_whenever_it_attacks", "battle cry triggers whenever {source} attacks",
        "“Battle cry” means “Whenever this creature attacks, ...”.", trigger="attacks"),
    Row("afflict", "whenever_it_becomes_blocked", "afflict triggers whenever {source} becomes blocked",
        "“Afflict N” means “Whenever this creature becomes blocked, ...”.", trigger="becomes-blocked"),
    Row("prowess", "whenever_you_cast_a_noncreature_spell",
        "prowess triggers whenever the controller of {source} casts a noncreature spell",
        "“Prowess” means “Whenever you cast a noncreature spell, ...”.",
        trigger="is-cast", quality=("noncreature card you control",)),
    Row("extort", "whenever_you_cast_a_spell", "extort triggers whenever the controller of {source} casts a spell",
        "“Extort” means “Whenever you cast a spell, ...”.", trigger="is-cast", quality=("card you control",)),
    Row("flanking", "whenever_blocked_by_a_creature_without_it",
        "flanking triggers whenever {source} becomes blocked by a creature without flanking",
        "“Flanking” means “Whenever this creature becomes blocked by a creature without flanking, ...”.",
        trigger="becomes-blocked-by-a-creature", quality=("creature without flanking",)),
    Row("frenzy", "whenever_it_attacks_unblocked", "frenzy triggers whenever {source} attacks and isn't blocked",
        "“Frenzy N” means “Whenever this creature attacks and isn't blocked, ...”.", trigger="attacks-unblocked"),
    Row("afterlife", "afterlife_as_it_dies", "afterlife triggers as {source} dies",
        "“Afterlife N” means “When this permanent is put into a graveyard from the battlefield, ...”.", trigger="dies"),
    Row("persist", "as_it_dies_without_minus_counters",
        "persist triggers as {source} dies, if it had no -1/-1 counters",
        "“Persist” means “When this permanent dies, if it had no -1/-1 counters on it, ...”.",
        trigger="dies", lacks="-1/-1"),
    Row("undying", "as_it_dies_without_plus_counters",
        "undying triggers as {source} dies, if it had no +1/+1 counters",
        "“Undying” means “When this permanent dies, if it had no +1/+1 counters on it, ...”.",
        trigger="dies", lacks="+1/+1"),
)  # fmt: skip
def keyword_trigger(
    _now: Situation, source: Object, *, trigger: str, quality: tuple[str, ...] = (), lacks: str = ""
) -> KeywordTrigger:
    """Return the ability that triggers on `trigger`, if `source` has no counters of the kind `lacks`."""
    facts = {"kind": "triggered", "trigger": trigger} | ({"quality": quality} if quality else {})
    return KeywordTrigger(facts, source.counters[lacks] < 1 if lacks else constant(True))


_KEYWORDS = tuple(rule.concept.replace("-", " ") for rule in keyword_trigger.rules)


def _triggered_keyword(word: str) -> str | None:
    """Return the keyword of this module that a word states: `annihilator` for `annihilator 2`."""
    return next((each for each in _KEYWORDS if word == each or word.startswith(f"{each} ")), None)


@dataclass(frozen=True, slots=True)
class AbilityOfKeyword:
    """The triggered ability of an object that is stated as a keyword.

    Attributes:
        ability: the ability with its trigger. If the keyword isn't certain, the ability as stated.
        has: Yes if the object has the keyword, and its condition is true.
        rule: the rule of the keyword. None if the edition has no such rule, or the keyword isn't certain.
        instances: how often the object has the keyword. Each instance triggers separately.
    """

    ability: Ability
    has: Truth
    rule: EncodedRule | None
    instances: int = 1

    def cite(self, truth: Truth, source: Object) -> Truth:
        """Return a truth that cites the rule of the keyword of `source`."""
        return truth if self.rule is None else truth.attributed_to(self.rule, self.rule.claim_about(source))


def ability_of_keyword(now: Situation, source: Object, ability: Ability) -> AbilityOfKeyword | None:
    """Return the triggered ability that a keyword means. Return None if no such keyword is stated.

    The ability states the keyword, or it has no facts and the object has one triggered keyword.
    """
    if "trigger" in ability.stated:
        return None
    if "keyword" in ability.stated:
        named, has = [_triggered_keyword(ability.keyword.value or "")], constant(True)
    elif ability.stated:
        return None
    else:
        # An object that has lost its triggered keyword is asked about the lost one.
        words = [each for each in source.keywords if _triggered_keyword(each)]
        words = words or [each for each in source.as_stated.keywords.value or () if _triggered_keyword(each)]
        named = [_triggered_keyword(each) for each in words]
        has = all_of(*(source.keywords.contains(each) for each in dict.fromkeys(words)))
    if not named or named[0] is None:
        return None
    if len(set(named)) > 1:
        claim = "not stated: which of the keyword abilities of {it} is asked about"
        return AbilityOfKeyword(ability, unknown(f"{source.path}.abilities", claim, it=source), None)
    rule = now.law.rule(named[0].replace(" ", "-"))
    if rule is None:
        return AbilityOfKeyword(ability, constant(False, "there is no such rule in this edition"), None)
    means = rule(now, source)
    found = Ability(ability.id, now, {**ability.stated, **means.facts})
    return AbilityOfKeyword(found, all_of(has, means.condition), rule, len(named))
