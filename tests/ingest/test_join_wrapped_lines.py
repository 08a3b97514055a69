"""Joining lines that were wrapped at a fixed width."""

from __future__ import annotations

from ingest.parsing.join_wrapped_lines import join_wrapped_lines

WORDS = "every lantern that a keeper holds is lit or dark and its light falls on the table beside it".split()


def broken(paragraph: list[str], width: int = 72) -> list[str]:
    """Wrap a paragraph at a width, without the help of the code under test."""
    lines = [""]
    for word in paragraph:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def document(paragraphs: list[list[str]]) -> list[str]:
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += [*broken(paragraph), ""]
    return lines


def test_paragraphs_are_joined() -> None:
    """Each paragraph is joined and keeps the line number of its first line."""
    paragraphs = [[f"870.{number}.", *WORDS * 3] for number in range(1, 80)]
    whole = [(place, line) for place, line in join_wrapped_lines(document(paragraphs)) if line]
    assert [line for _, line in whole] == [" ".join(paragraph) for paragraph in paragraphs]
    lines = document(paragraphs)
    assert all(lines[place - 1].startswith(line.split()[0]) for place, line in whole)


def test_a_wrapped_reference_is_not_a_rule() -> None:
    """A line that begins with a number because of wrapping continues the line before it."""
    paragraphs = [[f"870.{number}.", *WORDS * 3] for number in range(1, 80)]
    lines = document(paragraphs)
    lines[1] += " beside it and the keeper sees it. See"
    lines.insert(2, "103.4. If a keeper must choose, " + " ".join(WORDS[:8]))
    whole = [line for _, line in join_wrapped_lines(lines) if line]
    assert not any(line.startswith("103.4.") for line in whole)
    assert "See 103.4. If a keeper must choose" in whole[0]


def test_examples_and_indented_lines_are_not_joined() -> None:
    """An example or an indented line doesn't continue the line before it."""
    lines = document([[f"870.{number}.", *WORDS * 3] for number in range(1, 80)])
    lines[1:1] = ["Example: " + " ".join(WORDS[:12]), "     A new paragraph of the rule."]
    whole = [line for _, line in join_wrapped_lines(lines)]
    assert any(line.startswith("Example: every lantern") for line in whole)
    assert "     A new paragraph of the rule." in "\n".join(whole)


def test_words_wrapped_at_a_hyphen() -> None:
    """A word wrapped at its hyphen is joined without a space."""
    lines = document([[f"870.{number}.", *WORDS * 3] for number in range(1, 80)])
    lines[0:1] = ["870.1. A lamp that burns beside the table of the keeper is a state-", "based lantern."]
    assert join_wrapped_lines(lines)[0] == (
        1,
        "870.1. A lamp that burns beside the table of the keeper is a state-based lantern.",
    )


def test_a_paragraph_a_line_is_left_alone() -> None:
    """A source with one paragraph on each line stays unchanged."""
    lines = [f"870.{number}. " + " ".join(WORDS * 9) for number in range(1, 300)]
    assert join_wrapped_lines(lines) == tuple(enumerate(lines, 1))
