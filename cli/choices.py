"""Checks of option values: choices from a list, formats, output files. A wrong value raises `BadValue`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from kb.errors import BadValue
from kb.i18n import _

Choice = TypeVar("Choice", bound=str)


def parse_choice(kind: str, value: str, allowed: Sequence[Choice], expected: str | None = None) -> Choice:
    """Return the allowed value that equals `value`. If there is none, raise an error with `kind` and `expected`."""
    for each in allowed:
        if each == value:
            return each
    raise BadValue(kind, value, expected or _("give one of {names}", names=", ".join(allowed)))


def page_format(form: str | None, output: Path | None, *, as_json: bool) -> str:
    """Return the format of an answer: text, json or html.

    `--json` wins over `--format`, and `--format` over the ending of the output file.
    """
    if as_json:
        return "json"
    by_ending = "html" if output is not None and output.suffix in (".html", ".htm") else "text"
    return parse_choice("format", form or by_ending, ("text", "json", "html"))


def file_format(form: str | None, file: Path, by_ending: Mapping[str, str], formats: Sequence[str]) -> str:
    """Return the format of an output file: `form`, or if it is None, the format that the file's ending names."""
    wanted = form or by_ending.get(file.suffix.lower())
    if wanted is None or wanted not in formats:
        raise BadValue("format", form or file.name, _("give --format with one of {names}", names=", ".join(formats)))
    return wanted


def require_page(form: str, output: Path | None) -> None:
    """Raise an error if an output file is given, but the format isn't html: only HTML pages go to files."""
    if output is not None and form != "html":
        raise BadValue("file", str(output), _("text goes to stdout; a page is a .html file, or give --format html"))
