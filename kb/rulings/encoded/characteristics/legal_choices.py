"""Choices of colours, subtypes, numbers and options that the rules allow (105.4, 107.1, 205.3e, 801.5b)."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.rulings.encoded.characteristics.type_lines import BASIC_LAND_TYPES
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import requires, rules_for_question, variants_by_concept
from kb.rulings.logic.ternary import UNSTATED, Atom, Claim, Truth, all_of, any_of, constant, every, not_, unknown
from kb.rulings.situation.situation import Situation
from kb.rulings.situation.vocabulary import COLORS

QUESTION_NAME = "can-choose"

_SUBTYPES = tuple(
    f"{each} type"
    for each in (
        "artifact", "battle", "creature", "dungeon", "enchantment", "land", "planeswalker", "planar", "spell",
        "basic land",
    )
)  # fmt: skip
"""The kinds of subtypes that a player can be asked to choose. The rules list the subtypes of each kind."""

_WHOLE = re.compile(r"[+-]?[0-9]+")


def _asks_for(*what: str) -> Callable[[Situation], Truth]:
    return lambda now: now.proposed.choice_of.is_one_of(*what)


def _choice(now: Situation) -> str:
    return str(now.proposed.choice.value or "").strip().lower()


def _finding(now: Situation, so: bool, *, kind: str) -> Truth:
    """Return `so` as a Truth. If no choice is stated, return an open Truth. Each `kind` has a separate open Truth."""
    if not now.proposed.choice.is_known:
        path = "proposed.choice"
        claim = Claim(UNSTATED, (("path", path),))
        return Truth(None, claim=claim, facts=(path,), atom=Atom(f"{path} {kind}", (path,)))
    return constant(so, "“{choice}” is chosen", choice=now.proposed.choice.value)


@requires(QUESTION_NAME, "choosing-a-color", "one of the five colours is chosen", where=_asks_for("color"))
def one_of_the_five_colors(now: Situation) -> Truth:
    """A player who is asked to choose a colour must choose one of the five colours. "Multicolored" isn't a colour."""
    return _finding(now, _choice(now) in COLORS, kind="color")


@requires(QUESTION_NAME, "choosing-a-subtype", "one existing subtype, of the appropriate card type, is chosen",
          where=_asks_for(*_SUBTYPES))  # fmt: skip
def one_existing_subtype_of_the_type(now: Situation) -> Truth:
    """A player who chooses a subtype must choose exactly one existing subtype, of the appropriate card type."""
    asked = str(now.proposed.choice_of.value or "")
    if asked == "basic land type":
        return _finding(now, _choice(now) in BASIC_LAND_TYPES, kind="listed")
    rule = now.law.rule(f"{asked.split(maxsplit=1)[0]}-types")
    listed = rule(now) if rule is not None else None
    if listed is None:
        return unknown("rules.subtypes", "the lists of subtypes of that day aren't known here")
    return _finding(now, _choice(now).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") in listed, kind="listed")


@requires(QUESTION_NAME, "choosing-a-number", "no negative number is chosen", where=_asks_for("number"))
def no_negative_number(now: Situation) -> Truth:
    """You can't choose a negative number."""
    return not_(_finding(now, _choice(now).startswith("-"), kind="negative"))


@requires(QUESTION_NAME, "choosing-a-whole-number", "a whole number is chosen", where=_asks_for("number", "any number"))
def no_fractional_number(now: Situation) -> Truth:
    """You can't choose a fractional number."""
    return _finding(now, bool(_WHOLE.fullmatch(_choice(now))), kind="whole")


@requires(QUESTION_NAME, "choosing-any-number", "a positive number, or zero, is chosen", where=_asks_for("any number"))
def any_positive_number_or_zero(now: Situation) -> Truth:
    """A player instructed to choose "any number" may choose any positive number or zero."""
    return not_(_finding(now, _choice(now).startswith("-"), kind="negative"))


@requires(QUESTION_NAME, "choosing-options",
          "one of several options is chosen, whatever objects or players they refer to",
          where=_asks_for("option"))  # fmt: skip
def whatever_they_refer_to(_now: Situation) -> Truth:
    """A player may choose an option even if it refers to objects or players outside the player's range of influence."""
    return constant(True)


@answers(QUESTION_NAME, "Can this be chosen, where a colour, a subtype or a number is to be chosen?", "nothing",
         "rules ask can-choose --fact proposed.choice=purple --fact proposed.choice_of=color")  # fmt: skip
def _can_choose(now: Situation, _asked: QuestionArguments) -> Truth:
    """Yes if the proposed choice obeys every rule about this kind of choice. The situation states the choice."""
    if not now.proposed.choice_of.is_known:
        return unknown("proposed.choice_of", "not stated: what is asked for")
    found = []
    for concept in rules_for_question(QUESTION_NAME):
        speaks = variants_by_concept()[concept][0].applies_to(now)
        if speaks.value is True and now.law.status_of(concept).status != "not-in-edition":
            found.append(now.rule(concept))
    return all_of(every(found), any_of(constant(bool(found))))
