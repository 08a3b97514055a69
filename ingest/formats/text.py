"""Plain text: a whole edition as published, or an excerpt of one.

An edition has a title, its date, an introduction, a contents page, the rules, a glossary and the
credits. Where the rules begin is found from their first numbered line backwards over the headings
that stand before it, so the headings of the contents page are never mistaken for the body's.
"""

from __future__ import annotations

from ingest.dates import stated_date
from ingest.formats.base import Reading
from ingest.language import language
from ingest.lines import Line, LineKind, classify_numbered
from ingest.unwrap import unwrap
from kb.model import Part, PartKind

NAME = "text"

_HEAD = 8000
"""So many characters hold the title, the date and the beginning of the contents page."""

_SAMPLE = 200
"""So many lines tell the language of a document."""

_CONTENTS = ("contents", "table of contents", "sommaire", "table des matières")
_GLOSSARY = ("glossary", "glossaire")
_CREDITS = ("credits", "crédits")


def fits(text: str, file_name: str) -> bool:
    """Any text does: this is the format that remains when no other fits."""
    return True


def is_edition(text: str) -> bool:
    """Whether a text is plainly a whole edition, so that no other format need be tried.

    At its head it states its date and has a contents page that lists the glossary; no list item is a
    rule, as on a wiki's page.
    """
    head = text[:_HEAD]
    names = {line.strip().lower() for line in head.split("\n")}
    listed = not names.isdisjoint(_CONTENTS) and not names.isdisjoint(_GLOSSARY)
    return listed and head.lstrip()[:1] not in "<#" and "•" not in head and stated_date(head) is not None


def read(text: str) -> tuple[Reading, ...]:
    """Read one edition or excerpt; nothing if no line is numbered and there is no glossary."""
    return read_lines(text.split("\n"))


def read_lines(raw: list[str]) -> tuple[Reading, ...]:
    """Read lines from which a format has taken its own marks away."""
    lines = classify_numbered(unwrap(raw))
    body = _body_start(lines)
    last = {line.text.lower(): place for place, line in enumerate(lines) if line.kind is LineKind.TEXT}

    def heading(names: tuple[str, ...], start: int) -> int:
        """Index of the last line that is one of these headings, if it isn't before `start`; else `len(lines)`."""
        place = max(last.get(name, -1) for name in names)
        return place if place >= start else len(lines)

    glossary = heading(_GLOSSARY, body) if body < len(lines) else _glossary_alone(lines)
    if body == len(lines) and glossary == len(lines):
        return ()
    body = min(body, glossary)
    credits_start = heading(_CREDITS, glossary if glossary < len(lines) else body)
    end = min(glossary, credits_start)
    contents = min(heading(_CONTENTS, 0), body)
    front, listed = lines[:contents], lines[contents:body]
    stretches: tuple[tuple[PartKind, tuple[Line, ...]], ...] = (
        ("introduction", front),
        ("contents", listed),
        ("credits", lines[credits_start:]),
    )
    parts = tuple(
        Part(kind, content)
        for kind, stretch in stretches
        if (content := "\n".join(line.raw for line in stretch).strip())
    )
    effective = stated_date("\n".join(line.raw for line in lines[:body]))
    # The first rules tell the language as well as all of them.
    lang = language("\n".join(line.raw for line in lines[body : body + _SAMPLE]) or "\n".join(raw[:_SAMPLE]))
    return (
        Reading(
            lang=lang,
            lines=lines[body:end],
            whole=effective is not None and bool(listed) and glossary < len(lines),
            glossary=lines[glossary + 1 : credits_start],
            contents=listed,
            effective=effective,
            parts=parts,
        ),
    )


def _body_start(lines: tuple[Line, ...]) -> int:
    """Index of the first heading of the body, or of its first rule; `len(lines)` without any."""
    first = next((place for place, line in enumerate(lines) if line.kind is LineKind.RULE), len(lines))
    if first == len(lines):
        return first
    start = first
    expected = LineKind.SECTION
    for place in range(first - 1, -1, -1):
        kind = lines[place].kind
        if kind is LineKind.BLANK:
            continue
        if kind is not expected:
            break
        start = place
        if kind is LineKind.CHAPTER:
            break
        expected = LineKind.CHAPTER
    return start


def _glossary_alone(lines: tuple[Line, ...]) -> int:
    """Index of the heading of a document that is a glossary and nothing else, else `len(lines)`.

    Only a title may stand above the heading, and entries, a headword with its text, below it.
    """
    printed = [place for place, line in enumerate(lines) if line.kind is not LineKind.BLANK]
    heading = next((place for place in printed[:3] if lines[place].text.lower() in _GLOSSARY), len(lines))
    entries = any(
        above.kind is not LineKind.BLANK and below.kind is not LineKind.BLANK
        for above, below in zip(lines[heading + 1 :], lines[heading + 2 :], strict=False)
    )
    return heading if entries else len(lines)
