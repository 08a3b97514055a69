"""Which policy document a text is, if it is one: by its title or its chapters, and by the form of its contents.

A page that only mentions a document, or quotes a section of it, is none. So the title must stand alone in one of the
first blocks, and the document's own headings must follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.policy.blocks import BlockKind, TextBlock
from ingest.policy.contents import letters, split_numbered
from kb.documents import Doc

_FIRST_BLOCKS = 12
_FIRST_CHARACTERS = 40_000
# A document has at least this many headings of sections, or lines of its contents page.
_MIN_SECTIONS = 5

_GAME = r"(?:magic(?:tm)?)?(?:thegathering)?(?:tm|r)?"
_TITLES: dict[Doc, re.Pattern[str]] = {
    "mtr": re.compile(rf"{_GAME}tournamentrules"),
    "ipg": re.compile(rf"{_GAME}infractionprocedureguide"),
    "jar": re.compile(r"judgingatregular(?:rulesenforcementlevel)?(?:rel)?"),
}
# A page may have lost its title. Then the first chapters show what it is.
_CHAPTERS: dict[Doc, frozenset[str]] = {
    "mtr": frozenset(("tournamentfundamentals", "tournamentmechanics", "communication")),
    "ipg": frozenset(("gameplayerrors", "tournamenterrors", "unsportingconduct")),
}
_TITLED = frozenset(("commonissues", "seriousproblems"))
_POSITIONED = re.compile(r"<p\s+style=\"position:\s*absolute;\s*top:\s*[0-9]+px;\s*left:\s*[0-9]+px", re.IGNORECASE)
_HINT = re.compile(
    r"tournament\s+(?:rules|fundamentals)|infraction\s+procedure\s+guide|judging\s+at\s+regular|game\s+play\s+errors?",
    re.IGNORECASE,
)


def may_be_policy(text: str) -> bool:
    """True if the beginning of a text names a policy document, so that it is worth reading as one."""
    return _HINT.search(text, 0, _FIRST_CHARACTERS) is not None


def has_positions(html: str) -> bool:
    """True if the lines of an HTML document have positions in pixels, as `positioned_html` reads them."""
    return _POSITIONED.search(html, 0, _FIRST_CHARACTERS) is not None


def recognize(blocks: Sequence[TextBlock]) -> Doc | None:
    """Return the policy document that the blocks are, or None."""
    printed = [block for block in blocks if block.kind is not BlockKind.FURNITURE]
    first = {letters(block.text) for block in printed[:_FIRST_BLOCKS]}
    headings = [split for block in printed if block.kind is not BlockKind.ROW and (split := split_numbered(block.text))]
    sections = sum(number.section > 0 for number, _, _ in headings)
    titles = {letters(block.text) for block in printed if block.is_title}
    chapters = {letters(re.split(r"\s?\.{3}", title)[0]) for number, _, title in headings if not number.section}
    for doc, pattern in _TITLES.items():
        if any(pattern.fullmatch(title) for title in first):
            has_form = titles >= _TITLED if doc == "jar" else sections >= _MIN_SECTIONS
            return doc if has_form else None
    for doc, names in _CHAPTERS.items():
        if names <= chapters and sections >= _MIN_SECTIONS:
            return doc
    return None
