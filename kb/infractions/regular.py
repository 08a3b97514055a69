"""The passage of Judging at Regular about the error that an infraction is.

At Regular, the Infraction Procedure Guide doesn't apply. Judging at Regular names no infractions. So the passage is
found by the words of `data/infractions.toml`, and only if exactly one title or one line has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.infractions.infraction import Infraction
from kb.infractions.judges_words import known_infraction
from kb.model import Rule
from kb.section_number import SectionNumber
from kb.text.folding import fold_words


@dataclass(frozen=True, slots=True)
class RegularPassage:
    """A passage of Judging at Regular.

    Attributes:
        number: the name of the titled paragraph.
        title: its title.
        lines: its lines without the title, or the one line about the error.
    """

    number: SectionNumber
    title: str
    lines: tuple[str, ...]


def find_passage(infraction: Infraction, rules: Iterable[Rule]) -> RegularPassage | None:
    """Return the passage about the error in an edition of Judging at Regular, or None if it isn't certain."""
    known = known_infraction(infraction)
    if known is None or not known.regular:
        return None
    wanted = {word for phrase in known.regular for word in fold_words(phrase, "en")}
    titled: list[RegularPassage] = []
    lines: list[RegularPassage] = []
    for rule in rules:
        if not isinstance(rule.number, SectionNumber):
            continue
        title, *rest = rule.text.split("\n")
        if wanted.issubset(fold_words(title, "en")):
            titled.append(RegularPassage(rule.number, title, tuple(rest)))
        lines += [
            RegularPassage(rule.number, title, (line,)) for line in rest if wanted.issubset(fold_words(line, "en"))
        ]
    found = titled or lines
    return found[0] if len(found) == 1 else None


def passages(rules: Iterable[Rule]) -> Iterator[RegularPassage]:
    """Yield the titled paragraphs of an edition of Judging at Regular that have a text."""
    for rule in rules:
        title, *lines = rule.text.split("\n")
        if isinstance(rule.number, SectionNumber) and lines:
            yield RegularPassage(rule.number, title, tuple(lines))
