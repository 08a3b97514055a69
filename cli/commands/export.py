"""`rules export`: a file with the rules for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.choices import file_format, is_stdout
from cli.messages import note
from cli.options.declarations import Force
from cli.options.global_options import JSON_SCHEMA, GlobalOptions
from cli.rendering.json_output import fields
from cli.user_files.atomic_write import write_atomically
from kb.errors import BadValue
from kb.i18n import _

if TYPE_CHECKING:
    from kb.storage.view import View

_FORMATS = ("json", "jsonl", "text", "markdown", "sqlite")
_BY_ENDING = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".txt": "text",
    ".md": "markdown",
    ".sqlite": "sqlite",
    ".db": "sqlite",
}


def command(
    common: GlobalOptions,
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write; - is stdout.")],
    form: Annotated[
        str | None,
        Option("--format", metavar="FORMAT", help="json, jsonl, text, markdown or sqlite; else by FILE's ending."),
    ] = None,
    force: Force = False,
) -> int:
    """Write the rules of one day in one language to a file; --format sqlite writes the whole knowledge base.

    Example: rules export - --format text --as-of 2016-01-01
    """
    wanted = file_format(form, file, _BY_ENDING, _FORMATS)
    to_stdout = is_stdout(file, force=force)
    if to_stdout and wanted == "sqlite":
        raise BadValue("file", "-", _("an SQLite database goes to a file, such as rules.sqlite"))
    with common.open_store() as store:
        if wanted == "sqlite":
            write_atomically(file, store.copy_to)
        else:
            view = common.view(store, common.language)
            lines = _lines(view, wanted)
            if to_stdout:
                for line in lines:
                    print(line)
            else:
                write_atomically(file, lambda draft: _write_lines(lines, draft))
            if wanted in ("text", "markdown"):
                _note_excerpts(view)
    if not to_stdout:
        note(_("wrote {file}", file=file))
    return 0


def _note_excerpts(view: View) -> None:
    """Name the excerpts in force, because the formats without fields can't mark their texts."""
    if names := view.excerpts_in_force():
        sources = ", ".join(names)
        note(_("the export has texts from excerpts: {sources}; the formats json and jsonl mark them", sources=sources))


def _lines(view: View, form: str) -> Iterator[str]:
    from kb.storage import export

    if form == "text":
        return export.export_text(view)
    if form == "markdown":
        return export.export_markdown(view)
    if form == "jsonl":
        return export.export_json_lines(view)
    whole = {
        "schema": JSON_SCHEMA,
        **fields(view, "lang as_of"),
        "edition": view.base.isoformat() if view.base else None,
        "records": list(export.export_records(view)),
    }
    return iter([json.dumps(whole, ensure_ascii=False, indent=1)])


def _write_lines(lines: Iterator[str], draft: Path) -> None:
    with draft.open("w", encoding="utf-8") as stream:
        stream.writelines(f"{line}\n" for line in lines)
