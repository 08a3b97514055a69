"""Standard output and standard error: what they get is visible text, in whatever encoding they have.

Texts of documents, names of files and messages of servers come from strangers. They may hold characters that steer a
terminal or reorder a line. `visible_streams` replaces both streams for the run of the program. So all output is
escaped, even if the code that prints it doesn't think of such characters.
"""

from __future__ import annotations

import codecs
import errno
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO, cast

from kb.rule_text import INVISIBLE_CONTROLS

_LINE_CONTROLS = {ord("\n"): r"\n", ord("\t"): r"\t"}

_LOOK_ALIKES = {
    "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"',
    "„": '"', "«": "<<", "»": ">>", "‹": "<", "›": ">", "‐": "-", "‑": "-", "–": "-", "—": "--", "−": "-",
    "…": "...", "•": "*", "●": "*", "·": "*", "×": "x", "→": "->", "←": "<-", "↑": "^", "↓": "v", "®": "(R)",
    "™": "(TM)", "©": "(C)", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE",
}  # fmt: skip
_CONTAINERS = (dict, list, tuple)
_ENCODING_ERRORS = "rules.look-alikes"


class OutputClosed(Exception):
    """The reader of standard output has closed it, as `rules show 7 | head` does. This is no error of the program.

    Typer and Rich catch a BrokenPipeError, and end the program with an error. So this class isn't an OSError.
    """


def visible(text: str) -> str:
    r"""Return a text with its invisible controls as escapes, such as `\x1b` and `\u202e`. Newlines and tabs stay."""
    return INVISIBLE_CONTROLS.sub(_escape, text)


def visible_line(text: str) -> str:
    r"""Return a text as one visible line: newlines and tabs become `\n` and `\t`."""
    return visible(text).translate(_LINE_CONTROLS)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def json_text(content: object, *, indent: int | None = None, encoding: str = "utf-8") -> str:
    r"""Return a value as JSON. Invisible controls, and characters that `encoding` may lack, are `\uXXXX`."""
    to_ascii = not _is_unicode(encoding)
    if indent is None:
        text = json.dumps(content, ensure_ascii=to_ascii)
    else:
        text = _indented(content, indent, "\n", to_ascii=to_ascii)
    return INVISIBLE_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _indented(content: Any, indent: int, line_end: str, *, to_ascii: bool) -> str:
    """Return a value as JSON with line ends and indentation, exactly as `json.dumps` writes it.

    With an indentation, `json.dumps` doesn't use its encoder in C and takes many times as long. The encoder in C writes
    a list or a dict without others in it, with the line end and the indentation as a part of the separator.
    """
    inner = line_end + " " * indent
    if not content or not isinstance(content, _CONTAINERS):
        return json.dumps(content, ensure_ascii=to_ascii)
    values: Iterable[Any] = content.values() if isinstance(content, dict) else content
    if not any(isinstance(each, _CONTAINERS) for each in values):
        flat = json.dumps(content, ensure_ascii=to_ascii, separators=("," + inner, ": "))
        return flat[0] + inner + flat[1:-1] + line_end + flat[-1]
    items = [_indented(each, indent, inner, to_ascii=to_ascii) for each in values]
    if not isinstance(content, dict):
        return "[" + inner + ("," + inner).join(items) + line_end + "]"
    # The encoder writes the name of a field, whatever its type: `{"name": 0}`.
    names = (json.dumps({name: 0}, ensure_ascii=to_ascii)[1:-2] for name in content)
    fields = map(str.__add__, names, items)
    return "{" + inner + ("," + inner).join(fields) + line_end + "}"


def print_json(content: object, *, indent: int | None = 2) -> None:
    """Print a value as JSON."""
    print(json_text(content, indent=indent, encoding=sys.stdout.encoding))


def print_markup(page: str) -> None:
    """Print HTML or XML. Write characters that the encoding of stdout may lack as references, such as `&#233;`."""
    if not _is_unicode(sys.stdout.encoding):
        page = page.encode("ascii", "xmlcharrefreplace").decode("ascii")
    print(page, end="" if page.endswith("\n") else "\n")


def print_bytes(content: bytes) -> None:
    """Write the bytes of a file to stdout."""
    sys.stdout.flush()
    with _closing_is_known():
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


def _is_unicode(encoding: str) -> bool:
    return encoding.lower().replace("_", "-").startswith("utf")


class VisibleStream:
    """A text stream that writes to another stream, and escapes invisible controls. It has all methods of that stream.

    Attributes:
        trusted: a stream without escaping, for libraries that write their own escape sequences. The caller must escape
            the invisible controls of a text before such a library gets the text.
    """

    def __init__(self, stream: TextIO, *, escapes: bool = True) -> None:
        self._stream, self._escapes = stream, escapes
        self.trusted = VisibleStream(stream, escapes=False) if escapes else self

    def write(self, text: str) -> int:
        """Write a text.

        Raises:
            OutputClosed: the reader has closed the stream.
        """
        with _closing_is_known():
            self._stream.write(visible(text) if self._escapes else text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Write what is buffered; raise `OutputClosed` as `write` does."""
        with _closing_is_known():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def trusted_stream(stream: TextIO) -> TextIO:
    """Return the stream for a library that writes its own escape sequences around texts that are visible already."""
    return cast(TextIO, stream.trusted) if isinstance(stream, VisibleStream) else stream


@contextmanager
def _closing_is_known() -> Iterator[None]:
    """Raise `OutputClosed` for a closed pipe. Windows reports a closed pipe as a wrong argument."""
    try:
        yield
    except OSError as problem:
        if isinstance(problem, BrokenPipeError) or (sys.platform == "win32" and problem.errno == errno.EINVAL):
            raise OutputClosed from problem
        raise


@contextmanager
def visible_streams() -> Iterator[None]:
    """Replace stdout and stderr by visible streams for the time of the block.

    A stream that is closed from the start (`rules show 7 >&-`) is replaced by the null device.
    """
    codecs.register_error(_ENCODING_ERRORS, _look_alikes)
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, VisibleStream(_tolerant(each))) for each in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _tolerant(stream: TextIO | None) -> TextIO:
    """Return a stream that replaces characters that its encoding lacks: by look-alikes, or as PYTHONIOENCODING says."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")  # stays open until the program ends
    if getattr(stream, "errors", "") in ("strict", "surrogateescape", "backslashreplace"):
        with suppress(AttributeError):
            stream.reconfigure(errors=_ENCODING_ERRORS)  # type: ignore[attr-defined]
    return stream


def _look_alikes(problem: UnicodeError) -> tuple[str, int]:
    """Return ASCII for the characters that an encoding lacks: a look-alike, the letter without accent, or an escape."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lacking = problem.object[problem.start : problem.end]
    return "".join(map(_look_alike, lacking)), problem.end


def _look_alike(character: str) -> str:
    from unicodedata import normalize

    known = _LOOK_ALIKES.get(character) or normalize("NFD", character)[0]
    return known if known.isascii() else character.encode("ascii", "backslashreplace").decode("ascii")


def discard_output(stream: TextIO) -> None:
    """Redirect a stream that can't be written to the null device, because Python flushes it again at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
