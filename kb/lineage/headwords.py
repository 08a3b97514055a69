"""Matching of the headwords of two consecutive glossaries: which entry continues under another headword.

A headword is a name, so the same headword is the same entry, whatever its text says. Only headwords that one of two
glossaries lacks are matched. The evidence, from the strongest: a person found it (`data/lineages.toml`), the newer
glossary says it ("Totem Armor (Obsolete): Older name for umbra armor"), the names are the same apart from case, signs
and remarks ("Kicker", "Kicker, Kicked"), or the texts are alike apart from the names ("Sealed Deck", "Sealed-Deck").

Guarantees: The functions are pure. An entry has at most one successor and one predecessor.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal

from kb.lineage.assignment import maximum_weight_matching
from kb.lineage.overrides import reviewed_headwords
from kb.model import GlossaryEntry
from kb.text.folding import bare_words
from kb.text.normalization import normalize_template

HeadwordReason = Literal["reviewed", "stated", "name", "text"]

# The share of words that the texts of two entries must have in common in the same order. Entries that share a word of
# their names need less.
_SIMILAR, _SIMILAR_WITH_NAME = 0.75, 0.5
# The weights of a reviewed successor, of a stated one and of the same name. A similarity, which is added, is at most 1.
_REVIEWED, _STATED, _STATED_BY_BOTH, _SAME_NAME = 8.0, 4.0, 1.0, 2.0
# The confidence of a link that a text of the newer glossary states.
_CONFIDENCE_STATED = 0.9
# The most pairs whose texts are compared. Real glossaries have up to 4,200.
_MAX_PAIRS = 40_000
# Beyond that, the most entries of one name that are compared, and the most new entries marked as obsolete.
_MAX_SAME_NAME, _MAX_OBSOLETE = 20, 100
# "Fizzle (Informal)", "Global Enchantment (obsolete)".
_REMARK = re.compile(r"\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class HeadwordLink:
    """An entry of the older glossary, and the entry that continues it in the newer glossary.

    `confidence` is from 0 to 1. If the confidence is below 1, the link is inferred.
    """

    old: str
    new: str
    confidence: float
    reason: HeadwordReason


def match_headwords(gone: Mapping[str, str], added: Mapping[str, str]) -> tuple[HeadwordLink, ...]:
    """Link the entries of two consecutive glossaries, in the order of the older headwords.

    `gone` maps the headwords that only the older glossary has to their texts, `added` those of the newer one.
    """
    olds, news = sorted(gone), sorted(added)
    found: dict[tuple[int, int], HeadwordLink] = {}
    weights: dict[tuple[int, int], float] = {}
    for left, right in _possible(olds, news):
        old, new = olds[left], news[right]
        alike = _similarity(old, gone[old], new, added[new])
        if _names(old) & _names(new):
            weight = _SAME_NAME + (_bare_headword(old) == _bare_headword(new))
            link = HeadwordLink(old, new, 1.0, "name")
        elif alike >= (_SIMILAR_WITH_NAME if _words(old) & _words(new) else _SIMILAR):
            link, weight = HeadwordLink(old, new, round(alike, 2), "text"), 0.0
        else:
            continue
        found[left, right], weights[left, right] = link, weight + alike
    for old, new in _stated_successors(olds, added).items():
        pair = olds.index(old), news.index(new)
        by_both = _STATED_BY_BOTH if _is_named(old, added[new]) else 0.0
        weights[pair] = _STATED + by_both + _similarity(old, gone[old], new, added[new])
        found[pair] = HeadwordLink(old, new, _CONFIDENCE_STATED, "stated")
    for old, new in reviewed_headwords().items():
        if old in gone and new in added:
            pair = olds.index(old), news.index(new)
            weights[pair], found[pair] = _REVIEWED, HeadwordLink(old, new, 1.0, "reviewed")
    return tuple(found[pair] for pair in sorted(maximum_weight_matching(weights).items()))


def _possible(olds: Sequence[str], news: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the indexes of the pairs that are compared: all, or if there are too many, those with a common name."""
    if len(olds) * len(news) <= _MAX_PAIRS:
        yield from product(range(len(olds)), range(len(news)))
        return
    by_name: dict[str, set[int]] = defaultdict(set)
    for right, new in enumerate(news):
        for name in _names(new):
            by_name[name].add(right)
    for left, old in enumerate(olds):
        same = sorted(set().union(*(by_name.get(name, ()) for name in _names(old))))
        yield from ((left, right) for right in same[:_MAX_SAME_NAME])


def _stated_successors(olds: Sequence[str], added: Mapping[str, str]) -> dict[str, str]:
    """Return the new headword that the obsolete entry of an old headword names, if it names only one."""
    obsolete = [(headword, text) for headword, text in added.items() if GlossaryEntry(headword, text).is_obsolete]
    successors: dict[str, str] = {}
    for headword, text in obsolete[:_MAX_OBSOLETE]:
        named = [new for new in added if new != headword and _is_named(new, text)]
        if len(named) == 1:
            successors |= {old: named[0] for old in olds if _continues_name(headword, old)}
    return successors


def _continues_name(headword: str, old: str) -> bool:
    """True if a variant of a headword is the old headword, or begins with it ("Removed-from-the-Game Zone")."""
    return any(f"{name} ".startswith(f"{_bare_headword(old)} ") for name in _names(headword))


def _is_named(headword: str, text: str) -> bool:
    """True if a text has a headword or one of its variants, in singular or plural."""
    return any(f" {name} " in f" {_bare(text)} " for name in _names(headword))


def _similarity(old: str, old_text: str, new: str, new_text: str) -> float:
    """Return the share of words that two entries have in common in the same order, apart from their own names."""
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_similarity(_masked(old, old_text), _masked(new, new_text)))


def _masked(headword: str, text: str) -> Sequence[str]:
    masked = normalize_template(text)
    for name in sorted(GlossaryEntry(headword, "").names, key=len, reverse=True):
        masked = masked.replace(_REMARK.sub("", name).strip().lower(), "~")
    return masked.split()


def _names(headword: str) -> set[str]:
    return {_bare_headword(name) for name in GlossaryEntry(headword, "").names} - {""}


def _words(headword: str) -> set[str]:
    return {word for word in _bare_headword(headword).split() if len(word) > 3}


def _bare_headword(headword: str) -> str:
    return _bare(_REMARK.sub("", headword))


@lru_cache(maxsize=1 << 11)
def _bare(text: str) -> str:
    """Return the words of a text in lower case, without accents, signs and the s of plurals."""
    return " ".join(word.removesuffix("s") for word, _start, _end in bare_words(text))
