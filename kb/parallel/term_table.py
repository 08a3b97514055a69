"""The table of the terms: the names of both languages, what they rest on, and where the cards say something else.

The names are those of `data/terms.toml`, and the keywords, types, counters, zones and steps that the rules of a day or
the cards have and that file lacks.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

from kb.model import Rule
from kb.parallel.term_evidence import CardEvidence, CardName
from kb.parallel.term_kinds import TERM_KINDS, TermKind, kinds_by_name, name_key, named_by_rules
from kb.terms.bilingual_terms import Term, game_vocabulary
from kb.text.folding import fold_words
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
        kinds: what the name is the name of.
        listed: the terms of the list with this name. A name may be that of several terms: counter.
        verdict: what the cards say.
        ours: the evidence for the name of the list that most cards have, or None.
        cards: the name that the cards clearly have, or None.
        of: the number of cards with French that have the English name.
    """

    en: str
    kinds: tuple[TermKind, ...]
    listed: tuple[ListedTerm, ...]
    verdict: Verdict
    ours: CardName | None
    cards: CardName | None
    of: int


def listed_terms() -> tuple[ListedTerm, ...]:
    """Return the terms of `data/terms.toml` with what they rest on."""
    return tuple(
        ListedTerm(term, rests_on, why)
        for term, (rests_on, why) in zip(game_vocabulary(), _compiled("term_evidence.json"), strict=True)
    )


def listed_templates() -> tuple[ListedTerm, ...]:
    """Return the phrases of cards that `data/terms.toml` lists, with what they rest on.

    They aren't terms: neither a search nor the checks of the French look for them.
    """
    return tuple(
        ListedTerm(Term(en, fr, tuple(also), source=rule), rests_on, why)
        for en, fr, also, rule, rests_on, why in _compiled("templates.json")
    )


def _compiled(name: str) -> Any:
    return json.loads(files("data").joinpath("compiled", name).read_text(encoding="utf-8"))


def keyword_abilities(rules: Sequence[Rule]) -> tuple[str, ...]:
    """Return the keyword abilities of an edition, and those of the list that stand under another heading: megamorph."""
    named = [keyword.name for keyword in find_keywords(rules) if keyword.kind == "ability"]
    listed = [each.term.en for each in listed_terms() if each.term.source.startswith("702.")]
    return tuple(dict.fromkeys(name.replace("’", "'").removesuffix("!").lower() for name in (*named, *listed)))


def compare_with_cards(rules: Sequence[Rule], evidence: CardEvidence) -> tuple[TermRow, ...]:
    """Return a row for each name of the list and of the templates, and each other name of the rules and the cards."""
    named = tuple(named_by_rules(rules, evidence.counters))
    kinds = kinds_by_name(named)
    listed: dict[str, list[ListedTerm]] = defaultdict(list)
    for each in listed_terms():
        listed[name_key(each.term.en)].append(each)
    others = {name_key(name): name for name, _kind in named}
    names = [*listed, *(key for key in others if key not in listed)]
    rows = []
    for key in names:
        same = tuple(listed.get(key, ()))
        longer = [name for name in names if f" {key} " in f" {name} " and name != key]
        en = same[0].term.en if same else others[key]
        rows.append(_row(en, same, kinds.get(key) or _listed_kinds(same), evidence, longer))
    return (*rows, *(_row(each.term.en, (each,), ("template",), evidence) for each in listed_templates()))


def _listed_kinds(listed: Iterable[ListedTerm]) -> tuple[TermKind, ...]:
    """Return the kinds of names that the rules of the day lack, by the section that the list names."""
    sections = {each.term.source.partition(".")[0] for each in listed}
    known: dict[str, TermKind] = {"701": "keyword-action", "702": "keyword-ability"}
    return tuple(kind for section, kind in known.items() if section in sections) or ("other",)


def count_by_kind(rows: Iterable[TermRow]) -> dict[TermKind, Mapping[Verdict, int]]:
    """Count the verdicts of the names of each kind. A name with several kinds counts in each."""
    found: dict[TermKind, Counter[Verdict]] = {kind: Counter() for kind in TERM_KINDS}
    for row in rows:
        for kind in row.kinds:
            found[kind][row.verdict] += 1
    return {kind: counts for kind, counts in found.items() if counts}


def _row(
    en: str,
    listed: tuple[ListedTerm, ...],
    kinds: tuple[TermKind, ...],
    evidence: CardEvidence,
    longer: Sequence[str] = (),
) -> TermRow:
    """Return the row of a name. `longer` are the names that contain it."""
    names = {name for each in listed for name in each.term.names("fr")}
    supported = [found for name in sorted(names) if (found := evidence.support(en, name))]
    ours = max(supported, key=lambda each: each.cards, default=None)
    # An ability word is a common word elsewhere: "Ajani, Valiant Protector" isn't valiant.
    is_other_word = kinds == ("ability-word",) and not evidence.stands_alone(en)
    if not ours and (is_other_word or not evidence.cards_with(en, longer)):
        return TermRow(en, kinds, listed, "nothing", None, None, 0)
    best = evidence.best_name(en)
    of = max([evidence.cards_with(en), *(each.of for each in (best, ours) if each)])
    return TermRow(en, kinds, listed, _verdict(listed, ours, best, names), ours, best, of)


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
