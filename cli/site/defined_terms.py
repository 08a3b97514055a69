"""The defined terms that a text uses: headwords of the glossary that stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.model import GlossaryEntry

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# "If" has an entry, too.
_SHORTEST = 3
_PLURALS = ("s", "es", "x")


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """A headword of the glossary for a template.

    Attributes:
        name: the headword as printed.
        anchor: its anchor on the page of the glossary.
        definition: the first line of its definition.
    """

    name: str
    anchor: str
    definition: str


class DefinedTerms:
    """The headwords of a glossary, to be found in texts in singular and plural."""

    def __init__(self, glossary: Iterable[GlossaryEntry], anchors: Mapping[str, str]) -> None:
        """List the headwords. `anchors` has the anchor of each. Obsolete headwords aren't looked for."""
        self._terms: dict[tuple[str, ...], DefinedTerm] = {}
        for entry in glossary:
            words = _words(entry.term)
            if len(entry.term) >= _SHORTEST and words and not entry.is_obsolete:
                term = DefinedTerm(entry.term, anchors[entry.term], entry.text.partition("\n")[0])
                self._terms.setdefault(words, term)
        self._longest = max(map(len, self._terms), default=0)

    def used_in(self, texts: Iterable[str]) -> list[DefinedTerm]:
        """Return the terms that stand in some texts, by name. Where two terms overlap, the longer one counts."""
        found: dict[str, DefinedTerm] = {}
        for text in texts:
            words = _words(text)
            at = 0
            while at < len(words):
                term, length = self._longest_at(words, at)
                if term is not None:
                    found[term.name] = term
                at += length
        return [found[name] for name in sorted(found, key=str.casefold)]

    def _longest_at(self, words: Sequence[str], at: int) -> tuple[DefinedTerm | None, int]:
        """Return the longest term that begins at a word, and its number of words; if there is none, None and 1."""
        for length in range(min(self._longest, len(words) - at), 0, -1):
            here = tuple(words[at : at + length])
            for form in (here, *(_singular(here, ending) for ending in _PLURALS if here[-1].endswith(ending))):
                if form in self._terms:
                    return self._terms[form], length
        return None, 1


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.replace("’", "'").lower()))


def _singular(words: tuple[str, ...], ending: str) -> tuple[str, ...]:
    return (*words[:-1], words[-1].removesuffix(ending))
