"""The search over both languages: the reader's own first, then what only the other one has.

A French reader has some rules in French and all of them in English, so he is always shown both: a rule once, in
French where there is French. An English reader is taken to ask in French only where no English text has his words.
See docs/decisions/terms.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kb.errors import BadValue
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.search.corpus import Corpora, open_corpora, release_corpora
from kb.search.monolingual import FoundEntry, MonolingualSearch, QueryWords
from kb.search.query_syntax import clean_query, has_syntax
from kb.search.query_understanding import ParsedQuery, parse_in_english
from kb.search.results import SearchLimits, SearchResults, group_by_rule
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.terms.bilingual_terms import TermBase

# What one way finds comes after what the ways before it found; so do its scores.
_BELOW = 0.99
# The share of the best score that a rule must have in the other language to come first for being in the reader's.
_FITS = 0.35
# A French reader with fewer hits is also shown what has most of the words in English.
_FEW = 5
# So many are given of what has only some of the words.
_SOME = 1000


def search(store: Store, view: View, text: str, limits: SearchLimits) -> SearchResults:
    """Search the rules as a view has them, and what only the other language has.

    A query that is a rule number goes straight to that rule; after it come the texts that cite it. What was opened
    for it stays open with the store, for the next one.
    """
    used = open_corpora(store)
    try:
        return _Search(store, view, text, limits, used).results()
    finally:
        release_corpora(store, used)


class _Way(NamedTuple):
    """A query put in words to look for among the rules of one language.

    Attributes:
        search: among which rules.
        texts: the query; several where its terms can be put in several ways.
        translated: its terms, and what they are taken for.
        whole: whether nothing that matters is left out.
    """

    search: MonolingualSearch
    texts: tuple[str | ParsedQuery, ...]
    translated: tuple[tuple[str, str], ...] = ()
    whole: bool = True


class _Entry(NamedTuple):
    """Something found, with the search that shows it, the way that found it and the words to mark."""

    search: MonolingualSearch
    found: FoundEntry
    way: _Way
    words: QueryWords

    @property
    def key(self) -> tuple[Lang, int, int]:
        """The same for what is the same hit."""
        return self.search.view.lang, self.found.place, self.found.wording


class _Search:
    """One search while it runs."""

    def __init__(self, store: Store, view: View, text: str, limits: SearchLimits, used: Corpora) -> None:
        if "edition:" in text:
            limits = replace(limits, all_editions=True)
        self._store, self._text, self._limits, self._libraries = store, text, limits, used
        self._ever = limits.all_editions or limits.status == "removed" or "status:removed" in text
        self._own = self._searching(view)
        self._number = _number(text)
        self._found: dict[tuple[Lang, int, int], _Entry] = {}
        self._left_in_other: list[_Entry] = []

    def _searching(self, view: View) -> MonolingualSearch:
        return MonolingualSearch(self._libraries.corpus(view, include_past=self._ever), self._limits)

    def results(self) -> SearchResults:
        """What has all the words; else what has all that can be put otherwise; else what has some."""
        french = self._own.view.lang == "fr"
        as_given = _Way(self._own, (self._text,))
        if not french and self._number is None:
            # Most searches: nothing is put in other words, so only what is shown is looked at.
            order, words = self._own.rank(as_given.texts)
            if order:
                return self._simply(order, words)
        if french:
            self._look([as_given, *(way for way in self._other_ways if way.whole)])
        else:
            self._look([as_given])
            if not self._found:
                self._look([way for way in self._other_ways if way.whole])
        relaxed = not (self._found or self._left_in_other)
        if relaxed or (french and len(self._found) < _FEW):
            self._look([way for way in self._other_ways if not way.whole])
        if not (self._found or self._left_in_other):
            # English words in a French text, and the other way round, mostly mean something else.
            self._look([as_given, *(way for way in self._other_ways if french or way.translated)], some=True)
        self._take(self._left_in_other)
        shown = list(islice(self._found.values(), self._limits.limit))
        relaxed = relaxed and bool(shown)
        return SearchResults(
            self._text,
            len(self._found),
            group_by_rule(entry.search.make_hit(entry.found, entry.words) for entry in shown),
            relaxed,
            self._suggestion() if relaxed or not shown else None,
            tuple(dict.fromkeys(pair for entry in shown for pair in entry.way.translated)),
        )

    def _suggestion(self) -> str | None:
        """What may have been meant; to a French reader also a term that leads to English rules."""
        if has_syntax(clean_query(self._text)):
            return None
        more = (name for term in self._terms.all for name in term.names("fr")) if self._own.view.lang == "fr" else ()
        return self._own.suggest(self._text, more)

    def _simply(self, order: Sequence[tuple[int, float]], words: QueryWords) -> SearchResults:
        found = (self._own.found_entry(entry, score) for entry, score in order[: self._limits.limit])
        return SearchResults(self._text, len(order), group_by_rule(self._own.make_hit(each, words) for each in found))

    @cached_property
    def _other_ways(self) -> tuple[_Way, ...]:
        """Other ways to look than for the words as given among the reader's rules, the surest first."""
        if self._number is not None:
            return (_Way(self._other, (self._text,)),) if self._own.view.lang == "fr" else ()
        from kb.search.query_translation import translate_query

        english = self._other if self._own.view.lang == "fr" else self._own
        text = clean_query(self._text)
        if has_syntax(text):
            # The language of queries is one, their words aren't put in others.
            return (_Way(self._other, (text,)),)
        directions: tuple[tuple[Lang, MonolingualSearch], ...] = (("fr", self._own),)
        if self._own.view.lang == "fr":
            directions = (("en", self._own), ("fr", self._own), ("fr", self._other))
        found = []
        for source, search in directions:
            to_english = source == "fr" and search is english
            terms = self._words if to_english else self._terms
            put = translate_query(text, terms, source, search.view.lang, search.has_word)
            meant = self._meant(text, search, known=put is not None) if to_english else ()
            if put:
                # Everyday words are put so as well, but nobody asks for them.
                translated = put.translated if self._terms.find_in_text(text, source) else ()
                found.append(_Way(search, (*put.texts, *meant), translated, put.is_complete))
            elif meant:
                found.append(_Way(search, meant))
        return (*found, _Way(self._other, (text,)))

    def _meant(self, text: str, english: MonolingualSearch, *, known: bool) -> tuple[ParsedQuery, ...]:
        """What a French query asks for in English, players' words and terms together."""
        from kb.search.query_translation import drop_unknown_words, translate_query

        def put(stretch: str) -> tuple[str, ...]:
            known = translate_query(stretch, self._words, "fr", "en", english.has_word)
            return known.texts if known else (drop_unknown_words(stretch, "fr", "en", english.has_word),)

        return parse_in_english(text, put, is_translatable=known)

    def _look(self, ways: Sequence[_Way], *, some: bool = False) -> None:
        """Take in what each way finds: what has all its words, or some of them."""
        found = [(way, self._found_by(way, some=some)) for way in ways]
        # What only mentions in the reader's language what is asked for doesn't come before the rule about it.
        first: list[Sequence[_Entry]] = []
        last: list[Sequence[_Entry]] = []
        for way, entries in found:
            in_passing = way.search is self._own and self._in_passing(entries, found)
            (last if in_passing else first).append(entries)
        for taken in (*first, *last):
            # English that the French left as it is: what is in French comes first.
            left = [entry for entry in taken if entry.way.search is self._own and entry.search is not self._own]
            self._left_in_other += left
            self._take([entry for entry in taken if entry not in left] if left else taken)

    def _found_by(self, way: _Way, *, some: bool) -> list[_Entry]:
        """What one way finds, as it is shown to the reader."""
        order, words = way.search.rank(way.texts, any_word=some)
        if some:
            # Of half the rules that have any of many words nobody looks at more.
            order = order[:_SOME]
        first = way.search.find_number(self._number) if self._number else None
        if first is None and (way.translated or way.search is not self._own):
            # Whoever asks for a term of the other language wants to know the rule first of all.
            first = way.search.find_definition(way.texts, order)
        found = [way.search.found_entry(entry, score) for entry, score in order]
        # Which language each is in; asked one by one, thousands take long.
        way.search.corpus.texts(hit.wording for hit in found)
        ordered = [first, *(hit for hit in found if hit.place != first.place)] if first else found
        return [self._for_reader(_Entry(way.search, hit, way, words)) for hit in ordered]

    def _in_passing(self, mine: Sequence[_Entry], found: Sequence[tuple[_Way, Sequence[_Entry]]]) -> bool:
        """Whether the best of the reader's own texts is, in the other language, far from the best."""
        others = [entries for way, entries in found if way.search is not self._own and way.translated and entries]
        if not mine or not others or mine[0].found.score == float("inf"):
            return False
        best = max(entry.found.score for entry in others[0])
        fits = max((entry.found.score for entry in others[0] if entry.key == mine[0].key), default=0.0)
        return fits < _FITS * best

    def _take(self, entries: Sequence[_Entry]) -> None:
        """Take in what one way found, each text once, below what the ways before it found."""
        new = {entry.key: entry for entry in reversed(entries) if entry.key not in self._found}
        lowest = min((entry.found.score for entry in self._found.values()), default=float("inf"))
        best = max((entry.found.score for entry in new.values()), default=0.0)
        factor = _BELOW * lowest / best if best > lowest else 1.0
        if factor == 1.0:
            self._found |= reversed(new.items())
            return
        for key, entry in reversed(new.items()):
            self._found[key] = entry._replace(found=entry.found._replace(score=entry.found.score * factor))

    def _for_reader(self, entry: _Entry) -> _Entry:
        """What is shown for something found: the reader's own text of it, if there is one within the limits."""
        if self._own.view.lang == "en" and entry.search is self._own:
            return entry
        lang = self._own.view.lang
        if lang == entry.search.text_lang(entry.found):
            return entry
        mine, other = (self._to_own, self._own) if entry.search is not self._own else (self._from_own, self._other)
        current = entry.search.corpus.current_wordings.get(entry.found.place)
        place = mine.get(entry.found.place)
        if place is None or current is None or current[0] != entry.found.wording:
            return entry
        wording = other.corpus.current_wordings[place][0]
        found = other.find_within_limits(place, wording, entry.found.score)
        # English left in the French: today's English says more.
        if found is None or (other is self._own and other.text_lang(found) != lang):
            return entry
        return entry._replace(search=other, found=found)

    @cached_property
    def _other(self) -> MonolingualSearch:
        view = self._own.view
        return self._searching(View(self._store, "en" if view.lang == "fr" else "fr", view.as_of))

    @cached_property
    def _terms(self) -> TermBase:
        # Most searches need no terms; the vocabulary takes a while to read.
        return self._libraries.terms(self._own.view.as_of)

    @cached_property
    def _words(self) -> TermBase:
        return self._libraries.terms_and_everyday_words(self._own.view.as_of)

    @cached_property
    def _to_own(self) -> dict[int, int]:
        """By place of the other language, the place of the reader's that says the same."""
        return {other: own for own, other in self._from_own.items()}

    @cached_property
    def _from_own(self) -> dict[int, int]:
        """The same from the reader's language to the other."""
        ways = (self._own.view, self._other.view)
        english, french = ways if self._own.view.lang == "en" else reversed(ways)
        to_english = self._libraries.english_counterparts(english, french)
        return to_english if self._own.view.lang == "fr" else {one: other for other, one in to_english.items()}


def _number(text: str) -> RuleNumber | None:
    try:
        return RuleNumber.parse_lenient(text)
    except BadValue:
        return None
