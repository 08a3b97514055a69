"""Writes the site into a folder: what is missing or has changed, and nothing else.

The file `.rules-site.json` in the folder lists the files of the site with the tokens of what they depend on. A file is
made again if its token has changed or it is missing. A file that the site no longer has is deleted. Other files in the
folder are left alone. Each file is written whole or not at all, and the list last; so a build that was interrupted goes
on where it ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import chain
from pathlib import Path

from cli.site.edition_pages import EditionNotes
from cli.site.front_pages import FrontPages
from cli.site.lineage_pages import LineagePages
from cli.site.offline_files import offline_files
from cli.site.rule_pages import TodaysRulePages
from cli.site.search_files import search_files
from cli.site.section_pages import EditionPages
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.errors import BadValue, StoreError, failure_reason
from kb.i18n import _
from kb.program.code_state import code_state
from kb.storage.store import Store

STATE_FILE = ".rules-site.json"
_EVERY = 200


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """What a build did.

    Attributes:
        written: how many files were written.
        kept: how many files were already there as they should be.
        deleted: how many files were deleted.
    """

    written: int
    kept: int
    deleted: int


def site_files(store: Store, today: date, base: str) -> Iterator[SiteFile]:
    """Yield every file of the site."""
    library = SiteLibrary(store, today)
    yield from FrontPages(library, base).files()
    yield from search_files(library, base)
    for lang in library.languages:
        yield from TodaysRulePages(library, lang, base).files()
    yield from EditionNotes(library, base).files()
    for lang in library.languages:
        editions = EditionPages(library, lang, base)
        yield from editions.files(library.days(lang))
        yield from LineagePages(library, lang, base, editions.last_printed).files()


def build_site(
    store: Store, folder: Path, today: date, *, base: str = "/", progress: Callable[[int], None] = lambda _done: None
) -> BuiltSite:
    """Write the site into a folder.

    Args:
        store: the open knowledge base.
        folder: the folder, which may be missing, or empty, or have an earlier build.
        today: the day on which "today's rules" are in force.
        base: the address or path at which the site will stand; it ends with a slash.
        progress: called now and then with the number of files done.

    Raises:
        BadValue: the folder has files, but no earlier build.
        StoreError: a file can't be written.
    """
    before = _read_state(folder)
    program = token(code_state("cli"))
    tokens: dict[str, str] = {}
    written = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = site_files(store, today, base)
        # The lists for the service worker are made last, from the tokens of all other files.
        for file in chain(files, offline_files(store, today, base, tokens)):
            tokens[file.path] = token(program, file.depends)
            target = folder / file.path
            if before.get(file.path) != tokens[file.path] or not target.exists():
                _write(target, file.content())
                written += 1
            if len(tokens) % _EVERY == 0:
                progress(len(tokens))
        deleted = _delete(folder, before.keys() - tokens.keys())
        _write(folder / STATE_FILE, json.dumps({"format": 1, "files": tokens}, indent=0))
    except OSError as problem:
        named = Path(problem.filename or folder)
        message = _("cannot write {file}: {why}", file=named, why=failure_reason(problem))
        raise StoreError(named, message) from problem
    return BuiltSite(written, len(tokens) - written, deleted)


def _read_state(folder: Path) -> dict[str, str]:
    """Return the tokens of an earlier build's files by path.

    Raises:
        BadValue: it isn't a folder, or it has files but no earlier build.
    """
    state = folder / STATE_FILE
    if state.exists():
        with suppress(ValueError, KeyError, TypeError, OSError):
            return {str(path): str(each) for path, each in json.loads(state.read_text("utf-8"))["files"].items()}
        return {}
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadValue("folder", str(folder), _("name an empty folder, a new one, or one that `rules site` has made"))
    return {}


def _write(target: Path, content: str | bytes) -> None:
    """Write a file in one step."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    draft = target.with_name(f".{target.name}.new")
    try:
        draft.write_bytes(data)
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(data)
    draft.replace(target)


def _delete(folder: Path, paths: set[str]) -> int:
    """Delete files of an earlier build, and the folders that they leave empty. Return how many there were."""
    for path in paths:
        target = folder / path
        if not target.resolve().is_relative_to(folder.resolve()):
            continue
        target.unlink(missing_ok=True)
        for above in target.relative_to(folder).parents:
            with suppress(OSError):
                if above != Path():
                    (folder / above).rmdir()
    return len(paths)
