"""`python -m bench.pin`: its output, the files that it writes, and its check."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bench import pin
from kb.errors import BadValue
from kb.history.history import Span
from kb.rule_number import RuleNumber
from kb.rulings.law.reviewed_wordings import ReviewedWording, parse_pins, reviewed_wordings, wording_hash
from kb.storage.store import Store

KEY = "legend-rule/keep_one_legend"
DAY = date(2026, 1, 16)


@pytest.fixture
def store(newest_home: Path) -> Iterator[Store]:
    """An open store with the starter data and the edition of 2026-01-16."""
    with Store.open(newest_home) as opened:
        yield opened


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A temporary folder of pins, so that the packaged pins aren't touched."""
    monkeypatch.setattr(pin, "FOLDER", tmp_path)
    return tmp_path


def test_show_prints_a_wording(store: Store) -> None:
    """`show` prints the hash, the number, the days and the text of a wording."""
    out = io.StringIO()
    pin.show(pin.wordings(store, "704.5j@2026-01-16"), out)
    head, text = out.getvalue().splitlines()
    words = text.strip()
    assert words.startswith("If two or more legendary permanents with the same name are controlled by the same player")
    assert head == f"{wording_hash(words)}  704.5j  2026-01-16 to 2026-01-16"


def test_show_marks_changes() -> None:
    """`show` marks removed and new words of a later wording."""
    number = RuleNumber.parse("704.5j")
    spans = [Span(number, DAY, None, text, "en", (), partial=False) for text in ("One goes.", "One stays.")]
    out = io.StringIO()
    pin.show([(ReviewedWording("0" * 12, number, DAY, DAY, "one"), each) for each in spans], out)
    assert out.getvalue().splitlines()[-1].strip() == "One [-goes-]{+stays+}."


def test_print_texts_of_a_module(store: Store) -> None:
    """`text` prints the encoded rules of a module, and the newest text below the variant in force."""
    out = io.StringIO()
    pin.print_texts(store, "uniqueness", out)
    lines = out.getvalue().splitlines()
    here = next(place for place, line in enumerate(lines) if line.startswith(f"{KEY}  "))
    assert lines[here + 1].startswith("    704.5j If two or more legendary permanents with the same name")
    with pytest.raises(BadValue, match="no_such_module"):
        pin.print_texts(store, "no_such_module", out)


def test_set_pins_a_wording(store: Store, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`set` writes a row under the variant's key, in the file of its module, and prints the wording."""
    pin.pin_down(store, KEY, "704.5j@2026-01-16", None, None, also=False)
    ((key, (row,)),) = parse_pins((folder / "uniqueness.toml").read_text()).items()
    assert (key, str(row.number), row.first, row.last, row.is_secondary) == (KEY, "704.5j", DAY, DAY, False)
    assert row.hash in {each.hash for each in reviewed_wordings()[KEY]}
    assert capsys.readouterr().out.startswith(f"{KEY}\n{row.hash}  704.5j")


def test_wording_is_pinned_to_one_variant(store: Store, folder: Path) -> None:
    """A wording that is pinned to another variant is unpinned from the first one."""
    pin.pin_down(store, KEY, "704.5j@2026-01-16", None, None, also=False)
    pin.pin_down(store, "legend-rule/none", "704.5j@2026-01-16", None, None, also=False)
    assert list(parse_pins((folder / "uniqueness.toml").read_text())) == ["legend-rule/none"]


@pytest.mark.parametrize(
    ("key", "named", "first", "says"),
    [
        ("legend-rule/no_such_variant", "704.5j@2026-01-16", None, "concept/function"),
        (KEY, "704.5j", None, "NUMBER@EDITION"),
        (KEY, "704.5j@2026-01-16", date(2027, 1, 1), "has no wording then"),
    ],
)
def test_bad_arguments(store: Store, folder: Path, key: str, named: str, first: date | None, says: str) -> None:
    """An unknown key, a rule without an edition, or a time without a wording is an error; no file is written."""
    with pytest.raises(BadValue, match=says):
        pin.pin_down(store, key, named, first, None, also=False)
    assert not list(folder.iterdir())


def test_check_prints_states(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` prints each concept with its states, and returns the number of unreviewed ones."""
    assert pin.check(store, ["legend-rule"]) == 0
    assert capsys.readouterr().out.splitlines() == ["legend-rule", "    2026-01-16  ok keep_one_legend 704.5j"]
