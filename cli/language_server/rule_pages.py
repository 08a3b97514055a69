"""The rules of an edition as one file, to which an editor can jump.

The file is in the user's folder for caches, and read-only: an editor shows that changes make no sense. It is written
when it is asked for, and again after the knowledge base has changed.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from cli.user_files.atomic_write import write_whole
from kb.program.cache_folder import cache_folder, name_part
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View


class RulePages:
    """The files of the editions, and the lines of the rules in them."""

    def __init__(self, store: Store) -> None:
        self.folder = cache_folder() / "editions"
        self._store = store
        self._lines: dict[Path, dict[RuleNumber, int]] = {}

    def find(self, view: View, number: RuleNumber) -> tuple[Path, int] | None:
        """Return the file of a view's edition, and the line of a rule in it, from 0. None if there is no such rule.

        Raises:
            OSError: the folder can't be made.
            StoreError: the file can't be written.
        """
        day = view.last_edition_day or "none"
        file = self.folder / name_part(self._store.generation) / f"rules-{view.lang}-{day}.md"
        if file not in self._lines or not file.exists():
            self._lines[file] = _write(file, view)
        line = self._lines[file].get(number)
        return None if line is None else (file, line)


def _write(file: Path, view: View) -> dict[RuleNumber, int]:
    lines: list[str] = []
    places: dict[RuleNumber, int] = {}
    for item in view.rules():
        rule = item.item
        places[rule.cr_number] = len(lines)
        mark = {"chapter": "# ", "section": "## "}.get(rule.number.kind, "")
        lines += [f"{mark}{rule.number} {line}" if not at else line for at, line in enumerate(rule.text.split("\n"))]
        for example in rule.examples:
            lines += ["", *f"> {example.text}".split("\n")]
        lines.append("")
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if file.exists():
        file.chmod(0o600)
    write_whole(file, lambda draft: draft.write_text("\n".join(lines), encoding="utf-8", newline="\n"))
    with suppress(OSError):
        file.chmod(0o400)
    return places
