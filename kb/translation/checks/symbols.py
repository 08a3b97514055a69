"""Check that the French has the same symbols as the English: {T}, {W/U}, {2/B}, [+1]."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kb.i18n import _
from kb.translation.checks.issue import Issue

_SYMBOL = re.compile(
    r"""
    \{ \s? (?P<mana> [^{}\n]{1,24}? ) \s? \}
    | \[ \s? (?P<loyalty> [-+−–‑]? \s? (?: \d{1,2} | [NXYZ] ) ) \s? \]
    # Cards and some pages print the cost of a loyalty ability without brackets.
    | ^ (?P<bare> [-+−–‑] (?: \d{1,2} | [NXYZ] ) | 0 ) (?= [ \u00a0\u202f]? : \s )
    """,
    re.VERBOSE | re.MULTILINE,
)

# Editions of 2003 print {oT}. Earlier editions print {Tap}.
_OLD_PREFIX = re.compile(r"\Ao(?=[\dA-Z])")
_WORD = re.compile(r"[^\W\d_]{3,}")
_WORD_SYMBOL = "{…}"
MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "‑": "-"})


def check_symbols(french: str, english: str) -> Iterator[Issue]:
    """Yield an issue if the symbols of the French and of the English differ, or if their counts differ."""
    ours, theirs = (Counter(_symbols(text)) for text in (french, english))
    # A symbol that is a word, such as {CHAOS}, may be written as a word.
    if ours[_WORD_SYMBOL] < theirs[_WORD_SYMBOL]:
        del theirs[_WORD_SYMBOL], ours[_WORD_SYMBOL]
    lost, added = theirs - ours, ours - theirs
    if lost and added:
        message = _("the English has {lost}, the French has {more} instead", lost=_listed(lost), more=_listed(added))
    elif lost:
        message = _("the French lacks {lost}, which the English has", lost=_listed(lost))
    elif added:
        message = _("the French has {more}, which the English lacks", more=_listed(added))
    else:
        return
    yield Issue("symbol-mismatch", message, " ".join(added))


def blank_symbols(text: str) -> str:
    """Replace the symbols of a text by spaces, keeping its length."""
    return _SYMBOL.sub(lambda match: " " * len(match.group()), text)


def _symbols(text: str) -> Iterator[str]:
    """Yield the symbols of a text in a standard form without words, so that {LEVEL 1-3} equals {NIVEAU 1-3}."""
    for match in _SYMBOL.finditer(text):
        if loyalty := match["loyalty"] or match["bare"]:
            yield f"[{loyalty.translate(MINUS_SIGNS).replace(' ', '')}]"
            continue
        inside = _OLD_PREFIX.sub("", match["mana"]).translate(MINUS_SIGNS).upper()
        yield "{T}" if inside == "TAP" else f"{{{_WORD.sub('…', inside)}}}"


def _listed(symbols: Counter[str]) -> str:
    return ", ".join(symbol if count == 1 else f"{symbol} (×{count})" for symbol, count in symbols.items())
