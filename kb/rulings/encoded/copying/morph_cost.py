"""The morph cost for turning a permanent face up (702.37e, 707.3)."""

from __future__ import annotations

from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.keyword_forms import keywords_named, parse_keyword
from kb.rulings.situation.situation import Object, Situation

NO_MORPH_COST = "none"


@defines("morph-cost", "what the morph cost of {permanent} would be if it were face up is to be paid")
def cost_it_would_have_face_up(_now: Situation, permanent: Object, keywords: tuple[str, ...]) -> str:
    """A face-down permanent can be turned face up only for the morph cost that it would have if it were face up."""
    named = keywords_named(keywords, "morph", permanent.now.words)
    cost = next((parse_keyword(each, permanent.now.words).cost for each in named), NO_MORPH_COST)
    return cost.upper() if "{" in cost else cost


@answers("morph-cost", "For which morph cost can this face-down permanent be turned face up? It is `none` if it can't.",
         "object", "rules ask morph-cost A --fact A.face_down=yes --fact 'A.keywords=morph {G}'")  # fmt: skip
def _morph_cost(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the morph cost of a face-down permanent, read from the keywords that it has after copy effects."""
    steps = Derivation(now)
    permanent = apply_copy_effects(steps, asked.object(now).as_stated)
    if not steps.check(permanent.face_down):
        return steps.result(NO_MORPH_COST)
    keywords = steps.read_value(permanent.keywords)
    return steps.result(None if keywords is None else steps.apply_rule("morph-cost", permanent, keywords))
