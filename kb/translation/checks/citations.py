"""Check that the French cites the same rule numbers as the English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kb.i18n import _
from kb.rule_number import NumberRange, RuleNumber, as_rule_number
from kb.text.reference_parser import find_references
from kb.translation.checks.issue import Issue


def check_citations(french: str, english: str) -> Iterator[Issue]:
    """Yield an issue if the French cites other rules than the English.

    Quoted titles beside the numbers aren't compared, since they are translated.
    """
    lost, added = _differences(cited_rules(french), cited_rules(english))
    if lost and added:
        message = _("the English cites {lost}, the French {more}", lost=_listed(lost), more=_listed(added))
    elif lost:
        message = _("the French doesn't cite {lost}, which the English cites", lost=_listed(lost))
    elif added:
        message = _("the French cites {more}, which the English doesn't", more=_listed(added))
    else:
        return
    texts = (reference.text for reference in find_references(french))
    first_added = next((text for text in texts if not cited_rules(text).keys().isdisjoint(added)), "")
    yield Issue("reference-mismatch", message, first_added)


def blank_citations(text: str) -> str:
    """Replace the references to rules in a text by spaces, keeping its length."""
    pieces, at = [], 0
    for reference in find_references(text):
        if not reference.term:
            pieces += [text[at : reference.start], " " * (reference.end - reference.start)]
            at = reference.end
    return "".join((*pieces, text[at:]))


def cited_rules(text: str) -> Counter[RuleNumber]:
    """Count the rules that a text cites. For a range, count each rule or subrule in the range."""
    found: Counter[RuleNumber] = Counter()
    for reference in find_references(text):
        if reference.target is not None:
            ends = tuple(map(as_rule_number, reference.numbers))
            found.update(tuple(NumberRange(ends[0], ends[-1]).members()) or ends)
    return found


def _differences(
    ours: Counter[RuleNumber], theirs: Counter[RuleNumber]
) -> tuple[Sequence[RuleNumber], Sequence[RuleNumber]]:
    """Return the rules that the French cites too rarely, and the rules that the French cites too often.

    Repeating a citation, or omitting a repetition, is style. Citing a different rule is an error.
    """
    lost, added = set(theirs) - set(ours), set(ours) - set(theirs)
    if not lost and not added:
        lost, added = set(theirs - ours), set(ours - theirs)
        if not (lost and added):
            return (), ()
    return sorted(lost), sorted(added)


def _listed(numbers: Sequence[RuleNumber]) -> str:
    return ", ".join(map(str, numbers))
