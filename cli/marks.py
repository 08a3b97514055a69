"""Changed words, marked for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.page import Page, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.words import Stretch

# A long wording shows so much around what changed in it.
_AROUND = 60


def marked(page: Page, old: str, new: str) -> list[Piece]:
    """The words that went and came, with as much around them as tells where.

    In colour they are struck out or green; elsewhere they stand as in `git diff --word-diff`.
    """
    from kb.words import differences

    pieces: list[Piece] = []
    stretches = differences(old, new)
    for at, stretch in enumerate(stretches):
        if stretch.kind == "same":
            before, after = at > 0, at < len(stretches) - 1
            text = stretch.text.replace("\n", " ")
            pieces.append((_middle_left_out(text, before=before, after=after), "dim"))
        else:
            pieces += _mark(page, stretch, after_gone=at > 0 and stretches[at - 1].kind == "gone")
    return pieces


def marked_whole(page: Page, stretches: Sequence[Stretch]) -> list[Piece]:
    """The same of a text that is shown whole."""
    pieces: list[Piece] = []
    for at, stretch in enumerate(stretches):
        if stretch.kind == "same":
            pieces.append(stretch.text)
        else:
            pieces += _mark(page, stretch, after_gone=at > 0 and stretches[at - 1].kind == "gone")
    return pieces


def _mark(page: Page, stretch: Stretch, *, after_gone: bool) -> list[Piece]:
    """A stretch that went or came."""
    text = stretch.text.replace("\n", " ")
    if not page.in_color:
        return [f"[-{text}-]" if stretch.kind == "gone" else f"{{+{text}+}}"]
    mark = (text, "red strike" if stretch.kind == "gone" else "green")
    return [" ", mark] if stretch.kind == "new" and after_gone else [mark]


def _middle_left_out(text: str, *, before: bool, after: bool) -> str:
    """A stretch that stayed, without what is far from any change."""
    if len(text) <= 2 * _AROUND:
        return text
    head = text[:_AROUND].rpartition(" ")[0] + " " if before else ""
    tail = " " + text[-_AROUND:].partition(" ")[2] if after else ""
    return f"{head}…{tail}"


def shortened(text: str) -> str:
    """The beginning of a text, on one line."""
    line = text.replace("\n", " ")
    return line if len(line) <= 3 * _AROUND else line[: 3 * _AROUND].rpartition(" ")[0] + " …"
