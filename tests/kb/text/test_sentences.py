"""Sentences: where a sentence of the rules ends, and where a full stop is no end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        ("Flying", ["Flying"]),
        ("It dies. See rule 704.5i. Then draw.", ["It dies.", "See rule 704.5i.", "Then draw."]),
        ("It dies. (See rule 704.) Then draw.", ["It dies.", "(See rule 704.)", "Then draw."]),
        ("See rule 702.19, “Trample.” It has no effect.", ["See rule 702.19, “Trample.”", "It has no effect."]),
        ("A cost (e.g. Flashback) is paid.", ["A cost (e.g. Flashback) is paid."]),
        ("1. The power. 2. The number.", ["1. The power.", "2. The number."]),
        ("First line\nSecond line", ["First line", "Second line"]),
        ("Il meurt. « Vol » suffit. Écartez-la.", ["Il meurt.", "« Vol » suffit.", "Écartez-la."]),
        ("“When [this] dies, . . .” triggers.", ["“When [this] dies, . . .” triggers."]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    """Each text has exactly these sentences."""
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@given(st.text(alphabet="ab. A1\n?(“”)é»\u00a0", max_size=80))
def test_sentences_lose_only_spaces(text: str) -> None:
    """The sentences stand in order and have all of a text but white space."""
    spans = sentence_spans(text)
    assert spans == sorted(spans)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
