"""The two formats of files of cards: MTGJSON's AtomicCards (mtgjson.com) and Scryfall's card objects (scryfall.com).

AtomicCards has a list of faces for each name. Scryfall has one object for each card, with a list `card_faces` if the
card has more than one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kb.cards.faces import CardFace
from kb.cards.library.library_card import CardRuling, FrenchFace, PrintedCard
from kb.errors import RulesError
from kb.i18n import _
from kb.rule_text import INVISIBLE_CONTROLS

_MOST_FACES, _MOST_RULINGS = 10, 500
_MOST_CHARACTERS = {"name": 300, "text": 5000, "ruling": 5000}
_NOT_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
"""Scryfall's layouts of objects that aren't cards (111, 114), with names that cards have, too."""

REVERSIBLE = "reversible_card"
"""Scryfall's layout of a card printed on both sides. Such a card may have another entry."""


class BadCard(RulesError):
    """An entry of a file isn't a card. The message says why; `name` is the card's name as far as it is known."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def skipped_layout(entry: object) -> str | None:
    """Return the layout of an entry of Scryfall that isn't a card, such as `token`, or None for a card."""
    layout = entry.get("layout") if isinstance(entry, Mapping) else None
    return layout if isinstance(layout, str) and layout in _NOT_CARDS else None


def read_card(key: str, entry: Any) -> PrintedCard:
    """Return the card of an entry of a file. `key` is the name in AtomicCards, or "" in Scryfall's form.

    Raises:
        BadCard: the entry isn't a card.
    """
    if isinstance(entry, list):
        return _atomic_card(key, entry)
    if isinstance(entry, Mapping) and not key:
        return _scryfall_card(entry)
    raise BadCard(key, _("the entry is no card: it isn't a list of faces"))


def without_controls(card: PrintedCard) -> PrintedCard:
    """Return a card without characters that steer a terminal or reorder a line; some French texts have stray ones."""
    if INVISIBLE_CONTROLS.search("".join(_texts(card))) is None:
        return card
    return PrintedCard(
        _clean(card.name),
        _clean(card.layout),
        tuple(CardFace(*map(_clean, face.values())) for face in card.faces),
        tuple(
            FrenchFace(_clean(each.name), _clean(each.type_line), _clean(each.text)) if each else None
            for each in card.french
        ),
        tuple(CardRuling(_clean(each.date), _clean(each.text)) for each in card.rulings),
    )


def _texts(card: PrintedCard) -> Iterator[str]:
    """Yield all texts of a card."""
    yield card.name
    yield card.layout
    for face in card.faces:
        yield from face.values()
    for french in card.french:
        if french is not None:
            yield from (french.name, french.type_line, french.text)
    for ruling in card.rulings:
        yield from (ruling.date, ruling.text)


def _clean(text: str) -> str:
    return INVISIBLE_CONTROLS.sub("", text)


def _atomic_card(key: str, rows: Sequence[Any]) -> PrintedCard:
    """Read the faces of an entry of AtomicCards."""
    _check_faces(key, rows)
    first = rows[0]
    name = _text(key, first, "name", "name") or key
    if not name.strip():
        raise BadCard("", _("a card has no name"))
    faces = tuple(
        _face(name, row, {"name": "faceName", "type_line": "type", "text": "text", "mana_cost": "manaCost"})
        for row in rows
    )
    rulings = dict.fromkeys(ruling for row in rows for ruling in _rulings(name, row.get("rulings") or ()))
    french = tuple(_french(name, row.get("foreignData") or (), alone=len(rows) == 1) for row in rows)
    layout = _text(name, first, "layout", "name")
    return PrintedCard(name, layout, faces, french, tuple(sorted(rulings, key=lambda ruling: ruling.date)))


def _scryfall_card(entry: Mapping[str, Any]) -> PrintedCard:
    """Read an object of Scryfall."""
    name = _text("", entry, "name", "name")
    if not name.strip():
        raise BadCard("", _("a card has no name"))
    rows = entry.get("card_faces") or [entry]
    _check_faces(name, rows)
    keys = {"name": "name", "type_line": "type_line", "text": "oracle_text", "mana_cost": "mana_cost"}
    # A face without a type line has that of the card.
    faces = tuple(_face(name, {"type_line": entry.get("type_line"), **row}, keys) for row in rows)
    layout = _text(name, entry, "layout", "name")
    if layout == REVERSIBLE and len(set(faces)) == 1:
        # A printing of one card on both sides.
        faces, name = faces[:1], faces[0].name
    return PrintedCard(name, layout, faces, (None,) * len(faces))


def _check_faces(name: str, rows: object) -> None:
    """Raise BadCard if `rows` isn't a list of one to ten objects."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
        raise BadCard(name, _("the entry is no card: it isn't a list of faces"))
    if len(rows) > _MOST_FACES:
        raise BadCard(name, _("the card has {count} faces; at most {most} are read", count=len(rows), most=_MOST_FACES))


_COLORS = frozenset("WUBRG")
"""The letters of the colours in both formats."""


def _face(name: str, row: Mapping[str, Any], keys: Mapping[str, str]) -> CardFace:
    """Read one face. `keys` maps fields of a face to their names in the file."""
    parts = {field: _text(name, row, key, "text" if field == "text" else "name") for field, key in keys.items()}
    if not parts["type_line"]:
        raise BadCard(name, _("the card has no type line"))
    parts["name"] = parts["name"] or name
    parts |= {key: _text(name, row, key, "name") for key in ("power", "toughness", "loyalty", "defense")}
    indicator = row.get("colorIndicator") or row.get("color_indicator") or ()
    letters = [each for each in indicator if each in _COLORS] if isinstance(indicator, list) else []
    return CardFace(**parts, color_indicator="".join(letters))


def _text(name: str, row: Mapping[str, Any], key: str, limit: str) -> str:
    """Return a text of an entry, or "" if it has none.

    Raises:
        BadCard: it isn't a text, or it is too long.
    """
    value = row.get(key)
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:g}"
    if not isinstance(value, str):
        raise BadCard(name, _("the field “{field}” of the card is no text", field=key))
    if len(value) > _MOST_CHARACTERS[limit]:
        raise BadCard(
            name,
            _(
                "the field “{field}” of the card is longer than {most} characters",
                field=key,
                most=_MOST_CHARACTERS[limit],
            ),
        )
    return value


def _rulings(name: str, rows: object) -> Iterable[CardRuling]:
    """Read the rulings of a face."""
    if not isinstance(rows, Sequence) or len(rows) > _MOST_RULINGS:
        raise BadCard(name, _("the rulings of the card are no list of rulings"))
    for row in rows:
        if not isinstance(row, Mapping):
            raise BadCard(name, _("the rulings of the card are no list of rulings"))
        yield CardRuling(_text(name, row, "date", "name"), _text(name, row, "text", "ruling"))


def _french(name: str, rows: object, *, alone: bool) -> FrenchFace | None:
    """Read the French of a face, or return None. `alone` is True if it is the card's only face."""
    if not isinstance(rows, Sequence):
        raise BadCard(name, _("the translations of the card are no list of translations"))
    for row in rows:
        if isinstance(row, Mapping) and row.get("language") == "French":
            own = _text(name, row, "faceName", "name") or (_text(name, row, "name", "name") if alone else "")
            return FrenchFace(own, _text(name, row, "type", "name"), _text(name, row, "text", "text"))
    return None
