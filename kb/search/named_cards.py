"""Cards that a query names. The rules don't have their names, so the rules that govern their text are searched.

"does Blood Moon stop Dryad Arbor" is searched as "does stop", and the rules that govern the lines of both cards
(`kb.cards.governing_rules`) are raised. The names are those of the card library beside the knowledge base.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kb.cards.library.database import CardLibrary, NamedCard, open_library
from kb.cards.library.names_in_text import NameInText, names_in_text
from kb.errors import NotFound, StoreError
from kb.languages import LANGUAGES, Lang
from kb.search import weights
from kb.search.corpus import Corpus
from kb.search.monolingual import MonolingualSearch
from kb.search.query_syntax import clean_query, has_syntax
from kb.search.query_understanding import HAS_SMALL_WORD, begins_sentence, parse_query
from kb.search.results import CardRules, SoughtCard
from kb.storage.store import Store
from kb.text.folding import name_lookup_key
from kb.text.stopwords import query_words

if TYPE_CHECKING:
    from kb.cards.governing_rules import GoverningRule, GoverningRules
    from kb.cards.library.library_card import LibraryCard

_LANGS: dict[Lang, tuple[Lang, ...]] = {"en": ("en",), "fr": ("fr", "en")}
"""The languages of the names that a reader of a language writes, the preferred one first."""

# Section 207 is about the parts of the text box, not about what a line does.
_TEXT_BOX, _KEYWORDS = "207.", "702."
_PART = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Shorter words of a name ("of", "the") have no capital letters.
_MIN_LETTERS = 4


class CardQuery(NamedTuple):
    """A query without the names of cards.

    Attributes:
        text: the other words of the query; empty if they say nothing.
        cards: the cards that the query names, each once.
        rules: for each language, the rules that govern the cards.
    """

    text: str
    cards: tuple[SoughtCard, ...]
    rules: Mapping[Lang, CardRules]


def read_card_query(
    store: Store,
    text: str,
    own: MonolingualSearch,
    english: Callable[[], Corpus],
    governing: Callable[[], GoverningRules],
    asked: Sequence[str],
) -> CardQuery | None:
    """Find the cards that a query names, and their rules. Return None if it names none.

    Args:
        store: the knowledge base, with the card library in its folder.
        text: the query.
        own: the search among the rules of the reader's language.
        english: returns the English rules of the reader's day.
        governing: returns the rules that govern card text in the reader's view.
        asked: names of cards that are given beside the query; their misspellings are forgiven.

    Raises:
        NotFound, StoreError: names are given beside the query, and there is no such card or no readable library.
        Ambiguous: a name beside the query is the name of several cards.
    """
    try:
        with open_library(store.home) as library:
            within = [] if has_syntax(clean_query(text)) else _names_within(library, text, own, english)
            if not within and not asked:
                return None
            cards = _cards(library, asked, within)
    except (NotFound, StoreError):
        if asked:
            raise
        return None
    rest = _without(text, [name for name in within if not _is_of_players(text[name.start : name.end], own.view.lang)])
    says_nothing = all(word.is_stopword for word in query_words(rest, own.view.lang))
    by_card = [_rules_of(card, governing()) for card in cards]
    sought = (_sought(card.card.name, rules) for card, rules in zip(cards, by_card, strict=True))
    rules = {lang: _together(by_card, lang) for lang in LANGUAGES}
    return CardQuery("" if within and says_nothing else rest, tuple(sought), rules)


def _cards(library: CardLibrary, asked: Sequence[str], within: Sequence[NameInText]) -> list[LibraryCard]:
    """Return the cards with some names, each once."""
    # Imported here, because most queries name no card.
    from kb.cards.library.name_lookup import find_card
    from kb.cards.library.reader_version import with_current_parse

    found = [*(find_card(library, name) for name in asked), *(name.card for name in within)]
    reader = library.meta("reader")
    return [with_current_parse(library.card(number), reader) for number in dict.fromkeys(each.card for each in found)]


def _names_within(
    library: CardLibrary, text: str, own: MonolingualSearch, english: Callable[[], Corpus]
) -> list[NameInText]:
    """Return the names of cards in a query. A card with the name of a rule or headword is left out, such as Fear."""

    def may_be_name(start: int, end: int, card: NamedCard) -> bool:
        if not _may_be_name(text, start, end, own):
            return False
        is_french = own.view.lang != "en"
        titles = (english() if is_french else own.corpus).name_keys
        return name_lookup_key(library.card(card.card).card.name if is_french else card.name) not in titles

    return names_in_text(library, text, _LANGS[own.view.lang], may_be_name)


def _may_be_name(text: str, start: int, end: int, own: MonolingualSearch) -> bool:
    """Return True if a part of a query can be the name of a card and not a term of the rules or an ordinary word.

    Capital letters within a sentence mark a name. A name in small letters has several words that the rules don't have
    side by side.
    """
    typed = text[start:end]
    words = [word for word in query_words(typed, own.view.lang) if not word.is_stopword]
    if not words or name_lookup_key(typed) in own.corpus.name_keys:
        return False
    if HAS_SMALL_WORD.search(text) and (len(words) > 1 or not begins_sentence(text, start)):
        parts = _PART.findall(typed)
        if parts[0][0].isupper() and all(part[0].isupper() or len(part) < _MIN_LETTERS for part in parts):
            return True
    return len(words) > 1 and not own.has_phrase_in_small_letters(typed)


def _is_of_players(typed: str, lang: Lang) -> bool:
    """Return True if a part of a query is one phrase of players. Its synonyms say more about it than its words."""
    concepts = parse_query(typed, lang).concepts
    return len(concepts) == 1 and bool(concepts[0].synonyms)


def _without(text: str, names: Sequence[NameInText]) -> str:
    """Return a text without the names of cards."""
    pieces, done = [], 0
    for name in names:
        pieces.append(text[done : name.start])
        done = name.end
    return " ".join("".join((*pieces, text[done:])).split())


def _rules_of(card: LibraryCard, governing: GoverningRules) -> dict[GoverningRule, float]:
    """Return the rules that govern a card, with their strengths for this card."""
    found: dict[GoverningRule, float] = {}
    for each in (line for of_face in card.lines for line in of_face):
        for at, concept in enumerate(each.concepts):
            # The first concept of a line is its kind, unless it has only keywords.
            strength = weights.KIND_OF_LINE if at == 0 and each.line.kind != "keyword" else 1.0
            for rule in governing.of([concept]):
                if not str(rule.number).startswith(_TEXT_BOX):
                    found[rule] = max(strength, found.get(rule, 0.0))
    return found


def _sought(name: str, rules: Mapping[GoverningRule, float]) -> SoughtCard:
    """Return a card with its rules, the most special ones first."""
    ordered = sorted(rules, key=rules.__getitem__, reverse=True)
    return SoughtCard(name, tuple(str(rule.number) for rule in ordered))


def _together(by_card: Sequence[Mapping[GoverningRule, float]], lang: Lang) -> CardRules:
    """Return the rules in one language that govern some cards."""
    strengths: dict[str, float] = {}
    for rules in by_card:
        for rule, strength in rules.items():
            if rule.lang == lang:
                strengths[str(rule.number)] = strengths.get(str(rule.number), 0.0) + strength
    numbers = [[str(rule.number) for rule in rules if rule.lang == lang] for rules in by_card]
    keywords = (tuple(number for number in of_card if number.startswith(_KEYWORDS)) for of_card in numbers)
    return CardRules(strengths, tuple(keywords))
