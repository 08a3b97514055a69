"""Stopwords: the words of a query that say that something is asked, not what.

They include the function words of the language and the words of questions about games: "tell", "happen", "rules".
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kb.languages import Lang
from kb.text.folding import fold_words, strip_accents, tokenize

# Compared without accents.
_STOPWORDS: dict[Lang, str] = {
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


class QueryWord(NamedTuple):
    """A word of a query.

    Attributes:
        typed: the word in lower case without accents, in French also without elision.
        folded: the word as it is indexed.
        is_stopword: whether the word is a stopword.
        start: offset of its first character in the query.
        end: offset after its last character.
    """

    typed: str
    folded: str
    is_stopword: bool
    start: int
    end: int


def query_words(text: str, lang: Lang) -> list[QueryWord]:
    """Split a query into its words."""
    found = []
    for word, start, end in tokenize(text, lang):
        typed = strip_accents(surface_form(text[start:end]))
        bare = typed.rpartition("'")[2] if lang == "fr" else typed
        found.append(QueryWord(bare, word, is_stopword(text[start:end], lang), start, end))
    return found


def is_stopword(word: str, lang: Lang) -> bool:
    """True if a word, as typed, is a stopword; in French also behind an elision (qu'est-ce)."""
    typed = strip_accents(surface_form(word))
    return typed in stopwords(lang) or (lang == "fr" and typed.rpartition("'")[2] in stopwords(lang))


def surface_form(text: str) -> str:
    """Return a text in lower case, with straight apostrophes and one space between words."""
    return " ".join(text.lower().replace("’", "'").split())


@lru_cache
def stopwords(lang: Lang) -> frozenset[str]:
    """Return the stopwords of a language, without accents."""
    return frozenset(strip_accents(_STOPWORDS[lang]).split())


@lru_cache
def folded_stopwords(lang: Lang) -> frozenset[str]:
    """Return the stopwords of a language as they are indexed."""
    return frozenset(word for typed in stopwords(lang) for word in fold_words(typed, lang))
