"""The dialogue of `rules ask` on a real terminal: it asks for missing facts, and writes the situation to a file."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASK = ("ask", "can-activate", "A", "--no-pager")
HEAD = "It depends on what isn't stated."


def typed(home: Path, arguments: tuple[str, ...], keys: str, *, interrupt: bool = False, **environment: str) -> Any:
    """Run the program on a terminal, with keys that are typed ahead. Return what the screen shows, and the status."""
    ours, theirs = pty.openpty()
    usual = {"RULES_HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "100", **environment}
    command = [sys.executable, "-m", "cli", *arguments]
    os.write(ours, keys.encode())
    found = b""
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **usual}, stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True,
    ) as program:  # fmt: skip
        os.close(theirs)
        with suppress(OSError):  # Linux reports the end of the output as an error.
            while part := os.read(ours, 65536):
                found += part
                if interrupt and b"> " in found:
                    time.sleep(0.2)
                    program.send_signal(signal.SIGINT)
                    interrupt = False
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;]*m", "", found.decode().replace("\r\n", "\n")), program.returncode


def test_it_asks_for_each_missing_fact_and_writes_the_situation(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """606.3: priority, stack and phase decide. The written file gives the same answer without a terminal."""
    file = tmp_path / "situation.yaml"
    screen, status = typed(starter_home, ASK, f"p1\nempty\nmain\n{file}\n")
    assert status == 0
    places = [screen.find(each) for each in ("priority?", "the stack?", "the phase?", "yes  [can-activate")]
    assert -1 not in places and places == sorted(places)
    asked = rules("ask", "can-activate", "A", "-f", str(file), "--json", home=starter_home)
    assert (asked.status, asked.data["verdict"]) == (0, "yes")


def test_a_bad_reply_is_explained_in_a_line_and_asked_again(starter_home: Path) -> None:
    screen, status = typed(starter_home, ASK, "xx\np1\nempty\nmian\nmain\n\n")
    assert status == 0
    assert "there is no player 'xx'; give one of p1\n" in screen
    assert "'mian' isn't known here; did you mean 'main'?\n" in screen


def test_an_empty_reply_leaves_the_fact_open(starter_home: Path) -> None:
    """Without knowing who has priority, the phase still decides: a combat phase is no main phase."""
    screen, status = typed(starter_home, ASK, "\n\ncombat\n\n")
    assert (status, "no  [can-activate" in screen) == (1, True)
    screen, status = typed(starter_home, ASK, "\n\n\n\n")
    assert (status, "depends  [can-activate" in screen) == (3, True)


def test_a_question_mark_explains_the_fact(starter_home: Path) -> None:
    screen, _status = typed(starter_home, (*ASK, "--priority", "p1", "--stack", "empty"), "?\nmain\n\n")
    assert "game.phase: " in screen


def test_the_end_of_the_input_ends_it_with_what_was_answered(starter_home: Path) -> None:
    screen, status = typed(starter_home, ASK, "p1\n\x04")
    assert status == 3
    assert "game.stack\n" in screen and "game.priority\n" not in screen and "Traceback" not in screen


def test_an_interrupt_ends_it_with_what_was_answered(starter_home: Path) -> None:
    screen, status = typed(starter_home, ASK, "", interrupt=True)
    assert status == 3
    assert "game.priority\n" in screen and "Traceback" not in screen


def test_a_file_that_exists_is_not_replaced(starter_home: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("kept")
    screen, status = typed(starter_home, ASK, f"p1\nempty\nmain\n{file}\n\n")
    assert (status, file.read_text()) == (0, "kept")
    assert "exists" in screen


@pytest.mark.parametrize("arguments", [("--no-input",), ("--json",)])
def test_it_asks_nothing_if_it_must_not(starter_home: Path, arguments: tuple[str, ...]) -> None:
    screen, status = typed(starter_home, (*ASK, *arguments), "")
    assert (status, HEAD in screen) == (3, False)


def test_it_asks_nothing_without_a_terminal(rules: Any, starter_home: Path) -> None:
    outcome = rules("ask", "can-activate", "A", home=starter_home)
    assert (outcome.status, HEAD in outcome.err, HEAD in outcome.out) == (3, False, False)


@pytest.mark.parametrize(("option", "variable"), [("--no-color", ""), ("--no-input", "1")])
def test_without_colours_nothing_is_escaped(starter_home: Path, option: str, variable: str) -> None:
    """`--no-color` and NO_COLOR: no escape sequences at all, not even for bold or dim text."""
    ours, theirs = pty.openpty()
    usual = {"RULES_HOME": str(starter_home), "TERM": "xterm-256color", "NO_COLOR": variable}
    command = [sys.executable, "-m", "cli", *ASK, option, "--no-input", "--why"]
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **usual}, stdin=theirs, stdout=theirs, stderr=theirs
    ) as program:
        os.close(theirs)
        found = b""
        with suppress(OSError):
            while part := os.read(ours, 65536):
                found += part
    os.close(ours)
    assert program.returncode == 3 and b"game.phase" in found
    assert b"\x1b" not in found
