"""Reference resolution: the rules and entries of an edition that a reference points to, and missing ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.text.reference_parser import find_references
from kb.text.reference_resolver import EditionContents, HeadwordIndex

NUMBERS = ["1", "100", "100.1", "100.1a", "100.1b", "100.2", "100.3", "101", "101.1", "101.1a", "2", "200"]
TERMS = [
    "Active Player", "Active Player, Nonactive Player Order", "Bury (Obsolete)", "Continuous Effect", "Éteindre",
    "Hidden Information (Informal)", "Intervening “If” Clause", "Life, Life Total", "Tap", "Tapped", "Untap", "Rôle",
    "Role",
]  # fmt: skip


def contents() -> EditionContents:
    rules = [Rule(RuleNumber.parse(number), "Text.") for number in reversed(NUMBERS)]
    return EditionContents.of(rules, [GlossaryEntry(term, "Text.") for term in TERMS])


@pytest.mark.parametrize(
    ("text", "rules", "missing"),
    [
        ("rule 100.1a", ["100.1a"], []),
        ("section 2", ["2"], []),
        ("section 100", ["100"], []),
        ("rule 100.9", [], ["100.9"]),
        ("rule 102", [], ["102"]),
        ("section 9", [], ["9"]),
        # A range has the existing rules between its ends, at their level.
        ("rules 100.1–3", ["100.1", "100.2", "100.3"], []),
        ("rules 100.1a–b", ["100.1a", "100.1b"], []),
        ("rules 100.2–101.1", ["100.2", "100.3", "101.1"], []),
        ("rules 100–101", ["100", "101"], []),
        ("sections 1–2", ["1", "2"], []),
        ("rules 100.1b–d", ["100.1b"], ["100.1d"]),
        ("100.4–100.9", [], ["100.4", "100.9"]),
    ],
)
def test_numbers(text: str, rules: list[str], missing: list[str]) -> None:
    """A number has exactly its rule as target, a range the existing rules in it; missing numbers are reported."""
    (reference,) = find_references(text)
    resolution = contents().resolve(reference)
    assert [str(number) for number in resolution.rules] == rules
    assert [str(number) for number in resolution.missing] == missing
    assert bool(resolution.failure_reason) == bool(missing)
    assert all(number in resolution.failure_reason for number in missing)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("See Tap.", ["Tap"]),
        ("See also Tap, Tapped, and Untap.", ["Tap", "Tapped", "Untap"]),
        ("See Active Player, Nonactive Player Order.", ["Active Player, Nonactive Player Order"]),
        ("See Nonactive Player Order.", ["Active Player, Nonactive Player Order"]),
        ("See Tap, Active Player, Nonactive Player Order.", ["Tap", "Active Player, Nonactive Player Order"]),
        ("See also Continuous Effects.", ["Continuous Effect"]),
        ("See \"Intervening 'If' Clause.\"", ["Intervening “If” Clause"]),
        ("See Life Total.", ["Life, Life Total"]),
        ("See Bury.", ["Bury (Obsolete)"]),
        ("See also Hidden Information.", ["Hidden Information (Informal)"]),
        ("Voir Eteindre.", ["Éteindre"]),
        # Similar headwords are not guessed.
        ("See Rôle.", []),
        ("See Tap and Turn.", []),
        ("See Tapping.", []),
    ],
)
def test_terms(text: str, entries: list[str]) -> None:
    """A reference to the glossary must match whole headwords; if one is missing, it has no target."""
    (reference,) = find_references(text)
    resolution = contents().resolve(reference)
    assert list(resolution.entries) == entries
    assert resolution.missing == (() if entries else (reference.term,))
    assert not resolution.rules


@given(st.lists(st.sampled_from(["Tap", "Untap", TERMS[0], TERMS[1], "Life, Life Total"]), min_size=1, unique=True))
def test_headwords_in_a_list(terms: list[str]) -> None:
    """Every headword in a list is found, however the list is joined."""
    headwords = HeadwordIndex(GlossaryEntry(term, "Text.") for term in TERMS)
    assert headwords.lookup(", and ".join(terms)) == tuple(terms)
