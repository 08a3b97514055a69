"""Small invented editions of the policy documents, for tests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from kb.documents import Doc
from kb.model import Edition, Example, Rule, Source
from kb.section_number import SectionNumber
from kb.storage.store import Store

OLD, NEW = date(2016, 9, 30), date(2024, 9, 23)


def place(number: str, text: str, *examples: str) -> Rule:
    """Return a place of a policy document."""
    return Rule(SectionNumber.parse(number), text, tuple(Example(each, marker="A.") for each in examples))


def edition(doc: Doc, day: date, rules: Iterable[Rule]) -> Edition:
    """Return a whole edition of a policy document."""
    name = f"{doc}-{day}.html"
    digest = hashlib.sha256(name.encode()).hexdigest()
    source = Source(name, digest, 1, "policy", "utf-8", location=f"/invented/{name}", languages=("en",))
    return Edition("en", day, False, source, tuple(rules), doc=doc)


_LOOKING = (
    place("2.2", "Game Play Error — Looking at Extra Cards"),
    place("2.2/penalty", "Warning"),
    place("2.2/definition", "A player takes an action that may have enabled them to see cards they may not see."),
    place("2.2/examples", "", "A player drops a card while shuffling the library of the opponent."),
    place("2.2/philosophy", "A player can look at cards by accident (MTR section 4.2). See also rule 306.5d."),
    place("2.2/additional-remedy", "Shuffle the cards that nobody knew into the random part of the library."),
    place("2.2/upgrade", "If the player does it again, the penalty is a Game Loss."),
)
IPG_OLD = (
    place("2", "Game Play Errors"),
    *_LOOKING,
    place("3", "Tournament Errors"),
    place("3.4", "Tournament Error — Insufficient Shuffling"),
    place("3.4/penalty", "Game Loss"),
    place("3.4/definition", "A player fails to shuffle the deck so that every order of its cards is as probable."),
    place("Appendix A", "Penalty Quick Reference\nInfraction\tPenalty\nLooking at Extra Cards\tWarning\n"
                        "Insufficient Shuffling\tWarning"),
)  # fmt: skip
IPG_NEW = (
    place("2", "Game Play Errors"),
    *_LOOKING,
    place("3", "Tournament Errors"),
    place("3.4", "Tournament Error — Decklist Problem"),
    place("3.4/penalty", "Game Loss"),
    place("3.4/definition", "The list of a deck is illegal, or it isn't the list of the deck that the player plays."),
    place("3.9", "Tournament Error — Insufficient Shuffling"),
    place("3.9/penalty", "Warning"),
    place("3.9/definition", "A player fails to shuffle the deck so that every order of its cards is as probable."),
    place("Appendix A", "Penalty Quick Reference\nInfraction\tPenalty\nLooking at Extra Cards\tWarning\n"
                        "Decklist Problem\tGame Loss\nInsufficient Shuffling\tWarning"),
)  # fmt: skip
MTR_OLD = (
    place("4", "Communication"),
    place("4.2", "Tournament Shortcuts\nA shortcut is an action by which players skip parts of a turn by agreement."),
    place("4.4", "Triggered Abilities\nPlayers are expected to remember their own triggered abilities, all of them."),
)
MTR_NEW = (
    place("4", "Communication"),
    place("4.2", "Tournament Shortcuts\nA shortcut is an action by which players skip parts of a turn by agreement."),
    place("4.4", "Loops\nA loop is a set of actions that can be repeated as often as one likes (see section 4.9)."),
    place("4.5", "Triggered Abilities\nPlayers are expected to remember their own triggered abilities, all of them."),
    place("Appendix B", "Time Limits\nThe required minimum for a match is 40 minutes (see section 4.4)."),
)
JAR = (
    place("Introduction", "Judging at Regular\nBe kind."),
    place("common-issues", "Common Issues"),
    place("common-issues/library", "A player sees a card in a library that they shouldn't have seen\nShuffle it."),
)


def add_books(home: Path) -> None:
    """Add the invented editions to a knowledge base."""
    with Store.open(home) as store, store.transaction() as writer:
        for doc, day, rules in (
            ("ipg", OLD, IPG_OLD), ("ipg", NEW, IPG_NEW), ("mtr", OLD, MTR_OLD), ("mtr", NEW, MTR_NEW),
            ("jar", OLD, JAR),
        ):  # fmt: skip
            writer.add_edition(edition(doc, day, rules))
