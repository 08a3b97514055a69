"""Sections of the judges' other books by their titles: "missed trigger" is the title of IPG 2.1."""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import Ambiguous
from kb.i18n import _
from kb.model import Rule
from kb.rule_text import part_title
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.folding import fold_words, name_lookup_key


def place_with_title(view: View, text: str) -> ViewItem[Rule] | None:
    """Return the place whose title is a text or has all its words, or None. Raise Ambiguous if there are several."""
    titled = _titled(view)
    sought = name_lookup_key(text).split()
    found = _with_name(titled, sought)
    found = found or [rule for rule, words in titled if sought and set(sought) <= set(words)]
    if not found and (folded := set(fold_words(text, "en"))):
        found = [rule for rule, _words in titled if folded <= set(fold_words(rule.item.title or "", "en"))]
    if len(found) > 1:
        names = [f"{view.doc.upper()} {rule.item.number} {rule.item.title}" for rule in found]
        raise Ambiguous(text, names, _("give the number"))
    return found[0] if found else None


def named_in_other_books(store: Store, view: View, text: str) -> list[tuple[View, ViewItem[Rule]]]:
    """Return the sections of the judges' other books that have a text as their name, with the view of their book.

    The books are read as of the day of `view`. A title of an infraction may begin with its category ("Game Play Error —
    Missed Trigger").
    """
    sought = name_lookup_key(text).split()
    views = [View(store.book(doc), "en", view.as_of) for doc in store.books if doc != view.doc]
    return [(book, rule) for book in views for rule in _with_name(_titled(book), sought)]


def describe_named(found: Sequence[tuple[View, ViewItem[Rule]]]) -> str:
    """Return the end of a message about a term that isn't in the glossary: the sections that have it as their name."""
    return "".join(
        _("; {number} has this name: rules show '{number}'", number=f"{book.doc.upper()} {rule.item.number}")
        for book, rule in found
    )


def _titled(view: View) -> list[tuple[ViewItem[Rule], list[str]]]:
    """Return the places of a book that have a title of their own, each with the words of the title."""
    rules = view.rules()
    # Every infraction has parts with titles such as "Philosophy". They name no place by themselves.
    return [(each, name_lookup_key(each.item.title or "").split()) for each in rules if not _is_part(each.item)]


def _is_part(rule: Rule) -> bool:
    return isinstance(rule.number, SectionNumber) and part_title(rule.number) is not None


def _with_name(titled: Sequence[tuple[ViewItem[Rule], list[str]]], sought: Sequence[str]) -> list[ViewItem[Rule]]:
    """Return the places whose title is some words. If there are none, those whose title ends with them."""
    if not sought:
        return []
    same = [rule for rule, words in titled if words == sought]
    return same or [rule for rule, words in titled if words[-len(sought) :] == sought]
