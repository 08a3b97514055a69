"""Word by word differences between two wordings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

# A token is a run of blanks, a rule number, a word with its apostrophes, or any other single mark.
_TOKEN = re.compile(r"\s+|[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|[^\W_]+(?:['’][^\W_]+)*|[^\s]")


@dataclass(frozen=True, slots=True)
class DiffSegment:
    """A printed passage: in both wordings (`same`), only in the old wording (`gone`), or only in the new (`new`)."""

    kind: Literal["same", "gone", "new"]
    text: str


def word_diff(old: str, new: str, *, typography: bool = True) -> tuple[DiffSegment, ...]:
    """Compare two wordings word by word, and return the segments in reading order.

    The `same` and `gone` segments together are `old`. The `same` and `new` segments together are `new`. If `typography`
    is False, the kinds of quotation marks, dashes and spaces are ignored, and `same` segments have the text of `new`.
    """
    old_tokens, new_tokens = _TOKEN.findall(old), _TOKEN.findall(new)
    old_keys, new_keys = old_tokens, new_tokens
    if not typography:
        from kb.text.normalization import normalize_typography

        old_keys, new_keys = (
            [normalize_typography(token) or " " for token in tokens] for tokens in (old_tokens, new_tokens)
        )
    return tuple(_segments(old_tokens, new_tokens, SequenceMatcher(None, old_keys, new_keys, autojunk=False)))


def section_word_diff(old: str, new: str) -> tuple[DiffSegment, ...]:
    """Compare two wordings in a policy document, whose pages differ in paragraphs and marks.

    The kinds of quotation marks, dashes and spaces count only if nothing else has changed.
    """
    found = word_diff(old, new, typography=False)
    return found if any(each.kind != "same" for each in found) else word_diff(old, new)


def _segments(old: list[str], new: list[str], matcher: SequenceMatcher[str]) -> Iterator[DiffSegment]:
    gone: list[str] = []
    added: list[str] = []
    for step, old_begin, old_end, new_begin, new_end in matcher.get_opcodes():
        same = new[new_begin:new_end]
        # Blanks between two changes are joined to the changes, so that a long change is one segment.
        if step == "equal" and (gone or added) and old_end < len(old) and not any(token.strip() for token in same):
            gone += old[old_begin:old_end]
            added += same
        elif step == "equal":
            yield from _change(gone, added)
            gone, added = [], []
            yield DiffSegment("same", "".join(same))
        else:
            gone += old[old_begin:old_end]
            added += same
    yield from _change(gone, added)


def _change(gone: list[str], added: list[str]) -> Iterator[DiffSegment]:
    if gone:
        yield DiffSegment("gone", "".join(gone))
    if added:
        yield DiffSegment("new", "".join(added))
