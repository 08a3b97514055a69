"""What a line sets aside before it is parsed: reminder text (207.2a), ability words and flavor words (207.2c)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_REMINDER = re.compile(r"\([^()]*\)")
_ABILITY_WORD = re.compile(r"(?P<word>[A-Z][^—.:,{}\"•]{1,48}?(?:, [A-Z][^—.:,{}\"•]{1,30})?!?) — (?=[A-Z{~])")
_NO_ABILITY_WORD = re.compile(
    r"(?:Choose|LEVEL|[IVX]+(?:, [IVX]+)*$|If |When|At |As |You |For each |Each |Then |[0-9])"
    r"|.*\b(?:chooses?|one|two) $"
)


@dataclass(frozen=True, slots=True)
class PreparedLine:
    """A line whose set-aside text is replaced by spaces, so that offsets stay.

    Attributes:
        text: the rest of the line.
        ability_word: the word before the dash, or empty.
        reminder: the texts in parentheses, without them.
    """

    text: str
    ability_word: str
    reminder: tuple[str, ...]


def prepare_line(line: str, ability_words: frozenset[str], keywords: frozenset[str]) -> PreparedLine:
    """Set reminder text and ability word of a line aside.

    Args:
        line: the line as printed.
        ability_words: the ability words of the rules, folded.
        keywords: the keyword abilities of the rules, folded; a keyword before a dash is kept.
    """
    reminder = tuple(match[0][1:-1] for match in _REMINDER.finditer(line))
    bare = _REMINDER.sub(lambda match: " " * len(match[0]), line)
    match = _ABILITY_WORD.match(bare)
    if match is None:
        return PreparedLine(bare, "", reminder)
    word = match["word"].lower().replace("’", "'")
    if word not in ability_words and (word in keywords or _NO_ABILITY_WORD.match(match["word"])):
        return PreparedLine(bare, "", reminder)
    return PreparedLine(" " * match.end() + bare[match.end() :], match["word"], reminder)
