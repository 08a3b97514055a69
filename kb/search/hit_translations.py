"""Which French text is the rule that an English one is, so that a search shows it once."""

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
    """By the place of a French text in view, the place of the English text in view that says the same.

    A French rule has the number that the English had on the day of its edition; from there it follows the
    English through all renumbering. A headword is what the terms say that it is.
    """
    here = {(entry.kind, entry.label): entry.place for entry in english.place_rows()}
    numbers: dict[date, dict[str, int]] = defaultdict(dict)
    found: dict[int, int] = {}
    for place, _, kind, label, _, edition in french.place_rows():
        if kind == "rule":
            numbers[date.fromisoformat(edition)][label] = place
        else:
            names = {name_lookup_key(term.en) for term in terms.find_by_name(label, "fr")}
            same = [at for (what, name), at in here.items() if what == "glossary" and name_lookup_key(name) in names]
            if len(same) == 1:
                found[place] = same[0]
    for day, places in numbers.items():
        found |= _rules(store, english, day, places, {name: at for (what, name), at in here.items() if what == "rule"})
    return found


def _rules(
    store: Store, english: View, day: date, places: Mapping[str, int], here: Mapping[str, int]
) -> Iterator[tuple[int, int]]:
    """The French rules of one edition, each with the English rule that has its number of that day."""
    base, now = View(store, "en", day).base, english.base
    if base is None or now is None or base == now:
        # No whole edition tells that a number has moved.
        yield from ((place, here[label]) for label, place in places.items() if label in here)
        return
    then = {str(stands.number): place for place, stands in rules_of_edition(store, "en", base, places).items()}
    in_view = set(here.values())
    became = trace_outcomes(store, "en", base, now, then.values())
    for label, place in places.items():
        fate = became.get(then.get(label, 0))
        if fate is not None and fate.place in in_view:
            yield place, fate.place
