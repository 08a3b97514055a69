"""Feed random damaged input to everything that reads foreign data, and report what must never happen.

Usage: python -m bench.fuzz [--minutes N] [--reader NAME]... [--seed N] [--findings DIR]
       python -m bench.fuzz --replay FILE

A finding is: an error that isn't one of the program's own, a command that takes over 5 s of processor time, over 600 MB
more memory, an answer with control characters, JSON that can't be parsed, or an exit status that isn't documented. Each
finding is saved with its input, which is made smaller if this is quick. `--replay` runs a saved input again.

The inputs run in a forked process, so that a hang or a crash ends only this process. It needs a POSIX system. There are
libraries for guided fuzzing, but they need their own builds of Python or a compiler; random changes of real documents
need neither.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.fuzz_inputs import load_seeds, mutate
from cli.app import main as run_rules
from ingest.publisher.download_page import find_rules_links

_MAX_SECONDS = 5.0
# An input that waits for something uses no processor time.
_MAX_WAIT_SECONDS = 120.0
_MAX_RESIDENT_KIB = 600 * 1024
_ADDRESS_SPACE = 3 << 30
_BATCH = 150
_BATCH_SECONDS = 20.0
_SHRINK_SECONDS = 20.0
_STATUSES = range(6)
# Control characters, line separators, bidirectional controls and lone surrogates.
_UNSAFE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class BadAnswer(Exception):
    """The program answered, but not as it promises."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads foreign data: the kind of its seeds, and a function that reads an input in a folder."""

    seeds: str
    run: Callable[[bytes, Path], None]


def limit_time() -> None:
    """Start the time of a command anew. If it takes too long, the system ends the process."""
    signal.setitimer(signal.ITIMER_VIRTUAL, _MAX_SECONDS)


def rules(arguments: Sequence[str], folder: Path) -> None:
    """Run the program, and raise BadAnswer if its answer isn't as promised."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), out, err
    limit_time()
    try:
        status = run_rules([*arguments, "--home", str(folder / "home")])
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    answer, messages = (bytes(stream.buffer.getvalue()).decode() for stream in (out, err))  # type: ignore[attr-defined]
    if status not in _STATUSES:
        raise BadAnswer(f"exit status {status}")
    if "--json" in arguments and answer:
        try:
            json.loads(answer)
        except ValueError as problem:
            raise BadAnswer(f"invalid JSON: {problem}") from problem
    for name, text in (("stdout", answer), ("stderr", messages)):
        if _UNSAFE.search(text):
            raise BadAnswer(f"unsafe character on {name}")


def _file_reader(seeds: str, name: str, *commands: Sequence[str]) -> Reader:
    """Return a reader that writes the input to a file, and runs commands on it. "FILE" stands for its path."""

    def run(data: bytes, folder: Path) -> None:
        file = folder / name
        file.write_bytes(data)
        for command in commands:
            rules([str(file) if each == "FILE" else each for each in command], folder)

    return Reader(seeds, run)


def _line_reader(*command: str) -> Reader:
    """Return a reader that gives the input as an argument, where the command says "TEXT"."""

    def run(data: bytes, folder: Path) -> None:
        # The system allows neither NUL nor very long arguments.
        text = data.decode("utf-8", "surrogateescape").replace("\0", "")[:100_000]
        if not text.startswith("-"):
            rules([text if each == "TEXT" else each for each in command], folder)

    return Reader("line", run)


def _lint_ignored(data: bytes, folder: Path) -> None:
    tree = folder / "tree"
    (tree / ("a" * 60)).mkdir(parents=True, exist_ok=True)
    (tree / ".git").mkdir(exist_ok=True)
    (tree / ".gitignore").write_bytes(data)
    (tree / ("a" * 60) / ("a" * 90 + ".txt")).write_text("CR 306.5\n")
    rules(["lint", str(tree), "--json"], folder)


def _read_page(data: bytes, _folder: Path) -> None:
    find_rules_links(data.decode("utf-8", "replace"), "https://example.org/rules")


def _document(seeds: str, name: str) -> Reader:
    """Return a reader that audits a document. One in ten is ingested too, because that takes longer."""
    day = ("--effective", "2020-01-01")
    audit = _file_reader(seeds, name, ("audit", "--source", "FILE", *day, "--json"))
    whole = _file_reader(seeds, name, ("ingest", "FILE", *day), ("translation", "lint", "FILE", *day))

    def run(data: bytes, folder: Path) -> None:
        audit.run(data, folder)
        if zlib.crc32(data) % 10 == 0:
            whole.run(data, folder)

    return Reader(seeds, run)


READERS: Mapping[str, Reader] = {
    "text": _document("text", "rules.txt"),
    "html": _document("html", "rules.html"),
    "policy": _document("policy", "2030-05-01.html"),
    "wiki": _document("text", "wiki"),
    "markdown": _document("markdown", "rules.md"),
    "docx": _file_reader("docx", "rules.docx", ("audit", "--source", "FILE", "--json")),
    "pdf": _file_reader("pdf", "rules.pdf", ("audit", "--source", "FILE", "--json")),
    "xliff": _file_reader("xliff", "rules.xlf", ("translation", "import", "FILE", "--unmarked")),
    "po": _file_reader("po", "rules.po", ("translation", "import", "FILE", "--unmarked", "--json")),
    "tbx": _file_reader("tbx", "terms.tbx", ("translation", "lint", "--section", "306", "--tbx", "FILE")),
    "situation": _file_reader(
        "situation", "situation.yaml",
        ("check", "FILE", "--json"), ("sba", "FILE"), ("ask", "can-attack", "A", "-f", "FILE"),
    ),
    "cards": _file_reader("cards", "cards.json", ("cards", "import", "FILE", "--json"), ("cards", "--json")),
    "pasted": _file_reader("pasted", "card.txt", ("card", "--text", "FILE"), ("card", "--text", "FILE", "--json")),
    "lint": _file_reader("citing", "citing.txt", ("lint", "FILE"), ("lint", "FILE", "--format", "github")),
    "gitignore": Reader("ignored", _lint_ignored),
    "page": Reader("html", _read_page),
    "search": _line_reader("search", "TEXT"),
    "query": _line_reader("query", "TEXT", "--json"),
    "number": _line_reader("show", "TEXT"),
    "define": _line_reader("define", "TEXT", "--json"),
}  # fmt: skip


def describe(problem: BaseException) -> str:
    """Return the kind of an error and the innermost place in this project: equal texts are the same finding."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if "site-packages" not in frame.filename]
    own = [frame for frame in frames if f"{os.sep}lib{os.sep}python" not in frame.filename] or frames
    place = f"{Path(own[-1].filename).name}:{own[-1].name}" if own else ""
    detail = f" {problem}" if isinstance(problem, BadAnswer) else ""
    return f"{type(problem).__name__} in {place}{detail}"


def try_input(reader: Reader, data: bytes, folder: Path) -> str | None:
    """Read one input. Return a description of what went wrong, or None."""
    # The process that starts the readers may be large already, as in a long test run.
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    limit_time()
    try:
        reader.run(data, folder)
    except Exception as problem:  # noqa: BLE001 - any error is a finding
        (folder / "traceback").write_text(traceback.format_exc(), errors="replace")
        return describe(problem)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return f"memory over {_MAX_RESIDENT_KIB >> 10} MB" if used > _MAX_RESIDENT_KIB else None


def in_child(work: Callable[[Callable[[str], None]], None]) -> Iterator[str]:
    """Run a function in a forked process, and yield the lines that it reports.

    The last line says how the process ended: "end", "over 5 s", "no answer" or "crash".
    """
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.setpgid(0, 0)
            os.close(read_end)
            resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
            work(lambda line: os.write(write_end, f"{line}\n".encode(errors="replace")) and None)
            status = 0
        finally:
            os._exit(status)
    os.close(write_end)
    answered, received = False, b""
    while not answered and select.select([read_end], [], [], _MAX_WAIT_SECONDS)[0]:
        piece = os.read(read_end, 65536)
        answered = not piece
        *lines, received = (received + piece).split(b"\n")
        yield from (line.decode(errors="replace") for line in lines)
    os.close(read_end)
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if not answered:
        yield "no answer"
    elif status == -signal.SIGVTALRM:
        yield f"over {_MAX_SECONDS:.0f} s"
    else:
        yield "crash" if status not in (0, -signal.SIGKILL) else "end"


def fresh_folder(folder: Path) -> None:
    """Make an empty folder with a knowledge base of the starter data, which `load_seeds` has built beside it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(folder.parent / "export-home", folder / "home")


def run_alone(reader: Reader, data: bytes, folder: Path) -> str | None:
    """Read one input in a process of its own. Return what went wrong, or None."""
    fresh_folder(folder)
    for line in in_child(lambda report: report(try_input(reader, data, folder) or "")):
        if line == "end":
            return None
        if line:
            return line
    return None


def shrink(reader: Reader, data: bytes, folder: Path, wrong: str) -> bytes:
    """Remove parts of an input as long as the same finding remains, for a limited time."""
    until = time.monotonic() + _SHRINK_SECONDS
    size = len(data) // 2
    while size and time.monotonic() < until:
        start = 0
        while start < len(data) and time.monotonic() < until:
            shorter = data[:start] + data[start + size :]
            if shorter and run_alone(reader, shorter, folder) == wrong:
                data = shorter
            else:
                start += size
        size //= 2
    return data


class Findings:
    """The findings of a run, each saved once in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.counts: dict[tuple[str, str], int] = {}

    def add(self, name: str, data: bytes, work: Path, wrong: str) -> None:
        """Save a finding, unless it is known or doesn't happen again in a process of its own."""
        if (name, wrong) in self.counts:
            self.counts[name, wrong] += 1
            return
        again = run_alone(READERS[name], data, work)
        if again is None:
            return
        traceback_file = work / "traceback"
        details = traceback_file.read_text(errors="replace") if traceback_file.exists() else ""
        self.counts[name, wrong] = 1
        data = shrink(READERS[name], data, work, again)
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = self._folder / f"{name}-{len(self.counts)}"
        stem.with_suffix(".input").write_bytes(data)
        stem.with_suffix(".txt").write_text(f"{name}\n{again}\n{details}", encoding="utf-8")
        print(f"{name}: {again}: {stem.with_suffix('.input')} ({len(data)} bytes)", flush=True)


def run_batch(name: str, seeds: Sequence[bytes], number: int, work: Path, findings: Findings) -> int:
    """Run a batch of inputs of one reader in a child process. Return the number of inputs."""
    folder = work / "batch"
    fresh_folder(folder)
    current = folder / "current"

    def read_inputs(report: Callable[[str], None]) -> None:
        draw = random.Random(f"{number} {name}")  # noqa: S311 - nothing secret
        until = time.monotonic() + _BATCH_SECONDS
        for _ in range(_BATCH):
            data = mutate(draw, draw.choice(seeds))
            current.write_bytes(data)
            report("next")
            if wrong := try_input(READERS[name], data, folder):
                report(wrong)
                if wrong.startswith("memory"):
                    return
            if time.monotonic() > until:
                return

    count = 0
    for line in in_child(read_inputs):
        if line == "next":
            count += 1
        elif line != "end":
            findings.add(name, current.read_bytes(), work / "alone", line)
    return count


def replay(file: Path, work: Path) -> int:
    """Run a saved input again, and print what goes wrong. Return 1 if something does."""
    name = file.stem.rpartition("-")[0]
    wrong = run_alone(READERS[name], file.read_bytes(), work)
    if (details := work / "traceback").exists():
        print(details.read_text(errors="replace"))
    print(wrong or "nothing went wrong")
    return 1 if wrong else 0


def main() -> None:
    """Run the readers in turn until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--reader", action="append", choices=sorted(READERS))
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--replay", type=Path)
    arguments = parser.parse_args()
    # The program then raises unexpected errors instead of printing them.
    os.environ["RULES_DEBUG"] = "1"
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        seeds = load_seeds(work)
        if arguments.replay:
            sys.exit(replay(arguments.replay, work / "alone"))
        findings, counts = Findings(arguments.findings), dict.fromkeys(arguments.reader or READERS, 0)
        until, number = time.monotonic() + 60 * arguments.minutes, arguments.seed
        print(f"seed {number}", flush=True)
        while time.monotonic() < until:
            for name in counts:
                if time.monotonic() < until:
                    counts[name] += run_batch(name, seeds[READERS[name].seeds], number, work, findings)
            number += 1
    for name, count in counts.items():
        found = sum(1 for reader, _ in findings.counts if reader == name)
        print(f"{name:10} {count:8} inputs  {found:3} findings")
    sys.exit(1 if findings.counts else 0)


if __name__ == "__main__":
    main()
