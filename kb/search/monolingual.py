"""Searching the rules of one language: matching entries, hits to show, and suggestions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.search.corpus import Corpus
from kb.search.evaluator import EntryFilter, QueryWords, SearchEvaluator
from kb.search.inverted_index import TEXT_FIELDS
from kb.search.query_parts import QueryBudget, keep_best
from kb.search.query_syntax import clean_query
from kb.search.query_understanding import ParsedQuery
from kb.search.results import SCOPES, Hit, Passage, SearchLimits
from kb.search.snippets import cut_snippet
from kb.storage.view_rows import PlaceRow
from kb.text.folding import find_words, fold_words, strip_accents, tokenize
from kb.text.stopwords import surface_form

# The least similarity (0 to 1) of a suggestion to the query, and the largest number of words that are corrected.
_MIN_SIMILARITY = 0.75
_MAX_CORRECTED_WORDS = 8
# The rule that defines a term comes first if its score is at least this share of the best score.
_MIN_DEFINITION_SHARE = 0.4
# The largest lengths, in characters: of the text of the best hit, and of the beginning of a rule below a heading. Only
# one of a hundred rules is longer than the first. It takes half of a terminal of 80 by 24.
_WHOLE_LENGTH, _BEGINNING_LENGTH = 800, 160
# At most this many rules below a heading are read.
_MAX_BEGINNINGS = 3


class MonolingualSearch:
    """Searches one corpus, which has the rules of one language."""

    def __init__(self, corpus: Corpus, limits: SearchLimits, budget: QueryBudget | None = None) -> None:
        self.corpus, self.view, self._budget = corpus, corpus.view, budget or QueryBudget()
        self._limits, self._filter = limits, EntryFilter(corpus, limits)

    def rank(
        self, texts: Sequence[str | ParsedQuery], *, any_word: bool = False, by_meaning: bool = False
    ) -> tuple[Sequence[tuple[int, float]], QueryWords]:
        """Return (entry, score) for the entries that match one of `texts`, best first, and the words to highlight.

        With `by_meaning`, texts are raised that mean something similar to a question.
        """
        evaluator = SearchEvaluator(self.corpus, self._limits, self._filter, self._budget, by_meaning=by_meaning)
        found = [evaluator.rank(text, any_word=any_word) for text in texts]
        order = found[0] if len(found) == 1 else _merge(found)
        return order, evaluator.words

    def find_number(self, number: RuleNumber) -> int | None:
        """Return the entry of a rule number, or None if no such entry is within the limits."""
        if not {"rules", "headings"} & {*self._limits.scopes}:
            return None
        entries = self.corpus.table.entries
        inside = self.corpus.table.in_number_range(number.sort_key, number.sort_key)
        passed = [at for at in inside if entries[at].label == str(number) and self._filter.passes(at)]
        return max(passed, key=lambda at: entries[at].edition, default=None)

    @property
    def entry_limits(self) -> tuple[object, ...]:
        """The limits that entries must be within, but for the kinds of text."""
        return self._limits.section, self._limits.status, self._limits.all_editions

    def find_within_limits(self, place: int, wording: int) -> int | None:
        """Return the entry of a wording at a place, or None if no such entry is within the limits."""
        for entry in self.corpus.table.entries_of_wording(wording):
            if self.corpus.table.entries[entry].place == place and self._filter.passes(entry):
                return entry
        return None

    def find_definition(self, texts: Sequence[str | ParsedQuery], found: Sequence[tuple[int, float]]) -> int | None:
        """Return the rule that defines a term with the names `texts`. `found` has the hits for the term, best first.

        The defining rule is the heading whose words are one of `texts` (702.9 for "flying"). If there is no such
        heading, return a rule that the glossary entry of the term refers to. If the best hit has a much higher score
        than the heading or the glossary entry, return None.
        """
        names = {tuple(fold_words(text, self.view.lang)) for text in texts if isinstance(text, str)}
        if not found or not names:
            return None
        glossary_wordings = []
        headings = self.corpus.ranking.headings
        for entry, score in found:
            row = self.corpus.table.entries[entry]
            if score < found[0][1] * _MIN_DEFINITION_SHARE:
                break
            if row.kind == "glossary" and tuple(fold_words(row.label, self.view.lang)) in names:
                glossary_wordings.append(row.wording)
            elif entry in headings and self.corpus.folded_text(row.wording) in names:
                return entry
        targets = (self._glossary_target(wording, names) for wording in glossary_wordings)
        return next((target for target in targets if target is not None), None)

    def _glossary_target(self, wording: int, names: Collection[tuple[str, ...]]) -> int | None:
        """Return a rule that a glossary entry refers to. Prefer the first rule with all words of one of `names`."""
        targets = map(self.find_number, dict.fromkeys(self.corpus.wordings.numbers_cited_by(wording)))
        rules = [rule for rule in targets if rule is not None]
        for rule in rules:
            words = {*self.corpus.folded_text(self.corpus.table.entries[rule].wording)}
            if any(words.issuperset(name) for name in names):
                return rule
        return rules[0] if rules else None

    def has_word(self, word: str) -> bool:
        """True if a folded word of the language occurs in any text."""
        return any(self.corpus.index.postings(f"{name}_{self.view.lang}", word) for name in TEXT_FIELDS)

    def shows_word(self, word: str) -> bool:
        """True if an entry of the corpus has a folded word of the language."""
        return any(self.corpus.ranking.field_scores(f"{name}_{self.view.lang}", word) for name in TEXT_FIELDS)

    def has_phrase_in_small_letters(self, text: str) -> bool:
        """True if a text or an example has the words of `text` side by side in small letters."""
        lowered = surface_form(text)
        found = self.corpus.ranking.find_phrase(fold_words(text, self.view.lang), self.view.lang, SCOPES)
        wordings = (self.corpus.table.entries[entry].wording for entry in found)
        return any(
            lowered in part.replace("’", "'")
            for wording in wordings
            for part in self._candidates(wording, self.corpus.wordings.text(wording)[1])
        )

    def text_lang(self, entry: int) -> Lang:
        """Return the language of an entry's text. A rule of a French edition may be in English."""
        return self.corpus.wordings.text(self.corpus.table.entries[entry].wording)[0]

    def make_hit(self, entry: int, score: float, words: QueryWords) -> Hit:
        """Return the hit of an entry, with the words of the query marked."""
        row = self.corpus.table.entries[entry]
        if words.days:
            row = self.corpus.printed_within(row, words.days)
        shown = self.corpus.shown_place(row)
        snippet, marks = self._snippet(row.wording, shown.lang, shown.text, words)
        return Hit(
            kind=shown.kind,
            number=row.label if row.kind == "rule" else None,
            term=None if row.kind == "rule" else row.label,
            title=shown.title,
            path=shown.path,
            lang=shown.lang,
            edition=date.fromisoformat(row.edition),
            status=self.corpus.status(entry),
            score=round(score, 4) if score != float("inf") else 1000.0,
            snippet=snippet,
            marks=marks,
            source=shown.origin.source,
            from_excerpt=bool(shown.origin.partial),
            from_finished_translation=bool(shown.origin.finished),
        )

    def _snippet(
        self, wording: int, lang: Lang, text: str, words: QueryWords
    ) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return a snippet and the offsets of its matches. If the text has no match, the snippet is from an example."""
        for wanted in (words.typed[lang], words.synonyms if lang == "en" else ()):
            for candidate in self._candidates(wording, text) if wanted else ():
                if marks := find_words(candidate, lang, wanted):
                    return cut_snippet(candidate, marks)
        return cut_snippet(text, [])

    def _candidates(self, wording: int, text: str) -> Iterator[str]:
        yield text
        yield from self.corpus.wordings.examples(wording)

    def read(self, entry: int, words: QueryWords) -> tuple[Passage, ...]:
        """Return what to read of the best hit: its text, or for a heading the beginnings of the first rules below it.

        Of a text that is much longer than most rules, return the sentences that have the words of the query.
        """
        row = self.corpus.table.entries[entry]
        if entry not in self.corpus.ranking.headings:
            return (self._passage(row, words, _WHOLE_LENGTH),)
        passages: list[Passage] = []
        for below in self._first_rules_below(entry, words.excluded):
            passage = self._passage(below, words, _BEGINNING_LENGTH, from_start=True)
            if passages and sum(len(each.text) for each in passages) + len(passage.text) > _WHOLE_LENGTH:
                break
            passages.append(passage)
        return tuple(passages)

    def _first_rules_below(self, entry: int, excluded: Collection[int]) -> Iterator[PlaceRow]:
        """Yield the first rules with a sentence below a heading, as its edition has them, without excluded wordings."""
        table, day = self.corpus.table, self.corpus.table.entries[entry].edition
        found = 0
        for at in table.descendants(entry):
            row = table.entries[at]
            is_shown = at not in self.corpus.ranking.headings and row.wording not in excluded
            if is_shown and table.wording_on_day(row.label, day) == row.wording:
                yield row
                found += 1
            if found == _MAX_BEGINNINGS:
                return

    def _passage(self, row: PlaceRow, words: QueryWords, length: int, *, from_start: bool = False) -> Passage:
        lang, text = self.corpus.wordings.text(row.wording)
        marks = find_words(text, lang, words.typed[lang])
        if not marks and lang == "en":
            marks = find_words(text, lang, words.synonyms)
        snippet, marks_inside = cut_snippet(text, marks, length, from_start=from_start)
        return Passage(row.label if row.kind == "rule" else None, snippet, marks_inside)

    def suggest(self, text: str, more_names: Iterable[str] = ()) -> str | None:
        """Return the name or word that is most similar to the query. If none is similar, correct the query's words."""
        query = clean_query(text)
        names = [*self.corpus.searchable_names, *more_names]
        by_plain_name = {strip_accents(name.lower()): name for name in names}
        words = {strip_accents(word.lower()): word for name in names for word in name.split() if len(word) > 3}
        similar = _most_similar(strip_accents(query.lower()), [*by_plain_name, *words])
        if similar is not None:
            return by_plain_name.get(similar) or _bare(words[similar])
        typed = tokenize(query, self.view.lang)
        corrected = []
        for folded_word, start, end in typed[:_MAX_CORRECTED_WORDS]:
            word = query[start:end]
            if not self.has_word(folded_word):
                similar = _most_similar(strip_accents(word.lower()), words) if len(word) > 3 else None
                if similar is None:
                    return None
                word = _bare(words[similar])
            corrected.append(word)
        return " ".join(corrected) if corrected and len(typed) <= _MAX_CORRECTED_WORDS else None


class Attempt(NamedTuple):
    """One way to run a query: as typed or translated, among the rules of one language.

    Attributes:
        search: the search among the rules of one language.
        texts: the query as typed, or its translations. A term with several names gives several translations.
        translated: the terms of the query, each with its translation.
        is_complete: True if only stopwords of the query were left out of `texts`.
    """

    search: MonolingualSearch
    texts: tuple[str | ParsedQuery, ...]
    translated: tuple[tuple[str, str], ...] = ()
    is_complete: bool = True


ShownEntry = int
"""An entry that is shown to the reader. An entry of the other language is stored as its complement (`~entry`)."""


class FoundEntries(NamedTuple):
    """What an attempt found: the entries to show, best first, with their scores, and the words to highlight."""

    attempt: Attempt
    words: QueryWords
    entries: Sequence[tuple[ShownEntry, float]]


def _most_similar(sought: str, names: Iterable[str]) -> str | None:
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import extractOne

    best = extractOne(sought, list(names), scorer=Indel.normalized_similarity, score_cutoff=_MIN_SIMILARITY)
    return best[0] if best else None


def _bare(word: str) -> str:
    return word.strip(",.()").lower()


def _merge(found: Sequence[Sequence[tuple[int, float]]]) -> list[tuple[int, float]]:
    """Merge the entries that several queries found. Each entry gets its best score. The best entry comes first."""
    best: dict[int, float] = {}
    for entries in found:
        keep_best(best, dict(entries))
    return sorted(best.items(), key=lambda each: (-each[1], each[0]))
