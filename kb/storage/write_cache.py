"""Ids of places and wordings that the writer has looked up, so that the next edition needn't query them again."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.model import Example
from kb.rule_number import RuleNumber
from kb.storage.link_writer import PlaceWording

SpanRows = dict[PlaceWording, tuple[int, str, str]]
"""The spans of an edition: (rowid, first, ended) by place, wording and printed number."""


@dataclass(slots=True)
class WriteCache:
    """The cache of all transactions of one store.

    Places and wordings are never deleted, so that only a rollback makes their ids invalid. Spans are valid while the
    store has the same generation.

    Attributes:
        places: ids by language, kind, label and position among places of that label.
        wordings: ids by language, text and examples.
        cited_labels: by wording, the numbers that it cites, with both ends of ranges.
        number_labels: label and sort key by number.
        rule_numbers: by place, its number and its position among all places with this number; None for a headword.
        spans: by language, the day and the spans of the whole edition that was added last.
        generation: the generation of the store for which the spans are valid.
    """

    places: dict[tuple[str, str, str, int], int] = field(default_factory=dict)
    wordings: dict[tuple[str, str, tuple[Example, ...]], int] = field(default_factory=dict)
    cited_labels: dict[int, tuple[str, ...]] = field(default_factory=dict)
    number_labels: dict[RuleNumber, tuple[str, str]] = field(default_factory=dict)
    rule_numbers: dict[int, tuple[RuleNumber, int] | None] = field(default_factory=dict)
    spans: dict[str, tuple[str, SpanRows]] = field(default_factory=dict)
    generation: str = ""

    def label_and_sort_key(self, number: RuleNumber) -> tuple[str, str]:
        """Return the label and the sort key of a number."""
        known = self.number_labels.get(number)
        if known is None:
            known = self.number_labels[number] = (str(number), number.sort_key)
        return known

    def clear(self) -> None:
        """Drop all ids and spans."""
        for values in (self.places, self.wordings, self.cited_labels, self.rule_numbers, self.spans):
            values.clear()
