"""Full-text search over every wording in the store; the only package that imports Whoosh.

`folding` says which words count as the same, `index` keeps the index, `snippet` cuts what is shown;
here stand what can be asked, how much each field weighs, and what is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import Any, Literal

from whoosh import qparser, query

from kb.accents import without_accents
from kb.errors import BadValue
from kb.model import Lang, Status, heading, text_status
from kb.number import LETTERS, NumberRange, RuleNumber
from kb.search.beside import indexing
from kb.search.folding import analyzer
from kb.search.index import HitKind, build, hit_kind, searcher
from kb.search.snippet import stretch
from kb.store import Store
from kb.view import View

__all__ = ["SCOPES", "Hit", "Limits", "Results", "Scope", "build", "indexing", "search"]

Scope = Literal["rules", "glossary", "examples", "headings"]
SCOPES: tuple[Scope, ...] = ("rules", "glossary", "examples", "headings")

# How much a match in each field counts, before BM25F weighs rarity and length. A headword or a
# heading is what the text is about; an example mentions many things in passing.
_WEIGHTS = {"term": 3.0, "title": 2.0, "text": 1.0, "example": 0.5}

# The fields in which each scope looks, and the kinds of documents that it may give.
_LOOKS_IN: dict[Scope, tuple[tuple[str, ...], tuple[HitKind, ...]]] = {
    "rules": (("text",), ("rule",)),
    "glossary": (("term", "text"), ("glossary",)),
    "examples": (("example",), ("rule", "heading")),
    "headings": (("title",), ("heading",)),
}

# A pasted rule is shorter than this; the words of a pasted book would take minutes.
_QUERY_CHARACTERS = 2000


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search.

    Attributes:
        kind: what was found.
        number: the rule's number; None for a glossary entry.
        term: the headword; None for a rule.
        title: the rule's heading, or that of the section it stands in.
        lang: the language searched.
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
    """

    query: str
    total: int
    hits: tuple[Hit, ...]
    relaxed: bool = False
    suggestion: str | None = None


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


def search(store: Store, view: View, text: str, limits: Limits) -> Results:
    """Search the rules as a view has them.

    A query that is a rule number goes straight to that rule; after it come the texts that cite it.
    """
    opened = searcher(store)
    try:
        return _Search(store, view, text, limits, opened).results()
    finally:
        opened.close()


@dataclass(frozen=True, slots=True)
class _Found:
    """A document of the index that passed the limits."""

    place: int
    wording: int
    edition: date
    status: Status
    score: float


class _Search:
    """One search while it runs."""

    def __init__(self, store: Store, view: View, text: str, limits: Limits, searcher: Any) -> None:
        self.store, self.view, self.text, self.limits, self.searcher = store, view, text, limits, searcher
        self.words = text if len(text) <= _QUERY_CHARACTERS else text[:_QUERY_CHARACTERS].rpartition(" ")[0]
        self.visible = view.visible()
        self.in_view: dict[int, list[int]] = {}
        for place, (wording, _) in self.visible.items():
            self.in_view.setdefault(wording, []).append(place)
        self.places = _places(store, view.lang)
        self._texts: dict[int, tuple[Lang, str]] = {}

    def results(self) -> Results:
        number = self._number()
        found, relaxed, asked = self._ranked()
        if number is not None:
            own = [hit for hit in found if self.places[hit.place][1] == str(number)]
            found = [*self._straight_to(number), *(hit for hit in found if hit not in own)]
            relaxed = False
        hits = tuple(self._hit(hit, asked) for hit in found[: self.limits.limit])
        return Results(self.text, len(found), hits, relaxed, None if found else self._suggestion())

    def _number(self) -> RuleNumber | None:
        try:
            return RuleNumber.read(self.text)
        except BadValue:
            return None

    def _straight_to(self, number: RuleNumber) -> list[_Found]:
        """The rule of that number, if it passes the limits."""
        printed = self.view.rule(number) if {"rules", "headings"} & {*self.limits.scopes} else None
        if printed is None:
            return []
        found = self._within_limits(printed.place, printed.wording, float("inf"))
        return [found] if found else []

    def _ranked(self) -> tuple[list[_Found], bool, Any]:
        """What has all the words, or else what has some."""
        for group, relaxed in ((qparser.AndGroup, False), (qparser.OrGroup.factory(0.9), True)):
            asked = self._query(group)
            found = []
            for hit in self.searcher.search(asked, limit=None):
                for place in self._carrying(hit.fields()):
                    within = self._within_limits(place, hit["wording"], hit.score)
                    if within:
                        found.append(within)
            if found or relaxed:
                return found, relaxed and bool(found), asked
        raise AssertionError("the loop returns")

    def _carrying(self, document: dict[str, Any]) -> list[int]:
        """The places that carry a wording as the kind of thing that the index found; in view, or ever."""
        wording, kind, term = document["wording"], document["kind"], document["term"]
        if self.limits.all_editions or self.limits.status == "removed":
            query_text = """
                SELECT place FROM span WHERE wording = :wording UNION
                SELECT place FROM excerpt WHERE wording = :wording
                """
            carrying = [row[0] for row in self.store.connection.execute(query_text, {"wording": wording})]
        else:
            carrying = self.in_view.get(wording, [])
        _, text = self._wording(wording)
        return [
            place
            for place in carrying
            if place in self.places
            and hit_kind(self.places[place][0], self.places[place][1], text) == kind
            and (kind != "glossary" or self.places[place][1] == term)
        ]

    def _query(self, group: Any) -> Any:
        """The user's words in the fields of each scope, for the language of the view."""
        asked = []
        for scope in self.limits.scopes:
            names, kinds = _LOOKS_IN[scope]
            parser = qparser.MultifieldParser(
                [f"{name}_{lang}" for name in names for lang in self._languages()],
                None,
                fieldboosts={f"{name}_{lang}": _WEIGHTS[name] for name in names for lang in self._languages()},
                plugins=[qparser.WhitespacePlugin(), qparser.PhrasePlugin()],
                group=group,
            )
            parser.schema = self.searcher.schema
            of_kind = query.Or([query.Term("kind", kind) for kind in kinds])
            asked.append(query.Require(parser.parse(self.words), of_kind))
        return query.Require(query.Or(asked), query.Term("lang", self.view.lang))

    def _languages(self) -> tuple[Lang, ...]:
        """The languages of the texts: a French edition may leave rules in English."""
        return ("fr", "en") if self.view.lang == "fr" else ("en",)

    def _within_limits(self, place: int, wording: int, score: float) -> _Found | None:
        kind, _, key, _ = self.places[place]
        if self.limits.section is not None and (kind != "rule" or not _in_range(key, self.limits.section)):
            return None
        current = self.visible.get(place)
        if current is not None and current[0] == wording:
            status, edition = self._status(wording), current[1]
        elif self.limits.all_editions or self.limits.status == "removed":
            if current is not None and not self.limits.all_editions:
                return None
            known = _last_edition(self.store, place, wording)
            if known is None or (known > self.view.as_of and not self.limits.all_editions):
                return None
            status, edition = "removed" if current is None else self._status(wording), known
        else:
            return None
        if self.limits.status not in (None, status):
            return None
        return _Found(place, wording, edition, status, score)

    def _status(self, wording: int) -> Status:
        lang, text = self._wording(wording)
        return text_status(text, lang)

    def _wording(self, wording: int) -> tuple[Lang, str]:
        """The language and the text of a wording; each is asked of the store once a search."""
        if wording not in self._texts:
            query_text = "SELECT lang, text FROM wording WHERE id = ?"
            self._texts[wording] = self.store.connection.execute(query_text, (wording,)).fetchone()
        return self._texts[wording]

    def _hit(self, found: _Found, asked: Any) -> Hit:
        kind, label, _, title = self.places[found.place]
        lang, text = self._wording(found.wording)
        number = RuleNumber.parse(label) if kind == "rule" else None
        own_title = heading(number, text) if number else None
        snippet, marks = self._snippet(found.wording, lang, text, asked)
        return Hit(
            kind=hit_kind(kind, label, text),
            number=label if number else None,
            term=None if number else label,
            title=own_title or title,
            lang=self.view.lang,
            edition=found.edition,
            status=found.status,
            score=round(found.score, 4) if found.score != float("inf") else 1000.0,
            snippet=snippet,
            marks=marks,
        )

    def _snippet(self, wording: int, lang: Lang, text: str, asked: Any) -> tuple[str, tuple[tuple[int, int], ...]]:
        """The stretch of the text, or else of an example, with the most matches."""
        terms = {
            word.decode() if isinstance(word, bytes) else word
            for name, word in asked.iter_all_terms()
            if name.endswith(f"_{lang}")
        }
        words = analyzer(lang)
        rows = self.store.connection.execute("SELECT text FROM example WHERE wording = ? ORDER BY place", (wording,))
        for candidate in (text, *(row[0] for row in rows)):
            tokens = words(candidate, chars=True)
            marks = [(token.startchar, token.endchar) for token in tokens if token.text in terms]
            if marks:
                return stretch(candidate.replace("\n", " "), marks)
        return stretch(text.replace("\n", " "), [])

    def _suggestion(self) -> str | None:
        """The heading or headword in view that is spelt most like the query."""
        places = [row for place, row in self.places.items() if place in self.visible or self.limits.all_editions]
        names = [title for _, _, _, title in places if title]
        names += [label for kind, label, _, _ in places if kind == "glossary"]
        by_fold = {without_accents(name.lower()): name for name in names}
        words = {without_accents(word.lower()): word for name in names for word in name.split() if len(word) > 3}
        close = get_close_matches(without_accents(self.words.lower()), [*by_fold, *words], n=1, cutoff=0.75)
        if not close:
            return None
        return by_fold.get(close[0]) or words[close[0]].strip(",.()").lower()


def _in_range(sort_key: str, numbers: NumberRange) -> bool:
    return numbers.first.sort_key <= sort_key <= numbers.last.sort_key + "\U0010ffff"


def _places(store: Store, lang: Lang) -> dict[int, tuple[str, str, str, str | None]]:
    """By id: kind, label, sort key and the heading that it stands under, as last printed."""
    rows = store.connection.execute(
        """
        SELECT place.label, wording.text FROM place
        JOIN (SELECT place, wording, ended AS day FROM span UNION ALL
              SELECT excerpt.place, wording, effective FROM excerpt JOIN edition ON edition.id = excerpt.edition
             ) AS carried ON carried.place = place.id
        JOIN wording ON wording.id = carried.wording
        WHERE place.lang = ? AND place.kind = 'rule' AND length(wording.text) <= 80
        ORDER BY day
        """,
        (lang,),
    )
    headings = {label: text for label, text in rows if heading(RuleNumber.parse(label), text)}
    places = store.connection.execute("SELECT id, kind, label, sort_key FROM place WHERE lang = ?", (lang,))
    return {
        place: (kind, label, key, _heading_above(label, headings) if kind == "rule" else None)
        for place, kind, label, key in places
    }


def _heading_above(label: str, headings: dict[str, str]) -> str | None:
    """The nearest heading at or above a number: "Adapt" for 701.46a, "Planeswalkers" for 306.5."""
    return headings.get(label) or headings.get(label.rstrip(LETTERS)) or headings.get(label[:3])


def _last_edition(store: Store, place: int, wording: int) -> date | None:
    """The youngest edition in which a place carried a wording."""
    row = store.connection.execute(
        """
        SELECT max(day) FROM (
            SELECT (
                SELECT max(effective) FROM edition WHERE partial = 0 AND lang = place.lang AND effective < ended
            ) AS day FROM span JOIN place ON place.id = span.place WHERE place = ? AND wording = ?
            UNION ALL
            SELECT effective FROM excerpt JOIN edition ON edition.id = excerpt.edition WHERE place = ? AND wording = ?)
        """,
        (place, wording, place, wording),
    ).fetchone()
    return date.fromisoformat(row[0]) if row[0] else None
