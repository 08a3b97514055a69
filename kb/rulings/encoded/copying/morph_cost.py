"""The cost to turn a face-down permanent face up with morph (702.37e, 707.3)."""

from __future__ import annotations

import re

from kb.i18n import later
from kb.rulings.encoded.copying.copiable_values import as_copied
from kb.rulings.engine.derivation import Steps, Valued
from kb.rulings.engine.questions import Asked, answers
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.situation import Object, Situation

_MORPH = re.compile(r"(?:mega)?morph[\s\N{EM DASH}]+(?P<cost>.+)")
NO_MORPH = "none"


@defines("morph-cost", later("what the morph cost of {permanent} would be if it were face up is to be paid"))
def cost_it_would_have_face_up(_now: Situation, _permanent: Object, keywords: tuple[str, ...]) -> str:
    """Pay what the morph cost would be if it were face up; without one it can't be turned face up this way."""
    costs = [
        found["cost"].upper() if "{" in found["cost"] else found["cost"]
        for each in keywords
        if (found := _MORPH.fullmatch(each))
    ]
    return costs[0] if costs else NO_MORPH


@answers("morph-cost",
         later("For which morph cost can this face-down permanent be turned face up? It is `none` if it can't."),
         "object", "rules ask morph-cost A --fact A.face_down=yes --fact 'A.keywords=morph {G}'")  # fmt: skip
def _morph_cost(now: Situation, asked: Asked) -> Valued:
    """The cost among the hidden keyword abilities; a copy has those of its original."""
    steps = Steps(now)
    permanent = as_copied(steps, asked.object(now))
    if not steps.holds(permanent.face_down):
        return steps.valued(NO_MORPH)
    keywords = steps.read(permanent.keywords)
    return steps.valued(None if keywords is None else steps.rule("morph-cost", permanent, keywords))
