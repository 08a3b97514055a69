"""The table of the terms: the names of both languages, what they rest on, and where the cards say something else.

The names are those of `data/terms.toml`, and the keywords, types, counters, zones and steps that the rules of a day or
the cards have and that file lacks.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from kb.model import Rule
from kb.parallel.term_evidence import CardEvidence, CardName
from kb.terms.bilingual_terms import Term, game_vocabulary
from kb.text.folding import fold_without_stemming, fold_words
from kb.text.keywords import find_keywords

Verdict = Literal["agrees", "differs", "decided", "silent", "unclear", "nothing"]
"""What the cards say about the list's name of a term.

`agrees`: the cards have the name. `differs`: the cards clearly have another one. `decided`: they have another one, and
the list says why it keeps its own. `silent`: the cards have a name, and the list has none. `unclear`: the cards have
the English name, and don't clearly have a French one. `nothing`: no card with French has the English name.
"""

VERDICTS: tuple[Verdict, ...] = ("differs", "decided", "silent", "agrees", "unclear", "nothing")

# The list's names agree with the cards if they have at least this share of the cards of the most frequent name.
_AGREES = 0.5
_TURN_AND_ZONES = ("zone", "step", "phase")


@dataclass(frozen=True, slots=True)
class ListedTerm:
    """A term of `data/terms.toml`.

    Attributes:
        term: its names. The source of a term that only cards have is `cards`.
        rests_on: what the French rests on: `cards 57, 2008-2021`, `rules text 306.5d` or `nothing yet`.
        why: the reason of a decision between two names, or "".
    """

    term: Term
    rests_on: str
    why: str


@dataclass(frozen=True, slots=True)
class TermRow:
    """An English name beside the cards.

    Attributes:
        en: the English name.
        listed: the terms of the list with this name. A name may be that of several terms: counter.
        verdict: what the cards say.
        ours: the evidence for the name of the list that most cards have, or None.
        cards: the name that the cards clearly have, or None.
        of: the number of cards with French that have the English name.
    """

    en: str
    listed: tuple[ListedTerm, ...]
    verdict: Verdict
    ours: CardName | None
    cards: CardName | None
    of: int


def listed_terms() -> tuple[ListedTerm, ...]:
    """Return the terms of `data/terms.toml` with what they rest on."""
    rows = json.loads(files("data").joinpath("compiled", "term_evidence.json").read_text(encoding="utf-8"))
    return tuple(ListedTerm(term, rests_on, why) for term, (rests_on, why) in zip(game_vocabulary(), rows, strict=True))


def subtypes() -> tuple[str, ...]:
    """Return the subtypes of the newest edition (205.3) but planar types, which aren't printed on cards of a deck."""
    words = json.loads(files("data").joinpath("compiled", "card_words.json").read_text(encoding="utf-8"))
    return tuple(name for kind, names in words["subtypes"].items() if kind != "planar" for name in names)


def keyword_abilities(rules: Sequence[Rule]) -> tuple[str, ...]:
    """Return the keyword abilities of an edition, and those of the list that stand under another heading: megamorph."""
    named = [keyword.name for keyword in find_keywords(rules) if keyword.kind == "ability"]
    listed = [each.term.en for each in listed_terms() if each.term.source.startswith("702.")]
    return tuple(dict.fromkeys(name.replace("’", "'").removesuffix("!").lower() for name in (*named, *listed)))


def names_of_rules(rules: Sequence[Rule], evidence: CardEvidence) -> Iterator[str]:
    """Yield the keywords, subtypes, counters, zones, steps and phases of the rules and the cards, in lower case."""
    yield from (keyword.name.replace("’", "'").lower() for keyword in find_keywords(rules))
    yield from (name.lower() for name in subtypes())
    yield from evidence.counters
    for rule in rules:
        if rule.number.kind == "section" and rule.text.lower().removesuffix("s").endswith(_TURN_AND_ZONES):
            yield rule.text.lower().removesuffix("s")


def compare_with_cards(names: Iterable[str], evidence: CardEvidence) -> tuple[TermRow, ...]:
    """Return a row for each name of the list and each other name, in this order."""
    listed: dict[str, list[ListedTerm]] = defaultdict(list)
    for each in listed_terms():
        listed[_key(each.term.en)].append(each)
    rows = [_row(terms[0].term.en, tuple(terms), evidence) for terms in listed.values()]
    others = {_key(name): name for name in names}
    return (*rows, *(_row(name, (), evidence) for key, name in others.items() if key not in listed))


def _row(en: str, listed: tuple[ListedTerm, ...], evidence: CardEvidence) -> TermRow:
    of = evidence.cards_with(en)
    if not of:
        return TermRow(en, listed, "nothing", None, None, 0)
    best = evidence.best_name(en)
    names = {name for each in listed for name in each.term.names("fr")}
    supported = [found for name in sorted(names) if (found := evidence.support(en, name))]
    ours = max(supported, key=lambda each: each.cards, default=None)
    return TermRow(en, listed, _verdict(listed, ours, best, names), ours, best, of)


def _verdict(
    listed: Sequence[ListedTerm], ours: CardName | None, best: CardName | None, names: Iterable[str]
) -> Verdict:
    if not listed:
        return "silent" if best else "unclear"
    if best is None or _is_part_of_one(best.fr, names):
        return "agrees" if ours else "unclear"
    if ours and ours.cards >= _AGREES * best.cards:
        return "agrees"
    return "decided" if any(each.why for each in listed) else "differs"


def _is_part_of_one(fr: str, names: Iterable[str]) -> bool:
    """True if a French name is one of some names, or a part of one: "hasard" of "au hasard"."""
    words = fold_words(fr, "fr")
    return any(
        words == other[at : at + len(words)]
        for other in (fold_words(name, "fr") for name in names)
        for at in range(len(other) - len(words) + 1)
    )


def _key(name: str) -> str:
    return " ".join(fold_without_stemming(name, "en"))
