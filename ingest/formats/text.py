"""Plain text: a whole edition as published, or an excerpt of one.

An edition has a title, its date, an introduction, a contents page, the rules, a glossary and the credits. The contents
page and the rules have the same headings. So the rules begin at the headings directly before the first numbered rule.
"""

from __future__ import annotations

from ingest.formats.base import RawEdition
from ingest.parsing.effective_date import find_effective_date
from ingest.parsing.join_wrapped_lines import join_wrapped_lines
from ingest.parsing.line_classifier import Line, LineKind, classify_numbered_lines
from kb.model import Part, PartKind
from kb.text.language_detection import detect_language

NAME = "text"

# The title, the date and the beginning of the contents page are within this many characters.
_HEAD = 8000
# The language of a document is detected from the first lines of its rules or its glossary, at most this many.
_SAMPLE = 200

_CONTENTS = ("contents", "table of contents", "sommaire", "table des matières")
_GLOSSARY = ("glossary", "glossaire")
_CREDITS = ("credits", "crédits")


def fits(text: str, file_name: str) -> bool:
    """Always return True. This format is used for all texts that fit no other format."""
    return True


def is_whole_edition(text: str) -> bool:
    """True if a text is clearly a whole edition, so that no other format need be tried.

    The first `_HEAD` characters of such a text have a date and a contents page that lists the glossary, but no bullets.
    """
    head = text[:_HEAD]
    names = {line.strip().lower() for line in head.split("\n")}
    listed = not names.isdisjoint(_CONTENTS) and not names.isdisjoint(_GLOSSARY)
    return listed and head.lstrip()[:1] not in "<#" and "•" not in head and find_effective_date(head) is not None


def read(text: str) -> tuple[RawEdition, ...]:
    """Read one edition or excerpt. Return an empty tuple if the text has neither rules nor a glossary."""
    return read_lines(text.split("\n"))


def read_lines(raw: list[str]) -> tuple[RawEdition, ...]:
    """Read the lines of an edition or excerpt. Other formats call this after they have removed their markup."""
    lines = classify_numbered_lines(join_wrapped_lines(raw))
    body = _body_start(lines)
    last = {line.text.lower(): at for at, line in enumerate(lines) if line.kind is LineKind.TEXT}

    def heading(names: tuple[str, ...], start: int) -> int:
        """Return the index of the last line that is one of `names`, or `len(lines)` if none is at `start` or later."""
        at = max(last.get(name, -1) for name in names)
        return at if at >= start else len(lines)

    glossary = heading(_GLOSSARY, body) if body < len(lines) else _glossary_alone(lines)
    if body == len(lines) and glossary == len(lines):
        return ()
    body = min(body, glossary)
    credits_start = heading(_CREDITS, glossary if glossary < len(lines) else body)
    contents = min(heading(_CONTENTS, 0), body)
    listed = lines[contents:body]
    stretches: tuple[tuple[PartKind, tuple[Line, ...]], ...] = (
        ("introduction", lines[:contents]),
        ("contents", listed),
        ("credits", lines[credits_start:]),
    )
    texts = ((kind, "\n".join(line.raw for line in stretch).strip()) for kind, stretch in stretches)
    effective = find_effective_date("\n".join(line.raw for line in lines[:body]))
    sample = [line.raw for line in lines[body : body + _SAMPLE]]
    return (
        RawEdition(
            lang=detect_language("\n".join(sample) or "\n".join(raw[:_SAMPLE])),
            lines=lines[body : min(glossary, credits_start)],
            is_whole=effective is not None and bool(listed) and glossary < len(lines),
            glossary=lines[glossary + 1 : credits_start],
            contents=listed,
            effective=effective,
            parts=tuple(Part(kind, text) for kind, text in texts if text),
        ),
    )


def _body_start(lines: tuple[Line, ...]) -> int:
    """Return the index of the body's first heading or first rule, or `len(lines)` if there is no rule."""
    first = next((at for at, line in enumerate(lines) if line.kind is LineKind.RULE), len(lines))
    start = first
    expected = LineKind.SECTION
    for at in range(first - 1, -1, -1) if first < len(lines) else ():
        kind = lines[at].kind
        if kind is LineKind.BLANK:
            continue
        if kind is not expected:
            break
        start = at
        if kind is LineKind.CHAPTER:
            break
        expected = LineKind.CHAPTER
    return start


def _glossary_alone(lines: tuple[Line, ...]) -> int:
    """Return the index of the glossary's heading if a document is only a glossary. Otherwise return `len(lines)`.

    In such a document, at most a title stands above the heading. Below the heading are headwords with texts.
    """
    printed = [at for at, line in enumerate(lines) if line.kind is not LineKind.BLANK]
    heading = next((at for at in printed[:3] if lines[at].text.lower() in _GLOSSARY), len(lines))
    has_entries = any(
        above.kind is not LineKind.BLANK and below.kind is not LineKind.BLANK
        for above, below in zip(lines[heading + 1 :], lines[heading + 2 :], strict=False)
    )
    return heading if has_entries else len(lines)
