"""What the screen says around the rules: how many were found, where one is, what keys do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cli.interactive.document import ReaderDocument
from cli.interactive.search_result import SearchAnswer
from cli.interactive.wrapping import Fragment, Line, align_to_edges, display_width, wrap
from kb.i18n import _, ngettext

Focus = Literal["typing", "list", "page"]
"""Where keys act: in the line that is typed, in the list of hits, on the page that is read."""


def hint() -> str:
    """What is shown while nothing is typed."""
    return _(
        'Type words, a "phrase", or a rule number such as 306.5.\n'
        "French words find English rules as well, and English words French ones."
    )


def search_status(answer: SearchAnswer | None, edition: str, width: int, *, is_searching: bool) -> Line:
    """How many were found and how the search was understood; what is searched.

    Args:
        answer: what was found last; None if nothing was asked yet.
        edition: what is searched.
        width: columns of the screen.
        searching: whether something else is asked already.
    """
    said = _found(answer) if answer is not None and answer.query.strip() else ""
    if is_searching and not said:
        said = _("searching …")
    return align_to_edges([("class:note", said)], [("class:note", edition)], width)


def _found(answer: SearchAnswer) -> str:
    results = answer.results
    if not results.hits:
        meant = results.suggestion
        return _("no hits; did you mean '{term}'? (Enter)", term=meant) if meant else _("no hits")
    said = ngettext("{count} hit", "{count} hits", results.total)
    if results.relaxed:
        said += " · " + _("no text has all of these words; these have some of them")
    if results.translated:
        said += " · " + ", ".join(f"{word} → {other}" for word, other in results.translated)
    return said


def document_heading(leaf: ReaderDocument, width: int) -> Line:
    """What is read, and where it stands."""
    return heading_line(
        [("class:number", leaf.name)], leaf.headings if leaf.number else (_("Glossary"),), leaf.edition, width
    )


def heading_line(name: Line, above: Sequence[str], edition: str, width: int) -> Line:
    """A name, the headings that it stands under, as many of the nearest as there is room for, and an edition."""
    beside = [("class:note", edition)] if edition else []
    room = width - display_width(name) - display_width(beside) - 4
    for first in range(len(above)):
        where = ("… › " if first else "") + " › ".join(above[first:])
        if display_width([("", where)]) <= room or first == len(above) - 1:
            return align_to_edges([*name, ("class:place", f"  {where}")], beside, width)
    return align_to_edges(name, beside, width)


def key_help(place: Focus, width: int, *, has_query: bool, has_links: bool) -> list[Line]:
    """The keys, and what they do.

    Args:
        place: where they act.
        width: columns of the screen.
        typed: whether a query is there to be cleared.
        links: whether the page has links.
    """
    if place == "page":
        shown = [("↑↓", _("scroll"))]
        shown += [("←→", _("choose a link")), ("Enter", _("follow it"))] if has_links else []
        shown += [("c", _("copy the citation")), ("Esc", _("back")), ("q", _("leave"))]
    elif place == "list":
        shown = [("↑↓", _("choose")), ("Enter", _("read")), ("c", _("copy the citation"))]
        shown += [("Esc", _("back to typing")), ("q", _("leave"))]
    elif has_query:
        shown = [("↓", _("to the list")), ("Enter", _("read")), ("Esc", _("clear")), ("Ctrl-C", _("leave"))]
    else:
        shown = [("Esc", _("leave"))]
    fragments: list[Fragment] = []
    for key, does in shown:
        # Lines break between keys only.
        fragments += [("class:key", key), ("class:note", f" {does}".replace(" ", "\N{NO-BREAK SPACE}")), ("", "  ")]
    return wrap(fragments[:-1], width)
