"""`rules forget`: takes editions and sources out of the knowledge base."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.books import parse_document, parse_documents
from cli.choices import parse_choice
from cli.messages import note
from cli.options.declarations import DocumentOption
from cli.options.global_options import GlobalOptions
from cli.output_streams import visible_line
from cli.rendering import json_output
from cli.rendering.code_labels import edition_kind
from kb.documents import DOCUMENTS
from kb.i18n import _
from kb.languages import LANGUAGES
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from kb.storage.editions import EditionRecord
    from kb.storage.removal import NamedEdition, NamedSource


def command(
    common: GlobalOptions,
    names: Annotated[
        list[str],
        Argument(metavar="EDITION|SOURCE...", help="A day (en 2026-01-16), or the name, title or SHA-256 of a source."),
    ],
    dry_run: Annotated[bool, Option("--dry-run", help="List what would be taken out, but take nothing out.")] = False,
    doc: DocumentOption = None,
) -> int:
    """Take editions, excerpts and finished translations out of the knowledge base.

    A day names the edition or the excerpt of that day. A source is named as `rules editions` shows it, by the
    end of its path, or by the beginning of its SHA-256. A name that fits several editions is refused.

    Afterwards everything else is as if these editions had never been ingested. --lang limits the choice to one
    language, --doc to one book; mtr 2024-08-26 names an edition of the Magic Tournament Rules.

    Example: rules forget en 2025-06-06 --dry-run
    """
    from kb.storage.removal import remove_editions, select_editions, translations_of_removed

    named = list(_parse_names(names))
    lang, books = common.language if common.lang else None, parse_documents(doc)
    with common.open_store() as store:
        if dry_run:
            chosen = select_editions(store, named, lang, books)
        else:
            with store.writer_lock():
                chosen = select_editions(store, named, lang, books)
                remove_editions(store, chosen)
        left = translations_of_removed(store, chosen)
    if common.as_json:
        forgotten = list(map(json_output.forgotten_edition, chosen))
        common.print_json({"forgotten": forgotten, "dry_run": dry_run})
    else:
        _print(chosen, dry_run=dry_run)
    for each in left if not dry_run else ():
        note(
            _(
                "{source} stays in the knowledge base; it was translated from the English rules of {day}",
                source=each.source_label,
                day=each.effective,
            )
        )
    return 0


def _parse_names(words: Iterable[str]) -> Iterator[NamedEdition | NamedSource]:
    """Yield the editions and sources that the arguments name. Document, language and day in a row name one edition.

    Raises:
        BadValue: a day isn't in the calendar.
    """
    from kb.storage.removal import NamedEdition, NamedSource

    left = deque(part for word in words for part in _split_edition(word))
    while left:
        word = left.popleft()
        doc = parse_document(word) if word.lower() in DOCUMENTS and left and _begins_edition(left) else None
        if doc is not None:
            word = left.popleft()
        if word in LANGUAGES and left and _is_day(left[0]):
            yield NamedEdition(parse_date(left.popleft()), parse_choice("language", word, LANGUAGES), doc)
        elif doc is not None:
            yield NamedEdition(parse_date(word), None, doc)
        elif _is_day(word):
            yield NamedEdition(parse_date(word))
        else:
            yield NamedSource(word, os.path.abspath(word))  # noqa: PTH100, as in `Document.location`


def _begins_edition(words: Sequence[str]) -> bool:
    return _is_day(words[0]) or (words[0] in LANGUAGES and len(words) > 1 and _is_day(words[1]))


def _split_edition(word: str) -> tuple[str, ...]:
    """Return the words of a quoted edition such as "en 2026-01-16" or "mtr 2024-08-26"; other words unchanged."""
    *names, day = word.split(" ")
    is_edition = bool(names) and _is_day(day) and all(each in LANGUAGES or each.lower() in DOCUMENTS for each in names)
    return (*names, day) if is_edition else (word,)


def _is_day(word: str) -> bool:
    return re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", word) is not None


def _print(chosen: Iterable[EditionRecord], *, dry_run: bool) -> None:
    for each in chosen:
        values = {
            "edition": f"{each.series} {each.effective}",
            "kind": edition_kind(each),
            "source": visible_line(each.source_label),
        }
        if dry_run:
            print(_("would forget {edition}  {kind}  {source}", **values))
        else:
            print(_("forgot {edition}  {kind}  {source}", **values))
