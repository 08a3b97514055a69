"""Looking up terms: the glossary entry of a term, and the rule that defines it."""

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
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.folding import name_lookup_key
from kb.text.keywords import Keyword, find_keywords


@dataclass(frozen=True, slots=True)
class Definition:
    """The definition of a term, and the name by which it was found. It has an entry, a rule, or an entry and a rule."""

    entry: ViewItem[GlossaryEntry] | None
    rule: ViewItem[Rule] | None
    name: str


def define_in_either_language(store: Store, view: View, term: str) -> Definition:
    """Define a term of either language.

    If the view doesn't have the given name, all names of the term are looked up, first in the view, then in the other
    language. So "vol" is found as "flying". A former name is found too: "arpenteur", once the French name of a
    planeswalker.

    Raise NotFound if no name of the term has an entry or a heading in either language. The message names the sections
    of the judges' other books that are called so.
    """
    try:
        return Definition(*find_definition(view, term), term)
    except NotFound as absent:
        from kb.terms.bilingual_terms import load_term_base
        from kb.terms.policy_titles import describe_named, named_in_other_books

        terms = load_term_base(store, view.as_of)
        other: Lang = "en" if view.lang == "fr" else "fr"
        # The view's language comes first: in French, "initiative" means first strike rather than the initiative.
        known = dict.fromkeys((*terms.find_by_name(term, view.lang), *terms.find_by_name(term, other)))
        for searched in (view, View(store, other, view.as_of)):
            for name in (*(name for each in known for name in each.names(searched.lang)), term):
                with suppress(NotFound):
                    return Definition(*find_definition(searched, name), name)
        elsewhere = named_in_other_books(store, view, term)
        raise NotFound(term, f"{absent}{describe_named(elsewhere)}") from None


def find_definition(view: View, term: str) -> tuple[ViewItem[GlossaryEntry] | None, ViewItem[Rule] | None]:
    """Return the glossary entry of a term, and the rule that defines it.

    The entry is found by its headword or a variant. Case and accents don't matter. A keyword is defined by the rule
    that says what the keyword does. Any other term is defined by the first rule that its entry refers to. A term
    without an entry is defined by the rule whose heading is the term. Return None for an entry or a rule that doesn't
    exist. Raise NotFound if the term is neither a headword nor a heading.
    """
    sought = name_lookup_key(term)
    entries = view.glossary()
    by_name: dict[str, ViewItem[GlossaryEntry]] = {}
    for place in (slice(0, 1), slice(1, None)):  # first whole headwords, then their variants
        for entry in entries:
            for name in entry.item.names[place]:
                by_name.setdefault(name_lookup_key(name), entry)
    found = by_name.get(sought)
    keywords = find_keywords([rule.item for rule in view.rules()])
    if found is not None:
        return found, _defining_rule(view, found, by_name, keywords)
    for keyword in keywords:
        if name_lookup_key(keyword.name) == sought:
            return None, view.rule(keyword.definition)
    headings = {name_lookup_key(rule.item.title): rule for rule in reversed(view.rules()) if rule.item.title}
    for name in (sought, f"{sought}s"):
        if name in headings:
            return None, headings[name]
    close = get_close_matches(sought, [*by_name, *headings], n=1, cutoff=0.75)
    raise NotFound(term, _describe_absence(view, term, next(iter(close), None)))


def _describe_absence(view: View, term: str, similar: str | None) -> str:
    """Return a message: a view doesn't define a term. It names a similar term, or a search if a rule has the term."""
    values = {"term": term, "lang": view.lang, "day": view.as_of}
    if view.base is None:
        message = _("'{term}' is no term in the knowledge base in {lang} as of {day}", **values)
    else:
        message = _("'{term}' is no term of the glossary in {lang} as of {day}", **values)
    if similar is not None:
        message += _("; did you mean '{term}'?", term=similar)
    elif any(term.casefold() in rule.item.text.casefold() for rule in view.rules()):
        message += _("; try: rules search {term}", term=term)
    return message


def _defining_rule(
    view: View,
    entry: ViewItem[GlossaryEntry],
    by_name: Mapping[str, ViewItem[GlossaryEntry]],
    keywords: Sequence[Keyword],
) -> ViewItem[Rule] | None:
    """Return the first rule that an entry cites, directly or through another entry.

    If that rule is the heading of a keyword, return the rule that says what the keyword does.
    """
    names = {name_lookup_key(name) for name in entry.item.names}
    rules = [reference for reference in entry.references if reference.kind == "rule"]
    for reference in rules:
        number = RuleNumber.parse(reference.target.partition("-")[0])
        if same_heading := [keyword for keyword in keywords if keyword.heading == number]:
            # "Tap" and "Untap" share a heading.
            of_entry = (keyword for keyword in same_heading if name_lookup_key(keyword.name) in names)
            number = next(of_entry, same_heading[0]).definition
        if number.kind != "chapter" and (rule := view.rule(number)) is not None:
            return rule
    # The entry refers to no rule but to another entry ("See Foo").
    for term in (term for reference in entry.references for term in reference.entries if not rules):
        other = by_name.get(name_lookup_key(term))
        if other is not None and any(reference.kind == "rule" for reference in other.references):
            return _defining_rule(view, other, by_name, keywords)
    return None
