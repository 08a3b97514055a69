"""The morph cost for turning a permanent face up (702.37e, 707.3)."""

from __future__ import annotations

from collections.abc import Iterable

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.keyword_forms import keywords_named, parse_keyword
from kb.rulings.situation.situation import Object, Situation

NO_MORPH_COST = "none"


@defines("morph-cost", "what the morph cost of {permanent} would be if it were face up is to be paid")
def cost_it_would_have_face_up(_now: Situation, permanent: Object, keywords: tuple[str, ...]) -> str:
    """A face-down permanent can be turned face up only for the morph cost that it would have if it were face up."""
    costs = dict.fromkeys(_cost_of(each, permanent) for each in _morph_abilities(permanent, keywords))
    return " or ".join(costs) or NO_MORPH_COST


@answers("morph-cost", "For which morph cost can this face-down permanent be turned face up? It is `none` if it can't.",
         "object", "rules ask morph-cost A --fact A.face_down=yes --fact 'A.keywords=morph {G}'")  # fmt: skip
def _morph_cost(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the morph cost of a face-down permanent, read from the keywords that it would have face up."""
    steps, permanent = Derivation(now), asked.object(now)
    if not steps.check(permanent.face_down):
        return steps.result(NO_MORPH_COST)
    keywords = steps.read_value(permanent.as_face_up.keywords)
    if keywords is None:
        return steps.result(None)
    if not all(_cost_of(each, permanent) for each in _morph_abilities(permanent, keywords)):
        steps.note_missing(permanent, "keywords")
    return steps.result(steps.apply_rule("morph-cost", permanent, keywords))


def _morph_abilities(permanent: Object, keywords: Iterable[str]) -> list[str]:
    return keywords_named(keywords, "morph", permanent.now.words)


def _cost_of(keyword: str, permanent: Object) -> str:
    """Return the cost of a keyword ability, or "" if it isn't stated. Mana symbols are in capital letters."""
    cost = parse_keyword(keyword, permanent.now.words).cost
    return cost.upper() if "{" in cost else cost
