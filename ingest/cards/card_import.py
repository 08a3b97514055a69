"""Imports a file of cards into the card library."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.cards.card_file import file_digest, not_cards, read_entries
from ingest.cards.card_formats import REVERSIBLE, BadCard, read_card, skipped_layout, without_controls
from kb.cards.library.database import open_library, write_library
from kb.cards.library.library_card import PrintedCard
from kb.cards.library.reader_version import package_digest, reader_version
from kb.cards.library.text_reader import read_cards
from kb.errors import NotFound, StoreError
from kb.i18n import _

_MOST_REJECTED = 1000


@dataclass(frozen=True, slots=True)
class RejectedCard:
    """An entry of a file that isn't in the library. `message` says why."""

    name: str
    message: str


@dataclass(frozen=True, slots=True)
class CardImport:
    """The result of an import.

    Attributes:
        imported: the number of cards.
        faces: the number of faces.
        rejected: the entries that are no cards, with the reason.
        skipped: the number of objects that aren't cards, by layout: tokens, emblems, art cards; and of reversible cards
            that have another entry.
        cleaned: the names of cards with control characters in a text. The library has the texts without them.
        unchanged: True if the library had the cards of this very file already.
    """

    imported: int
    faces: int
    rejected: tuple[RejectedCard, ...]
    skipped: dict[str, int]
    cleaned: tuple[str, ...]
    unchanged: bool = False


@dataclass(slots=True)
class _Entries:
    """The entries that aren't in the library, and the names of cards whose text was cleaned."""

    rejected: list[RejectedCard] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    cleaned: list[str] = field(default_factory=list)


def import_cards(file: Path, home: Path, step: Callable[[int], None]) -> CardImport:
    """Replace the card library of a folder by the cards of a file.

    A file whose cards the library has already isn't read again. `step` is called with the bytes read.

    Raises:
        BadValue: the file isn't a file of cards, or it is cut or damaged. The library is as it was before.
        StoreError: the library can't be written.
    """
    digest = f"{file_digest(file)} {package_digest('ingest.cards')}"
    if (known := _known_import(home, digest)) is not None:
        return known
    entries = _Entries()
    with write_library(home) as draft:
        for card, lines in read_cards(_cards(file, entries, step)):
            draft.add(card, lines)
        if not draft.cards:
            first = entries.rejected[0].message if entries.rejected else _("it has no cards")
            raise not_cards(file, first)
        rejected = [(each.name, each.message) for each in entries.rejected]
        draft.finish(
            {
                "digest": digest,
                "source": file.name,
                "reader": reader_version(),
                "rejected": json.dumps(rejected),
                "skipped": json.dumps(entries.skipped),
                "cleaned": json.dumps(entries.cleaned),
            }
        )
    return CardImport(draft.cards, draft.faces, tuple(entries.rejected), dict(entries.skipped), tuple(entries.cleaned))


def _known_import(home: Path, digest: str) -> CardImport | None:
    """Return the last import if it read a file with this digest with the present grammar, or None."""
    try:
        with open_library(home) as library:
            if library.meta("digest") != digest or library.meta("reader") != reader_version():
                return None
            rejected = tuple(RejectedCard(*row) for row in json.loads(library.meta("rejected") or "[]"))
            skipped = json.loads(library.meta("skipped") or "{}")
            cleaned = tuple(json.loads(library.meta("cleaned") or "[]"))
            return CardImport(*library.counts(), rejected, skipped, cleaned, unchanged=True)
    except (NotFound, StoreError, ValueError):
        return None


def _cards(file: Path, entries: _Entries, step: Callable[[int], None]) -> Iterator[PrintedCard]:
    """Yield the cards of a file; collect the other entries."""
    seen: dict[str, int] = {}
    reversible: set[str] = set()
    for number, (key, entry) in enumerate(read_entries(file, step), start=1):
        if (layout := skipped_layout(entry)) is not None:
            entries.skipped[layout] += 1
            continue
        try:
            card = without_controls(printed := read_card(key, entry))
            if card.name in seen and (card.layout == REVERSIBLE or card.name in reversible):
                entries.skipped[REVERSIBLE] += 1
                continue
            _check_new(card, number, seen)
        except BadCard as problem:
            if len(entries.rejected) >= _MOST_REJECTED:
                raise not_cards(
                    file, _("more than {count} of its entries are no cards", count=_MOST_REJECTED)
                ) from problem
            entries.rejected.append(RejectedCard(problem.name or _("entry {number}", number=number), str(problem)))
            continue
        seen[card.name] = number
        if card.layout == REVERSIBLE:
            reversible.add(card.name)
        if card != printed:
            entries.cleaned.append(card.name)
        yield card


def _check_new(card: PrintedCard, number: int, seen: Mapping[str, int]) -> None:
    """Raise BadCard if an entry before this one has the same name."""
    if card.name in seen:
        raise BadCard(
            card.name, _("entry {number} has the name of entry {first}", number=number, first=seen[card.name])
        )
