"""Two commanders of one deck: partner and its variants (702.124)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from kb.rulings.engine.questions import QuestionArguments, is_permitted
from kb.rulings.law.rule_registry import permits, requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, every, some
from kb.rulings.situation.situation import Object, Situation

QUESTION = "can-be-commanders"

Cards = tuple[Object, ...]


def _abilities_starting_with(card: Object, begins: str) -> Iterator[str]:
    """Yield the card's abilities that start with `begins`. Make their apostrophes plain and their dashes uniform."""
    for keyword in card.keywords:
        plain = keyword.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        plain = plain.replace(" \N{EM DASH} ", "\N{EM DASH}").replace("--", "\N{EM DASH}").replace(" - ", "\N{EM DASH}")
        if plain.startswith(begins):
            yield plain


def _are_legendary(cards: Cards) -> Truth:
    return every(card.supertypes.contains("legendary") for card in cards)


def _are_creatures(cards: Cards) -> Truth:
    return every(card.has_type("creature") for card in cards)


def _has_ability(card: Object, ability: str) -> Truth:
    """Yes if a card has a partner ability. The kind of apostrophe in the ability's name doesn't matter."""
    if not card.keywords.is_known:
        return card.has_keyword(ability)
    return constant(any(True for _found in _abilities_starting_with(card, ability)), "{card} has {ability}", card=card,
                    ability=ability)  # fmt: skip


@requires(QUESTION, "two-commanders", "{cards} are two cards")
def no_more_than_two(_now: Situation, cards: Cards) -> Truth:
    """No combination of partner abilities lets a player have more than two commanders."""
    return constant(len(cards) == 2, "two commanders at most are designated")


@permits(QUESTION, "partner", "each of {cards} has partner")
def legendary_creatures_with_partner(_now: Situation, cards: Cards) -> Truth:
    """Two legendary creature cards may be the commanders of a deck if each card has the ability "partner"."""
    return all_of(_are_legendary(cards), _are_creatures(cards), every(card.has_keyword("partner") for card in cards))


@variant_of(legendary_creatures_with_partner)
def legendary_cards_with_partner(_now: Situation, cards: Cards) -> Truth:
    """Two legendary cards may be the commanders if each card has the ability "partner"."""
    return all_of(_are_legendary(cards), every(card.has_keyword("partner") for card in cards))


@permits(QUESTION, "partner-of-a-kind", "{cards} have the same “partner—[text]”")
def the_same_text(_now: Situation, cards: Cards) -> Truth:
    """Two legendary cards may be the commanders if each of them has the same "partner—[text]" ability."""
    first, *others = cards
    texts = list(_abilities_starting_with(first, "partner\N{EM DASH}"))
    shared = any(text in _abilities_starting_with(each, text) for text in texts for each in others)
    if not all(card.keywords.is_known for card in cards):
        return all_of(_are_legendary(cards), every(_has_ability(card, "partner\N{EM DASH}") for card in cards))
    return all_of(_are_legendary(cards), constant(shared, "they have the same “partner—[text]” ability"))


@permits(QUESTION, "partner-with", "each of {cards} has “partner with” the other")
def creatures_each_with_the_others_name(_now: Situation, cards: Cards) -> Truth:
    """Two legendary creature cards may be the commanders if each has "partner with [the other's name]"."""
    return all_of(_are_legendary(cards), _are_creatures(cards), _each_names_the_other(cards))


@variant_of(creatures_each_with_the_others_name)
def cards_each_with_the_others_name(_now: Situation, cards: Cards) -> Truth:
    """Two legendary cards may be the commanders if each has "partner with [the other's name]"."""
    return all_of(_are_legendary(cards), _each_names_the_other(cards))


def _each_names_the_other(cards: Cards) -> Truth:
    return every(
        some(other.name.is_one_of(*_spellings(ability)) for ability in _abilities_starting_with(card, "partner with "))
        for card, other in permutations(cards, 2)
    )


def _spellings(ability: str) -> tuple[str, ...]:
    """Return the ways to capitalize the card name in `ability`, which is "partner with [name]" in lower case."""
    name = ability.removeprefix("partner with ")
    small = {"of", "the", "and", "a", "an", "in", "on", "to", "for"}
    titled = " ".join(
        word if word in small and place else word[:1].upper() + word[1:] for place, word in enumerate(name.split())
    )
    return (name, titled, name.title())


@permits(QUESTION, "choose-a-background",
         "one of {cards} has “choose a Background”, the other is a legendary Background")  # fmt: skip
def one_chooses_a_background(_now: Situation, cards: Cards) -> Truth:
    """A card with "choose a Background" and a legendary Background enchantment card may be the commanders."""
    return some(
        all_of(chooser.has_keyword("choose a background"), _can_be_commander_alone(chooser),
               other.supertypes.contains("legendary"), other.has_type("enchantment"), other.has_subtype("background"))
        for chooser, other in permutations(cards, 2)
    )  # fmt: skip


def _can_be_commander_alone(card: Object) -> Truth:
    """Yes if a card can be a commander by itself."""
    return is_permitted(card.now, "can-be-commander", "other", card, card)


@permits(QUESTION, "doctors-companion",
         "one of {cards} has Doctor's companion, the other is a legendary Time Lord Doctor")  # fmt: skip
def one_is_the_doctor(_now: Situation, cards: Cards) -> Truth:
    """A creature with "Doctor's companion" and a Time Lord Doctor with no other creature type may be the commanders."""
    with_companion = some(
        all_of(_has_ability(companion, "doctor's companion"), doctor.has_subtype("time lord"),
               doctor.has_subtype("doctor"), doctor.subtypes.count == 2)
        for companion, doctor in permutations(cards, 2)
    )  # fmt: skip
    return all_of(_are_legendary(cards), _are_creatures(cards), with_companion)


def can_be_commanders_together(now: Situation, asked: QuestionArguments) -> Truth:
    """Yes if several cards can together be the commanders of a deck."""
    cards = tuple(asked.object(now, place) for place in range(len(asked.things)))
    return is_permitted(now, QUESTION, "other", cards[0], cards)
