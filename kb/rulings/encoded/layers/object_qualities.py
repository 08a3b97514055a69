"""Words of the rules for kinds of objects: multicoloured, historic, basic, permanent card (105, 205.4, 700)."""

from __future__ import annotations

from kb.errors import BadValue
from kb.i18n import _
from kb.rulings.encoded.layers.current_values import colors_of
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import Derivation
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_, some
from kb.rulings.situation.fact import suggestion
from kb.rulings.situation.phrase_parser import parse_phrase
from kb.rulings.situation.phrase_tree import InvalidPhrase
from kb.rulings.situation.situation import Object, Player, Situation

PERMANENT_CARD_TYPES = ("artifact", "creature", "enchantment", "land", "planeswalker")
OUTLAWS = ("assassin", "mercenary", "pirate", "rogue", "warlock")


@encodes("nonbasic-land", "{land} is a nonbasic land")
def land_without_the_supertype_basic(_now: Situation, land: Object) -> Truth:
    """Any land that doesn't have the supertype "basic" is a nonbasic land, even if it has a basic land type."""
    return all_of(land.has_type("land"), not_(land.supertypes.contains("basic")))


@encodes_each(
    Row("snow-permanent", "permanent_with_the_supertype_snow", "{permanent} is a snow permanent",
        "A permanent is a snow permanent only if it has the supertype \"snow\". Its name doesn't matter.",
        supertype="snow"),
    Row("under-the-legend-rule", "legendary_permanent", "{permanent} is subject to the legend rule",
        "Any permanent with the supertype \"legendary\" is subject to the state-based action for legendary permanents.",
        supertype="legendary"),
    Row("under-the-world-rule", "world_permanent", "{permanent} is subject to the world rule",
        "Any permanent with the supertype \"world\" is subject to the state-based action for world permanents.",
        supertype="world"),
)  # fmt: skip
def permanent_with_a_supertype(_now: Situation, permanent: Object, *, supertype: str) -> Truth:
    """Yes if a permanent has a supertype."""
    return all_of(permanent.is_permanent, permanent.supertypes.contains(supertype))


@encodes("ongoing-scheme", "{scheme} is exempt from the state-based action for schemes")
def ongoing_scheme(_now: Situation, scheme: Object) -> Truth:
    """Any scheme card with the supertype "ongoing" is exempt from the state-based action for schemes."""
    return all_of(scheme.has_type("scheme"), scheme.supertypes.contains("ongoing"))


@encodes("historic", "{thing} is historic")
def legendary_artifact_or_saga(_now: Situation, thing: Object) -> Truth:
    """An object is historic if it has the legendary supertype, the artifact card type, or the Saga subtype."""
    return any_of(thing.supertypes.contains("legendary"), thing.has_type("artifact"), thing.has_subtype("saga"))


@encodes("outlaw", "{thing} is an outlaw")
def one_of_five_creature_types(_now: Situation, thing: Object) -> Truth:
    """An object is an outlaw if it has the Assassin, Mercenary, Pirate, Rogue or Warlock creature type."""
    return any_of(*(thing.has_subtype(each) for each in OUTLAWS))


@encodes_each(
    Row("permanent-card", "card_that_could_be_put_in_play", "{card} is a permanent card",
        "A permanent card is an artifact, creature, enchantment, land, or planeswalker card.",
        types=PERMANENT_CARD_TYPES),
    Row("permanent-card", "card_that_could_be_put_in_play_before_planeswalkers", "{card} is a permanent card",
        "A permanent card is an artifact, creature, enchantment, or land card.", types=PERMANENT_CARD_TYPES[:-1]),
    Row("permanent-card", "card_or_battle_that_could_be_put_in_play", "{card} is a permanent card",
        "A permanent card is an artifact, battle, creature, enchantment, land, or planeswalker card.",
        types=(*PERMANENT_CARD_TYPES, "battle")),
)  # fmt: skip
def card_of_a_permanent_type(_now: Situation, card: Object, *, types: tuple[str, ...]) -> Truth:
    """Yes if a card has one of the permanent types."""
    return any_of(*(card.has_type(each) for each in types))


@encodes("permanent-spell", "{spell} is a permanent spell")
def spell_that_will_enter(_now: Situation, spell: Object) -> Truth:
    """A permanent spell is an artifact, creature, enchantment, or planeswalker spell."""
    return all_of(
        spell.zone == "stack", any_of(*(spell.has_type(each) for each in PERMANENT_CARD_TYPES if each != "land"))
    )


@variant_of(spell_that_will_enter)
def spell_or_battle_that_will_enter(_now: Situation, spell: Object) -> Truth:
    """A permanent spell is an artifact, battle, creature, enchantment, or planeswalker spell."""
    types = (each for each in (*PERMANENT_CARD_TYPES, "battle") if each != "land")
    return all_of(spell.zone == "stack", any_of(*(spell.has_type(each) for each in types)))


@encodes("emblem-apart", "{emblem} is an emblem, which is neither a card nor a permanent")
def neither_card_nor_permanent(_now: Situation, emblem: Object) -> Truth:
    """An emblem is neither a card nor a permanent."""
    return emblem.emblem


@encodes("token-apart", "{token} is a token, which is no card")
def tokens_are_no_cards(_now: Situation, token: Object) -> Truth:
    """A token isn't a card."""
    return token.token


@encodes("permanent", "{thing} is a permanent: a card or token on the battlefield")
def card_or_token_on_the_battlefield(now: Situation, thing: Object) -> Truth:
    """A permanent is a card or token on the battlefield. It stays a permanent even without any permanent type."""
    return all_of(thing.zone == "battlefield", not_(now.rule("emblem-apart", thing)))


@encodes("card", "{thing} is a card")
def no_token_no_emblem_no_copy(now: Situation, thing: Object) -> Truth:
    """A card is a Magic card, or an object that a card represents. Tokens, emblems and spell copies aren't cards."""
    return not_(
        any_of(now.rule("token-apart", thing), now.rule("emblem-apart", thing), thing.copy.is_one_of("spell", "card"))
    )


@encodes("modified", "{permanent} is modified")
def permanent_with_counters_equipped_or_enchanted(now: Situation, permanent: Object) -> Truth:
    """A permanent is modified if it has a counter, is equipped, or is enchanted by an Aura with the same controller."""
    return _is_modified(now, permanent)


@variant_of(permanent_with_counters_equipped_or_enchanted)
def creature_with_counters_equipped_or_enchanted(now: Situation, permanent: Object) -> Truth:
    """A creature is modified if it has a counter, is equipped, or is enchanted by an Aura with the same controller."""
    return all_of(permanent.has_type("creature"), _is_modified(now, permanent))


def _is_modified(now: Situation, permanent: Object) -> Truth:
    # If no counters are stated, the kind "any" stands for counters of all kinds.
    kinds = tuple(permanent.counters.counts) if permanent.counters.is_known else ("any",)
    others = [(each, each.attached_to == permanent) for each in now.objects if each is not permanent]
    attached = [(each, is_on_it) for each, is_on_it in others if is_on_it.value is not False]
    return all_of(
        permanent.is_permanent,
        any_of(
            some(permanent.counters[kind] > 0 for kind in kinds),
            some(all_of(is_on_it, each.has_subtype("equipment")) for each, is_on_it in attached),
            some(
                all_of(is_on_it, each.has_subtype("aura"), each.controller == permanent.controller)
                for each, is_on_it in attached
            ),
        ),
    )


@encodes("poisoned", "{player} is poisoned")
def with_a_poison_counter(_now: Situation, player: Player) -> Truth:
    """A player is poisoned if they have one or more poison counters."""
    return player.poison >= 1


_CONCEPTS = {
    "monocolored": "kinds-of-color-monocolored", "multicolored": "kinds-of-color-multicolored",
    "colorless": "kinds-of-color-colorless", "basic-land": "basic-land", "nonbasic-land": "nonbasic-land",
    "snow": "snow-permanent", "nonsnow": "snow-permanent", "under-the-legend-rule": "under-the-legend-rule",
    "under-the-world-rule": "under-the-world-rule", "ongoing": "ongoing-scheme", "historic": "historic",
    "outlaw": "outlaw", "modified": "modified", "permanent": "permanent", "permanent-card": "permanent-card",
    "permanent-spell": "permanent-spell", "card": "card", "commander": "is-commander",
}  # fmt: skip
"""The concept of the rule for each quality. For `nonsnow`, the answer of the rule for `snow` is reversed."""


def _fits_phrase(now: Situation, thing: Object, phrase: str) -> Truth:
    """Yes if a phrase of cards describes an object: `creature`, `white creature with flying`.

    Raises:
        BadValue: it is neither a phrase nor one of the qualities that rules define.
    """
    try:
        parse_phrase(phrase, now.words)
    except InvalidPhrase as problem:
        known = _("give a phrase of cards such as 'white creature', or one of {words}", words=", ".join(_CONCEPTS))
        raise BadValue("quality", phrase, known + (problem.hint or suggestion(phrase, tuple(_CONCEPTS)))) from problem
    return matches_phrase(thing, phrase, thing).with_claim("{thing} is “{phrase}”", thing=thing, phrase=phrase)


@answers("is", "Is this object a creature, a white creature, multicolored, historic, a basic-land ...?", "objects",
         "rules ask is A multicolored --fact A.mana_cost={W}{B}")  # fmt: skip
def _is(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.thing(now)
    word = " ".join(asked.things[1:]).lower()
    if isinstance(thing, Player):
        if word == "poisoned":
            return now.rule("poisoned", thing)
        raise BadValue("quality", word, _("of a player, ask whether it is poisoned"))
    if word not in _CONCEPTS:
        return _fits_phrase(now, thing, word)
    concept = _CONCEPTS[word]
    if concept.startswith("kinds-of-color"):
        steps = Derivation(now)
        return steps.decide(concept, thing, colors_of(steps, thing) or ())
    return not_(now.rule(concept, thing)) if word == "nonsnow" else now.rule(concept, thing)
