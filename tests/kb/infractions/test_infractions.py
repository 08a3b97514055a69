"""Infractions of an invented guide: penalties, the appendix that lists them, names, changes, the passage at Regular."""

from __future__ import annotations

import pytest

from kb.errors import Ambiguous, BadValue
from kb.infractions.changes import compare_infractions
from kb.infractions.infraction import parse_penalty, read_infractions, read_quick_reference
from kb.infractions.lookup import find_infraction
from kb.infractions.regular import find_passage
from kb.model import Example, Rule
from kb.section_number import SectionNumber


def place(number: str, text: str, *examples: str) -> Rule:
    """Return a place of a policy document."""
    return Rule(SectionNumber.parse(number), text, tuple(Example(each, marker="A.") for each in examples))


GUIDE = (
    place("1", "General Philosophy"),
    place("1.1", "Definition of Penalties\nA penalty is a penalty."),
    place("2", "Game Play Errors"),
    place("2.1", "Game Play Error — Missed Trigger"),
    place("2.1/penalty", "No Penalty"),
    place("2.1/definition", "A trigger is forgotten."),
    place("2.1/upgrade", "If it hurts its controller, the penalty is a Warning."),
    place("2.2", "Game Play Error — Looking at Extra Cards"),
    place("2.2/penalty", "Warning*"),
    place("2.2/definition", "A player sees a card."),
    place("2.2/examples", "", "A player drops a card."),
    place("2.2/additional-remedy", "Shuffle."),
    place("2.6", "Game Play Error — Failure to Maintain Game State"),
    place("2.6/definition", "A player allows an error."),
    place("3", "Tournament Errors"),
    place("3.5", "Tournament Error — Deck Problem"),
    place("3.5/penalty", "Warning with potential upgrade"),
    place("3.5/definition", "A deck is illegal."),
    place("4.1", "Unsporting Conduct — Minor"),
    place("4.1/penalty", "Warning"),
    place("4.1/definition", "A player is rude."),
    place("4.3", "Unsporting Conduct — Improperly Determining a Winner"),
    place("4.3/penalty", "Match Loss"),
    place("4.3/definition", "Players roll a die."),
    place(
        "Appendix A",
        "Penalty Quick Reference\nInfraction\tPenalty\nGame Play Errors\nMissed Trigger\tNone\n"
        "Looking at Extra Cards\tWarning\nFailure to Maintain Game State\nWarning\tTournament Errors\n"
        "Deck/Deck Problem\tWarning\nUnsporting Conduct\nUnsporting Conduct — Minor\tWarning\n"
        "Improperly Determining a Winner\tDisqualification",
    ),
)


@pytest.mark.parametrize(
    ("printed", "penalty"),
    [
        ("Warning", "Warning"),
        ("No Penalty", "None"),
        ("None", "None"),
        ("Warning*", "Warning"),
        ("GAME LOSS", "Game Loss"),
        ("Warning with potential upgrade", "Warning"),
        ("Match  Loss", "Match Loss"),
        ("Penalty", None),
        ("Game", None),
        ("Warnings are tracked", None),
        ("", None),
    ],
)
def test_penalties_as_printed(printed: str, penalty: str | None) -> None:
    """A penalty is known in all its printed forms, and nothing else is a penalty."""
    assert parse_penalty(printed) == penalty


def test_penalty_of_each_infraction() -> None:
    """The section decides; if it prints no penalty, the appendix does. Chapter 1 has no infractions."""
    found = [(str(each.number), each.name, each.penalty) for each in read_infractions(GUIDE)]
    assert found == [
        ("2.1", "Missed Trigger", "None"),
        ("2.2", "Looking at Extra Cards", "Warning"),
        ("2.6", "Failure to Maintain Game State", "Warning"),
        ("3.5", "Deck Problem", "Warning"),
        ("4.1", "Unsporting Conduct — Minor", "Warning"),
        ("4.3", "Improperly Determining a Winner", "Match Loss"),
    ]


def test_appendix_with_slipped_cells() -> None:
    """Each penalty belongs to the name before it, even if it has slipped into the next row."""
    assert [(row.name, row.penalty) for row in read_quick_reference(GUIDE)] == [
        ("Missed Trigger", "None"),
        ("Looking at Extra Cards", "Warning"),
        ("Failure to Maintain Game State", "Warning"),
        ("Deck/Deck Problem", "Warning"),
        ("Unsporting Conduct — Minor", "Warning"),
        ("Improperly Determining a Winner", "Disqualification"),
    ]


def test_section_against_appendix() -> None:
    """Contradictions are named. A row with another name belongs to the only infraction that is left."""
    by_number = {str(each.number): each for each in read_infractions(GUIDE)}
    assert [number for number, each in by_number.items() if each.is_contradicted] == ["4.3"]
    assert [number for number, each in by_number.items() if each.is_from_appendix] == ["2.6"]
    listed = by_number["3.5"].listed
    assert listed is not None
    assert listed.name == "Deck/Deck Problem"


@pytest.mark.parametrize(
    ("term", "number", "found_by"),
    [
        ("2.2", "2.2", "number"),
        ("IPG 2.2", "2.2", "number"),
        ("ipg 2.2/philosophy", "2.2", "number"),
        ("section 2.2", "2.2", "number"),
        ("looking at extra cards", "2.2", "name"),
        ("Game Play Error - Missed Trigger", "2.1", "name"),
        ("LEC", "2.2", "initials"),
        ("FtMGS", "2.6", "initials"),
        ("GPE-LEC", "2.2", "initials"),
        ("MT", "2.1", "initials"),
        ("player forgot a trigger", "2.1", "judges-words"),
        ("D/DLP", "3.5", "judges-words"),
        ("USC-Minor", "4.1", "judges-words"),
        ("extra cards", "2.2", "part-of-name"),
        ("mised trigger", "2.1", "spelling"),
        ("trigger oublié", "2.1", "judges-words"),
    ],
)
def test_finding_an_infraction(term: str, number: str, found_by: str) -> None:
    """Judges name infractions by number, name, initials or their own words."""
    found = find_infraction(term, read_infractions(GUIDE))
    assert found is not None
    assert (str(found.infraction.number), found.found_by) == (number, found_by)


def test_terms_that_name_no_infraction() -> None:
    """Nothing is guessed: unknown words, another book, a word of several names."""
    infractions = read_infractions(GUIDE)
    assert find_infraction("9.9", infractions) is None
    assert find_infraction("landfall", infractions) is None
    with pytest.raises(BadValue, match=r"IPG 2\.2"):
        find_infraction("MTR 2.2", infractions)
    with pytest.raises(Ambiguous, match="whole name"):
        find_infraction("game play error", infractions)


def test_changes_follow_the_lineage() -> None:
    """3.4 becomes 3.9 with another penalty; a new infraction takes the old number."""
    old = read_infractions(
        [
            place("3.4", "Tournament Error — Insufficient Shuffling"),
            place("3.4/penalty", "Game Loss"),
            place("3.4/philosophy", "Shuffling matters."),
            place("3.6", "Tournament Error — Gone"),
            place("3.6/definition", "It was."),
        ]
    )
    new = read_infractions(
        [
            place("3.4", "Tournament Error — Decklist Problem"),
            place("3.4/penalty", "Warning"),
            place("3.9", "Tournament Error - Insufficient Shuffling"),
            place("3.9/penalty", "Warning"),
            place("3.9/philosophy", "Shuffling matters a lot."),
        ]
    )
    changes = compare_infractions(old, new, {SectionNumber(3, 4): SectionNumber(3, 9)})
    assert [(each.new and str(each.new.number), each.kinds, each.changed_parts) for each in changes] == [
        ("3.4", ("added",), ()),
        ("3.9", ("penalty", "renumbered", "text"), ("philosophy",)),
        (None, ("removed",), ()),
    ]


REGULAR = (
    place("Introduction", "Judging at Regular\nBe kind."),
    place("common-issues", "Common Issues"),
    place("common-issues/library", "A player sees a card in a library that they shouldn't have seen\nShuffle it."),
    place("common-issues/trigger", "A player forgets a triggered ability (one)\nPut it on the stack."),
    place("unwanted", "General Unwanted Behaviors\n• Inadequate shuffling.\n• Tardiness (a player who is late)."),
)


def test_passage_at_regular() -> None:
    """A title or a line with the words of the error is the passage, if it is the only one."""
    missed, looked, *_rest = read_infractions(GUIDE)
    found = find_passage(looked, REGULAR)
    assert found is not None
    assert (str(found.number), found.lines) == ("common-issues/library", ("Shuffle it.",))
    assert find_passage(missed, (*REGULAR, place("more", "A player forgets triggered things\nNo."))) is None
    tardy = read_infractions([place("3.1", "Tournament Error — Tardiness"), place("3.1/penalty", "Game Loss")])
    found = find_passage(tardy[0], REGULAR)
    assert found is not None
    assert found.lines == ("• Tardiness (a player who is late).",)
