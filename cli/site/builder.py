"""Writes the site into a folder: what is missing or has changed, and nothing else.

The file `.rules-site.json` in the folder lists the files of the site with the tokens of what they depend on. A file is
made again if its token has changed or it is missing. A file that the site no longer has is deleted. Other files in the
folder are left alone. Each file is written whole or not at all, and the list last; so a build that was interrupted goes
on where it ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from itertools import chain
from pathlib import Path

from cli.site import addresses
from cli.site.book_pages import BookPages
from cli.site.comparison_pages import ComparisonPage
from cli.site.deprecated_pages import DeprecatedPage
from cli.site.edition_pages import EditionNotes
from cli.site.feeds import Feeds, sitemap
from cli.site.front_pages import FrontPages
from cli.site.lineage_pages import LineagePages
from cli.site.number_pages import NumberPages
from cli.site.offline_files import offline_files
from cli.site.page_templates import set_site_books, set_site_languages
from cli.site.penalty_page import PenaltyPage
from cli.site.rule_pages import TodaysRulePages
from cli.site.search_files import search_group
from cli.site.section_pages import EditionPages
from cli.site.site_file import FileGroup, Memory, SiteFile, token
from cli.site.site_library import SiteLibrary
from cli.site.translation_pages import TranslationBoard
from kb.documents import DOCUMENTS
from kb.errors import BadValue, StoreError, failure_reason
from kb.i18n import _
from kb.program.code_state import code_state
from kb.storage.store import Store

STATE_FILE = ".rules-site.json"
_FORMAT = 1
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


@dataclass(slots=True)
class _State:
    """What a build leaves for the next one.

    Attributes:
        tokens: for each group of files, its token.
        files: for each group of files, the tokens of its files by path.
        memory: what makers of files remember.
    """

    tokens: dict[str, str] = field(default_factory=dict)
    files: dict[str, dict[str, str]] = field(default_factory=dict)
    memory: Memory = field(default_factory=dict)

    @property
    def all_files(self) -> dict[str, str]:
        """The tokens of all files by path."""
        return {path: each for files in self.files.values() for path, each in files.items()}


def site_groups(library: SiteLibrary, base: str, memory: Memory) -> Iterator[FileGroup]:
    """Yield the files of the site in groups."""
    set_site_languages(library.languages)
    set_site_books({doc: DOCUMENTS[doc].title for doc in library.books})
    yield FileGroup("front", "", FrontPages(library, base).files)
    yield search_group(library)
    yield from EditionNotes(library, base, memory).groups()
    for lang in library.languages:
        yield FileGroup(f"rules {lang}", "", TodaysRulePages(library, lang, base).files)
        yield FileGroup(f"deprecated {lang}", "", DeprecatedPage(library, lang, base).files)
        yield FileGroup(f"feeds {lang}", "", Feeds(library, lang, base, memory).files)
        yield FileGroup(f"numbers {lang}", "", NumberPages(library, lang, base).files)
        yield FileGroup(f"lineages {lang}", "", LineagePages(library, lang, base).files)
        yield from ComparisonPage(library, lang, base).groups()
        yield from EditionPages(library, lang, base, memory).groups()
    yield FileGroup("translation", "", TranslationBoard(library, base).files)
    for doc in library.books:
        yield from BookPages(library, doc, base).groups()
        yield from ComparisonPage(library, "en", base, doc).groups()
    if "ipg" in library.books:
        yield FileGroup("penalties", token(base, library.book_state("ipg")), PenaltyPage(library, base).files)


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
    before, now = _read_state(folder), _State()
    known = before.all_files
    library = SiteLibrary(store, today)
    # Every page depends on the program and, for the links in its head, on the languages of the site.
    program = token(code_state("cli"), library.languages, library.books)
    now.memory = before.memory
    written = done = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The lists of the files to keep offline, and of all pages, come last: they name the other files.
        last = (
            FileGroup("offline", "", lambda: offline_files(library, base, now.all_files)),
            FileGroup("sitemap", "", lambda: iter((_sitemap_of(now.all_files, base),))),
        )
        for group in chain(site_groups(library, base, now.memory), last):
            now.tokens[group.name] = token(program, group.depends)
            if group.depends and before.tokens.get(group.name) == now.tokens[group.name]:
                files = before.files[group.name]
                if all((folder / path).exists() for path in files):
                    now.files[group.name] = files
                    done += len(files)
                    continue
            tokens = now.files[group.name] = {}
            for file in group.files():
                tokens[file.path] = token(program, file.depends)
                target = folder / file.path
                if known.get(file.path) != tokens[file.path] or not target.exists():
                    _write(target, file.content())
                    written += 1
                done += 1
                if done % _EVERY == 0:
                    progress(done)
        deleted = _delete(folder, known.keys() - now.all_files.keys())
        now.memory = {name: each for name, each in now.memory.items() if name in now.files}
        _write(folder / STATE_FILE, json.dumps({"format": _FORMAT, **asdict(now)}))
    except OSError as problem:
        named = Path(problem.filename or folder)
        message = _("cannot write {file}: {why}", file=named, why=failure_reason(problem))
        raise StoreError(named, message) from problem
    return BuiltSite(written, done - written, deleted)


def _sitemap_of(files: Iterable[str], base: str) -> SiteFile:
    return sitemap(base, [path for path in files if path.endswith(".html") and path != addresses.NOT_FOUND])


def check_folder(folder: Path) -> None:
    """Check that a site may be built in a folder.

    Raises:
        BadValue: it isn't a folder, or it has files but no earlier build.
    """
    _read_state(folder)


def _read_state(folder: Path) -> _State:
    """Return what an earlier build left in a folder. If that can't be read, every file is written again.

    Raises:
        BadValue: it isn't a folder, or it has files but no earlier build.
    """
    state = folder / STATE_FILE
    if state.exists():
        with suppress(ValueError, KeyError, TypeError, OSError):
            read = json.loads(state.read_text("utf-8"))
            if read["format"] == _FORMAT:
                return _State(read["tokens"], read["files"], read["memory"])
        return _State()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadValue("folder", str(folder), _("name an empty folder, a new one, or one that `rules site` has made"))
    return _State()


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
