"""The French glossary entries that the units of a file make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from ingest.translations.returned_files import unit_key
from ingest.translations.unit_import import FileImport, UnitJudge
from kb.errors import BadValue, NotFound
from kb.history.headword_history import HeadwordHistories, PinnedHeadword
from kb.model import GlossaryEntry
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.translation.entry_pair import EntryPair, finished_entry
from kb.translation.exchange.returned import ReturnedUnit
from kb.translation.exchange.unit_keys import EntryKey, EntryPart
from kb.translation.exchange.units import units_of_entry


class EntryImport:
    """The import of all units of glossary entries that translate the same English edition."""

    def __init__(self, store: Store, day: date, file: FileImport) -> None:
        self._day, self._file = day, file
        self._judge = UnitJudge(file, day)
        self._histories = HeadwordHistories(store, "en")
        english = (entry for entry in View(store, "en", day).glossary() if entry.edition == day)
        self.english = {self._histories.of(entry.place, day).lineage: entry for entry in english}

    def entries(self, units: Iterable[ReturnedUnit], pairs: Mapping[str, EntryPair]) -> list[GlossaryEntry]:
        """Return the French entries that the units change, in the order of the English.

        `pairs` has the entries in both languages by the names of their lineages.
        """
        usable = self._judge.usable(self._owned(units))
        entries = (self._entry(name, usable[name], pairs) for name in self.english if name in usable)
        return [entry for entry in entries if entry is not None]

    def _owned(self, units: Iterable[ReturnedUnit]) -> Iterator[tuple[str, EntryPart, ReturnedUnit]]:
        """Yield each unit with the name of its entry and its part of the entry."""
        for unit in units:
            key = unit_key(unit)
            name = self._name(key) if isinstance(key, EntryKey) else None
            if isinstance(key, EntryKey) and name is not None:
                yield name, key.part, unit
            else:
                self._file.rejected["unknown-unit"].append(unit.key)

    def _name(self, key: EntryKey) -> str | None:
        """Return the name of the entry that has, or once had, the name in a key. None if the edition lacks it."""
        if key.lineage in self.english:
            return key.lineage
        try:
            name = self._histories.resolve(PinnedHeadword.parse(key.lineage)).lineage
        except (BadValue, NotFound):
            return None
        return name if name in self.english else None

    def _entry(
        self, name: str, returned: Mapping[EntryPart, ReturnedUnit], pairs: Mapping[str, EntryPair]
    ) -> GlossaryEntry | None:
        """Return the French entry that the units make. None if nothing changes, or if a part must be finished."""
        english: ViewItem[GlossaryEntry] = self.english[name]
        term = english.item.term
        pair = replace(pairs.get(name) or EntryPair(name, term, None, None, "missing"), term=term, en=english)
        present = {unit.key.part: unit for unit in units_of_entry(pair) if isinstance(unit.key, EntryKey)}
        is_up_to_date = pair.base is not None and pair.base.edition >= self._day and pair.fr is not None
        judged = self._judge.judge(present, returned, is_up_to_date=is_up_to_date)
        if not judged.is_changed:
            return None
        unfinished = [part for part in present if part in judged.stale or not judged.french[part]]
        if unfinished:
            self._judge.wait(present[part] for part in unfinished if part not in judged.refused)
            return None
        before = pair.fr.item if pair.fr and pair.fr.item.text_lang == "fr" else None
        french = judged.french
        return finished_entry(english.item, french["headword"], french.get("definition", ""), before)
