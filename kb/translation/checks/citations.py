"""Numbers of rules that the French cites, against those that the English cites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kb.i18n import _
from kb.rule_number import NumberRange, RuleNumber
from kb.text import reference_parser
from kb.translation.checks.issue import Issue


def check_citations(french: str, english: str) -> Iterator[Issue]:
    """A fault if the French cites other rules than the English.

    Titles that are quoted beside them aren't compared: they are translated.
    """
    lost, more = _difference(cited_rules(french), cited_rules(english))
    if not lost and not more:
        return
    if lost and more:
        message = _("the English cites {lost}, the French {more}", lost=_listed(lost), more=_listed(more))
    elif lost:
        message = _("the French doesn't cite {lost}, which the English cites", lost=_listed(lost))
    else:
        message = _("the French cites {more}, which the English doesn't", more=_listed(more))
    yield Issue("reference-mismatch", message, _as_printed(french, more))


def blank_citations(text: str) -> str:
    """A text of the same length with blanks in place of the rules that it cites."""
    pieces, at = [], 0
    for reference in reference_parser.find_references(text):
        if not reference.term:
            pieces += [text[at : reference.start], " " * (reference.end - reference.start)]
            at = reference.end
    return "".join((*pieces, text[at:]))


def cited_rules(text: str) -> Counter[RuleNumber]:
    """The rules that a text cites; a range of subrules or rules is each of them."""
    found: Counter[RuleNumber] = Counter()
    for reference in reference_parser.find_references(text):
        if reference.target is None:
            continue
        last = reference.target_end or reference.target
        found.update(tuple(NumberRange(reference.target, last).members()) or reference.numbers)
    return found


def _difference(
    ours: Counter[RuleNumber], theirs: Counter[RuleNumber]
) -> tuple[Sequence[RuleNumber], Sequence[RuleNumber]]:
    """What is cited too little and too much.

    To cite a rule once more or less is style; once less and another once more is not.
    """
    lost, more = set(theirs) - set(ours), set(ours) - set(theirs)
    if not lost and not more:
        lost, more = set(theirs - ours), set(ours - theirs)
        if not (lost and more):
            return (), ()
    return sorted(lost), sorted(more)


def _as_printed(french: str, numbers: Sequence[RuleNumber]) -> str:
    """The first citation of the French that names one of the numbers, as printed."""
    for reference in reference_parser.find_references(french):
        if set(cited_rules(reference.text)) & set(numbers):
            return reference.text
    return ""


def _listed(numbers: Sequence[RuleNumber]) -> str:
    return ", ".join(map(str, numbers))
