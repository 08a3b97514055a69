"""What the words of a query ask for: little words left out, players' words explained.

A query in plain words is a row of notions; each is a word, or what players say with the rules' words for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.accents import without_accents
from kb.model import Lang
from kb.search.folding import folded, words_in

PLAYERS_WORDS = "players_words.toml"
"""The file in `data/` with words of players and the rules' words for them; each entry is a line of its own."""

# Words that say that something is asked, not what; without accents they are compared.
_LITTLE: dict[Lang, str] = {
    "en": """
        a an the and or of to in on at by for with from is are was were be been being am i i'm my mine me we our us you
        your he she his her it its it's they them their this that these those there here what what's which who whom
        whose when where why how do does did doing done don't doesn't can could will would shall should may might must
        have has had having if then than so as also just only even ever still up about into out off over under again
        any some such please tell explain mean means meaning work works rule rules mtg magic happen happens get gets
        got s t d ll re ve many much long often count counts
        """,
    "fr": """
        un une le la les l d de du des et ou à au aux en dans sur par pour avec sans est sont était être suis ai a as
        ont avoir je j tu il elle on nous vous ils elles me m te t se s mon ma mes ton ta tes son sa ses notre votre
        leur ce cet cette ces ça cela c qu que qui quoi quel quelle quels quelles quand comment pourquoi où combien
        est-ce qu'est-ce fait faire font peut peux peuvent puis-je peut-on puis dois doit si alors plus aussi même y
        ne n pas fonctionne marche veut dire signifie règle règles passe-t-il passe devient arrive
        """,
}
# What a word must have in common with an entry to look into it: the stemmer takes off ends.
_BEGINNING = 3
# So many little words may stand within what players say.
_BETWEEN = 4

_Folded = tuple[str, ...]


class RulesWords(NamedTuple):
    """What the rules say for a word of players.

    Attributes:
        words: folded.
        source: the number of the rule that says so in these words, at least in the edition that it was taken from.
    """

    words: _Folded
    source: str


class Notion(NamedTuple):
    """Something that a query asks for.

    Attributes:
        words: the folded words that were typed; none if they mean nothing in this language.
        others: the rules' words for it, which are English, if they are words of players.
    """

    words: _Folded
    others: tuple[RulesWords, ...] = ()


class Asked(NamedTuple):
    """A query in plain words.

    Attributes:
        lang: the language that the words are in.
        words: the folded words that count.
        surface: the query as typed, in small letters.
        notions: what is asked for, in order.
        question: whether little words were left out: then hardly any text has all that is left.
    """

    lang: Lang
    words: _Folded
    surface: str
    notions: tuple[Notion, ...]
    question: bool


def asked(text: str, lang: Lang) -> Asked:
    """What a text asks for."""
    words = _words(text, lang)
    telling = any(not word.little for word in words)
    notions = []
    for said, others in _said_by_players(words, lang):
        own = tuple(word.folded for word in said if not word.little)
        if own or others or not telling:
            notions.append(Notion(own or tuple(word.folded for word in said), others))
    # Said twice it is no more.
    notions = list(dict.fromkeys(notions))
    counted = tuple(word for notion in notions for word in notion.words)
    question = telling and any(word.little for word in words)
    return Asked(lang, counted, as_typed(text), tuple(notions), question)


def in_english(text: str) -> Asked | None:
    """What a French text asks for, as far as it is words of players, in the rules' English; None if nothing is."""
    notions = tuple(Notion((), others) for _, others in _said_by_players(_words(text, "fr"), "fr") if others)
    return Asked("en", (), "", notions, question=True) if notions else None


def as_typed(text: str) -> str:
    """A text in small letters with the apostrophes of a keyboard, one blank between words."""
    return " ".join(text.lower().replace("’", "'").split())


class _Word(NamedTuple):
    """A word of a query.

    Attributes:
        typed: in small letters without accents.
        folded: as the index has it.
        little: whether it says that something is asked, not what.
    """

    typed: str
    folded: str
    little: bool


def _words(text: str, lang: Lang) -> list[_Word]:
    little = _little(lang)
    found = []
    for word, start, end in words_in(text, lang):
        typed = without_accents(as_typed(text[start:end]))
        # l'éphémère, qu'est-ce
        bare = typed.rpartition("'")[2] if lang == "fr" else typed
        found.append(_Word(bare, word, bare in little or typed in little))
    return found


def _said_by_players(words: Sequence[_Word], lang: Lang) -> Iterator[tuple[Sequence[_Word], tuple[RulesWords, ...]]]:
    """The words in order, those that players say together as one, with what the rules say for them.

    Little words within don't count if two words are left ("cards I have in hand").
    """
    said: dict[_Folded, list[RulesWords]] = {}
    beginnings = {word.typed[:_BEGINNING] for word in words}
    telling = [word.typed[:_BEGINNING] for word in words if not word.little or len(words) == 1]
    for line, phrases in _lines(lang):
        if any(each in phrases for each in telling) and _may_be_said(phrases, beginnings):
            known, others = _entry(line, lang)
            for phrase in known:
                said.setdefault(phrase, []).append(others)
    longest = max(map(len, said), default=0) + _BETWEEN
    at = 0
    while at < len(words):
        for length in range(min(longest, len(words) - at), 0, -1):
            here = words[at : at + length]
            found = said.get(tuple(word.folded for word in here), [])
            if not found and not here[0].little and not here[-1].little:
                bare = tuple(word.folded for word in here if not word.little)
                found = said.get(bare, []) if len(bare) > 1 else []
            if found:
                yield here, tuple(dict.fromkeys(found))
                at += length
                break
        else:
            yield words[at : at + 1], ()
            at += 1


@lru_cache
def little_words(lang: Lang) -> frozenset[str]:
    """The folded words that say that something is asked, not what."""
    return frozenset(word for typed in _little(lang) for word in folded(typed, lang))


@lru_cache
def _little(lang: Lang) -> frozenset[str]:
    return frozenset(without_accents(_LITTLE[lang]).split())


def _may_be_said(phrases: str, beginnings: Collection[str]) -> bool:
    """Whether one of some phrases, each in quotes, has no other words than those that begin so."""
    for phrase in phrases.split('"')[1::2]:
        words = phrase.replace("-", " ").replace("'", " ").split()
        if all(word[:_BEGINNING] in beginnings for word in words if len(word) > 1):
            return True
    return False


@lru_cache
def _lines(lang: Lang) -> tuple[tuple[str, str], ...]:
    """The entries of a language, and what players say in small letters. To read all would take longer than a search."""
    # Not by importlib.resources: to import that takes as long as all else here.
    content = (Path(__file__).resolve().parents[2] / "data" / PLAYERS_WORDS).read_text(encoding="utf-8")
    begin = content.index(f"\n{lang} = [")
    lines = [line for line in content[begin : content.index("\n]", begin)].splitlines() if line.startswith("    {")]
    said = "\n".join(line[: line.index("]")].lower() for line in lines)
    return tuple(zip(lines, (without_accents(said) if lang == "fr" else said).split("\n"), strict=True))


@lru_cache(maxsize=512)
def _entry(line: str, lang: Lang) -> tuple[tuple[_Folded, ...], RulesWords]:
    """What players say, as typed and without little words, and what the rules say."""
    import tomllib

    (row,) = tomllib.loads(f"entry = [{line}]")["entry"]
    said = [_words(each, lang) for each in row["say"]]
    whole = [tuple(word.folded for word in each) for each in said]
    bare = [tuple(word.folded for word in each if not word.little) for each in said]
    phrases = dict.fromkeys((*whole, *(each for each in bare if len(each) > 1)))
    rules = dict.fromkeys(word.folded for word in _words(row["rules"], "en") if not word.little)
    return tuple(phrases), RulesWords(tuple(rules), row["source"])
