"""The state of the program's code: a changed, new or lost file gives another token."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.program import code_state


def test_a_change_of_the_code_changes_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Size and time of each module and of each catalogue of messages count; other files don't."""
    monkeypatch.setattr(code_state, "_PACKAGES", tmp_path)
    module, catalogue = tmp_path / "kb" / "deep" / "a.py", tmp_path / "data" / "locale" / "fr" / "rules.mo"
    for file in (module, catalogue):
        file.parent.mkdir(parents=True)
        file.write_text("1")
        os.utime(file, ns=(0, 0))
    tokens = [code_state.code_state()]
    (module.parent / "notes.txt").write_text("no code")
    assert code_state.code_state() == tokens[0]
    for file in (module, catalogue):
        os.utime(file, ns=(1, 1))
        tokens.append(code_state.code_state())
    module.write_text("23")
    tokens.append(code_state.code_state())
    module.unlink()
    tokens.append(code_state.code_state())
    assert len(set(tokens)) == len(tokens)


def test_a_zip_file_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in a zip file has the state of the zip file."""
    archive = tmp_path / "rules.zip"
    archive.write_bytes(b"1")
    monkeypatch.setattr(code_state, "_PACKAGES", archive)
    first = code_state.code_state()
    archive.write_bytes(b"12")
    assert code_state.code_state() != first
