"""Read large hostile files of 1, 10 and 60 MB, and print the time and the memory that each reader takes.

Usage: python -m bench.hostile_files [--megabytes 1,10,60] [--reader NAME]... [--kind NAME]...

Each file is read by the command line in a process of its own, with a knowledge base of the starter data. The limit is
one second and 20 MB of memory for each megabyte beyond what the smallest file of that reader takes, and 600 MB in all.
A row ends with what is exceeded. A rejection is a good answer. The growth is the time of a file divided by the time of
the file before it, and by the ratio of their sizes: a linear reader has at most about 1.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_TIME_LIMIT_SECONDS = 180
_ADDRESS_SPACE = 4 << 30
_MAX_SECONDS, _MAX_MB, _MAX_TOTAL_MB = 1.0, 20.0, 600.0

_MEGABYTE = 1_000_000
_START = b"306.5. Loyalty is a characteristic only planeswalkers have.\n"

KINDS: Mapping[str, bytes] = {
    "blank lines": b"\n",
    "spaces": b" ",
    "references": b"306.5, ",
    "bare numbers": b"306.5d ",
    "cited rules": b"rules 306.5a-f and 704.5j; ",
    "numbered lines": b"306.5. Loyalty.\n",
    "quotes": b'"',
    "curly quotes": "“".encode(),
    "brackets": b"(",
    "braces": b"{",
    "digits": b"1",
    "NUL": b"\0",
    "letters": b"a",
    "words": b"loyalty counter ",
    "tags never closed": b"<p>",
    "bold never closed": b"<b>",
    "divisions": b"<div>",
    "comments": b"<!--",
    "entities": b"&amp;",
    "declarations": b"<![a b]>",
    "tiny paragraphs": b"<p>a</p>\n",
    "table cells": b"<td>a",
    "bullets": b"* a\n",
    "table rows": b"|a|b|\n",
    "hash signs": b"#",
}


@dataclass(frozen=True, slots=True)
class Reader:
    """A command that reads a file: the file's name, the command, and the bytes before and after the hostile part."""

    file: str
    command: Sequence[str]
    start: bytes = b""
    end: bytes = b""
    make: Callable[[bytes], bytes] | None = None


def _docx(paragraph: bytes) -> bytes:
    """Return a Word document whose paragraphs hold the text, one line each."""
    import docx

    packed, made = io.BytesIO(), io.BytesIO()
    docx.Document().save(packed)
    body = b"".join(
        b"<w:p><w:r><w:t>" + line.translate(None, b"<>&\0") + b"</w:t></w:r></w:p>" for line in paragraph.split(b"\n")
    )
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b"<w:body>", b"<w:body>" + body) if "document.xml" in name else content)
    return made.getvalue()


_GUIDE = b"<html><h1>Magic Infraction Procedure Guide</h1>" + b"".join(
    b"<h4>1.%d Kinds of Umpires</h4><p>Text.</p>" % section for section in range(1, 7)
)
_PRINTED = b"".join(
    b'<p style="position:absolute;top:%dpx;left:81px;white-space:nowrap" class="ft10">%s</p>' % (20 * line, text)
    for line, text in enumerate(
        (b"Magic Tournament Rules", *(b"1.%d Kinds of Umpires" % section for section in range(1, 7))), 3
    )
)
_INGEST = ("ingest", "FILE", "--effective", "2020-01-01")
READERS: Mapping[str, Reader] = {
    "text": Reader("a.txt", _INGEST, _START),
    "html": Reader("a.html", _INGEST, b"<html><body><p>" + _START),
    "policy": Reader("a.html", _INGEST, _GUIDE),
    "positioned": Reader("a.html", _INGEST, _PRINTED),
    "wiki": Reader("wiki", _INGEST, b"== 306 ==\n" + _START),
    "markdown": Reader("a.md", _INGEST, b"# Rules\n\n" + _START),
    "docx": Reader("a.docx", _INGEST, _START, make=_docx),
    "po": Reader("a.po", ("translation", "import", "FILE"), b'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "', b'"\n'),
    "xliff": Reader(
        "a.xlf",
        ("translation", "import", "FILE"),
        b"<xliff version='1.2'><file original='a' source-language='en' target-language='fr'><body>"
        b"<trans-unit id='1'><source>",
        b"</source></trans-unit></body></file></xliff>",
    ),
    "situation": Reader("a.yaml", ("check", "FILE"), b"format: cr-situation/1\nobjects:\n  A: "),
    "lint": Reader("a.java", ("lint", "FILE"), b"// CR 306.5\n"),
    "lint --fix": Reader("b.java", ("lint", "--fix", "FILE"), b"// CR 306.5\n"),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds and megabytes (resident) of a command, and its exit status, or None if it was ended after the limit."""

    seconds: float
    megabytes: float
    status: int | None


def run(arguments: Sequence[str]) -> Measured:
    """Run the program with limits, and measure it."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))

    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=limit,  # noqa: PLW1509 - this program has one thread
    )
    deadline = start + _TIME_LIMIT_SECONDS
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        if time.perf_counter() > deadline:
            process.kill()
            _, status, usage = os.wait4(process.pid, 0)
            break
        time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    return Measured(seconds, usage.ru_maxrss / 1024, process.returncode if seconds < _TIME_LIMIT_SECONDS else None)


def write_file(reader: Reader, piece: bytes, megabytes: int, folder: Path) -> Path:
    """Write a hostile file of a size, and return its path."""
    hostile = piece * (megabytes * _MEGABYTE // len(piece))
    content = reader.start + hostile + reader.end
    file = folder / reader.file
    file.write_bytes(reader.make(content) if reader.make else content)
    return file


def main() -> None:
    """Measure each reader with each kind of file, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", default="1,10,60")
    parser.add_argument("--reader", action="append", choices=list(READERS))
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.megabytes.split(",")]
    exceeded = 0
    print(f"{'reader':11}{'kind':19}{'MB':>4}{'s':>8}{'RSS':>7}{'s/MB':>7}{'MB/MB':>7}{'growth':>8}{'exit':>6}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        home = ["--home", str(folder / "home")]
        run(["search", "loyalty", *home])
        for name in arguments.reader or READERS:
            reader = READERS[name]
            (folder / reader.file).write_bytes(reader.start + reader.end)
            alone = run([str(folder / reader.file) if part == "FILE" else part for part in reader.command] + home)
            for kind in arguments.kind or KINDS:
                before: tuple[float, int] | None = None
                for size in sizes:
                    file = write_file(reader, KINDS[kind], size, folder)
                    found = run([str(file) if part == "FILE" else part for part in reader.command] + home)
                    seconds = max(0.0, found.seconds - alone.seconds)
                    rate, space = seconds / size, (found.megabytes - alone.megabytes) / size
                    growth = (
                        f"{seconds / before[0] / (size / before[1]):8.2f}" if before and before[0] > 0.05 else " " * 8
                    )
                    faults = _faults(found, rate, space)
                    exceeded += bool(faults)
                    status = "none" if found.status is None else found.status
                    print(
                        f"{name:11}{kind:19}{size:4}{found.seconds:8.2f}{found.megabytes:7.0f}{rate:7.2f}{space:7.1f}"
                        f"{growth}{status:>6}  {faults}".rstrip(),
                        flush=True,
                    )
                    before = (seconds, size)
                    if found.status is None:
                        break
    print(f"{exceeded} rows exceed a limit")
    sys.exit(1 if exceeded else 0)


def _faults(found: Measured, rate: float, space: float) -> str:
    faults = []
    if found.status is None:
        faults.append(f"not done after {_TIME_LIMIT_SECONDS} s")
    elif found.status not in range(6):
        faults.append("crash")
    if rate > _MAX_SECONDS:
        faults.append("slow")
    if space > _MAX_MB:
        faults.append("memory")
    if found.megabytes > _MAX_TOTAL_MB:
        faults.append("over 600 MB")
    return ", ".join(faults)


if __name__ == "__main__":
    main()
