"""French queries among English rules: parsing a French query into English queries.

Most rules exist in English only. The words of a French query are translated, and players' words become words of the
rules. French players mix in English words, and phrases of English players. The meaning of a question is compared by
the vectors of its French words, since a translation loses a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kb.search import weights
from kb.search.meaning import is_french
from kb.search.query_understanding import (
    Concept,
    FrenchWord,
    ParsedQuery,
    Synonym,
    name_spans,
    parse_query,
    players_phrases,
    word_weight,
)
from kb.text.folding import fold_words
from kb.text.stopwords import QueryWord, query_words

# The largest number of English queries that a French query is parsed into.
_MAX_READINGS = 4


class _Segment(NamedTuple):
    """A part of a French text, from `start` to before `end`: a phrase of players, a name, or other words.

    `synonyms` are the rules' words for a phrase of players. `weight` is less than 1 for a name.
    """

    start: int
    end: int
    synonyms: tuple[Synonym, ...] = ()
    weight: float = 1.0


def parse_in_english(
    text: str, translate: Callable[[str], Sequence[str]], *, is_translatable: bool = True
) -> tuple[ParsedQuery, ...]:
    """Parse a French query as English. Players' words become words of the rules. All other words are translated.

    `translate` returns the translations of a part of the text, without the words that it can't translate. A homonym has
    several translations. `is_translatable` is True if words besides players' words can be translated. Return one parsed
    query for each combination of translations. Return () for a query without players' words, if
    `is_translatable` is False or the query isn't a question.
    """
    has_players_words = any(synonyms for _, synonyms in players_phrases(query_words(text, "fr"), "fr"))
    if not has_players_words and not (is_translatable and parse_query(text, "fr").is_question):
        return ()
    readings: list[tuple[Concept, ...]] = [()]
    for segment in _segments(text):
        choices = (
            [(Concept((), segment.synonyms),)]
            if segment.synonyms
            else _translated(segment, translate(text[segment.start : segment.end]))
        )
        readings = list(islice(((*reading, *more) for reading in readings for more in choices), _MAX_READINGS))
    distinct = dict.fromkeys(tuple(dict.fromkeys(reading)) for reading in readings if reading)
    return tuple(
        # Hardly any text has all words of a translation. So the result is a question: most of the words are enough.
        ParsedQuery(
            "en",
            tuple(word for concept in concepts for word in concept.words),
            "",
            concepts,
            is_question=True,
            french=tuple(_words_of_meaning(text)),
        )
        for concepts in distinct
    )


def _translated(segment: _Segment, translations: Sequence[str]) -> list[tuple[Concept, ...]]:
    """Return the concepts of a name or of other words, for each of their translations."""
    concepts = [parse_query(each, "en").concepts for each in translations if each.strip()]
    if segment.weight < 1:
        concepts = [tuple(each._replace(synonyms=(), weight=segment.weight) for each in here) for here in concepts]
    return concepts or [()]


def _segments(text: str) -> Iterator[_Segment]:
    """Yield the segments of a French text, in order."""
    begin = end = 0
    for phrase, synonyms in players_phrases(query_words(text, "fr"), "fr"):
        if synonyms and not _is_in_longer_name(text, phrase):
            yield from _split_at_names(text, begin, end)
            yield _Segment(phrase[0].start, phrase[-1].end, synonyms)
            begin = phrase[-1].end
        end = phrase[-1].end
    yield from _split_at_names(text, begin, end)


def _is_in_longer_name(text: str, phrase: Sequence[QueryWord]) -> bool:
    """True if a phrase is only a part of a name: "réplication" in "Rite de réplication"."""
    first, last = phrase[0].start, phrase[-1].end
    return any(start <= first and last <= end and last - first < end - start for start, end in name_spans(text, "fr"))


def _split_at_names(text: str, begin: int, end: int) -> Iterator[_Segment]:
    for start, stop in name_spans(text, "fr"):
        if begin <= start < end:
            yield from _split_at_english_phrases(text, begin, start)
            begin = min(stop, end)
            yield _Segment(start, begin, weight=weights.NAME)
    yield from _split_at_english_phrases(text, begin, end)


def _split_at_english_phrases(text: str, begin: int, end: int) -> Iterator[_Segment]:
    """Split a part of a text at phrases of English players. A phrase whose words all are French is none."""
    part = text[begin:end]
    for phrase, synonyms in players_phrases(query_words(part, "en"), "en"):
        content = [part[word.start : word.end] for word in phrase if not word.is_stopword]
        if synonyms and not all(map(is_french, content)):
            start, stop = (end - len(part) + at for at in (phrase[0].start, phrase[-1].end))
            if begin < start:
                yield _Segment(begin, start)
            yield _Segment(start, stop, synonyms)
            begin = stop
    if begin < end:
        yield _Segment(begin, end)


def _words_of_meaning(text: str) -> Iterator[FrenchWord]:
    """Yield the words that tell the meaning of a French question."""
    for word in query_words(text, "fr"):
        if not word.is_stopword:
            english = fold_words(word.typed, "en")
            yield FrenchWord(word.folded, english[0] if english else "", word_weight(text, "fr", [word]))
