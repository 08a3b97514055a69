"""README, guide, help and docs describe the program as it is: their examples are run."""

from __future__ import annotations

import io
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bench import screenshots
from cli.linting.settings import find_settings
from kb.search import SCOPES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRACT = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
# The module of a subcommand joins both names: `translation_status`.
COMMANDS = sorted(path.stem.replace("_", " ") for path in (ROOT / "cli/commands").glob("[a-z]*.py"))


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))]


def examples() -> list[Any]:
    """Return the commands in the console blocks of README and guide, each with the output printed below it."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                found.append(pytest.param(command, output, id=f"{page.stem}: {command}"))
    return found


@pytest.mark.parametrize(("command", "output"), examples())
def test_examples_print_what_they_show(rules: Any, starter_home: Path, command: str, output: str) -> None:
    """Each example of README and guide prints exactly the output shown when it runs on the starter data."""
    program, *arguments = shlex.split(command)
    assert program == "rules"
    outcome = rules(*arguments, home=starter_home)
    assert (outcome.status, outcome.out) == (0, output)


def test_screenshots_show_what_the_commands_print() -> None:
    """The pictures of the README show the current output of their commands."""
    for name, screen in screenshots.screens().items():
        picture = ET.parse(screenshots.FOLDER / f"{name}.svg")
        drawn = "".join(picture.getroot().itertext())
        for line in screen.plain.splitlines():
            for word in line.split():
                assert word in drawn, f"{name}: {word}"


def test_the_guide_lists_its_pages() -> None:
    """docs/guide/README.md and README.md link every page of the guide."""
    for page in PAGES[1:]:
        if page.name != "README.md":
            assert f"({page.name})" in (ROOT / "docs/guide/README.md").read_text(encoding="utf-8")
            assert f"(docs/guide/{page.name})" in README


LINT_GUIDE = (ROOT / "docs/lint.md").read_text(encoding="utf-8")
# These examples need old editions; the starter data has only excerpts.
NEEDS_EDITIONS = {"old.md", "tokens.py", "beside.txt"}


def lint_examples() -> list[Any]:
    """Return the files of docs/lint.md that an example checks, each with the console block that does so."""
    files = re.findall(r"<!-- (\S+) -->\n```text\n(.*?)```\n\n```console\n(.*?)```", LINT_GUIDE, re.DOTALL)
    assert {name for name, _text, _console in files} >= {"notes.md", "ignored.md", *NEEDS_EDITIONS}
    return [pytest.param(*each, id=each[0]) for each in files]


@pytest.mark.parametrize(("name", "text", "console"), lint_examples())
def test_lint_guide_prints_what_it_shows(
    rules: Any, request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, console: str
) -> None:
    """The examples of docs/lint.md print the output shown."""
    home = request.getfixturevalue("every_edition" if name in NEEDS_EDITIONS else "starter_home")
    (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for example in re.split(r"^\$ rules ", console, flags=re.MULTILINE)[1:]:
        command, _, shown = example.partition("\n")
        outcome = rules(*shlex.split(command), home=home)
        assert outcome.out == shown
        assert outcome.status == (0 if shown == "2 citations: 2 ok\n" else 1)


def test_lint_settings_of_the_guide_are_read(tmp_path: Path) -> None:
    """The settings that docs/lint.md shows are read, and name every key."""
    shown = re.search(r"<!-- rules-lint.toml -->\n```toml\n(.*?)```", LINT_GUIDE, re.DOTALL)
    assert shown
    (tmp_path / "rules-lint.toml").write_text(shown[1], encoding="utf-8")
    settings = find_settings(tmp_path)
    assert settings.exclude == ("vendor/", "old-*.md")
    assert dict(settings.levels) == {"edited": "warning", "missing": "error", "quote-mismatch": "off"}
    assert set(tomllib.loads(shown[1])) == {
        "include", "exclude", "written-under", "language", "baseline", "lock", "verdicts"
    }  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_help_examples_run(
    rules: Any, starter_home: Path, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each command's help has an example that runs with the expected exit status. stdin is empty."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    # The server would run until Ctrl-C.
    monkeypatch.setattr("cli.site.serving.SiteServer.run", lambda server: server._server.server_close())
    text = rules(*name.split(), "--help").out
    example = re.search(r"Example: rules (.+?)\s*$", text, re.MULTILINE)
    assert example, text
    arguments = [str(tmp_path / word) if word == "public" else word for word in shlex.split(example[1])]
    outcome = rules(*arguments, home=starter_home)
    # The file to ingest doesn't exist, and the starter data lacks cards, rules that docs cite, a second edition, books.
    wanting = (
        "ingest", "card", "lint", "diff", "watch", "drift", "translation import", "translation lint", "penalty",
        "penalties",
    )  # fmt: skip
    expected = 2 if name == "cards import" else 1 if name in wanting else 0
    assert outcome.status == expected, outcome.err
    assert "fault of the program" not in outcome.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(rules: Any, name: str) -> None:
    """docs/cli.md names each command and each of its options."""
    assert f"`rules {name}" in CONTRACT
    for option in set(re.findall(r"--[a-z][a-z-]+", rules(*name.split(), "--help").out)) - {"--help"}:
        assert option in CONTRACT, option


def test_scopes_are_documented() -> None:
    """docs/cli.md names the scopes of a search."""
    assert ",".join(SCOPES) in CONTRACT


def test_codes_and_reasons_are_documented() -> None:
    """docs/cli.md names every finding code and every rejection reason that the code gives."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*ROOT.glob("kb/*.py"), *ROOT.glob("ingest/**/*.py")])
    given = re.findall(r'Finding\(\s*"([a-z-]+)"', code)
    given += re.findall(r'SourceRejected\(\s*[\w.()]+,\s*"([a-z-]+)"', code)
    assert given
    for each in given:
        assert f"`{each}`" in CONTRACT, each


def test_links_name_existing_files() -> None:
    """Links between the documents name existing files."""
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_decision_is_listed() -> None:
    """docs/architecture.md links each page of docs/decisions."""
    architecture = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs/decisions").glob("*.md"):
        assert f"decisions/{page.name}" in architecture, page.name


def test_nothing_names_a_package_that_is_in_no_index() -> None:
    """The program isn't in a package index, so no page and no message says `pip install mtg-rules-library`."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *(ROOT / "data").rglob("*.po")]
    code = [path for package in ("kb", "ingest", "cli", "bench") for path in (ROOT / package).rglob("*.py")]
    for path in (*pages, *code):
        found = re.search(r"(?:install|inject|require)[^\n]*[ '\"]mtg-rules-library", path.read_text(encoding="utf-8"))
        assert found is None, f"{path.name}: {found[0]}"
