"""Files and folders given by a user."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.documents import document
from ingest.documents.document import Document, read_file, walk_files
from kb.errors import SourceRejected


def test_a_folder_gives_its_files_in_order(tmp_path: Path) -> None:
    """The files below a folder come in order; hidden files and folders are skipped."""
    for name in ("b.txt", "a.md", "c/z.txt", "c/a.txt", ".hidden", ".git/config", "c/.hidden.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("306.1. A rule.", encoding="utf-8")
    names = [str(path.relative_to(tmp_path)) for path in walk_files(tmp_path)]
    assert names == ["a.md", "b.txt", "c/a.txt", "c/z.txt"]


def test_a_hidden_file_can_be_given(tmp_path: Path) -> None:
    """A file that the user gives is read even if it is hidden."""
    path = tmp_path / ".rules.txt"
    path.write_text("306.1. A rule.", encoding="utf-8")
    assert list(walk_files(path)) == [path]
    assert read_file(path).data == b"306.1. A rule."


def test_an_empty_folder_gives_nothing(tmp_path: Path) -> None:
    """An empty folder gives no files and no error."""
    assert list(walk_files(tmp_path)) == []


def test_missing_files_are_rejected(tmp_path: Path) -> None:
    """A missing file or folder is rejected, and the message names it."""
    with pytest.raises(SourceRejected, match=r"no such file or folder: .*missing\.txt") as rejection:
        list(walk_files(tmp_path / "missing.txt"))
    assert rejection.value.reason == "no-such-file"


@pytest.mark.parametrize(("content", "reason"), [(b"", "empty"), (b" \r\n\t\n", "empty")])
def test_files_without_content(tmp_path: Path, content: bytes, reason: str) -> None:
    """A file with only blanks is rejected as empty."""
    path = tmp_path / "page.txt"
    path.write_bytes(content)
    with pytest.raises(SourceRejected) as rejection:
        read_file(path)
    assert rejection.value.reason == reason
    assert str(path) in str(rejection.value)


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    """A folder can't be read as a file."""
    with pytest.raises(SourceRejected) as rejection:
        read_file(tmp_path)
    assert rejection.value.reason == "no-file"


def test_a_file_too_large_to_be_an_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file larger than any edition is rejected before it is read."""
    monkeypatch.setattr(document, "MAX_BYTES", 10)
    path = tmp_path / "large.txt"
    path.write_bytes(b"306.1. A rule.")
    with pytest.raises(SourceRejected) as rejection:
        read_file(path)
    assert rejection.value.reason == "too-large"


@pytest.mark.parametrize(
    ("name", "file_name"),
    [
        ("page.txt", "page.txt"),
        ("/some/folder/page.txt", "page.txt"),
        ("https://rules.example/en/page.html", "page.html"),
        ("https://rules.example/en/", "en"),
    ],
)
def test_the_last_part_of_a_name(name: str, file_name: str) -> None:
    """The file name of a document is the last part of its path or address."""
    assert Document(name, b"").file_name == file_name


def test_a_document_is_known_by_its_bytes() -> None:
    """The same bytes under another name are the same document."""
    assert Document("a", b"x").sha256 == Document("b", b"x").sha256 != Document("a", b"y").sha256
