"""Check that the French has the same numbers as the English, in figures or in words.

"Un" and "une" are more often articles than numbers, and "deux" means "both" or "two". So the number 1 is compared only
in figures. The number 2 is compared only if the word has no other meaning.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from kb.i18n import _
from kb.languages import Lang
from kb.translation.checks.citations import blank_citations
from kb.translation.checks.issue import Issue
from kb.translation.checks.symbols import MINUS_SIGNS, blank_symbols
from kb.translation.number_words import cardinals, ordinals
from kb.translation.reminder_texts import have_the_same_reminders, without_reminders

# "1,000" in English is "1 000" in French, and "0.5" is "0,5".
_FIGURES: dict[Lang, str] = {
    "en": r"\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?",
    "fr": r"\d{1,3}(?:[ \u00a0\u202f.]\d{3})+(?!\d)|\d+(?:[.,]\d+)?",
}
_GROUP_SEPARATORS: dict[Lang, str] = {"en": ",", "fr": " \u00a0\u202f."}
_ORDINAL_SUFFIXES: dict[Lang, str] = {"en": "st|nd|rd|th", "fr": "ers?|[eè]res?|res?|es?|i?[eè]mes?|nde?s?"}

_HUNDRED: dict[Lang, tuple[str, str]] = {"en": ("hundred", "hundredth"), "fr": ("cent", "centième")}

# Words that may express a small number, even if they aren't number words: "none", "once", "both", "tiers".
_OTHER_WORDS: dict[str, dict[Lang, re.Pattern[str]]] = {
    "0": {
        "en": re.compile(r"\b(?:zero|no|none|nothing|without|any)\b|n['’]t\b", re.IGNORECASE),
        "fr": re.compile(r"\b(?:zéro|nulle?s?|aucune?|rien|sans|pas)\b", re.IGNORECASE),
    },
    "1": {
        "en": re.compile(r"\b(?:one|an?|once|first|single|each|only|sole)\b", re.IGNORECASE),
        "fr": re.compile(r"\b(?:une?s?|premi[eè]re?s?|seule?s?|unique)\b|\bl['’]une?\b", re.IGNORECASE),
    },
    "3": {"en": re.compile(r"\bthirds?\b", re.IGNORECASE), "fr": re.compile(r"\btiers\b", re.IGNORECASE)},
    "4": {"en": re.compile(r"\bquarters?\b", re.IGNORECASE), "fr": re.compile(r"\bquarts?\b", re.IGNORECASE)},
    "2": {
        "en": re.compile(
            r"\b(?:both|either|neither|twice|doubl\w+|pairs?|couple|half|halves|second|between|each other|two\w*|"
            r"postcombat)\b",
            re.IGNORECASE,
        ),
        "fr": re.compile(
            r"\b(?:deux|deuxièmes?|seconde?s?|plusieurs|doubl\w+|paires?|couples?|autres?|tous|toutes|demi\w*|moitié|"
            r"multiples?|n['’]importe quel nombre)\b",
            re.IGNORECASE,
        ),
    },
}
# "Lose life equal to the number of Zombies" is "lose 1 life for each Zombie".
_EACH: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"\bequal to\b|\bfor each\b", re.IGNORECASE),
    "fr": re.compile(r"\bégale?s? (?:à|au)\b|\bpour chaque\b", re.IGNORECASE),
}
# Phrases whose number words aren't numbers: "deux-points" (colon), "pour cent", "les deux" (both), "Third, ...".
_NO_NUMBER = re.compile(
    r"""
    \b deux[ -]points\b | \b pour \s cent \b
    | \b (?: [lcd]es | aux | tous | toutes | leurs | ses | nos | vos | d['’]entre ) \s deux \b
    | \b deux \s (?: à | par ) \s deux \b
    | \b (?: second | third | fourth | fifth | sixth | seventh ) (?: ly )? (?=,)
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of a text, with their counts: numbers in figures, with their sign, and numbers in words."""

    figures: Counter[str]
    words: Counter[str]

    @property
    def all(self) -> Counter[str]:
        return self.figures + self.words

    @property
    def unambiguous(self) -> Counter[str]:
        """All numbers in figures, and all numbers in words above two except nine ("neuf" also means "new")."""
        words = {number: count for number, count in self.words.items() if number not in ("0", "1", "2", "9")}
        return self.figures + Counter(words)


def check_numbers(french: str, english: str) -> Iterator[Issue]:
    """Yield an issue if the French has other numbers than the English. Ignore cited rules and symbols.

    A number may stand in a reminder text of one language only, but a reminder text doesn't have other numbers than its
    counterpart.
    """
    outside = [_without_symbols(without_reminders(text)) for text in (french, english)]
    same_reminders = have_the_same_reminders(french, english)
    french, english = _without_symbols(french), _without_symbols(english)
    ours, theirs = _read(french, "fr"), _read(english, "en")
    our_part, their_part = _read(outside[0], "fr"), _read(outside[1], "en")

    def differences(in_french: Iterable[str], in_english: Iterable[str]) -> tuple[list[str], list[str]]:
        lost = [each for each in in_english if each not in ours.all and not _is_said(each, theirs, french, "fr")]
        added = [each for each in in_french if each not in theirs.all and not _is_said(each, ours, english, "en")]
        # An added nine is ignored if it is in words: "neuf" also means "new".
        return lost, [each for each in added if not (each == "9" and "9" not in ours.figures and not lost)]

    lost, added = differences(our_part.all, their_part.all)
    if not lost and not added and same_reminders:
        lost, added = differences(ours.all, theirs.all)
        lost, added = (lost, added) if lost and added else ([], [])
    if not lost and not added:
        # Repeating a number, or omitting a repetition, is style. A different number is an error.
        lost = list(their_part.unambiguous - ours.unambiguous)
        added = list(our_part.unambiguous - theirs.unambiguous)
        if not (lost and added):
            return
    if lost and added:
        message = _("the English has {lost}, the French {more}", lost=", ".join(lost), more=", ".join(added))
    elif lost:
        message = _("the French lacks the number {lost}, which the English has", lost=", ".join(lost))
    else:
        message = _("the French has the number {more}, which the English lacks", more=", ".join(added))
    yield Issue("number-mismatch", message, ", ".join(added))


def _without_symbols(text: str) -> str:
    return blank_symbols(blank_citations(text)).translate(MINUS_SIGNS)


def _is_said(number: str, numbers: _Numbers, other: str, lang: Lang) -> bool:
    """True if the text `other`, in the language `lang`, may express the number in other words or omit the number."""
    if number == "1" and (not numbers.figures["1"] or _EACH[lang].search(other)):
        return True
    if number == "2" and lang == "fr" and numbers.figures["2"]:
        return False
    return number in _OTHER_WORDS and _OTHER_WORDS[number][lang].search(other) is not None


def _read(text: str, lang: Lang) -> _Numbers:
    return _numbers(_NO_NUMBER.sub(" ", text), lang)


def _numbers(text: str, lang: Lang) -> _Numbers:
    figures: Counter[str] = Counter()
    words: Counter[str] = Counter()
    pattern, values = _grammar(lang)
    for match in pattern.finditer(text):
        if match["word"]:
            words[values[re.sub(r"[\s-]+", "-", match["word"].lower())]] += 1
        else:
            figures[(match["sign"] or "") + _value(match["figures"], lang)] += 1
    return _Numbers(figures, words)


def _value(figures: str, lang: Lang) -> str:
    """Return a number in figures without group separators, and with a decimal point."""
    parts = re.split(f"[{_GROUP_SEPARATORS[lang]}]", figures)
    grouped = len(parts) > 1 and all(len(part) == 3 for part in parts[1:])
    return "".join(parts) if grouped else figures.replace(",", ".")


@cache
def _grammar(lang: Lang) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a language's number pattern, and the value of each number word (with hyphens between its parts)."""
    names = ((value, cardinal) for value in range(100) for cardinal in cardinals(value, lang))
    values = {word: str(value) for value, name in names for word in (name, *ordinals(name, lang))}
    values |= dict.fromkeys(_HUNDRED[lang], "100")
    spelled = "|".join(word.replace("-", r"[\s-]+") for word in sorted(values, key=len, reverse=True))
    pattern = rf"""
        (?: (?<![\w.,+-]) (?P<sign>[+-]) | (?<![\w.] ) (?<!\d,) d? )
            (?P<figures> {_FIGURES[lang]} ) (?: {_ORDINAL_SUFFIXES[lang]} )? (?!\w)
        | (?<![^\W\d_]) (?P<word> {spelled} ) (?![^\W\d_])
        """
    return re.compile(pattern, re.VERBOSE | re.IGNORECASE), values
