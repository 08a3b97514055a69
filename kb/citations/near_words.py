"""The words near a citation, each with its nearness: a word beside the number tells more than one far away.

Words of identifiers count, too: `fireSurveilTriggers` has the word "surveil". The end of a sentence and another number
make all words beyond them less near. Behind a bracket that closes after the number, something else may begin; before a
number that is the subject of its sentence ("601.2c lets a player"), something else ended.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kb.citations.rule_text_index import stem
from kb.citations.surroundings import Surroundings
from kb.text.stopwords import stopwords

_ENDS = ".!?;"
# In characters.
_REACH = 240
# A number of a rule, the end of a sentence, a word, or two amounts such as +1/+1. The first character tells which.
_TOKEN = re.compile(
    r"""
    [1-9][0-9]{2}\.[0-9]+[a-z]{0,2}
    | [.!?;] (?=\s|\Z)
    | [+-]?[0-9]+/[+-]?[0-9]+ | [A-Z]+(?![a-z]) | [A-Z]?[a-z]+(?:['’][a-z]+)?
    """,
    re.VERBOSE,
)
_CLOSES = re.compile(r"[*_`\"']{0,3}\s?[)\]]")
# A verb or a possessive behind a number: the number is the subject of its clause, if the clause begins there.
_IS_SUBJECT = re.compile(r"['’]s\b|\s?(?:[a-z]+[a-rt-z]s|can|can't|doesn't)\b")
_BEGINS_CLAUSE = re.compile(r"(?:\A|[.!?:;,(—–]\s*|\b(?:[Pp]er|[Bb]ut|[Aa]nd|[Bb]ecause|[Ss]ince)\s)[*_`(\s]*\Z")
# How much less near the words beyond these places are.
_BEYOND_NUMBER, _BEYOND_SENTENCE, _BEYOND_BRACKET, _BEYOND_SUBJECT = 0.4, 0.6, 0.4, 0.25
# So many words away, a word is half as near as one directly beside the number.
_HALF = 12


def near_words(around: Surroundings) -> dict[str, float]:
    """Return the words near a citation without their endings, each with its nearness, from 0 to 1.

    Stopwords and single letters aren't among them.
    """
    found: dict[str, float] = {}
    verb = _IS_SUBJECT.match(around.after)
    is_subject = verb and (verb[0][0] in "'’" or _BEGINS_CLAUSE.search(around.before[-30:]))
    for tokens, start in (
        (reversed(_TOKEN.findall(around.before[-_REACH:])), _BEYOND_SUBJECT if is_subject else 1.0),
        (_TOKEN.findall(around.after[:_REACH]), _BEYOND_BRACKET if _CLOSES.match(around.after) else 1.0),
    ):
        words, nearness = 0, start
        for token in tokens:
            if not token[0].isalpha() and "/" not in token:
                nearness *= _BEYOND_SENTENCE if token in _ENDS else _BEYOND_NUMBER
                continue
            words += 1
            if (word := _stem(token)) is not None:
                near = nearness / (1 + words / _HALF)
                if near > found.get(word, 0.0):
                    found[word] = near
    return found


@lru_cache(maxsize=1 << 12)
def _stem(token: str) -> str | None:
    word = token.lower().replace("’", "'")
    return None if word in stopwords("en") or (len(word) == 1 and word != "x") else stem(word)
