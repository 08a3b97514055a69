"""Drafts of the French of a rule, with what each part rests on.

A sentence that the French of a rule has already is taken as it is. Other sentences are put together from phrases of
cards and rules, terms and everyday words. An English word that nothing translates stays, between `⟦` and `⟧`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Literal

from kb.drafting.decoder import BARRIERS, Decoder, Piece, Weights
from kb.drafting.dictionary import Dictionary, same_word
from kb.drafting.learned import LearnedFrench
from kb.drafting.parallel_text import CARDS
from kb.drafting.phrases import Phrase
from kb.drafting.sentence_checks import keeps_invariants, same_figures
from kb.drafting.templates import Templates
from kb.drafting.tokens import DETERMINERS, Tokens, english_tokens, french_text, sentence_case, typographic
from kb.text.normalization import normalize_template
from kb.text.reference_parser import find_references
from kb.text.sentences import sentence_spans

Basis = Literal["own", "sentence", "cards", "rules", "template", "term", "word", "same", "english"]
"""What a part of a draft rests on.

`own`: the present French of the rule, whose English sentence is unchanged. `sentence`: the French of the same sentence
in another rule or on cards. `cards`, `rules`: phrases of card lines, or of French rules. `template`: words in the form
of others on cards. `term`: a term. `word`: an everyday word. `same`: a number, a symbol, a reference or a name, which
both languages share. `english`: nothing.
"""

MARKS = "⟦", "⟧"
"""Stand around English words in a draft."""

# A reference is masked by a word that no text has. In French, English words and references are put in at a letter that
# no text has.
_PLACEHOLDER = "zref"
_INSERTED = "ʬ"
_BASES: dict[str, Basis] = {"template": "template", "term": "term", "word": "word"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SECOND_PERSON = re.compile(r"\w{3,}ez|vous|votre|vos")
_MOST_OPTIONS = 12
_CLAUSE_BEGINS = frozenset('":,.;([-') | {"then", "and", "or", "may", "you", "your"}
_SEE = re.compile(r"\b([Ss]ee|[Ss]ee also) $")
_SEEN = {"See": "Voir", "see": "voir", "See also": "Voir aussi", "see also": "voir aussi"}
_REFERENCE_WORDS = (
    (r"\brules\b", "règles"), (r"\brule\b", "règle"), (r"\bsections\b", "sections"), (r"\bsteps\b", "étapes"),
    (r"\band\b", "et"), (r"\bor\b", "ou"), (r"\bthrough\b", "à"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DraftPart:
    """A part of a draft.

    Attributes:
        english: the English that it is for.
        french: the French; the English itself for `english`.
        basis: what it rests on.
        where: the rule with the sentence or phrase, or "".
        cards: the number of places on cards that have the phrase; 0 for other bases.
    """

    english: str
    french: str
    basis: Basis
    where: str = ""
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft of a text. `parts` are in the order of the French."""

    english: str
    french: str
    parts: tuple[DraftPart, ...]

    @property
    def shares(self) -> dict[Basis, float]:
        """The share of each basis, by English words, the largest first. References count as `same`."""
        words: dict[Basis, int] = defaultdict(int)
        for part in self.parts:
            words[part.basis] += len(part.english.split())
        whole = sum(words.values()) or 1
        return {basis: count / whole for basis, count in sorted(words.items(), key=lambda each: -each[1])}


class Drafter:
    """Makes drafts from what was learned, the terms, and the titles of rules in both languages.

    Args:
        learned: the texts of both languages.
        dictionary: the terms and everyday words.
        titles: the French of English titles of rules, by the English in lower case.
    """

    def __init__(
        self,
        learned: LearnedFrench,
        dictionary: Dictionary,
        titles: Mapping[str, str],
        weights: Weights | None = None,
    ) -> None:
        self._learned = learned
        self._dictionary = dictionary
        self._titles = titles
        self._phrases = cache(self._find_phrases)
        self._templates = Templates(learned.texts, dictionary.nouns(), learned.model.is_feminine)
        self._weights = weights
        self._sentences: dict[Tokens, tuple[str, str, int]] = {}
        for sentence in learned.sentences:
            known = self._sentences.get(sentence.en)
            rank = (sentence.origin != CARDS, sentence.count)
            if "~" not in sentence.fr and (known is None or rank > (known[1] != CARDS, known[2])):
                text = typographic(sentence.fr_text) if sentence.origin == CARDS else sentence.fr_text
                self._sentences[sentence.en] = (text, sentence.origin, sentence.count)

    def draft(self, english: str, own: Mapping[str, str] | None = None) -> Draft:
        """Return the draft of a text. `own` has the rule's present French by English sentences in normal form."""
        lines, parts = [], []
        for line in english.split("\n"):
            made = [self._sentence(line[start:end], own or {}) for start, end in sentence_spans(line)]
            lines.append(" ".join(french for french, _parts in made))
            parts += [part for _french, each in made for part in each]
        return Draft(english, "\n".join(lines), tuple(parts))

    def title(self, english: str) -> Draft | None:
        """Return the draft of a heading or headword that is a term, or None."""
        french = self._titles.get(english.lower())
        if french is None:
            return None
        french = sentence_case(french.replace("'", "’"), english)
        return Draft(english, french, (DraftPart(english, french, "term"),))

    def _sentence(self, english: str, own: Mapping[str, str]) -> tuple[str, list[DraftPart]]:
        """Return the French of a sentence, and its parts."""
        if french := own.get(normalize_template(english)):
            return french, [DraftPart(english, french, "own")]
        tokens = english_tokens(english, self._dictionary.compounds)
        if (known := self._sentences.get(tokens)) and keeps_invariants(known[0], english):
            text, origin, count = known
            if origin == CARDS:
                return text, [DraftPart(english, text, "sentence", "", count)]
            return text, [DraftPart(english, text, "sentence", origin)]
        masked, references = self._mask(english)
        for phrases in (self._phrases, self._strict_phrases):
            pieces = self._decoded(self._tokens(masked), phrases)
            parts = list(self._parts(masked, pieces, references))
            french = self._joined(english, pieces, parts)
            if keeps_invariants(french, english):
                return french, parts
        return f"{MARKS[0]}{english}{MARKS[1]}", [DraftPart(english, english, "english")]

    def _mask(self, english: str) -> tuple[str, dict[str, tuple[str, str]]]:
        """Replace the references of a sentence by words, and return these words with the English and French of each."""
        found: dict[str, tuple[str, str]] = {}
        pieces, at = [], 0
        for reference in find_references(english):
            if reference.term or len(found) >= len(_LETTERS):
                continue
            name = f"{_PLACEHOLDER}{_LETTERS[len(found)]}"
            before, text = english[at : reference.start], reference.text
            french = self._reference(text, reference.title)
            if see := _SEE.search(before):
                before, text, french = before[: see.start()], f"{see[0]}{text}", f"{_SEEN[see[1]]} {french}"
            found[name] = (text, french)
            pieces += [before, name]
            at = reference.end
            # The mark before a closing quotation mark ends the sentence.
            if reference.text.endswith((".”", '."')):
                pieces.append(".")
        return "".join((*pieces, english[at:])), found

    def _reference(self, text: str, title: str) -> str:
        """Return a reference in French: "règle 601, « Lancer des sorts »"."""
        if title:
            french = self._titles.get(title.lower()) or self._title(title)
            text = re.sub(r'[“"].*?[”"]', "", text, flags=re.DOTALL).rstrip(" ,")
        for english, word in _REFERENCE_WORDS:
            text = re.sub(english, word, text, flags=re.IGNORECASE)
        return f"{text}, «\u00a0{french}\u00a0»" if title else text

    def _tokens(self, english: str) -> Tokens:
        """Return the tokens of a sentence. A noun at its begin gets an article, which French needs."""
        tokens = english_tokens(english, self._dictionary.compounds)
        at = next((at for at, word in enumerate(tokens) if word not in BARRIERS), 0)
        if self._templates.is_noun(tokens[at]) and len(tokens) > at + 1 and tokens[at] not in DETERMINERS:
            return (*tokens[:at], "the", *tokens[at:])
        return tokens

    def _decoded(self, tokens: Tokens, phrases: Callable[[Tokens], Sequence[Phrase]]) -> tuple[Piece, ...]:
        """Return the pieces of the best French. Where no "you" stands before, no word is in the second person."""
        you = next((at for at, word in enumerate(tokens) if word in {"you", "your"}), len(tokens))

        def fitting(start: int, end: int) -> Sequence[Phrase]:
            found = phrases(tokens[start:end])
            begins = start == 0 or tokens[start - 1] in _CLAUSE_BEGINS
            if end > you or begins:
                return found[:_MOST_OPTIONS]
            kept = [each for each in found if not any(map(_SECOND_PERSON.fullmatch, each.words))]
            return (kept if kept or end - start > 1 else found)[:_MOST_OPTIONS]

        return Decoder(fitting, self._learned.model, self._weights).translate(tokens)

    def _title(self, title: str) -> str:
        pieces = self._decoded(english_tokens(title, self._dictionary.compounds), self._phrases)
        return sentence_case(french_text(word for piece in pieces for word in piece.phrase.words), "A")

    def _parts(
        self, english: str, pieces: Sequence[Piece], references: Mapping[str, tuple[str, str]]
    ) -> Iterator[DraftPart]:
        tokens = self._tokens(english)
        for piece in pieces:
            own = " ".join(tokens[piece.start : piece.end])
            phrase = piece.phrase
            if own in references:
                yield DraftPart(*references[own], "same")
            elif phrase.source == "same":
                is_word = any(character.isalpha() for character in own) and not own.startswith("{")
                yield DraftPart(own, own, "english" if is_word else "same")
            elif phrase.source == "cards":
                origin = self._learned.sentences[phrase.place].origin
                french = french_text(phrase.words)
                if origin == CARDS:
                    yield DraftPart(own, french, "cards", "", phrase.count)
                else:
                    yield DraftPart(own, french, "rules", origin)
            else:
                yield DraftPart(own, french_text(phrase.words), _BASES[phrase.source])

    def _joined(self, english: str, pieces: Sequence[Piece], parts: Iterable[DraftPart]) -> str:
        """Return the French of a sentence: references and English words are put in, the rest is written as French."""
        words: list[str] = []
        inserted: list[str] = []
        for piece, part in zip(pieces, parts, strict=True):
            if part.basis == "english":
                inserted.append(f"{MARKS[0]}{_as_written(part.english, english)}{MARKS[1]}")
                words.append(_INSERTED)
            elif piece.phrase.words[0].startswith(_PLACEHOLDER):
                inserted.append(part.french)
                words.append(_INSERTED)
            else:
                words += piece.phrase.words
        pieces_of_text = sentence_case(french_text(words), english).split(_INSERTED)
        return "".join(text + more for text, more in zip_longest(pieces_of_text, inserted, fillvalue=""))

    def _find_phrases(self, words: Tokens) -> Sequence[Phrase]:
        known = [
            phrase
            for phrase in self._learned.texts.phrases(words)
            if ("~" in phrase.words) == ("~" in words)
            and same_figures(words, phrase.words)
            and not self._dictionary.has_former_name(phrase.words)
        ]
        more = self._dictionary.phrases(words) if not known or len(words) > 1 or known[0].score < -3 else []
        known += [phrase for phrase in more if phrase.words not in {each.words for each in known}]
        if len(words) == 2 and not known:
            known = self._templates.phrases(*words, *(self._phrases(words[at : at + 1]) for at in (0, 1)))
        if words[0] == "the" and 2 <= len(words) <= 3:
            known += self._templates.with_article(words[1:], self._phrases(words[1:]))
        if len(words) == 1 and (not known or not words[0].isalpha()):
            known.append(same_word(words[0]))
        return known

    def _strict_phrases(self, words: Tokens) -> Sequence[Phrase]:
        """Return the phrases that have the same numbers in words, too: a draft may not lose or gain one."""
        found = self._phrases(words)
        kept = [phrase for phrase in found if keeps_invariants(" ".join(phrase.words), " ".join(words))]
        return kept or ([same_word(words[0])] if len(words) == 1 else [])


def _as_written(word: str, english: str) -> str:
    """Return an English word with its capitals in a text."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", english, re.IGNORECASE)
    return found[0] if found else word
