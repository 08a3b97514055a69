"""The rows of the table of layers: which effects were applied to an object in which layer, and why others weren't."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayerRow:
    """An effect in a layer.

    Attributes:
        object: id of the object.
        layer: the characteristics that the layer decides, in words.
        effect: the name of the effect.
        applied: True if the effect was applied to the object; None if that is open.
        reason: why the effect wasn't applied, or that it had to wait for another effect; else "".
        rule: number of the rule that decides: of dependency if the effect had to wait; "" if there is none.
    """

    object: str
    layer: str
    effect: str
    applied: bool | None
    reason: str
    rule: str
