"""Ranking: scores that tell how well the entries of a corpus match a query.

Ranking has two steps. The first step reads the postings of each word of the query, and adds up the scores of each
entry. The second step reads and reranks the best entries (`kb.search.reranking`). The weights are in
`kb.search.weights`. docs/decisions/ranking.md explains why Whoosh's scoring isn't used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

from kb.languages import Lang
from kb.search import weights
from kb.search.entries import EntryTable, WordingReader
from kb.search.inverted_index import InvertedIndex
from kb.search.query_parts import QueryBudget, QueryPart, Scores, add_scores, combine_for_entry, combine_parts
from kb.search.query_understanding import Concept, ParsedQuery
from kb.search.results import Scope
from kb.text.folding import fold_words

if TYPE_CHECKING:
    from kb.search.named_keywords import NamedKeywords

# The searched fields except texts, with their scopes. A word in a text has the weight 1. The weight of a word in one of
# these fields is a constant of `kb.search.weights`: `TITLE` for the field `title`.
_FIELDS: tuple[tuple[str, Scope], ...] = (
    ("defined", "rules"), ("term", "glossary"), ("example", "examples"), ("title", "headings"),
)  # fmt: skip
# The fields that are searched for phrases, with their scopes. The scope of a text depends on the kind of its entry.
_PHRASE_FIELDS: tuple[tuple[str, Scope | None], ...] = (
    ("text", None), ("title", "headings"), ("example", "examples"), ("term", "glossary"),
)  # fmt: skip
# An entry has a share of the words of a query or synonym. These shares count as all words and as most words.
_WHOLE, _MOST = 0.999, 0.5
# A word in more texts than this isn't scored in anchor text.
_MAX_TEXTS_FOR_ANCHORS = 1000
# If a question has fewer hits than this, one of its words is enough.
_FEW_HITS = 10
# A related word that more entries have says little about the question, and takes long.
_MAX_RELATED_ENTRIES = 1000
# The number of words whose scores are cached, and the number of pairs of a field and a word.
_MAX_WORDS, _MAX_FIELD_SCORES = 1024, 8192


class _WordScores(NamedTuple):
    """The scores of a word. `own` has the entries with the word. `all` also has the scores inherited from headings."""

    own: Scores
    all: Scores


def _idf_fields(lang: Lang) -> tuple[str, ...]:
    return tuple(f"{name}_{lang}" for name in ("text", "title", "example"))


class Ranking:
    """Scores the entries of a corpus. The scores of the words that were used last are cached."""

    def __init__(self, index: InvertedIndex, table: EntryTable, wordings: WordingReader) -> None:
        self._index, self._table, self._wordings = index, table, wordings
        self._field_scores = lru_cache(maxsize=_MAX_FIELD_SCORES)(self._read_field_scores)
        self._word_scores = lru_cache(maxsize=_MAX_WORDS)(self._score_in_scopes)
        self._related_scores = lru_cache(maxsize=_MAX_WORDS)(self._score_related)
        self._concept_scores = lru_cache(maxsize=_MAX_WORDS)(self._score_phrase)
        self._idf = lru_cache(maxsize=_MAX_FIELD_SCORES)(self._read_idf)

    def field_scores(self, field: str, word: str) -> Scores:
        """Return the score of each entry that has a word in a field."""
        return self._field_scores(field, word)

    def _read_field_scores(self, field: str, word: str) -> Scores:
        return self._table.weights(self._index.postings(field, word))

    @cached_property
    def headings(self) -> Collection[int]:
        """The entries that are headings."""
        return self.field_scores("flags", "heading").keys()

    @cached_property
    def deprecated(self) -> Collection[int]:
        """The entries that only say what used to apply."""
        return self.field_scores("flags", "deprecated").keys()

    def score(
        self, query: ParsedQuery, scopes: tuple[Scope, ...], min_share: float, also: Iterable[int] = ()
    ) -> Scores:
        """Score the entries that have enough words of a query in `scopes`, and the entries `also`.

        An entry must have at least the share `min_share` of the words, weighted by rarity, and at least one word. This
        isn't required of the entries `also`.
        """
        rarities = [self._rarity(concept, query.lang) for concept in query.concepts]
        total = sum(rarities) or 1.0
        # Related words help only if a text needn't have all words. Two plain words are meant as typed.
        use_related = min_share < 1 and query.lang == "en" and query.is_description
        score_concept = self._score_with_related if use_related else self._score_concept
        parts = [
            score_concept(concept, rarity, rarity / total, query.lang, scopes)
            for concept, rarity in zip(query.concepts, rarities, strict=True)
        ]
        named = (
            {each for rules in self.keywords.named_in(query) for each in rules}
            if query.is_question and min_share
            else set()
        )
        scores, shares = combine_parts(parts, min_share)
        if 0 < min_share < 1 and len(scores) < _FEW_HITS:
            # One rare word may weigh more than half of a question. If few texts have it, less is enough.
            scores, shares = combine_parts(parts, min_share / 2)
        for entry in (*also, *named):
            if entry not in scores:
                score, share = combine_for_entry(parts, entry)
                if share or entry not in named:
                    scores[entry], shares[entry] = score, share
        for entry, share in shares.items():
            if share < _WHOLE:
                scores[entry] *= share**weights.COVERAGE_POWER
        for entry in named & scores.keys():
            scores[entry] *= weights.NAMED_KEYWORD
        return scores

    @cached_property
    def keywords(self) -> NamedKeywords:
        """The keyword abilities that questions may name."""
        from kb.search.named_keywords import NamedKeywords

        return NamedKeywords(self._table, self._wordings, self.headings, self.idf)

    def _rarity(self, concept: Concept, lang: Lang) -> float:
        """Return the weight of a concept in a query."""
        return self.total_idf(concept.words or concept.synonyms[0].words, lang) * concept.weight

    def _score_concept(
        self, concept: Concept, rarity: float, share: float, lang: Lang, scopes: tuple[Scope, ...]
    ) -> QueryPart:
        """Score the entries that have a concept: its words in the query, or a synonym for these words."""
        if len(concept.words) == 1 and not concept.synonyms:
            word_scores = self._word_scores(concept.words[0], lang, scopes)
            return QueryPart(share, rarity, word_scores.all, None, word_scores.own)
        return QueryPart(share, 1.0, *self._concept_scores(concept, rarity, lang, scopes), None)

    def _score_phrase(
        self, concept: Concept, rarity: float, lang: Lang, scopes: tuple[Scope, ...]
    ) -> tuple[Scores, Scores]:
        """Score the entries that have a phrase or a synonym. Return the scores, and each entry's share of the words."""
        scores, shares = self._score_words(concept.words, 1.0, lang, scopes, 0.0)
        for synonym in concept.synonyms:
            # A synonym weighs as much as the words of the query that it replaces, even if it has more words.
            scale = weights.SYNONYM * rarity / (self.total_idf(synonym.words, "en") or 1.0)
            synonym_scores, synonym_shares = self._score_words(synonym.words, scale, "en", scopes, _MOST)
            for entry, score in synonym_scores.items():
                is_source = synonym_shares[entry] > _WHOLE and self._table.entries[entry].label == synonym.source
                raised = score * weights.SYNONYM_SOURCE if is_source else score
                if raised > scores.get(entry, 0.0):
                    scores[entry], shares[entry] = raised, synonym_shares[entry]
        return scores, shares

    def _score_with_related(
        self, concept: Concept, rarity: float, share: float, lang: Lang, scopes: tuple[Scope, ...]
    ) -> QueryPart:
        """Score the entries that have a concept, or a word that the thesaurus relates to it."""
        if len(concept.words) != 1 or concept.synonyms or concept.weight < 1:
            return self._score_concept(concept, rarity, share, lang, scopes)
        found, shares, own = self._related_scores(concept.words[0], lang, scopes)
        return QueryPart(share, rarity, found, shares, own)

    def _score_related(
        self, word: str, lang: Lang, scopes: tuple[Scope, ...]
    ) -> tuple[Scores, Scores | None, Collection[int]]:
        """Score the entries that have a word or a related word. Return scores, shares, and entries with such a word."""
        from kb.search.thesaurus import related_words

        scores, idf = self._word_scores(word, lang, scopes), self.idf(word, lang)
        related = [
            (found, strength * weights.RELATED * min(1.0, self.idf(other, lang) / idf), strength * weights.RELATED)
            for other, strength in related_words(word)
            if len((found := self._word_scores(other, lang, scopes)).own) <= _MAX_RELATED_ENTRIES
        ]
        if not related:
            return scores.all, None, scores.own
        found_in, shares, own = dict(scores.all), dict.fromkeys(scores.all, 1.0), {*scores.own}
        for found, factor, share in related:
            # A related word counts no more than the word of the query.
            for entry, score in found.all.items():
                if score * factor > found_in.get(entry, 0.0):
                    found_in[entry] = score * factor
                    shares[entry] = max(share, shares.get(entry, 0.0))
            own.update(found.own)
        return found_in, shares, own

    def _score_words(
        self, words: Sequence[str], scale: float, lang: Lang, scopes: tuple[Scope, ...], min_share: float
    ) -> tuple[Scores, Scores]:
        """Score the entries that have enough of `words`. Return the scores, and each entry's share of the words."""
        total = self.total_idf(words, lang) or 1.0
        parts = []
        for word in words:
            word_scores, idf = self._word_scores(word, lang, scopes), self.idf(word, lang)
            parts.append(QueryPart(idf / total, idf * scale, word_scores.all, None, word_scores.own))
        scores, shares = combine_parts(parts, min_share)
        if len(words) > 1:
            for entry, share in shares.items():
                scores[entry] *= share
        return scores, shares

    def total_idf(self, words: Iterable[str], lang: Lang) -> float:
        """Return the sum of the rarities of some words."""
        return sum(self.idf(word, lang) for word in words)

    def idf(self, word: str, lang: Lang) -> float:
        """Return the rarity of a word (inverse document frequency) among the texts of all editions."""
        return self._idf(word, lang)

    def words_with_idf(self, lang: Lang) -> set[str]:
        """Return all words that may be less rare than a word that no text has."""
        return set[str]().union(*map(self._index.field_words, _idf_fields(lang)))

    def _read_idf(self, word: str, lang: Lang) -> float:
        frequency = max(self._index.document_frequency(field, word) for field in _idf_fields(lang))
        return log(1 + (self._index.document_count - frequency + 0.5) / (frequency + 0.5))

    def _score_in_scopes(self, word: str, lang: Lang, scopes: tuple[Scope, ...]) -> _WordScores:
        """Score the entries that have a word in a field of `scopes`. The scores aren't weighted by rarity."""
        own = with_inherited = self.own_scores(word, lang, scopes)
        if "rules" in scopes and (inherited := self._inherited_scores(word, lang)):
            with_inherited = dict(own)
            add_scores(with_inherited, inherited)
        return _WordScores(own, with_inherited)

    def own_scores(self, word: str, lang: Lang, scopes: tuple[Scope, ...]) -> Scores:
        """Score the entries that have a word themselves, not only in a heading above them."""
        texts = self.field_scores(f"text_{lang}", word)
        if "rules" in scopes and "glossary" in scopes:
            own = dict(texts)
        elif "rules" in scopes or "glossary" in scopes:
            count = self._table.rule_count
            own = {entry: score for entry, score in texts.items() if (entry < count) == ("rules" in scopes)}
        else:
            own = {}
        for name, scope in _FIELDS:
            if scope in scopes:
                add_scores(own, self.field_scores(f"{name}_{lang}", word), getattr(weights, name.upper()))
        if "rules" in scopes:
            for entry, score in self._anchor_scores(word, lang).items():
                if entry in own:
                    own[entry] += score
            if "glossary" in scopes:
                add_scores(own, self._glossary_link_scores(word, lang))
        return own

    def _anchor_scores(self, word: str, lang: Lang) -> Scores:
        """Score the rules whose anchor text has a word. A word that occurs nearly everywhere gives no score."""
        if self._index.document_frequency(f"text_{lang}", word) > _MAX_TEXTS_FOR_ANCHORS:
            return {}
        counts: Scores = {}
        for citing, labels in self._referring_entries("anchor", word, lang):
            for label in labels:
                for entry in self._table.entries_cited_by(citing, label):
                    counts[entry] = counts.get(entry, 0.0) + 1
        k1 = weights.BM25_PARAMETERS["anchor"][0]
        scale = weights.ANCHOR_TEXT * (k1 + 1)
        return {entry: scale * count / (count + k1) for entry, count in counts.items()}

    def _glossary_link_scores(self, word: str, lang: Lang) -> Scores:
        """Score the rules that a glossary entry refers to, if the entry's headword has the word `word`."""
        scores: Scores = {}
        for headword, labels in self._referring_entries("glossary_link", word, lang):
            length = len(fold_words(self._table.entries[headword].label, lang))
            score = weights.GLOSSARY_TARGET / len(labels) / length
            for label in labels:
                for entry in self._table.entries_cited_by(headword, label):
                    scores[entry] = max(scores.get(entry, 0.0), score)
        return scores

    def _referring_entries(self, field: str, word: str, lang: Lang) -> Iterator[tuple[int, list[str]]]:
        """Yield each entry with references whose anchor text has a word, and the numbers that these references cite."""
        here = [
            (entries[0], self._index.document(document)[0], positions)
            for document, positions in self._index.reference_positions(f"{field}_{lang}", word).items()
            if (entries := self._table.entries_of_document(document))
        ]
        targets = self._wordings.reference_targets([wording for _, wording, _ in here])
        for entry, wording, positions in here:
            # An older index may have positions of references that the store has parsed again since.
            labels = [targets[wording][position] for position in positions if position in targets[wording]]
            if labels:
                yield entry, labels

    def _inherited_scores(self, word: str, lang: Lang) -> Scores:
        """Score the entries below each heading that has a word."""
        inherited: Scores = {}
        for above, score in self.field_scores(f"title_{lang}", word).items():
            label = self._table.entries[above].label
            if len(label) > 1:
                share = weights.INHERITED if "." in label else weights.INHERITED_FROM_SECTION
                for entry in self._table.descendants(above):
                    inherited[entry] = inherited.get(entry, 0.0) + score * weights.TITLE * share
        return inherited

    def score_word(self, word: str, lang: Lang, scopes: tuple[Scope, ...]) -> Scores:
        """Score the entries whose own text has a word, and weight the scores by the rarity of the word."""
        idf = self.idf(word, lang)
        return {entry: score * idf for entry, score in self._word_scores(word, lang, scopes).own.items()}

    def find_phrase(
        self, words: Sequence[str], lang: Lang, scopes: tuple[Scope, ...], budget: QueryBudget | None = None
    ) -> set[int]:
        """Return the entries that have the words of a phrase side by side in one field.

        With a `budget`, only as many texts are searched as it allows.
        """
        from kb.search.phrase_match import phrase_matcher

        has_phrase = phrase_matcher(words, lang)
        return {
            entry
            for name, scope in _PHRASE_FIELDS
            for entry in self._entries_with_all(words, f"{name}_{lang}", budget)
            if (scope or ("rules" if entry < self._table.rule_count else "glossary")) in scopes
            and any(map(has_phrase, self._field_texts(name, entry)))
        }

    def _entries_with_all(self, words: Sequence[str], field: str, budget: QueryBudget | None) -> Collection[int]:
        """Return the entries that have all words in a field, or as many of them as the budget allows."""
        rarest, *others = sorted((self.field_scores(field, word) for word in dict.fromkeys(words)), key=len)
        found: Collection[int] = [entry for entry in rarest if all(entry in other for other in others)]
        found = budget.texts(found) if budget else found
        self._wordings.load(self._table.entries[entry].wording for entry in found)
        return found

    def _field_texts(self, name: str, entry: int) -> Sequence[str]:
        """Return the texts of an entry that are indexed in a field."""
        here = self._table.entries[entry]
        if name == "term":
            return (here.label,)
        if name == "example":
            return self._wordings.examples(here.wording)
        return (self._wordings.text(here.wording)[1],)
