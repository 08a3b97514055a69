"""Terms that the knowledge base itself tells: what is printed in both languages, and what it is called in each.

Titles are paired by their number within editions of one day; entries of the glossary by the rules that they send
to, and only where exactly one candidate is left. Nothing is guessed: what can't be paired so teaches nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from kb.folding import name_key
from kb.model import GlossaryEntry
from kb.number import RuleNumber
from kb.store import Store
from kb.translation.term import Term
from kb.view import Printed, View


def learned_terms(store: Store, as_of: date) -> tuple[Term, ...]:
    """The terms that rules and glossary have in both languages.

    Args:
        store: what is known of the rules.
        as_of: the day whose French is learned from; its English is that of the French edition's own day, when
            both had the same numbers.
    """
    french = View(store, "fr", as_of)
    titles: dict[date, dict[RuleNumber, str]] = defaultdict(dict)
    for printed in french.rules():
        if printed.item.title and printed.item.text_lang == "fr":
            titles[printed.edition][printed.item.number] = printed.item.title
    entries = [entry for entry in french.glossary() if entry.item.text_lang == "fr"]
    found: list[Term] = []
    for day in sorted({*titles, *(entry.edition for entry in entries)}):
        english = View(store, "en", day)
        of_day = tuple(_titles(titles[day], english.titles(titles[day])))
        found += of_day
        here = [entry for entry in entries if entry.edition == day]
        if here:
            found += _headwords(here, english.glossary(), {name_key(term.fr): name_key(term.en) for term in of_day})
    return tuple(found)


def _titles(french: Mapping[RuleNumber, str], english: Mapping[str, str]) -> Iterator[Term]:
    """A term for each title that stands under the same number in both languages."""
    for number, title in french.items():
        label = str(number)
        # 100, 200, 300 are all called "General".
        if label in english and not (number.kind == "section" and label.endswith("00")):
            yield Term(english[label], title, source=label)


def _headwords(
    french: Iterable[Printed[GlossaryEntry]], english: Iterable[Printed[GlossaryEntry]], titles: Mapping[str, str]
) -> Iterator[Term]:
    """A term for each entry that has exactly one counterpart.

    Counterparts send to exactly the same rules. Where several do, those count whose headwords are titles that
    belong together; they take each other out of the choice for the rest.
    """
    groups: dict[frozenset[str], tuple[list[GlossaryEntry], list[GlossaryEntry]]] = defaultdict(lambda: ([], []))
    for place, printed in enumerate((french, english)):
        for entry in printed:
            targets = frozenset(each.target for each in entry.references if each.kind == "rule")
            if targets:
                groups[targets][place].append(entry.item)
    for here, there in groups.values():
        left = list(there)
        rest = []
        for own in here:
            same = [other for other in left if titles.get(name_key(own.term)) == name_key(other.term)]
            if len(same) == 1:
                yield Term(same[0].term, own.term, source="glossary")
                left.remove(same[0])
            else:
                rest.append(own)
        # Of variants ("Control, Controller") nobody knows that both languages list them in the same order.
        if len(rest) == len(left) == 1 and len(left[0].names) == len(rest[0].names) == 1:
            yield Term(left[0].names[0], rest[0].names[0], source="glossary")
