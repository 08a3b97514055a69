"""Wordings of cited rules that somebody has read: which of these rules have changed in substance since then?

A locked rule has a digest of its wording. Typography, the numbers of cited rules and standard phrases don't count in
the digest. So the digest changes exactly if the wording changes in class `wording`, and a comparison needs only the
edition in force. If the knowledge base also has the edition that was read, the message says what became of the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from kb.citations.rules_of_day import OutcomesSince
from kb.history.history import lineage_names
from kb.i18n import _
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.storage.wordings import read_texts_with_examples
from kb.text.normalization import normalize_template

# In hexadecimal digits. A lock has some thousand rules at most.
_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class LockedRule:
    """A rule as somebody has read it.

    Attributes:
        number: the number that the rule had.
        lineage: the permanent name of the rule, for people. It depends on the editions that were known.
        digest: digest of the wording with its examples.
        edition: the edition in which the rule was read.
    """

    number: RuleNumber
    lineage: str
    digest: str
    edition: date


@dataclass(frozen=True, slots=True)
class LockComparison:
    """The cited rules of a view beside the locked rules. All fields have the numbers of the view.

    Attributes:
        current: each cited rule that the view has, as it is now.
        added: the cited rules that aren't locked.
        renumbered: for each cited rule that is locked under another number, with the same wording: that number.
        changed: for each cited rule that has changed in substance: one sentence for people.
        locked_as: for each changed rule: the number of its entry among the locked rules.
    """

    current: Mapping[RuleNumber, LockedRule]
    added: tuple[RuleNumber, ...]
    renumbered: Mapping[RuleNumber, RuleNumber]
    changed: Mapping[RuleNumber, str]
    locked_as: Mapping[RuleNumber, RuleNumber]


def compare_with_locked(
    store: Store, view: View, locked: Mapping[RuleNumber, LockedRule], cited: Iterable[RuleNumber]
) -> LockComparison:
    """Compare the cited rules with the locked rules. A cited number that the view doesn't have is left out."""
    rules = {rule.item.number: rule for rule in view.rules()}
    current = _current(store, view, {number: rules[number] for number in sorted(set(cited)) if number in rules})
    now_under, gone = _present_numbers(store, view, locked)
    locked_for = {now: then for then, now in now_under.items() if now != then}
    added: list[RuleNumber] = []
    renumbered: dict[RuleNumber, RuleNumber] = {}
    changed: dict[RuleNumber, str] = {}
    locked_as: dict[RuleNumber, RuleNumber] = {}
    for number, rule in current.items():
        # If the number is locked, the text may still mean the rule that was read under it, whatever has moved since.
        entry = number if number in locked else locked_for.get(number)
        if entry is None:
            added.append(number)
        elif locked[entry].digest == rule.digest:
            if entry != number:
                renumbered[number] = entry
        else:
            locked_as[number] = entry
            changed[number] = _describe(locked[entry], number, now_under.get(entry), gone.get(entry))
    return LockComparison(current, tuple(added), renumbered, changed, locked_as)


def _current(store: Store, view: View, rules: Mapping[RuleNumber, ViewItem[Rule]]) -> dict[RuleNumber, LockedRule]:
    texts = read_texts_with_examples(store, {rule.wording for rule in rules.values()})
    names = lineage_names(store, view.lang, tuple(rules.values()))
    return {
        number: LockedRule(number, names[rule.place], wording_digest(texts[rule.wording]), rule.edition)
        for number, rule in rules.items()
    }


def wording_digest(text: str) -> str:
    """Return the digest of a wording with its examples."""
    return sha256(normalize_template(text).encode()).hexdigest()[:_DIGEST_LENGTH]


def _present_numbers(
    store: Store, view: View, locked: Mapping[RuleNumber, LockedRule]
) -> tuple[dict[RuleNumber, RuleNumber], dict[RuleNumber, date]]:
    """Return the numbers that the locked rules have now, and for rules that are gone, since when.

    Rules whose edition the knowledge base doesn't have, as a whole edition, are left out.
    """
    present: dict[RuleNumber, RuleNumber] = {}
    gone: dict[RuleNumber, date] = {}
    now = view.base
    for day in {rule.edition for rule in locked.values()}:
        if now is None or day > now or view.on_day(day).base != day:
            continue
        since = OutcomesSince(store, view.lang, day, now)
        for number in (rule.number for rule in locked.values() if rule.edition == day):
            outcome = since.outcome(number)
            if outcome is None:
                continue
            if outcome.place is not None:
                present[number] = since.present_number(outcome.place)
            elif outcome.removed_on is not None:
                gone[number] = outcome.removed_on
    return present, gone


def _describe(locked: LockedRule, number: RuleNumber, now: RuleNumber | None, removed: date | None) -> str:
    """Return the sentence about a changed rule. `now` is None if the present number of the locked rule isn't known."""
    values = {"number": number, "old": locked.number, "day": locked.edition}
    if removed is not None:
        return _("{number} is another rule now; the rule that was read in the edition of {day} is gone since {removed}",
                 **values, removed=removed)  # fmt: skip
    if now is not None and locked.number == number and now != number:
        return _("{number} is another rule now; the rule that was read in the edition of {day} is {now}",
                 **values, now=now)  # fmt: skip
    if locked.number != number:
        return _("the wording has changed since the edition of {day}, when the rule was {old}", **values)
    return _("the wording has changed since the edition of {day}", **values)
