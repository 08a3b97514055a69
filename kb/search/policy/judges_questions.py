"""The questions of `data/judges_questions.toml`, and the sections of the policy documents that they are about.

`python -m bench.compile_words` writes them in the form that is read here, since reading TOML would take longer than a
search.
"""

from __future__ import annotations

import re
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
        titles: the keys of its titles (`title_key`), the newest one first.
        words: the folded words of the questions, except stopwords, each with the number of questions that have it.
    """

    doc: str
    titles: tuple[str, ...]
    words: tuple[tuple[str, int], ...]

    @property
    def key(self) -> str:
        """The name of the section in the files of learned vectors: `ipg missedtrigger`."""
        return f"{self.doc} {self.titles[0]}"


def known_section(doc: Doc, title: str | None) -> KnownSection | None:
    """Return the known section of a document with a title, in any spelling. Return None if there is none."""
    return _by_title().get((doc, title_key(title))) if title else None


@cache
def _by_title() -> dict[tuple[str, str], KnownSection]:
    found: dict[tuple[str, str], KnownSection] = {}
    for line in (DATA / "compiled" / "judges_questions.tsv").read_text(encoding="utf-8").splitlines():
        doc, titles, words = line.split("\t")
        counted = (each.rpartition(":") for each in words.split(" "))
        section = KnownSection(
            doc, tuple(titles.split(SEPARATOR)), tuple((word, int(count)) for word, _, count in counted)
        )
        for title in section.titles:
            found.setdefault((section.doc, title), section)
    return found


@lru_cache(maxsize=1 << 10)
def title_key(title: str) -> str:
    """Return the letters and digits of a title, without the category of an infraction and what stands in brackets."""
    bare = _IN_BRACKETS.sub("", without_category(title)) or title
    return re.sub(r"[\W_]+", "", name_lookup_key(bare))


def without_category(title: str) -> str:
    """Return the title of an infraction without its category ("Game Play Error — ")."""
    return _CATEGORY.sub("", title)
