"""The search as you type in a real terminal: tmux types the keys and captures the screen."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.storage.database_file import DATABASE_FILE_NAME

pytest.importorskip("prompt_toolkit", reason="the extra `live` is not installed")
pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

ROOT = Path(__file__).resolve().parents[2]


class Terminal:
    """A tmux terminal that runs the program."""

    def __init__(self, folder: Path) -> None:
        self._socket = str(folder / "tmux")

    def tmux(self, *arguments: str) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")}
        run = subprocess.run(
            ["tmux", "-S", self._socket, "-f", os.devnull, *arguments],
            capture_output=True, text=True, check=False, env=environment, timeout=30,
        )  # fmt: skip
        return run.stdout

    def start(self, home: Path, *options: str, width: int = 100, height: int = 24, environment: str = "") -> None:
        program = shlex.join([sys.executable, "-m", "cli", *options])
        line = (
            f"cd {shlex.quote(str(ROOT))}; env RULES_HOME={shlex.quote(str(home))} LANG=C.UTF-8 {environment} {program}"
        )
        script = f"{line}; echo status $?; sleep 60"
        self.tmux(
            "-u",
            "new-session",
            "-d",
            "-s",
            "rules",
            "-x",
            str(width),
            "-y",
            str(height),
            f"sh -c {shlex.quote(script)}",
        )
        self.tmux("set", "-s", "set-clipboard", "on")

    def keys(self, *names: str) -> None:
        self.tmux("send-keys", "-t", "rules", *names)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-t", "rules", "-l", text)

    def screen(self, *, styled: bool = False) -> str:
        return self.tmux("capture-pane", "-p", *(["-e"] if styled else []), "-t", "rules")

    def waits_for(self, text: str) -> str:
        until = time.monotonic() + 30
        while text not in (screen := self.screen()):
            assert time.monotonic() < until, f"no {text!r} on the screen:\n{screen}"
            time.sleep(0.05)
        return screen


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path)
    yield found
    found.tmux("kill-server")


@pytest.mark.parametrize("width", [60, 140])
def test_search_read_copy_leave(terminal: Terminal, starter_home: Path, width: int) -> None:
    """The user finds 306.9, reads it, copies its citation to the terminal's clipboard, and leaves."""
    terminal.start(starter_home, width=width)
    terminal.waits_for("Search:")
    terminal.type("loyalty graveyard")
    screen = terminal.waits_for("306.9")
    assert all(len(line) <= width for line in screen.splitlines())
    terminal.keys("Tab")
    terminal.waits_for("copy the citation")
    terminal.keys("Enter")
    terminal.waits_for("306.9. If a planeswalker")
    terminal.keys("c")
    terminal.waits_for("copied: CR 306.9")
    assert terminal.tmux("show-buffer") == "CR 306.9"
    terminal.keys("Escape")
    terminal.waits_for("Search: loyalty graveyard")
    terminal.keys("q")
    # The copied citations are printed too, for terminals without clipboard access.
    assert terminal.waits_for("status 0").split()[:2] == ["CR", "306.9"]


def test_it_follows_the_size_of_the_window(terminal: Terminal, starter_home: Path) -> None:
    """Lines are broken anew when the window is resized while a rule is read."""
    terminal.start(starter_home, width=140)
    terminal.waits_for("Search:")
    terminal.type("306.9")
    terminal.waits_for("1 hit")
    terminal.keys("Enter")
    whole = (
        "306.9. If a planeswalker’s loyalty is 0, it’s put into its owner’s graveyard. (This is a state-based action."
    )
    terminal.waits_for(whole)
    terminal.tmux("resize-window", "-t", "rules", "-x", "60", "-y", "20")
    screen = terminal.waits_for("306.9. If a planeswalker’s loyalty is 0, it’s put into its\n")
    assert all(len(line) <= 60 for line in screen.splitlines())
    terminal.keys("C-c")
    terminal.waits_for("status 0")


def test_the_knowledge_base_is_built_first(terminal: Terminal, tmp_path: Path) -> None:
    """Without a knowledge base, one is built from the starter data and then searched."""
    home = tmp_path / "new"
    terminal.start(home)
    terminal.waits_for("Search:")
    assert (home / DATABASE_FILE_NAME).exists()
    terminal.type("306.9")
    terminal.waits_for("planeswalker’s loyalty is 0")
    terminal.keys("C-c")
    terminal.waits_for("status 0")


def test_words_are_marked_without_colour(terminal: Terminal, starter_home: Path) -> None:
    """With NO_COLOR the matched words are bold, and the screen has no colours."""
    terminal.start(starter_home, environment="NO_COLOR=1")
    terminal.waits_for("Search:")
    terminal.type("graveyard")
    terminal.waits_for("306.9")
    styled = terminal.screen(styled=True)
    assert "graveyard" in styled and "\x1b[1mgraveyard" in styled.replace("\x1b[0;1m", "\x1b[1m")
    assert not any(f"\x1b[3{color}m" in styled for color in range(1, 8))


def test_french_and_another_day(terminal: Terminal, starter_home: Path) -> None:
    """--lang, --as-of and --ui-lang apply to the search as you type, too."""
    terminal.start(starter_home, "--lang", "fr", "--as-of", "2019-01-01", "--ui-lang", "fr")
    terminal.waits_for("fr extraits")
    terminal.type("loyauté")
    terminal.waits_for("306.5")
    terminal.keys("C-c")
    terminal.waits_for("status 0")


def test_a_wrong_option_is_told_in_a_line(terminal: Terminal, starter_home: Path) -> None:
    """Wrong options are reported before the screen is cleared."""
    terminal.start(starter_home, "--as-of", "yesterday")
    assert "rules: error: 'yesterday'" in terminal.waits_for("status 2")


def test_without_the_extra_the_help_says_how_to_get_it(terminal: Terminal, starter_home: Path, tmp_path: Path) -> None:
    """Without the extra, the help is printed, and one line that names the extra."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\nfind = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'prompt_toolkit' else find(name, *rest)\n"
    )
    terminal.start(starter_home, height=60, environment=f"PYTHONPATH={shlex.quote(str(tmp_path))}")
    screen = terminal.waits_for("status 0")
    assert "search" in screen
    assert "pip install 'prompt-toolkit<" in screen.replace("\n", "")


def test_elsewhere_the_help_is_printed(starter_home: Path) -> None:
    """In a pipe `rules` alone is `rules --help`; options without a command are wrong usage."""

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cli", *options]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)

    assert run().stdout == run("--help").stdout
    alone = run("--lang", "fr", "--home", str(starter_home))
    assert (alone.returncode, alone.stdout) == (2, "")
    assert alone.stderr.startswith("rules: error: ") and alone.stderr.count("\n") == 1
