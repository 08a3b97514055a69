"""The settings of `rules lint`: `rules-lint.toml`, or the table `[tool.rules-lint]` of a `pyproject.toml`.

The file is looked for in the working folder and in the folders above it. A `pyproject.toml` without the table doesn't
count. Options of the command line override the settings.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.choices import parse_choice
from cli.linting.findings import FINDING_CODES, LEVELS, Level
from cli.user_files.text_parts import open_regular, read_limited
from kb.errors import RulesError, failure_reason
from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from cli.user_files.gitignore import IgnorePatterns

_OWN_FILE, _PROJECT_FILE, _TABLE = "rules-lint.toml", "pyproject.toml", "rules-lint"
SETTINGS_FILES = (_OWN_FILE, _PROJECT_FILE)
"""The names of files with settings. Of two in one folder, the first counts."""
_KEYS = ("include", "exclude", "written-under", "language", "baseline", "lock", "verdicts")
# In bytes. Even the largest settings of a project are some tens of kilobytes.
_MAX_FILE = 1024 * 1024


class BadSettings(RulesError):
    """The file of settings can't be read, or has a wrong key or value. `file` is its path."""

    def __init__(self, file: Path, message: str) -> None:
        super().__init__(_("{file}: {problem}", file=file, problem=message))
        self.file = file


@dataclass(frozen=True)
class LintSettings:
    """The settings of a run. Patterns are relative to `folder`.

    Attributes:
        folder: the folder of the file of settings, or None if there is no file.
        include: patterns, as in a `.gitignore`, of the files to check. Without patterns, all files are checked.
        exclude: patterns of the files that aren't checked.
        written_under: the day whose rules the texts cite.
        language: the language of the rules.
        baseline: the file with known findings.
        lock: the file with the cited rules' wordings.
        levels: the levels of verdicts and codes that have one.
    """

    folder: Path | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    written_under: date | None = None
    language: Lang | None = None
    baseline: Path | None = None
    lock: Path | None = None
    levels: Mapping[str, Level] = field(default_factory=dict)

    def leaves_out(self, path: str, *, is_folder: bool) -> bool:
        """True if the settings exclude a file or folder, or don't include a file."""
        if self.folder is None or not (self.include or self.exclude):
            return False
        # A link in the folders above would lead out of the settings' folder. The file itself may be a link.
        above, name = os.path.split(os.path.abspath(path))  # noqa: PTH100
        relative = os.path.relpath(Path(os.path.realpath(above), name), self.folder)
        if relative == os.curdir or relative.startswith(os.pardir):
            return False
        parts = os.fsencode(relative.replace(os.sep, "/")).split(b"/")
        whole = [(b"/".join(parts[: end + 1]), is_folder or end < len(parts) - 1) for end in range(len(parts))]
        if self._excluded is not None and _match(self._excluded, whole):
            return True
        return not is_folder and self._included is not None and not _match(self._included, whole)

    @cached_property
    def _included(self) -> IgnorePatterns | None:
        return _patterns(self.include)

    @cached_property
    def _excluded(self) -> IgnorePatterns | None:
        return _patterns(self.exclude)


def _patterns(patterns: Sequence[str]) -> IgnorePatterns | None:
    if not patterns:
        return None
    from cli.user_files.gitignore import IgnorePatterns

    return IgnorePatterns("\n".join(patterns).encode())


def _match(patterns: IgnorePatterns, path_and_parents: Sequence[tuple[bytes, bool]]) -> bool:
    """True if a path or a folder above it matches. As in git, a file in an excluded folder stays excluded."""
    return any(patterns.excludes(path, is_folder=is_folder) for path, is_folder in path_and_parents)


def find_settings(start: Path) -> LintSettings:
    """Return the settings for a folder: those of the nearest file in it or above it.

    Raises:
        BadSettings: the file can't be read, or has a wrong key or value.
    """
    folder = start.resolve()
    for each in (folder, *folder.parents):
        for name in SETTINGS_FILES:
            file = each / name
            if os.path.lexists(file) and (table := _read_table(file)) is not None:
                return _parse(file, table)
    return LintSettings()


def _read_table(file: Path) -> Mapping[str, Any] | None:
    """Return the table of settings in a file, or None if a `pyproject.toml` has none."""
    try:
        with open_regular(file) as stream:
            content = read_limited(stream, _MAX_FILE)
    except OSError as problem:
        if file.name == _PROJECT_FILE:
            return None  # it may be no concern of this program
        raise BadSettings(file, failure_reason(problem)) from problem
    if file.name == _PROJECT_FILE and _TABLE.encode() not in content:
        return None
    import tomllib

    try:
        whole = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise BadSettings(file, _("it isn't TOML: {why}", why=" ".join(str(problem).split()))) from problem
    if file.name == _OWN_FILE:
        return whole
    tools = whole.get("tool")
    table = tools.get(_TABLE) if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise BadSettings(file, _("tool.{table} must be a table", table=_TABLE))
    return table


def _parse(file: Path, table: Mapping[str, Any]) -> LintSettings:
    for key in table:
        if key not in _KEYS:
            raise BadSettings(file, _unknown(key, _KEYS))
    day = table.get("written-under")
    if isinstance(day, datetime) or not isinstance(day, str | date | None):
        raise BadSettings(file, _("{key} must be a day, such as 2026-01-16", key="written-under"))
    language = _text(file, table, "language")
    baseline, lock = _text(file, table, "baseline"), _text(file, table, "lock")
    try:
        return LintSettings(
            file.parent,
            _texts(file, table, "include"),
            _texts(file, table, "exclude"),
            parse_date(day) if isinstance(day, str) else day,
            None if language is None else parse_choice("language", language, LANGUAGES, _("give en or fr")),
            None if baseline is None else file.parent / baseline,
            None if lock is None else file.parent / lock,
            _levels(file, table.get("verdicts", {})),
        )
    except BadSettings:
        raise
    except RulesError as problem:
        raise BadSettings(file, str(problem)) from problem


def _unknown(key: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    nearest = get_close_matches(key[:40], known, 1, 0.5)
    if nearest:
        return _("'{key}' is no setting; '{nearest}' is the nearest one", key=key, nearest=nearest[0])
    return _("'{key}' is no setting; the settings are {known}", key=key, known=", ".join(known))


def _text(file: Path, table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is not None and (not isinstance(value, str) or not value or "\0" in value):
        raise BadSettings(file, _("{key} must be a text in quotation marks", key=key))
    return value


def _texts(file: Path, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadSettings(file, _('{key} must be a list of patterns, such as ["docs/", "*.md"]', key=key))
    return tuple(value)


def _levels(file: Path, table: object) -> dict[str, Level]:
    if not isinstance(table, dict):
        raise BadSettings(file, _("verdicts must be a table of verdicts and levels"))
    levels: dict[str, Level] = {}
    for name, level in table.items():
        if name not in FINDING_CODES:
            raise BadSettings(file, _unknown(f"verdicts.{name}", [f"verdicts.{each}" for each in FINDING_CODES]))
        levels[name] = parse_choice("level", str(level), LEVELS)
    return levels
