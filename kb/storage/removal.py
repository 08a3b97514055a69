"""Taking editions and excerpts out of the store, by their day or by their source.

What is left is as if the removed editions had never been added: spans, links, and the rules of earlier finished
translations. Texts that no edition has any more stay in the file, but no query finds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from kb.documents import Doc
from kb.errors import Ambiguous, NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.storage.editions import EditionRecord, list_editions
from kb.storage.source_formats import FINISHED_TRANSLATION_FORMATS
from kb.storage.store import Store

HTTP_VALIDATORS = "http:"
"""The beginning of each key in `meta` under which the answer of a server about a downloaded file is stored."""

_MIN_HASH_LENGTH = 6
_SHOWN_HASH_LENGTH = 12


@dataclass(frozen=True, slots=True)
class NamedEdition:
    """The edition or excerpt of a day, perhaps with its language and its document."""

    day: date
    lang: Lang | None = None
    doc: Doc | None = None

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.doc, self.lang, self.day) if part)

    def select(self, editions: Sequence[EditionRecord]) -> list[EditionRecord]:
        """Return the edition of the day, or nothing; raise `Ambiguous` if there are several."""
        found = [
            each
            for each in editions
            if each.effective == self.day and self.lang in (None, each.lang) and self.doc in (None, each.doc)
        ]
        if len(found) > 1:
            raise _ambiguous(str(self), found)
        return found


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A source by its name or title, by the last parts of its path, or by the beginning of its SHA-256.

    `location` is the name as an absolute path, starting from the present folder. If a source has this path, only this
    source is meant.
    """

    name: str
    location: str = ""

    def __str__(self) -> str:
        return self.name

    def select(self, editions: Sequence[EditionRecord]) -> list[EditionRecord]:
        """Return the editions of the source, or nothing; raise `Ambiguous` if there are several such sources."""
        ending = "/" + self.name.removeprefix("./")
        found = (
            [each for each in editions if self.location and each.location == self.location]
            or [each for each in editions if self.name in (each.source, each.source_label)]
            or [each for each in editions if f"/{each.source}".endswith(ending)]
            or [each for each in editions if self._begins_hash(each.sha256)]
        )
        if len({each.sha256 for each in found}) > 1:
            raise _ambiguous(self.name, found)
        return found

    def _begins_hash(self, sha256: str) -> bool:
        return len(self.name) >= _MIN_HASH_LENGTH and sha256.startswith(self.name.lower())


def _ambiguous(name: str, found: Iterable[EditionRecord]) -> Ambiguous:
    candidates = [
        f"{each.series} {each.effective} {each.source_label} ({each.sha256[:_SHOWN_HASH_LENGTH]})" for each in found
    ]
    return Ambiguous(name, candidates, _("give the language, the source, or the beginning of the SHA-256"))


def select_editions(
    store: Store,
    names: Iterable[NamedEdition | NamedSource],
    lang: Lang | None = None,
    docs: Sequence[Doc] | None = None,
) -> tuple[EditionRecord, ...]:
    """Return the named editions, each once, sorted by document, language and day.

    With `lang`, ignore other languages; with `docs`, other documents.

    Raises:
        NotFound: one of `names` names nothing.
        Ambiguous: one of `names` fits several editions of a day, or several sources.
    """
    editions = [
        each for each in list_editions(store) if lang in (None, each.lang) and (docs is None or each.doc in docs)
    ]
    chosen: list[EditionRecord] = []
    for name in names:
        found = name.select(editions)
        if not found:
            message = _("'{name}' is no edition and no source here; `rules editions` lists both", name=name)
            raise NotFound(str(name), message)
        chosen += found
    return tuple(each for each in editions if each in chosen)


def remove_editions(store: Store, editions: Iterable[EditionRecord]) -> None:
    """Remove editions in one transaction.

    All stored answers of servers are dropped. Otherwise a server could answer that its file is unchanged, and a
    synchronization wouldn't download the removed edition again.
    """
    with store.transaction() as writer:
        for each in editions:
            writer.remove_document(each.sha256, each.lang, each.effective)
        store.drop_meta(HTTP_VALIDATORS)


def translations_of_removed(store: Store, removed: Iterable[EditionRecord]) -> tuple[EditionRecord, ...]:
    """Return the stored finished translations that were made from a removed English edition."""
    days = {each.effective for each in removed if (each.doc, each.lang) == ("cr", "en")}
    translations = (each for each in list_editions(store) if each.format in FINISHED_TRANSLATION_FORMATS)
    return tuple(each for each in translations if each.effective in days)
