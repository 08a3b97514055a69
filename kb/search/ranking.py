"""Which of the texts that have the words of a query is meant: the ranking.

Two steps. All texts get a score for each word, added up word by word over the postings; the best of them are read
and looked at more closely. The weights stand in `kb.search.weights`; docs/decisions/ranking.md says why it is ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import log, log2
from typing import NamedTuple, Protocol

from kb.languages import Lang
from kb.rule_number import SUBRULE_LETTERS
from kb.search import weights
from kb.search.entry_order import EntryTable
from kb.search.inverted_index import InvertedIndex, word_set_key
from kb.search.query_understanding import Concept, ParsedQuery
from kb.search.results import Scope
from kb.search.stopwords import folded_stopwords, surface_form
from kb.text.folding import fold_words

Scores = dict[int, float]
"""By entry, how well it fits."""

_LOOKED_AT = 40
"""So many of the best are read before they are put in their final order."""

# Besides texts, whose weight is 1: the fields looked in, each with a weight of its name, and their scopes.
_FIELDS: tuple[tuple[str, Scope], ...] = (
    ("defined", "rules"), ("term", "glossary"), ("example", "examples"), ("title", "headings"),
)  # fmt: skip

# Shares of a query: all of it, and most of it. Sums of shares aren't exact.
_ALL, _MOST, _ROUNDED = 0.999, 0.5, 0.001
# From so many entries on it pays to leave out those that can't have enough any more.
_MANY = 50

# A word of more texts than these tells nothing of what a rule is cited for.
_EVERYWHERE = 1000

# So many words may stand before what a text begins with.
_EARLY = 2

# The first digit of chapters that amend the others for some kinds of games, and the sections of keywords.
_VARIANTS = ("8", "9")
_KEYWORDS = ("701", "702")


class TextSource(Protocol):
    """What the ranking asks of the store."""

    def texts(self, wordings: Iterable[int]) -> Mapping[int, tuple[Lang, str]]:
        """Language and text of wordings."""

    def examples(self, wording: int) -> Sequence[str]:
        """The examples of a wording."""

    def citation_counts(self, labels: Sequence[str]) -> Mapping[str, int]:
        """How often numbers are cited."""

    def reference_targets(self, wordings: Iterable[int]) -> Mapping[int, Mapping[int, str]]:
        """By wording and place among its references, the numbers that wordings point to."""


class _Worth(NamedTuple):
    """What a word is worth in the entries that have it, and in all: with those below headings that have it."""

    own: Scores
    all: Scores


class _Part(NamedTuple):
    """What a part of a query finds.

    Attributes:
        share: how much of the query it is.
        factor: what its scores are multiplied by.
        scores: by entry.
        shares: how much of the part each entry has; None for all of it.
        own: the entries that have it themselves, not only above them; None for all.
    """

    share: float
    factor: float
    scores: Scores
    shares: Scores | None
    own: Scores | None


class Ranking:
    """The ranking of what stands in a library."""

    def __init__(self, index: InvertedIndex, standing: EntryTable, texts: TextSource) -> None:
        self._index, self._standing, self._texts = index, standing, texts
        self._words: dict[tuple[str, str], Scores] = {}
        self._worths: dict[tuple[str, Lang, tuple[Scope, ...]], _Worth] = {}
        self._rarities: dict[tuple[str, Lang], float] = {}
        self._typed: dict[int, str] = {}
        self._folded: dict[int, list[str]] = {}

    def field_scores(self, field: str, word: str) -> Scores:
        """The entries with a word in a field, and what it is worth in each."""
        known = self._words.get((field, word))
        if known is None:
            postings = self._index.postings(field, word)
            known = self._words[field, word] = dict(self._standing.entries_for_postings(postings))
        return known

    @cached_property
    def headings(self) -> Collection[int]:
        """The entries that are headings."""
        return self.field_scores("flags", "heading").keys()

    @cached_property
    def deprecated(self) -> Collection[int]:
        """The entries that only say how things used to be."""
        return self.field_scores("flags", "deprecated").keys()

    def score(self, asked: ParsedQuery, scopes: tuple[Scope, ...], enough: float) -> Scores:
        """What has enough of the words in some places, and how well it fits.

        Args:
            asked: the words.
            scopes: where they may stand.
            enough: the share of them that an entry must have, by how much each of them tells; 0 for any.
        """
        told = [self._told(notion.words or notion.synonyms[0].words, asked.lang) for notion in asked.concepts]
        whole = sum(told) or 1.0
        parts = [
            self._notion(notion, important, important / whole, asked.lang, scopes)
            for notion, important in zip(asked.concepts, told, strict=True)
        ]
        scores, shares = _gathered(parts, enough)
        for entry, share in shares.items():
            if share < _ALL:
                scores[entry] *= share**weights.COVERAGE_POWER
        return scores

    def _notion(self, notion: Concept, important: float, share: float, lang: Lang, scopes: tuple[Scope, ...]) -> _Part:
        """What says one thing that is asked for, in the words typed or in the rules' own."""
        if len(notion.words) == 1 and not notion.synonyms:
            worth = self._worth(notion.words[0], lang, scopes)
            return _Part(share, important, worth.all, None, worth.own)
        scores, shares = self._together(notion.words, 1.0, lang, scopes, 0.0)
        for other in notion.synonyms:
            # However many words the rules need for it, it is one thing.
            scale = weights.SYNONYM * important / (self._told(other.words, "en") or 1.0)
            theirs, their_shares = self._together(other.words, scale, "en", scopes, _MOST)
            for entry, score in theirs.items():
                is_source = their_shares[entry] > _ALL and self._standing.entries[entry].label == other.source
                better = score * weights.SYNONYM_SOURCE if is_source else score
                if better > scores.get(entry, 0.0):
                    scores[entry], shares[entry] = better, their_shares[entry]
        return _Part(share, 1.0, scores, shares, None)

    def _together(
        self, words: Sequence[str], scale: float, lang: Lang, scopes: tuple[Scope, ...], enough: float
    ) -> tuple[Scores, Scores]:
        """What has enough of the words of one notion, and which share of them."""
        told = self._told(words, lang) or 1.0
        parts = []
        for word in words:
            worth, rare = self._worth(word, lang, scopes), self.idf(word, lang)
            parts.append(_Part(rare / told, rare * scale, worth.all, None, worth.own))
        scores, shares = _gathered(parts, enough)
        if len(words) > 1:
            for entry, share in shares.items():
                scores[entry] *= share
        return scores, shares

    def _told(self, words: Iterable[str], lang: Lang) -> float:
        return sum(self.idf(word, lang) for word in words)

    def idf(self, word: str, lang: Lang) -> float:
        """How much a word tells: the fewer texts have it, of all there ever were, the more."""
        known = self._rarities.get((word, lang))
        if known is None:
            having = max(
                self._index.document_frequency(f"{name}_{lang}", word) for name in ("text", "title", "example")
            )
            known = log(1 + (self._index.document_count - having + 0.5) / (having + 0.5))
            self._rarities[word, lang] = known
        return known

    def _worth(self, word: str, lang: Lang, scopes: tuple[Scope, ...]) -> _Worth:
        """What a word is worth in each entry, all places together in which it is looked for."""
        known = self._worths.get((word, lang, scopes))
        if known is not None:
            return known
        own = everything = self._own(word, lang, scopes)
        if "rules" in scopes and (inherited := self._inherited(word, lang)):
            everything = dict(own)
            for entry, score in inherited.items():
                everything[entry] = everything.get(entry, 0.0) + score
        found = self._worths[word, lang, scopes] = _Worth(own, everything)
        return found

    def _own(self, word: str, lang: Lang, scopes: tuple[Scope, ...]) -> Scores:
        """What a word is worth in the entries that have it."""
        texts = self.field_scores(f"text_{lang}", word)
        if "rules" in scopes and "glossary" in scopes:
            own = dict(texts)
        elif "rules" in scopes or "glossary" in scopes:
            rules = self._standing.rule_count
            own = {entry: score for entry, score in texts.items() if (entry < rules) == ("rules" in scopes)}
        else:
            own = {}
        for name, scope in _FIELDS:
            if scope in scopes:
                weight: float = getattr(weights, name.upper())
                for entry, score in self.field_scores(f"{name}_{lang}", word).items():
                    own[entry] = own.get(entry, 0.0) + score * weight
        if "rules" in scopes:
            for entry, score in self._cited_for(word, lang).items():
                if entry in own:
                    own[entry] += score
            for entry, score in self._sent_to(word, lang).items() if "glossary" in scopes else ():
                own[entry] = own.get(entry, 0.0) + score
        return own

    def _cited_for(self, word: str, lang: Lang) -> Scores:
        """What a word is worth in the rules that other rules cite with it; nothing if it stands everywhere."""
        if self._index.document_frequency(f"text_{lang}", word) > _EVERYWHERE:
            return {}
        times: Scores = {}
        for citing, labels in self._pointing("anchor", word, lang):
            for label in labels:
                for entry in self._standing.entries_cited_by(citing, label):
                    times[entry] = times.get(entry, 0.0) + 1
        steepness = weights.BM25_PARAMETERS["cited_for"][0]
        scale = weights.ANCHOR_TEXT * (steepness + 1)
        return {entry: scale * often / (often + steepness) for entry, often in times.items()}

    def _sent_to(self, word: str, lang: Lang) -> Scores:
        """What a word is worth in the rules that headwords of the glossary with it send to."""
        worths: Scores = {}
        for headword, labels in self._pointing("glossary_link", word, lang):
            worth = (
                weights.GLOSSARY_TARGET / len(labels) / len(fold_words(self._standing.entries[headword].label, lang))
            )
            for label in labels:
                for entry in self._standing.entries_cited_by(headword, label):
                    worths[entry] = max(worths.get(entry, 0.0), worth)
        return worths

    def _pointing(self, field: str, word: str, lang: Lang) -> Iterator[tuple[int, list[str]]]:
        """The entries that point somewhere with a word, each with the numbers that it points to."""
        here = [
            (entries[0], self._index.document(document)[0], places)
            for document, places in self._index.reference_positions(f"{field}_{lang}", word).items()
            if (entries := self._standing.entries_of_document(document))
        ]
        targets = self._texts.reference_targets([wording for _, wording, _ in here])
        for entry, wording, places in here:
            yield entry, [targets[wording][place] for place in places]

    def _inherited(self, word: str, lang: Lang) -> Scores:
        """What a word in headings is worth in what stands below them."""
        inherited: Scores = {}
        for above, score in self.field_scores(f"title_{lang}", word).items():
            label = self._standing.entries[above].label
            if len(label) > 1:
                share = weights.INHERITED if "." in label else weights.INHERITED_FROM_SECTION
                for entry in self._standing.descendants(above):
                    inherited[entry] = inherited.get(entry, 0.0) + score * weights.TITLE * share
        return inherited

    def score_word(self, word: str, lang: Lang, scopes: tuple[Scope, ...]) -> Scores:
        """The entries that have a word themselves, by rarity."""
        rare = self.idf(word, lang)
        return {entry: score * rare for entry, score in self._worth(word, lang, scopes).own.items()}

    def find_phrase(self, words: Sequence[str], lang: Lang, scopes: tuple[Scope, ...]) -> set[int]:
        """The entries that have words side by side, in one of the places looked in."""
        from kb.search.phrase_match import phrase_matcher

        has_it = phrase_matcher(words, lang)
        return {
            entry
            for name, scope in (("text", None), ("title", "headings"), ("example", "examples"), ("term", "glossary"))
            for entry in self._with_all(words, f"{name}_{lang}")
            if (scope or ("rules" if entry < self._standing.rule_count else "glossary")) in scopes
            and any(map(has_it, self._said(name, entry)))
        }

    def _with_all(self, words: Sequence[str], field: str) -> Collection[int]:
        """The entries that have all of some words in a field."""
        rarest, *others = sorted((self.field_scores(field, word) for word in dict.fromkeys(words)), key=len)
        found = [entry for entry in rarest if all(entry in other for other in others)]
        self._texts.texts(self._standing.entries[entry].wording for entry in found)
        return found

    def _said(self, name: str, entry: int) -> Sequence[str]:
        """What is indexed of an entry in fields of a name."""
        here = self._standing.entries[entry]
        if name == "term":
            return (here.label,)
        if name == "example":
            return self._texts.examples(here.wording)
        return (self._texts.texts((here.wording,))[here.wording][1],)

    def rerank(self, asked: ParsedQuery, scores: Scores) -> list[tuple[int, float]]:
        """The entries in order, the best of them looked at closely."""
        entries = self._standing.entries
        # Of two that are worth the same the earlier rule first.
        order = sorted(sorted(scores), key=scores.__getitem__, reverse=True)
        looked, rest = order[:_LOOKED_AT], order[_LOOKED_AT:]
        # Of a common word ("ability") many texts say more than a heading, whose few words are all that is asked for.
        named = dict.fromkeys([entry for entry in rest if entry in self.headings][:_LOOKED_AT])
        looked, rest = [*looked, *named], [entry for entry in rest if entry not in named]
        cited = self._texts.citation_counts(
            [entries[entry].label for entry in looked if entry < self._standing.rule_count]
        )
        self._read({entries[entry].wording for entry in looked})
        defining = self.field_scores(f"defined_name_{asked.lang}", word_set_key(asked.words)) if asked.words else {}
        surface = re.compile(rf"\b{re.escape(_unhyphenated(asked.surface_form))}\b") if asked.surface_form else None
        final = []
        for entry in looked:
            share = 1 + weights.CITATION_COUNT * log2(1 + cited.get(entries[entry].label, 0))
            if asked.words:
                share += self._likeness(entry, list(asked.words), asked.lang, defining)
            if surface and surface.search(self._typed[entries[entry].wording]):
                share += weights.SURFACE_MATCH
            final.append((entry, scores[entry] * share * self._standing_of(entry)))
        final.sort(key=lambda each: (-each[1], each[0]))
        least = final[-1][1] if final else 0.0
        return [*final, *((entry, score if (score := scores[entry]) < least else least) for entry in rest)]

    def _likeness(self, entry: int, said: list[str], lang: Lang, defining: Collection[int]) -> float:
        """How much more an entry is worth for where the words stand in it."""
        here = self._standing.entries[entry]
        share = 0.0
        if here.kind == "glossary":
            share += weights.EXACT_TITLE * self._alike(fold_words(here.label, lang), said, lang)
        elif entry in self.headings:
            share += weights.EXACT_TITLE * self._alike(self._words_of(here.wording), said, lang)
        elif entry in defining:
            share += weights.EXACT_DEFINITION
        little = folded_stopwords(lang)
        if len(said) > 1:
            words = [word for word in self._words_of(here.wording) if word not in little]
            if _side_by_side(words, said):
                share += weights.PHRASE
                if _side_by_side(words[: len(said) + _EARLY], said):
                    share += weights.NEAR_START
        elif said[0] in fold_words(" ".join(self._typed[here.wording].split(" ", _EARLY + 1)[: _EARLY + 1]), lang):
            share += weights.NEAR_START
        return share

    def _alike(self, name: Sequence[str], said: Sequence[str], lang: Lang) -> float:
        """How nearly a name has the words asked for and no others that tell much; 1 for all of them."""
        little = folded_stopwords(lang)
        here, there = {word for word in name if word not in little} or set(name), set(said)
        return (self._told(here & there, lang) / (self._told(here | there, lang) or 1.0)) ** 2

    def _standing_of(self, entry: int) -> float:
        """What is left of a score for where an entry stands."""
        here = self._standing.entries[entry]
        if here.kind == "glossary":
            return weights.GLOSSARY_ENTRY
        left = weights.SUBRULE if here.label[-1] in SUBRULE_LETTERS else 1.0
        if here.label.startswith(_VARIANTS):
            left *= weights.VARIANT_CHAPTER
        elif here.label.startswith(_KEYWORDS):
            left *= weights.KEYWORD_RULE
        return left * weights.DEPRECATED if entry in self.deprecated else left

    def _read(self, wordings: Iterable[int]) -> None:
        unknown = [wording for wording in wordings if wording not in self._typed]
        texts = self._texts.texts(unknown)
        for wording in unknown:
            self._typed[wording] = _unhyphenated(surface_form(texts[wording][1]))

    def _words_of(self, wording: int) -> list[str]:
        """The folded words of a text that was read; to fold them takes longer than all else, so only where it must."""
        known = self._folded.get(wording)
        if known is None:
            lang, text = self._texts.texts([wording])[wording]
            known = self._folded[wording] = fold_words(text, lang)
        return known


def _gathered(parts: Sequence[_Part], enough: float) -> tuple[Scores, Scores]:
    """The sums of what the parts of a query find, for entries that have enough of it; and how much they have.

    The parts that tell most come first: what has none of them can't have enough of the rest, so that the common
    words of a query are only looked up in the few entries that the rare ones left.
    """
    if len(parts) == 1 and parts[0].shares is None:
        (only,) = parts
        having: Collection[int] = only.scores if only.own is None else only.own
        scores = {entry: only.scores[entry] * only.factor for entry in having}
        return scores, dict.fromkeys(scores, only.share)
    scores = {}
    shares: Scores = {}
    mine: set[int] = set()
    left = 1.0
    enough -= _ROUNDED
    for share, factor, found, partly, own in sorted(parts, key=lambda part: (-part.share, len(part.scores))):
        entries: Collection[int] = found
        if left < enough:
            few, many = (scores, found) if len(scores) < len(found) else (found, scores)
            entries = [entry for entry in few if entry in many]
        left -= share
        if not scores and entries is found:
            # The first: there is nothing to add to, which is half of the work.
            scores = {entry: score * factor for entry, score in found.items()}
            shares = dict.fromkeys(found, share) if partly is None else {e: share * partly[e] for e in found}
        else:
            for entry in entries:
                scores[entry] = scores.get(entry, 0.0) + found[entry] * factor
                shares[entry] = shares.get(entry, 0.0) + (share if partly is None else share * partly[entry])
        # Standing under a heading alone says nothing: all of a section would be found.
        having = found if own is None else own
        mine.update(having if entries is found else [entry for entry in entries if entry in having])
        if enough > 0 and len(scores) > _MANY:
            scores = {entry: score for entry, score in scores.items() if shares[entry] + left >= enough}
    scores = {entry: score for entry, score in scores.items() if entry in mine and shares[entry] >= enough}
    return scores, {entry: shares[entry] for entry in scores}


def _unhyphenated(text: str) -> str:
    """A text in which hyphens part words as blanks do: who types "enters the battlefield" means both."""
    return text.replace("-", " ")


def _side_by_side(words: Sequence[str], said: Sequence[str]) -> bool:
    first, count = said[0], len(said)
    return any(word == first and words[at : at + count] == said for at, word in enumerate(words))
