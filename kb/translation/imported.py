"""Finished translations in the store: French excerpts with the date of the English edition that they translate.

On one day, a rule has at most one wording from finished translations. Later translations replace earlier translations.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kb.i18n import stored_message
from kb.model import Edition, Finding
from kb.rule_number import RuleNumber
from kb.storage.editions import finished_translations
from kb.storage.store import Store
from kb.storage.writer import Writer


def add_imported_translation(store: Store, writer: Writer, edition: Edition) -> tuple[str, ...]:
    """Add a finished translation (a French excerpt). Remove its rules from earlier translations of the same day.

    Return the names of the documents of these earlier translations.
    """
    numbers = {rule.number for rule in edition.rules}
    replaced = []
    for key, earlier in finished_translations(store, edition.effective):
        if not numbers.isdisjoint(rule.number for rule in earlier.rules):
            replaced.append(earlier.source.name)
            writer.remove_edition(key)
            writer.add_edition(_without(earlier, numbers, edition.source.name))
    writer.add_edition(edition)
    return tuple(dict.fromkeys(replaced))


def _without(edition: Edition, numbers: Collection[RuleNumber], since: str) -> Edition:
    """Return a translation without some rules. An empty translation is kept, so that its document stays known."""
    removed = [rule.number for rule in edition.rules if rule.number in numbers]
    message = stored_message("{numbers} read as in {since} since", numbers=", ".join(map(str, removed)), since=since)
    return replace(
        edition,
        rules=tuple(rule for rule in edition.rules if rule.number not in numbers),
        findings=(*edition.findings, Finding("superseded", message, where=str(removed[0]))),
    )
