"""Arguments that a shell can't pass, and files whose names look like options."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

if TYPE_CHECKING:
    from tests.conftest import Rules

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "arguments", [("--home", "a\0b", "search", "loyalty"), ("search", "a\0b"), ("export", "a\0b"), ("ingest", "a\0b")]
)
def test_an_argument_with_nul_is_one_line(rules: Rules, starter_home: Path, arguments: tuple[str, ...]) -> None:
    """A program that calls `main` with a NUL character gets one line that names the argument."""
    outcome = rules(*arguments, home=starter_home)
    assert outcome.status == 2
    assert outcome.err == "rules: error: the argument 'a\\x00b' has a NUL character; leave it out\n"


@pytest.mark.parametrize("name", ["--fix", "-x.md", "--format"])
def test_the_hook_reads_a_file_that_is_named_like_an_option(
    rules: Rules, starter_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """pre-commit adds the names of files to the hook's command; a name such as `--fix` isn't taken as an option."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    text = "The rule CR 999.5 was 306.4 (2009-10-01).\n"
    Path(name).write_text(text, encoding="utf-8")
    program, *command = [*shlex.split(hook["entry"]), *hook["args"], name]
    assert program == "rules"
    outcome = rules(*command, home=starter_home)
    assert outcome.status == 1, outcome.err
    assert f"{name}:1:" in outcome.out
    assert Path(name).read_text(encoding="utf-8") == text
