"""`rules lint --dask`: the findings of a run alone, from the workers of a Dask cluster."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Dask warns about what it does itself, such as ports that are in use.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start two workers, each a process, on loopback."""
    distributed = pytest.importorskip("distributed", reason="no Dask here: pip install '.[dask]'")
    with (
        warnings.catch_warnings(action="ignore"),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as found,
    ):
        yield found


def write_files(folder: Path) -> None:
    """Write files with right and wrong citations, one that isn't text, and one with an ignore comment."""
    for at in range(60):
        lines = [f"See CR 306.{1 + at % 9} and CR 704.5{letter}." for letter in "abcdez"]
        (folder / f"f{at:02}.md").write_text("\n".join(lines), encoding="utf-8")
    (folder / "ignored.md").write_text("CR 306.99 rules-lint: ignore made up\n", encoding="utf-8")
    (folder / "binary.bin").write_bytes(b"\0" * 100)


def test_the_output_is_that_of_a_run_alone(
    rules: Any, cluster: Any, newest_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JSON and text are the same, byte for byte."""
    files = tmp_path / "files"
    files.mkdir()
    write_files(files)
    for form in ("json", "text"):
        monkeypatch.setenv("RULES_CACHE", str(tmp_path / f"alone-{form}"))
        alone = rules("lint", str(files), "--format", form, home=newest_home)
        monkeypatch.setenv("RULES_CACHE", str(tmp_path / f"cluster-{form}"))
        spread = rules("lint", str(files), "--format", form, "--dask", cluster.scheduler_address, home=newest_home)
        assert (spread.status, spread.out, spread.err) == (alone.status, alone.out, alone.err)
        assert "306.99" in alone.out or form == "text"


def test_the_corpus_gives_the_same_findings(
    rules: Any, cluster: Any, every_edition: Path, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part of the real source files."""
    folder = str(shared / "corpus/citing/argentum")
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "alone"))
    alone = rules("lint", folder, "--json", home=every_edition)
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cluster"))
    assert rules("lint", folder, "--json", "--dask", cluster.scheduler_address, home=every_edition).out == alone.out


def test_a_worker_with_another_knowledge_base_is_refused(
    rules: Any, cluster: Any, home: Path, newest_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The results of other rules must not mix with these."""
    (tmp_path / "a.md").write_text("See CR 306.5d, unlike CR 306.4.", encoding="utf-8")
    other = Path(shutil.copytree(newest_home, tmp_path / "other"))
    cluster_home = f"import os; os.environ['RULES_HOME'] = {str(other)!r}"
    from distributed import Client

    with Client(cluster.scheduler_address) as client:
        client.run(exec, cluster_home)
        monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cache"))
        outcome = rules("lint", str(tmp_path / "a.md"), "--dask", cluster.scheduler_address, home=home)
        client.run(exec, "import os; os.environ.pop('RULES_HOME')")
    assert outcome.status == 2
    assert outcome.err.startswith(f"rules: error: the knowledge base in {other} on a worker isn't this one")
    assert len(outcome.err.splitlines()) == 1


def test_bad_addresses_and_options(rules: Any, home: Path, tmp_path: Path) -> None:
    """One line says what would be right."""
    (tmp_path / "a.md").write_text("See CR 306.5d.", encoding="utf-8")
    missing = rules("lint", str(tmp_path), "--dask", "nonsense://x", home=home)
    assert missing.status == 2
    assert "give one such as tcp://127.0.0.1:8786" in missing.err
    both = rules("lint", str(tmp_path), "--dask", "tcp://127.0.0.1:1", "--fix", home=home)
    assert both.status == 2
    assert "leave --dask out" in both.err
