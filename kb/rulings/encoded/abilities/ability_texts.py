"""The texts of abilities: their activation costs and their kinds (602.1, 603.11)."""

from __future__ import annotations

import re
from typing import Any

from kb.i18n import mark_message
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.logic.ternary import constant, unknown
from kb.rulings.situation.situation import Situation
from kb.rulings.situation.vocabulary import Ability

_QUOTED = re.compile(r"[“\"][^”\"]*[”\"]")
_TRIGGER = re.compile(r"(?:when|whenever|at)\b", re.IGNORECASE)
_MANA = re.compile(r"(?:\{(?!T\}|Q\}|E\})[^}]+\})+$")
_LIFE = re.compile(r"pay (\d+) life$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!])\s+")


def _before_colon(text: str) -> str | None:
    """Return the text before the first colon outside quotation marks, or None if there is no such colon."""
    bare = _QUOTED.sub(lambda found: "_" * len(found[0]), text)
    return text[: bare.index(":")].strip() if ":" in bare else None


@defines("activation-cost", "the activation cost of {ability} is what stands before the colon: {cost}")
def everything_before_the_colon(_now: Situation, _ability: Ability, cost: str) -> dict[str, Any]:
    """The activation cost is the text before the colon. `{2}, {T}` means paying two mana and tapping the permanent."""
    found: dict[str, Any] = {"cost": cost}
    for part in (each.strip() for each in cost.split(",")):
        if _MANA.fullmatch(part):
            found["mana"] = found.get("mana", "") + part
        elif part in ("{T}", "{Q}"):
            found["tap" if part == "{T}" else "untap"] = True
        elif life := _LIFE.match(part):
            found["life"] = int(life[1])
        else:
            found.setdefault("others", []).append(part)
    return found


@answers("activation-cost", "What is the activation cost of this object's ability?", "object",
         "rules ask activation-cost A -f situation.yaml")  # fmt: skip
def _activation_cost(now: Situation, asked: QuestionArguments) -> DerivedValue:
    ability, steps = asked.abilities(now)[0], Derivation(now)
    cost = ability.stated.get("cost") or _before_colon(ability.stated.get("text", ""))
    if cost is None and "text" in ability.stated:
        return DerivedValue(
            None, constant(False, "{ability} has no colon: it is no activated ability", ability=ability)
        )
    if cost is None:
        return DerivedValue(None, unknown(ability.text.fact, "not stated: the text of {it}", it=ability))
    return steps.result(steps.apply_rule("activation-cost", ability, cost))


@defines("linked-paragraph", "a static ability stands first in the paragraph of {ability}, linked to triggered")
def static_with_a_triggered_one(_now: Situation, _ability: Ability, kinds: list[str]) -> bool:
    """If a static ability is linked to a triggered ability, the static ability comes first in the same paragraph."""
    return kinds == ["static", "triggered"]


@variant_of(static_with_a_triggered_one)
def static_with_each_triggered_one(_now: Situation, _ability: Ability, kinds: list[str]) -> bool:
    """If triggered abilities are linked to a static ability, the static ability is first in the paragraph."""
    return len(kinds) > 1 and kinds[0] == "static" and set(kinds[1:]) == {"triggered"}


_REFERS_BACK = re.compile(
    r"\b(?:the|that) (?:exiled|chosen|revealed|noted|named|sacrificed|discarded)\b|\bexiled (?:with|this way)\b",
    re.IGNORECASE,
)
"""Words by which an ability refers to what another ability of the same object caused (607.2)."""


def _kinds_in_paragraph(text: str) -> list[str]:
    """Return the kinds of the abilities in a paragraph. Sentences after a triggered ability belong to that ability."""
    if _before_colon(text) is not None:
        return ["activated"]
    found: list[str] = []
    for sentence in _SENTENCE.split(text.strip()):
        if _TRIGGER.match(sentence):
            found.append("triggered")
        elif not found:
            found.append("static")
    return found


@answers("ability-kinds", "Which kinds of abilities stand in this paragraph of a permanent, and are they linked?",
         "object", "rules ask ability-kinds A -f situation.yaml")  # fmt: skip
def _ability_kinds(now: Situation, asked: QuestionArguments) -> DerivedValue:
    ability, steps = asked.abilities(now)[0], Derivation(now)
    text = ability.stated.get("text")
    if text is None:
        return DerivedValue(None, unknown(ability.text.fact, "not stated: the text of {it}", it=ability))
    kinds = _kinds_in_paragraph(text)
    rule = now.law.rule("linked-paragraph")
    linked = rule is not None and bool(rule(now, ability, kinds))
    if linked:
        steps.apply_rule("linked-paragraph", ability, kinds)
    elif len(kinds) > 1 and _REFERS_BACK.search(text):
        claim = mark_message("not decided: whether the abilities of {it} refer to one another")
        steps.check(unknown(ability.text.fact, claim, it=ability))
    return steps.result({"kinds": kinds, "linked": linked})
