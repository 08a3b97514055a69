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
        confidence: how certain it is that the rule of the span before is the same rule, from 0 to 1. It is less than 1
            if a part of the rule was split off then.
    """

    label: str
    wording: int
    first: str
    ended: str
    confidence: float = 1.0


# The confidence of a link over a split: `kb.history.succession` doesn't call such a successor certain, either.
_SPLIT = 0.9


def trace_lineages(store: Store, lang: Lang) -> list[list[LineageSpan]]:
    """Return the spans of each rule that a whole edition has ever had, oldest first.

    A rule that was split off from another rule has a lineage of its own. A rule that was merged into another rule ends.
    """
    starting: dict[str, list[NumberedSpan]] = defaultdict(list)
    for span in rule_spans(store, lang):
        starting[span.first].append(span)
    links: dict[str, list[LinkRow]] = defaultdict(list)
    divided: dict[str, set[int]] = defaultdict(set)
    for link in all_links(store, lang):
        if link.kind == "same":
            links[link.day].append(link)
        elif link.kind == "split":
            divided[link.day].add(link.old)
    lineages: list[list[LineageSpan]] = []
    at_place: dict[int, int] = {}  # the lineage of the last span of each place
    for day in sorted(starting):
        earlier = {link.new: link for link in links[day]}
        reached: dict[int, int] = {}
        for place, label, wording, first, ended in starting[day]:
            link_before = earlier.get(place)
            lineage = at_place.get(link_before.old) if link_before else None
            confidence = 1.0
            if lineage is None or link_before is None:
                lineage = len(lineages)
                lineages.append([])
            else:
                confidence = min(link_before.confidence, _SPLIT if link_before.old in divided[day] else 1.0)
            lineages[lineage].append(LineageSpan(label, wording, first, ended, confidence))
            reached[place] = lineage
        at_place |= reached
    return lineages
