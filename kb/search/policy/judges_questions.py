"""The questions of `data/judges_questions.toml`, and the sections of the policy documents that they are about.

`python -m bench.compile_words` writes them in the form that is read here, since reading TOML would take longer than a
search.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from kb.documents import Doc
from kb.search.query_understanding import SEPARATOR
from kb.text.folding import name_lookup_key
from kb.text.stopwords import DATA

_CATEGORY = re.compile(r"^(?:game play error|tournament error|unsporting conduct)\s*[-–—]+\s*", re.IGNORECASE)
# A title may go on in brackets: "A player forgets a triggered ability (one that uses the words ...)".
_IN_BRACKETS = re.compile(r"\s*\(.*", re.DOTALL)


class KnownSection(NamedTuple):
    """A section of a policy document through all editions, and the words of questions about it.

    Attributes:
        doc: the document.
        chapter: the number of its chapter, if sections of several chapters have the title; else "".
        titles: the keys of its titles (`title_key`), the newest one first.
        questions: the folded words of each question in English, except stopwords.
        french: those of each question in French.
        words: the number of questions in English that have each word.
    """

    doc: str
    chapter: str
    titles: tuple[str, ...]
    questions: tuple[tuple[str, ...], ...]
    french: tuple[tuple[str, ...], ...]
    words: Mapping[str, int]

    @property
    def key(self) -> str:
        """The name of the section in the files of learned vectors: `ipg missedtrigger`, `mtr 9 matchstructure`."""
        return section_name(self.doc, self.chapter, self.titles[0])


def section_name(doc: str, chapter: str, title: str) -> str:
    """Return the name of a known section. `title` is the key of its newest title, `chapter` is "" if it needs none."""
    return " ".join(filter(None, (doc, chapter, title)))


def known_section(doc: Doc, title: str | None, chapter: int = 0) -> KnownSection | None:
    """Return the known section of a document with a title, in any spelling. Return None if there is none.

    If sections of several chapters have the title, `chapter` tells which of them is meant.
    """
    if not title:
        return None
    known, key = _by_title(), title_key(title)
    return known.get((doc, str(chapter), key)) or known.get((doc, "", key))


@cache
def _by_title() -> dict[tuple[str, str, str], KnownSection]:
    found: dict[tuple[str, str, str], KnownSection] = {}
    for section in known_sections():
        for title in section.titles:
            found.setdefault((section.doc, section.chapter, title), section)
    return found


@cache
def known_sections() -> tuple[KnownSection, ...]:
    """Return all known sections."""
    lines = (DATA / "compiled" / "judges_questions.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(_known_section(*line.split("\t")) for line in lines)


def _known_section(doc: str, chapter: str, titles: str, *questions: str) -> KnownSection:
    english, french = (tuple(tuple(each.split(" ")) for each in text.split(SEPARATOR) if each) for text in questions)
    words = Counter(word for question in english for word in question)
    return KnownSection(doc, chapter, tuple(titles.split(SEPARATOR)), english, french, words)


def words_of_questions() -> str:
    """Return the words of all questions in English as they are spelt, each once, separated by spaces."""
    return (DATA / "compiled" / "judges_questions_words.txt").read_text(encoding="utf-8")


@lru_cache(maxsize=1 << 10)
def title_key(title: str) -> str:
    """Return the letters and digits of a title, without the category of an infraction and what stands in brackets."""
    bare = _IN_BRACKETS.sub("", without_category(title)) or title
    return re.sub(r"[\W_]+", "", name_lookup_key(bare))


def without_category(title: str) -> str:
    """Return the title of an infraction without its category ("Game Play Error — ")."""
    return _CATEGORY.sub("", title)
