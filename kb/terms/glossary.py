"""The glossary: which entry a term means, and which rule defines it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches

from kb.errors import NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View, ViewItem
from kb.text.folding import name_lookup_key
from kb.text.keywords import Keyword, find_keywords


@dataclass(frozen=True, slots=True)
class Definition:
    """What a term means. Entry or rule may be missing, not both.

    Attributes:
        entry: its entry of the glossary.
        rule: the rule that defines it.
        name: what the term is called there; as asked for, unless it was found by another name.
    """

    entry: ViewItem[GlossaryEntry] | None
    rule: ViewItem[Rule] | None
    name: str


def define_in_either_language(store: Store, view: View, term: str) -> Definition:
    """What a term of either language means: as the view has it, or else in the other language.

    A term that the view doesn't know is looked for under its other names: "vol" is "flying", "arpenteur" is what
    French called a planeswalker before.

    Raises:
        NotFound: neither language has an entry or a heading of any of its names.
    """
    try:
        return Definition(*find_definition(view, term), term)
    except NotFound:
        from kb.terms.bilingual_terms import load_term_base

        terms = load_term_base(store, view.as_of)
        other: Lang = "en" if view.lang == "fr" else "fr"
        # Whoever reads French means the French "initiative", first strike, before the English one.
        named = dict.fromkeys((*terms.find_by_name(term, view.lang), *terms.find_by_name(term, other)))
        for each in (view, View(store, other, view.as_of)):
            for name in (*(name for found in named for name in found.names(each.lang)), term):
                with suppress(NotFound):
                    return Definition(*find_definition(each, name), name)
        raise


def find_definition(view: View, term: str) -> tuple[ViewItem[GlossaryEntry] | None, ViewItem[Rule] | None]:
    """The glossary entry of a term, and the rule that defines it.

    The entry is found by its headword or a variant of it, without regard to case and accents. The rule
    of a keyword is the one that says what it does; of another term the first that its entry refers to;
    where the glossary has no such term, the heading that is worded so. Either may be missing, not both.

    Raises:
        NotFound: no entry and no heading has that name.
    """
    sought = name_lookup_key(term)
    entries = view.glossary()
    by_name: dict[str, ViewItem[GlossaryEntry]] = {}
    for place in (slice(0, 1), slice(1, None)):  # whole headwords before their variants
        for entry in entries:
            for name in entry.item.names[place]:
                by_name.setdefault(name_lookup_key(name), entry)
    found = by_name.get(sought)
    named = find_keywords([rule.item for rule in view.rules()])
    if found is not None:
        return found, _defining_rule(view, found, by_name, named)
    for keyword in named:
        if name_lookup_key(keyword.name) == sought:
            return None, view.rule(keyword.definition)
    headings = {name_lookup_key(rule.item.title): rule for rule in reversed(view.rules()) if rule.item.title}
    for name in (sought, f"{sought}s"):
        if name in headings:
            return None, headings[name]
    close = get_close_matches(sought, [*by_name, *headings], n=1, cutoff=0.75)
    message = _("'{term}' is no term of the glossary in {lang} as of {day}", term=term, lang=view.lang, day=view.as_of)
    if not entries:
        message += _(", which has no glossary yet (rules ingest a whole edition)")
    message += _("; did you mean '{term}'?", term=close[0]) if close else _("; try: rules search {term}", term=term)
    raise NotFound(term, message)


def _defining_rule(
    view: View, entry: ViewItem[GlossaryEntry], by_name: Mapping[str, ViewItem[GlossaryEntry]], named: Sequence[Keyword]
) -> ViewItem[Rule] | None:
    """The rule that an entry sends to, or the entry that it sends to; of a keyword, the rule that says what it does."""
    names = {name_lookup_key(name) for name in entry.item.names}
    rules = [reference for reference in entry.references if reference.kind == "rule"]
    for reference in rules:
        number = RuleNumber.parse(reference.target.partition("-")[0])
        here = [keyword for keyword in named if keyword.heading == number]
        if here:
            # "Tap" and "Untap" share a heading.
            number = next((keyword for keyword in here if name_lookup_key(keyword.name) in names), here[0]).definition
        if number.kind != "chapter" and (rule := view.rule(number)) is not None:
            return rule
    # "See Foo", of an entry that names no rule itself.
    for term in (term for reference in entry.references for term in reference.entries if not rules):
        other = by_name.get(name_lookup_key(term))
        if other is not None and any(reference.kind == "rule" for reference in other.references):
            return _defining_rule(view, other, by_name, named)
    return None
