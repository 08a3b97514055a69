"""Triggered abilities that keywords alone state (702), such as exalted and persist: what they trigger on."""

from __future__ import annotations

from dataclasses import dataclass

from kb.rulings.encoded.abilities.combat_keyword_triggers import combat_keyword
from kb.rulings.encoded.abilities.cost_keyword_triggers import cost_keyword
from kb.rulings.encoded.abilities.keyword_triggers import Comparison, KeywordTrigger, meaning_of_keyword
from kb.rulings.encoded.abilities.zone_keyword_triggers import zone_keyword
from kb.rulings.law.rule_registry import EncodedRule, Row, defines_each
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.vocabulary import Ability


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
    now: Situation, source: Object, *, trigger: str, quality: tuple[str, ...] = (), lacks: str = ""
) -> KeywordTrigger:
    """Return the ability that triggers on `trigger`, if `source` has no counters of the kind `lacks`."""
    return meaning_of_keyword(
        now, source, ({"trigger": trigger} | ({"quality": quality} if quality else {}),), lacks=lacks
    )


_CONCEPTS = {
    rule.concept.removesuffix("-trigger").replace("-", " "): rule.concept
    for table in (keyword_trigger, combat_keyword, zone_keyword, cost_keyword)
    for rule in table.rules
}
"""The concept of each keyword: `lifelink-trigger` for `lifelink`, which is a triggered ability in some editions."""


def _triggered_keyword(word: str) -> str | None:
    """Return the keyword of these modules that a word states: `annihilator` for `annihilator 2`."""
    plain = word.rstrip("!")
    spelled = ((each, (f"{each} ", f"{each}\N{EM DASH}")) for each in _CONCEPTS)
    return next((each for each, longer in spelled if plain == each or plain.startswith(longer)), None)


@dataclass(frozen=True, slots=True)
class AbilityOfKeyword:
    """The triggered abilities of an object that are stated as a keyword.

    Attributes:
        abilities: the abilities with their triggers; none if the keyword isn't certain.
        has: Yes if the object has the keyword, and its condition is true.
        rule: the rule of the keyword. None if the edition has no such rule, or the keyword isn't certain.
        compares: a further test of what an event happens to; None if there is none.
    """

    abilities: tuple[Ability, ...]
    has: Truth
    rule: EncodedRule | None
    compares: Comparison | None = None

    def cite(self, truth: Truth, source: Object) -> Truth:
        """Return a truth that cites the rule of the keyword of `source`."""
        return truth if self.rule is None else truth.attributed_to(self.rule, self.rule.claim_about(source))


def abilities_of_keywords(now: Situation, source: Object, ability: Ability) -> list[AbilityOfKeyword]:
    """Return the triggered abilities that each keyword means. Return [] if no such keyword is stated.

    The ability states the keyword, or it has no facts and the object has triggered keywords. Keywords that aren't
    triggered abilities in the edition count only if the object has no other ones.
    """
    if "trigger" in ability.stated:
        return []
    if "keyword" in ability.stated:
        word = _triggered_keyword(ability.keyword.value or "")
        return [] if word is None else [_ability_of(now, source, ability, word, constant(True))]
    if ability.stated:
        return []
    # Each instance triggers separately. An object that has lost a keyword is asked about the lost one, too.
    words = [*source.keywords, *(each for each in source.as_stated.keywords if each not in source.keywords)]
    instances: dict[str, list[str]] = {}
    for each in words:
        if (word := _triggered_keyword(each)) is not None:
            instances.setdefault(word, []).append(each)
    found = [
        _ability_of(now, source, ability, word, all_of(*map(source.keywords.contains, texts)), len(texts))
        for word, texts in instances.items()
    ]
    return [each for each in found if each.rule is not None] or found[:1]


def _ability_of(
    now: Situation, source: Object, ability: Ability, keyword: str, has: Truth, instances: int = 1
) -> AbilityOfKeyword:
    """Return the abilities that a keyword means, once for each instance of the keyword."""
    rule = now.law.rule(_CONCEPTS[keyword])
    if rule is None:
        return AbilityOfKeyword((), constant(False, "there is no such rule in this edition"), None)
    means: KeywordTrigger = rule(now, source)
    abilities = tuple(Ability(ability.id, now, {**ability.stated, **each}) for each in means.abilities) * instances
    return AbilityOfKeyword(abilities, all_of(has, means.condition), rule, means.compares)
