"""The limits and the results of a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from kb.languages import Lang
from kb.rule_number import SUBRULE_LETTERS, NumberRange, RuleNumber
from kb.rule_text import Status, heading

if TYPE_CHECKING:
    from kb.documents import Doc
    from kb.search.absent_editions import AbsentEdition
    from kb.storage.view import View

HitKind = Literal["rule", "glossary", "heading"]
HIT_KINDS: tuple[HitKind, ...] = ("rule", "glossary", "heading")

Scope = Literal["rules", "glossary", "examples", "headings"]
SCOPES: tuple[Scope, ...] = ("rules", "glossary", "examples", "headings")


class Passage(NamedTuple):
    """A text to read: the number of its rule (None for a glossary entry), and the offsets of the matching words."""

    number: str | None
    text: str
    marks: tuple[tuple[int, int], ...]


class Hit(NamedTuple):
    """One result of a search.

    Attributes:
        kind: the kind of text that was found.
        number: the number of the rule, or None for a glossary entry.
        term: the headword, or None for a rule.
        title: the heading of the rule or, if it has none, the nearest heading above it.
        lang: the language of the shown text.
        edition: the effective date of the edition with this wording.
        status: the status of the rule.
        score: a higher score means a better match. Scores of different searches can't be compared.
        snippet: a sentence or two of the text that have the matches.
        marks: the offsets of the matching words in the snippet.
        path: the numbers and headings above the rule, from the chapter down.
        under: the number of the first hit in the same rule: 306.5d for the hits 306.5c and 306.5, if 306.5d came first.
            None for the first hit.
        source: the name of the edition's source.
        from_excerpt: True if the edition is an excerpt.
        from_finished_translation: True if the excerpt is a finished translation.
        is_partial: True if the hit has only some of the query's words, and the query is no question.
        passages: for the best hit, what to read of it: its whole text, or the beginnings of the first rules below a
            heading. Other hits have none.
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
    source: str = ""
    from_excerpt: bool = False
    from_finished_translation: bool = False
    is_partial: bool = False
    passages: tuple[Passage, ...] = ()
    doc: Doc = "cr"

    @property
    def rule_key(self) -> tuple[Lang, date, str]:
        """The key shared by the hits of one rule: language, edition, and the number without the letter of a subrule.

        In a policy document, it is the number of the section after the document.
        """
        if self.doc != "cr":
            return self.lang, self.edition, f"{self.doc} {self.number}"
        return self.lang, self.edition, (self.number or "").rstrip(SUBRULE_LETTERS)


class SoughtCard(NamedTuple):
    """A card that a query names, and the numbers of the rules that were searched for it, the most special first."""

    name: str
    rules: tuple[str, ...]


class SearchResults(NamedTuple):
    """The results of a search.

    Attributes:
        query: the query as given.
        total: the number of all hits.
        hits: the best hits.
        relaxed: True if no text has all words of the query, and the hits have only some of the words.
        suggestion: another query for the reader to try, if no text has all words.
        translated: terms of the query, each with its translation: ("arpenteur", "planeswalker").
        mended: the misspelt words of the query as typed, each with the word that was searched instead.
        searched: the query with mended spelling, or "" if nothing was mended.
        unknown_sections: the values of `section:` in the query that are neither numbers nor words of a title.
        is_cut: True if the query stands for too many words or texts, so that only some were searched.
        cards: the cards that the query names. Their names aren't searched, but the rules that govern them.
        says_nothing: True if all words of the query are stopwords, and no text has them side by side.
        absent_editions: the values of `edition:` in the query that no edition has.
    """

    query: str
    total: int
    hits: tuple[Hit, ...]
    relaxed: bool = False
    suggestion: str | None = None
    translated: tuple[tuple[str, str], ...] = ()
    mended: tuple[tuple[str, str], ...] = ()
    searched: str = ""
    unknown_sections: tuple[str, ...] = ()
    is_cut: bool = False
    cards: tuple[SoughtCard, ...] = ()
    says_nothing: bool = False
    absent_editions: tuple[AbsentEdition, ...] = ()


def with_absent_editions(found: SearchResults, view: View) -> SearchResults:
    """Return the results of a search with the values of `edition:` for which the view's language has no edition."""
    if "edition:" not in found.query:
        return found
    from kb.search.absent_editions import absent_editions

    return found._replace(absent_editions=absent_editions(found.query, view.edition_days()))


class CardRules(NamedTuple):
    """The rules that govern the cards of a query, in one language.

    Attributes:
        strengths: the strength of each rule, by its number. A rule has the strength 1 for each card that it governs, or
            less if it only governs the kind of a line.
        keywords: the numbers of the keyword abilities of each card.
    """

    strengths: Mapping[str, float]
    keywords: tuple[tuple[str, ...], ...]


class SearchLimits(NamedTuple):
    """The limits of a search.

    Attributes:
        scopes: the kinds of text to search.
        section: the range of rules to search, or None for all rules.
        status: the status of the rules to search, or None for any. `removed` means rules that are no longer printed.
        all_editions: True to search every wording ever printed, not only the wordings in force.
        limit: the largest number of hits.
        card_rules: for each language, the rules that govern the cards of the query (`kb.search.named_cards`). They are
            raised, and some are found without words of the query.
    """

    scopes: tuple[Scope, ...] = SCOPES
    section: NumberRange | None = None
    status: Status | None = None
    all_editions: bool = False
    limit: int = 10
    card_rules: Mapping[Lang, CardRules] = MappingProxyType({})


def hit_kind(place_kind: str, label: str, text: str) -> HitKind:
    """Return the kind of hit for a text at a place. `place_kind` and `label` are the place's kind and label."""
    if place_kind == "glossary":
        return "glossary"
    return "heading" if heading(RuleNumber.parse(label), text) else "rule"


def group_by_rule(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return the hits in the same order. Set `under` in all hits of a rule except the first."""
    first: dict[tuple[Lang, date, str], str] = {}
    found = []
    for hit in hits:
        leader = hit.number and first.setdefault(hit.rule_key, hit.number)
        found.append(hit._replace(under=leader) if leader != hit.number else hit)
    return tuple(found)
