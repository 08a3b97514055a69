"""Keeps answers small: a language model pays for every character, and clients cut long answers anywhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeVar, cast

from cli.mcp_server.answers import Answer

MAX_CHARACTERS = 4_000
"""The largest size of an answer in characters of JSON, unless more is asked for."""
LEAST_CHARACTERS, MOST_CHARACTERS = 500, 200_000
_CUT = " […]"
_LEAST_TEXT = 80
_Shortened = TypeVar("_Shortened", bound=Answer)


def size_of(value: object) -> int:
    """Return the number of characters of a value as JSON, in the form in which the server sends it."""
    return len(json.dumps(value, ensure_ascii=False, indent=2))


def shorten(answer: _Shortened, most: int, lists: Sequence[str], texts: Sequence[str] = ()) -> _Shortened:
    """Return an answer of at most `most` characters, and say in `left_out` how much is missing.

    Args:
        answer: the answer. It is changed.
        most: the largest size in characters of JSON.
        lists: the fields with lists, the least important first. Their last items are left out first.
        texts: paths of long texts (`rule.text`), the least important first. They are cut if the lists don't suffice.
    """
    content = cast("dict[str, Any]", answer)
    for name in lists:
        items: list[Any] = content[name]
        while items and size_of(content) > most:
            # Half of what is too much at a time; at least one item.
            drop = max(1, min(len(items), (size_of(content) - most) * len(items) // (2 * size_of(items) + 1)))
            del items[-drop:]
            answer["left_out"][name] = answer["left_out"].get(name, 0) + drop
    for path in texts:
        *parents, last = path.split(".")
        holder: Any = content
        for name in parents:
            holder = holder[name] if holder else None
        text = holder[last] if holder else None
        too_much = size_of(content) - most
        if isinstance(text, str) and too_much > 0 and len(text) > _LEAST_TEXT:
            kept = max(_LEAST_TEXT, len(text) - too_much - 60)
            holder[last] = text[:kept].rstrip() + _CUT
            answer["left_out"][path] = len(text) - kept
    return answer
