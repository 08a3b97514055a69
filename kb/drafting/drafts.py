"""The drafter of a knowledge base, and the drafts of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from kb.cards.library.database import open_library
from kb.drafting.dictionary import Dictionary
from kb.drafting.draft import Draft, Drafter
from kb.drafting.learned import learn
from kb.drafting.parallel_text import sentence_pairs, split_sentences
from kb.errors import NotFound
from kb.parallel.card_lines import LinePair, pair_lines
from kb.storage.store import Store
from kb.terms.bilingual_terms import everyday_words, load_term_base
from kb.text.normalization import normalize_template
from kb.translation.exchange.units import TranslationUnit, units_of_pair
from kb.translation.rule_pair import RulePair


def load_drafter(store: Store, as_of: date, home: Path, pairs: Iterable[RulePair]) -> Drafter:
    """Return the drafter that knows the French of a day: that of the rules `pairs`, the cards, and the terms.

    Without a card library, only the rules and the terms count.
    """
    return make_drafter(store, as_of, _card_lines(home), pairs)


def make_drafter(store: Store, as_of: date, lines: Iterable[LinePair], pairs: Iterable[RulePair]) -> Drafter:
    """Return the drafter that knows some lines of cards, the French of some rules, and the terms."""
    terms = load_term_base(store, as_of).all
    dictionary = Dictionary(terms, everyday_words())
    learned = learn(sentence_pairs(lines, pairs, dictionary.compounds), dictionary.french())
    titles = {term.en.lower(): term.fr for term in reversed(terms)}
    return Drafter(learned, dictionary, titles)


def _card_lines(home: Path) -> tuple[LinePair, ...]:
    try:
        with open_library(home) as library:
            return tuple(pair_lines(library.bilingual_faces()))
    except NotFound:
        return ()


def unit_drafts(pairs: Iterable[RulePair], drafter: Drafter) -> Iterator[tuple[RulePair, TranslationUnit, Draft]]:
    """Yield a draft for each text of rules that has no French, or whose French is stale."""
    for pair in pairs:
        for unit in units_of_pair(pair):
            if unit.state != "current":
                yield pair, unit, drafter.draft(unit.source, _own_sentences(unit))


def _own_sentences(unit: TranslationUnit) -> dict[str, str]:
    """Return the French of the sentences of a unit's base, by the English in normal form."""
    before, french = _sentences(unit.previous_source), _sentences(unit.target)
    if not unit.target or len(before) != len(french):
        return {}
    return {normalize_template(english): sentence for english, sentence in zip(before, french, strict=True)}


def _sentences(text: str) -> Sequence[str]:
    return [sentence for line in text.split("\n") for sentence in split_sentences(line)]
