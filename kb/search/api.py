"""Searching in both languages: first the reader's language, then the rules that only the other language has.

Only some rules have a French text, so a search for a French reader covers both languages. Such a search shows each rule
once, in French if possible. An English reader's query is read as French only if no English text has all words of the
query. See docs/decisions/terms.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING

from kb.languages import Lang
from kb.program import without_cyclic_collection
from kb.search.corpus import Corpora, open_corpora, release_corpora
from kb.search.evaluator import QueryWords
from kb.search.monolingual import Attempt, FoundEntries, MonolingualSearch, ShownEntry
from kb.search.query_parts import QueryBudget
from kb.search.query_syntax import clean_query, has_syntax
from kb.search.query_understanding import ParsedQuery, has_only_stopwords
from kb.search.results import Hit, SearchLimits, SearchResults, group_by_rule, with_absent_editions
from kb.storage.database_file import CARDS_FILE_NAME
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from kb.text.stopwords import query_words

if TYPE_CHECKING:
    from kb.search.number_query import NumberQuery
    from kb.search.shown_entries import ShownEntries
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
# A French query with more words isn't only a name. A longer query with syntax (in characters) gets no suggestion.
_MAX_NAME_WORDS, _MAX_LENGTH = 3, 100
# Hits with some words follow the hits of a query with so many plain words.
_FEW_WORDS = range(2, 4)


_Ranked = tuple[Sequence[tuple[int, float]], QueryWords]
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
    # A search makes many objects. They form no cycles, and to look for cycles takes up to half as long as a search.
    with without_cyclic_collection():
        return _search(store, view, text, limits, cards)


def _search(store: Store, view: View, text: str, limits: SearchLimits, cards: Sequence[str]) -> SearchResults:
    if "edition:" in text:
        limits = limits._replace(all_editions=True)
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
        limits = limits._replace(card_rules=named.rules)
        results = _search_words(store, view, named.text, limits, corpora, include_past=include_past)
        return results._replace(query=text, cards=named.cards)
    finally:
        release_corpora(store, corpora)


def _search_words(
    store: Store, view: View, text: str, limits: SearchLimits, corpora: Corpora, *, include_past: bool
) -> SearchResults:
    """Search a query that has no names of cards. Mend misspelt words, if something is found then.

    Several stopwords alone ("who am I") don't name a subject, so only texts with these words side by side match.
    """
    open_search = partial(_BilingualSearch, store, view, limits=limits, corpora=corpora, include_past=include_past)
    if has_only_stopwords(text, view.lang) and not limits.card_rules and not has_syntax(clean_query(text)):
        phrase = open_search('"' + text.replace('"', " ") + '"').results()
        return phrase._replace(query=text, suggestion=None, says_nothing=not phrase.hits)
    typed = open_search(text)
    mended = typed.mended()
    if mended is not None:
        results = open_search(mended.text).results()
        if results.hits:
            return results._replace(query=text, mended=mended.changes, searched=mended.text)
    results = typed.results()
    # What has syntax or stands in quotes is searched as typed, so another spelling is only suggested.
    is_short = len(text) <= _MAX_LENGTH and has_syntax(clean_query(text))
    mended = typed.mended(with_syntax=True) if is_short and not results.hits else None
    if mended is not None and open_search(mended.text).results().hits:
        return results._replace(suggestion=mended.text)
    return results


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
        self._shown: dict[ShownEntry, tuple[float, FoundEntries]] = {}
        self._lowest = float("inf")
        self._left_in_english: list[FoundEntries] = []
        self._unknown_sections: dict[str, None] = {}
        self._ranked: dict[tuple[Lang, tuple[str | ParsedQuery, ...], bool], _Ranked] = {}

    def _open(self, view: View) -> MonolingualSearch:
        return MonolingualSearch(
            self._corpora.corpus(view, include_past=self._include_past), self._limits, self._budget
        )

    def mended(self, *, with_syntax: bool = False) -> MendedQuery | None:
        """Mend the spelling of the query. Return None if no word is misspelt, or unless allowed, if it has syntax."""
        text, own = clean_query(self._text), self._own
        if (has_syntax(text) and not with_syntax) or all(
            word.is_stopword or own.shows_word(word.folded) for word in query_words(text, own.view.lang)
        ):
            return None
        from kb.search.spelling import mend_spelling

        mended = mend_spelling(text, own.view.lang, own.shows_word, lambda: own.corpus.words_of_names)
        return mended if mended.changes else None

    def results(self) -> SearchResults:
        """Return the results, whether the query was cut, and the values of `edition:` that no edition has."""
        return with_absent_editions(self._results()._replace(is_cut=self._budget.is_used_up), self._own.view)

    def _results(self) -> SearchResults:
        """Return the hits with all words, or if there are none, hits with some words (see docs/decisions/terms.md)."""
        as_given = Attempt(self._own, (self._text,))
        if not self._is_french and self._number is None:
            # Most searches end here: nothing is translated, and only the shown entries are read.
            order, words = self._rank(as_given, any_word=False)
            if len(order) >= _FEW_HITS or (order and not self._may_match_partly):
                hits = [self._own.make_hit(*each, words) for each in order[: self._limits.limit]]
                hits[:1] = [first._replace(passages=self._own.read(order[0][0], words)) for first in hits[:1]]
                found = SearchResults(self._query, len(order), group_by_rule(hits))
                return found._replace(unknown_sections=tuple(words.unknown_sections))
        complete = [attempt for attempt in self._other_attempts if attempt.is_complete] if self._is_french else []
        self._run([as_given, *complete])
        if not self._is_french and not self._shown:
            self._run([attempt for attempt in self._other_attempts if attempt.is_complete])
        relaxed = not (self._shown or self._left_in_english)
        if relaxed or (self._is_french and len(self._shown) < _FEW_HITS):
            self._run([attempt for attempt in self._other_attempts if not attempt.is_complete])
        if not (self._shown or self._left_in_english):
            # Most words of an English query have another meaning in French, so French texts are searched only for
            # translations.
            others = [each for each in self._other_attempts if self._is_french or each.translated]
            self._run([as_given, *others], partial_hits=_MAX_PARTIAL_HITS)
        self._add(*self._left_in_english)
        complete_hits = 0 if relaxed else len(self._shown)
        if 0 < complete_hits < _FEW_HITS and self._may_match_partly:
            self._run([as_given, *complete], partial_hits=_MAX_FOLLOWING_HITS)
        shown = list(islice(self._shown.items(), self._limits.limit))
        relaxed = relaxed and bool(shown)
        grouped = group_by_rule(
            self._make_hit(entry, score, found.words)._replace(is_partial=at >= complete_hits)
            for at, (entry, (score, found)) in enumerate(shown)
        )
        return SearchResults(
            self._query,
            len(self._shown),
            grouped,
            relaxed,
            self._suggestion() if relaxed or not shown else None,
            tuple(dict.fromkeys(pair for _, (_, found) in shown for pair in found.attempt.translated)),
            unknown_sections=() if shown else tuple(self._unknown_sections),
        )

    def _make_hit(self, shown: ShownEntry, score: float, words: QueryWords) -> Hit:
        """Return the hit of an entry of either language. The first hit has what to read of it."""
        search, entry = (self._other, ~shown) if shown < 0 else (self._own, shown)
        hit = search.make_hit(entry, score, words)
        return hit._replace(passages=search.read(entry, words)) if shown == next(iter(self._shown)) else hit

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
        """Run attempts, and add the entries that have all words of an attempt. Keep English texts for later.

        With `partial_hits`, one word is enough, and each attempt adds at most so many entries.
        """
        results = [self._find(attempt, partial_hits) for attempt in attempts]
        # If texts in the reader's language only mention the query's subject, the rule about the subject comes first.
        first: list[FoundEntries] = []
        last: list[FoundEntries] = []
        for found in results:
            mentions_only = found.attempt.search is self._own and self._is_far_from_best(found, results)
            (last if mentions_only else first).append(found)
        for found in (*first, *last):
            in_english = [each for each in found.entries if each[0] < 0] if found.attempt.search is self._own else []
            if in_english:
                self._left_in_english.append(found._replace(entries=in_english))
            self._add(found._replace(entries=[each for each in found.entries if each[0] >= 0]) if in_english else found)

    def _find(self, attempt: Attempt, partial_hits: int) -> FoundEntries:
        """Return what an attempt finds. Each entry is replaced by the entry that is shown to the reader."""
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
        if search is self._own and not self._is_french:
            return FoundEntries(attempt, words, order)
        return FoundEntries(attempt, words, self._for_reader.replace(order, is_own=search is self._own))

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

    def _is_far_from_best(self, own: FoundEntries, results: Sequence[FoundEntries]) -> bool:
        """True if the rule of the best hit in `own` scores far below the best rule in the other language."""
        others = (
            each
            for each in results
            if each.attempt.search is not self._own and each.attempt.translated and each.entries
        )
        other = next(others, None)
        if not own.entries or other is None or own.entries[0][1] == float("inf"):
            return False
        best = max(score for _, score in other.entries)
        own_score = max((score for entry, score in other.entries if entry == own.entries[0][0]), default=0.0)
        return own_score < best * (_MIN_SHARE_BY_MEANING if self._is_by_meaning(other.attempt) else _MIN_SHARE_OF_OTHER)

    def _add(self, *found: FoundEntries) -> None:
        """Add what attempts found, each text once. Scale the scores below all scores added before."""
        new = {
            entry: (score, each)
            for each in reversed(found)
            for entry, score in reversed(each.entries)
            if entry not in self._shown
        }
        if not new:
            return
        best = max(score for score, _ in new.values())
        factor = _SCORE_STEP * self._lowest / best if best > self._lowest else 1.0
        if factor != 1.0:
            new = {entry: (score * factor, each) for entry, (score, each) in new.items()}
        self._shown |= reversed(new.items())
        self._lowest = min(self._lowest, *(score for score, _ in new.values()))

    @cached_property
    def _for_reader(self) -> ShownEntries:
        """The entries of both languages, each with the entry that is shown to the reader."""
        from kb.search.shown_entries import open_shown_entries

        return open_shown_entries(self._corpora, self._own, self._other)

    @cached_property
    def _other(self) -> MonolingualSearch:
        lang: Lang = "en" if self._is_french else "fr"
        day = self._own.view.as_of
        return self._open(self._corpora.remember((lang, day), lambda: View(self._store, lang, day)))

    @cached_property
    def _terms(self) -> TermBase:
        # Reading the terms takes a while, and most searches don't need them.
        return self._corpora.terms(self._own.view.as_of)

    @cached_property
    def _terms_and_everyday_words(self) -> TermBase:
        return self._corpora.terms_and_everyday_words(self._own.view.as_of)


def _find_number(text: str) -> NumberQuery | None:
    """Find a rule number in a query without syntax. Return None if it has none."""
    if not any(character.isdecimal() for character in text) or has_syntax(clean_query(text)):
        return None
    from kb.search.number_query import parse_number_query

    return parse_number_query(text)
