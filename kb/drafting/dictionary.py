"""French phrases for English words that no text has: the terms, and the everyday words of the rules."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kb.drafting.phrases import Phrase
from kb.drafting.tokens import Tokens, english_tokens, french_tokens
from kb.terms.bilingual_terms import Term
from kb.text.folding import fold_words

# The scores of a term and of an everyday word beside phrases of texts, whose scores are logarithms of probabilities.
_TERM, _WORD, _SAME, _ENGLISH = -1.0, -3.0, -1.0, -20.0
_PREPOSITION = frozenset("de d' à au en sur pour par sans avec contre dans".split())
_PLURAL_SAME = ("s", "x", "z")
# English words that end as plurals and are singular.
_NO_PLURAL = ("ss", "us", "is")


class Dictionary:
    """The terms of a term base and everyday words, by their English words."""

    def __init__(self, terms: Iterable[Term], words: Iterable[Term]) -> None:
        self._terms: dict[Tokens, list[Term]] = defaultdict(list)
        for term in terms:
            self._terms[tuple(fold_words(term.en, "en"))].append(term)
        self._words: dict[str, list[str]] = defaultdict(list)
        for word in words:
            if " " not in word.en:
                self._words[_stem(word.en)].append(word.fr)
        names = [english_tokens(found[0].en) for found in self._terms.values()]
        self.compounds = frozenset((words[0], words[1]) for words in names if len(words) == 2)
        """The English terms of two words, as pairs of tokens."""
        former = {
            tuple(fold_words(name, "fr")) for found in self._terms.values() for term in found for name in term.formerly
        }
        usual = {tuple(fold_words(term.fr, "fr")) for found in self._terms.values() for term in found}
        self._former = former - usual

    def phrases(self, words: Tokens) -> list[Phrase]:
        """Return the French of English words that are a term, or an everyday word."""
        if not all(word[0].isalpha() for word in words):
            return []
        is_plural = words[-1].endswith("s") and not words[-1].endswith(_NO_PLURAL)
        found = []
        for term in self._terms.get(tuple(fold for word in words for fold in fold_words(word, "en")), ()):
            names = (term.fr, *term.also) if len(words) == 1 else (term.fr,)
            found += [Phrase(_inflected(name, is_plural), _TERM - at, 0, "term") for at, name in enumerate(names)]
        if not found and len(words) == 1:
            found = [Phrase(french_tokens(form), _WORD, 0, "word") for form in rules_words().get(words[0], ())] or [
                Phrase(form, _WORD - 0.3 * at, 0, "word")
                for name in self._words.get(_stem(words[0]), ())
                for at, form in enumerate(_forms(name, words[0]))
            ]
        return found

    def french(self) -> list[Tokens]:
        """Return the French of all terms and everyday words, in both numbers, for the model of French."""
        names = [term.fr for terms in self._terms.values() for term in terms]
        names += [name for found in (*self._words.values(), *rules_words().values()) for name in found]
        return [_inflected(name, plural) for name in names for plural in (False, True)]

    def nouns(self) -> frozenset[str]:
        """Return the English terms of one word, in both numbers. The names of actions are left out."""
        names = {
            words[0]
            for words, terms in ((english_tokens(each[0].en), each) for each in self._terms.values())
            if len(words) == 1 and not any(term.source.startswith("701.") for term in terms)
        }
        return frozenset(
            names | {f"{name}s" for name in names} | {f"{name[:-1]}ies" for name in names if name[-1] == "y"}
        )

    def has_former_name(self, french: Tokens) -> bool:
        """True if French words have a former name of a term, such as "arpenteur"."""
        stems = tuple(fold for word in french for fold in fold_words(word, "fr"))
        return any(
            stems[at : at + size] in self._former for size in (1, 2, 3, 4) for at in range(len(stems) - size + 1)
        )


@cache
def rules_words() -> dict[str, list[str]]:
    """Return the words of `data/draft_words.toml`: the forms of the French of each English word."""
    text = files("data").joinpath("draft_words.toml").read_text(encoding="utf-8")
    words: dict[str, list[str]] = tomllib.loads(text)["words"]
    return words


def same_word(word: str) -> Phrase:
    """Return a word as its own translation: a number, a symbol, a name, or an English word that stays."""
    return Phrase((word,), _ENGLISH if word.isalpha() else _SAME, 0, "same")


def _stem(word: str) -> str:
    return " ".join(fold_words(word, "en"))


def _inflected(name: str, is_plural: bool) -> Tokens:
    """Return a French name as tokens, in the plural if wanted: the words up to a preposition take an s."""
    tokens = french_tokens(name)
    if not is_plural:
        return tokens
    head = next((at for at, word in enumerate(tokens) if word in _PREPOSITION), len(tokens))
    return tuple(_plural(word) if at < head else word for at, word in enumerate(tokens))


def _plural(word: str) -> str:
    if word.endswith(_PLURAL_SAME) or not word[-1].isalpha():
        return word
    return f"{word}x" if word.endswith(("eau", "eu")) else f"{word}s"


def _forms(name: str, english: str) -> list[Tokens]:
    """Return the forms of a French word that fit the ending of an English word, the most fitting first."""
    tokens = french_tokens(name)
    verb = re.fullmatch(r"(.+)(er|ir)", tokens[-1])
    if len(tokens) == 1 and verb and english.endswith("ed"):
        participle = f"{verb[1]}é" if verb[2] == "er" else f"{verb[1]}i"
        return [(participle + ending,) for ending in ("", "e", "s", "es")]
    if len(tokens) == 1 and verb and english.endswith("s"):
        return [(f"{verb[1]}e",) if verb[2] == "er" else (f"{verb[1]}it",)]
    if english.endswith("s") and not english.endswith(_NO_PLURAL):
        return [_inflected(name, True), tokens]
    return [tokens, _inflected(name, True)] if not verb else [tokens]
