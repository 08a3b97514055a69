"""Numbers of the French against those of the English, in figures or in words.

"Un" and "une" are articles more often than a number, and "deux" stands for "both" as well as for "two". So
one is compared only where it stands in figures, and two only where nothing else can be meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kb.i18n import _
from kb.languages import Lang
from kb.translation.checks.citations import blank_citations
from kb.translation.checks.issue import Issue
from kb.translation.checks.symbols import blank_symbols

_EN_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_EN_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_EN_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
                "twelve": "twelfth"}  # fmt: skip
_FR_ONES = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf"
).split()
_FR_TENS = ("vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt")

# "1,000" in English is "1 000" in French, and "0.5" is "0,5".
_FIGURES: dict[Lang, str] = {
    "en": r"\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?",
    "fr": r"\d{1,3}(?:[ \u00a0\u202f.]\d{3})+(?!\d)|\d+(?:[.,]\d+)?",
}
_GROUPS: dict[Lang, str] = {"en": ",", "fr": " \u00a0\u202f."}
_ENDINGS: dict[Lang, str] = {"en": "st|nd|rd|th", "fr": "ers?|[eè]res?|res?|es?|i?[eè]mes?|nde?s?"}

# What says "two" or "none" in other words.
_TWO: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:both|either|neither|twice|doubl\w+|pairs?|couple|half|halves|second|between|each other|"
        r"two\w*)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:deux|deuxièmes?|seconde?s?|plusieurs|doubl\w+|paires?|couples?|autres?|tous|toutes|demi\w*|moitié|"
        r"multiples?)\b",
        re.IGNORECASE,
    ),
}
_NONE: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:zero|no|none|nothing|without|any)\b|n['’]t\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:zéro|nulle?s?|aucune?|rien|sans|pas)\b", re.IGNORECASE),
}
_ONE: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:one|an?|once|first|single|each|only|sole)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:une?s?|premi[eè]re?s?|seule?s?|unique)\b|\bl['’]une?\b", re.IGNORECASE),
}
# The colon, "per cent", "les deux" for "both"; "Third, ..." is "Ensuite, ..." as well.
_NO_NUMBER = re.compile(
    r"""
    \b deux[ -]points\b | \b pour \s cent \b
    | \b (?: [lcd]es | aux | tous | toutes | leurs | ses | nos | vos | d['’]entre ) \s deux \b
    | \b deux \s (?: à | par ) \s deux \b
    | \b (?: second | third | fourth | fifth | sixth | seventh ) (?: ly )? (?=,)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MINUS = str.maketrans({"−": "-", "–": "-", "‑": "-"})


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of a text.

    Attributes:
        figures: those in figures, a sign before them kept, with how often they stand there.
        words: those in words.
    """

    figures: Counter[str]
    words: Counter[str]

    @property
    def all(self) -> Counter[str]:
        return self.figures + self.words


def check_numbers(french: str, english: str) -> Iterator[Issue]:
    """A fault if the French names other numbers than the English; cited rules and symbols aren't looked at."""
    french, english = _bare(french), _bare(english)
    ours, theirs = _numbers(_NO_NUMBER.sub(" ", french), "fr"), _numbers(_NO_NUMBER.sub(" ", english), "en")
    lost = [number for number in theirs.all if number not in ours.all and not _said(number, theirs, french, "fr")]
    more = [number for number in ours.all if number not in theirs.all and not _said(number, ours, english, "en")]
    # "Neuf" is "new" as well.
    more = [number for number in more if not (number == "9" and "9" not in ours.figures and not lost)]
    if not lost and not more:
        # To say a number once more or less is style; once less and another once more is not.
        lost, more = list(_firm(theirs) - _firm(ours)), list(_firm(ours) - _firm(theirs))
        if not (lost and more):
            return
    if lost and more:
        message = _("the English has {lost}, the French {more}", lost=_listed(lost), more=_listed(more))
    elif lost:
        message = _("the French lacks the number {lost}, which the English has", lost=_listed(lost))
    else:
        message = _("the French has the number {more}, which the English lacks", more=_listed(more))
    yield Issue("number-mismatch", message, _listed(more))


def _bare(text: str) -> str:
    return blank_symbols(blank_citations(text)).translate(_MINUS)


def _firm(numbers: _Numbers) -> Counter[str]:
    """The numbers that can be nothing else: all figures, words from three on."""
    words = Counter({number: count for number, count in numbers.words.items() if number not in ("0", "1", "2", "9")})
    return numbers.figures + words


def _said(number: str, numbers: _Numbers, other: str, lang: Lang) -> bool:
    """Whether the other text may say a number in other words, or needn't say it."""
    if number == "1" and not numbers.figures["1"]:
        return True
    if number == "2" and lang == "fr" and numbers.figures["2"]:
        return False
    ways = {"0": _NONE, "1": _ONE, "2": _TWO}.get(number)
    return bool(ways and ways[lang].search(other))


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
    """Figures without what parts them in groups of three, and with a dot before what is less than one."""
    parts = re.split(f"[{_GROUPS[lang]}]", figures)
    grouped = len(parts) > 1 and all(len(part) == 3 for part in parts[1:])
    return "".join(parts) if grouped else figures.replace(",", ".")


@cache
def _grammar(lang: Lang) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the numbers of a language, and what each word is worth, its parts joined by hyphens."""
    values = {word: str(value) for value, words in _words(lang) for word in words}
    spelled = "|".join(word.replace("-", r"[\s-]+") for word in sorted(values, key=len, reverse=True))
    pattern = rf"""
        (?: (?<![\w.,+-]) (?P<sign>[+-]) | (?<![\w.] ) (?<!\d,) d? )
            (?P<figures> {_FIGURES[lang]} ) (?: {_ENDINGS[lang]} )? (?!\w)
        | (?<![^\W\d_]) (?P<word> {spelled} ) (?![^\W\d_])
        """
    return re.compile(pattern, re.VERBOSE | re.IGNORECASE), values


def _words(lang: Lang) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The words for each number from 0 to 100: cardinal and ordinal, singular and plural."""
    for value in range(100):
        for cardinal in _english(value) if lang == "en" else _french(value):
            yield value, (cardinal, *(_english_ordinals(cardinal) if lang == "en" else _french_ordinals(cardinal)))
    yield 100, ("hundred", "hundredth") if lang == "en" else ("cent", "centième")


def _english(value: int) -> tuple[str, ...]:
    if value < 20:
        return (_EN_ONES[value],)
    tens, ones = divmod(value, 10)
    return (_EN_TENS[tens - 2] + (f"-{_EN_ONES[ones]}" if ones else ""),)


def _english_ordinals(cardinal: str) -> tuple[str, ...]:
    head, _hyphen, last = cardinal.rpartition("-")
    ordinal = _EN_ORDINALS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return (f"{head}-{ordinal}" if head else ordinal,)


def _french(value: int) -> tuple[str, ...]:
    if value < 20:
        return (_FR_ONES[value], *(("une",) if value == 1 else ()))
    tens, ones = divmod(value, 10)
    # Seventy is sixty and ten, ninety is eighty and ten.
    ones += 10 if tens in (7, 9) else 0
    head = _FR_TENS[tens - 2]
    if ones == 0:
        return (head, f"{head}s") if tens == 8 else (head,)
    if ones in (1, 11) and tens < 8:
        return (f"{head}-et-{_FR_ONES[ones]}", *((f"{head}-et-une",) if ones == 1 else ()))
    return (f"{head}-{_FR_ONES[ones]}",)


def _french_ordinals(cardinal: str) -> tuple[str, ...]:
    if cardinal in ("un", "une"):
        return ("premier", "première", "premiers", "premières")
    stem = {"cinq": "cinqu", "neuf": "neuv"}.get(cardinal.rpartition("-")[2], "")
    stem = cardinal[: len(cardinal) - 4] + stem if stem else cardinal.removesuffix("e")
    # "Second" isn't among them: "la seconde" is "the latter" as well.
    return (f"{stem}ième", f"{stem}ièmes")


def _listed(numbers: list[str]) -> str:
    return ", ".join(numbers)
