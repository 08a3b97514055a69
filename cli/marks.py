"""Changed words, marked for people."""

from __future__ import annotations

from cli.page import Page, Piece

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
        text = stretch.text.replace("\n", " ")
        if stretch.kind == "same":
            before, after = at > 0, at < len(stretches) - 1
            pieces.append((_middle_left_out(text, before=before, after=after), "dim"))
        elif page.in_color:
            if stretch.kind == "new" and at and stretches[at - 1].kind == "gone":
                pieces.append(" ")
            pieces.append((text, "red strike" if stretch.kind == "gone" else "green"))
        else:
            pieces.append(f"[-{text}-]" if stretch.kind == "gone" else f"{{+{text}+}}")
    return pieces


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
