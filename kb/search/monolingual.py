"""The search in the rules of one language: what a query finds among them, and what is shown of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from kb.languages import Lang
from kb.model import heading
from kb.rule_number import RuleNumber
from kb.search.corpus import Corpus
from kb.search.evaluator import SearchEvaluator
from kb.search.inverted_index import TEXT_FIELDS
from kb.search.query_syntax import clean_query
from kb.search.query_understanding import ParsedQuery
from kb.search.results import Hit, SearchLimits, hit_kind
from kb.search.snippet import cut_snippet
from kb.text.folding import fold_words, strip_accents, tokenize

# How like the query a name must be to be meant, from 0 to 1; and of how many words a query is put right.
_ALIKE = 0.75
_MOST_PUT_RIGHT = 8
# The share of the best score that a rule which tells what a term is must have to come first.
_TELLS = 0.4


class QueryWords(NamedTuple):
    """Words to be marked.

    Attributes:
        looked_for: by language, the folded words that were looked for.
        others: folded English words of the rules, where none of those stand.
    """

    typed: Mapping[Lang, Collection[str]]
    synonyms: Collection[str]


class FoundEntry(NamedTuple):
    """Something that a query found.

    Attributes:
        entry: which of the library's entries.
        place: id of the place in the store.
        wording: id of the wording in the store.
        score: higher is better.
    """

    entry: int
    place: int
    wording: int
    score: float


class MonolingualSearch:
    """Searches in the rules of one language as a view has them.

    Attributes:
        library: the rules.
        view: the day and language.
    """

    def __init__(self, library: Corpus, limits: SearchLimits) -> None:
        self.corpus, self.view = library, library.view
        self._limits = limits

    def rank(
        self, texts: Sequence[str | ParsedQuery], *, any_word: bool = False
    ) -> tuple[list[tuple[int, float]], QueryWords]:
        """What has all the words of one of the texts, or some of them: entries with their scores, and the words."""
        finding = SearchEvaluator(self.corpus, self._limits)
        each = [finding.rank(text, any_word=any_word) for text in texts]
        order = each[0] if len(each) == 1 else _the_best(each)
        return order, QueryWords(finding.query_words, finding.synonym_words)

    def found_entry(self, entry: int, score: float) -> FoundEntry:
        """An entry as something found."""
        here = self.corpus.table.entries[entry]
        return FoundEntry(entry, here.place, here.wording, score)

    def find_number(self, number: RuleNumber) -> FoundEntry | None:
        """The rule of a number, if it passes the limits."""
        if not {"rules", "headings"} & {*self._limits.scopes}:
            return None
        inside = self.corpus.table.in_number_range(number.sort_key, number.sort_key)
        here = [at for at in inside if self.corpus.table.entries[at].label == str(number)]
        finding = SearchEvaluator(self.corpus, self._limits)
        passed = [at for at in here if finding.passes_limits(at)]
        youngest = max(passed, key=lambda at: self.corpus.table.entries[at].edition, default=None)
        return None if youngest is None else self.found_entry(youngest, float("inf"))

    def find_within_limits(self, place: int, wording: int, score: float) -> FoundEntry | None:
        """A wording at a place, if the limits let it pass."""
        finding = SearchEvaluator(self.corpus, self._limits)
        for entry in self.corpus.table.entries_of_wording(wording):
            if self.corpus.table.entries[entry].place == place and finding.passes_limits(entry):
                return self.found_entry(entry, score)
        return None

    def find_definition(
        self, texts: Sequence[str | ParsedQuery], found: Sequence[tuple[int, float]]
    ) -> FoundEntry | None:
        """The rule that says what a term is; None if nothing that was found tells.

        That is the heading worded as one of the texts (702.9 for "flying"), else the first rule that an entry of the
        glossary so called sends to; not if another rule fits much better, as what players say may.
        """
        names = {tuple(fold_words(text, self.view.lang)) for text in texts if isinstance(text, str)}
        if not found or not names:
            return None
        entries = []
        standing, headings = self.corpus.table, self.corpus.ranking.headings
        best = found[0][1]
        for entry, score in found:
            here = standing.entries[entry]
            if score < best * _TELLS:
                break
            if here.kind == "glossary" and tuple(fold_words(here.label, self.view.lang)) in names:
                entries.append(here.wording)
            elif entry in headings and tuple(fold_words(self.corpus.text(here.wording)[1], self.view.lang)) in names:
                return self.found_entry(entry, best)
        for wording in entries:
            if sent_to := self._sent_to(wording, names):
                return sent_to._replace(score=best)
        return None

    def _sent_to(self, wording: int, names: Collection[tuple[str, ...]]) -> FoundEntry | None:
        """The rule that an entry of the glossary sends to; of several the one whose text has all words of a name."""
        targets = [RuleNumber.parse(first) for first, _ in self.corpus.target_ranges([wording]).get(wording, ())]
        rules = [rule for rule in map(self.find_number, dict.fromkeys(targets)) if rule is not None]
        for rule in rules:
            words = {*fold_words(self.corpus.text(rule.wording)[1], self.view.lang)}
            if any(words.issuperset(name) for name in names):
                return rule
        return rules[0] if rules else None

    def has_word(self, word: str) -> bool:
        """Whether a folded word of the language stands in any text."""
        index = self.corpus.index
        return any(index.postings(f"{name}_{self.view.lang}", word) for name in TEXT_FIELDS)

    def text_lang(self, found: FoundEntry) -> Lang:
        """The language that a text really is in: a French edition may leave a rule in English."""
        return self.corpus.text(found.wording)[0]

    def make_hit(self, found: FoundEntry, words: QueryWords) -> Hit:
        """What is shown of something found; the words of the query are marked."""
        here = self.corpus.table.entries[found.entry]
        lang, text = self.corpus.text(found.wording)
        is_rule = here.kind == "rule"
        path = self.corpus.path(here.label, here.edition) if is_rule else []
        own_title = heading(RuleNumber.parse(here.label), text) if is_rule else None
        snippet, marks = self._snippet(found.wording, lang, text, words)
        above = [title for number, title in path if len(number) > 1]
        return Hit(
            kind=hit_kind(here.kind, here.label, text),
            number=here.label if is_rule else None,
            term=None if is_rule else here.label,
            title=own_title or (above[-1] if above else None),
            path=tuple(path),
            lang=lang,
            edition=date.fromisoformat(here.edition),
            status=self.corpus.status(found.entry),
            score=round(found.score, 4) if found.score != float("inf") else 1000.0,
            snippet=snippet,
            marks=marks,
        )

    def _snippet(
        self, wording: int, lang: Lang, text: str, words: QueryWords
    ) -> tuple[str, tuple[tuple[int, int], ...]]:
        """The stretch of the text, or else of an example, with the most matches."""
        for wanted in (words.typed[lang], words.synonyms if lang == "en" else ()):
            for candidate in self._candidates(wording, text) if wanted else ():
                marks = [(start, end) for word, start, end in tokenize(candidate, lang) if word in wanted]
                if marks:
                    return cut_snippet(candidate.replace("\n", " "), marks)
        return cut_snippet(text.replace("\n", " "), [])

    def _candidates(self, wording: int, text: str) -> Iterator[str]:
        yield text
        yield from self.corpus.examples(wording)

    def suggest(self, text: str, more: Iterable[str] = ()) -> str | None:
        """What may have been meant: the heading or headword spelt most like a query, else its words put right.

        Args:
            text: the query.
            more: names that can be found besides those of the library.
        """
        from rapidfuzz.distance import Indel
        from rapidfuzz.process import extractOne

        def closest(sought: str, among: Iterable[str], alike: float) -> str | None:
            best = extractOne(sought, list(among), scorer=Indel.normalized_similarity, score_cutoff=alike)
            return best[0] if best else None

        names = [*self.corpus.searchable_names, *more]
        by_fold = {strip_accents(name.lower()): name for name in names}
        words = {strip_accents(word.lower()): word for name in names for word in name.split() if len(word) > 3}
        sought = strip_accents(clean_query(text).lower())
        close = closest(sought, [*by_fold, *words], _ALIKE)
        if close is not None:
            return by_fold.get(close) or words[close].strip(",.()").lower()
        typed = tokenize(clean_query(text), self.view.lang)
        right = []
        for folded_word, start, end in typed[:_MOST_PUT_RIGHT]:
            word = text[start:end]
            if not self.has_word(folded_word):
                close = closest(strip_accents(word.lower()), words, _ALIKE) if len(word) > 3 else None
                if close is None:
                    return None
                word = words[close].strip(",.()").lower()
            right.append(word)
        return " ".join(right) if right and len(typed) <= _MOST_PUT_RIGHT else None


def _the_best(found: Sequence[Sequence[tuple[int, float]]]) -> list[tuple[int, float]]:
    """Entries that several texts found, in order, each with its best score."""
    best: dict[int, float] = {}
    for each in found:
        for entry, score in each:
            if score > best.get(entry, 0.0):
                best[entry] = score
    return sorted(best.items(), key=lambda each: (-each[1], each[0]))
