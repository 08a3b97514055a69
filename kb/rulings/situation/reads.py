"""The record of what a question reads. An answer names the stated facts that its question didn't read.

Each entity keeps its stated facts in a `StatedFacts`. Every look-up there is recorded, also a look-up by a rule that
reads `entity.stated` itself. So a rule can't read a fact without a record. All situations that a question derives from
the stated one share one `Reads`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Reads:
    """The names of the facts that a question has read, by path of their entity."""

    __slots__ = ("_names",)

    def __init__(self) -> None:
        self._names: dict[str, set[object]] = {}

    def of(self, path: str) -> set[object]:
        """Return the names of the facts read from the entity with a path. The set grows with each look-up."""
        return self._names.setdefault(path, set())


class StatedFacts(dict[str, Any]):
    """The stated facts of an entity, by name. It records which names are looked up, whether stated or not.

    A copy to a plain `dict` reads nothing. `facts | changes` is read as `facts` are.

    Attributes:
        read: the names looked up so far.
        reads: the record of the question.
    """

    __slots__ = ("read", "reads")
    read: set[object]
    reads: Reads

    def __init__(self, facts: Mapping[str, Any], reads: Reads, path: str) -> None:
        super().__init__(facts)
        self.reads = reads
        # The effects of a derived situation may have other numbers, so facts keep the record of their first entity.
        self.read = facts.read if isinstance(facts, StatedFacts) and facts.reads is reads else reads.of(path)

    def get(self, name: str, default: Any = None) -> Any:
        """Return a fact, or `default` if it isn't stated."""
        self.read.add(name)
        return dict.get(self, name, default)

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return dict.__getitem__(self, name)

    def __contains__(self, name: object) -> bool:
        self.read.add(name)
        return dict.__contains__(self, name)

    def __or__(self, changes: Mapping[str, Any]) -> StatedFacts:  # type: ignore[override]
        return self._with_record({**self, **changes})

    def __ror__(self, base: Mapping[str, Any]) -> StatedFacts:  # type: ignore[override]
        return self._with_record({**base, **self})

    def _with_record(self, facts: Mapping[str, Any]) -> StatedFacts:
        found = StatedFacts(facts, self.reads, "")
        found.read = self.read
        return found
