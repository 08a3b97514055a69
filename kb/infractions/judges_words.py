"""What judges call the infractions: initials (`GRV`), and the words of `data/infractions.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from kb.infractions.infraction import Infraction
from kb.text.folding import fold_words, name_lookup_key

_SMALL_WORDS = frozenset(("a", "an", "and", "at", "of", "the", "to"))


@dataclass(frozen=True, slots=True)
class KnownInfraction:
    """An infraction through all editions, as `data/infractions.toml` describes it.

    Attributes:
        names: its names in the editions.
        words: what judges write instead of a name.
        regular: words of the passage of Judging at Regular about the same error, or () if there is none.
    """

    names: tuple[str, ...]
    words: tuple[str, ...] = ()
    regular: tuple[str, ...] = ()


@cache
def known_infractions() -> tuple[KnownInfraction, ...]:
    """Read `data/infractions.toml`."""
    content = tomllib.loads(resources.files("data").joinpath("infractions.toml").read_text(encoding="utf-8"))
    return tuple(
        KnownInfraction(tuple(each["names"]), tuple(each.get("words", ())), tuple(each.get("regular", ())))
        for each in content["infraction"]
    )


def known_infraction(infraction: Infraction) -> KnownInfraction | None:
    """Return the entry of `data/infractions.toml` for an infraction, or None if it has none."""
    names = {name_key(infraction.name), name_key(infraction.short_title)}
    return next((each for each in known_infractions() if names.intersection(map(name_key, each.names))), None)


def name_key(name: str) -> str:
    """Return the key that all spellings of an infraction's name share: only letters and digits, in lower case."""
    return re.sub(r"[\W_]+", "", name_lookup_key(name))


def initials(name: str) -> frozenset[str]:
    """Return the initials of a name in lower case, with and without its small words: `ftmgs`, `fmgs`."""
    words = re.findall(r"\w+", name_lookup_key(name))
    if len(words) < 2:
        return frozenset()
    return frozenset(
        ("".join(word[0] for word in words), "".join(word[0] for word in words if word not in _SMALL_WORDS))
    )


def has_words(text: str, wanted: Iterable[str]) -> bool:
    """True if a text has all words of one of the wanted phrases, in any order and form."""
    words = {*fold_words(text, "en"), *fold_words(text, "fr")}
    return any(words.issuperset(fold_words(phrase, "en")) or words.issuperset(fold_words(phrase, "fr"))
               for phrase in wanted)  # fmt: skip


def named_by_initials(term: str, infractions: Sequence[Infraction]) -> list[Infraction]:
    """Return the infractions whose initials are the term: with any name that the infraction had in some edition.

    The class may stand before: `GPE-LEC`, `TE: OA`.
    """
    pieces = re.findall(r"\w+", name_lookup_key(term))
    if not pieces or len(pieces) > 2:
        return []
    found = []
    for each in infractions:
        categories = {*initials(each.category), name_key(each.category)}
        if len(pieces) == 1 or pieces[0] in categories:
            known = known_infraction(each)
            names = (each.name, each.short_title, *(known.names if known else ()))
            if any(pieces[-1] in initials(name) for name in names):
                found.append(each)
    return found
