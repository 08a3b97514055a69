"""Drift: the encoded rules that changed from one edition to the next."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Literal

from kb.model import Edition
from kb.rulings.law import rule_registry
from kb.rulings.law.applicable_law import ConceptStatus, Law
from kb.storage.database_file import DATABASE_FILE_NAME
from kb.storage.store import Store

DriftKind = Literal["moved", "changed", "reviewed", "gone", "new"]
"""`moved`: the rule has another number than before, and still the same variant. `changed`: nobody has reviewed the new
wording. `reviewed`: the new wording has been reviewed, but it belongs to another variant than the old wording.
`gone`: the rule no longer exists. `new`: the rule is new.
"""


@dataclass(frozen=True, slots=True)
class DriftedRule:
    """An encoded rule that an edition changed.

    Attributes:
        concept: the concept of the encoded rule.
        kind: the kind of change.
        old: the state of the concept before the edition.
        new: the state of the concept in the edition.
    """

    concept: str
    kind: DriftKind
    old: ConceptStatus
    new: ConceptStatus


def edition_drift(store: Store, edition: Edition) -> tuple[DriftedRule, ...]:
    """Return the encoded rules that an edition changes. `store` needs the previous edition, and isn't changed here."""
    if store.whole_edition_summary("en", edition.effective) is not None:
        return drift_between(store, edition.effective - timedelta(days=1), edition.effective)
    with tempfile.TemporaryDirectory(prefix="rules-drift-") as folder:
        home = Path(folder) / "home"
        home.mkdir()
        store.copy_to(home / DATABASE_FILE_NAME)
        with Store.open(home) as trial:
            with trial.transaction() as writer:
                writer.add_edition(edition)
            return drift_between(trial, edition.effective - timedelta(days=1), edition.effective)


def drift_between(store: Store, older: date, newer: date) -> tuple[DriftedRule, ...]:
    """Return the encoded rules that changed between two days."""
    before, after = Law(store, older), Law(store, newer)
    found = []
    for concept in rule_registry.variants_by_concept():
        old, new = before.status_of(concept), after.status_of(concept)
        touch = _touch(old, new)
        if touch is not None:
            found.append(DriftedRule(concept, touch, old, new))
    return tuple(found)


def _touch(old: ConceptStatus, new: ConceptStatus) -> DriftKind | None:
    if new.status in ("stale", "unreviewed"):
        return "changed"
    there, still = old.status != "not-in-edition", new.status != "not-in-edition"
    if not there or not still:
        return None if there == still else "gone" if there else "new"
    if old.rule != new.rule:
        return "reviewed"
    return "moved" if old.number != new.number else None
