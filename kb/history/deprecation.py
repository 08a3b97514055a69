"""Rules and headwords that no longer apply. Some of them are still printed.

There are three kinds: rules that only say how the game used to work ("Previously, ..."), headwords that the glossary
marks as obsolete, and rules that are no longer printed under any number. A rule that merely mentions the past still
applies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from kb.history.history import RuleHistory, rule_histories
from kb.languages import Lang
from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.link_reads import ended_rules
from kb.storage.spans import headword_spans
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.keywords import find_keywords

DeprecationClass = Literal["rule-removed", "term-renamed", "type-retired", "keyword-changed"]

# One pattern for each kind of deprecation: a retired type or symbol, a renamed term, a keyword, a removed rule.
_TYPE = re.compile(r"\b(?:card |sub|super)types?\b|\bsymbol\b|\bsous-types?\b", re.IGNORECASE)
_RENAMED = re.compile(
    r"\b(?:called|referred to|printed with|used to (?:be|mean)|instructed a player to|older (?:term|name)|"
    r"(?:older|former|obsolete) (?:term|name)|term (?:for|used|that)|has been renamed|appelée?s?)\b",
    re.IGNORECASE,
)
_KEYWORD = re.compile(r"\bkeyword (?:ability|action)\b", re.IGNORECASE)
_REMOVED = re.compile(r"\b(?:rule|effect) has been removed\b|\bno longer exists?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DeprecatedItem:
    """A rule or headword that no longer applies.

    Attributes:
        number: the number of the rule, or None for a headword.
        term: the headword without "(Obsolete)", or None for a rule.
        since: the first known edition in which the item no longer applied.
        replaced_by: the numbers and headwords that the text cites; for a removed rule, the rule it was merged into.
        text: the text as last printed.
        removed: True if the item is no longer printed.
    """

    number: RuleNumber | None
    term: str | None
    kind: DeprecationClass
    since: date
    replaced_by: tuple[str, ...]
    text: str
    removed: bool = False


def find_deprecated(store: Store, view: View, *, removed: bool = False) -> tuple[DeprecatedItem, ...]:
    """Find the rules and headwords of a view that no longer apply: rules in order, then headwords.

    If `removed`, also find rules that are no longer printed, under their last numbers.
    """
    rules = view.rules()
    keyword_rules = {keyword.heading for keyword in find_keywords([rule.item for rule in rules])}
    deprecated = [rule for rule in rules if rule.item.status == "deprecated"]
    histories = rule_histories(store, view.lang, deprecated)
    return (
        *(_rule(rule, history, keyword_rules) for rule, history in zip(deprecated, histories, strict=True)),
        *(_ended(store, view) if removed else ()),
        *(_term(store, view.lang, entry) for entry in view.glossary() if entry.item.is_obsolete),
    )


def _rule(rule: ViewItem[Rule], history: RuleHistory, keyword_rules: set[RuleNumber]) -> DeprecatedItem:
    number, text = rule.item.cr_number, rule.item.text
    days = [event.edition for event in history.events if event.kind == "deprecated"]
    since = days[-1] if days else history.spans[0].first
    kind = _kind(text) if number.parent not in keyword_rules or _RENAMED.search(text) else "keyword-changed"
    return DeprecatedItem(number, None, kind, since, _replacements(rule), text)


def _kind(text: str) -> DeprecationClass:
    if _REMOVED.search(text):
        return "rule-removed"
    if _KEYWORD.search(text) and not _RENAMED.search(text):
        return "keyword-changed"
    if _TYPE.search(text) and not re.search(r"\bcalled\b|\breferred to\b", text):
        return "type-retired"
    return "term-renamed" if _RENAMED.search(text) else "rule-removed"


def _replacements(printed: ViewItem[Rule] | ViewItem[GlossaryEntry]) -> tuple[str, ...]:
    found: list[str] = []
    for reference in printed.references:
        if reference.resolved:
            found += reference.entries or (reference.target,)
    return tuple(dict.fromkeys(found))


def _term(store: Store, lang: Lang, printed: ViewItem[GlossaryEntry]) -> DeprecatedItem:
    entry = printed.item
    name = entry.names[0]
    kind = _kind(entry.text) if not printed.references or _TYPE.search(entry.text) else "term-renamed"
    since = _marked_since(store, lang, entry) or printed.edition
    return DeprecatedItem(None, name, kind, since, _replacements(printed), entry.text)


def _marked_since(store: Store, lang: Lang, entry: GlossaryEntry) -> date | None:
    """Return the day since which every edition marks a headword as obsolete, in its name or its text."""
    since = None
    for label, text, text_lang, first, ended in headword_spans(store, lang, entry.names[0]):
        other = GlossaryEntry(label, text, text_lang)
        if other.names[0] != entry.names[0]:
            continue
        if not other.is_obsolete or (since is not None and ended < since):
            break
        since = first
    return date.fromisoformat(since) if since else None


def _ended(store: Store, view: View) -> Iterator[DeprecatedItem]:
    """Yield the rules that no longer existed on the view's day and have no successor."""
    for span in ended_rules(store, view.lang, view.as_of):
        number, since = RuleNumber.parse(span.label), date.fromisoformat(span.ended)
        yield DeprecatedItem(number, None, "rule-removed", since, span.merged_into, span.text, removed=True)
