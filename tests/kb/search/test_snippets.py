"""Snippets: whole sentences that have the words of the query."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kb.search.snippets import cut_snippet

TEXT = (
    "A first sentence says something of no interest to this query at all. "
    "Another one goes on about nothing for quite a while, so that the text is long enough to be cut somewhere. "
    "Here flying creatures are blocked. The last sentence has neither."
)


def marked(text: str, words: str) -> list[tuple[int, int]]:
    return [found.span() for found in re.finditer(words, text)]


def test_a_short_text_is_whole() -> None:
    """A text that is short enough isn't cut, and line breaks become spaces."""
    assert cut_snippet("One.\nTwo two.", [(5, 8)]) == ("One. Two two.", ((5, 8),))


def test_a_snippet_begins_at_the_sentence_with_the_words() -> None:
    """The sentence with the most words of the query comes first, and what follows it may be left out."""
    snippet, marks = cut_snippet(TEXT, marked(TEXT, "flying|blocked"), 60)
    assert snippet == "Here flying creatures are blocked. …"
    assert [snippet[start:end] for start, end in marks] == ["flying", "blocked"]


def test_the_start_of_a_text() -> None:
    """With `from_start`, a snippet begins with the text, wherever the words are."""
    snippet, _ = cut_snippet(TEXT, marked(TEXT, "flying"), 80, from_start=True)
    assert snippet == "A first sentence says something of no interest to this query at all. …"


def test_a_long_sentence_has_its_beginning_and_its_matches() -> None:
    """If the words stand late in a long sentence, an ellipsis joins its beginning with the words around them."""
    text = "If an effect " + "does this or that and " * 20 + "makes a creature unblockable, it can't be blocked."
    snippet, marks = cut_snippet(text, marked(text, "unblockable"), 120)
    assert snippet.startswith("If an effect does this")
    assert " … " in snippet
    assert [snippet[start:end] for start, end in marks] == ["unblockable"]
    assert len(snippet) < 140


@given(st.text(alphabet="ab. A\n(”", min_size=1, max_size=400), st.integers(20, 200), st.data())
def test_marks_are_the_same_words(text: str, length: int, data: st.DataObject) -> None:
    """The marks of a snippet are marks of the text, in order, and the snippet isn't much longer than asked."""
    words = [found.span() for found in re.finditer(r"\w+", text)]
    chosen = sorted(data.draw(st.sets(st.sampled_from(words)))) if words else []
    snippet, marks = cut_snippet(text, chosen, length)
    assert list(marks) == sorted(marks)
    assert {snippet[start:end] for start, end in marks} <= {text[start:end] for start, end in chosen}
    assert len(snippet) <= length + 10


def test_a_sentence_in_brackets_and_a_quotation_are_not_cut_off() -> None:
    """A sentence in brackets stands with the one before it, and a quotation is shown from its beginning."""
    filler = "Nothing of interest is said here, at some length, so that the whole text can't be shown. "
    text = f"{filler}Flying is a rule. (See rule 702.9.)"
    assert cut_snippet(text, marked(text, "702"), 60)[0] == "Flying is a rule. (See rule 702.9.)"
    text = f"{filler}It reads “Destroy it. It can’t be regenerated.” {filler}"
    assert cut_snippet(text, marked(text, "regenerated"), 70)[0].startswith("It reads “Destroy it. It can’t be")
