"""What an answer took from the cards of a situation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kb.i18n import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.rendering.text_output import TextOutput
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.oracle.stated_card import StatedCard, StatedLine


def cards_json(ruling: Ruling) -> list[dict[str, Any]]:
    """Return the cards of a ruling as JSON, with what was taken from each line."""
    return [
        {
            "object": identity,
            "name": card.name,
            "lines": [_line_json(line) for line in card.lines],
            "set_aside": list(card.set_aside),
        }
        for identity, card in ruling.cards
    ]


def _line_json(line: StatedLine) -> dict[str, Any]:
    return {
        "line": line.number,
        "text": line.text,
        "kind": line.kind,
        "taken": line.fate,
        "facts": _plain(line.facts),
        "effects": [_plain(each) for each in line.effects],
    }


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts.items()}


def print_cards(page: TextOutput, ruling: Ruling, *, why: bool) -> None:
    """Print what was taken from each card. With `why`, print every line and the facts that it states."""
    if not ruling.cards:
        return
    page.line(_("Taken from cards:"), indent=2)
    for identity, card in ruling.cards:
        page.line((identity, "bold"), " ", _summary(card), indent=4, hang=2)
        for line in card.lines if why else ():
            page.line(f"{line.number} “{line.text}”: {_taken(line)}", indent=6, hang=2)
        if card.set_aside:
            page.line(_("stated otherwise: {facts}", facts=", ".join(card.set_aside)), indent=6, hang=2)


def _summary(card: StatedCard) -> str:
    """Return the card's name and the numbers of its lines by what was taken from them."""
    of_lines = [line for line in card.lines if line.fate != "reminder"]
    stated = sum(line.fate != "open" for line in of_lines)
    return _("{name}: {stated} of {count} lines", name=card.name, stated=stated, count=len(of_lines))


def _taken(line: StatedLine) -> str:
    """Return what became of a line, in words."""
    stated = [*line.effects, *([line.facts] if line.facts else [])]
    facts = "; ".join(
        ", ".join(f"{name}: {_value(value)}" for name, value in each.items() if name not in ("text", "generated_by"))
        for each in stated
    )
    return {
        "stated": facts or _("stated"),
        "ability": _("an ability that does something only if it is activated, triggers or resolves"),
        "reminder": _("reminder text"),
        "apart": _("it doesn't function where the object is"),
        "level": _("it needs another level than the object has"),
        "open": _("not understood"),
    }[line.fate]


def _value(value: object) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)
