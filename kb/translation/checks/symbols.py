"""Check that the French has the same symbols as the English: {T}, {W/U}, {2/B}, [+1]."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from kb.i18n import _
from kb.translation.checks.issue import Issue
from kb.translation.reminder_texts import have_the_same_reminders, without_reminders

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
# Until Oath of the Gatewatch, one colorless mana was written {1}. Source: rule 107.4c of the edition of this day.
_COLORLESS, _COLORLESS_SINCE = "{C}", date(2016, 1, 22)
MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "‑": "-"})


def check_symbols(french: str, english: str, day: date | None = None) -> Iterator[Issue]:
    """Yield an issue if the symbols of the French and of the English differ, or if their counts differ.

    `day` is the day of the French, if it is known. A symbol may stand in a reminder text of one language only, but a
    reminder text doesn't have other symbols than its counterpart.
    """
    ours, theirs = (Counter(_symbols(text)) for text in (french, english))
    lost = Counter(_symbols(without_reminders(english))) - ours
    added = Counter(_symbols(without_reminders(french))) - theirs
    if not lost and not added and have_the_same_reminders(french, english):
        lost, added = theirs - ours, ours - theirs
        if not (lost and added):
            return
    # A symbol that is a word, such as {CHAOS}, may be written as a word.
    if ours[_WORD_SYMBOL] < theirs[_WORD_SYMBOL]:
        del lost[_WORD_SYMBOL]
    if _is_colorless(lost, added, french, day):
        return
    if lost and added:
        message = _("the English has {lost}, the French has {more} instead", lost=_listed(lost), more=_listed(added))
    elif lost:
        message = _("the French lacks {lost}, which the English has", lost=_listed(lost))
    elif added:
        message = _("the French has {more}, which the English lacks", more=_listed(added))
    else:
        return
    yield Issue("symbol-mismatch", message, " ".join(added))


def _is_colorless(lost: Counter[str], added: Counter[str], french: str, day: date | None) -> bool:
    """True if the French lacks only {C}, and says colorless mana in words, or as it was written before {C}."""
    if set(lost) != {_COLORLESS}:
        return False
    if not added:
        return "incolore" in french.lower()
    generic = sum(int(symbol[1:-1]) * count for symbol, count in added.items() if symbol[1:-1].isdigit())
    only_generic = all(symbol[1:-1].isdigit() for symbol in added)
    return day is not None and day < _COLORLESS_SINCE and only_generic and generic == lost[_COLORLESS]


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
