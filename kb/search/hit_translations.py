"""Matching French texts with the English texts that say the same, so that a search shows each rule once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date

from kb.history.succession import trace_outcomes
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View
from kb.terms.bilingual_terms import TermBase
from kb.text.folding import name_lookup_key


def english_counterparts(store: Store, english: View, french: View, terms: TermBase) -> dict[int, int]:
    """Return a dict from the place of each French text in force to the place of its English counterpart.

    On the day of the French edition, the English rule had the same number as the French rule. From that day on, the
    English rule is traced through all renumberings. Headwords are matched by their terms.
    """
    rules: dict[str, int] = {}
    headwords: dict[str, list[int]] = defaultdict(list)
    for row in english.place_rows():
        if row.kind == "rule":
            rules[row.label] = row.place
        else:
            headwords[name_lookup_key(row.label)].append(row.place)
    french_rules: dict[date, dict[str, int]] = defaultdict(dict)
    found: dict[int, int] = {}
    for row in french.place_rows():
        if row.kind == "rule":
            french_rules[date.fromisoformat(row.edition)][row.label] = row.place
        else:
            names = {name_lookup_key(term.en) for term in terms.find_by_name(row.label, "fr")}
            same = [place for name in names for place in headwords.get(name, ())]
            if len(same) == 1:
                found[row.place] = same[0]
    for day, places in french_rules.items():
        found |= _match_rules(store, english, day, places, rules)
    return found


def _match_rules(
    store: Store, english: View, day: date, places: Mapping[str, int], rules: Mapping[str, int]
) -> Iterator[tuple[int, int]]:
    """Yield (place of the French rule, present place of the English rule that had the same number on `day`)."""
    base, current = View(store, "en", day).base, english.base
    if base is None or current is None or base == current:
        # Renumberings are found between two different whole editions. Otherwise rules with equal numbers are matched.
        yield from ((place, rules[label]) for label, place in places.items() if label in rules)
        return
    then = {str(rule.number): place for place, rule in rules_of_edition(store, "en", base, places).items()}
    outcomes = trace_outcomes(store, "en", base, current, then.values())
    in_force = {*rules.values()}
    for label, place in places.items():
        outcome = outcomes.get(then.get(label, 0))
        if outcome is not None and outcome.place in in_force:
            yield place, outcome.place
