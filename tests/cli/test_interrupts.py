"""Ctrl-C at any moment ends the program quietly with status 130."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from cli.app import main
from kb.storage.store import Store

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

# The process says when Python has started. Before that, and until Python has found the first module of the program, the
# signal is a matter of Python.
SCRIPT = """
import os, sys
import cli
os.write(1, b"!")
sys.argv[0] = "rules"
from cli.__main__ import run
sys.exit(run())
"""


def start(*arguments: str, home: Path, **options: Any) -> subprocess.Popen[bytes]:
    """Start the program in a group of its own, and wait until its code begins."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *arguments], cwd=ROOT, env={**os.environ, "RULES_HOME": str(home)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **options,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.read(1) == b"!"
    return process


def ends_quietly(process: subprocess.Popen[bytes]) -> int:
    """Check that a process ends without a traceback, with its own status (0 or 1) or that of an interruption."""
    err = process.communicate(timeout=60)[1].decode()
    if str(ROOT) not in err and process.returncode == -signal.SIGINT:
        return -signal.SIGINT  # Python was still looking for the first module
    assert all(line.startswith("rules: ") for line in err.splitlines()), err
    assert "fault" not in err
    # Python gives the signal back to the system at its very end; a shell shows the status 130 then, too.
    assert process.returncode in (0, 1, 130, -signal.SIGINT)
    return process.returncode


@pytest.mark.parametrize("command", [("show", "306"), ("search", "loyalty"), ("lint", "docs"), ("refs", "306")])
def test_at_many_moments(starter_home: Path, command: tuple[str, ...]) -> None:
    """From the first import to the last line, Ctrl-C prints no traceback."""
    statuses = set()
    for moment in range(10, 240, 15):
        process = start(*command, home=starter_home)
        time.sleep(moment / 1000)
        process.send_signal(signal.SIGINT)
        statuses.add(ends_quietly(process))
    assert 130 in statuses


@pytest.mark.parametrize("group", [True, False])
def test_during_an_ingest(tmp_path: Path, group: bool) -> None:
    """Whether the terminal interrupts the children too or not, the ingest ends and what is stored is whole."""
    for moment in (0.2, 0.5, 1.0):
        home = tmp_path / str(moment)
        process = start("editions", home=home)
        time.sleep(moment)
        if group:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        ends_quietly(process)
        assert main(["--home", str(home), "show", "306.5"]) == 0
        assert not list(home.glob("*.new*"))


def test_while_waiting_for_the_lock(home: Path, tmp_path: Path) -> None:
    """A writer that waits for another one can be interrupted."""
    document = tmp_path / "rules.txt"
    document.write_text("306.5. Some rule.\n")
    with Store.open(home) as store, store.writer_lock():
        process = start("ingest", str(document), "--effective", "2020-01-01", home=home)
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert ends_quietly(process) == 130


def test_while_nobody_reads(starter_home: Path) -> None:
    """A program that waits for the reader of its pipe, as `rules show 3 | less` does, can be interrupted."""
    process = start("export", "-", "--format", "json", home=starter_home)
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert ends_quietly(process) == 130


def test_twice(starter_home: Path) -> None:
    """A second Ctrl-C ends a program whose cleaning up takes long."""
    process = start("export", "-", "--format", "json", home=starter_home)
    time.sleep(0.1)
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        time.sleep(0.005)
    # The signal may come when Python is already at its very end; a shell shows 130 then, too.
    assert ends_quietly(process) in (130, -signal.SIGINT)


def test_in_the_background_of_a_script(starter_home: Path) -> None:
    """A program that was started with the signal ignored goes on."""
    process = start("show", "306.5", home=starter_home, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    process.send_signal(signal.SIGINT)
    assert ends_quietly(process) == 0


LOST = """
import sys, signal, time
from cli import app
from cli.__main__ import run

class Object:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def main():
    made = Object()
    del made
    time.sleep(20)

app.main = main
sys.exit(run())
"""


def test_while_python_swallows_exceptions() -> None:
    """An interruption that Python swallows, as in the callback of an object, is repeated."""
    run = subprocess.run([sys.executable, "-c", LOST], cwd=ROOT, capture_output=True, check=False, timeout=15)
    assert (run.returncode, run.stderr) == (130, b"")


def read_until(terminal: int, text: bytes) -> None:
    """Read what a terminal gets until a text appears."""
    written = b""
    until = time.monotonic() + 30
    while text not in written:
        assert time.monotonic() < until, written
        if select.select([terminal], [], [], 0.1)[0]:
            written += os.read(terminal, 1 << 16)


def test_in_the_search_as_you_type(starter_home: Path) -> None:
    """A signal from elsewhere ends the search as you type, and the terminal is as it was before."""
    pytest.importorskip("prompt_toolkit")
    main_end, other = pty.openpty()
    termios.tcsetwinsize(other, (24, 80))
    before = termios.tcgetattr(other)
    process = subprocess.Popen(
        [sys.executable, "-m", "cli"], cwd=ROOT, stdin=other, stdout=other, stderr=subprocess.PIPE,
        env={**os.environ, "RULES_HOME": str(starter_home), "TERM": "xterm-256color"}, start_new_session=True,
    )  # fmt: skip
    read_until(main_end, b"Type words")
    process.send_signal(signal.SIGINT)
    read_until(main_end, b"\x1b[?1049l")  # the end of the alternate screen
    assert (process.communicate(timeout=30)[1], process.returncode) == (b"", 130)
    assert termios.tcgetattr(other) == before
    os.close(main_end)
    os.close(other)
