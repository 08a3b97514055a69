"""How many modes of a spell can be chosen as it is cast, with the other choices made then (601.4)."""

from __future__ import annotations

from kb.rulings.logic import Truth, all_of, any_of, some, stated
from kb.rulings.qualities import has_kind
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import encodes
from kb.rulings.situation import Object, Situation
from kb.tongue import later


@encodes("options-with-other-choices", claim=later("another choice made while casting {spell} can allow as many modes"))
def considering_choices_made_later(now: Situation, spell: Object) -> Truth:
    """Choices of the same step may be considered: if one could allow a mode or cost, it may be chosen."""
    return some(
        all_of(any_of(has_kind(spell.keywords, choice), spell.choices.has(choice)), now.proposed.modes <= most)
        for choice, most in spell.most_modes_if.stated.items()
    )


def _can_choose_modes(now: Situation, asked: Asked) -> Truth:
    spell = asked.object(now)
    there = now.proposed.modes <= spell.modes if "modes" in spell.given else stated(True)
    as_written = (now.proposed.modes <= spell.most_modes).says(
        later("{spell} says that so many modes can be chosen"), spell=spell
    )
    return all_of(there, any_of(as_written, now.rule("options-with-other-choices", spell)))


CAN_CHOOSE_MODES = Question(
    "can-choose-modes",
    later("Can so many modes of this spell be chosen as it is cast?"),
    "object",
    _can_choose_modes,
    "rules ask can-choose-modes A --fact proposed.modes=2",
)
