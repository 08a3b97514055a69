"""The drafter of a knowledge base, and the drafts of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from kb.cards.library.database import open_library
from kb.drafting.dictionary import Dictionary
from kb.drafting.draft import Draft, Drafter
from kb.drafting.learned import Learning, learn, learn_silently
from kb.drafting.parallel_text import sentence_pairs, split_sentences
from kb.errors import NotFound
from kb.i18n import _
from kb.parallel.card_lines import LinePair, pair_lines
from kb.storage.store import Store
from kb.terms.bilingual_terms import everyday_words, load_term_base
from kb.text.normalization import normalize_template
from kb.translation.exchange.units import TranslationUnit
from kb.translation.rule_pair import RulePair

_TITLES = ("heading", "headword")


def load_drafter(
    store: Store, as_of: date, home: Path, pairs: Iterable[RulePair], learning: Learning = learn_silently
) -> Drafter:
    """Return the drafter that knows the French of a day: that of the rules `pairs`, the cards, and the terms.

    Without a card library, only the rules and the terms count. `learning` shows progress if nothing was learned from
    these texts before.
    """
    return make_drafter(store, as_of, card_lines(home), pairs, learning)


def make_drafter(
    store: Store,
    as_of: date,
    lines: Iterable[LinePair],
    pairs: Iterable[RulePair],
    learning: Learning = learn_silently,
) -> Drafter:
    """Return the drafter that knows some lines of cards, the French of some rules, and the terms."""
    terms = load_term_base(store, as_of).all
    dictionary = Dictionary(terms, everyday_words())
    learned = learn(sentence_pairs(lines, pairs, dictionary.compounds), dictionary.french(), learning)
    titles = {term.en.lower(): term.fr for term in reversed(terms)}
    return Drafter(learned, dictionary, titles)


def card_lines(home: Path) -> tuple[LinePair, ...]:
    """Return the lines of the cards in the card library of a folder, or none."""
    try:
        with open_library(home) as library:
            return tuple(pair_lines(library.bilingual_faces()))
    except NotFound:
        return ()


def draft_unit(unit: TranslationUnit, drafter: Drafter) -> Draft:
    """Return the draft of a text to translate. Sentences that its French so far translates stay."""
    if unit.kind in _TITLES and (known := drafter.title(unit.source)):
        return known
    return drafter.draft(unit.source, _own_sentences(unit))


def with_draft(unit: TranslationUnit, draft: Draft) -> TranslationUnit:
    """Return a unit with a draft of its French, and what the draft rests on."""
    return replace(unit, draft=draft.french, draft_notes=(basis_note(draft),))


def basis_note(draft: Draft) -> str:
    """Return what a draft rests on, with shares of its English words, in the user's language."""
    labels = {
        "own": _("its French so far"),
        "sentence": _("the same sentence elsewhere"),
        "cards": _("phrases of cards"),
        "rules": _("phrases of rules"),
        "template": _("templates"),
        "term": _("terms"),
        "word": _("everyday words"),
        "same": _("numbers, references, names"),
        "english": _("nothing (left in English)"),
    }
    shares = ", ".join(f"{labels[basis]} {share:.0%}" for basis, share in draft.shares.items())
    return _("rests on: {shares}", shares=shares)


def _own_sentences(unit: TranslationUnit) -> dict[str, str]:
    """Return the French of the sentences of a unit's base, by the English in normal form."""
    before, french = _sentences(unit.previous_source), _sentences(unit.target)
    if not unit.target or len(before) != len(french):
        return {}
    return {normalize_template(english): sentence for english, sentence in zip(before, french, strict=True)}


def _sentences(text: str) -> Sequence[str]:
    return [sentence for line in text.split("\n") for sentence in split_sentences(line)]
