"""Completion, by calling the program as shells call it, and in real shells."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.options.completion import completion_for
from kb.citations.formatter import CITATION_STYLES
from kb.search import SCOPES
from kb.storage.store import Store
from kb.translation.rule_pair import TRANSLATION_STATES
from tests.policy_editions import invented_policy

ROOT = Path(__file__).resolve().parents[2]
CAPTURED: Any = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL}
PROGRAM = Path(sysconfig.get_path("scripts")) / "rules"

DAYS = ["2025-06-06", "2024-07-30", "2019-08-23", "2018-04-27", "2014-05-01"]
"""The days of the starter data's excerpts. Rule 306.7 was in force on all of them."""

LINES = (
    "rules show 306.",
    "rules define pl",
    "rules --as-of 2",
    "rules --lang xx show 306.",
    "rules --as-of never show 306.",
)


def asked(line: str, home: Path, shell: str = "bash") -> subprocess.CompletedProcess[str]:
    """Return the completions that the program gives to a shell for a command line."""
    words = line.split(" ")
    protocol = {
        "bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    environment = {**os.environ, **protocol, "_RULES_COMPLETE": f"complete_{shell}", "RULES_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "cli"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def every_book(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Make a knowledge base with the starter data and the invented policy documents. Tests must not write to it."""
    home = tmp_path_factory.mktemp("books") / "home"
    shutil.copytree(starter_home, home)
    with Store.open(home) as store, store.transaction() as writer:
        for edition in invented_policy():
            writer.add_edition(edition)
    return home


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rules sh", ["show"]),
        ("rules translation st", ["status"]),
        # One level at a time: sections, rules of a section, subrules of a rule.
        ("rules show 31", ["310", "311", "312", "313", "314", "315"]),
        ("rules show 306.5", ["306.5", "306.5a", "306.5b", "306.5c", "306.5d"]),
        ("rules show 306", ["306", *(f"306.{rule}" for rule in range(1, 10))]),
        ("rules refs 306.", [f"306.{rule}" for rule in range(1, 10)]),
        ("rules cite 306.5d", ["306.5d"]),
        ("rules search --section 306", ["306", *(f"306.{rule}" for rule in range(1, 10))]),
        ("rules show 999", []),
        # The numbers are those of the language and day asked about, before or after the command.
        ("rules --lang fr show 306.6", ["306.6"]),
        ("rules show --lang fr 30", ["306"]),
        ("rules show --as-of 2014-06-01 306.4", ["306.4"]),
        # Headings and headwords in the case of the typed word; the second word of a term of two.
        ("rules define planesw", ["planeswalkers"]),
        ("rules define Planesw", ["Planeswalkers"]),
        ("rules show planesw", ["planeswalkers"]),
        ("rules search planesw", ["planeswalkers"]),
        ("rules show 306 planesw", ["planeswalkers"]),
        # Words of a list.
        ("rules refs 306 --format g", ["graphml"]),
        ("rules cite 306 --style ", [*CITATION_STYLES]),
        ("rules search x --in ", [*SCOPES]),
        ("rules search x --in rules,", [f"rules,{scope}" for scope in SCOPES if scope != "rules"]),
        ("rules search x --status ", ["current", "deprecated", "removed"]),
        ("rules diff 2020 2021 --change ", ["typography", "references", "template", "wording"]),
        ("rules translation status --state ", [*TRANSLATION_STATES]),
        ("rules translation export x --xliff-version ", ["1.2", "2.0"]),
        ("rules --lang ", ["en", "fr"]),
        # Days of editions, the newest first.
        ("rules show 306 --as-of 2025", ["2025-06-06"]),
        ("rules diff 2025", ["2025-06-06"]),
        # The days of a pinned number: only editions that have the number, the newest first.
        ("rules show 306.7@2014", ["306.7@2014-05-01"]),
        ("rules history 306.7@", [f"306.7@{day}" for day in DAYS]),
        ("rules search 306.7@2018", ["306.7@2018-04-27"]),
        ("rules show 704.5j@", []),
        ("rules show x@", []),
        # bash splits the words at @ and =, and replaces only what comes from @ on, or after =.
        ("rules show 306.7 @", [f"@{day}" for day in DAYS]),
        ("rules show 306.7 @ 2014", ["@2014-05-01"]),
        ("rules cite 306.7 @ 2014", ["@2014-05-01"]),
        ("rules diff --section 306.7 @ 2018", ["@2018-04-27"]),
        ("rules show 306.7 @ 2014-05-01 306.5 @ 2014", ["@2014-05-01"]),
        ("rules cite 306.7 @ 2014-05-01 --style m", ["markdown"]),
        ("rules show 306 --as-of = 2025", ["2025-06-06"]),
        ("rules show 306 --as-of =", DAYS),
        ("rules show --lang = fr 30", ["306"]),
        # The shell itself completes names of files.
        ("rules export ", []),
        ("rules --home ", []),
    ],
)
def test_bash_is_told_what_fits(starter_home: Path, line: str, words: list[str]) -> None:
    """bash gets the completions of the typed word, and stderr is empty."""
    answer = asked(line, starter_home)
    assert (answer.stdout.split("\n")[:-1] if answer.stdout.strip() else [], answer.stderr) == (words, "")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rules show ip", ["ipg"]),
        ("rules show MTR ", ["Introduction", "1", "2", "Appendix A"]),
        ("rules history mtr 1", ["1", "1.1", "1.2", "1.3"]),
        ("rules cite MTR 1.", ["1.1", "1.2", "1.3"]),
        ("rules refs IPG 2.2/", ["2.2/penalty", "2.2/definition", "2.2/examples", "2.2/philosophy"]),
        ("rules show MTR Appendix ", ["A"]),
        ("rules cite --doc jar com", ["common-issues"]),
        ("rules diff 2020-01-01 2022-02-02 --doc mtr --section 2", ["2", "2.1"]),
        ("rules search x --doc ", ["cr", "mtr", "ipg", "jar", "all"]),
        ("rules audit --doc ", ["cr", "mtr", "ipg", "jar"]),
        ("rules show 306.6", ["306.6"]),
    ],
)
def test_places_of_other_books(every_book: Path, line: str, words: list[str]) -> None:
    """After the name of a book come its places, level by level; before it, the books that there are."""
    assert asked(line, every_book).stdout.split("\n") == [*words, ""]


@pytest.mark.parametrize("line", ["rules history ", "rules translation lint --", "rules -"])
def test_options_and_no_less(starter_home: Path, line: str) -> None:
    """Options are offered after a hyphen, numbers only after a digit, because there are thousands."""
    words = asked(line, starter_home).stdout.split()
    assert ("--json" in words) == line.endswith("-")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_answered(starter_home: Path, shell: str) -> None:
    """Each kind of value is completed in its own form."""
    answer = asked("rules show 306.5", starter_home, shell).stdout
    assert re.findall(r"306\.5[a-d]", answer) == ["306.5a", "306.5b", "306.5c", "306.5d"]


def test_terms_of_two_words(newest_home: Path) -> None:
    """After the first word of a term, headings (702.7, first strike) and glossary terms are completed by the second."""
    assert asked("rules define First S", newest_home).stdout.split("\n")[:-1] == ["Strike"]
    assert "first strike" in asked("rules define fir", newest_home).stdout.split("\n")
    assert "flying" in asked("rules define fl", newest_home).stdout.split("\n")


@pytest.mark.parametrize("spoilt", ["none", "old", "damaged", "folder"])
@pytest.mark.parametrize(
    "line",
    [
        "rules show 306.",
        "rules define pl",
        "rules --as-of 2",
        "rules --lang xx show 306.",
        "rules --as-of never show 306.",
    ],
)
def test_where_nothing_is_known_nothing_is_offered(tmp_path: Path, spoilt: str, line: str) -> None:
    """Completion builds and updates no knowledge base, and prints no error."""
    home = tmp_path / "home"
    home.mkdir()
    if spoilt == "old":
        with Store.open(home, create=True) as store, store.transaction():
            store.set_meta("schema", "4")
    elif spoilt == "damaged":
        (home / "rules.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    elif spoilt == "folder":
        (home / "rules.sqlite").mkdir()
    before = {path.name for path in home.iterdir()}
    answer = asked(line, home)
    assert (answer.stdout.strip(), answer.stderr) == ("", "")
    # SQLite itself makes files for readers beside the database.
    assert {path.name for path in home.iterdir()} - {"rules.sqlite-shm", "rules.sqlite-wal"} == before


def test_a_store_that_is_being_written_is_read_all_the_same(home: Path) -> None:
    """Readers don't wait for a writer."""
    with Store.open(home) as store, store.transaction():
        assert asked("rules show 306.5", home).stdout.split() == ["306.5", "306.5a", "306.5b", "306.5c", "306.5d"]


def test_completing_imports_no_other_command(starter_home: Path) -> None:
    """Completing a command's name imports no command; completing a number imports only its command, without search."""
    script = (
        "import sys\n"
        "from cli.app import main\n"
        "try:\n    main([])\nexcept SystemExit:\n    pass\n"
        "heavy = ('cli.commands.', 'whoosh', 'rich', 'prompt_toolkit', 'kb.terms.glossary')\n"
        "heavy = {name for name in sys.modules if name.startswith(heavy)}\n"
        "print(sorted(heavy), file=sys.stderr)\n"
    )
    for line, expected in (("rules s", []), ("rules cite 306.", ["cli.commands.cite"])):
        environment = {
            **os.environ, "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1),
            "_RULES_COMPLETE": "complete_bash", "RULES_HOME": str(starter_home),
        }  # fmt: skip
        run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, **CAPTURED)
        assert run.stderr.strip() == str(expected)


@pytest.mark.skipif(shutil.which("bash") is None or not PROGRAM.exists(), reason="bash or the program isn't installed")
def test_in_bash(starter_home: Path) -> None:
    """The script of --show-completion completes words that are typed in bash."""
    script = (
        'eval "$(_RULES_COMPLETE=source_bash rules)"\n'
        "complete -p rules\n"
        'COMP_WORDS=(rules show 306.5); COMP_CWORD=2; COMP_LINE="rules show 306.5"; COMP_POINT=${#COMP_LINE}\n'
        "_rules_completion rules 306.5 show\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
        "COMP_WORDS=(rules show 306.7 @ 2014); COMP_CWORD=4\n"
        "_rules_completion rules @2014 @\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    environment = {
        **os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "RULES_HOME": str(starter_home),
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    run = subprocess.run(
        ["bash", "--norc", "-ic", script],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert run.stdout.splitlines() == [
        "complete -o default -F _rules_completion rules",
        "306.5", "306.5a", "306.5b", "306.5c", "306.5d",
        "@2014-05-01",
    ]  # fmt: skip


def test_the_script_for_zsh_completes_at_the_first_tab(tmp_path: Path) -> None:
    """Shown and installed, it completes when zsh loads it at the first Tab, and not when a user's settings read it."""
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    run = [sys.executable, "-c", "import sys; sys.argv[0] = 'rules'; from cli.app import main; main()"]
    subprocess.run([*run, "--install-completion", "zsh"], env=environment, check=True, **CAPTURED)
    shown = subprocess.run([*run, "--show-completion", "zsh"], env=environment, check=True, **CAPTURED)
    installed = (tmp_path / ".zfunc" / "_rules").read_text()
    source = subprocess.run(run, env={**environment, "_RULES_COMPLETE": "source_zsh"}, check=True, **CAPTURED)
    assert installed.strip() == shown.stdout.strip() == source.stdout.strip()
    assert installed.startswith("#compdef rules\n")
    assert 'if (( ${+compstate} )); then\n  _rules_completion "$@"\nfi' in installed


@pytest.mark.skipif(shutil.which("zsh") is None or not PROGRAM.exists(), reason="zsh or the program isn't installed")
def test_in_zsh(starter_home: Path, tmp_path: Path) -> None:
    """In zsh, the first Tab of a session completes, with a script that zsh loads and with one that it has read."""
    environment = {
        **os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "RULES_HOME": str(starter_home),
        "HOME": str(tmp_path), "ZDOTDIR": str(tmp_path), "PYTHONPATH": str(ROOT), "TERM": "dumb",
    }  # fmt: skip
    source = {**environment, "_RULES_COMPLETE": "source_zsh"}
    script = subprocess.run(["rules"], env=source, check=True, **CAPTURED).stdout
    (tmp_path / "functions").mkdir()
    (tmp_path / "functions" / "_rules").write_text(script)
    start = "autoload -Uz compinit; compinit -u -D\n"
    for settings in (f"fpath+={tmp_path}/functions; {start}", f'{start}eval "$(_RULES_COMPLETE=source_zsh rules)"\n'):
        (tmp_path / ".zshrc").write_text(settings + "PS1='> '\n")
        assert "translation" in _after_first_tab(environment, "rules transl")


def _after_first_tab(environment: dict[str, str], line: str) -> str:
    """Return what zsh shows after a line and one Tab."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe("zsh", ["zsh", "-i"], environment)
    shown = ""
    try:
        for typed, expected in (("", "> "), (f"{line}\t", "translation")):
            os.write(terminal, typed.encode())
            while expected not in shown and select.select([terminal], [], [], 20)[0]:
                shown += os.read(terminal, 4096).decode(errors="replace")
    finally:
        os.close(terminal)
        os.waitpid(process, 0)
    return shown


@pytest.mark.skipif(shutil.which("fish") is None or not PROGRAM.exists(), reason="fish or the program isn't installed")
def test_in_fish(starter_home: Path, tmp_path: Path) -> None:
    """The script of --show-completion gives fish the right completions."""
    environment = {
        **os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "RULES_HOME": str(starter_home),
        "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    script = "_RULES_COMPLETE=source_fish rules | source"
    script += "; complete -C 'rules show 306.5'; complete -C 'rules show 306.7@2014'"
    run = subprocess.run(["fish", "-c", script], env=environment, check=True, **CAPTURED)
    assert run.stdout.split() == ["306.5", "306.5a", "306.5b", "306.5c", "306.5d", "306.7@2014-05-01"]


@pytest.mark.parametrize(
    ("metavar", "help_text", "words"),
    [
        ("FORMAT", "text, html or json.", ["text", "html", "json"]),
        (
            "FORMAT",
            "json, jsonl, text, markdown or sqlite; else by FILE's ending.",
            ["json", "jsonl", "text", "markdown", "sqlite"],
        ),
        ("STATE", "Only current, stale or missing rules; may be repeated.", ["current", "stale", "missing"]),
        ("STYLE", "For which text: plain, markdown or html.", ["plain", "markdown", "html"]),
        ("en|fr", "", ["en", "fr"]),
    ],
)
def test_words_to_choose_from_are_those_of_the_help(metavar: str, help_text: str, words: list[str]) -> None:
    """The words that a help text lists are offered."""
    complete = completion_for(metavar, help_text)
    assert complete is not None and complete(None, "") == words  # type: ignore[arg-type]


def test_what_is_offered_is_taken(rules: Callable[..., object], starter_home: Path) -> None:
    """Each command accepts the formats and styles that completion offers for it."""
    for line in (
        "compare 306.5 --format",
        "cite 306.5 --style",
        "diff 2014-05-01 2025-06-06 --format",
        "lint LICENSE --format",
    ):
        for word in asked(f"rules {line} ", starter_home).stdout.split():
            outcome = rules(*line.split(), word, home=starter_home)
            assert f"'{word}'" not in outcome.err  # type: ignore[attr-defined]
