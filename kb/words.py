"""Differences between two wordings, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

# Blanks, a rule number whole, words with their apostrophes, each other mark by itself.
_WORDS = re.compile(r"\s+|[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|[^\W_]+(?:['’][^\W_]+)*|[^\s]")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text that stayed, went or came.

    Attributes:
        kind: what became of it.
        text: as printed.
    """

    kind: Literal["same", "gone", "new"]
    text: str


def differences(old: str, new: str, *, typography: bool = True) -> tuple[Stretch, ...]:
    """What stayed, went and came, in reading order; what stayed and went is `old`, what stayed and came is `new`.

    Args:
        old: the one wording.
        new: the other.
        typography: whether another shape of a quote, a dash or a space is a change; if not, it stays as in `new`.
    """
    words, words_now = _WORDS.findall(old), _WORDS.findall(new)
    if typography:
        return tuple(_stretches(words, words_now, words, words_now))
    from kb.normal import plain

    return tuple(_stretches(words, words_now, *([plain(word) or " " for word in each] for each in (words, words_now))))


def _stretches(old: list[str], new: list[str], told: list[str], told_now: list[str]) -> Iterator[Stretch]:
    """The stretches of two texts.

    Args:
        old: the words of the one.
        new: of the other.
        told: what tells them from each other.
        told_now: the same of the other.
    """
    gone: list[str] = []
    come: list[str] = []
    for step, begin, end, begin_now, end_now in SequenceMatcher(None, told, told_now, autojunk=False).get_opcodes():
        same = new[begin_now:end_now]
        # A blank, or a word between two changes, would break them into shreds.
        if step == "equal" and (gone or come) and end < len(old) and not any(word.strip() for word in same):
            gone += old[begin:end]
            come += same
            continue
        if step == "equal":
            yield from _change(gone, come)
            gone, come = [], []
            yield Stretch("same", "".join(same))
        else:
            gone += old[begin:end]
            come += same
    yield from _change(gone, come)


def _change(gone: list[str], come: list[str]) -> Iterator[Stretch]:
    if gone:
        yield Stretch("gone", "".join(gone))
    if come:
        yield Stretch("new", "".join(come))
