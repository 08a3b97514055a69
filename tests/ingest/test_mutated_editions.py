"""Whole editions that were cut, doubled, shuffled or damaged: they are read, warned about or rejected.

The first part damages an invented edition at places that hypothesis draws. The second part damages real editions in
the ways in which circulating copies are damaged, and in other ways.
"""

from __future__ import annotations

import codecs
import random
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.decode import decode
from ingest.documents.document import Document, read_file
from ingest.pipeline import IngestOptions, ingest_documents, read_editions
from kb.errors import SourceRejected
from kb.model import Edition
from kb.storage.store import Store
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
    """Return the reason of a rejection, or "" if an edition is read. Let any other error pass."""
    try:
        editions = read_editions(Document("mutated.txt", data), IngestOptions(effective=None), None)
    except SourceRejected as rejection:
        return str(rejection)
    assert all(edition.rules or edition.glossary for edition in editions)
    return ""


@pytest.mark.parametrize("mutation", [cut, doubled, shuffled, wrong_bytes])
@given(seed=st.integers(0, 1 << 32), encoding=st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_mutated(mutation: object, seed: int, encoding: str) -> None:
    """A damaged file is read or rejected."""
    assert callable(mutation)
    lines = mutation(LINES, random.Random(seed))
    assert "\n" not in read("\n".join(lines).encode(encoding, "replace"))


@given(data=st.data())
def test_a_truncated_edition_is_never_whole(data: st.DataObject) -> None:
    """An edition cut off before its credits is an excerpt or is rejected, so it can't remove a rule."""
    end = data.draw(st.integers(0, TEXT.rindex("Credits") - 1))
    try:
        editions = read_editions(Document("cut.txt", TEXT[:end].encode()), IngestOptions(), None)
    except SourceRejected:
        return
    assert all(edition.partial for edition in editions)
    assert all("truncated" in [finding.code for finding in edition.findings] for edition in editions)


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
def test_newlines(newline: str) -> None:
    """Every kind of line end gives the same edition."""
    (edition,) = read_editions(Document("x.txt", TEXT.replace("\n", newline).encode()), IngestOptions(), None)
    (expected,) = read_editions(Document("x.txt", TEXT.encode()), IngestOptions(), None)
    assert edition.rules == expected.rules
    assert edition.glossary == expected.glossary
    assert not edition.findings


@given(place=st.integers(TEXT.index("100.1."), TEXT.rindex("Credits") - 1), char=st.characters(categories=["Cc"]))
def test_control_characters_are_reported(place: int, char: str) -> None:
    """A copy with a control character is reported as damaged."""
    if char in "\t\n\v\f\r":
        return
    damaged = TEXT[:place] + char + TEXT[place + 1 :]
    for edition in read_editions(Document("x.txt", damaged.encode()), IngestOptions(effective=date(2020, 5, 1)), None):
        assert "undecodable" in [finding.code for finding in edition.findings]


@given(text=st.text(st.sampled_from("Σж漢└â’\x93 .\n"), max_size=300), encoding=st.sampled_from(["utf-8", "utf-16"]))
def test_foreign_characters_are_checked_quickly(text: str, encoding: str) -> None:
    """Long runs of foreign characters, as from a wrong two-byte encoding, are checked quickly."""
    read(f"{TEXT}\n100.9. A lantern {text * 300} burns.\n".encode(encoding))


# Real editions of several eras, damaged in the ways below.

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "en"
FILES = sorted(CORPUS.glob("*.txt"))[10::30]
real = pytest.mark.skipif(not FILES, reason="the corpus of real editions (../shared) is not here")

Damage = Callable[[str, random.Random], "str | bytes"]
NOT_ASCII = re.compile(r"[^\x00-\x7f]")
QUOTATION_MARKS = re.compile("[‘’“”\"']")
HEADING = re.compile(r"^[1-9][0-9]{2}\. [A-Z].*\n", re.MULTILINE)


def title(name: str) -> re.Pattern[str]:
    """Return a pattern for a heading without a number, alone on its line."""
    return re.compile(rf"^\s*(?:Table of )?{name}\s*$", re.MULTILINE | re.IGNORECASE)


def paragraphs(text: str) -> list[str]:
    return re.split(r"\n(?:[ \t]*\n)+", text)


def sections(text: str) -> list[str]:
    """Split a text into the part before the sections and each section; the last part has the rest of the text."""
    headings = [heading.start() for heading in HEADING.finditer(text)]
    starts = [0, *headings[len(headings) // 2 + 1 :], len(text)]
    return [text[start:end] for start, end in pairwise(starts)]


def part(text: str, draw: random.Random) -> tuple[int, int]:
    """Return the start and end index of some fifty paragraphs of the rules."""
    start = draw.randrange(len(paragraphs(text)) // 3, len(paragraphs(text)) // 2)
    return start, start + 50


def without_contents(text: str, _: random.Random) -> str:
    first, last = title("Contents").search(text), title("Credits").search(text)
    assert first is not None and last is not None
    return text[: first.start()] + text[last.end() :]


def without_glossary(text: str, _: random.Random) -> str:
    first, last = ([*title(name).finditer(text)][-1].start() for name in ("Glossary", "Credits"))
    return text[:first] + text[last:]


def without_part(text: str, draw: random.Random) -> str:
    start, end = part(text, draw)
    return "\n\n".join(paragraphs(text)[:start] + paragraphs(text)[end:])


def part_twice(text: str, draw: random.Random) -> str:
    start, end = part(text, draw)
    return "\n\n".join(paragraphs(text)[:end] + paragraphs(text)[start:])


def part_shuffled(text: str, draw: random.Random) -> str:
    start, end = part(text, draw)
    some = paragraphs(text)
    some[start:end] = draw.sample(some[start:end], end - start)
    return "\n\n".join(some)


def sections_shuffled(text: str, draw: random.Random) -> str:
    first, *others = sections(text)
    return "".join([first, *draw.sample(others[:-1], len(others) - 1), others[-1]])


def some_bytes(text: str, draw: random.Random) -> bytes:
    data = bytearray(text.encode())
    for _ in range(60):
        data[draw.randrange(len(data))] = draw.randrange(256)
    return bytes(data)


def block(text: str, draw: random.Random, new: bytes) -> bytes:
    """Replace as many bytes somewhere in the rules by new bytes."""
    data = text.encode()
    at = draw.randrange(len(data) // 3, len(data) // 2)
    return data[:at] + new + data[at + len(new) :]


STRUCTURE = {"missing-number", "contents-mismatch", "out-of-order", "duplicate-number", "stray-line"}
LOST = {"undecodable", "lossy"}

# Each damage, and finding codes of which the damaged copy must have at least one.
DAMAGES: dict[str, tuple[Damage, set[str]]] = {
    "cut off": (lambda text, draw: text[: draw.randrange(len(text) // 2, len(text) - 3000)], {"truncated"}),
    "cut off within a character": (lambda text, _: text[: len(text) // 2].encode() + b"\xe2\x80", {"truncated"}),
    "no contents page": (without_contents, {"contents-mismatch"}),
    "no glossary": (without_glossary, {"truncated"}),
    "a part missing": (without_part, STRUCTURE),
    "a section missing": (lambda text, _: "".join(sections(text)[:9] + sections(text)[10:]), {"contents-mismatch"}),
    "twice": (lambda text, _: text + text, {"duplicate-number"}),
    "a part twice": (part_twice, {"duplicate-number"}),
    "every line twice": (lambda text, _: re.sub(r"(.+\n)", r"\1\1", text), {"duplicate-number"}),
    "shuffled": (
        lambda text, draw: "\n\n".join(draw.sample(paragraphs(text), len(paragraphs(text)))), {"out-of-order"}
    ),
    "a part shuffled": (part_shuffled, {"out-of-order"}),
    "sections shuffled": (sections_shuffled, {"out-of-order"}),
    "no blank lines": (lambda text, _: re.sub(r"\n\s*\n", "\n", text), {"run-together"}),
    "paragraphs of a page": (
        lambda text, _: "<!doctype html>" + "".join(f"<p>{escape(each)}</p>" for each in paragraphs(text)),
        {"run-together"},
    ),
    "letters for digits": (lambda text, _: re.sub(r"(?m)^1(?=[0-9][0-9]\.)", "l", text), {"contents-mismatch"}),
    "wrong bytes": (some_bytes, {"undecodable"}),
    "a block of wrong bytes": (lambda text, draw: block(text, draw, draw.randbytes(4096)), {"undecodable"}),
    "a block of zeros": (lambda text, draw: block(text, draw, bytes(512)), {"undecodable"}),
    "question marks": (lambda text, _: NOT_ASCII.sub("?", text), {"undecodable"}),
    "three question marks": (lambda text, _: NOT_ASCII.sub("???", text), {"undecodable"}),
    "replacement characters": (lambda text, _: NOT_ASCII.sub("\ufffd", text), {"undecodable"}),
    "boxes": (lambda text, _: NOT_ASCII.sub("□", text), {"undecodable"}),
    "no quotation marks": (lambda text, _: QUOTATION_MARKS.sub("", text), {"lossy"}),
    "no apostrophes": (lambda text, _: re.sub("[’']", "", text), {"lossy"}),
    "codes of a page": (lambda text, _: text.encode("ascii", "xmlcharrefreplace"), {"undecodable"}),
    "codes of a program": (lambda text, _: text.encode("ascii", "backslashreplace"), {"undecodable"}),
    "UTF-8 read as cp1252": (lambda text, _: text.encode().decode("cp1252", "replace"), LOST),
    "UTF-8 read as cp1252 twice": (
        lambda text, _: text.encode().decode("cp1252", "replace").encode().decode("cp1252", "replace"), LOST
    ),
    "cp1252 read as Latin-1": (lambda text, _: text.encode("cp1252", "replace").decode("latin-1"), LOST),
    "cp1252 read as Mac Roman": (lambda text, _: text.encode("cp1252", "replace").decode("mac_roman"), LOST),
    "UTF-16 read as bytes": (
        lambda text, _: codecs.BOM_UTF16_LE + text.encode("utf-16-le").replace(b"\0", b""), LOST
    ),
    "UTF-16 cut within a character": (lambda text, _: text.encode("utf-16")[:-9001], {"undecodable"}),
    "UTF-16 without a byte": (lambda text, _: text.encode("utf-16")[:5001] + text.encode("utf-16")[5002:], LOST),
    "half in another encoding": (
        lambda text, _: text[: len(text) // 2].encode("cp1252", "replace") + text[len(text) // 2 :].encode(), LOST
    ),
}  # fmt: skip

# Ways of saving a text that reading can undo.
SAVED: dict[str, Damage] = {
    "UTF-8 with a mark": lambda text, _: text.encode("utf-8-sig"),
    "UTF-16": lambda text, _: text.encode("utf-16"),
    "UTF-16 without its mark": lambda text, _: text.encode("utf-16-be"),
    "CR CR LF": lambda text, _: text.replace("\n", "\r\r\n"),
    "every line end twice": lambda text, _: text.replace("\n", "\n\n"),
    "separators of lines": lambda text, _: text.replace("\n", "\u2028"),
    "CR and CR LF": lambda text, _: text.replace("\n\n", "\r\n\r\n").replace("\n", "\r\n"),
    "blanks at the ends": lambda text, draw: re.sub("\n", lambda _: " " * draw.randrange(3) + "\n", text),
    "set in": lambda text, _: re.sub(r"(?m)^(?=\S)", "    ", text),
    "preformatted": lambda text, _: f"<html><body><pre>{escape(text)}</pre></body></html>",
}


@cache
def clean(path: Path) -> tuple[str, Edition]:
    """Return the text of a real edition and the edition read from it."""
    document = read_file(path)
    (edition,) = read_editions(document, IngestOptions(), None)
    return decode(document).text, edition


def make_copy(damage: Damage, path: Path) -> Document:
    changed = damage(clean(path)[0], random.Random(path.name))
    return Document("copy.txt", changed if isinstance(changed, bytes) else changed.encode())


@real
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize(("damage", "codes"), DAMAGES.values(), ids=DAMAGES)
def test_damage_is_reported(path: Path, damage: Damage, codes: set[str]) -> None:
    """A damaged copy of a real edition is rejected, is reported as damaged, or has the same rules as the original."""
    _, edition = clean(path)
    known = [finding.code for finding in edition.findings]
    copies: tuple[Edition, ...] = ()
    with suppress(SourceRejected):
        copies = read_editions(make_copy(damage, path), IngestOptions(effective=edition.effective, force=True), None)
    for read_edition in copies:
        found = [finding.code for finding in read_edition.findings]
        if (read_edition.rules, read_edition.glossary) != (edition.rules, edition.glossary):
            assert any(found.count(code) > known.count(code) for code in codes), sorted(set(found))


@real
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("save", SAVED.values(), ids=SAVED)
def test_saved_otherwise(path: Path, save: Damage) -> None:
    """An edition is read the same in any encoding and with any line ends."""
    _, edition = clean(path)
    (read_edition,) = read_editions(make_copy(save, path), IngestOptions(), None)
    assert [(rule.number, rule.text, rule.examples) for rule in read_edition.rules] == [
        (rule.number, rule.text, rule.examples) for rule in edition.rules
    ]
    assert [(entry.term, entry.text) for entry in read_edition.glossary] == [
        (entry.term, entry.text) for entry in edition.glossary
    ]
    assert [finding.code for finding in read_edition.findings] == [finding.code for finding in edition.findings]


@real
@pytest.mark.parametrize("damage", ["question marks", "UTF-16 read as bytes", "wrong bytes"])
def test_the_clean_copy_is_kept(damage: str, tmp_path: Path) -> None:
    """The clean copy of a real edition is kept, in whichever order the copies are ingested."""
    original, copy = read_file(FILES[-1]), make_copy(DAMAGES[damage][0], FILES[-1])
    for number, order in enumerate(([original, copy], [copy, original])):
        with Store.open(tmp_path / str(number), create=True) as store:
            report = ingest_documents(store, order, IngestOptions(), {}, lambda _: None)
            day = clean(FILES[-1])[1].effective
            assert store.whole_edition_summary("en", day) == (original.name, ())
        assert [each.reason for each in report.skipped] == ["no-better"] * (order[0] is original)
        assert report.ingested[-1].replaces == ("" if order[0] is original else copy.name)
