"""The database of the card library: one SQLite file beside the knowledge base.

An import writes a draft in the same folder, and the complete draft replaces the database. So readers see the cards of
one import, never a part of them.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kb.errors import NotFound, StoreError, failure_reason
from kb.i18n import _
from kb.languages import Lang
from kb.storage.database_file import CARDS_FILE_NAME, delete_left_drafts
from kb.text.folding import bare_words, name_lookup_key

if TYPE_CHECKING:
    from kb.cards.library.library_card import LibraryCard, ParsedFace, PrintedCard

_LOCK_FILE_NAME = "cards.lock"
_SCHEMA = "3"
_WAIT_SECONDS = 10.0


class KindCount(NamedTuple):
    """How many lines of a kind the library has, and how many of them were understood in full."""

    lines: int
    understood: int


class NamedCard(NamedTuple):
    """A name that a card of the library has, and the number of the card in this library."""

    name: str
    card: int


class BilingualFace(NamedTuple):
    """A face in both languages.

    `oldest_ruling` is the date of the card's oldest ruling in ISO form, or empty: files of cards have no day of
    publication. French parts that aren't known are empty.
    """

    card: int
    name: str
    type_line: str
    text: str
    french_name: str
    french_type_line: str
    french_text: str
    oldest_ruling: str


class CardLibrary:
    """An open card library. Use it as a context manager by `open_library`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def meta(self, key: str) -> str | None:
        """Return a value, or None. Keys: `digest`, `source`, `reader`, `rejected`, `skipped`, `cleaned`, `schema`."""
        row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def counts(self) -> tuple[int, int]:
        """Return the number of cards and the number of faces."""
        query = "SELECT (SELECT count(*) FROM card), (SELECT count(*) FROM face)"
        cards, faces = self._connection.execute(query).fetchone()
        return cards, faces

    def kinds(self) -> dict[str, KindCount]:
        """Return how many lines of each kind there are, the most frequent kind first."""
        rows = self._connection.execute("SELECT name, lines, understood FROM kind ORDER BY lines DESC, name")
        return {name: KindCount(lines, understood) for name, lines, understood in rows}

    def named(self, name: str) -> list[NamedCard]:
        """Return the cards with a name, in English or French. Case, accents and kinds of apostrophes don't matter.

        If no card has the name, other punctuation doesn't matter either. The name of a whole card wins over the name of
        a face, and an English name over a French one.
        """
        query = "SELECT lang, whole, printed, card FROM name WHERE {} = ? ORDER BY lang, whole DESC"
        rows = self._connection.execute(query.format("key"), (name_lookup_key(name),)).fetchall()
        rows = rows or self._connection.execute(query.format("words"), (_bare_name(name),)).fetchall()
        best = [row for row in rows if row[:2] == rows[0][:2]]
        return [NamedCard(printed, card) for _lang, _whole, printed, card in best]

    def named_by_words(self, names: Collection[str], langs: Sequence[Lang]) -> dict[str, list[NamedCard]]:
        """Return the cards with each of some names in some languages. A name is its `bare_words`, joined by spaces.

        The name of a whole card wins over the name of a face, and a name in an earlier language over a later one.
        """
        rows = self._connection.execute(
            "SELECT words, lang, whole, printed, card FROM name WHERE words IN (SELECT value FROM json_each(?))",
            (json.dumps([*names]),),
        )
        ranked = sorted((langs.index(row[1]), -row[2], *row) for row in rows if row[1] in langs)
        found: dict[str, list[NamedCard]] = {}
        best: dict[str, tuple[int, int]] = {}
        for lang, whole, words, _lang, _whole, printed, card in ranked:
            if best.setdefault(words, (lang, whole)) == (lang, whole):
                found.setdefault(words, []).append(NamedCard(printed, card))
        return found

    def names(self) -> Iterator[tuple[str, NamedCard]]:
        """Yield the key of each name, and the name with its card."""
        for key, printed, card in self._connection.execute("SELECT key, printed, card FROM name ORDER BY key, lang"):
            yield key, NamedCard(printed, card)

    def bilingual_faces(self) -> Iterator[BilingualFace]:
        """Yield the faces that have a French text or type line, in the order of the file of cards."""
        query = (
            "SELECT card, name, type_line, text, french_name, french_type_line, french_text, "
            "coalesce((SELECT min(date) FROM ruling WHERE ruling.card = face.card), '') "
            "FROM face WHERE french_text <> '' OR french_type_line <> '' ORDER BY card, position"
        )
        for row in self._connection.execute(query):
            yield BilingualFace(*row)

    def names_from(self, beginning: str, most: int) -> list[str]:
        """Return up to `most` names that begin with a text, English ones first."""
        low = name_lookup_key(beginning)
        rows = self._connection.execute(
            "SELECT printed FROM name WHERE key >= ? AND key < ? ORDER BY lang, key LIMIT ?",
            (low, low + "\U0010ffff", most),
        )
        return list(dict.fromkeys(printed for (printed,) in rows))

    def card(self, number: int) -> LibraryCard:
        """Return a card by its number in this library."""
        # Imported here, because a search of names reads no cards, and the modules take milliseconds.
        from kb.cards.faces import CardFace
        from kb.cards.library.library_card import (
            CardRuling,
            FrenchFace,
            LibraryCard,
            PrintedCard,
            lines_from_json,
        )

        found = self._connection.execute("SELECT name, layout FROM card WHERE id = ?", (number,)).fetchone()
        if found is None:
            raise NotFound(str(number), _("the card library has no card number {number}", number=number))
        rows = self._connection.execute(
            "SELECT name, type_line, text, mana_cost, power, toughness, loyalty, defense, color_indicator, "
            "french_name, french_type_line, french_text, lines FROM face WHERE card = ? ORDER BY position",
            (number,),
        ).fetchall()
        rulings = self._connection.execute("SELECT date, text FROM ruling WHERE card = ? ORDER BY position", (number,))
        faces = tuple(CardFace(*row[:9]) for row in rows)
        french = tuple(None if row[9] is None else FrenchFace(*row[9:12]) for row in rows)
        name, layout = found
        card = PrintedCard(name, layout, faces, french, tuple(CardRuling(*row) for row in rulings))
        return LibraryCard(card, tuple(lines_from_json(json.loads(zlib.decompress(row[12]))) for row in rows))


@contextmanager
def open_library(home: Path) -> Iterator[CardLibrary]:
    """Open the card library in the folder of a knowledge base, for reading.

    Raises:
        NotFound: there is no card library.
        StoreError: it is damaged, or another version of the program made it.
    """
    path = home / CARDS_FILE_NAME
    if not path.is_file():
        message = _("there are no cards yet; read a file of cards with `rules cards import FILE`")
        raise NotFound(str(path), message)
    connection = None
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        library = CardLibrary(connection)
        if library.meta("schema") != _SCHEMA:
            message = _(
                "{path} was made by another version of this program; import the cards again: `rules cards import FILE`",
                path=path,
            )
            raise StoreError(path, message)
        yield library
    except (sqlite3.DatabaseError, UnicodeDecodeError, zlib.error) as problem:
        raise _damaged(path, problem) from problem
    finally:
        if connection is not None:
            connection.close()


def _damaged(path: Path, problem: Exception) -> StoreError:
    message = _(
        "{path} is damaged ({damage}); import the cards again: `rules cards import FILE`",
        path=path,
        damage=failure_reason(problem),
    )
    return StoreError(path, message)


class CardLibraryDraft:
    """The draft of a new card library, which `write_library` makes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._kinds: Counter[str] = Counter()
        self._understood: Counter[str] = Counter()
        self.cards = self.faces = 0

    def add(self, card: PrintedCard, parsed: Sequence[ParsedFace]) -> None:
        """Add a card with the parsed lines of its faces."""
        number = self.cards = self.cards + 1
        self._connection.execute("INSERT INTO card VALUES (?, ?, ?)", (number, card.name, card.layout))
        for position, (face, french, read) in enumerate(zip(card.faces, card.french, parsed, strict=True)):
            printed = (face.name, face.type_line, face.text, face.mana_cost)
            corner = (face.power, face.toughness, face.loyalty, face.defense, face.color_indicator)
            translated = (french.name, french.type_line, french.text) if french else (None, None, None)
            row = (number, position, *printed, *corner, *translated, zlib.compress(read.lines.encode(), 1))
            self._connection.execute("INSERT INTO face VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            self.faces += 1
            for kind, understood in read.kinds:
                self._kinds[kind] += 1
                self._understood[kind] += understood
        self._connection.executemany(
            "INSERT INTO ruling VALUES (?, ?, ?, ?)",
            [(number, position, each.date, each.text) for position, each in enumerate(card.rulings)],
        )
        self._connection.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?, ?, ?, ?)", list(_names(number, card)))

    def finish(self, meta: Mapping[str, str]) -> None:
        """Write the counts and the facts about the import."""
        kinds = [(kind, lines, self._understood[kind]) for kind, lines in self._kinds.items()]
        self._connection.executemany("INSERT INTO kind VALUES (?, ?, ?)", kinds)
        self._connection.executemany("INSERT INTO meta VALUES (?, ?)", [*meta.items(), ("schema", _SCHEMA)])


def _names(number: int, card: PrintedCard) -> Iterator[tuple[str, str, int, int, str, str]]:
    """Yield the rows of the table `name` for a card."""
    french = [each.name for each in card.french if each and each.name]
    named = [("en", 1, card.name), *(("en", 0, face.name) for face in card.faces)]
    if french and len(french) == len(card.faces):
        named.append(("fr", 1, " // ".join(french)))
    named += [("fr", 0, name) for name in french]
    for lang, whole, name in named:
        yield name_lookup_key(name), lang, whole, number, name, _bare_name(name)


def _bare_name(name: str) -> str:
    return " ".join(word for word, _start, _end in bare_words(name))


@contextmanager
def write_library(home: Path) -> Iterator[CardLibraryDraft]:
    """Yield a draft. At the end, the draft replaces the card library; after an error, nothing is changed.

    Raises:
        StoreError: the folder can't be written, or another process imports cards.
    """
    from filelock import FileLock, Timeout

    path = home / CARDS_FILE_NAME
    draft = path.with_name(f"{CARDS_FILE_NAME}.new")
    try:
        home.mkdir(parents=True, exist_ok=True)
        with FileLock(home / _LOCK_FILE_NAME, timeout=_WAIT_SECONDS):
            delete_left_drafts(path)
            try:
                yield from _fill(draft)
                draft.replace(path)
            finally:
                delete_left_drafts(path)
    except Timeout as problem:
        raise StoreError(path, _("another process imports cards; run this again when it is done")) from problem
    except (OSError, sqlite3.Error) as problem:
        raise StoreError(path, _("cannot write {file}: {why}", file=path, why=failure_reason(problem))) from problem


def _fill(draft: Path) -> Iterator[CardLibraryDraft]:
    """Create the draft's file, let the caller fill it, and commit it."""
    # Imported here, because a search of names in the library needs no schema.
    from importlib import resources

    connection = sqlite3.connect(draft)
    try:
        # Nobody reads a draft, and it is deleted after an error. So it needs no journal.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.executescript(resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8"))
        yield CardLibraryDraft(connection)
        connection.commit()
    finally:
        connection.close()
