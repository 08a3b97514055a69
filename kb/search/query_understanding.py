"""Query understanding: parsing a query in plain words into concepts.

Stopwords are left out. Players use phrases that the rules don't use. Such a phrase gets synonyms, which are words of
the rules. `data/players_words.toml` lists the phrases. `python -m bench.compile_words` folds the phrases and writes
them to `data/compiled`, since reading TOML and stemming 6,000 phrases would take longer than a search. A test compares
the compiled files with the TOML file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kb.languages import Lang
from kb.search import weights
from kb.text.stopwords import DATA, QueryWord, query_words, surface_form

FoldedWords = tuple[str, ...]

PREFIX_LENGTH = 3
"""The length of a word's prefix, in characters. The prefixes select the phrases that may occur in a query."""

SEPARATOR = ", "
"""The separator between phrases, and between the prefixes of phrases, in a line of the compiled file."""

# Up to this many stopwords may stand between the words of a phrase in a query.
_MAX_STOPWORDS_WITHIN = 4
# In a text with such a word, a capital letter marks a name. Otherwise all words of the text may be capitalized.
HAS_SMALL_WORD = re.compile(r"(?<!\w)[a-z]{3,}(?:\s|$)")
# A word with a capital letter. In French, with what belongs to it.
_NAME: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"(?<![^\W_])[A-Z\u00c0-\u00de]\w*"),
    "fr": re.compile(
        r"(?<![^\W_])(?:[dl]['\u2019])?[A-Z\u00c0-\u00de][\w'\u2019-]*"
        r"(?:\s+(?:de la |de l['\u2019]|des? |du |d['\u2019])[\w'\u2019-]+)*"
    ),
}
# A query with so many words describes something, as a question does.
_DESCRIPTION_LENGTH = 3


class Synonym(NamedTuple):
    """The rules' folded words for a phrase of players. `source` is a rule with these words (edition of 2026-01-16)."""

    words: FoldedWords
    source: str


class Concept(NamedTuple):
    """One thing that a query asks for.

    Attributes:
        words: the folded words of the query, or () for French players' words in a query that is parsed as English.
        synonyms: the English words of the rules for the concept, if the query has a phrase of players.
        weight: a factor for the rarity of the words: less than 1 for the name of a card.
    """

    words: FoldedWords
    synonyms: tuple[Synonym, ...] = ()
    weight: float = 1.0


class FrenchWord(NamedTuple):
    """A word of a French question, to compare the question's meaning with the rules.

    Attributes:
        french: the folded French word.
        english: the same word folded as English: players mix both languages.
        factor: the weight of the word, as in a concept.
    """

    french: str
    english: str
    factor: float


class ParsedQuery(NamedTuple):
    """A query in plain words.

    Attributes:
        lang: the language of the words.
        words: the folded words of all concepts.
        surface_form: the query in lower case, as typed.
        concepts: the concepts, in the order of the query.
        is_question: True if stopwords were left out. An entry may then match without having all words.
        french: the words of a French question that was parsed as English.
    """

    lang: Lang
    words: FoldedWords
    surface_form: str
    concepts: tuple[Concept, ...]
    is_question: bool
    french: tuple[FrenchWord, ...] = ()

    @property
    def is_description(self) -> bool:
        """True for a question, and for a query of several words, which describes something as a question does."""
        return self.is_question or len(self.concepts) >= _DESCRIPTION_LENGTH


@lru_cache(maxsize=256)
def parse_query(text: str, lang: Lang, *, explain_players_words: bool = True) -> ParsedQuery:
    """Parse a query in plain words of a language. With `explain_players_words`, add English synonyms.

    The result is cached, because one search parses the same text several times.
    """
    words = query_words(text, lang)
    has_content = any(not word.is_stopword for word in words)
    phrases = players_phrases(words, lang) if explain_players_words else (([word], ()) for word in words)
    concepts = []
    for phrase, synonyms in phrases:
        content = tuple(word.folded for word in phrase if not word.is_stopword)
        if content or synonyms or not has_content:
            weight = 1.0 if synonyms or not has_content else word_weight(text, lang, phrase)
            concepts.append(Concept(content or tuple(word.folded for word in phrase), synonyms, weight))
    concepts = list(dict.fromkeys(concepts))  # a repeated word doesn't count twice
    return ParsedQuery(
        lang,
        tuple(word for concept in concepts for word in concept.words),
        surface_form(text),
        tuple(concepts),
        is_question=has_content and any(word.is_stopword for word in words),
    )


@lru_cache(maxsize=256)
def name_spans(text: str, lang: Lang) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each name in a query: capital letters within a sentence, which has small words, too.

    Most are names of cards, which say little. A French name goes on after "de": "Boule de feu".
    """
    if not HAS_SMALL_WORD.search(text):
        return ()
    return tuple(each.span() for each in _NAME[lang].finditer(text) if not begins_sentence(text, each.start()))


def word_weight(text: str, lang: Lang, phrase: Sequence[QueryWord]) -> float:
    """Return the weight of a phrase in a query: names say little."""
    is_name = any(start <= phrase[0].start < end for start, end in name_spans(text, lang))
    return weights.NAME if is_name else 1.0


def begins_sentence(text: str, start: int) -> bool:
    """True if the word at an offset is the first word of a sentence."""
    return text[:start].rstrip(" \"'“(")[-1:] in ("", ".", "!", "?", ":")


def players_phrases(
    words: Sequence[QueryWord], lang: Lang
) -> Iterator[tuple[Sequence[QueryWord], tuple[Synonym, ...]]]:
    """Yield the longest phrases of players in a query, with their synonyms. Yield other words one by one.

    Stopwords within a phrase are skipped if at least two words remain ("cards I have in hand").
    """
    phrases = _phrase_book(lang).candidates(words)
    longest = max(map(len, phrases), default=0) + _MAX_STOPWORDS_WITHIN
    at = 0
    while at < len(words):
        for length in range(min(longest, len(words) - at), 0, -1):
            here = words[at : at + length]
            # "De" has the letters of "dé" (die), but a stopword alone isn't a phrase of a longer query.
            is_phrase = length > 1 or len(words) == 1 or not here[0].is_stopword
            synonyms = phrases.get(tuple(word.folded for word in here), []) if is_phrase else []
            if not synonyms and not here[0].is_stopword and not here[-1].is_stopword:
                content = tuple(word.folded for word in here if not word.is_stopword)
                synonyms = phrases.get(content, []) if len(content) > 1 else []
            if synonyms:
                yield here, tuple(dict.fromkeys(synonyms))
                at += length
                break
        else:
            yield words[at : at + 1], ()
            at += 1


def has_only_stopwords(text: str, lang: Lang) -> bool:
    """True if a query has several words, and all are stopwords and no phrase of players ("give up")."""
    words = query_words(text, lang)
    return (
        len(words) > 1
        and all(word.is_stopword for word in words)
        and not any(synonyms for _, synonyms in players_phrases(words, lang))
    )


class _PhraseLine(NamedTuple):
    """A line of the compiled file: its phrases, and their synonym."""

    phrases: tuple[FoldedWords, ...]
    synonym: Synonym


class _PhraseBook:
    """The phrases of players in one language. A line of the compiled file has phrases with the same synonym."""

    def __init__(self, lang: Lang) -> None:
        self._lines = (DATA / "compiled" / f"players_words_{lang}.tsv").read_text(encoding="utf-8").splitlines()
        self._line = lru_cache(maxsize=None)(self._parse_line)
        # For each first prefix, the lines with such phrases, each with all prefixes of the phrase.
        self._by_first_prefix: dict[str, list[tuple[int, str]]] = {}
        for entry, line in enumerate(self._lines):
            for prefixes in line.partition("\t")[0].split(SEPARATOR):
                self._by_first_prefix.setdefault(prefixes.partition(" ")[0], []).append((entry, prefixes))
        self._needed = lru_cache(maxsize=None)(self._split_prefixes)

    def candidates(self, words: Sequence[QueryWord]) -> dict[FoldedWords, list[Synonym]]:
        """Return a dict whose keys are the phrases that may occur in a query. Its values are their synonyms.

        A phrase may occur if the query has words with the prefixes of all content words of the phrase. A phrase is
        stored under the alphabetically first of its prefixes. Only the prefixes of the query's content words are looked
        up, or those of all words if all are stopwords. So one of these words must have the prefix under which the
        phrase is stored. If one phrase of a line may occur, all phrases of the line are returned.
        """
        prefixes = {word.typed[:PREFIX_LENGTH] for word in words}
        content = [word for word in words if not word.is_stopword] or words
        of_content_words = {word.typed[:PREFIX_LENGTH] for word in content}
        found: dict[FoldedWords, list[Synonym]] = {}
        lines = {
            entry
            for first in of_content_words
            for entry, needed in (self._needed(first) if first in self._by_first_prefix else ())
            if needed <= prefixes
        }
        for entry in sorted(lines):
            line = self._line(entry)
            for phrase in line.phrases:
                found.setdefault(phrase, []).append(line.synonym)
        return found

    def _split_prefixes(self, first: str) -> list[tuple[int, frozenset[str]]]:
        """Return the lines with phrases that are stored under a prefix, each with the prefixes of the phrase."""
        return [(entry, frozenset(prefixes.split())) for entry, prefixes in self._by_first_prefix[first]]

    def _parse_line(self, entry: int) -> _PhraseLine:
        _prefixes, phrases, rules_words, source = self._lines[entry].split("\t")
        return _PhraseLine(
            tuple(tuple(each.split()) for each in phrases.split(SEPARATOR)),
            Synonym(tuple(rules_words.split()), source),
        )


@lru_cache
def _phrase_book(lang: Lang) -> _PhraseBook:
    return _PhraseBook(lang)
