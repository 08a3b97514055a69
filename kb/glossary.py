"""The glossary: which entry a term means, and which rule defines it."""

from __future__ import annotations

from difflib import get_close_matches

from kb.accents import name_key
from kb.errors import NotFound
from kb.model import GlossaryEntry, Rule
from kb.number import RuleNumber
from kb.view import Printed, View


def define(view: View, term: str) -> tuple[Printed[GlossaryEntry] | None, Printed[Rule] | None]:
    """The glossary entry of a term, and the rule that defines it.

    The entry is found by its headword or a variant of it, without regard to case and accents. The
    rule is the first that the entry refers to; where the glossary has no such term, the heading
    that is worded so. Either may be missing, not both.

    Raises:
        NotFound: no entry and no heading has that name.
    """
    sought = name_key(term)
    entries = view.glossary()
    by_name: dict[str, Printed[GlossaryEntry]] = {}
    for place in (slice(0, 1), slice(1, None)):  # whole headwords before their variants
        for entry in entries:
            for name in entry.item.names[place]:
                by_name.setdefault(name_key(name), entry)
    found = by_name.get(sought)
    if found is not None:
        return found, _defining_rule(view, found)
    headings = {name_key(rule.item.title): rule for rule in reversed(view.rules()) if rule.item.title}
    for name in (sought, f"{sought}s"):
        if name in headings:
            return None, headings[name]
    close = get_close_matches(sought, [*by_name, *headings], n=1, cutoff=0.75)
    meant = f"; did you mean '{close[0]}'?" if close else f"; try: rules search {term}"
    has = "" if entries else ", which has no glossary yet (rules ingest a whole edition)"
    raise NotFound(term, f"'{term}' is no term of the glossary in {view.lang} as of {view.as_of}{has}{meant}")


def _defining_rule(view: View, entry: Printed[GlossaryEntry]) -> Printed[Rule] | None:
    for reference in entry.references:
        if reference.kind == "rule":
            number = RuleNumber.parse(reference.target.partition("-")[0])
            if number.kind != "chapter" and (rule := view.rule(number)) is not None:
                return rule
    return None
