"""Term extraction: terms that the knowledge base prints in both languages.

Titles are paired by their number within editions of one day. Glossary entries are paired by the rules that they send
to, if exactly one candidate is left. An ambiguous pairing yields no term.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from kb.model import GlossaryEntry
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View, ViewItem
from kb.terms.term import Term
from kb.text.folding import name_lookup_key


def extract_terms(store: Store, as_of: date) -> tuple[Term, ...]:
    """Extract the terms that the rules and the glossary of a day have in both languages.

    The French of that day is paired with the English of the French edition's own day, since both have the same numbers.
    """
    french = View(store, "fr", as_of)
    titles: dict[date, dict[RuleNumber, str]] = defaultdict(dict)
    for printed in french.rules():
        if printed.item.title and printed.item.text_lang == "fr":
            titles[printed.edition][printed.item.number] = printed.item.title
    entries: dict[date, list[ViewItem[GlossaryEntry]]] = defaultdict(list)
    for entry in french.glossary():
        if entry.item.text_lang == "fr":
            entries[entry.edition].append(entry)
    found: list[Term] = []
    for day in sorted({*titles, *entries}):
        english = View(store, "en", day)
        from_titles = tuple(_pair_titles(titles[day], english.headings(titles[day])))
        found += from_titles
        if entries[day]:
            paired_titles = {name_lookup_key(term.fr): name_lookup_key(term.en) for term in from_titles}
            found += _pair_entries(entries[day], english.glossary(), paired_titles)
    return tuple(found)


def _pair_titles(french: Mapping[RuleNumber, str], english: Mapping[str, str]) -> Iterator[Term]:
    """Yield a term for each title that has the same number in both languages."""
    for number, title in french.items():
        label = str(number)
        # Sections 100, 200 and 300 are all called "General".
        if label in english and not (number.kind == "section" and label.endswith("00")):
            yield Term(english[label], title, source=label)


def _pair_entries(
    french: Iterable[ViewItem[GlossaryEntry]],
    english: Iterable[ViewItem[GlossaryEntry]],
    paired_titles: Mapping[str, str],
) -> Iterator[Term]:
    """Yield a term for each glossary entry that has exactly one counterpart.

    Counterparts send to exactly the same rules. Among several, entries whose headwords are paired titles are matched
    first and removed from the candidates.
    """
    groups: dict[frozenset[str], tuple[list[GlossaryEntry], list[GlossaryEntry]]] = defaultdict(lambda: ([], []))
    for side, entries in enumerate((french, english)):
        for printed in entries:
            targets = frozenset(each.target for each in printed.references if each.kind == "rule")
            if targets:
                groups[targets][side].append(printed.item)
    for french_entries, candidates in groups.values():
        unpaired = []
        for entry in french_entries:
            same = [
                each
                for each in candidates
                if paired_titles.get(name_lookup_key(entry.term)) == name_lookup_key(each.term)
            ]
            if len(same) == 1:
                yield Term(same[0].term, entry.term, source="glossary")
                candidates.remove(same[0])
            else:
                unpaired.append(entry)
        # Headwords with variants ("Control, Controller") may list them in another order in each language.
        if len(unpaired) == len(candidates) == 1 and len(candidates[0].names) == len(unpaired[0].names) == 1:
            yield Term(candidates[0].names[0], unpaired[0].names[0], source="glossary")
