"""Shared fixtures: running the `rules` command in this process, and knowledge bases for it."""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import settings

from cli.app import main

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# The environment of the person who runs the tests may be French, and may name a knowledge base. Tests of the French
# interface set the language, and programs that tests start get their knowledge base.
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "RULES_HOME"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
# The editions of the tests grow old. Tests of the hint switch it on.
os.environ["RULES_NO_STALE_HINT"] = "1"
# Tests don't touch the search indexes of the person who runs them.
_CACHE = tempfile.TemporaryDirectory(prefix="rules-cache-")
os.environ["RULES_CACHE"] = _CACHE.name

# Those of `cli.__main__`.
GC_THRESHOLDS = (100_000, 20, 20)

settings.register_profile("checks", deadline=None)
settings.load_profile("checks")


def pytest_configure() -> None:
    """Let Ctrl-C end the programs that the tests start. A shell starts background jobs with it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Spare the garbage collector the fifteen thousand tests, and let it run as seldom as in the program.

    Otherwise each full collection looks at all tests again, and the tests take a tenth longer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the goldens anew; read the diff before you commit")


@dataclass(frozen=True)
class Outcome:
    """The result of one run of `rules`."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)

    @property
    def messages(self) -> list[str]:
        """The lines on stderr, without the note that the knowledge base has only parts of the rules."""
        note = re.compile(
            "rules: the knowledge base has (only parts of the rules|no rules) in .+; `rules (sync|ingest)"
        )
        return [line for line in self.err.splitlines() if not note.match(line)]


Rules = Callable[..., Outcome]
Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real editions beside the checkout; skip the test if the folder is absent."""
    if not (SHARED / "corpus").is_dir():
        pytest.skip("the corpus of real editions (../shared) is not here")
    return SHARED


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Return a function that lets `make` fill a folder once for all processes of the run, and returns a copy of it.

    The tests run in several processes (pytest-xdist), whose folders lie in one folder. Each has a copy of its own:
    while a database is open, other files come and go beside it.
    """
    own = tmp_path_factory.getbasetemp()
    common = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def fill(name: str, make: Callable[[Path], object]) -> Path:
        folder, done = common / f"once-{name}", common / f"once-{name}.done"
        with FileLock(f"{folder}.lock"):
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                make(folder)
                done.touch()
        return Path(shutil.copytree(folder, tmp_path_factory.mktemp(name) / "home"))

    return fill


def ingest_into(base: Path, *sources: Path) -> Callable[[Path], None]:
    """Return a function that makes a knowledge base: a copy of `base` with the documents of `sources`."""

    def make(home: Path) -> None:
        shutil.copytree(base, home)
        assert main(["--home", str(home), "ingest", *map(str, sources)]) == 0

    return make


@pytest.fixture(scope="session")
def starter_home(once: Once) -> Path:
    """Make a knowledge base with only the starter data. Tests must not write to it."""

    def make(home: Path) -> None:
        assert main(["--home", str(home), "editions", "--json"]) == 0

    return once("starter", make)


@pytest.fixture(scope="session")
def newest_home(once: Once, starter_home: Path, shared: Path) -> Path:
    """Make a knowledge base with the starter data and the edition of 2026-01-16. Tests must not write to it."""
    return once("newest", ingest_into(starter_home, shared / "corpus/en/2026-01-16.txt"))


@pytest.fixture(scope="session")
def newer_file(shared: Path) -> Path:
    """Return the edition of 2026-02-27, which came after those of the corpus; skip the test if it is absent."""
    file = shared / "corpus/newer/2026-02-27.txt"
    if not file.exists():
        pytest.skip(f"{file} is absent")
    return file


@pytest.fixture(scope="session")
def newer_home(once: Once, newest_home: Path, newer_file: Path) -> Path:
    """Make a knowledge base with the editions of 2026-01-16 and 2026-02-27. Tests must not write to it."""
    return once("newer", ingest_into(newest_home, newer_file))


@pytest.fixture(scope="session")
def every_edition(once: Once, starter_home: Path, shared: Path) -> Path:
    """Make a knowledge base with the starter data and every edition of the corpus. Tests must not write to it."""
    return once("every", ingest_into(starter_home, shared / "corpus/en"))


@pytest.fixture(scope="session")
def policy_home(once: Once, newest_home: Path, shared: Path) -> Path:
    """Make a knowledge base with the rules of 2026-01-16 and late policy documents. Tests must not write to it."""
    newest = ("mtr/2024-12-16.html", "ipg/2024-04-15.html", "jar/2024-09-23.html")
    return once("policy", ingest_into(newest_home, *(shared / "corpus/policy" / name for name in newest)))


@pytest.fixture
def home(tmp_path: Path, starter_home: Path) -> Path:
    """Copy the knowledge base of the starter data. The test may write to the copy."""
    copy = tmp_path / "home"
    shutil.copytree(starter_home, copy)
    return copy


@pytest.fixture
def rules(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Return a function that runs `rules` with arguments in this process; `home=` names the knowledge base."""
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
