"""The lines around the list and the document: the number of hits, the heading of the document, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cli.interactive.document import ReaderDocument
from cli.interactive.search_result import SearchAnswer
from cli.interactive.wrapping import Fragment, Line, align_to_edges, display_width, wrap
from kb.i18n import _, ngettext

Focus = Literal["typing", "list", "page"]
"""The part of the screen that gets the keys: the input, the list of hits, or the open document."""


def hint() -> str:
    """Return the text to show while the input is empty."""
    return _(
        'Type words, a "phrase", or a rule number such as 306.5.\n'
        "French words find English rules as well, and English words French ones."
    )


def search_status(answer: SearchAnswer | None, edition: str, width: int, *, is_searching: bool) -> Line:
    """Return the number of hits and how the query was understood, with the edition at the right edge."""
    text = _describe_hits(answer) if answer is not None and answer.query.strip() else ""
    if is_searching and not text:
        text = _("searching …")
    return align_to_edges([("class:note", text)], [("class:note", edition)], width)


def _describe_hits(answer: SearchAnswer) -> str:
    results = answer.results
    if not results.hits:
        meant = results.suggestion
        return _("no hits; did you mean '{term}'? (Enter)", term=meant) if meant else _("no hits")
    text = ngettext("{count} hit", "{count} hits", results.total)
    if results.relaxed:
        text += " · " + _("no text has all of these words; these have some of them")
    if results.translated:
        text += " · " + ", ".join(f"{word} → {other}" for word, other in results.translated)
    return text


def document_heading(document: ReaderDocument, width: int) -> Line:
    """Return the name of a document, the headings above it, and its edition."""
    headings = document.headings if document.number else (_("Glossary"),)
    return heading_line([("class:number", document.name)], headings, document.edition, width)


def heading_line(name: Line, headings: Sequence[str], edition: str, width: int) -> Line:
    """Return the line for a text: its name, the headings above the text (the nearest that fit), and its edition."""
    right = [("class:note", edition)] if edition else []
    room = width - display_width(name) - display_width(right) - 4
    for first in range(len(headings)):
        path = ("… › " if first else "") + " › ".join(headings[first:])
        if display_width([("", path)]) <= room or first == len(headings) - 1:
            return align_to_edges([*name, ("class:place", f"  {path}")], right, width)
    return align_to_edges(name, right, width)


def key_help(focus: Focus, width: int, *, has_query: bool, has_links: bool) -> list[Line]:
    """Return the help on the keys that work now. They depend on the input and on the links of the document."""
    if focus == "page":
        shown = [("↑↓", _("scroll"))]
        shown += [("←→", _("choose a link")), ("Enter", _("follow it"))] if has_links else []
        shown += [("c", _("copy the citation")), ("Esc", _("back")), ("q", _("leave"))]
    elif focus == "list":
        shown = [("↑↓", _("choose")), ("Enter", _("read")), ("c", _("copy the citation"))]
        shown += [("Esc", _("back to typing")), ("q", _("leave"))]
    elif has_query:
        shown = [("↓", _("to the list")), ("Enter", _("read")), ("Esc", _("clear")), ("Ctrl-C", _("leave"))]
    else:
        shown = [("Esc", _("leave"))]
    fragments: list[Fragment] = []
    for key, action in shown:
        # No-break spaces keep each key and its action on one line.
        fragments += [("class:key", key), ("class:note", f" {action}".replace(" ", "\N{NO-BREAK SPACE}")), ("", "  ")]
    return wrap(fragments[:-1], width)
