"""What the cards of the card library say about the French names of the rules' terms."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.cards.library.database import CardLibrary
from kb.parallel.association import SIGNIFICANT, LineIndex
from kb.parallel.card_lines import LinePair, pair_lines, unpaired_texts, year_of
from kb.parallel.exact_names import ExactName, ability_words, counter_names, keyword_names, token_names, type_names
from kb.text.folding import fold_without_stemming, fold_words

Method = Literal["exact", "association"]
"""How a name was found: it pairs off exactly on the cards, or its words occur in the same lines."""

# A name that pairs off exactly is clear if it stands on this share of the cards. Printings of several years differ.
_CLEAR_SHARE = 0.6
# A name found by association is clear if it stands on this many cards and has this Dice coefficient.
_CLEAR_CARDS, _CLEAR_DICE = 3, 0.8


@dataclass(frozen=True, slots=True)
class CardName:
    """A French name of a term on cards.

    Attributes:
        fr: the name in lower case.
        cards: the number of cards with the English and the French name in the same line.
        of: the number of cards with French that have the English name.
        first, last: the years of the oldest rulings of these cards, as a range; None if no card has a ruling.
        method: how the name was found.
    """

    fr: str
    cards: int
    of: int
    first: int | None
    last: int | None
    method: Method

    @property
    def years(self) -> str:
        """The years as text: `2008-2020`, `2008`, or "" if they aren't known."""
        if self.first is None:
            return ""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class CardEvidence:
    """The evidence of the cards of a library for names of terms.

    Args:
        library: the card library.
        keywords: the English names of keyword abilities, by which lines of keywords are recognized.
    """

    def __init__(self, library: CardLibrary, keywords: Iterable[str]) -> None:
        faces = tuple(library.bilingual_faces())
        lines = tuple(pair_lines(faces))
        self.faces = len(faces)
        # Reminder texts, type lines and texts whose lines don't pair count only for names that no other line has.
        types = (LinePair(face.card, face.type_line, face.french_type_line, year_of(face)) for face in faces)
        self._indexes = (
            LineIndex(line for line in lines if not line.is_reminder),
            LineIndex((*(line for line in lines if line.is_reminder), *types, *unpaired_texts(faces))),
        )
        self._exact: dict[str, list[ExactName]] = defaultdict(list)
        lowered = frozenset(keyword.replace("’", "'").lower() for keyword in keywords)
        counters = tuple(counter_names(lines))
        typed = (*type_names(faces), *token_names(lines))
        for name in (*keyword_names(lines, lowered), *ability_words(lines), *typed, *counters):
            self._exact[_english_key(name.en)].append(name)
        self.counters = tuple(sorted({name.en for name in counters}))

    def best_name(self, en: str) -> CardName | None:
        """Return the name that the cards clearly use for an English name, or None if no name is clear."""
        if exact := self._exact.get(_english_key(en)):
            spellings = Counter(name.fr for name in exact)
            fr, count = spellings.most_common(1)[0]
            newest = _newest(exact)
            # A name that was replaced stands on the older cards.
            if newest and spellings[newest] * 3 >= count:
                fr, count = newest, spellings[newest]
            if count >= _CLEAR_SHARE * len(exact):
                return self._named(fr, [name for name in exact if name.fr == fr], exact)
        return next((found for index in self._indexes if (found := self._associated(en, index))), None)

    def _associated(self, en: str, index: LineIndex) -> CardName | None:
        """Return the name whose words clearly occur in the same lines as an English name."""
        english = index.english_lines(en)
        found = index.strongest(english)
        if found is None or found.dice < _CLEAR_DICE or found.likelihood < SIGNIFICANT:
            return None
        fr = index.written(found.words, english)
        named = self._support(en, fr, index)
        # A part of a quotation is no name: "vide" of "marqueur « vide »" isn't the name of the void.
        return named if named and named.cards >= _CLEAR_CARDS and '"' not in fr else None

    def support(self, en: str, fr: str) -> CardName | None:
        """Return what the cards say for a pair of names, or None if they say nothing that can't be chance."""
        return next((found for index in self._indexes if (found := self._support(en, fr, index))), None)

    def _support(self, en: str, fr: str, index: LineIndex) -> CardName | None:
        exact = self._exact.get(_english_key(en), [])
        key = fold_words(fr, "fr")
        same = [name for name in exact if fold_words(name.fr, "fr") == key]
        english, french = index.english_lines(en), index.french_lines(fr)
        if not same and index.association(english, french)[1] < SIGNIFICANT:
            return None
        pairs = [pair for line in english & french for pair in index.lines[line]]
        every = {pair.card for line in english for pair in index.lines[line]} | {name.card for name in exact}
        cards = {pair.card: pair.year for pair in pairs} | {name.card: name.year for name in same}
        return _card_name(fr, cards, len(every), "exact" if same else "association")

    def replaced_in(self, en: str, names: Iterable[str], former: Iterable[str]) -> int:
        """Return the year since which more cards of each year have one of some names than a former name, or 0.

        Only cards with rulings count, by the year of their oldest ruling. 0 is returned if no card has a former name.
        """
        present, old = (Counter(self._years(en, each)) for each in (names, former))
        last = max((year for year, count in old.items() if count >= present[year]), default=0)
        return min((year for year in present if year > last), default=0) if old else 0

    def _years(self, en: str, french: Iterable[str]) -> list[int]:
        """Return the years of the cards that have an English name and any of some French names in one line."""
        index = self._indexes[0]
        english = index.english_lines(en)
        lines = {line for fr in french for line in english & index.french_lines(fr)}
        cards = {pair.card: pair.year for line in lines for pair in index.lines[line]}
        return [year for year in cards.values() if year is not None]

    def cards_with(self, en: str, longer: Iterable[str] = ()) -> int:
        """Return the number of cards with French that have an English name.

        Lines with one of the `longer` names don't count: "battle cry" isn't battle. Reminder texts, type lines and
        texts whose lines don't pair count only if no other line has the name.
        """
        found = {name.card for name in self._exact.get(_english_key(en), ())}
        for index in self._indexes:
            lines = index.english_lines(en).difference(*(index.english_lines(name) for name in longer))
            found |= {pair.card for line in lines for pair in index.lines[line]}
            if found:
                break
        return len(found)

    def stands_alone(self, en: str) -> bool:
        """True if a name stands where only names of its kind stand: in a line of keywords, before a dash, as a type."""
        return _english_key(en) in self._exact

    def _named(self, fr: str, same: Sequence[ExactName], exact: Sequence[ExactName]) -> CardName:
        return _card_name(fr, {name.card: name.year for name in same}, len({name.card for name in exact}), "exact")


def _card_name(fr: str, cards: dict[int, int | None], of: int, method: Method) -> CardName:
    years = sorted(year for year in cards.values() if year is not None)
    return CardName(fr, len(cards), of, years[0] if years else None, years[-1] if years else None, method)


def _newest(names: Sequence[ExactName]) -> str | None:
    """Return the name on the card with the newest rulings."""
    dated = [name for name in names if name.year is not None]
    return max(dated, key=lambda name: name.year or 0).fr if dated else None


def _english_key(name: str) -> str:
    return " ".join(fold_without_stemming(name, "en"))
