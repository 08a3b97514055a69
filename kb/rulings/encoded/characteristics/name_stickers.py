"""Name stickers (123.6), the positions of sticker words in a name, and other effects that change the name."""

from __future__ import annotations

from dataclasses import dataclass

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.vocabulary import Sticker

NO_NAME = "none"
"""The stated value of the fact `name` for a nameless object."""


@dataclass(frozen=True, slots=True)
class NameChange:
    """A change of a name by a sticker or an effect.

    Attributes:
        timestamp: the timestamp of the sticker or effect.
        word: the word that a sticker adds, or the name that an effect gives.
        after: how many words of the name come before the sticker's word, or None for an effect.
    """

    timestamp: float
    word: str
    after: int | None


@defines("placing-a-name-sticker", "the word “{word}” can stand before or after any word of the name")
def before_or_after_any_word(_now: Situation, name: str, word: str) -> list[str]:
    """A sticker adds its word at the start of a name or after any word. A nameless object gets the word as its name."""
    if name == NO_NAME:
        return [word]
    words = name.split()
    return [" ".join((*words[:place], word, *words[place:])) for place in range(len(words) + 1)]


@defines("names-with-stickers", "name stickers and other effects change the name of {thing} in order")
def in_timestamp_order(_now: Situation, _thing: Object, name: str, changes: list[NameChange]) -> str:
    """Name stickers apply in timestamp order. If a sticker's position is beyond the name, its word goes last."""
    for change in sorted(changes, key=lambda each: each.timestamp):
        words = [] if name == NO_NAME or change.after is None else name.split()
        name = " ".join((*words[: change.after], change.word, *words[change.after :]))
    return name


def name_with_stickers(steps: Derivation, thing: Object, name: str) -> str:
    """Return the name of an object with its stickers and with the names that effects give it."""
    effects = [
        each
        for each in steps.now.effects
        if each.stated.get("says") == "is" and "name" in each.stated and each.covers(thing)
        and steps.check(each.in_force)
    ]  # fmt: skip
    if not len(thing.name_stickers):
        return str(effects[-1].stated["name"]) if effects else name
    # Stickers without timestamps apply in the listed order. If effects change the name, each sticker needs a timestamp.
    changes = [_name_change(steps, each, None if effects else place) for place, each in enumerate(thing.name_stickers)]
    changes += [_name_change(steps, each, None) for each in effects]
    known = [each for each in changes if each is not None]
    return steps.apply_rule_or(name, "names-with-stickers", thing, name, known)


def _name_change(steps: Derivation, by: Sticker | Effect, place: int | None) -> NameChange | None:
    """Return the change by a sticker or effect, or None if a fact is missing. `place` replaces a missing timestamp."""
    timestamp = place if place is not None and "timestamp" not in by.stated else steps.read_value(by.timestamp)
    word = steps.read_value(by.word if isinstance(by, Sticker) else by.name)
    after = steps.read_value(by.after) if isinstance(by, Sticker) else None
    is_missing = None in (word, timestamp) or (isinstance(by, Sticker) and after is None)
    return None if is_missing else NameChange(timestamp, word, after)


@answers("sticker-names", "Which names can this object be given by a name sticker with the word that is to be chosen?",
         "object", "rules ask sticker-names A --fact A.name=Opt --fact proposed.choice=Dark")  # fmt: skip
def _sticker_names(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing, steps = asked.object(now), Derivation(now)
    word, name = steps.read_value(now.proposed.choice), steps.read_value(thing.name)
    names = steps.apply_rule("placing-a-name-sticker", name, word) if None not in (word, name) else None
    return steps.result(names)
