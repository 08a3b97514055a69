"""Keyword abilities that a question names: their rules answer it more often than rules that only mention them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property, lru_cache

from kb.languages import LANGUAGES, Lang
from kb.search.entries import EntryTable, WordingReader
from kb.search.query_understanding import FoldedWords, ParsedQuery
from kb.text.folding import fold_words
from kb.text.stopwords import surface_form

# The numbers of keyword abilities begin with this.
_KEYWORDS = "702."
# Words with a smaller inverse document frequency don't show that two rules are about the same.
_COMMON_IDF = 4.0
# Rules that share rare words with this sum of frequencies above the common one, or less, aren't about the same.
_LITTLE_SHARED = 0.5
_MAX_PAIRS = 512
# A rule with one of these folded words says what several instances of a keyword do (702.9c).
_SEVERAL_INSTANCES = frozenset({"redund", "redond"})


class NamedKeywords:
    """The keyword abilities of a corpus. A keyword is given by its entries: the heading and the rules below it."""

    def __init__(
        self,
        table: EntryTable,
        wordings: WordingReader,
        headings: Collection[int],
        idf: Callable[[str, Lang], float],
    ) -> None:
        self._table, self._wordings, self._headings, self._idf = table, wordings, headings, idf
        self.meeting_rules = lru_cache(maxsize=_MAX_PAIRS)(self._find_meeting_rules)

    def named_in(self, query: ParsedQuery) -> list[tuple[int, ...]]:
        """Return the entries of each keyword that a question names, in the order of the question."""
        words = dict.fromkeys(word for concept in query.concepts if concept.weight == 1 for word in concept.words)
        found: dict[int, tuple[int, ...]] = {}
        for word in words:
            for name, title, heading in self._by_first_word[query.lang].get(word, ()):
                # "Protect" has the stem of "protection", but doesn't name it.
                is_typed = not query.surface_form or all(part[:-1] in query.surface_form for part in title.split())
                if is_typed and words.keys() >= {*name}:
                    found[heading] = (heading, *self._table.descendants(heading))
        return list(found.values())

    @cached_property
    def _by_first_word(self) -> dict[Lang, dict[str, list[tuple[FoldedWords, str, int]]]]:
        """For each language, a dict from the first word of each keyword to its words, its title and its heading."""
        found: dict[Lang, dict[str, list[tuple[FoldedWords, str, int]]]] = {lang: {} for lang in LANGUAGES}
        entries = self._table.entries
        headings = [at for at in self._headings if entries[at].label.startswith(_KEYWORDS)]
        self._wordings.load(entries[at].wording for at in headings)
        for at in headings:
            lang, text = self._wordings.text(entries[at].wording)
            if name := tuple(fold_words(text, lang)):
                found[lang].setdefault(name[0], []).append((name, surface_form(text), at))
        return found

    def _find_meeting_rules(self, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
        """Return the rules in which two keywords meet: of each, the first rule that names the other keyword.

        702.9b names reach, and 702.17b names flying. If no rule names the other keyword, return a rule of each that
        share the most rare words: 702.2c and 702.19b both speak of lethal damage. Headings, and rules about several
        instances of a keyword, aren't considered. Return () if the rules share hardly any rare word.
        """
        self._wordings.load(self._table.entries[at].wording for at in (*first, *second))
        one, other = self._words_below(first), self._words_below(second)
        naming = [
            next((at for at, words in below.items() if self._words(named[0]) <= words), None)
            for below, named in ((one, second), (other, first))
        ]
        if any(at is not None for at in naming):
            return tuple(at for at in naming if at is not None)
        lang = self._lang(first[0])
        pairs = [
            (sum(max(0.0, self._idf(word, lang) - _COMMON_IDF) for word in one[a] & other[b]), -a, -b)
            for a in one
            for b in other
        ]
        shared, a, b = max(pairs, default=(0.0, 0, 0))
        return (-a, -b) if shared > _LITTLE_SHARED else ()

    def _words_below(self, keyword: tuple[int, ...]) -> dict[int, set[str]]:
        """Return the folded words of each rule below the heading of a keyword."""
        return {at: words for at in keyword[1:] if _SEVERAL_INSTANCES.isdisjoint(words := self._words(at))}

    def _words(self, entry: int) -> set[str]:
        lang, text = self._wordings.text(self._table.entries[entry].wording)
        return {*fold_words(text, lang)}

    def _lang(self, entry: int) -> Lang:
        return self._wordings.text(self._table.entries[entry].wording)[0]
