"""The query syntax: parsing a query with operators or fields into a tree of Whoosh's query nodes.

Whoosh's parser reads phrases, AND OR NOT, brackets, `word*`, `wo?d`, `word~`, `field:` and `[a TO b]`. `-word` means
`NOT word`. Invalid syntax counts as words, so every text is a valid query. Most queries are plain words and need no
parser. See docs/search.md.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

QUERY_FIELDS = ("title", "example", "glossary", "number", "section", "status", "edition", "cites")
"""The names of the fields. In a query, the name of a field stands before a colon."""

DEFAULT_FIELD = "words"
"""The field for words that are typed without the name of a field."""

# The largest length of a query, in characters. A pasted rule is shorter. Searching the words of a book would take
# minutes.
_MAX_LENGTH = 2000
# A query with more operators and brackets counts as plain text.
_MAX_OPERATORS = 40

# A minus sign before a word of at least two letters, a phrase, a bracket or a field. So "-1/-1" and "-X" are words.
_MINUS = r"(?:(?<=[\s(])|^)-(?=[^\W\d_]{2}|[\"(])"
# Asterisks and question marks for letters. At the end of a word, an asterisk is a prefix, and a question mark ends a
# question.
_WILDCARD = r"(?<!\w)\w*(?:\*|\?)+\w[\w*?]*(?<!\?)"
_QUESTION_MARK = re.compile(r"(?<=\w)\?+(?=\s|$)")
_BRACKETS = re.compile(r"[()\[\]]")
_OPERATORS = re.compile(rf"[\"*~]|\b(?:AND|OR|NOT)\b|\b(?:{'|'.join(QUERY_FIELDS)}):|{_MINUS}|{_WILDCARD}")


def clean_query(text: str) -> str:
    """Return a query without lone surrogates, cut at the maximum length."""
    text = text.encode("utf-8", "ignore").decode("utf-8")
    return text if len(text) <= _MAX_LENGTH else text[:_MAX_LENGTH].rpartition(" ")[0]


def has_syntax(text: str) -> bool:
    """True if a query has operators or fields, but with its brackets not more than `_MAX_OPERATORS`.

    Brackets alone are punctuation: "does lifelink work with double strike (asking for a friend)".
    """
    count = len(_OPERATORS.findall(text))
    return count > 0 and count + len(_BRACKETS.findall(text)) <= _MAX_OPERATORS


def parse_syntax(text: str) -> Any:
    """Parse a query with syntax. Return a tree of Whoosh's query nodes, in which words aren't folded."""
    # In a phrase, a minus sign is no operator.
    negated = re.sub(rf'"[^"]*"|{_MINUS}', lambda found: found[0] if found[0].startswith('"') else "NOT ", text)
    return _parser().parse(_QUESTION_MARK.sub("", negated), normalize=False)


@lru_cache
def _parser() -> Any:
    from whoosh import qparser

    class _WildcardPlugin(qparser.WildcardPlugin):
        """Wildcards inside and at the start of words. Whoosh's own plugin would take the `?` of a question for one."""

        expr = f"(?P<text>{_WILDCARD})"

        def filters(self, _parser: Any) -> list[Any]:
            # A node already has its whole word, so there is nothing to join.
            return []

    names = "|".join(QUERY_FIELDS)
    plugins: list[Any] = [
        qparser.WhitespacePlugin(),
        qparser.FieldsPlugin(rf"(?P<text>{names}):", remove_unknown=False),
        qparser.PrefixPlugin(),
        _WildcardPlugin(),  # type: ignore[no-untyped-call]
        qparser.FuzzyTermPlugin(),
        qparser.PhrasePlugin(),
        qparser.RangePlugin(),
        qparser.GroupPlugin(),
        qparser.OperatorsPlugin(),
    ]
    return qparser.QueryParser(DEFAULT_FIELD, None, plugins=plugins, group=qparser.AndGroup)
