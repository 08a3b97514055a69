"""Texts as tokens for drafting, and French tokens as text.

Tokens are in lower case without typography. English possessives are turned around, because French has that order:
"a planeswalker's loyalty" becomes "the loyalty of a planeswalker". French contractions are taken apart ("du" is "de
le"), and put together again with elisions when the tokens become text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from kb.text.normalization import normalize_typography

Tokens = tuple[str, ...]

_TOKEN = re.compile(
    r"\{[^{}\s]+\}|[+-]?[0-9X*]+/[+-]?[0-9X*]+|[0-9]+\.[0-9]+[a-z]{0,2}|[0-9]+|[^\W\d_]+(?:['-][^\W\d_]+)*|[^\s\w]"
)
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=\w)")
_CONTRACTED = {"it's": "it is", "that's": "that is", "they're": "they are", "it'll": "it will", "who's": "who is"}
_FUSED = {"du": "de le", "au": "à le", "aux": "à les"}
DETERMINERS = frozenset("a an the its their your that this those these each any another his her target one no".split())
_VOWEL = re.compile(r"[aeiouyhàâéèêëîïôùûœæ]", re.IGNORECASE)
# Words that begin with an aspirated h, or otherwise take no elision.
_NO_ELISION = re.compile(r"h(?:âte|aute?s?|éros|ors|uit|argneux|ybrid)|onze|oui|yeti", re.IGNORECASE)
_ELIDED = frozenset("le la de ne que se ce je me te jusque lorsque puisque".split())


def english_tokens(text: str, compounds: Collection[tuple[str, str]] = ()) -> Tokens:
    """Return the tokens of an English text. `compounds` are pairs of words that are one term: mana cost."""
    found: list[str] = []
    for match in _TOKEN.finditer(normalize_typography(text).lower()):
        word = match[0]
        if word in _CONTRACTED:
            found += _CONTRACTED[word].split()
        elif word.endswith("'s"):
            found += [word[:-2], "'s"]
        else:
            found.append(word)
    return tuple(_turn_possessives(found, compounds))


def _turn_possessives(tokens: Sequence[str], compounds: Collection[tuple[str, str]]) -> list[str]:
    """Turn "X 's Y" into "the Y of X". Also "players' hands", whose apostrophe is a token of its own."""
    done: list[str] = []
    at = 0
    while at < len(tokens):
        is_plural = tokens[at] == "'" and done and done[-1].endswith("s") and tokens[at + 1 : at + 2] != ["'"]
        if (tokens[at] == "'s" or is_plural) and done and at + 1 < len(tokens) and tokens[at + 1].isalpha():
            begin = len(done) - 1
            while begin > 0 and len(done) - begin < 4 and done[begin] not in DETERMINERS and done[begin - 1].isalpha():
                begin -= 1
            if done[begin] not in DETERMINERS:
                begin = len(done) - 1
            owner = done[begin:]
            count = 2 if tuple(tokens[at + 1 : at + 3]) in compounds else 1
            done[begin:] = ["the", *tokens[at + 1 : at + 1 + count], "of", *owner]
            at += 1 + count
        else:
            done.append(tokens[at])
            at += 1
    return done


def french_tokens(text: str) -> Tokens:
    """Return the tokens of a French text, with contractions taken apart."""
    found: list[str] = []
    for match in _TOKEN.finditer(normalize_typography(text).lower()):
        word = match[0]
        while elided := _ELISION.match(word):
            found.append(elided[0])
            word = word[elided.end() :]
        found += _FUSED.get(word, word).split()
    return tuple(found)


def french_text(tokens: Iterable[str]) -> str:
    """Return French tokens as a text with French typography: elisions, contractions, spaces beside marks."""
    words = _contracted([word for word in tokens if word])
    text = ""
    inside = False
    for word in words:
        if word == '"':
            inside = not inside
            text = f"{text.rstrip()} «\u00a0" if inside else f"{text.rstrip()}\u00a0» "
        elif word in {".", ",", ")", "]"}:
            text = f"{text.rstrip(' ')}{word} "
        elif word in {":", ";", "?", "!"}:
            text = f"{text.rstrip(' ')}\u00a0{word} "
        elif word in {"(", "["}:
            text += word
        elif word == "/":
            text = f"{text.rstrip(' ')}/"
        elif word[0] == "{" or word == "x":
            text += f"{word.upper()} "
        else:
            text += word if word.endswith("'") else f"{word} "
    return text.replace("'", "’").strip()


def typographic(text: str) -> str:
    """Return a French text without typography in that of the rules: « » with no-break spaces, curly apostrophes."""
    text = re.sub(r'"([^"]*)"', lambda quoted: f"«\u00a0{quoted[1].strip()}\u00a0»", text)
    return re.sub(r" ?([:;?!])(?=\s|$)", "\u00a0\\1", text).replace("'", "’")


def _contracted(words: Sequence[str]) -> list[str]:
    """Return words with elisions and contractions: "de le" is "du", "le arbre" is "l'arbre"."""
    done: list[str] = []
    for word, following in zip(words, (*words[1:], ""), strict=True):
        written = _elided(word, following)
        if done and (done[-1], written) in _FUSIONS:
            done[-1] = _FUSIONS[done[-1], written]
        else:
            done.append(written)
    return done


def _elided(word: str, following: str) -> str:
    """Return a word as it is written before another: "le arbre" is "l'arbre", "l' mur" is "le mur"."""
    vowel = bool(_VOWEL.match(following)) and not _NO_ELISION.match(following)
    if word == "si" and following in {"il", "ils"}:
        return "s'"
    if word in _ELIDED and vowel and not following.startswith("y"):
        return f"{word[:-1]}'"
    if word in _ELISIONS and not vowel and following[:1].isalpha():
        return "le" if word == "l'" else f"{word[:-1]}e"
    return word


_ELISIONS = frozenset(("l'", "d'", "qu'", "n'", "s'", "jusqu'"))
_FUSIONS = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}


def sentence_case(french: str, english: str) -> str:
    """Return a French text whose first letter is a capital if the first letter of its English is one."""
    first = next((character for character in english if character.isalpha()), "")
    at = next((at for at, character in enumerate(french) if character.isalpha()), None)
    if at is None or not first.isupper():
        return french
    return french[:at] + french[at].upper() + french[at + 1 :]
