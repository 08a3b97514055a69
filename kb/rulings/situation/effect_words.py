"""The words of effects: kinds of effects by what they say, and names of effects without a text."""

from __future__ import annotations

from typing import Any

NOT_IN_LAYERS = frozenset(
    "can cant must additional at-most at-least as-though costs enters replaces prevents redirects other".split()
)  # fmt: skip
"""What effects say that don't change characteristics."""

DESCRIBED = frozenset(
    "attack block be-blocked be-targeted be-destroyed be-sacrificed be-regenerated be-attached activate"
    " activate-nonmana untap transform"
    " cast be-countered lose-game win-game gain-life draw play-land search trigger".split()
)  # fmt: skip
"""What effects do to the things that they describe. Effects on other events test their descriptions themselves."""

_TELLING = (
    "objects", "affects", "players", "says", "does", "instead", "amount", "supertypes", "colors", "subtypes", "types",
    "keywords", "abilities", "quality", "to", "name",
)  # fmt: skip
"""The facts that name an effect without text and source, in the order of a sentence."""


def effect_in_words(effect: dict[str, Any]) -> str:
    """Return what an effect says in the words in which it is stated: `Moon: creature you control gains flying`."""
    words = [effect[fact] for fact in _TELLING if effect.get(fact) is not None]
    listed = [", ".join(each) or "[]" if isinstance(each, tuple) else str(each) for each in words]
    if {"power", "toughness"} <= effect.keys():
        numbers = (effect["power"], effect["toughness"])
        listed.append("/".join(f"{each:+d}" if effect.get("says") == "gets" else str(each) for each in numbers))
    return f"{effect['source']}: {' '.join(listed)}" if effect.get("source") else " ".join(listed)
