"""The fuzz program: it reads a few damaged inputs of each kind without a finding, and notices what it must notice."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("the fuzz program needs a POSIX system", allow_module_level=True)

from bench import fuzz
from bench.fuzz_inputs import load_seeds, mutate


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def seeds(work: Path) -> Mapping[str, Sequence[bytes]]:
    return load_seeds(work)


@pytest.mark.parametrize("name", fuzz.READERS)
def test_damaged_inputs(name: str, work: Path, seeds: Mapping[str, Sequence[bytes]], monkeypatch: Any) -> None:
    """Two damaged inputs of each reader give an answer or an error of the program."""
    monkeypatch.setenv("RULES_DEBUG", "1")
    reader, draw = fuzz.READERS[name], random.Random(f"fuzz {name}")
    folder = work / "alone"
    for _ in range(2):
        assert fuzz.run_alone(reader, mutate(draw, draw.choice(seeds[reader.seeds])), folder) is None


def fail(data: bytes, _folder: Path) -> None:
    raise KeyError(data)


def wait(_data: bytes, _folder: Path) -> None:
    while True:
        pass


@pytest.mark.parametrize(("run", "wrong"), [(fail, "KeyError in test_fuzz.py:fail"), (wait, "over 0 s")])
@pytest.mark.usefixtures("seeds")
def test_findings_are_noticed(run: Any, wrong: str, work: Path, monkeypatch: Any) -> None:
    """An unexpected error and an endless loop are findings."""
    monkeypatch.setattr(fuzz, "_MAX_SECONDS", 0.3)
    assert fuzz.run_alone(fuzz.Reader("line", run), b"x", work / "alone") == wrong
