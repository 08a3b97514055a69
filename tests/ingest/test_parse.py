"""Parsing: paragraphs, examples, headings, and lines that belong to no rule."""

from __future__ import annotations

import pytest

from ingest.parsing.line_classifier import classify_lines
from ingest.parsing.parser import parse_body, parse_glossary, parse_rules
from kb.languages import Lang
from kb.model import Example, Finding, Rule


def rules_of(text: str, lang: Lang = "en") -> tuple[tuple[Rule, ...], tuple[Finding, ...]]:
    return parse_rules(classify_lines(text.split("\n")), lang)


@pytest.mark.parametrize(
    ("text", "paragraphs", "examples"),
    [
        ("870.1. Text.", "Text.", []),
        ("870.1. Text.\nMore.", "Text.\nMore.", []),
        ("870.1. One of:\n• brass\n• glass", "One of:\n• brass\n• glass", []),
        ("870.1. Text.\n\n     Set in.", "Text.\nSet in.", []),
        ("870.1. Text.\nExample: A.", "Text.", [Example("A.")]),
        ("870.1. Text.\n\nExample: A.\n\n\nExample: B.", "Text.", [Example("A."), Example("B.")]),
        ("870.1. Text.\nExample: A.\nExample: B.\nExample: C.", "Text.", [Example("A."), Example("B."), Example("C.")]),
        ("870.1. Text.\nExample: A.\nA goes on.", "Text.", [Example("A.\nA goes on.")]),
        ("870.1. Text.\nMore.\nExample: A.", "Text.\nMore.", [Example("A.", after=2)]),
        ("870.1. Text.\nExample: A.\n\n  More.\nExample: B.", "Text.\nMore.", [Example("A."), Example("B.", after=2)]),
        ("870.1. Text.\nEXAMPLE: A.", "Text.", [Example("A.", marker="EXAMPLE:")]),
        ("870.1. Steps:\n1. Take one.\n2. Light it.", "Steps:\n1. Take one.\n2. Light it.", []),
        ("870.1. Numbers:\n100 cards\n3.5 candles", "Numbers:\n100 cards\n3.5 candles", []),
    ],
)  # fmt: skip
def test_paragraphs_and_examples_of_a_rule(text: str, paragraphs: str, examples: list[Example]) -> None:
    """A rule has all paragraphs and examples up to the next number, each in its place."""
    rules, findings = rules_of(f"{text}\n\n870.2. The next rule.")
    assert (rules[0].text, list(rules[0].examples)) == (paragraphs, examples)
    assert rules[1].text == "The next rule."
    assert not findings


def test_a_stray_line_is_reported_and_kept() -> None:
    """A line that belongs to no rule is reported with its line number and kept with the rule before it."""
    rules, findings = rules_of("870.1. Text.\n\nx\n\n870.2. Next.")
    assert rules[0].text == "Text.\nx"
    (finding,) = findings
    assert (finding.code, finding.where, finding.text) == ("stray-line", "line 3", "x")
    assert "870.1" in finding.message


def test_lines_before_the_first_rule_are_reported() -> None:
    """A line before the first rule is reported and belongs to no rule."""
    rules, findings = rules_of("Some words.\n870.1. Text.")
    assert [str(rule.number) for rule in rules] == ["870.1"]
    assert [(finding.code, finding.where) for finding in findings] == [("stray-line", "line 1")]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("8. Lights\n\n870. Lanterns\n\n870.1. Text.", ["8", "870", "870.1"]),
        ("870.1. Text.\n\n9. Darkness\n970. Shade\n970.1. Text.", ["870.1", "9", "970", "970.1"]),
        ("870.1. Steps:\n8. Light it.\n870.2. Text.", ["870.1", "870.2"]),
        ("870.1. Steps:\n3. Light it.\n\n970. Shade\n970.1. Text.", ["870.1", "970", "970.1"]),
    ],
)
def test_chapters_and_numbered_lists(text: str, numbers: list[str]) -> None:
    """`8. Lights` is a chapter only if a section of chapter 8 follows; otherwise it is a list item."""
    rules, _ = rules_of(text)
    assert [str(rule.number) for rule in rules] == numbers


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("870. Lanterns", ""),
        ("870.1. Text", ""),
        ("870.1a Text", ""),
        ("870.1 Text", "870.1"),
        ("870.1a. Text", "870.1a."),
    ],
)
def test_numbers_as_printed(line: str, printed: str) -> None:
    """An unusual form of a number is kept as printed; the usual form isn't."""
    ((rule,), _) = rules_of(line)
    assert rule.printed_number.rstrip() == printed


def test_a_rule_in_the_other_language() -> None:
    """A rule left in English on a French page is detected as English; a name isn't."""
    text = "306. Planeswalkers\n306.1. Un joueur qui a la priorité peut lancer une carte.\n306.2. A player may cast it."
    rules, _ = rules_of(text, "fr")
    assert [rule.text_lang for rule in rules] == ["fr", "fr", "en"]


def test_glossary_entries() -> None:
    """An entry is a headword on a line of its own with its senses below; blank lines separate entries."""
    lines = classify_lines("Keeper\n1. One who keeps.\n2. One who kept.\n\n\nWick\nA part.\n\nZinc".split("\n"))
    entries = parse_glossary(lines, "en")
    assert [(entry.term, entry.text, entry.line) for entry in entries] == [
        ("Keeper", "1. One who keeps.\n2. One who kept.", 1),
        ("Wick", "A part.", 6),
        ("Zinc", "", 9),
    ]


def test_blocks_of_one_line() -> None:
    """A block of one line is a headword if it is in alphabetical order; otherwise it belongs to the entry before it."""
    text = "Expansion Symbol\nThe symbols are:\n\nExpansions\n\n   Bronze\n\nCopper\n\nStarter\n\nFace\nA side."
    entries = parse_glossary(classify_lines(text.split("\n")), "en")
    assert [(entry.term, entry.text) for entry in entries] == [
        ("Expansion Symbol", "The symbols are:"),
        ("Expansions", "Bronze\nCopper\nStarter"),
        ("Face", "A side."),
    ]


def test_a_headword_joined_with_its_sense() -> None:
    """`Ability1. Text` is split into a headword and its first sense."""
    (entry,) = parse_glossary(classify_lines("Ability1. Text on a thing.\n2. A thing.".split("\n")), "en")
    assert (entry.term, entry.senses) == ("Ability", ("Text on a thing.", "A thing."))


@pytest.mark.parametrize(
    ("lines", "number", "text"),
    [
        (["606. 8b Text"], "606.8b", "606. 8b"),
        (["702. 37a/b Text"], "702.37a", "702. 37a/b"),
        (["901.4.All text"], "901.4", "901.4."),
        (["306.5a One", "306.b Two"], "306.5b", "306.b"),
        (["306.5. One", "306.a Two"], "306.5a", "306.a"),
    ],
)
def test_malformed_numbers(lines: list[str], number: str, text: str) -> None:
    """A malformed number is kept as printed and reported; it is read only if it can be read in one way."""
    rules, findings = parse_rules(classify_lines(lines), "en")
    assert (str(rules[-1].number), rules[-1].printed_number.strip()) == (number, text)
    assert [(finding.code, finding.where, finding.text) for finding in findings] == [("malformed-number", number, text)]


def test_a_number_that_cannot_be_read() -> None:
    """After 306.5a, `306.d` is ambiguous: the line stays with the rule before it and is reported."""
    rules, findings = parse_rules(classify_lines(["306.5a One", "", "306.d Two"]), "en")
    assert [rule.text for rule in rules] == ["One\n306.d Two"]
    assert [finding.code for finding in findings] == ["stray-line"]


def test_an_empty_text() -> None:
    """An empty text has no rules and no findings."""
    body = parse_body((), (), "en")
    assert (body.rules, body.glossary, body.findings) == ((), (), ())
