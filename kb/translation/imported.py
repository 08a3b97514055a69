"""Finished translations as the store keeps them: French excerpts with the day of the English that they translate.

There is one French wording for each rule and day: what comes back later takes the place of what came back before.
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
    """Add a finished translation; earlier ones of its day no longer say what it says anew.

    Args:
        store: what is known.
        writer: within whose transaction it is added.
        edition: a French excerpt.

    Returns:
        the documents that said something else of its rules before.
    """
    numbers = {rule.number for rule in edition.rules}
    before = []
    for number, earlier in finished_translations(store, edition.effective):
        if numbers.isdisjoint(rule.number for rule in earlier.rules):
            continue
        before.append(earlier.source.name)
        writer.remove_edition(number)
        writer.add_edition(_without(earlier, numbers, edition.source.name))
    writer.add_edition(edition)
    return tuple(dict.fromkeys(before))


def _without(edition: Edition, numbers: Collection[RuleNumber], since: str) -> Edition:
    """An earlier translation without some rules. It stays even if nothing is left: its document is still known."""
    gone = [rule.number for rule in edition.rules if rule.number in numbers]
    message = stored_message("{numbers} read as in {since} since", numbers=", ".join(map(str, gone)), since=since)
    return replace(
        edition,
        rules=tuple(rule for rule in edition.rules if rule.number not in numbers),
        findings=(*edition.findings, Finding("superseded", message, where=str(gone[0]))),
    )
