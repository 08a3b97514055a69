"""Names for the rules of a view that no two of them share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.model import Rule
from kb.storage.view_items import ViewItem


def distinct_names(rules: Sequence[ViewItem[Rule]], lineages: Mapping[int, str]) -> dict[int, str]:
    """Return a dict from the place of each rule of a view to a name that no other of these rules has.

    It is the rule's lineage name, from `lineages`. But a view may have one rule twice: an excerpt has its new number,
    and the older whole edition still has the former one. Then the name is used for the rule that it pins, or else for
    the newest one. The other one is named by its own number and edition, which pin the same rule.
    """
    names = dict(lineages)
    used = set(names.values())
    sharing: dict[str, list[ViewItem[Rule]]] = {}
    for rule in sorted(rules, key=lambda rule: rule.edition, reverse=True):
        sharing.setdefault(names[rule.place], []).append(rule)
    for name, same in sharing.items():
        pins = {rule.place: f"{rule.item.cr_number}@{rule.edition}" for rule in same}
        keeps = next((place for place, pin in pins.items() if pin == name), same[0].place)
        for place, pin in pins.items():
            if place != keeps:
                possible = (pin, *(f"{pin}.{nth}" for nth in range(2, len(rules) + 2)))
                names[place] = next(each for each in possible if each not in used)
                used.add(names[place])
    return names
