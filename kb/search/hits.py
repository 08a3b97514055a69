"""What can be asked of a search, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from kb.model import Lang, Status
from kb.number import NumberRange
from kb.search.index import HitKind

Scope = Literal["rules", "glossary", "examples", "headings"]
SCOPES: tuple[Scope, ...] = ("rules", "glossary", "examples", "headings")


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search.

    Attributes:
        kind: what was found.
        number: the rule's number; None for a glossary entry.
        term: the headword; None for a rule.
        title: the rule's heading, or that of the section it stands in.
        lang: the language that it is shown in.
        edition: the edition that the wording was read from.
        status: whether the rule holds.
        score: higher is better; comparable within one search only.
        snippet: the stretch of text that shows why it matched.
        marks: where the words matched, as offsets in the snippet.
    """

    kind: HitKind
    number: str | None
    term: str | None
    title: str | None
    lang: Lang
    edition: date
    status: Status
    score: float
    snippet: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found.

    Attributes:
        query: as given.
        total: how many there are.
        hits: the best of them.
        relaxed: True if nothing has all the words, so that these have only some.
        suggestion: what may have been meant, where nothing was found.
        translated: words of the query and what they were taken for, each in its dictionary form: "arpenteur" for
            "planeswalker".
    """

    query: str
    total: int
    hits: tuple[Hit, ...]
    relaxed: bool = False
    suggestion: str | None = None
    translated: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search is narrowed to.

    Attributes:
        scopes: where to look.
        section: only in rules of this range.
        status: only rules with this status; `removed` looks at what isn't printed any more.
        all_editions: every wording there ever was, not just those of the view.
        limit: how many hits to give.
    """

    scopes: tuple[Scope, ...] = SCOPES
    section: NumberRange | None = None
    status: Status | None = None
    all_editions: bool = False
    limit: int = 10
