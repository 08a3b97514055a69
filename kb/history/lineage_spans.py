"""All lineages of the rules of a language: which numbers and wordings each rule had, and when.

One pass through all whole editions builds the table. It answers for every number which rules have had it, and for
every rule which number it had on a day.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from kb.languages import Lang
from kb.storage.link_reads import LinkRow, all_links
from kb.storage.spans import NumberedSpan, rule_spans
from kb.storage.store import Store


class LineageSpan(NamedTuple):
    """A period in which a rule had one number and one wording.

    Attributes:
        label: the number.
        wording: id of the wording.
        first: the first edition with this number and wording (ISO 8601).
        ended: the first edition without them; 9999-12-31 if there is none.
    """

    label: str
    wording: int
    first: str
    ended: str


def trace_lineages(store: Store, lang: Lang) -> list[list[LineageSpan]]:
    """Return the spans of each rule that a whole edition has ever had, oldest first.

    A rule that was split off from another rule has a lineage of its own. A rule that was merged into another rule ends.
    """
    starting: dict[str, list[NumberedSpan]] = defaultdict(list)
    for span in rule_spans(store, lang):
        starting[span.first].append(span)
    links: dict[str, list[LinkRow]] = defaultdict(list)
    for link in all_links(store, lang):
        if link.kind == "same":
            links[link.day].append(link)
    lineages: list[list[LineageSpan]] = []
    at_place: dict[int, int] = {}  # the lineage of the last span of each place
    for day in sorted(starting):
        earlier = {link.new: at_place.get(link.old) for link in links[day]}
        reached: dict[int, int] = {}
        for span in starting[day]:
            lineage = earlier.get(span.place)
            if lineage is None:
                lineage = len(lineages)
                lineages.append([])
            lineages[lineage].append(LineageSpan(span.label, span.wording, span.first, span.ended))
            reached[span.place] = lineage
        at_place |= reached
    return lineages
