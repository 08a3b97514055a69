"""The lines of cards in an answer: those that it depends on, and those that it doesn't use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.i18n import _
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


def open_lines(now: Situation, things: tuple[str, ...] = ()) -> tuple[OpenLine, ...]:
    """Return the lines that no facts express and that may change the answer, in the order of the situation.

    Args:
        now: the situation.
        things: ids of the things that the question is about. An activated ability matters only to such a thing.
    """
    return tuple(
        OpenLine(card.name, f"objects.{identity}.oracle.{line.number}", line.text)
        for identity, card in now.cards.items()
        for line in card.lines
        if line.fate == "open" and (line.kind not in ACTIVATED_KINDS or identity in things)
    )


def with_open_lines(truth: Truth, now: Situation, things: tuple[str, ...]) -> Truth:
    """Return a truth that also depends on the open lines, because each of them may change it."""
    if not (lines := open_lines(now, things)):
        return truth
    harmless = every(
        unknown(line.label, "not understood, and may change this: “{line}” ({card})", line=line.text, card=line.card)
        for line in lines
    )
    return any_of(all_of(truth, harmless), all_of(not_(truth), not_(harmless)))


def unused_lines(now: Situation) -> Iterator[UnusedFact]:
    """Yield the lines whose ability doesn't function where its object is."""
    for identity, card in now.cards.items():
        for line in card.lines:
            if line.fate == "apart":
                reason = _("“{line}” doesn't function where {id} is (113.6)", line=line.text, id=identity)
                yield UnusedFact(f"objects.{identity}.oracle.{line.number}", reason, line.text)
