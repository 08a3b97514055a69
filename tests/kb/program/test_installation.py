"""The command that installs an extra: it names libraries that are in an index, and suits the environment's tool."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from kb.program import installation

ROOT = Path(__file__).resolve().parents[3]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


@pytest.mark.parametrize("extra", ["docx", "pdf", "live", "graph", "translation"])
def test_every_extra(extra: str) -> None:
    """pip gets the libraries of the extra, and never the name of the program, which is in no index."""
    command = installation.install_command(extra)
    assert command.startswith(f"{sys.executable} -m pip install ")
    for requirement in EXTRAS[extra]:
        assert re.split("[<>=]", requirement)[0].replace("_", "-") in command
    assert "mtg-rules-library" not in command


def test_pipx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pipx adds the library to the environment that it made."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "rules"))
    assert installation.install_command("pdf").startswith("pipx inject rules 'pypdfium2<")


def test_uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environments of `uv tool` and of `uv venv` have no pip."""
    (tmp_path / "uv-receipt.toml").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    expected = f"uv pip install --python {sys.executable} 'pypdfium2<"
    assert installation.install_command("pdf").startswith(expected)
    monkeypatch.undo()
    monkeypatch.setattr(installation, "find_spec", lambda _name: None)
    assert installation.install_command("pdf").startswith(expected)


def test_in_a_clone(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the program isn't installed, the extra is installed from the clone."""

    def requires(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(installation, "requires", requires)
    assert installation.install_command("pdf") == f"{sys.executable} -m pip install '.[pdf]'"
