"""The title that stands beside a citation of a policy document: `MTR 4.2 (Tournament Shortcuts)`.

A title counts only if it is set off: it begins with a capital letter directly behind or before the number, and a mark
or the end of the text follows it. Titles of one word must be in brackets or quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from kb.citations.policy_sections import title_words
from kb.citations.surroundings import Surroundings

# In words. The longest title has twelve.
_MAX_WORDS = 14
_WORD = re.compile(r"[^\s–—()\[\]“”\"«»,.;:!?]+")
_LEADS_IN = re.compile(r"(?P<opens>[\s:,]*[(\[“\"«][\s]?)|[\s]?(?:[:–—-]|,)?[\s]")
_OPENS = re.compile(r"[(\[“\"«]\s?\Z")
_ENDS = re.compile(r"\s*(?:[)\]”\"».,;:!?]|\Z)")
_LEADS_BACK = re.compile(r"\s*[(\[–—:,-]\s*\Z")


def title_beside(around: Surroundings, titles: Collection[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return the words of the title directly behind a citation or before it, or None if there is none of `titles`."""
    return _behind(around.after, titles) or _before(around.before, titles)


def _behind(text: str, titles: Collection[tuple[str, ...]]) -> tuple[str, ...] | None:
    match = _LEADS_IN.match(text)
    if match is None or not text[match.end() :][:1].isupper():
        return None
    found = None
    words = list(_WORD.finditer(text, match.end()))[:_MAX_WORDS]
    for count, word in enumerate(words, 1):
        if not _ENDS.match(text, word.end()):
            continue
        title = title_words(text[match.end() : word.end()])
        if title in titles and (count > 1 or match["opens"]):
            found = title
    return found


def _before(text: str, titles: Collection[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return the title that ends where a bracket or a dash leads to the citation: `Tournament Shortcuts (MTR 4.2)`."""
    match = _LEADS_BACK.search(text)
    if match is None:
        return None
    words = list(_WORD.finditer(text, 0, match.start()))[-_MAX_WORDS:]
    for place in range(len(words) - 1):  # the longest title first; one word alone is no title here
        title = title_words(text[words[place].start() : match.start()])
        if title in titles and words[place].group()[:1].isupper():
            return title
    return None
