"""The search in the rules of one language: how a query is read, how much each field weighs, what passes the limits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from typing import Any

from whoosh import qparser, query

from kb.accents import without_accents
from kb.model import Lang, Status, heading, text_status
from kb.number import LETTERS, NumberRange, RuleNumber
from kb.search.folding import analyzer, folded
from kb.search.hits import Hit, Limits, Scope
from kb.search.index import TEXT_FIELDS, HitKind, hit_kind
from kb.search.snippet import stretch
from kb.store import Store
from kb.view import View

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
class Found:
    """A document of the index that passed the limits.

    Attributes:
        place: id of the place in the store.
        wording: id of the wording in the store.
        edition: the edition that the wording was read from.
        status: whether the rule holds.
        score: higher is better.
    """

    place: int
    wording: int
    edition: date
    status: Status
    score: float


class OneLanguage:
    """Searches in the rules of one language as a view has them.

    Attributes:
        view: the rules.
        visible: by place, the wording that it has in the view and its edition.
        places: by id of each place of the language: kind, label, sort key and the heading that it stands under.
    """

    def __init__(self, store: Store, view: View, limits: Limits, searcher: Any) -> None:
        self.view = view
        self.visible = view.visible()
        self.places = _places(store, view.lang)
        self._store, self._limits, self._searcher = store, limits, searcher
        self._in_view: dict[int, list[int]] = {}
        for place, (wording, _) in self.visible.items():
            self._in_view.setdefault(wording, []).append(place)
        self._texts: dict[int, tuple[Lang, str]] = {}

    def numbered(self, number: RuleNumber) -> Found | None:
        """The rule of a number, if it passes the limits."""
        printed = self.view.rule(number) if {"rules", "headings"} & {*self._limits.scopes} else None
        return self.within_limits(printed.place, printed.wording, float("inf")) if printed else None

    def telling(self, texts: Sequence[str], found: Sequence[Found]) -> Found | None:
        """The rule that says what a term is; None if nothing that was found tells.

        That is the heading worded as one of the texts (702.9 for "flying"), else the first rule that an entry of the
        glossary so called sends to.
        """
        names = {tuple(folded(text, self.view.lang)) for text in texts}
        entries = []
        for hit in found:
            kind, label, _, _ = self.places[hit.place]
            _, text = self._wording(hit.wording)
            named = tuple(folded(label if kind == "glossary" else text, self.view.lang)) in names
            if named and kind == "rule" and hit_kind(kind, label, text) == "heading":
                return replace(hit, score=found[0].score)
            if named and kind == "glossary":
                entries.append(hit)
        sent_to = next((rule for hit in entries if (rule := self._sent_to(hit, names))), None)
        return replace(sent_to, score=found[0].score) if sent_to else None

    def _sent_to(self, entry: Found, names: Collection[tuple[str, ...]]) -> Found | None:
        """The rule that an entry of the glossary sends to; of several the one whose text has all words of a name."""
        query_text = "SELECT target FROM reference WHERE wording = ? AND target IS NOT NULL ORDER BY place"
        targets = [RuleNumber.parse(row[0]) for row in self._store.connection.execute(query_text, (entry.wording,))]
        rules = [rule for rule in map(self.numbered, dict.fromkeys(targets)) if rule is not None]
        for rule in rules:
            words = {*folded(self._wording(rule.wording)[1], self.view.lang)}
            if any(words.issuperset(name) for name in names):
                return rule
        return rules[0] if rules else None

    def ranked(self, asked: Any) -> list[Found]:
        """What a query finds, the best first."""
        found = []
        for hit in self._searcher.search(asked, limit=None):
            for place in self._carrying(hit.fields()):
                within = self.within_limits(place, hit["wording"], hit.score)
                if within:
                    found.append(within)
        return found

    def all_words(self, texts: Sequence[str]) -> Any:
        """The query for what has all the words of one of the texts."""
        return query.Or([self._query(text, qparser.AndGroup) for text in texts])

    def some_words(self, texts: Sequence[str]) -> Any:
        """The query for what has some of the words of one of the texts."""
        return query.Or([self._query(text, qparser.OrGroup.factory(0.9)) for text in texts])

    def has_word(self, folded: str) -> bool:
        """Whether a folded word of the language stands in any text."""
        fields = (f"{name}_{self.view.lang}" for name in TEXT_FIELDS)
        return any(self._searcher.doc_frequency(field, folded) for field in fields)

    def _carrying(self, document: dict[str, Any]) -> list[int]:
        """The places that carry a wording as the kind of thing that the index found; in view, or ever."""
        wording, kind, term = document["wording"], document["kind"], document["term"]
        if self._limits.all_editions or self._limits.status == "removed":
            query_text = """
                SELECT place FROM span WHERE wording = :wording UNION
                SELECT place FROM excerpt WHERE wording = :wording
                """
            carrying = [row[0] for row in self._store.connection.execute(query_text, {"wording": wording})]
        else:
            carrying = self._in_view.get(wording, [])
        _, text = self._wording(wording)
        return [
            place
            for place in carrying
            if place in self.places
            and hit_kind(self.places[place][0], self.places[place][1], text) == kind
            and (kind != "glossary" or self.places[place][1] == term)
        ]

    def _query(self, text: str, group: Any) -> Any:
        """The words of a text in the fields of each scope, for the language of the view."""
        asked = []
        for scope in self._limits.scopes:
            names, kinds = _LOOKS_IN[scope]
            parser = qparser.MultifieldParser(
                [f"{name}_{lang}" for name in names for lang in self._languages()],
                None,
                fieldboosts={f"{name}_{lang}": _WEIGHTS[name] for name in names for lang in self._languages()},
                plugins=[qparser.WhitespacePlugin(), qparser.PhrasePlugin()],
                group=group,
            )
            parser.schema = self._searcher.schema
            of_kind = query.Or([query.Term("kind", kind) for kind in kinds])
            asked.append(query.Require(parser.parse(looked_for(text)), of_kind))
        return query.Require(query.Or(asked), query.Term("lang", self.view.lang))

    def _languages(self) -> tuple[Lang, ...]:
        """The languages of the texts: a French edition may leave rules in English."""
        return ("fr", "en") if self.view.lang == "fr" else ("en",)

    def within_limits(self, place: int, wording: int, score: float) -> Found | None:
        """A wording at a place, if the limits let it pass."""
        kind, _, key, _ = self.places[place]
        if self._limits.section is not None and (kind != "rule" or not _in_range(key, self._limits.section)):
            return None
        current = self.visible.get(place)
        if current is not None and current[0] == wording:
            status, edition = self._status(wording), current[1]
        elif self._limits.all_editions or self._limits.status == "removed":
            if current is not None and not self._limits.all_editions:
                return None
            known = _last_edition(self._store, place, wording)
            if known is None or (known > self.view.as_of and not self._limits.all_editions):
                return None
            status, edition = "removed" if current is None else self._status(wording), known
        else:
            return None
        if self._limits.status not in (None, status):
            return None
        return Found(place, wording, edition, status, score)

    def _status(self, wording: int) -> Status:
        lang, text = self._wording(wording)
        return text_status(text, lang)

    def _wording(self, wording: int) -> tuple[Lang, str]:
        """The language and the text of a wording; each is asked of the store once a search."""
        if wording not in self._texts:
            query_text = "SELECT lang, text FROM wording WHERE id = ?"
            self._texts[wording] = self._store.connection.execute(query_text, (wording,)).fetchone()
        return self._texts[wording]

    def lang_of(self, found: Found) -> Lang:
        """The language that a text really is in: a French edition may leave a rule in English."""
        return self._wording(found.wording)[0]

    def hit(self, found: Found, asked: Any) -> Hit:
        """What is shown of something found; the words of the query are marked."""
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
            lang=lang,
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
        rows = self._store.connection.execute("SELECT text FROM example WHERE wording = ? ORDER BY place", (wording,))
        for candidate in (text, *(row[0] for row in rows)):
            tokens = words(candidate, chars=True)
            marks = [(token.startchar, token.endchar) for token in tokens if token.text in terms]
            if marks:
                return stretch(candidate.replace("\n", " "), marks)
        return stretch(text.replace("\n", " "), [])

    def suggestion(self, text: str) -> str | None:
        """The heading or headword in view that is spelt most like a query."""
        places = [row for place, row in self.places.items() if place in self.visible or self._limits.all_editions]
        names = [title for _, _, _, title in places if title]
        names += [label for kind, label, _, _ in places if kind == "glossary"]
        by_fold = {without_accents(name.lower()): name for name in names}
        words = {without_accents(word.lower()): word for name in names for word in name.split() if len(word) > 3}
        close = get_close_matches(without_accents(looked_for(text).lower()), [*by_fold, *words], n=1, cutoff=0.75)
        if not close:
            return None
        return by_fold.get(close[0]) or words[close[0]].strip(",.()").lower()


def looked_for(text: str) -> str:
    """As much of a query as is looked for."""
    return text if len(text) <= _QUERY_CHARACTERS else text[:_QUERY_CHARACTERS].rpartition(" ")[0]


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
