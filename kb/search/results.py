"""What can be asked of a search, and what it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from kb.languages import Lang
from kb.model import Status, heading
from kb.rule_number import SUBRULE_LETTERS, NumberRange, RuleNumber

HitKind = Literal["rule", "glossary", "heading"]
HIT_KINDS: tuple[HitKind, ...] = ("rule", "glossary", "heading")

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
        path: what the rule stands under, from the chapter down: numbers with their headings.
        under: the number of the hit before it that belongs to the same rule, under which it may be shown; None for
            the first of a rule (306.5d, with 306.5c and 306.5 under it).
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
    path: tuple[tuple[str, str], ...] = ()
    under: str | None = None

    @property
    def rule_key(self) -> str:
        """What the hits of one rule share: its number without the letters of a subrule, or the headword."""
        return self.number.rstrip(SUBRULE_LETTERS) if self.number is not None else str(self.term)

    def is_same_rule_as(self, other: Hit) -> bool:
        """Whether both are of one rule, as one edition has it."""
        return self.number is not None and (self.rule_key, self.lang, self.edition) == (
            other.rule_key,
            other.lang,
            other.edition,
        )


@dataclass(frozen=True, slots=True)
class SearchResults:
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
class SearchLimits:
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


def group_by_rule(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Hits in the same order, those that belong to one rule with the first of them named."""
    first: dict[tuple[Lang, date, str], str] = {}
    found = []
    for hit in hits:
        lead = None
        if hit.number is not None:
            known = first.setdefault((hit.lang, hit.edition, hit.rule_key), hit.number)
            lead = known if known != hit.number else None
        found.append(replace(hit, under=lead) if lead else hit)
    return tuple(found)


def hit_kind(place_kind: str, label: str, text: str) -> HitKind:
    """Return what a text is found as at its place."""
    if place_kind == "glossary":
        return "glossary"
    return "heading" if heading(RuleNumber.parse(label), text) else "rule"
