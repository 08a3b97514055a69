"""Facts given as options, `--fact A.tapped=no`: their values as the nodes that a text would have in that place."""

from __future__ import annotations

from kb.i18n import _
from kb.rulings.situation.fact import Fact
from kb.rulings.situation.fact_types import CountsFact, PartsFact, WordsFact
from kb.rulings.situation.yaml_nodes import Node, Scalar, Sequence, read_value

NOTHING = ("", "empty", "none")
"""How an option says that a list has nothing in it."""


def node_of(fact: Fact | None, value: str) -> Node:
    """An option's value as a node: `a,b` and `[a, b]` are lists; what has facts of its own is read as YAML.

    Raises:
        BadSituation: it should be YAML, and isn't.
    """
    text = value.strip()
    if isinstance(fact, CountsFact | PartsFact) and text.startswith(("[", "{")):
        return read_value(text, _("the options"))
    if isinstance(fact, WordsFact) or text.startswith("["):
        inner = text.strip("[]").strip()
        words = [] if inner in NOTHING else [each.strip() for each in inner.split(",")]
        return Sequence(0, 0, tuple(Scalar(0, 0, word) for word in words))
    return Scalar(0, 0, text)
