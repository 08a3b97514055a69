"""Query evaluation: the entries of one language that match a query, with their scores.

The ranking scores a query in plain words as a whole. A query with syntax is a tree of Whoosh's query nodes. Evaluating
a node gives the scores of the entries that match it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.errors import BadValue
from kb.languages import LANGUAGES, Lang
from kb.rule_number import NumberRange
from kb.search import weights
from kb.search.corpus import Corpus
from kb.search.entries import AFTER_ALL
from kb.search.query_parts import QueryBudget, Scores, add_scores, keep_best
from kb.search.query_syntax import DEFAULT_FIELD, clean_query, has_syntax, parse_syntax
from kb.search.query_understanding import ParsedQuery, parse_query
from kb.search.results import Scope, SearchLimits
from kb.text.folding import fold_words

if TYPE_CHECKING:
    from kb.search.similar_entries import Meant
    from kb.search.word_patterns import WordPatterns

_SCOPE_FIELDS: dict[str, tuple[Scope, ...]] = {"example": ("examples",), "glossary": ("glossary",)}
"""The fields of the query syntax that search only one scope, each with its scope."""

_WordSearch = Callable[[str, tuple[Scope, ...]], Scores]
"""A function that searches the words of a text in some scopes, and returns the scores of the entries."""


class QueryWords(NamedTuple):
    """What the evaluation of a query finds out for its hits: the words to highlight, and the values of some fields.

    Attributes:
        typed: the folded words of the query, by language.
        synonyms: the folded words of synonyms, which are the rules' words for phrases of players. A synonym is
            highlighted in English texts that have no word of `typed`.
        days: the ranges of days (ISO 8601) that the query names with `edition:`.
        unknown_sections: the values of `section:` that are neither numbers nor words of a title.
        excluded: the wordings that the query excludes.
    """

    typed: dict[Lang, set[str]]
    synonyms: set[str]
    days: list[tuple[str, str]]
    unknown_sections: list[str]
    excluded: set[int]


class EntryFilter:
    """Applies the limits of a search to entries."""

    def __init__(self, corpus: Corpus, limits: SearchLimits) -> None:
        self._corpus, self._limits = corpus, limits
        past_passes = limits.all_editions or not corpus.includes_past
        self.passes_all = limits.section is None and limits.status is None and past_passes

    def passes(self, entry: int) -> bool:
        """True if an entry is within the limits."""
        limits, corpus, table = self._limits, self._corpus, self._corpus.table
        if limits.section is not None and (entry >= table.rule_count or entry not in table.within(limits.section)):
            return False
        if not corpus.includes_past:
            return limits.status is None or (limits.status == "deprecated") == (entry in corpus.ranking.deprecated)
        return limits.status in (None, corpus.status(entry)) and (limits.all_editions or corpus.is_shown(entry))


class SearchEvaluator:
    """Evaluates one query among the rules of one language. `words` collects the words to highlight."""

    def __init__(
        self,
        corpus: Corpus,
        limits: SearchLimits,
        entry_filter: EntryFilter,
        budget: QueryBudget,
        *,
        by_meaning: bool = False,
    ) -> None:
        self.words = QueryWords({lang: set() for lang in LANGUAGES}, set(), [], [], set())
        self._corpus, self._limits, self._filter = corpus, limits, entry_filter
        self._ranking, self._table = corpus.ranking, corpus.table
        # Some rules of a French edition may be in English.
        self._langs: tuple[Lang, ...] = ("fr", "en") if corpus.view.lang == "fr" else ("en",)
        self._by_meaning, self._budget = by_meaning, budget
        self._any_word = False
        self._parsed: list[ParsedQuery] = []
        self._meant: Meant | None = None
        self._evaluated: dict[str, Scores] = {}

    def rank(self, text: str | ParsedQuery, *, any_word: bool = False) -> Sequence[tuple[int, float]]:
        """Return the entries that match a query, best first, with their scores.

        An entry must have all words of the query. If the query is a question, about half of its words are enough. With
        `any_word`, one word is enough.
        """
        self._any_word, self._parsed, self._evaluated, self._meant = any_word, [], {}, None
        if isinstance(text, ParsedQuery):
            scores = self._score_readings((text,), self._limits.scopes)
            of_cards = self._raise_card_rules(scores, with_more=True)
        elif has_syntax(clean_query(text)):
            tree = parse_syntax(clean_query(text))
            self._budget.count_patterns(tree.leaves())
            scores = self._evaluate(tree)
            of_cards = self._raise_card_rules(scores, with_more=False)
        else:
            scores = self._score_words(clean_query(text), self._limits.scopes)
            of_cards = self._raise_card_rules(scores, with_more=True)
        if not self._filter.passes_all:
            scores = {entry: score for entry, score in scores.items() if self._filter.passes(entry)}
        if not self._parsed and not any(self.words.typed.values()):
            # Without words, all entries match equally well, so they are listed in the order of the rules.
            return sorted(scores.items())
        return self._corpus.reranker.rerank(self._all_words(), scores, self._meant, of_cards)

    def _raise_card_rules(self, scores: Scores, *, with_more: bool) -> dict[int, float]:
        """Raise the rules that govern the cards of the query, and return the factor of each such rule.

        With `with_more`, some may lack words of the query.
        """
        rules = self._limits.card_rules.get(self._corpus.view.lang)
        if not rules:
            return {}
        from kb.search.card_ranking import raise_card_rules

        query = self._parsed[0] if self._parsed and with_more else None
        return raise_card_rules(self._corpus, rules, query, scores, lambda at: with_more and self._is_in_scope(at))

    def _all_words(self) -> ParsedQuery:
        """Return one parsed query with all plain words of the query, as parsed in the first searched language."""
        first = [parsed for parsed in self._parsed if parsed.lang == self._parsed[0].lang]
        if len(first) == 1:
            return first[0]
        words = tuple(word for parsed in first for word in parsed.words)
        surface = " ".join(parsed.surface_form for parsed in first)
        return ParsedQuery(first[0].lang if first else "en", words, surface, (), is_question=False)

    # Queries in plain words

    def _score_words(self, text: str, scopes: tuple[Scope, ...]) -> Scores:
        # The synonyms of players' words are English words, which hardly occur in a French edition.
        explain = self._langs == ("en",)
        readings = [parse_query(text, lang, explain_players_words=explain) for lang in self._langs]
        return self._score_readings(readings, scopes)

    def _score_readings(self, readings: Sequence[ParsedQuery], scopes: tuple[Scope, ...]) -> Scores:
        """Score the entries for each reading of a query, and return the best score of each entry."""
        best: Scores = {}
        for parsed in readings:
            self._parsed.append(parsed)
            for concept in parsed.concepts:
                self.words.typed[parsed.lang].update(concept.words)
                self.words.synonyms.update(word for synonym in concept.synonyms for word in synonym.words)
            # In an English edition, half of a question's words are enough. A French edition has few of the rules, so an
            # entry with only half of the words is probably not the answer.
            partly = parsed.is_question and parsed.lang == "en" and self._langs == ("en",)
            min_share = 0.0 if self._any_word else weights.MIN_QUESTION_SHARE if partly else 1.0
            if self._by_meaning and self._langs == ("en",) and parsed.is_description:
                self._meant = self._corpus.similar.find(parsed, self._is_allowed)
            found = self._ranking.score(parsed, scopes, min_share, self._meant.similar if self._meant else ())
            if best:
                keep_best(best, found)
            else:
                best = found
        return best

    def _score_phrase(self, text: str, scopes: tuple[Scope, ...]) -> Scores:
        """Return the scores of the entries that have the words of a text side by side, in the same order."""
        best: Scores = {}
        for lang in self._langs:
            words = fold_words(text, lang)
            if not words:
                continue
            self.words.typed[lang].update(words)
            self._parsed.append(ParsedQuery(lang, tuple(words), " ".join(words), (), is_question=False))
            word_scores = [self._ranking.score_word(word, lang, scopes) for word in words]
            find = partial(self._ranking.find_phrase, words, lang, scopes, self._budget)
            for entry in self._budget.remember(("phrase", self._corpus.view.lang, lang, *words, scopes), find):
                score = sum(scores.get(entry, 0.0) for scores in word_scores)
                best[entry] = max(best.get(entry, 0.0), score * (1 + weights.PHRASE))
        return best

    # Queries with syntax

    @cached_property
    def _patterns(self) -> WordPatterns:
        # Imported here, because most queries have no syntax.
        from kb.search.word_patterns import WordPatterns

        return WordPatterns(self._corpus.index)

    def _evaluate(self, node: Any) -> Scores:
        """Evaluate a node of the query. Equal nodes are evaluated once."""
        key = repr(node)
        if key not in self._evaluated:
            # The keys are the names of Whoosh's classes. So most searches needn't import the classes.
            evaluators: dict[str, Callable[[Any], Scores]] = {
                "And": lambda node: self._all_of(node.subqueries),
                "Or": lambda node: _sum_scores(map(self._evaluate, node.subqueries)),
                "Not": lambda node: self._all_of([node]),
                "AndNot": lambda node: self._all_of([node.a], self._evaluate(node.b)),
                "AndMaybe": lambda node: self._evaluate(node.a),
                "Require": lambda node: self._all_of([node.a, node.b]),
                "Phrase": lambda node: self._in_field(node.fieldname, " ".join(node.words), self._score_phrase),
                "FuzzyTerm": lambda node: self._expanded(node, partial(self._patterns.fuzzy_matches, node.maxdist)),
                "Prefix": self._prefix,
                "Wildcard": lambda node: self._expanded(node, self._patterns.wildcard_matches),
                "TermRange": lambda node: self._range(node.fieldname, node.start or "", node.end or ""),
                "Term": lambda node: self._term(node.fieldname, node.text),
            }
            evaluator = evaluators.get(type(node).__name__)
            self._evaluated[key] = evaluator(node) if evaluator else {}
        return self._evaluated[key]

    def _all_of(self, nodes: Sequence[Any], unwanted: Collection[int] = ()) -> Scores:
        """Return the entries that match all nodes and no negated node. Adjacent words form one plain query."""
        wanted: list[Scores] = []
        without: set[int] = set(unwanted)
        for is_word, group in groupby(nodes, _is_plain_word):
            if is_word:
                wanted.append(self._score_words(" ".join(node.text for node in group), self._limits.scopes))
                continue
            for node in group:
                if type(node).__name__ == "Not":
                    without |= self._negated(node.query)
                else:
                    wanted.append(self._evaluate(node))
        if not wanted and without:
            wanted.append(self._constant_scores(range(len(self._table.entries))))
        first, *others = wanted or [{}]
        return {
            entry: score + sum(other[entry] for other in others)
            for entry, score in first.items()
            if entry not in without and all(entry in other for other in others)
        }

    def _negated(self, node: Any) -> set[int]:
        """Return the entries that a negated node matches. The node's words aren't highlighted."""
        before, typed = len(self._parsed), {lang: set(words) for lang, words in self.words.typed.items()}
        days = list(self.words.days)
        found = set(self._evaluate(node))
        del self._parsed[before:]
        self.words = self.words._replace(typed=typed, days=days)
        self.words.excluded.update(self._table.entries[entry].wording for entry in found)
        return found

    def _prefix(self, node: Any) -> Scores:
        if node.fieldname == "number":
            rules = enumerate(self._table.entries[: self._table.rule_count])
            return self._constant_scores(at for at, entry in rules if entry.label.startswith(node.text))
        return self._expanded(node, self._patterns.prefix_matches)

    def _expanded(self, node: Any, matches: Callable[[str, Lang], Iterable[str]]) -> Scores:
        """Search the folded words that `matches` finds for a node's text. An entry gets the score of its best word."""

        def search(text: str, scopes: tuple[Scope, ...]) -> Scores:
            best: Scores = {}
            for lang in self._langs:
                for word in self._budget.words(repr(node), lang, partial(matches, text, lang)):
                    self.words.typed[lang].add(word)
                    keep_best(best, self._ranking.score_word(word, lang, scopes))
            return best

        return self._in_field(node.fieldname, node.text, search)

    def _in_field(self, field: str, text: str, search: _WordSearch) -> Scores:
        """Search a text in a field of the query syntax. If the field's values are texts, use `search`."""
        if field == "title":
            return self._below_titles(search(text, ("headings",)))
        if field in _SCOPE_FIELDS:
            return search(text, _SCOPE_FIELDS[field])
        return search(text, self._limits.scopes) if field == DEFAULT_FIELD else self._term(field, text)

    def _below_titles(self, titles: Scores) -> Scores:
        """Return the scores of headings and of the rules below them. A rule gets a share of its heading's score."""
        found = dict(titles)
        for above, score in titles.items():
            for entry in self._table.descendants(above):
                found.setdefault(entry, score * weights.INHERITED)
        return {entry: score for entry, score in found.items() if self._is_in_scope(entry)}

    def _term(self, field: str, text: str) -> Scores:
        """Search one word in a field. If the word isn't a value of the field, search it as a plain word."""
        if field in (DEFAULT_FIELD, "title", *_SCOPE_FIELDS):
            return self._in_field(field, text, self._score_words)
        if field in ("number", "section", "cites"):
            try:
                numbers = NumberRange.parse(text)
            except BadValue:
                return self._titled(text) if field == "section" else self._score_words(text, self._limits.scopes)
            return self._numbers(field, numbers)
        if field == "status" and text in ("current", "deprecated", "removed"):
            entries = range(len(self._table.entries))
            return self._constant_scores(entry for entry in entries if self._corpus.status(entry) == text)
        if field == "edition" and text[:1].isdigit():
            return self._range(field, text, text)
        return self._score_words(text, self._limits.scopes)

    def _titled(self, text: str) -> Scores:
        """Return the rules of the sections with a title."""
        from kb.search.section_titles import headings_titled

        found = headings_titled(self._corpus, self._langs, text)
        if not found:
            self.words.unknown_sections.append(text)
        return self._constant_scores(below for at in found for below in (at, *self._table.descendants(at)))

    def _numbers(self, field: str, numbers: NumberRange) -> Scores:
        if field == "cites":
            citing = self._corpus.wordings.wordings_citing(numbers.first.sort_key, numbers.last.sort_key)
            return self._constant_scores(at for wording in citing for at in self._table.entries_of_wording(wording))
        inside = self._table.within(numbers)
        if field == "section" or numbers.first != numbers.last:
            return self._constant_scores(inside)
        return self._constant_scores(at for at in inside if self._table.entries[at].label == str(numbers.first))

    def _range(self, field: str, low: str, high: str) -> Scores:
        """Return the entries from the value `low` to the value `high`, inclusive. An empty value means no limit."""
        if field == "edition":
            days = low or "0", (high or "9") + AFTER_ALL
            self.words.days.append(days)
            key = ("edition", self._corpus.view.lang, *days)
            return dict(self._budget.remember(key, partial(self._printed_between, *days)))
        if field in ("number", "section"):
            try:
                ends = [NumberRange.parse(end).first.sort_key if end else end for end in (low, high)]
            except BadValue:
                return {}
            return self._constant_scores(self._table.in_number_range(ends[0], ends[1] or AFTER_ALL))
        return self._score_words(f"{low} {high}", self._limits.scopes)

    def _printed_between(self, low: str, high: str) -> Scores:
        printed, entries = self._corpus.printed_between(low, high), enumerate(self._table.entries)
        return self._constant_scores(at for at, entry in entries if (entry.place, entry.wording) in printed)

    def _constant_scores(self, entries: Iterable[int]) -> Scores:
        """Return the score 1 for each of `entries` in the searched scopes, for matches that don't depend on words."""
        return {entry: 1.0 for entry in entries if self._is_in_scope(entry)}

    def _is_allowed(self, entry: int) -> bool:
        return self._is_in_scope(entry) and self._filter.passes(entry)

    def _is_in_scope(self, entry: int) -> bool:
        scopes = self._limits.scopes
        if entry >= self._table.rule_count:
            return "glossary" in scopes
        return "examples" in scopes or ("headings" if entry in self._ranking.headings else "rules") in scopes


def _is_plain_word(node: Any) -> bool:
    return type(node).__name__ == "Term" and node.fieldname == DEFAULT_FIELD


def _sum_scores(found: Iterable[Scores]) -> Scores:
    """Return the entries that at least one subquery found, each with the sum of its scores."""
    sums: Scores = {}
    for scores in found:
        add_scores(sums, scores)
    return sums
