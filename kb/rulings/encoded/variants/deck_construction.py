"""Deck construction (100.2, 903.5, 903.12): how many cards, and which cards a commander allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from kb.i18n import mark_message
from kb.rulings.encoded.characteristics.color_identity import color_identity_of, mana_symbol_colors
from kb.rulings.encoded.characteristics.colors import Colors, in_color_order
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, every, not_, unknown
from kb.rulings.situation.mana_cost import parse_mana_cost
from kb.rulings.situation.situation import Object, Player, Situation

COLOR_OF_LAND_TYPE = {"plains": "white", "island": "blue", "swamp": "black", "mountain": "red", "forest": "green"}
"""The colour of the mana that lands of each basic land type can produce (305.6)."""


def commanders_of(now: Situation, asked: QuestionArguments) -> tuple[Object, ...]:
    """Return the commanders that a question names besides the card. If it names none, return all stated commanders."""
    named = tuple(asked.object(now, place) for place in range(1, len(asked.things)))
    return named or tuple(each for each in now.objects if each.commander.value is True)


def _identity_of_deck(steps: Derivation, commanders: Iterable[Object]) -> Colors | None:
    identities = [color_identity_of(steps, each) for each in commanders]
    if any(each is None for each in identities):
        return None
    return in_color_order(color for each in identities if each for color in each)


def _is_within_identity(colors: Colors | None, commanders: tuple[Object, ...], steps: Derivation) -> Truth:
    """Yes if all of `colors` are in the colour identity of a deck's commanders."""
    allowed = _identity_of_deck(steps, commanders)
    if steps.truth.value is not True or colors is None or allowed is None:
        return steps.truth
    if not commanders:
        return unknown("objects.commander", "not stated: which object is the commander")
    outside = [color for color in colors if color not in allowed]
    said = mark_message("{colors} isn't in the colour identity of the commander") if outside else mark_message(
        "each of its colours is in the colour identity of the commander")  # fmt: skip
    return steps.conclude(not outside, said, colors=", ".join(outside))


def _colors_of_mana_costs(steps: Derivation, commanders: Iterable[Object]) -> Colors:
    """Return the colours in the mana costs of commanders."""
    colors: list[str] = []
    for each in commanders:
        if is_stated(each, "mana_cost"):
            colors += [color for symbol in parse_mana_cost(steps.read_value(each.mana_cost)) for color in symbol.colors]
        else:
            steps.note_missing(each, "mana_cost")
    return in_color_order(colors)


@requires("can-include", "deck-identity",
          "each mana symbol of {card} is colourless or of a colour of the general's mana cost")  # fmt: skip
def every_symbol_of_the_generals_colors(_now: Situation, card: Object, commanders: tuple[Object, ...]) -> Truth:
    """A card may be included only if every colour of its mana symbols is in the general's mana cost."""
    steps = Derivation(card.now)
    colors, allowed = mana_symbol_colors(steps, card), _colors_of_mana_costs(steps, commanders)
    outside = [color for color in colors if color not in allowed]
    return steps.conclude(not outside, "its colours outside are {colors}", colors=", ".join(outside) or "-")


@variant_of(every_symbol_of_the_generals_colors,
            "every colour of the colour identity of {card} is in that of the commander")  # fmt: skip
def every_color_in_the_commanders_identity(now: Situation, card: Object, commanders: tuple[Object, ...]) -> Truth:
    """A card can be included only if every colour in its colour identity is in the commander's colour identity."""
    steps = Derivation(now)
    return _is_within_identity(color_identity_of(steps, card), commanders, steps)


def _has_basic_land_type(_now: Situation, card: Object, _commanders: tuple[Object, ...]) -> Truth:
    return all_of(card.types.contains("land"), any_of(*(card.has_subtype(each) for each in COLOR_OF_LAND_TYPE)))


def _is_basic_land(_now: Situation, card: Object, _commanders: tuple[Object, ...]) -> Truth:
    return all_of(card.supertypes.contains("basic"), card.has_type("land"))


def _producible_colors(steps: Derivation, card: Object) -> Colors:
    """Return the colours of mana that a land could produce. If none are stated, use its basic land types."""
    if is_stated(card, "produces"):
        found: Colors = steps.read_value(card.produces)
        return found
    subtypes = steps.read_value(card.subtypes) or ()
    return in_color_order(COLOR_OF_LAND_TYPE[each] for each in subtypes if each in COLOR_OF_LAND_TYPE)


@requires("can-include", "deck-basic-lands",
          "each colour of mana that {card} could produce is in the colour identity of the commander",
          where=_is_basic_land)  # fmt: skip
def basic_lands_of_the_generals_colors(now: Situation, card: Object, commanders: tuple[Object, ...]) -> Truth:
    """A basic land may be included only if it could produce a colour of mana that's in the general's mana cost."""
    steps = Derivation(now)
    produced, allowed = _producible_colors(steps, card), _colors_of_mana_costs(steps, commanders)
    found = any(color in allowed for color in produced)
    return steps.conclude(found, "it could produce {colors}", colors=", ".join(produced))


@variant_of(basic_lands_of_the_generals_colors, where=_has_basic_land_type)
def lands_of_the_commanders_identity(now: Situation, card: Object, commanders: tuple[Object, ...]) -> Truth:
    """A card with basic land types may be included only if it produces no colours outside the commander's identity."""
    steps = Derivation(now)
    return any_of(
        _is_within_identity(_producible_colors(steps, card), commanders, steps),
        now.rule("brawl-basic-lands", card, commanders),
    )


@encodes("brawl-basic-lands", "the commander has no colours: basic lands of one type may be included")
def any_basic_lands_of_one_type(now: Situation, card: Object, commanders: tuple[Object, ...]) -> Truth:
    """If a Brawl commander's identity has no colours, the deck may contain basic lands of one basic land type."""
    steps = Derivation(now)
    identity = _identity_of_deck(steps, commanders)
    colorless = steps.conclude(not identity, "the commander has no colours in its colour identity")
    return all_of(now.game.variant == "brawl", _is_basic_land(now, card, commanders), colorless)


@requires("can-include", "deck-singleton", "no other card of the deck has the name of {card}",
          where=lambda now, card, commanders: not_(_is_basic_land(now, card, commanders)))  # fmt: skip
def each_card_another_name(now: Situation, card: Object, _commanders: tuple[Object, ...]) -> Truth:
    """Except for basic lands, all cards in a Commander deck must have different English names."""
    return not_(any_of(*(card.name == each.name for each in _other_cards(now, card))))


@variant_of(each_card_another_name)
def each_card_another_or_interchangeable_name(now: Situation, card: Object, _commanders: tuple[Object, ...]) -> Truth:
    """Except for basic lands, all cards must have different English names. Interchangeable names count as one."""
    return not_(any_of(*(now.rule("same-name", card, each) for each in _other_cards(now, card))))


def _other_cards(now: Situation, card: Object) -> tuple[Object, ...]:
    """Return the deck's other cards that have a stated name."""
    return tuple(each for each in now.objects if each.id != card.id and is_stated(each, "name"))


@answers("can-include", "Can this card be in a Commander deck with this commander (or these two)?", "objects",
         "rules ask can-include A B -f situation.yaml")  # fmt: skip
def can_include(now: Situation, asked: QuestionArguments) -> Truth:
    card = asked.object(now)
    return is_permitted(now, "can-include", "other", card, card, commanders_of(now, asked))


@encodes_each(
    Row("deck-size", "exactly_a_hundred", "the deck of {player} has exactly 100 cards",
        "Each Commander deck must contain exactly 100 cards, including its commander.", variant="commander", cards=100),
    Row("brawl-deck-size", "exactly_sixty", "the deck of {player} has exactly 60 cards",
        "A Brawl deck must contain exactly 60 cards, including its commander.", variant="brawl", cards=60),
    question="legal-deck", role="requires", where=lambda now, _player, *, variant: now.game.variant == variant,
)  # fmt: skip
def deck_size(_now: Situation, player: Player, *, cards: int) -> Truth:
    """The deck must contain exactly `cards` cards, including its commander."""
    return player.deck == cards


@requires("legal-deck", "no-sideboards", "{player} has no sideboard",
          where=lambda now, _player: now.game.variant.is_one_of("commander", "brawl"))  # fmt: skip
def commander_has_no_sideboards(_now: Situation, player: Player) -> Truth:
    """Commander games do not use sideboards."""
    return player.sideboard == 0


def _is_constructed(now: Situation, _player: Player) -> Truth:
    return not_(now.game.variant.is_one_of("commander", "brawl"))


@requires("legal-deck", "constructed-deck-size", "the deck of {player} has at least 60 cards", where=_is_constructed)
def at_least_sixty(now: Situation, player: Player) -> Truth:
    """A constructed deck has at least 60 cards, and at most four with the same name unless they are basic lands."""
    return all_of(player.deck >= 60, *_no_more_than_four(now, player))


def _no_more_than_four(now: Situation, player: Player) -> Iterator[Truth]:
    """If more than four of a player's stated cards have one name, yield a truth: yes if these cards are basic lands."""
    cards = [each for each in now.objects if each.stated.get("owner") in (None, player.id) and is_stated(each, "name")]
    for name, count in Counter(each.stated["name"] for each in cards).items():
        if count > 4:
            alike = [each for each in cards if each.stated["name"] == name]
            yield every(_is_basic_land(now, each, ()) for each in alike)


@requires("legal-deck", "sideboard-size", "the sideboard of {player} has exactly fifteen cards, if there is one",
          where=_is_constructed)  # fmt: skip
def exactly_fifteen_if_used(_now: Situation, player: Player) -> Truth:
    """If a sideboard is used in constructed play, it must contain exactly fifteen cards."""
    return any_of(player.sideboard == 0, player.sideboard == 15)


@variant_of(exactly_fifteen_if_used, claim="the sideboard of {player} has no more than fifteen cards")
def at_most_fifteen(_now: Situation, player: Player) -> Truth:
    """In constructed play, a sideboard may contain no more than fifteen cards."""
    return player.sideboard <= 15


@answers("legal-deck", "Have the deck and the sideboard of this player a legal number of cards?", "player",
         "rules ask legal-deck p1 --variant commander --fact p1.deck=100")  # fmt: skip
def legal_deck(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.thing(now)
    return is_permitted(now, "legal-deck", "other", player, player)


@requires("can-bring-in", "brought-in-from-outside", "{card} may be brought into this Commander game")
def of_other_name_and_within_the_identity(now: Situation, card: Object, commanders: tuple[Object, ...]) -> Truth:
    """A card from outside the game must have a name not in the deck, and only colours of the commander's identity."""
    steps = Derivation(now)
    within = _is_within_identity(color_identity_of(steps, card), commanders, steps)
    return all_of(within, every(not_(card.name == each.name) for each in _other_cards(now, card)))


@answers("can-bring-in",
         "Can this card be brought into a Commander game from outside the game, where something allows it?", "objects",
         "rules ask can-bring-in A B -f situation.yaml")  # fmt: skip
def can_bring_in(now: Situation, asked: QuestionArguments) -> Truth:
    card = asked.object(now)
    return is_permitted(now, "can-bring-in", "other", card, card, commanders_of(now, asked))
