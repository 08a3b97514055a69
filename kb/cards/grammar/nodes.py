"""The typed tree of a phrase of card text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Value: TypeAlias = "Node | str | tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Node:
    """A phrase that the grammar understood.

    Attributes:
        category: the category of the production: `action`, `condition`, `objects`.
        name: the name of the production in its category: `draw`.
        roles: the parts of the phrase by role, in the order of the text: `("count", Node(...))`.
        span: offsets of the phrase in its line, from the first character to the one after the last. Two phrases
            are equal whatever their spans are.
    """

    category: str
    name: str
    roles: tuple[tuple[str, Value], ...] = ()
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def get(self, role: str) -> Value | None:
        """Return the part with a role, or None if the phrase has no such part."""
        return next((value for name, value in self.roles if name == role), None)

    def child(self, role: str) -> Node | None:
        """Return the phrase with a role, or None if there is none or if it is a word or a list."""
        value = self.get(role)
        return value if isinstance(value, Node) else None

    def walk(self) -> Iterator[Node]:
        """Yield this phrase and all phrases in it, in the order of the text."""
        yield self
        pending = [value for _, value in reversed(self.roles)]
        while pending:
            value = pending.pop()
            if isinstance(value, Node):
                yield value
                pending.extend(part for _, part in reversed(value.roles))
            elif isinstance(value, tuple):
                pending.extend(reversed(value))


def to_json(value: Value) -> object:
    """Return a phrase as JSON: a dict with `is` (category and name) and one key for each role."""
    if isinstance(value, Node):
        return {"is": f"{value.category}.{value.name}", **{role: to_json(part) for role, part in value.roles}}
    return value if isinstance(value, str) else [to_json(part) for part in value]


def from_json(data: object) -> Value:
    """Return the phrase whose JSON is `data`. Spans are not kept in JSON.

    Raises:
        ValueError: if `data` is not the JSON of a phrase.
    """
    if isinstance(data, str):
        return data
    if isinstance(data, list):
        return tuple(from_json(part) for part in data)
    if isinstance(data, dict) and isinstance(data.get("is"), str):
        category, _, name = data["is"].partition(".")
        return Node(category, name, tuple((role, from_json(part)) for role, part in data.items() if role != "is"))
    raise ValueError(f"not the JSON of a phrase: {data!r}")
