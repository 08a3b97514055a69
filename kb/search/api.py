"""Searching in both languages: first the reader's language, then the rules that only the other language has.

Only some rules have a French text, so a search for a French reader covers both languages. Such a search shows each rule
once, in French if possible. An English reader's query is read as French only if no English text has all words of the
query. See docs/decisions/terms.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING

from kb.languages import Lang
from kb.search.corpus import Corpora, open_corpora, release_corpora
from kb.search.evaluator import QueryWords
from kb.search.monolingual import Attempt, Candidate, MonolingualSearch
from kb.search.query_parts import QueryBudget
from kb.search.query_syntax import clean_query, has_syntax
from kb.search.query_understanding import ParsedQuery, has_only_stopwords
from kb.search.results import SearchLimits, SearchResults, group_by_rule, with_passages
from kb.storage.database_file import CARDS_FILE_NAME
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from kb.text.stopwords import query_words

if TYPE_CHECKING:
    from kb.search.number_query import NumberQuery
    from kb.search.spelling import MendedQuery
    from kb.terms.bilingual_terms import TermBase

# Hits are added in groups. A later group must not score above an earlier group. If it would, its scores are scaled, so
# that its best score is 0.99 times the lowest score of the earlier groups.
_SCORE_STEP = 0.99
# The rule of the best hit in the reader's language is looked up among the hits of the other language. If the rule
# scores less than this share of the best of these hits, all hits in the reader's language come after these hits.
_MIN_SHARE_OF_OTHER = 0.35
# The same share if the hits are compared by meaning, too: then the scores of all hits differ less.
_MIN_SHARE_BY_MEANING = 0.55
# If a French query has fewer hits than this, it is also searched without its untranslatable words.
_FEW_HITS = 5
# The largest number of hits that have only some of the words: if no text has all words, and after texts that have all.
_MAX_PARTIAL_HITS, _MAX_FOLLOWING_HITS = 1000, 20
# A French query with more words isn't only a name.
_MAX_NAME_WORDS = 3
# Hits with some words follow the hits of a query with so many plain words.
_FEW_WORDS = range(2, 4)


_Ranked = tuple[list[tuple[int, float]], QueryWords]
"""The entries that an attempt finds, best first, with their scores, and the words to highlight."""


def search(store: Store, view: View, text: str, limits: SearchLimits, *, cards: Sequence[str] = ()) -> SearchResults:
    """Search the rules of a view for the query `text`, and also the rules that exist only in the other language.

    If the query has a rule number, the rule with this number comes first. It is followed by the texts that match the
    rest of the query or, without a rest, the texts that cite the rule. Misspelt words are mended. Names of cards in the
    query, and in `cards`, stand for the rules that govern these cards (`kb.search.named_cards`). The opened index is
    kept with the store for the next search.

    Raises:
        NotFound, Ambiguous, StoreError: `cards` has a name that isn't the name of one card in a card library.
    """
    if "edition:" in text:
        limits = replace(limits, all_editions=True)
    include_past = limits.all_editions or limits.status == "removed" or "status:removed" in text
    corpora = open_corpora(store, view, include_past=include_past)
    try:
        named = None
        if cards or (store.home / CARDS_FILE_NAME).is_file():
            from kb.search.named_cards import read_card_query

            own = MonolingualSearch(corpora.corpus(view, include_past=include_past), limits)
            english, governing = View(store, "en", view.as_of), partial(corpora.governing_rules, view)
            named = read_card_query(store, text, own, partial(corpora.corpus, english), governing, cards)
        if named is None:
            return _search_words(store, view, text, limits, corpora, include_past=include_past)
        limits = replace(limits, card_rules=named.rules)
        results = _search_words(store, view, named.text, limits, corpora, include_past=include_past)
        return replace(results, query=text, cards=named.cards)
    finally:
        release_corpora(store, corpora)


def _search_words(
    store: Store, view: View, text: str, limits: SearchLimits, corpora: Corpora, *, include_past: bool
) -> SearchResults:
    """Search a query that has no names of cards. Mend misspelt words, if something is found then.

    Several stopwords alone ("who am I") don't name a subject, so only texts with these words side by side match.
    """
    if has_only_stopwords(text, view.lang) and not limits.card_rules and not has_syntax(clean_query(text)):
        side_by_side = '"' + text.replace('"', " ") + '"'
        phrase = _BilingualSearch(store, view, side_by_side, limits, corpora, include_past=include_past).results()
        return replace(phrase, query=text, suggestion=None, says_nothing=not phrase.hits)
    typed = _BilingualSearch(store, view, text, limits, corpora, include_past=include_past)
    mended = typed.mended()
    if mended is not None:
        results = _BilingualSearch(store, view, mended.text, limits, corpora, include_past=include_past).results()
        if results.hits:
            return replace(results, query=text, mended=mended.changes, searched=mended.text)
    return typed.results()


class _BilingualSearch:
    """One search in both languages."""

    def __init__(
        self, store: Store, view: View, text: str, limits: SearchLimits, corpora: Corpora, *, include_past: bool
    ) -> None:
        self._store, self._query, self._text, self._limits, self._corpora = store, text, text, limits, corpora
        self._include_past, self._budget = include_past, QueryBudget()
        self._own = self._open(view)
        self._is_french = view.lang == "fr"
        named = _find_number(text)
        self._number = named.number if named else None
        if named:
            # Without other words, the texts that cite the rule are searched.
            has_rest = any(not word.is_stopword for word in query_words(named.rest, view.lang))
            self._text = named.rest if has_rest else str(named.number)
        self._found: dict[tuple[Lang, int, int], Candidate] = {}
        self._left_in_english: list[Candidate] = []
        self._unknown_sections: dict[str, None] = {}
        self._ranked: dict[tuple[Lang, tuple[str | ParsedQuery, ...], bool], _Ranked] = {}

    def _open(self, view: View) -> MonolingualSearch:
        return MonolingualSearch(
            self._corpora.corpus(view, include_past=self._include_past), self._limits, self._budget
        )

    def mended(self) -> MendedQuery | None:
        """Mend the spelling of the query. Return None if no word is misspelt, or if the query has syntax."""
        text, own = clean_query(self._text), self._own
        if has_syntax(text) or all(
            word.is_stopword or own.shows_word(word.folded) for word in query_words(text, own.view.lang)
        ):
            return None
        from kb.search.spelling import mend_spelling

        mended = mend_spelling(text, own.view.lang, own.shows_word, lambda: own.corpus.searchable_names)
        return mended if mended.changes else None

    def results(self) -> SearchResults:
        """Return the results, and whether the query was cut."""
        return replace(self._results(), is_cut=self._budget.is_used_up)

    def _results(self) -> SearchResults:
        """Return the hits with all words, or if there are none, hits with some words (see docs/decisions/terms.md)."""
        as_given = Attempt(self._own, (self._text,))
        if not self._is_french and self._number is None:
            # Most searches end here: nothing is translated, and only the shown entries are read.
            order, words = self._rank(as_given, any_word=False)
            if len(order) >= _FEW_HITS or (order and not self._may_match_partly):
                best = self._own.read(order[0][0], words)
                hits = (self._own.make_hit(entry, score, words) for entry, score in order[: self._limits.limit])
                found = SearchResults(self._query, len(order), with_passages(group_by_rule(hits), best))
                return replace(found, unknown_sections=tuple(words.unknown_sections))
        complete = [attempt for attempt in self._other_attempts if attempt.is_complete] if self._is_french else []
        self._run([as_given, *complete])
        if not self._is_french and not self._found:
            self._run([attempt for attempt in self._other_attempts if attempt.is_complete])
        relaxed = not (self._found or self._left_in_english)
        if relaxed or (self._is_french and len(self._found) < _FEW_HITS):
            self._run([attempt for attempt in self._other_attempts if not attempt.is_complete])
        if not (self._found or self._left_in_english):
            # Most words of an English query have another meaning in French, so French texts are searched only for
            # translations.
            others = [each for each in self._other_attempts if self._is_french or each.translated]
            self._run([as_given, *others], partial_hits=_MAX_PARTIAL_HITS)
        self._add(self._left_in_english)
        complete_hits = 0 if relaxed else len(self._found)
        if 0 < complete_hits < _FEW_HITS and self._may_match_partly:
            self._run([as_given, *complete], partial_hits=_MAX_FOLLOWING_HITS)
        shown = list(islice(self._found.values(), self._limits.limit))
        relaxed = relaxed and bool(shown)
        grouped = group_by_rule(
            replace(each.search.make_hit(each.entry, each.score, each.words), is_partial=at >= complete_hits)
            for at, each in enumerate(shown)
        )
        return SearchResults(
            self._query,
            len(self._found),
            with_passages(grouped, shown[0].search.read(shown[0].entry, shown[0].words)) if shown else (),
            relaxed,
            self._suggestion() if relaxed or not shown else None,
            tuple(dict.fromkeys(pair for each in shown for pair in each.attempt.translated)),
            unknown_sections=() if shown else tuple(self._unknown_sections),
        )

    @property
    def _may_match_partly(self) -> bool:
        """True if a query has two or three plain words. If few texts have all, texts with some of the words follow."""
        words = query_words(self._text, self._own.view.lang)
        return (
            self._number is None
            and len(words) in _FEW_WORDS
            and not any(word.is_stopword for word in words)
            and not has_syntax(clean_query(self._text))
        )

    def _suggestion(self) -> str | None:
        """Return a suggestion for another query, or None. For a French reader, it may be the French name of a term.

        A suggestion has other words than the query. An English suggestion finds something within the limits.
        """
        if has_syntax(clean_query(self._text)):
            return None
        french_names = (name for term in self._terms.all for name in term.names("fr")) if self._is_french else ()
        suggestion, lang = self._own.suggest(self._text, french_names), self._own.view.lang
        if suggestion is None or fold_words(suggestion, lang) == fold_words(self._text, lang):
            return None
        return suggestion if self._is_french or self._own.rank((suggestion,))[0] else None

    @cached_property
    def _other_attempts(self) -> tuple[Attempt, ...]:
        """The attempts after the first one (the query as typed, in the reader's language), the surest attempt first."""
        if self._number is not None:
            return (Attempt(self._other, (self._text,)),) if self._is_french else ()
        from kb.search.query_translation import translate_query

        english = self._other if self._is_french else self._own
        text = clean_query(self._text)
        if has_syntax(text):
            # A query with syntax belongs to no language, so its words aren't translated.
            return (Attempt(self._other, (text,)),)
        directions: tuple[tuple[Lang, MonolingualSearch], ...] = (("fr", self._own),)
        if self._is_french:
            directions = (("en", self._own), ("fr", self._own), ("fr", self._other))
        attempts = []
        for source, search in directions:
            to_english = source == "fr" and search is english
            terms = self._terms_and_everyday_words if to_english else self._terms
            translation = translate_query(text, terms, source, search.view.lang, search.has_word)
            readings: tuple[ParsedQuery, ...] = ()
            if to_english:
                readings = self._read_in_english(text, search, is_translatable=translation is not None)
            if translation:
                # If only everyday words were translated, the translation isn't shown to the reader.
                translated = translation.translated if self._terms.find_in_text(text, source) else ()
                texts: tuple[str | ParsedQuery, ...] = (*translation.texts, *readings)
                attempts.append(Attempt(search, texts, translated, translation.is_complete))
            elif readings:
                attempts.append(Attempt(search, readings))
        return (*attempts, Attempt(self._other, (text,)))

    def _read_in_english(
        self, text: str, english: MonolingualSearch, *, is_translatable: bool
    ) -> tuple[ParsedQuery, ...]:
        """Parse a French query into English queries, in which players' words and terms are translated."""
        from kb.search.french_query import parse_in_english
        from kb.search.query_translation import keep_known_words, translate_query

        def translate(segment: str) -> tuple[str, ...]:
            translation = translate_query(segment, self._terms_and_everyday_words, "fr", "en", english.has_word)
            if translation:
                return translation.texts
            known, _ = keep_known_words(segment, "fr", "en", english.has_word)
            return (known,)

        return parse_in_english(text, translate, is_translatable=is_translatable)

    def _run(self, attempts: Sequence[Attempt], *, partial_hits: int = 0) -> None:
        """Run attempts, and add the entries that have all words of an attempt.

        With `partial_hits`, one word is enough, and each attempt adds at most so many entries.
        """
        results = [(attempt, self._candidates(attempt, partial_hits)) for attempt in attempts]
        # If texts in the reader's language only mention the query's subject, the rule about the subject comes first.
        first: list[Sequence[Candidate]] = []
        last: list[Sequence[Candidate]] = []
        for attempt, found in results:
            mentions_only = attempt.search is self._own and self._is_far_from_best(found, results)
            (last if mentions_only else first).append(found)
        for candidates in (*first, *last):
            # English texts in a French edition are added later, after all French texts.
            left = [each for each in candidates if each.attempt.search is self._own and each.search is not self._own]
            self._left_in_english += left
            self._add([each for each in candidates if each not in left] if left else candidates)

    def _candidates(self, attempt: Attempt, partial_hits: int) -> list[Candidate]:
        """Return the entries that an attempt finds, each replaced by the entry that is shown to the reader."""
        search = attempt.search
        order, words = self._rank(attempt, any_word=partial_hits > 0)
        self._unknown_sections |= dict.fromkeys(words.unknown_sections)
        if partial_hits:
            # Up to half of all rules may have a word of a long query, so only the best entries are kept.
            order = order[:partial_hits]
        first, score = search.find_number(self._number) if self._number else None, float("inf")
        if first is None and (attempt.translated or search is not self._own):
            # If the query is a term of the other language, the rule that defines the term comes first.
            first, score = search.find_definition(attempt.texts, order), order[0][1] if order else 0.0
        entries = search.corpus.table.entries
        if first is not None:
            place = entries[first].place
            order = [(first, score), *(each for each in order if entries[each[0]].place != place)]
        search.corpus.wordings.load(entries[entry].wording for entry, _ in order)
        return [self._for_reader(Candidate(search, entry, score, attempt, words)) for entry, score in order]

    def _rank(self, attempt: Attempt, *, any_word: bool) -> _Ranked:
        """Return what an attempt finds, best first, and the words to highlight. Each attempt is ranked once."""
        key = attempt.search.view.lang, attempt.texts, any_word
        if key not in self._ranked:
            by_meaning = self._is_by_meaning(attempt)
            self._ranked[key] = attempt.search.rank(attempt.texts, any_word=any_word, by_meaning=by_meaning)
        return self._ranked[key]

    def _is_by_meaning(self, attempt: Attempt) -> bool:
        """True if the rules that mean something similar are raised: for a query as typed, and for a French question."""
        if attempt.search is self._own:
            return attempt.texts == (self._text,)
        is_translated = any(isinstance(text, ParsedQuery) for text in attempt.texts)
        return is_translated and len(query_words(self._text, "fr")) > _MAX_NAME_WORDS

    def _is_far_from_best(
        self, own: Sequence[Candidate], results: Sequence[tuple[Attempt, Sequence[Candidate]]]
    ) -> bool:
        """True if the rule of the best hit in `own` scores far below the best rule in the other language."""
        others = [
            (attempt, candidates)
            for attempt, candidates in results
            if attempt.search is not self._own and attempt.translated and candidates
        ]
        if not own or not others or own[0].score == float("inf"):
            return False
        attempt, candidates = others[0]
        best = max(each.score for each in candidates)
        own_score = max((each.score for each in candidates if each.key == own[0].key), default=0.0)
        return own_score < best * (_MIN_SHARE_BY_MEANING if self._is_by_meaning(attempt) else _MIN_SHARE_OF_OTHER)

    def _add(self, candidates: Sequence[Candidate]) -> None:
        """Add the candidates of one attempt, each text once. Scale their scores below all scores added before."""
        new = {candidate.key: candidate for candidate in reversed(candidates) if candidate.key not in self._found}
        lowest = min((each.score for each in self._found.values()), default=float("inf"))
        best = max((each.score for each in new.values()), default=0.0)
        factor = _SCORE_STEP * lowest / best if best > lowest else 1.0
        if factor == 1.0:
            self._found |= reversed(new.items())
            return
        for key, candidate in reversed(new.items()):
            self._found[key] = candidate._replace(score=candidate.score * factor)

    def _for_reader(self, candidate: Candidate) -> Candidate:
        """Replace a candidate by its rule's text in the reader's language, if such a text is within the limits."""
        lang, search = self._own.view.lang, candidate.search
        if (lang == "en" and search is self._own) or lang == search.text_lang(candidate.entry):
            return candidate
        if search is self._own:
            places, other = self._places_in_other, self._other
        else:
            places, other = self._places_in_own, self._own
        current = search.corpus.current_wordings.get(candidate.row.place)
        place = places.get(candidate.row.place)
        if place is None or current is None or current[0] != candidate.row.wording:
            return candidate
        entry = other.find_within_limits(place, other.corpus.current_wordings[place][0])
        # A current English text is preferred to an English text in a French edition.
        if entry is None or (other is self._own and other.text_lang(entry) != lang):
            return candidate
        return candidate._replace(search=other, entry=entry)

    @cached_property
    def _other(self) -> MonolingualSearch:
        return self._open(View(self._store, "en" if self._is_french else "fr", self._own.view.as_of))

    @cached_property
    def _terms(self) -> TermBase:
        # Reading the terms takes a while, and most searches don't need them.
        return self._corpora.terms(self._own.view.as_of)

    @cached_property
    def _terms_and_everyday_words(self) -> TermBase:
        return self._corpora.terms_and_everyday_words(self._own.view.as_of)

    @cached_property
    def _places_in_own(self) -> dict[int, int]:
        """A dict from each place of the other language to its counterpart, a place of the reader's language."""
        return {other: own for own, other in self._places_in_other.items()}

    @cached_property
    def _places_in_other(self) -> dict[int, int]:
        """A dict from each place of the reader's language to its counterpart, a place of the other language."""
        if self._is_french:
            return self._corpora.english_counterparts(self._other.view, self._own.view)
        to_english = self._corpora.english_counterparts(self._own.view, self._other.view)
        return {english: french for french, english in to_english.items()}


def _find_number(text: str) -> NumberQuery | None:
    """Find a rule number in a query without syntax. Return None if it has none."""
    if not any(character.isdecimal() for character in text) or has_syntax(clean_query(text)):
        return None
    from kb.search.number_query import parse_number_query

    return parse_number_query(text)
