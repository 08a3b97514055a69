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


def differences(old: str, new: str) -> tuple[Stretch, ...]:
    """What stayed, went and came, in reading order; what stayed and went is `old`, what stayed and came is `new`."""
    return tuple(_stretches(_WORDS.findall(old), _WORDS.findall(new)))


def _stretches(old: list[str], new: list[str]) -> Iterator[Stretch]:
    gone: list[str] = []
    come: list[str] = []
    for step, begin, end, begin_now, end_now in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        same = old[begin:end]
        # A blank, or a word between two changes, would break them into shreds.
        if step == "equal" and (gone or come) and end < len(old) and not any(word.strip() for word in same):
            gone += same
            come += same
            continue
        if step == "equal":
            yield from _change(gone, come)
            gone, come = [], []
            yield Stretch("same", "".join(same))
        else:
            gone += same
            come += new[begin_now:end_now]
    yield from _change(gone, come)


def _change(gone: list[str], come: list[str]) -> Iterator[Stretch]:
    if gone:
        yield Stretch("gone", "".join(gone))
    if come:
        yield Stretch("new", "".join(come))
