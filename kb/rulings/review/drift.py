"""Drift: which encoded rules an edition touches, compared with the one before it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Literal

from kb.model import Edition
from kb.rulings.law import rule_registry
from kb.rulings.law.applicable_law import Law, Standing
from kb.storage.store import FILE_NAME, Store

Touch = Literal["moved", "changed", "reviewed", "gone", "new"]
"""`moved`: another number, a wording that was reviewed. `changed`: a wording that nobody has reviewed.
`reviewed`: another wording, reviewed. `gone`: no such rule any more. `new`: no such rule before."""


@dataclass(frozen=True, slots=True)
class Touched:
    """An encoded rule that an edition touches.

    Attributes:
        concept: the encoded rule.
        touch: how.
        old: as it stood before.
        new: as it stands in the edition.
    """

    concept: str
    touch: Touch
    old: Standing
    new: Standing


def drift(store: Store, edition: Edition) -> tuple[Touched, ...]:
    """The encoded rules that an edition touches; it isn't taken in.

    Args:
        store: what is known, with the edition before it.
        edition: the new one.
    """
    if store.whole_edition("en", edition.effective) is not None:
        return between(store, edition.effective - timedelta(days=1), edition.effective)
    with tempfile.TemporaryDirectory(prefix="rules-drift-") as folder:
        home = Path(folder) / "home"
        home.mkdir()
        store.copy(home / FILE_NAME)
        with Store.open(home) as trial:
            with trial.writing() as writer:
                writer.add(edition)
            return between(trial, edition.effective - timedelta(days=1), edition.effective)


def between(store: Store, older: date, newer: date) -> tuple[Touched, ...]:
    """The encoded rules that changed between two days."""
    before, after = Law(store, older), Law(store, newer)
    found = []
    for concept in rule_registry.concepts():
        old, new = before.standing(concept), after.standing(concept)
        touch = _touch(old, new)
        if touch is not None:
            found.append(Touched(concept, touch, old, new))
    return tuple(found)


def _touch(old: Standing, new: Standing) -> Touch | None:
    if new.status in ("stale", "unreviewed"):
        return "changed"
    there, still = old.status != "not-in-edition", new.status != "not-in-edition"
    if not there or not still:
        return None if there == still else "gone" if there else "new"
    if old.rule != new.rule:
        return "reviewed"
    return "moved" if old.number != new.number else None
