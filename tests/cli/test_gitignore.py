"""Patterns of a `.gitignore`: git itself is the judge, and no pattern takes long."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cli.user_files.gitignore import IgnorePatterns

NAMES = ["a", "b", "ab", "abc", "a.b", "-", "]", "é", "a b", " ", "aa"]


def git_verdicts(folder: Path, patterns: bytes, paths: Sequence[str]) -> dict[str, bool | None]:
    """Return for each path what the last matching pattern of git says, None if there is none."""
    (folder / ".gitignore").write_bytes(patterns)
    run = subprocess.run(
        ["git", "check-ignore", "--no-index", "--verbose", "--non-matching", "--stdin", "-z"],
        cwd=folder, input=b"\0".join(os.fsencode(path) for path in paths) + b"\0", capture_output=True, check=False,
    )  # fmt: skip
    fields = run.stdout.split(b"\0")
    return {
        os.fsdecode(path): None if not source else not pattern.startswith(b"!")
        for source, _line, pattern, path in zip(*(fields[at::4] for at in range(4)), strict=False)
    }


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with files and folders of all the names, two levels deep."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    root = tmp_path_factory.mktemp("tree")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True, capture_output=True)
    for first in NAMES:
        for second in NAMES[:6]:
            (root / first / second).mkdir(parents=True)
            for third in ("a", "b", "ab"):
                (root / first / second / third).write_text("")
        (root / f"{first}cc").write_text("")
    return root


def our_verdict(patterns: IgnorePatterns, path: str, root: Path) -> bool | None:
    """Return what the last matching pattern says about the first excluded folder of a path, or about the path."""
    parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        part = "/".join(parts[:depth])
        found = patterns.excludes(os.fsencode(part), is_folder=(root / part).is_dir())
        if found or depth == len(parts):
            return found
    raise AssertionError(path)


CHARACTERS = st.sampled_from([
    "a", "b", "c", "*", "**", "?", "/", "[ab]", "[!a]", "[^b]", "[a-b]", "[]a]", "[", "]", "-", "\\a", "\\*", ".", " ",
    "\\ ", "é", "[[:alpha:]]", "[[:x:]]", "[b-a]", "[a\\-c]", "!", "#", "**/", "/**", "[/a]", "\\",
])  # fmt: skip
LINE = st.builds(str.__add__, st.sampled_from(["", "", "!", "/", "**/"]), st.lists(CHARACTERS, max_size=7).map("".join))


def is_compared(line: str) -> bool:
    """Leave out two forms on which git itself isn't consistent.

    `**\\/` matches other paths than `**/`. Git 2.39 takes the end of `a**/b` for any folders, git 2.53 does not.
    """
    return "\\/" not in line and not re.search(r"[^/*]\*\*", line.removeprefix("!"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINE.filter(is_compared), min_size=1, max_size=5))
@example(lines=["a/**/b", "!a/**", "**/**/ab/", "[[:digit:]-z]"])
@example(lines=["*", "!*/", "!ab", "/a/*/b"])
@example(lines=["a  ", "b\\ ", "\\ ", "abc\r"])
def test_patterns_match_as_in_git(tree: Path, lines: list[str]) -> None:
    """For random patterns, the last match that git finds is the last match here."""
    content = "\n".join(lines).encode()
    paths = sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*") if ".git" not in path.parts)
    patterns = IgnorePatterns(content)
    theirs = git_verdicts(tree, content, paths)
    assert {path: our_verdict(patterns, path, tree) for path in paths} == theirs


def test_two_stars_beside_a_letter_are_one_star(tree: Path) -> None:
    """As the documentation of git says, `**` is special only between slashes."""
    patterns = IgnorePatterns(b"a**/b")
    excluded = {path for path in ("a/b", "abc/b", "ab", "abc/abc/b", "b") if our_verdict(patterns, path, tree)}
    assert excluded == {"a/b", "abc/b"}


WORST = {
    "stars": b"a*" * 60 + b"b",
    "stars and a set": b"*[ab]" * 60 + b"b",
    "folders": b"**/" * 40 + b"x",
    "folders between names": b"**/a/" * 60 + b"x",
    "folders and stars": b"**/a*a*a*b/" * 20 + b"x",
    "question marks": b"*?" * 60 + b"b",
    "an unclosed set": b"[" * 5_000,
    "spaces": b"a" + b" " * 20_000 + b"b",
    "backslashes": b"\\" * 20_001,
    "classes": b"[[:a" * 5_000,
}


@pytest.mark.parametrize("name", WORST)
def test_no_pattern_takes_long(name: str) -> None:
    """Neither long names nor deep folders make a pattern try all ways to divide a path."""
    start = time.process_time()
    patterns = IgnorePatterns(WORST[name])
    for path in (b"a" * 250, b"/".join([b"a"] * 120), b"/".join([b"a" * 30] * 120)):
        patterns.excludes(path, is_folder=False)
    assert time.process_time() - start < 2


def test_many_patterns_cost_no_more_than_their_length() -> None:
    """A large `.gitignore` is read in seconds, and a path is compared with all its patterns at once."""
    content = b"".join(b"%x*%x\n" % (at, at) for at in range(2_000))
    start = time.process_time()
    patterns = IgnorePatterns(content)
    assert patterns.excludes(b"some/folder/7cfx7cf", is_folder=False)
    for _ in range(100):
        assert patterns.excludes(b"some/folder/zzz", is_folder=False) is None
    assert time.process_time() - start < 5
