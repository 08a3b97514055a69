"""Reading users' files in parts: the same citations wherever a file is cut, and only from regular files."""

from __future__ import annotations

import io
import os
import socket
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.user_files import text_parts
from cli.user_files.source_files import list_files
from cli.user_files.text_parts import read_parts, split_into_parts
from kb.citations.scanner import CitationOccurrence, scan_citations, scan_part

needs_posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")

FRAGMENT = st.sampled_from([
    "CR 704.5j", "rule 601.2b", "rules 601 and 602", "702.19b-d", "rule", "règle 704", "601.2", "“quoted”", "word ",
    "é", "\u20ac", "😀", " ", " " * 30, "x" * 60, ". ", "\n", "\r\n", "\r", "\n\n", "> ", "https://a.example/704.5j ",
])  # fmt: skip


def places(found: Iterator[CitationOccurrence]) -> list[tuple[int, int, str]]:
    return [(each.line, each.column, each.citation.text) for each in found]


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fragments=st.lists(FRAGMENT, max_size=120), encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_the_citations_are_the_same_wherever_a_file_is_cut(
    fragments: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Citations, lines and columns don't depend on the size of the parts, not even within one long line."""
    text = "".join(fragments)
    whole = places(scan_citations(text.encode()))
    monkeypatch.setattr(text_parts, "_PART", 100)
    monkeypatch.setattr(text_parts, "_CONTEXT", 300)
    parts = split_into_parts(text.encode(encoding))
    assert [place for part in parts for place in places(scan_part(part))] == whole


def test_parts_make_up_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the text around them, the parts are the file, with line feeds as line ends."""
    monkeypatch.setattr(text_parts, "_PART", 1_000)
    content = "\r\n".join(f"line {number} {'x' * (number % 90)}" for number in range(900)).encode()
    parts = list(split_into_parts(content))
    assert len(parts) > 5
    assert b"".join(part.content[part.start : part.end] for part in parts) == content.replace(b"\r\n", b"\n")
    for part in parts:
        line = part.line + part.content.count(b"\n", 0, part.start)
        assert part.content[part.start : part.end].startswith(f"line {line - 1} ".encode())


def test_a_quotation_may_lie_in_the_next_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quotation is read to its end, even if the file is cut within it."""
    text = 'CR 704.5j: "If two or more\nlegendary permanents with\nthe same name"\n'
    (whole,) = scan_citations(text.encode())
    monkeypatch.setattr(text_parts, "_PART", 28)
    (found,) = (place for part in split_into_parts(text.encode()) for place in scan_part(part))
    assert found.quotation == whole.quotation


class _Endless(io.RawIOBase):
    """A file of many megabytes in one line."""

    def __init__(self, megabytes: int) -> None:
        self._left = megabytes

    def read(self, size: int = -1) -> bytes:
        if not self._left:
            return b""
        self._left -= size == text_parts._PART
        return (b"CR 704.5j and 306.5d of words " * (size // 30 + 1))[:size]


@pytest.mark.parametrize("head", [b"", "\ufeff".encode("utf-16-le")], ids=["UTF-8", "UTF-16"])
def test_a_long_line_takes_no_more_memory_than_a_short_one(head: bytes) -> None:
    """The memory for reading 8 MiB in one line is that of a few parts."""

    class File(_Endless):
        def read(self, size: int = -1) -> bytes:
            nonlocal head
            content, head = head + super().read(size), b""
            return content

    tracemalloc.start()
    try:
        assert sum(len(part.content) for part in text_parts._text_parts(File(32))) > 7 << 20
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


@needs_posix
class TestUnusualFiles:
    """Nothing but a regular file is read, and nothing is waited for."""

    @pytest.fixture(params=["pipe", "socket", "device", "link to a device"])
    def unusual(self, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
        path = tmp_path / "unusual"
        if request.param == "pipe":
            os.mkfifo(path)
        elif request.param == "device":
            path = Path("/dev/zero")
        elif request.param == "link to a device":
            path.symlink_to("/dev/zero")
        else:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(os.path.relpath(path))
                yield path
                return
        yield path

    @pytest.mark.parametrize("fix", [False, True])
    def test_named(self, rules: Any, starter_home: Path, unusual: Path, tmp_path: Path, fix: bool) -> None:
        """Named on the command line, it is an error of one line; the other files are checked."""
        notes = tmp_path / "notes.md"
        notes.write_text("CR 306.5d\n")
        outcome = rules("lint", str(unusual), str(notes), *["--fix"][:fix], home=starter_home)
        assert outcome.status == 2
        assert outcome.err.startswith(
            f"rules: error: cannot read {unusual}: it isn't a regular file; `-` reads from stdin\n"
        )
        assert "1 citation" in outcome.out
        watched = rules("watch", str(unusual), home=starter_home)
        assert f"cannot read {unusual}: it isn't a regular file" in watched.err

    def test_in_a_folder(self, rules: Any, starter_home: Path, tmp_path: Path) -> None:
        """In a folder it is passed over."""
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "zero").symlink_to("/dev/zero")
        (tmp_path / "notes.md").write_text("CR 306.5d\n")
        outcome = rules("lint", str(tmp_path), home=starter_home)
        assert (outcome.status, outcome.out, outcome.err) == (0, "1 citation: 1 ok\n", "")

    @pytest.mark.parametrize("kind", ["link", "pipe", "huge", "folder"])
    def test_gitignore(self, rules: Any, starter_home: Path, tmp_path: Path, kind: str) -> None:
        """A `.gitignore` that isn't a file of normal size is named, and isn't used."""
        gitignore = tmp_path / ".gitignore"
        if kind == "link":
            gitignore.symlink_to("/dev/zero")
        elif kind == "pipe":
            os.mkfifo(gitignore)
        elif kind == "folder":
            gitignore.mkdir()
        else:
            with gitignore.open("wb") as stream:
                stream.truncate(1 << 30)
        (tmp_path / "notes.md").write_text("CR 306.5d\n")
        outcome = rules("lint", str(tmp_path / "notes.md"), str(tmp_path), home=starter_home)
        assert (outcome.status, outcome.out) == (0, "1 citation: 1 ok\n")
        why = "it has more than 128 KiB" if kind == "huge" else "it isn't a regular file"
        assert outcome.err == f"rules: {gitignore} isn't used: {why}\n"

    def test_a_pipe_as_stdin(self, rules: Any, starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Stdin may be a pipe: it is what the user chose."""
        reading, writing = os.pipe()
        with os.fdopen(reading) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            threading.Thread(target=lambda: (os.write(writing, b"CR 306.5d\n"), os.close(writing))).start()
            outcome = rules("lint", "-", home=starter_home)
        assert (outcome.status, outcome.out) == (0, "1 citation: 1 ok\n")

    def test_a_file_that_is_too_large_to_be_fixed(
        self, rules: Any, starter_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """`--fix` reads a file as a whole, so it refuses a very large one and leaves it as it is."""
        monkeypatch.setattr(text_parts, "_MAX_WHOLE", 2048)
        notes = tmp_path / "notes.md"
        notes.write_text("CR 306.5d\n" * 300)
        outcome = rules("lint", str(notes), "--fix", home=starter_home)
        assert outcome.status == 2
        assert f"cannot read {notes}: it has more than 2 KiB" in outcome.err
        assert rules("lint", str(notes), home=starter_home).status == 0


def test_a_folder_that_goes_away(tmp_path: Path) -> None:
    """A file that has gone since its folder was listed is named, and ends nothing."""
    problems: list[str] = []
    assert list(read_parts(str(tmp_path / "gone.md"), lambda path, why: problems.append(f"{path}: {why}"))) == []
    assert len(problems) == 1


@needs_posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_entered(tmp_path: Path) -> None:
    """A folder that may be listed but not entered is named; its files are not looked at."""
    folder = tmp_path / "closed"
    (folder / "below").mkdir(parents=True)
    folder.chmod(0o400)
    problems: list[str] = []
    try:
        assert list(list_files([str(folder)], lambda path, _why: problems.append(path))) == []
    finally:
        folder.chmod(0o700)
