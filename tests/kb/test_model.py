"""The model of an edition: headings, status, and senses and names of glossary entries."""

from __future__ import annotations

from datetime import date

import pytest

from kb.languages import Lang
from kb.model import Counts, Edition, Example, GlossaryEntry, Reference, Rule, Source, standard_printed_number
from kb.rule_number import RuleNumber
from kb.rule_text import heading, text_status


def number(text: str) -> RuleNumber:
    return RuleNumber.parse(text)


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("3", "Card Types"), ("306", "Planeswalkers"), ("100", "General"), ("702.9", "Flying"),
        ("701.2", "Activate"), ("702.179", "Start Your Engines!"), ("701.36", "Populate and More"),
        ("506.1", "Attack-Trigger"), ("701.5", "Épargner"), ("205", "A sentence. Of a section."), ("702.2", "D" * 80),
    ],
)  # fmt: skip
def test_headings(label: str, text: str) -> None:
    """Chapters and sections have headings, and so have rules of a few words (702.9. Flying)."""
    assert heading(number(label), text) == text
    assert Rule(number(label), text).title == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("702.9a", "Flying"), ("306.5", "Loyalty is a characteristic only planeswalkers have."), ("100.1", "lower"),
        ("100.2", "Two lines\nof text"), ("100.3", "Choose one:"), ("100.4", "See rule 601, “Casting Spells.”"),
        ("100.5", "One. Two"), ("100.6", "D" * 81), ("100.7", "(Obsolete)"), ("100.8", "2 things"), ("100.9", ""),
    ],
)  # fmt: skip
def test_no_headings(label: str, text: str) -> None:
    """Subrules and whole sentences aren't headings."""
    assert heading(number(label), text) is None
    assert Rule(number(label), text).title is None


@pytest.mark.parametrize(
    ("text", "lang", "status"),
    [
        ("Previously, planeswalkers were subject to a redirection effect.", "en", "deprecated"),
        ("Précédemment, les planeswalkers était sujets à la « règle d'unicité ».", "fr", "deprecated"),
        ("An object that was previously, in passing, mentioned.", "en", "current"),
        ("If a player previously chose, they may choose. Previously, it was so.", "en", "current"),
        ("Previously chosen values are kept.", "en", "current"),
        ("Précédemment choisies, les valeurs restent.", "fr", "current"),
        ("Previously, in English.", "fr", "current"),
        ("", "en", "current"),
    ],
)
def test_status(text: str, lang: Lang, status: str) -> None:
    """A rule is deprecated if its text begins with "Previously, " (306.4, 306.7), not if it mentions the past."""
    assert text_status(text, lang) == status
    assert Rule(number("306.4"), text, text_lang=lang).status == status


def test_status_of_a_rule_left_in_english() -> None:
    """The status of a rule left in English on a French page is read from the English words (306.7)."""
    assert Rule(number("306.7"), "Previously, planeswalkers were so.", text_lang="en").status == "deprecated"


@pytest.mark.parametrize(
    ("text", "senses"),
    [
        ("One meaning.", ("One meaning.",)),
        ("One meaning.\nAnd more of it.", ("One meaning.\nAnd more of it.",)),
        ("", ("",)),
        ("1. First.\n2. Second.", ("First.", "Second.")),
        ("1. First.\n2. Second.\nSee rule 113, “Abilities.”", ("First.", "Second.", "See rule 113, “Abilities.”")),
        ("1. First.\nGoes on.\n2. Second.", ("First.\nGoes on.", "Second.")),
        ("Of old:\n1. First.\n2. Second.", ("Of old:", "First.", "Second.")),
        ("1. Only.\nSee Foo.\nSee also Bar.", ("Only.", "See Foo.", "See also Bar.")),
        ("2. Not the first.\n3. Nor this.", ("2. Not the first.\n3. Nor this.",)),
        ("1. First.\n3. Not the second.\n2. Second.", ("First.\n3. Not the second.", "Second.")),
        ("1.First has no space.", ("1.First has no space.",)),
    ],
)
def test_senses(text: str, senses: tuple[str, ...]) -> None:
    """Numbered senses are split without their numbers; lines between them belong to the sense before."""
    assert GlossaryEntry("Term", text).senses == senses


@pytest.mark.parametrize(
    ("term", "text", "lang", "obsolete"),
    [
        ("Ability", "Text on an object.", "en", False),
        ("Bury (Obsolete)", "A term that meant to destroy.", "en", True),
        ("Interrupt", "(Obsolete) A card type.", "en", True),
        ("Play", "1. (Obsolete) To cast.\n2. To put a land down.", "en", False),
        ("Play", "1. (Obsolete) To cast.\n2. (Obsolete) To activate.", "en", True),
        ("Play", "1. (Obsolete) To cast.\n2. (Obsolete) To activate.\nSee Cast.", "en", True),
        ("Play", "It was not (Obsolete) then.", "en", False),
        ("Foo", "See Bar.", "en", False),
        ("Enterrer (Obsolète)", "Détruire.", "fr", True),
        ("Interruption", "(Obsolète) Un type.\nVoir Type.", "fr", True),
        ("Bury (Obsolete)", "Détruire.", "fr", False),
    ],
)
def test_obsolete(term: str, text: str, lang: Lang, obsolete: bool) -> None:
    """A term is obsolete if its headword or each of its senses is marked as obsolete."""
    assert GlossaryEntry(term, text, lang).is_obsolete is obsolete


@pytest.mark.parametrize(
    ("term", "lang", "names"),
    [
        ("Ability", "en", ("Ability",)),
        ("Bury (Obsolete)", "en", ("Bury",)),
        (
            "Remove from the Game, Removed, Removed-from-the-Game Zone (Obsolete)",
            "en",
            (
                "Remove from the Game, Removed, Removed-from-the-Game Zone",
                "Remove from the Game",
                "Removed",
                "Removed-from-the-Game Zone",
            ),
        ),
        ("Défausse, Défausser (Obsolète)", "fr", ("Défausse, Défausser", "Défausse", "Défausser")),
    ],
)
def test_names(term: str, lang: Lang, names: tuple[str, ...]) -> None:
    """The names of an entry are its whole headword and each variant, without the obsolete mark."""
    assert GlossaryEntry(term, "Text.", lang).names == names


def test_equality_ignores_the_source_line() -> None:
    """Rules that differ only in their source line are equal; any other difference makes them unequal."""
    rule = Rule(number("306.5"), "Text.", line=3)
    assert rule == Rule(number("306.5"), "Text.", line=99)
    assert rule != Rule(number("306.5"), "Text.", printed_number="306.5")
    assert rule != Rule(number("306.5"), "Text.", (Example("One."),))
    assert GlossaryEntry("A", "B", line=1) == GlossaryEntry("A", "B", line=2)


@pytest.mark.parametrize(("label", "form"), [("3", "3."), ("306", "306."), ("306.5", "306.5."), ("306.5d", "306.5d")])
def test_usual_form(label: str, form: str) -> None:
    """In its usual form, a number is printed with a dot, except for a subrule's number."""
    assert standard_printed_number(number(label)) == form


def test_reference_label() -> None:
    """The label of a target is written as every command accepts it."""
    assert Reference("rule 606", 0, 8, number("606")).label == "606"
    assert Reference("301.5a–f", 0, 8, number("301.5a"), number("301.5f")).label == "301.5a-301.5f"


def test_counts() -> None:
    """The counts of an edition are those of sections, rules, subrules, examples and headwords, without chapters."""
    rules = (
        Rule(number("3"), "Card Types"),
        Rule(number("306"), "Planeswalkers"),
        Rule(number("306.5"), "Loyalty.", (Example("One."), Example("Two."))),
        Rule(number("306.5"), "Printed twice."),
        Rule(number("306.5a"), "More.", (Example("Three."),)),
    )
    source = Source("a.txt", "0" * 64, 1, "text", "utf-8")
    edition = Edition("en", date(2026, 1, 16), False, source, rules, (GlossaryEntry("A", "B."),))
    assert edition.counts == Counts(sections=1, rules=2, subrules=1, examples=3, glossary=1)
