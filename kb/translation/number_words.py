"""Number words of both languages."""

from __future__ import annotations

from kb.languages import Lang

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


def cardinals(value: int, lang: Lang) -> tuple[str, ...]:
    """Return the cardinals of a number below 100 in all inflections, with their parts joined by hyphens."""
    tens, ones = divmod(value, 10)
    if lang == "en":
        return (_EN_ONES[value] if value < 20 else _EN_TENS[tens - 2] + (f"-{_EN_ONES[ones]}" if ones else ""),)
    if value < 20:
        return (_FR_ONES[value], *(("une",) if value == 1 else ()))
    # Seventy is sixty and ten, ninety is eighty and ten.
    ones += 10 if tens in (7, 9) else 0
    head = _FR_TENS[tens - 2]
    if ones == 0:
        return (head, f"{head}s") if tens == 8 else (head,)
    if ones in (1, 11) and tens < 8:
        return (f"{head}-et-{_FR_ONES[ones]}", *((f"{head}-et-une",) if ones == 1 else ()))
    return (f"{head}-{_FR_ONES[ones]}",)


def ordinals(cardinal: str, lang: Lang) -> tuple[str, ...]:
    """Return the ordinals of a cardinal in all inflections.

    The French "second" is left out: "la seconde" also means "the latter".
    """
    if lang == "en":
        head, hyphen, last = cardinal.rpartition("-")
        ordinal = _EN_ORDINALS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
        return (head + hyphen + ordinal,)
    if cardinal in ("un", "une"):
        return ("premier", "première", "premiers", "premières")
    stem = {"cinq": "cinqu", "neuf": "neuv"}.get(cardinal.rpartition("-")[2], "")
    stem = cardinal[: len(cardinal) - 4] + stem if stem else cardinal.removesuffix("e")
    return (f"{stem}ième", f"{stem}ièmes")
