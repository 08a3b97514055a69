"""The record of the layers: which effect was applied to which object, in which order, for the table of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kb.i18n import _, mark_message
from kb.rulings.engine.fact_paths import effect_names, named_path
from kb.rulings.engine.layer_rows import LayerRow
from kb.rulings.engine.proof import claim_text, deciding_leaves
from kb.rulings.logic.partial_values import WordListValue
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.situation import Effect, Object, Situation

_LAYER_NAMES = {
    "control": mark_message("control"),
    "types": mark_message("types"),
    "colors": mark_message("colours"),
    "abilities": mark_message("abilities"),
    "numbers": mark_message("power and toughness"),
}
"""The names of the layers in texts. The layers have other numbers in old editions."""


@dataclass(slots=True)
class LayerRecord:
    """What was found about effects and objects while the layers were applied.

    Attributes:
        applied: for each layer and object, the effects in the order in which they were applied or passed over, each
            with whether it applies.
        waited: for each layer, pairs of an effect and an effect that it depends on (613.8).
    """

    applied: dict[tuple[str, str], list[tuple[Effect, Truth]]] = field(default_factory=dict)
    waited: dict[str, list[tuple[Effect, Effect]]] = field(default_factory=dict)

    def rows(self, now: Situation, identity: str, fits: Callable[[Effect, str], Truth]) -> Iterator[LayerRow]:
        """Yield the rows of an object, layer by layer. Effects on other objects have no row.

        Args:
            now: the situation.
            identity: the id of the object.
            fits: returns whether an effect describes the object with an id, with the reasons.
        """
        thing = now.object(identity)
        for layer, name in _LAYER_NAMES.items():
            for effect, applies in self.applied.get((layer, identity), ()):
                if thing is None or not effect.covers(thing):
                    continue
                reason = ""
                if applies.value is not True:
                    reason = _claims(now, applies) or _claims(now, fits(effect, identity))
                rule = ""
                if waited := [other for waiting, other in self.waited.get(layer, ()) if waiting is effect]:
                    others = ", ".join(f"“{other}”" for other in dict.fromkeys(waited))
                    after = _("after {others}, on which it depends", others=others)
                    reason = f"{after}; {reason}" if reason else after
                    rule = str(now.law.status_of("dependent-effect").number or "")
                yield LayerRow(identity, _(name), str(effect), applies.value, reason, rule)


def as_one_step(thing: Object, fact: str, value: object, why: Truth) -> Truth:
    """Return the truth that a list of characteristics after its layer is known, with the list as its claim."""
    if not isinstance(value, tuple) or why.value is not True or not all(isinstance(each, str) for each in value):
        return why
    words = WordListValue(value, f"{thing.path}.{fact}", Object.facts()[fact].label, thing, reasons=(why,))
    return Truth(True, "all", (why,), claim=words, facts=words.facts)


def _claims(now: Situation, applies: Truth) -> str:
    """Return the claims that decide that an effect doesn't apply, or that it is open."""
    claims = (
        named_path(effect_names(now), claim_text(leaf.claim))
        for leaf in deciding_leaves(applies)
        if leaf.claim is not None
    )
    return "; ".join(dict.fromkeys(claims))
