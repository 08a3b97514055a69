"""`rules lint` checks many files in two processes: the answer is the same, and nothing is left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import cli.linting.second_process as module
from cli.linting.second_process import Results, SecondProcess

ROOT = Path(__file__).resolve().parents[2]
FILES = [f"file{number}" for number in range(200)]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this platform")


@pytest.fixture
def may_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fork is allowed beside the threads of the test runner: the second process uses nothing of theirs."""
    monkeypatch.setattr(module, "_may_fork", lambda: True)


def started(open_check: Callable[[], Callable[[str], Results]], reached: int) -> SecondProcess:
    """Start a second process when the first one has begun a number of files."""
    second = SecondProcess(FILES, lambda: None, open_check)
    for _file in range(reached):
        second.reach_next_file()
    second.start_if_useful(24)
    return second


def results_of(second: SecondProcess, wanted: int) -> list[str]:
    """Return the keys of the results, as soon as they are at least so many, or after ten seconds."""
    found: list[str] = []
    until = time.monotonic() + 10
    while len(found) < wanted and time.monotonic() < until:
        found += [key for key, _rows in second.results()]
        time.sleep(0.001)
    return found


@pytest.mark.usefixtures("may_fork")
class TestTheProcess:
    def test_it_checks_from_the_last_file_to_those_that_were_reached(self) -> None:
        second = started(lambda: lambda file: [(file, [["row"]])], 60)
        assert results_of(second, 140) == FILES[:59:-1]
        time.sleep(0.02)
        assert not list(second.results())
        second.end()

    def test_it_ends_if_few_files_have_citations(self) -> None:
        """After a hundred files without a citation, this process checks the others itself."""
        second = started(lambda: lambda file: [(file, [])], 40)
        assert results_of(second, 100) == FILES[:99:-1]
        second.end()

    @pytest.mark.parametrize("where", ["opening", "checking"])
    def test_an_error_in_it_ends_it_quietly(self, where: str, capfd: pytest.CaptureFixture[str]) -> None:
        def check(file: str) -> Results:
            os.write(1, b"nobody reads this")
            return [(file, [1 // 0])]

        def open_check() -> Callable[[str], Results]:
            return check if where == "checking" else 1 // 0  # type: ignore[return-value]

        second = started(open_check, 40)
        pid = second._process
        assert pid
        time.sleep(0.1)
        assert not list(second.results())
        second.end()
        assert capfd.readouterr() == ("", "")
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)

    @pytest.mark.parametrize(("checked", "reached"), [(23, 23), (24, 101), (25, 25), (24, 97)])
    def test_it_starts_only_if_it_is_useful(self, checked: int, reached: int) -> None:
        """After 24 files with citations, if a quarter of the files have some, and a hundred more remain."""
        second = SecondProcess(FILES, lambda: pytest.fail("it was started"), lambda: lambda _file: [])
        for _file in range(reached):
            second.reach_next_file()
        second.start_if_useful(checked)
        second.end()


def test_both_ways_give_the_same_answer(tmp_path: Path, home: Path) -> None:
    """With one processor, there is no second process. The answer and the kept results are the same as with two."""
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("this machine has one processor")
    texts = tmp_path / "texts"
    texts.mkdir()
    for number in range(260):
        (texts / f"{number}.md").write_text(
            f"CR 306.{number % 9 + 1}{'abcd'[number % 4]} and\nrule 704.5j, {number}\n" * 3
        )
    answers, kept = [], []
    for processors in (2, 1):
        cache = tmp_path / f"cache{processors}"
        command = (
            f"import os, sys; os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:{processors}]); "
            f"sys.argv[0] = 'rules'; from cli.__main__ import run_and_exit; run_and_exit()"
        )
        run = subprocess.run(
            [sys.executable, "-c", command, "lint", "--json", str(texts)], cwd=ROOT, capture_output=True, check=False,
            env={**os.environ, "RULES_HOME": str(home), "RULES_CACHE": str(cache)}, timeout=120,
        )  # fmt: skip
        assert run.returncode == 1, run.stderr
        answers.append(run.stdout)
        (results,) = (cache / "citations").glob("results-*.json")
        kept.append(json.loads(results.read_text()))
    assert answers[0] == answers[1]
    assert kept[0] == kept[1]
