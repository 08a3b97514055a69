"""A card as text and as JSON, with the rules that govern each line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.rendering.text_output import StyledText, TextOutput
from kb.cards.grammar.nodes import to_json
from kb.cards.library.governed_lines import GovernedLine
from kb.cards.library.library_card import LibraryCard
from kb.i18n import _

if TYPE_CHECKING:
    from kb.cards.faces import CardFace
    from kb.cards.library.library_card import FrenchFace


def card_json(card: LibraryCard, governed: Sequence[Sequence[GovernedLine]]) -> dict[str, Any]:
    """Return a card as JSON."""
    printed = card.card
    french = [
        None if each is None else {"name": each.name, "type_line": each.type_line, "text": each.text}
        for each in printed.french
    ]
    return {
        "name": printed.name,
        "layout": printed.layout,
        "faces": [_face_json(face, lines) for face, lines in zip(printed.faces, governed, strict=True)],
        "rulings": [{"date": each.date, "text": each.text} for each in printed.rulings],
        "french": french if any(french) else None,
    }


def _face_json(face: CardFace, lines: Sequence[GovernedLine]) -> dict[str, Any]:
    """Return a face as JSON."""
    fields = ("name", "type_line", "mana_cost", "power", "toughness", "loyalty", "defense", "text")
    return {**{name: getattr(face, name) for name in fields}, "lines": [_line_json(each) for each in lines]}


def _line_json(governed: GovernedLine) -> dict[str, Any]:
    """Return a line as JSON."""
    line = governed.line.line
    return {
        "text": line.text,
        "kind": line.kind,
        "understood": line.understood,
        "rules": [str(rule.number) for rule in governed.rules],
        "headings": [
            {"number": str(rule.number), "lang": rule.lang, "heading": rule.heading or None} for rule in governed.rules
        ],
        "parse": None if line.tree is None else to_json(line.tree),
        "unread": [{"offset": each.offset, "length": each.length, "text": each.text} for each in line.unread],
    }


def print_card(page: TextOutput, card: LibraryCard, governed: Sequence[Sequence[GovernedLine]], *, full: bool) -> None:
    """Write a card: its faces with the French beside the English, and its rulings."""
    printed = card.card
    for at, (face, french, lines) in enumerate(zip(printed.faces, printed.french, governed, strict=True)):
        if at:
            page.blank_line()
        _print_face(page, face, french, lines, full=full)
    if printed.rulings:
        page.blank_line()
        page.line((_("Rulings"), "bold"))
    for ruling in printed.rulings:
        page.line((ruling.date, "dim"), "  ", ruling.text, indent=2, hang=2)


def _print_face(
    page: TextOutput, face: CardFace, french: FrenchFace | None, lines: Sequence[GovernedLine], *, full: bool
) -> None:
    """Write one face. If the French has as many lines as the English, each French line is beside its English line."""
    head: list[StyledText] = [(face.name, "bold")]
    page.line(*head, f"  {face.mana_cost}" if face.mana_cost else "")
    page.line(face.type_line)
    french_lines = [line for line in french.text.splitlines() if line.strip()] if french else []
    beside = french_lines if len(french_lines) == len(lines) else []
    for at, each in enumerate(lines):
        if beside:
            page.side_by_side([[each.line.line.text]], [[beside[at]]], ("en", "fr"))
        else:
            page.line(each.line.line.text)
        for piece in each.line.line.unread:
            page.line((_("not understood: {text}", text=piece.text), "yellow"), indent=4, hang=2)
        _print_rules(page, each, full=full)
    corner = f"{face.power}/{face.toughness}" if face.power or face.toughness else face.loyalty or face.defense
    if corner:
        page.line(corner)
    if french:
        page.line((" — ".join(part for part in (french.name, french.type_line) if part), "dim"))
    if not beside:
        for line in french_lines:
            page.line(("fr  ", "dim"), line, indent=2, hang=4)


def _print_rules(page: TextOutput, governed: GovernedLine, *, full: bool) -> None:
    """Write the rules of a line: their texts one below the other, or their numbers and headings in one line."""
    if full:
        for rule, text in governed.rules.items():
            page.line((str(rule.number), "cyan"), "  ", text.partition("\n")[0], indent=4, hang=2)
        return
    pieces: list[StyledText] = []
    for rule, heading in governed.rules.items():
        pieces += [" · "] if pieces else []
        pieces += [(str(rule.number), "cyan"), (f" {heading}" if heading else "", "dim")]
    if pieces:
        page.line(*pieces, indent=4, hang=2)
