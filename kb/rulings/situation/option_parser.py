"""Parser of facts given as options (`--fact A.tapped=no`). Each value becomes a YAML node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.i18n import _
from kb.rulings.situation.fact import AnyFact
from kb.rulings.situation.fact_types import CountsFact, PartsFact, WordListFact
from kb.rulings.situation.situation import Situation
from kb.rulings.situation.yaml_nodes import ScalarNode, SequenceNode, YamlNode, parse_yaml_value

EMPTY_WORDS = ("", "empty", "none")
"""The values of an option that mean an empty list."""


def option_node(fact: AnyFact | None, value: str) -> YamlNode:
    """Parse an option's value into a node. `a,b` and `[a, b]` are lists. Mappings, also in lists, are parsed as YAML.

    Raises:
        BadSituation: the value must be YAML but isn't.
    """
    text = value.strip()
    if isinstance(fact, CountsFact | PartsFact) and text.startswith(("[", "{")):
        return parse_yaml_value(text, _("the options"))
    if isinstance(fact, WordListFact) or text.startswith("["):
        inner = text.strip("[]").strip()
        words = [] if inner in EMPTY_WORDS else [each.strip() for each in inner.split(",")]
        return SequenceNode(0, 0, tuple(ScalarNode(0, 0, word) for word in words))
    return ScalarNode(0, 0, text)


def numbered_facts(listed: Sequence[dict[str, Any]], path: str) -> tuple[dict[str, Any], str] | None:
    """Return the facts of a listed part or effect, and the rest of the path; None if the path names none of them.

    Args:
        listed: the facts of each part or effect.
        path: its number, from 1, with the name of a fact: `2.cost`.
    """
    number, _dot, rest = path.partition(".")
    at = int(number) - 1 if number.isdecimal() else -1
    return (listed[at], rest) if rest and 0 <= at < len(listed) else None


def entity_path(path: str) -> str:
    """Return the path of a fact by its entity: `A.loyalty_activated` for `history.loyalty_activated.A`."""
    return ".".join(reversed(path.split(".")[1:])) if path.startswith("history.") else path


def presumed_facts(situation: Situation, who: str) -> dict[str, Any]:
    """Return the usual facts by path. The player `who` has the turn, and owns and controls all objects."""
    own = {f"objects.{each.id}.{fact}": who for each in situation.objects for fact in ("controller", "owner")}
    return {"game.active": who, **own}
