"""The query language: what a person types, as a tree of Whoosh's queries.

Whoosh's parser does the reading: phrases, AND OR NOT, brackets, `word*`, `word~`, `field:`, `[a TO b]`. What it can't
make sense of stays words, so that whatever is typed is searched. Most queries are words alone and need no parser.
See docs/search.md.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

QUERY_FIELDS = ("title", "example", "glossary", "number", "section", "status", "edition", "cites")
"""What can stand before a colon."""

DEFAULT_FIELD = "words"
"""The field of words that stand by themselves."""

# A pasted rule is shorter than this; the words of a pasted book would take minutes.
_CHARACTERS = 2000
# Brackets and operators nest; so deep nobody means it.
_MOST_MARKS = 40

_MARKS = re.compile(rf"[\"()\[\]*~]|\b(?:AND|OR|NOT)\b|\b(?:{'|'.join(QUERY_FIELDS)}):")


def clean_query(text: str) -> str:
    """As much of a query as is looked for; halves of characters, which no text has, left out."""
    text = text.encode("utf-8", "ignore").decode("utf-8")
    return text if len(text) <= _CHARACTERS else text[:_CHARACTERS].rpartition(" ")[0]


def has_syntax(text: str) -> bool:
    """Whether a query may be more than words."""
    return 0 < len(_MARKS.findall(text)) <= _MOST_MARKS


def parse_syntax(text: str) -> Any:
    """The tree of a query that has marks: Whoosh's queries, of unfolded words."""
    return _parser().parse(text, normalize=False)


@lru_cache
def _parser() -> Any:
    from whoosh import qparser

    names = "|".join(QUERY_FIELDS)
    plugins: list[Any] = [
        qparser.WhitespacePlugin(),
        qparser.FieldsPlugin(rf"(?P<text>{names}):", remove_unknown=False),
        # Not `?`: it ends questions.
        qparser.PrefixPlugin(),
        qparser.FuzzyTermPlugin(),
        qparser.PhrasePlugin(),
        qparser.RangePlugin(),
        qparser.GroupPlugin(),
        qparser.OperatorsPlugin(),
    ]
    return qparser.QueryParser(DEFAULT_FIELD, None, plugins=plugins, group=qparser.AndGroup)
