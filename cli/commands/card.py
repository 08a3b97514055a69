"""`rules card`: a card, line by line, with the rules that govern each line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.options.global_options import GlobalOptions
from kb.errors import BadValue, failure_reason
from kb.i18n import _

if TYPE_CHECKING:
    from kb.cards.library.library_card import LibraryCard

_MOST_BYTES = 20_000


def command(
    common: GlobalOptions,
    name: Annotated[
        list[str] | None, Argument(metavar="CARD", help="The name of a card in the card library, English or French.")
    ] = None,
    text: Annotated[
        str | None, Option("--text", metavar="FILE", help="A pasted card instead: name, type line, text; - is stdin.")
    ] = None,
    full: Annotated[bool, Option("--full", help="The text of the rules, too, not only their numbers.")] = False,
) -> int:
    """Show a card, and under each line the rules that it rests on.

    Misspelled names are corrected if one card is nearest. A card of your own needs no card library: with --text, its
    name and cost, type line and text are read from a file.

    Example: rules card Serra Angel
    """
    asked = " ".join(name or ())
    if bool(asked) == (text is not None):
        raise BadValue("card", asked, _("give the name of a card, or --text FILE with a pasted card"))
    from cli.rendering.card_view import card_json, print_card
    from kb.cards.library.governed_lines import governed_lines
    from kb.library.cards import pasted_card

    card = _library_card(common, asked) if text is None else pasted_card(_read(text))
    with common.open_store() as store:
        view = common.view(store, common.language)
        governed = governed_lines(store, view, card, full=full and not common.as_json)
    if common.as_json:
        common.print_json(card_json(card, governed))
    else:
        print_card(common.text_output(), card, governed, full=full)
    return 0


def _library_card(common: GlobalOptions, asked: str) -> LibraryCard:
    """Return the card with a name, as this version of the program parses it."""
    from kb.cards.library.reader_version import with_current_parse

    return with_current_parse(*common.library_card(asked))


def _read(named: str) -> str:
    """Return the text of a file, or of stdin for `-`."""
    try:
        if named == "-":
            content = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(named).open("rb") as stream:
                content = stream.read(_MOST_BYTES + 1)
        text = content[:_MOST_BYTES].decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        raise BadValue("card", named, failure_reason(problem)) from problem
    if len(content) > _MOST_BYTES:
        raise BadValue("card", named, _("a file with a card has at most {most} bytes", most=_MOST_BYTES))
    return text
