"""Finds the names of cards in a text, such as a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from kb.cards.library.database import CardLibrary, NamedCard
from kb.languages import Lang
from kb.text.folding import bare_words

# Longer names are rare, and longer texts are no questions.
_MOST_WORDS_OF_NAME, _MOST_WORDS_OF_TEXT = 10, 80
_POSSESSIVE = ("'s", "’s")
_CAPITAL = re.compile(r",? [A-ZÀ-Ý]")


class NameInText(NamedTuple):
    """The name of a card in a text: its offsets, and the card."""

    start: int
    end: int
    card: NamedCard


def names_in_text(
    library: CardLibrary, text: str, langs: Sequence[Lang], may_be_name: Callable[[int, int, NamedCard], bool]
) -> list[NameInText]:
    """Return the names of cards in a text, from left to right. Of overlapping names, the first and longest one counts.

    Case, accents and punctuation don't matter. A name that several cards have is left out.

    Args:
        library: the card library.
        text: the text; only its first 80 words are read.
        langs: the languages of names, the preferred one first.
        may_be_name: tells whether the text between two offsets may be the name of a card that has this name.
    """
    words = bare_words(text)[:_MOST_WORDS_OF_TEXT]
    spans = list(_spans(text, words))
    found = library.named_by_words({name for name, _start, _end in spans}, langs)
    names: list[NameInText] = []
    done = 0
    for name, start, end in spans:
        if start >= done and (cards := found.get(name)):
            done = end
            if len({each.card for each in cards}) == 1 and may_be_name(start, end, cards[0]):
                names.append(NameInText(start, end, cards[0]))
    starts = {name.start for name in names}
    return [name for name in names if not _goes_on(text, name, starts)]


def _goes_on(text: str, name: NameInText, starts: Collection[int]) -> bool:
    """Return True if a word with a capital letter follows that begins no name: "Gate, Door of Glass" isn't "Gate"."""
    after = _CAPITAL.match(text, name.end)
    return text[name.start].isupper() and after is not None and after.end() - 1 not in starts


def _spans(text: str, words: Sequence[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    """Yield the words of each part of a text that may be a name, with its offsets: the longest part at a word first."""
    for at, (_word, start, _end) in enumerate(words):
        for stop in range(min(len(words), at + _MOST_WORDS_OF_NAME), at, -1):
            *before, (last, _start, end) = words[at:stop]
            beginning = "".join(f"{word} " for word, _, _ in before)
            yield beginning + last, start, end
            if text[:end].lower().endswith(_POSSESSIVE):
                yield beginning + last[:-1], start, end - 2
