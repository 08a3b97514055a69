"""The lines of cards in an answer: those that it depends on, and those that it doesn't use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.i18n import _
from kb.rulings.engine.open_keywords import open_keywords, struck_by_events
from kb.rulings.engine.question_topics import topics_asked
from kb.rulings.logic.ternary import Truth, all_of, any_of, every, not_, unknown
from kb.rulings.oracle.stated_card import ACTIVATED_KINDS
from kb.rulings.situation.situation import Situation


@dataclass(frozen=True, slots=True)
class UnusedFact:
    """A stated fact, part, effect or line of a card that an answer doesn't use.

    Attributes:
        fact: its path: `players.p2.life`, `effects.1`, `objects.A.abilities.2.cost`, `objects.A.oracle.2`.
        reason: why the answer doesn't use it, in words.
        says: what it says, in words: `the life total of p2 is 7`.
    """

    fact: str
    reason: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line of a card that no facts express.

    Attributes:
        card: the name of the card.
        path: its path: `objects.A.oracle.2`.
        text: the line as printed.
    """

    card: str
    path: str
    text: str

    @property
    def label(self) -> str:
        """The path and the line, quoted."""
        return f"{self.path}: “{self.text}”"


def open_lines(now: Situation, question: str, things: tuple[str, ...] = ()) -> tuple[OpenLine, ...]:
    """Return the lines that no facts express and that may change the answer, in the order of the situation.

    Args:
        now: the situation.
        question: the name of the question. Only lines about its topics may change its answer.
        things: ids of the things that the question is about. A limit of an ability matters only to such a thing.
    """
    asked, entering = topics_asked(now, question), _entering(now, question, things)
    return tuple(
        OpenLine(card.name, f"objects.{identity}.oracle.{line.number}", line.text)
        for identity, card in now.cards.items()
        for line in card.lines
        if line.open_on & asked
        and (line.fate != "apart" or identity in entering)
        and (line.kind not in _LIMITED or identity in things)
    )


_LIMITED = (*ACTIVATED_KINDS, "triggered")
"""The kinds of lines whose limits matter only to questions about the object itself."""

_OF_ENTERING = ("enters", "enters-as", "enters-triggers")


def _entering(now: Situation, question: str, things: tuple[str, ...]) -> frozenset[str]:
    """Return the ids of the objects that enter the battlefield in the question. Their abilities function then."""
    found = struck_by_events(now, "enter", "create")
    return frozenset(found.union(things if question in _OF_ENTERING else ()))


def with_open_lines(truth: Truth, now: Situation, question: str, things: tuple[str, ...], *, is_value: bool) -> Truth:
    """Return a truth that also depends on the open lines and keyword abilities, because each of them may change it.

    If `is_value`, the truth is that the question's value is known.
    """
    doubts = [
        unknown(line.label, "not understood, and may change this: “{line}” ({card})", line=line.text, card=line.card)
        for line in open_lines(now, question, things)
    ]
    keywords = open_keywords(now, question, things)
    doubts += [each.harmless for each in keywords if is_value or each.only is None or each.only is not truth.value]
    if not doubts:
        return truth
    harmless = every(doubts)
    return any_of(all_of(truth, harmless), all_of(not_(truth), not_(harmless)))


def unused_lines(now: Situation, question: str, things: tuple[str, ...]) -> Iterator[UnusedFact]:
    """Yield the lines that can't bear on the question, and those whose ability doesn't function where its object is.

    A line that the situation's facts and effects express is among these, not here.
    """
    bearing = {each.path for each in open_lines(now, question, things)}
    for identity, card in now.cards.items():
        for line in card.lines:
            path = f"objects.{identity}.oracle.{line.number}"
            if line.fate == "apart":
                reason = _("“{line}” doesn't function where {id} is (113.6)", line=line.text, id=identity)
                yield UnusedFact(path, reason, line.text)
            elif line.fate == "level":
                reason = _("{id} doesn't have the level for “{line}”", line=line.text, id=identity)
                yield UnusedFact(path, reason, line.text)
            elif line.fate == "open" and path not in bearing:
                yield UnusedFact(path, _("“{line}” can't bear on this question", line=line.text), line.text)
