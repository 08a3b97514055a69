"""`rules export`: a file with the rules for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.books import book_view, parse_document, require_book
from cli.choices import file_format
from cli.messages import note
from cli.options.declarations import DocumentOption, Force
from cli.options.global_options import JSON_SCHEMA, GlobalOptions
from cli.output_streams import json_text, visible
from cli.rendering.json_output import document, fields
from cli.user_files.atomic_write import output_file, write_whole
from kb.documents import Doc
from kb.errors import BadValue, NotFound
from kb.i18n import _
from kb.storage.book_absence import describe_missing_book

if TYPE_CHECKING:
    from kb.storage.view import View

_FORMATS = ("json", "jsonl", "text", "markdown", "sqlite", "opensearch")
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
        Option(
            "--format",
            metavar="FORMAT",
            help="json, jsonl, text, markdown, sqlite or opensearch; else by FILE's ending.",
        ),
    ] = None,
    force: Force = False,
    doc: DocumentOption = None,
) -> int:
    """Write the rules of one day in one language to a file; --format sqlite writes the whole knowledge base.

    --doc writes one of the judges' other books instead of the rules.

    --format opensearch writes all editions of the book as lines of a bulk request for OpenSearch or Elasticsearch,
    and beside FILE the mapping of the index.

    Example: rules export - --format text --as-of 2016-01-01
    """
    wanted = file_format(form, file, _BY_ENDING, _FORMATS)
    target = output_file(file, force=force)
    if target is None and wanted == "sqlite":
        raise BadValue("file", str(file), _("an SQLite database goes to a file, such as rules.sqlite"))
    book = parse_document(doc) if doc is not None else "cr"
    if wanted == "sqlite" and doc is not None:
        raise BadValue("companion of --doc", wanted, _("an SQLite database has all books; leave --doc out"))
    if wanted == "opensearch":
        return _write_index(common, file, target, book, force=force)
    with common.open_store() as store:
        if wanted == "sqlite" and target is not None:
            write_whole(target, store.copy_to)
        else:
            view = book_view(common, store, common.language, book)
            if book != "cr" and view.base is None:
                raise NotFound(book, describe_missing_book(store, book, view.as_of))
            if target is None:
                for line in _lines(view, wanted, sys.stdout.encoding):
                    print(line)
            else:
                lines = _lines(view, wanted, "utf-8")
                write_whole(target, lambda draft: _write_lines(lines, draft))
            if wanted in ("text", "markdown"):
                _note_excerpts(view)
    if target is not None:
        note(_("wrote {file}", file=target))
    return 0


def _write_index(common: GlobalOptions, file: Path, target: Path | None, book: Doc, *, force: bool) -> int:
    """Write the lines of a bulk request, and the mapping to a file beside them."""
    from kb.search.opensearch_export import bulk_lines, mapping

    beside = output_file(file.with_name(f"{file.stem}.mapping.json"), force=force) if target is not None else None
    if target is None or beside is None:
        raise BadValue("file", str(file), _("the index is two files; name the first, such as rules.ndjson"))
    with common.open_store() as store:
        require_book(store, book)
        lines = (json_text(line, encoding="utf-8") for line in bulk_lines(store.book(book)))
        write_whole(target, lambda draft: _write_lines(lines, draft))
    write_whole(
        beside, lambda draft: draft.write_text(json_text(mapping(book), indent=1, encoding="utf-8") + "\n", "utf-8")
    )
    note(_("wrote {file}", file=target))
    note(_("wrote {file}", file=beside))
    return 0


def _note_excerpts(view: View) -> None:
    """Name the excerpts in force on stderr, because the formats text and markdown can't mark the texts of excerpts."""
    if names := view.excerpts_in_force():
        sources = ", ".join(names)
        note(_("the export has texts from excerpts: {sources}; the formats json and jsonl mark them", sources=sources))


def _lines(view: View, form: str, encoding: str) -> Iterator[str]:
    """Yield the lines of a text file. In JSON, characters that the encoding may lack are written as escapes."""
    from kb.storage import export

    if form == "text":
        return map(visible, export.export_text(view))
    if form == "markdown":
        return map(visible, export.export_markdown(view))
    if form == "jsonl":
        return (json_text(record, encoding=encoding) for record in export.export_records(view))
    whole = {
        "schema": JSON_SCHEMA,
        **document(view.doc),
        **fields(view, "lang as_of"),
        "edition": view.base.isoformat() if view.base else None,
        "records": list(export.export_records(view)),
    }
    return iter([json_text(whole, indent=1, encoding=encoding)])


def _write_lines(lines: Iterator[str], draft: Path) -> None:
    with draft.open("w", encoding="utf-8") as stream:
        stream.writelines(f"{line}\n" for line in lines)
