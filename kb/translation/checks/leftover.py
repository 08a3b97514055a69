"""English that was left in the French."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.tongue import _
from kb.translation.checks.fault import Fault

# Words that every English sentence has and no French one: "on", "or", "as", "but", "for", "son" are French too.
_ENGLISH = frozenset(
    "the of and that it its it's is be are by this those these has have had with from was were been will would they "
    "their them when which who whose any each only under other another more than if at to do does doesn't don't "
    "can't isn't aren't may might should could into not you your you're his her he she until unless whenever where "
    "while both either neither such there then in an".split()
)
_FRENCH = frozenset(
    "le la les de des du un une et est qui que ce cette ces son sa ses il elle ils elles sur dans par pour pas ne se "
    "au aux ou si leur leurs avec sont peut plus quand comme tout toute chaque être ou où lors lorsque alors donc "
    "mais à y en l d n s j m t c qu jusqu votre vos sous sans été cf règle règles voir exemple".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|https?://\S+|www\.\S+|[«»\n]")
_ELISION = re.compile(r"\A(?:[ldnsjmtc]|qu|jusqu|lorsqu|puisqu)['’]", re.IGNORECASE)

# A name ("Sword of War and Peace") has its words in capitals; a sentence has these many that aren't.
_SMALL, _COMMON, _LENGTH = 2, 2, 4
# In quotes stands what a card says; a keyword or a phrase of the game may stay, a sentence may not.
_LENGTH_QUOTED = 6


def leftover(text: str) -> Iterator[Fault]:
    """A fault for each English phrase or sentence within a French text, in order.

    Names of cards don't count, nor do single terms: most are left in English on purpose.
    """
    run: list[re.Match[str]] = []
    quoted = False
    for match in _WORD.finditer(text):
        word = match.group()
        if word in "«»\n" or word.lower() in _FRENCH or _ELISION.match(word) or _accented(word):
            yield from _phrase(text, run, quoted=quoted)
            run = []
            quoted = word == "«" or (quoted and word != "»")
        else:
            run.append(match)
    yield from _phrase(text, run, quoted=quoted)


def _phrase(text: str, run: list[re.Match[str]], *, quoted: bool) -> Iterator[Fault]:
    words = [match.group().replace("’", "'") for match in run]
    small = {word.lower() for word in words if word.lower() in _ENGLISH}
    common = [word for word in words if word.islower() and word not in _ENGLISH and len(word) > 2]
    enough = len(words) >= (_LENGTH_QUOTED if quoted else _LENGTH)
    if enough and len(small) >= _SMALL and len(common) >= _COMMON:
        phrase = text[run[0].start() : run[-1].end()]
        yield Fault("untranslated", _("English was left in the French: {words}", words=phrase), phrase)


def _accented(word: str) -> bool:
    """Whether a word has letters that English hasn't."""
    return any(char in "àâäçéèêëîïôöùûüœæ" for char in word.lower())
