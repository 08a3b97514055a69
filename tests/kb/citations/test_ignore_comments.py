"""Ignore comments: what is one, and what reading them costs."""

from __future__ import annotations

import time

import pytest

from kb.citations.ignore_comments import IgnoreComment, IgnoreComments
from kb.citations.text_part import TextPart


def read(text: str) -> list[IgnoreComment]:
    """Return the comments of a text. None of them is used."""
    content = text.encode()
    comments = IgnoreComments(["missing", "moved"])
    comments.read(TextPart(content, 0, len(content)))
    return [*comments.finished()]


@pytest.mark.parametrize(
    ("text", "scope", "verdicts", "reason"),
    [
        ("// rules-lint: ignore old text", "ignore", (), "old text"),
        ("<!-- rules-lint:ignore-next old text -->", "ignore-next", (), "old text"),
        ("/* rules-lint: ignore-file: old text. */", "ignore-file", (), "old text."),
        ("{# rules-lint: ignore[moved] – “quoted” #}", "ignore", ("moved",), "“quoted”"),
        ("-- rules-lint: ignore [ moved , missing ] x --", "ignore", ("moved", "missing"), "x"),
        ('"""rules-lint: ignore x"""', "", (), ""),
        ("`rules-lint: ignore x`", "", (), ""),
        ("rules-lint: ignored x", "ignored", (), "x"),
        ("rules-lint: warning x", "", (), ""),
        ("Rules-Lint: ignore x", "", (), ""),
        ("rules-lint: ignore é\udcff".encode("utf-8", "surrogateescape").decode("cp1252"), "ignore", (), "Ã©ÿ"),
    ],
)
def test_comments(text: str, scope: str, verdicts: tuple[str, ...], reason: str) -> None:
    """Each mark of a comment may stand around it. A quoted comment isn't one, and the case of letters counts."""
    found = [(each.scope, each.verdicts, each.reason) for each in read(text)]
    assert found == ([(scope, verdicts, reason)] if scope else [])


def test_a_comment_of_every_line_is_kept_apart() -> None:
    """Comments of neighbouring lines don't disturb each other; each is used for its own line."""
    content = b"rules-lint: ignore a\nrules-lint: ignore-next b\nx\n"
    comments = IgnoreComments(["missing"])
    comments.read(TextPart(content, 0, len(content)))
    for line, reason in ((1, "a"), (3, "b")):
        comment = comments.find(line, 1, "missing")
        assert comment is not None and comment.reason == reason
    assert comments.find(2, 1, "missing") is None and [*comments.finished()] == []


@pytest.mark.parametrize(
    "piece",
    ["rules-lint:", "rules-lint: ", "`rules-lint: ignore ", "rules-lint: ignore\n", "rules-lint: ignore[", "-->",
     "rules-lint: ignore x -->*/\n", "rules-lint: ignore" + " " * 50, "rules-lint: ignore-file x\n"],
)  # fmt: skip
def test_linear_time(piece: str) -> None:
    """Ten times the text takes at most thirty times as long; what takes 50 ms anyway isn't judged."""

    def seconds(size: int) -> float:
        times = []
        for _run in range(2):
            start = time.process_time()
            read((piece * (size // len(piece) + 1))[:size])
            times.append(time.process_time() - start)
        return min(times)

    assert seconds(200_000) < 0.05 + 30 * seconds(20_000)
