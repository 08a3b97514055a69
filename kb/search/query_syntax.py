"""The query syntax: parsing what a person types into a tree of Whoosh's query nodes.

Whoosh's parser reads phrases, AND OR NOT, brackets, `word*`, `word~`, `field:` and `[a TO b]`. Anything that isn't
valid syntax counts as words, so every input is a query. Most queries are plain words and need no parser. See
docs/search.md.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

QUERY_FIELDS = ("title", "example", "glossary", "number", "section", "status", "edition", "cites")
"""The names of fields, which stand before a colon in a query."""

DEFAULT_FIELD = "words"
"""The field in which words are searched that are typed without a field."""

# In characters. A pasted rule is shorter. Searching all words of a pasted book would take minutes.
_MAX_LENGTH = 2000
# A query with more operators and brackets counts as plain text.
_MAX_OPERATORS = 40

_OPERATORS = re.compile(rf"[\"()\[\]*~]|\b(?:AND|OR|NOT)\b|\b(?:{'|'.join(QUERY_FIELDS)}):")


def clean_query(text: str) -> str:
    """Return the part of a query that is searched: without lone surrogates, and cut at the maximum length."""
    text = text.encode("utf-8", "ignore").decode("utf-8")
    return text if len(text) <= _MAX_LENGTH else text[:_MAX_LENGTH].rpartition(" ")[0]


def has_syntax(text: str) -> bool:
    """True if a query may be more than plain words."""
    return 0 < len(_OPERATORS.findall(text)) <= _MAX_OPERATORS


def parse_syntax(text: str) -> Any:
    """Parse a query that has syntax into Whoosh's query nodes, with unfolded words."""
    return _parser().parse(text, normalize=False)


@lru_cache
def _parser() -> Any:
    from whoosh import qparser

    names = "|".join(QUERY_FIELDS)
    plugins: list[Any] = [
        qparser.WhitespacePlugin(),
        qparser.FieldsPlugin(rf"(?P<text>{names}):", remove_unknown=False),
        # The wildcard plugin isn't used, since `?` ends questions.
        qparser.PrefixPlugin(),
        qparser.FuzzyTermPlugin(),
        qparser.PhrasePlugin(),
        qparser.RangePlugin(),
        qparser.GroupPlugin(),
        qparser.OperatorsPlugin(),
    ]
    return qparser.QueryParser(DEFAULT_FIELD, None, plugins=plugins, group=qparser.AndGroup)
