"""The baseline: a file with the findings that a project knows already.

A finding is identified by the path of its file, the cited number, the verdict and the words around the citation. The
line isn't part of it, so a finding stays known if lines are added above it. If a file has the same finding twice, the
baseline has it twice.

The file is a text with one finding a line: four columns with tabs between them, sorted. Paths are relative to the
folder of the baseline.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cli.linting.findings import LintedCitation
from cli.user_files.atomic_write import write_whole
from cli.user_files.source_files import printable_path
from cli.user_files.text_parts import STDIN, open_regular, read_limited
from kb.errors import BadValue, StoreError, failure_reason
from kb.i18n import _

_HEADER = "# Known findings of `rules lint`. `rules lint --write-baseline` writes this file.\n"
# In bytes.
_MAX_FILE = 64 * 1024 * 1024


class _Key(NamedTuple):
    path: str
    number: str
    verdict: str
    context: str


class Baseline:
    """The findings of a baseline, and those of this run that it covers."""

    def __init__(self, file: Path, known: Iterable[_Key] = ()) -> None:
        self.file = file
        self._folder = os.path.realpath(file.parent)
        self._known = tuple(known)
        self._left = Counter(self._known)

    @classmethod
    def read(cls, file: Path) -> Baseline:
        """Read a baseline.

        Raises:
            BadValue: a line isn't a finding.
            StoreError: the file can't be read.
        """
        try:
            with open_regular(file) as stream:
                text = read_limited(stream, _MAX_FILE).decode("utf-8")
        except UnicodeDecodeError as problem:
            raise BadValue("baseline", str(file), _("it isn't UTF-8")) from problem
        except OSError as problem:
            raise StoreError(file, _("cannot read {file}: {why}", file=file, why=failure_reason(problem))) from problem
        keys = []
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            columns = line.rstrip("\r").split("\t")
            if len(columns) != len(_Key._fields):
                expected = _("line {line} has no four columns; write it again with --write-baseline", line=number)
                raise BadValue("baseline", str(file), expected)
            keys.append(_Key(*columns))
        return cls(file, keys)

    def renewed(self) -> Baseline:
        """Return the same baseline before it has covered any finding."""
        return Baseline(self.file, self._known)

    def covers(self, found: LintedCitation) -> bool:
        """True if the baseline has a finding. Each of its lines covers one finding."""
        key = self._key(found)
        if self._left[key] <= 0:
            return False
        self._left[key] -= 1
        return True

    def unmatched(self, paths: Iterable[str]) -> int:
        """Return how many findings of the baseline are in these files, but weren't found in this run."""
        checked = {self._relative(path) for path in paths}
        return sum(count for key, count in self._left.items() if key.path in checked)

    def write(self, findings: Iterable[LintedCitation]) -> int:
        """Write a baseline with these findings in the place of the file. Return their number."""
        keys = sorted(map(self._key, findings))
        text = _HEADER + "".join("\t".join(key) + "\n" for key in keys)
        write_whole(self.file, lambda draft: draft.write_text(text, encoding="utf-8", newline="\n"))
        return len(keys)

    def _key(self, found: LintedCitation) -> _Key:
        return _Key(self._relative(found.path), found.number, found.checked.verdict, found.context)

    def _relative(self, path: str) -> str:
        if path == STDIN:
            return path
        relative = os.path.relpath(os.path.realpath(path), self._folder).replace(os.sep, "/")
        relative = printable_path(relative.replace("\t", " ").replace("\n", " "))
        return f"./{relative}" if relative.startswith("#") else relative
