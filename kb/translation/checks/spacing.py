"""Check of the spaces in the French: around « » : ; ? !, within words, before a comma.

French puts a no-break space (U+00A0, or the narrow U+202F) between a word and any of « » : ; ? !. Pages don't keep the
kind of a space, so any kind is accepted. Only a missing or superfluous space is an issue.

Source: Lexique des règles typographiques en usage à l'Imprimerie nationale, "Ponctuation".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.i18n import _, mark_message
from kb.translation.checks.issue import Issue, excerpt_around

# Marks that aren't punctuation of a sentence: marks in addresses, HTML entities, mana symbols, times, proportions, C++.
_NO_SENTENCE = re.compile(
    r"""
    (?: https?:// | www\. | mailto: ) \S+
    | [\w.+-]+@[\w-]+\.[\w.]+
    | & \#?\w+ ;
    | \{ [^{}\n]{1,20} \}
    | \d+ (?: : \d+ )+
    | ::
    """,
    re.VERBOSE,
)

_NO_SPACE_BEFORE = mark_message("no space before “{mark}”: {words}")
_NO_SPACE_AFTER = mark_message("no space after “{mark}”: {words}")
_BROKEN_WORD = mark_message("a word broken at its hyphen: {words}")
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (_NO_SPACE_AFTER, re.compile(r"«(?=[^\s])")),
    (_NO_SPACE_BEFORE, re.compile(r"(?<=[\w.,:;?!)\]»])«")),
    (_NO_SPACE_BEFORE, re.compile(r"(?<=[^\s])»")),
    (_NO_SPACE_AFTER, re.compile(r"»(?=[\w«(\[])")),
    # A second mark needs no space before it (?!, !!). A ? or ! in a word isn't checked: it replaces a lost character.
    (_NO_SPACE_BEFORE, re.compile(r"(?<=[^\s«(\[:;?!.…])[:;?!](?![\w])|(?<=[\w»)\]}’'”\"])[:;](?=\w)")),
    (_NO_SPACE_AFTER, re.compile(r"(?<=\s)[:;?!](?=\w)|(?<=\w)[,;](?=[^\W\d_])")),
    (mark_message("a space before “{mark}”: {words}"), re.compile(r"(?<=\S)\s+(?:,(?!\d)|\.(?![.\w]))")),
    (mark_message("two spaces: {words}"), re.compile(r"(?<=[^\s.?!»…])[^\S\n]{2,}(?=\S)")),
    # In "pré- et post-combat", a space may follow the first hyphen, because the word "combat" is left out.
    (_BROKEN_WORD, re.compile(r"(?<=[^\W\d_])[-‐‑]\s+(?!(?:et|ou|puis|ni|à|voire)\b)(?=[^\W\d_])")),
    (
        _BROKEN_WORD,
        re.compile(
            r"\b(?:sous|non|peut|demi|quasi|contre|celui|celle|ceux|celles|lui|elle|eux|soi)\s[-‐‑]\s?(?=[^\W\d_])",
            re.IGNORECASE,
        ),
    ),
    (
        mark_message("a space after an apostrophe: {words}"),
        re.compile(r"\b(?:[ldnsjmtc]|qu|jusqu|lorsqu|puisqu)['’]\s+(?=[^\W\d_])", re.IGNORECASE),
    ),
)


def check_spacing(text: str, english: str = "") -> Iterator[Issue]:
    """Yield the issues with spaces in a French text, in order.

    Names from the base wording keep their English spacing ("Magic: The Gathering", "Start Your Engines!").
    """
    plain = _NO_SENTENCE.sub(lambda match: "0" * len(match.group()), text)
    # Missing spaces before and after the same mark are one issue.
    found: dict[int, Issue] = {}
    for message, pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            if not _is_in_name(text, match.start(), english):
                words = excerpt_around(text, match.start(), match.end())
                one_line = words.replace("\n", " ")
                issue = Issue("spacing", _(message, mark=match.group().strip(), words=one_line), words)
                found.setdefault(match.start(), issue)
    yield from (found[at] for at in sorted(found))


_NAME_BEFORE = re.compile(r"[\w'’-]+(?:\s[\w'’-]+)?\Z")
_NAME_AFTER = re.compile(r".\s[\w'’-]+")
_TITLE = "Magic: The Gathering"


def _is_in_name(text: str, at: int, english: str) -> bool:
    """True if a mark belongs to an English name: the English has the mark with the same words around it."""
    if text[at] not in ":?!":
        return False
    before = _NAME_BEFORE.search(text, max(0, at - 60), at)
    after = _NAME_AFTER.match(text, at)
    start = before.start() if before else at
    whole = text[start : after.end() if after else at + 1]
    name = text[start : at + 1]
    if text[at] != ":" and " " in name.strip() and name.strip() in english:
        return True
    tail = whole.split(maxsplit=1)[-1] if whole.count(" ") > 1 else whole
    return bool(after) and (tail in english or tail in _TITLE)
