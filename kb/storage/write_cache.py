"""A cache of ids of places and wordings, so that the writer needn't query them again for the next edition."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.documents import Number
from kb.storage.link_writer import PlaceWording, Series
from kb.storage.wording_content import WordingContent

SpanRows = dict[PlaceWording, tuple[int, str, str]]
"""The spans of an edition: a dict from (place, wording, printed number) to (rowid, first day, end)."""


@dataclass(slots=True)
class WriteCache:
    """The cache that all transactions of one store share.

    Places and wordings are never deleted, so only a rollback makes their ids invalid. The spans are valid while the
    store has the generation `generation`.

    Attributes:
        places: the ids of places by (document, language, kind, label, nth); nth is 2 for a second rule with a number.
        wordings: the ids of wordings by their contents.
        cited_labels: (document, number) for each number that a wording cites. A range counts as two numbers, its ends.
        number_labels: the label and the sort key of each number.
        rule_numbers: the number and the nth of each place, or None for a headword.
        spans: for each document and language, the day and the spans of the whole edition that was added last.
        generation: the generation of the store for which the spans are valid.
    """

    places: dict[tuple[str, str, str, str, int], int] = field(default_factory=dict)
    wordings: dict[WordingContent, int] = field(default_factory=dict)
    cited_labels: dict[int, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    number_labels: dict[Number, tuple[str, str]] = field(default_factory=dict)
    rule_numbers: dict[int, tuple[Number, int] | None] = field(default_factory=dict)
    spans: dict[Series, tuple[str, SpanRows]] = field(default_factory=dict)
    generation: str = ""

    def label_and_sort_key(self, number: Number) -> tuple[str, str]:
        """Return the label and the sort key of a number."""
        known = self.number_labels.get(number)
        if known is None:
            known = self.number_labels[number] = (str(number), number.sort_key)
        return known

    def clear(self) -> None:
        """Drop all ids and spans."""
        for values in (self.places, self.wordings, self.cited_labels, self.rule_numbers, self.spans):
            values.clear()
