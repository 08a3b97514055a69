"""What tests share: running `rules`, and knowledge bases to run it on."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from cli.app import main

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# Whoever runs the tests may speak French; a test that is about that says so.
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

settings.register_profile("checks", deadline=None)
settings.load_profile("checks")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the goldens anew; read the diff before you commit")


@dataclass(frozen=True)
class Outcome:
    """What one run of `rules` gave."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Rules = Callable[..., Outcome]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real editions beside the checkout; tests that need it skip where it is absent."""
    if not (SHARED / "corpus").is_dir():
        pytest.skip("the corpus of real editions (../shared) is not here")
    return SHARED


@pytest.fixture(scope="session")
def starter_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of the starter data alone; not to be written to."""
    home = tmp_path_factory.mktemp("starter")
    assert main(["--home", str(home), "editions", "--json"]) == 0
    return home


@pytest.fixture(scope="session")
def newest_home(tmp_path_factory: pytest.TempPathFactory, starter_home: Path, shared: Path) -> Path:
    """The starter data and the edition of 2026-01-16; not to be written to."""
    home = tmp_path_factory.mktemp("newest") / "home"
    shutil.copytree(starter_home, home)
    assert main(["--home", str(home), "ingest", str(shared / "corpus/en/2026-01-16.txt")]) == 0
    return home


@pytest.fixture(scope="session")
def every_edition(tmp_path_factory: pytest.TempPathFactory, starter_home: Path, shared: Path) -> Path:
    """The starter data and every edition of the corpus; not to be written to."""
    home = tmp_path_factory.mktemp("every") / "home"
    shutil.copytree(starter_home, home)
    assert main(["--home", str(home), "ingest", str(shared / "corpus/en")]) == 0
    return home


@pytest.fixture
def home(tmp_path: Path, starter_home: Path) -> Path:
    """A knowledge base of the starter data to write to."""
    copy = tmp_path / "home"
    shutil.copytree(starter_home, copy)
    return copy


@pytest.fixture
def rules(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Run `rules` in this process, as if typed; `home=` names the knowledge base."""
    monkeypatch.delenv("RULES_HOME", raising=False)
    monkeypatch.delenv("RULES_DEBUG", raising=False)

    def run(*arguments: str, home: Path | None = None) -> Outcome:
        if home is not None:
            os.environ["RULES_HOME"] = str(home)
        capsys.readouterr()
        try:
            status = main(list(arguments))
        finally:
            os.environ.pop("RULES_HOME", None)
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run
