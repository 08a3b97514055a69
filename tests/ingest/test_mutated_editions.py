"""Whole editions that were cut, doubled, shuffled or damaged: an edition, a warning or a rejection."""

from __future__ import annotations

import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.document import Document
from ingest.intake import Wishes, read_editions
from kb.errors import SourceRejected
from tests.editions import edition_text

TEXT = edition_text(date(2020, 5, 1), ["A keeper’s lantern isn’t dark.", "It’s lit."], sections=4, each=6)
LINES = TEXT.split("\n")


def cut(lines: list[str], draw: random.Random) -> list[str]:
    start, end = sorted(draw.sample(range(len(lines)), 2))
    return lines[:start] + lines[end:]


def doubled(lines: list[str], draw: random.Random) -> list[str]:
    start, end = sorted(draw.sample(range(len(lines)), 2))
    return lines[:end] + lines[start:]


def shuffled(lines: list[str], draw: random.Random) -> list[str]:
    some = lines[:]
    draw.shuffle(some)
    return some


def wrong_bytes(lines: list[str], draw: random.Random) -> list[str]:
    return ["".join(chr(draw.randrange(1, 0x2FF)) if draw.random() < 0.02 else char for char in line) for line in lines]


def read(data: bytes) -> str:
    """The reason of the rejection, or "" where an edition comes out; nothing else may be raised."""
    try:
        editions = read_editions(Document("mutated.txt", data), Wishes(effective=None), None)
    except SourceRejected as rejection:
        return str(rejection)
    assert all(edition.rules or edition.glossary for edition in editions)
    return ""


@pytest.mark.parametrize("mutation", [cut, doubled, shuffled, wrong_bytes])
@given(seed=st.integers(0, 1 << 32), encoding=st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_mutated(mutation: object, seed: int, encoding: str) -> None:
    """Whatever was done to the file, it is read or rejected."""
    assert callable(mutation)
    lines = mutation(LINES, random.Random(seed))
    assert "\n" not in read("\n".join(lines).encode(encoding, "replace"))


@given(data=st.data())
def test_a_cut_never_passes_for_the_whole(data: st.DataObject) -> None:
    """An edition cut off anywhere before its credits is an excerpt or is rejected; it can't remove a rule."""
    end = data.draw(st.integers(0, TEXT.rindex("Credits") - 1))
    try:
        editions = read_editions(Document("cut.txt", TEXT[:end].encode()), Wishes(), None)
    except SourceRejected:
        return
    assert all(edition.partial for edition in editions)
    assert all("truncated" in [finding.code for finding in edition.findings] for edition in editions)


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
def test_newlines(newline: str) -> None:
    """Every kind of newline gives the same edition."""
    (edition,) = read_editions(Document("x.txt", TEXT.replace("\n", newline).encode()), Wishes(), None)
    (expected,) = read_editions(Document("x.txt", TEXT.encode()), Wishes(), None)
    assert edition.rules == expected.rules
    assert edition.glossary == expected.glossary
    assert not edition.findings
