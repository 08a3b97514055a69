"""Rule numbers in queries, wherever they stand and however they are written."""

from __future__ import annotations

import re
from typing import NamedTuple

from kb.errors import BadValue
from kb.rule_number import RuleNumber

# Words before a number which say that it is a number of the rules.
_CITED_AS = r"\b(?:CR|RC|rules?|sections?|chapters?|règles?|chapitres?)[\s.:]*"
# A subrule's letter after a space must not be a word by itself ("704.5 a creature"), unless the query ends with it.
_NUMBER = re.compile(
    rf"""(?:{_CITED_AS})? (?<![\d.\-/]) (?P<rule>[1-9]\d\d\.[1-9]\d{{0,2}})
         (?: (?P<letters>[a-z]{{1,2}}) | \s(?P<last>[a-z])(?=\W*$) | \s(?P<letter>[b-ce-hj-km-np-rt-xz])(?=\W) )?
         (?![\w@]|\.?\d) \.?
     |   {_CITED_AS} (?P<section>[1-9]\d\d)\b (?![.\-/]\w)""",
    re.IGNORECASE | re.VERBOSE,
)

# In a longer text, such as a pasted rule, a number is a reference and not what the reader looks for.
_MAX_WORDS = 12


class NumberQuery(NamedTuple):
    """A query with a rule number. `rest` is the query without the number and without words such as "rule"."""

    number: RuleNumber
    rest: str


def parse_number_query(text: str) -> NumberQuery | None:
    """Find the first rule number in a query. Return None if it has none.

    A number of a section (702) counts only after a word such as "rule", or if it is the whole query. In a long text, a
    number counts only at the beginning.
    """
    try:
        return NumberQuery(RuleNumber.parse_lenient(text), "")
    except BadValue:
        pass
    for match in _NUMBER.finditer(text):
        digits = match["section"] or match["rule"] + (match["letters"] or match["last"] or match["letter"] or "")
        try:
            number = RuleNumber.parse_lenient(digits)
        except BadValue:
            continue
        if match.start() and len(text.split()) > _MAX_WORDS:
            return None
        return NumberQuery(number, " ".join(f"{text[: match.start()]} {text[match.end() :]}".split()))
    return None
