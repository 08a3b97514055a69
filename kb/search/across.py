"""The search over both languages: the reader's own first, then what only the other one has.

A French reader has some rules in French and all of them in English, so he is always shown both: a rule once, in
French where there is French. An English reader is taken to ask in French only where no English text has his words.
See docs/decisions/terms.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from kb.errors import BadValue
from kb.model import Lang
from kb.number import RuleNumber
from kb.search.hits import Limits, Results
from kb.search.index import searcher
from kb.search.one_language import Found, OneLanguage, looked_for
from kb.store import Store
from kb.view import View

if TYPE_CHECKING:
    from kb.translation.terms import Terms

# What one way finds comes after what the ways before it found; so do its scores.
_BELOW = 0.99


def search(store: Store, view: View, text: str, limits: Limits) -> Results:
    """Search the rules as a view has them, and what only the other language has.

    A query that is a rule number goes straight to that rule; after it come the texts that cite it.
    """
    opened = searcher(store)
    try:
        return _Search(store, view, text, limits, opened).results()
    finally:
        opened.close()


@dataclass(frozen=True, slots=True)
class _Way:
    """A query put in words to look for among the rules of one language.

    Attributes:
        search: among which rules.
        texts: the query; several where its terms can be put in several ways.
        translated: its terms, and what they are taken for.
        whole: whether nothing that matters is left out.
    """

    search: OneLanguage
    texts: tuple[str, ...]
    translated: tuple[tuple[str, str], ...] = ()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class _Entry:
    """Something found, with the search that shows it, the way that found it and the query whose words are marked."""

    search: OneLanguage
    found: Found
    way: _Way
    asked: Any

    @property
    def key(self) -> tuple[Lang, int, int]:
        """The same for what is the same hit."""
        return self.search.view.lang, self.found.place, self.found.wording


class _Search:
    """One search while it runs."""

    def __init__(self, store: Store, view: View, text: str, limits: Limits, opened: Any) -> None:
        self._store, self._text, self._limits, self._opened = store, text, limits, opened
        self._own = OneLanguage(store, view, limits, opened)
        self._number = _number(text)
        self._found: dict[tuple[Lang, int, int], _Entry] = {}
        self._left_in_other: list[_Entry] = []

    def results(self) -> Results:
        """What has all the words; else what has all that can be put otherwise; else what has some."""
        french = self._own.view.lang == "fr"
        as_given = _Way(self._own, (self._text,))
        self._look([as_given])
        if french or not self._found:
            self._look([way for way in self._other_ways if way.whole])
        relaxed = not (self._found or self._left_in_other)
        if relaxed:
            self._look([way for way in self._other_ways if not way.whole])
        if not (self._found or self._left_in_other):
            # English words in a French text, and the other way round, mostly mean something else.
            self._look([as_given, *(way for way in self._other_ways if french or way.translated)], some_words=True)
        self._take(self._left_in_other)
        shown = list(islice(self._found.values(), self._limits.limit))
        return Results(
            self._text,
            len(self._found),
            tuple(entry.search.hit(entry.found, entry.asked) for entry in shown),
            relaxed and bool(shown),
            None if shown else self._own.suggestion(self._text),
            tuple(dict.fromkeys(pair for entry in shown for pair in entry.way.translated)),
        )

    @cached_property
    def _other_ways(self) -> tuple[_Way, ...]:
        """Other ways to look than for the words as given among the reader's rules, the surest first."""
        if self._number is not None:
            return (_Way(self._other, (self._text,)),) if self._own.view.lang == "fr" else ()
        from kb.search.rendering import rendering

        directions: tuple[tuple[Lang, OneLanguage], ...] = (("fr", self._own),)
        if self._own.view.lang == "fr":
            directions = (("en", self._own), ("fr", self._own), ("fr", self._other))
        found = []
        for source, search in directions:
            put = rendering(looked_for(self._text), self._terms, source, search.view.lang, search.has_word)
            if put:
                found.append(_Way(search, put.texts, put.translated, put.whole))
        return (*found, _Way(self._other, (self._text,)))

    def _look(self, ways: Sequence[_Way], *, some_words: bool = False) -> None:
        """Take in what each way finds: what has all its words, or some of them."""
        for way in ways:
            asked = (way.search.some_words if some_words else way.search.all_words)(way.texts)
            found = way.search.ranked(asked)
            first = way.search.numbered(self._number) if self._number else None
            if first is None and (way.translated or way.search is not self._own):
                # Whoever asks for a term of the other language wants to know the rule first of all.
                first = way.search.telling(way.texts, found)
            ordered = [first, *(hit for hit in found if hit.place != first.place)] if first else found
            entries = [self._for_reader(_Entry(way.search, hit, way, asked)) for hit in ordered]
            # English that the French left as it is: what is in French comes first.
            left = [entry for entry in entries if way.search is self._own and entry.search is not self._own]
            self._left_in_other += left
            self._take([entry for entry in entries if entry not in left])

    def _take(self, entries: Sequence[_Entry]) -> None:
        """Take in what one way found, each text once, below what the ways before it found."""
        new = {entry.key: entry for entry in reversed(entries) if entry.key not in self._found}
        lowest = min((entry.found.score for entry in self._found.values()), default=float("inf"))
        best = max((entry.found.score for entry in new.values()), default=0.0)
        factor = _BELOW * lowest / best if best > lowest else 1.0
        for key, entry in reversed(new.items()):
            self._found[key] = replace(entry, found=replace(entry.found, score=entry.found.score * factor))

    def _for_reader(self, entry: _Entry) -> _Entry:
        """What is shown for something found: the reader's own text of it, if there is one within the limits."""
        lang = self._own.view.lang
        if lang == entry.search.lang_of(entry.found):
            return entry
        mine, other = (self._to_own, self._own) if entry.search is not self._own else (self._from_own, self._other)
        current = entry.search.visible.get(entry.found.place)
        place = mine.get(entry.found.place)
        if place is None or current is None or current[0] != entry.found.wording:
            return entry
        wording = other.visible[place][0]
        found = other.within_limits(place, wording, entry.found.score)
        # English left in the French: today's English says more.
        if found is None or (other is self._own and other.lang_of(found) != lang):
            return entry
        return replace(entry, search=other, found=found)

    @cached_property
    def _other(self) -> OneLanguage:
        view = self._own.view
        other: Lang = "en" if view.lang == "fr" else "fr"
        return OneLanguage(self._store, View(self._store, other, view.as_of), self._limits, self._opened)

    @cached_property
    def _terms(self) -> Terms:
        # Most searches need no terms; the vocabulary takes a while to read.
        from kb.translation.terms import known_terms

        return known_terms(self._store, self._own.view.as_of)

    @cached_property
    def _to_own(self) -> dict[int, int]:
        """By place of the other language, the place of the reader's that says the same."""
        from kb.search.counterparts import counterparts

        if self._own.view.lang == "en":
            return counterparts(self._store, self._own, self._other, self._terms)
        return {other: own for own, other in counterparts(self._store, self._other, self._own, self._terms).items()}

    @cached_property
    def _from_own(self) -> dict[int, int]:
        """The same from the reader's language to the other."""
        return {own: other for other, own in self._to_own.items()}


def _number(text: str) -> RuleNumber | None:
    try:
        return RuleNumber.read(text)
    except BadValue:
        return None
