"""Colour identity (903.4): the colours of the mana symbols and indicators on a card, for Commander decks."""

from __future__ import annotations

import re

from kb.rulings.encoded.characteristics.colors import Colors, in_color_order
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.mana_cost import mana_symbols_in, parse_mana_cost
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.vocabulary import COLORS, Face

_REMINDER = re.compile(r"\([^()]*\)")
_CDA = re.compile(
    r"\bthis (?:card|object|spell|permanent|creature|land) is "
    r"(all colors|(?:(?:white|blue|black|red|green)(?:, | and |, and )?)+)(?=[.,]|$)",
    re.IGNORECASE,
)


@defines("color-identity", "the colour identity of {card} is the colours of the mana symbols on it: {colors}")
def colors_of_symbols(_now: Situation, _card: Object, colors: Colors, _indicated: Colors) -> Colors:
    """A commander's colour identity is the colours of its mana symbols and the colours that its abilities define."""
    return in_color_order(colors)


@variant_of(colors_of_symbols)
def colors_of_symbols_and_indicator(_now: Situation, _card: Object, colors: Colors, indicated: Colors) -> Colors:
    """A card's colour identity is the colours of its mana symbols, colour-defining abilities and colour indicator."""
    return in_color_order((*colors, *indicated))


@defines("reminder-text-ignored", "reminder text doesn't count for the colour identity of {card}")
def without_reminder_text(_now: Situation, _card: Object, text: str) -> str:
    """Reminder text is ignored when determining a card's colour identity."""
    return _REMINDER.sub("", text)


@defines("back-face-in-identity", "the back face of {card} counts for its colour identity")
def back_face_included(_now: Situation, card: Object) -> tuple[Face, ...]:
    """The back face of a double-faced card is included when determining a card's colour identity."""
    return tuple(card.faces)


@defines("alternatives-in-identity", "alternative characteristics of {card} count for its colour identity")
def alternatives_included(_now: Situation, card: Object) -> tuple[Face, ...]:
    """Any alternative characteristics of a card are included when determining its colour identity."""
    return tuple(card.faces)


@defines("identity-as-established", "the colour identity of {card} is that established as the game began")
def as_the_game_began(_now: Situation, _card: Object, identity: Colors) -> Colors:
    """Colour identity is established before the game begins, and doesn't change during the game."""
    return in_color_order(identity)


@defines("combined-identity", "the colour identity of {first} and {second} as commanders is combined")
def of_both_commanders(_now: Situation, _first: Object, _second: Object, identities: tuple[Colors, ...]) -> Colors:
    """The colour identity of two commanders combines the colour identities of the first and the second commander."""
    return in_color_order(color for identity in identities for color in identity)


def color_identity_of(steps: Derivation, card: Object) -> Colors | None:
    """Return the colour identity of a card, or None if a fact is missing."""
    if is_stated(card, "color_identity"):
        identity: Colors = steps.read_value(card.color_identity)
        return steps.apply_rule_or(identity, "identity-as-established", card, identity)
    colors = mana_symbol_colors(steps, card)
    indicated = [*steps.read_value(card.color_indicator)] if is_stated(card, "color_indicator") else []
    for face in _faces_that_count(steps, card):
        cost = _colors_in_cost(steps.read_value(face.mana_cost)) if is_stated(face, "mana_cost") else []
        colors = (*colors, *cost, *_colors_in_text(steps, face, card))
        if is_stated(face, "color_indicator"):
            indicated += steps.read_value(face.color_indicator)
    return steps.apply_rule_or(None, "color-identity", card, in_color_order(colors), in_color_order(indicated))


def mana_symbol_colors(steps: Derivation, card: Object) -> Colors:
    """Return the colours of the mana symbols in a card's own mana cost and text. Symbols of the faces don't count."""
    colors: list[str] = []
    if is_stated(card, "mana_cost"):
        colors += _colors_in_cost(steps.read_value(card.mana_cost))
    elif not len(card.faces):
        costless = steps.now.rule("no-mana-cost", card)
        if costless.value is True:
            steps.check(costless)
        else:
            steps.note_missing(card, "mana_cost")
    return in_color_order((*colors, *_colors_in_text(steps, card, card)))


def _colors_in_cost(cost: str) -> list[str]:
    return [color for symbol in parse_mana_cost(cost) for color in symbol.colors]


def _colors_in_text(steps: Derivation, printed: Object | Face, card: Object) -> list[str]:
    """Return the colours of the mana symbols in a rules text, and the colours that the text gives the card."""
    if not is_stated(printed, "text"):
        unstated_text = Truth(None, facts=(f"{printed.path}.text",))
        steps.assume_false(unstated_text, "the rules text of {printed} has no mana symbols", printed=printed)
        return []
    text: str = steps.read_value(printed.text)
    if "(" in text:
        text = steps.apply_rule_or(text, "reminder-text-ignored", card, text)
    defined = [color for match in _CDA.finditer(text) for color in _colors_named(match[1])]
    return [color for symbol in mana_symbols_in(text) for color in symbol.colors] + defined


def _colors_named(words: str) -> tuple[str, ...]:
    if words.lower() == "all colors":
        return COLORS
    return tuple(color for color in COLORS if color in words.lower())


def _faces_that_count(steps: Derivation, card: Object) -> tuple[Face, ...]:
    """Return the faces of a card that count for its colour identity."""
    if not len(card.faces):
        return ()
    layout = card.layout.value
    if layout in ("split", "flip"):
        return tuple(card.faces)
    concept = "alternatives-in-identity" if layout in ("adventurer", "omen", "prototype") else "back-face-in-identity"
    return steps.apply_rule_or(tuple(card.faces)[:1], concept, card)


@answers("color-identity", "What is the colour identity of this card, or of two commanders together?", "objects",
         "rules ask color-identity A --fact A.mana_cost={4}{R/G}{R/G}")  # fmt: skip
def _color_identity(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    cards = [asked.object(now, place) for place in range(max(1, len(asked.things)))]
    identities = tuple(found for card in cards if (found := color_identity_of(steps, card)) is not None)
    if len(identities) < len(cards):
        return steps.result(None)
    colors = in_color_order(color for identity in identities for color in identity)
    combined = steps.apply_rule("combined-identity", *cards, identities) if len(cards) == 2 else colors
    return steps.result(None if combined is None else list(combined))
