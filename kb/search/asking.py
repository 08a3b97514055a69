"""What the words of a query ask for: little words left out, players' words explained.

A query in plain words is a row of notions; each is a word, or what players say with the rules' words for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

from kb.accents import without_accents
from kb.languages import Lang
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
        got s t d ll re ve many much long often count counts go goes going went come comes coming want wants need needs
        try like know say says said make makes made give gives given use uses using used allowed possible exactly
        actually really always now else else's one's someone something anything stuff thing things between difference
        vs versus per while during before after because since until does't isn't aren't wasn't doesn't didn't
        """,
    "fr": """
        un une le la les l d de du des et ou à au aux en dans sur par pour avec sans est sont était être suis ai a as
        ont avoir je j tu il elle on nous vous ils elles me m te t se s mon ma mes ton ta tes son sa ses notre votre
        leur ce cet cette ces ça cela c qu que qui quoi quel quelle quels quelles quand comment pourquoi où combien
        est-ce qu'est-ce fait faire font peut peux peuvent puis-je peut-on puis dois doit si alors plus aussi même y
        ne n pas fonctionne fonctionnent marche veut dire signifie règle règles passe devient arrive va vas vont vais
        aller peuvent pourrait pourrais doivent devoir faut falloir faudrait dont où entre pendant après avant lors
        lorsque lorsqu quelqu'un chose choses quelque cas autorisé possible permis encore déjà toujours jamais tout
        toute tous toutes différence exactement vraiment bien seulement celui celle ceux celles mais donc car comme chez
        vers sous lui moi toi eux sert servir explique expliquer savoir était serait soit soient ait aurait existe reste
        rester faudra cela ceci voici tel telle magic mtg utiliser utilise compte comptent contre jusqu
        """,
}
# What a word must have in common with an entry to look into it: the stemmer takes off ends.
_BEGINNING = 3
# So many little words may stand within what players say.
_BETWEEN = 4
# So many of the things are looked for that a French text may be in English.
_MOST_READINGS = 4

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


@lru_cache(maxsize=256)
def asked(text: str, lang: Lang, *, players: bool = True) -> Asked:
    """What a text asks for. Remembered: one search asks the same in several ways.

    Args:
        text: the query.
        lang: the language that its words are taken for.
        players: whether words of players are explained; what they mean is in English.
    """
    words = _words(text, lang)
    telling = any(not word.little for word in words)
    notions = []
    for said, others in _said_by_players(words, lang) if players else (([word], ()) for word in words):
        own = tuple(word.folded for word in said if not word.little)
        if own or others or not telling:
            notions.append(Notion(own or tuple(word.folded for word in said), others))
    # Said twice it is no more.
    notions = list(dict.fromkeys(notions))
    counted = tuple(word for notion in notions for word in notion.words)
    question = telling and any(word.little for word in words)
    return Asked(lang, counted, as_typed(text), tuple(notions), question)


def in_english(text: str, put: Callable[[str], Sequence[str]], *, known: bool = True) -> tuple[Asked, ...]:
    """What a French text asks for, in the rules' English: words of players as the rules say them, the rest translated.

    Args:
        text: French.
        put: what a stretch of the text is in English, as far as it is known; several texts where it may be several
            things. Words that have no English are left out.
        known: whether any of it is, besides words of players.

    Returns:
        one for each thing that the text may be; none if it says no more than its translation.
    """
    stretches = list(_stretches(text))
    if not any(others for _, _, others in stretches) and not (known and asked(text, "fr").question):
        return ()
    ways: list[tuple[Notion, ...]] = [()]
    for start, end, others in stretches:
        alike: list[tuple[Notion, ...]] = [(Notion((), others),)]
        if not others:
            alike = [asked(each, "en").notions for each in put(text[start:end]) if each.strip()] or [()]
        ways = list(islice(((*way, *more) for way in ways for more in alike), _MOST_READINGS))
    said = dict.fromkeys(tuple(dict.fromkeys(way)) for way in ways if way)
    # Of a question put into other words hardly any text has all.
    return tuple(
        Asked("en", tuple(word for notion in way for word in notion.words), "", way, question=True) for way in said
    )


def _stretches(text: str) -> Iterator[tuple[int, int, tuple[RulesWords, ...]]]:
    """Where a French text has words of players, with what the rules say for them, and where it has others."""
    begin = end = 0
    for said, others in _said_by_players(_words(text, "fr"), "fr"):
        if others:
            if begin < end:
                yield begin, end, ()
            yield said[0].start, said[-1].end, others
            begin = end = said[-1].end
        else:
            end = said[-1].end
    if begin < end:
        yield begin, end, ()


def is_little(word: str, lang: Lang) -> bool:
    """Whether a word of a text, as typed, says that something is asked, not what."""
    typed = without_accents(as_typed(word))
    # l'éphémère, qu'est-ce
    return typed in _little(lang) or (lang == "fr" and typed.rpartition("'")[2] in _little(lang))


def as_typed(text: str) -> str:
    """A text in small letters with the apostrophes of a keyboard, one blank between words."""
    return " ".join(text.lower().replace("’", "'").split())


class _Word(NamedTuple):
    """A word of a query.

    Attributes:
        typed: in small letters without accents.
        folded: as the index has it.
        little: whether it says that something is asked, not what.
        start: offset of its first character.
        end: offset after its last.
    """

    typed: str
    folded: str
    little: bool
    start: int
    end: int


def _words(text: str, lang: Lang) -> list[_Word]:
    found = []
    for word, start, end in words_in(text, lang):
        typed = without_accents(as_typed(text[start:end]))
        bare = typed.rpartition("'")[2] if lang == "fr" else typed
        found.append(_Word(bare, word, is_little(text[start:end], lang), start, end))
    return found


def _said_by_players(words: Sequence[_Word], lang: Lang) -> Iterator[tuple[Sequence[_Word], tuple[RulesWords, ...]]]:
    """The words in order, those that players say together as one, with what the rules say for them.

    Little words within don't count if two words are left ("cards I have in hand").
    """
    said: dict[_Folded, list[RulesWords]] = {}
    beginnings = {word.typed[:_BEGINNING] for word in words}
    telling = {word.typed[:_BEGINNING] for word in words if not word.little or len(words) == 1}
    for line in _entries(lang).said_with(telling, beginnings):
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


class _Entries:
    """The entries of a language, found by what players say. To read all of them would take longer than a search."""

    def __init__(self, lang: Lang) -> None:
        # Not by importlib.resources: to import that takes as long as all else here.
        content = (Path(__file__).resolve().parents[2] / "data" / PLAYERS_WORDS).read_text(encoding="utf-8")
        begin = content.index(f"\n{lang} = [")
        lines = content[begin : content.index("\n]", begin)].splitlines()
        self._lines = [line for line in lines if line.startswith("    {")]
        self._little = _little(lang)
        self._said = without_accents("\n".join(line[: line.index("]")].lower() for line in self._lines))
        self._each = self._said.split("\n")
        # Where each begins, and where the last one ends.
        self._begins = [0, *accumulate(len(each) + 1 for each in self._each)]
        self._beginning: dict[str, list[tuple[frozenset[str], int]]] = {}

    def said_with(self, telling: Collection[str], beginnings: AbstractSet[str]) -> list[str]:
        """The entries of which something has no other words than those that begin so, in order.

        Args:
            telling: how the words begin that matter.
            beginnings: how all words begin.
        """
        found = {entry for each in telling for said, entry in self._with(each) if said <= beginnings}
        return [self._lines[entry] for entry in sorted(found)]

    def _with(self, beginning: str) -> list[tuple[frozenset[str], int]]:
        """What is said whose words begin so, this beginning before the others, with the entry; each is there once."""
        known = self._beginning.get(beginning)
        if known is None:
            known = self._beginning[beginning] = [
                (said, entry)
                for entry in self._having(beginning)
                for said in self._words(entry)
                if min(said) == beginning
            ]
        return known

    def _having(self, beginning: str) -> Iterator[int]:
        at = self._said.find(beginning)
        while at >= 0:
            entry = bisect_right(self._begins, at) - 1
            yield entry
            at = self._said.find(beginning, self._begins[entry + 1])

    def _words(self, entry: int) -> Iterator[frozenset[str]]:
        """How the words that matter begin, of each thing that is said for an entry."""
        for phrase in self._each[entry].replace("-", " ").replace("'", " ").split('"')[1::2]:
            words = [word for word in phrase.split() if len(word) > 1] or phrase.split()
            telling = [word for word in words if word not in self._little] or words
            yield frozenset(word[:_BEGINNING] for word in telling)


@lru_cache
def _entries(lang: Lang) -> _Entries:
    return _Entries(lang)


@lru_cache(maxsize=2048)
def _entry(line: str, lang: Lang) -> tuple[tuple[_Folded, ...], RulesWords]:
    """What players say, as typed and without little words, and what the rules say."""
    # To import a reader of TOML takes longer than a search; a test reads the whole file with one.
    *say, in_rules, source = line.split('"')[1::2]
    said = [_words(each, lang) for each in say]
    whole = [tuple(word.folded for word in each) for each in said]
    bare = [tuple(word.folded for word in each if not word.little) for each in said]
    phrases = dict.fromkeys((*whole, *(each for each in bare if len(each) > 1)))
    rules = dict.fromkeys(word.folded for word in _words(in_rules, "en") if not word.little)
    return tuple(phrases), RulesWords(tuple(rules), source)
