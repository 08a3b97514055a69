"""Edition differences: what changed between any two editions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from csv import DictReader
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import NotFound
from kb.history.edition_diff import EditionDiff, diff_editions, group_by_section
from kb.history.history import rule_history
from kb.model import Edition
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]

OIL = "An oil lantern is lit by touching a burning wick to its own wick."
GAS = "A gas lantern is lit by opening its valve and striking a spark beside the mantle."
KEEPER = "Each keeper carries one lantern and walks the wall from dusk until the morning bell rings."
TURNED = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}


def between(store: Store, first: str, second: str) -> EditionDiff:
    return diff_editions(store, "en", date.fromisoformat(first), date.fromisoformat(second))


def summaries(found: EditionDiff) -> list[tuple[str, str | None, str | None]]:
    return [
        (each.kind, str(each.old.number) if each.old else None, str(each.new.number) if each.new else None)
        for each in found.differences
    ]


def test_rules_are_carried_over_the_editions_between(invented: Invented) -> None:
    """A rule that moved twice and was edited is one difference; a change that was undone is none."""
    rule = invented.rule
    editions = [
        invented.edition("a", "2019-01-01", rule("100.1", OIL), rule("100.2", GAS), rule("100.3", KEEPER)),
        invented.edition("b", "2020-01-01", rule("200.1", OIL), rule("100.2", KEEPER), rule("100.3", GAS)),
        invented.edition("c", "2021-01-01", rule("300.1", OIL + " Twice."), rule("100.2", GAS), rule("100.3", KEEPER)),
    ]
    with invented.store(*editions) as store:
        found = between(store, "2019-01-01", "2021-06-01")
        assert summaries(found) == [("moved-and-edited", "100.1", "300.1")]
        assert found.differences[0].change == "wording"
        assert 0.8 < found.differences[0].similarity < 1
        assert (found.first, found.second) == (date(2019, 1, 1), date(2021, 1, 1))


def test_a_merged_rule_may_move_later(invented: Invented) -> None:
    """A merged rule has the number that its new rule has in the second edition; an added rule has no old side."""
    longer, whole = f"{OIL} {KEEPER}", f"{OIL} {KEEPER} {GAS}"
    editions = [
        invented.edition("a", "2019-01-01", invented.rule("100.1", longer), invented.rule("100.2", GAS)),
        invented.edition("b", "2020-01-01", invented.rule("100.1", whole)),
        invented.edition("c", "2021-01-01", invented.rule("100.1", "Lamps are rung."), invented.rule("200.1", whole)),
    ]
    with invented.store(*editions) as store:
        assert summaries(between(store, "2019-01-01", "2021-01-01")) == [
            ("added", None, "100.1"),
            ("merged", "100.2", "200.1"),
            ("moved-and-edited", "100.1", "200.1"),
        ]


@settings(max_examples=30)
@given(data=st.data())
def test_reversed_comparisons(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """An edition doesn't differ from itself, and the reversed comparison has the reversed differences."""
    library = data.draw(some_library())
    days = sorted({e.effective for e in library if e.lang == "en" and not e.partial})
    with invented.store(*library) as store:
        for day in days:
            assert diff_editions(store, "en", day, day).differences == ()
        for one in days:
            for other in days:
                there, back = diff_editions(store, "en", one, other), diff_editions(store, "en", other, one)
                assert Counter((d.old, d.new) for d in there.differences) == Counter(
                    (d.new, d.old) for d in back.differences
                )
                for each in there.differences:
                    kind = TURNED.get(each.kind)
                    assert kind is None or (kind, each.new, each.old) in {
                        (d.kind, d.old, d.new) for d in back.differences
                    }


def test_sections_contain_all_differences(invented: Invented) -> None:
    """Sections contain all differences; a removed rule is below the title that its number had."""
    rule = invented.rule
    editions = [
        invented.edition("a", "2019-01-01", rule("100", "Lamps"), rule("100.1", OIL), rule("100.2", GAS)),
        invented.edition("b", "2020-01-01", rule("100", "Keepers"), rule("100.1", KEEPER), rule("100.2", GAS)),
    ]
    with invented.store(*editions) as store:
        found = between(store, "2019-01-01", "2020-01-01")
        sections = group_by_section(store, found)
    assert sum(len(section.rows) for section in sections) == len(found.differences)
    assert {(str(s.number), s.title, s.edition.year) for s in sections} == {
        ("100", "Lamps", 2019),
        ("100", "Keepers", 2020),
    }


def test_no_edition_in_force(invented: Invented) -> None:
    """The message for a day before all editions names the day."""
    with (
        invented.store(invented.edition("a", "2020-01-01", invented.rule("100.1", OIL))) as store,
        pytest.raises(NotFound, match="2019-01-01"),
    ):
        between(store, "2019-01-01", "2020-01-01")


def rows(shared: Path, name: str) -> list[dict[str, str]]:
    with (shared / "gold" / name).open(encoding="utf-8") as file:
        return list(DictReader(file))


def moved(found: EditionDiff) -> set[tuple[str, str]]:
    """Return the old and new numbers of rules that moved with their text unchanged."""
    return {
        (str(each.old.number), str(each.new.number))
        for each in found.differences
        if each.old and each.new and each.kind in ("moved", "moved-and-edited")
        if each.new.number.rule and each.old.text == each.new.text
    }


class TestRealEditions:
    def test_exact_moves(self, every_edition: Path, shared: Path) -> None:
        """Three comparisons have exactly the moves that an independent parser found."""
        gold: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
        for row in rows(shared, "moves.csv"):
            if row["type"] == "exact":
                gold[row["from"], row["to"]].add((row["old_id"], row["new_id"]))
        with Store.open(every_edition) as store:
            assert {pair: moved(between(store, *pair)) for pair in gold} == gold

    def test_counts_of_exact_moves(self, every_edition: Path, shared: Path) -> None:
        """Each pair of consecutive editions has as many exact moves as an independent count found."""
        counted = {(row["from"], row["to"]): int(row["moved_exact"]) for row in rows(shared, "renumber.csv")}
        with Store.open(every_edition) as store:
            query = "SELECT effective FROM edition WHERE partial = 0 AND lang = 'en' ORDER BY 1"
            days = [day for (day,) in store.connection.execute(query)]
            pairs = [pair for pair in counted if days.index(pair[1]) == days.index(pair[0]) + 1]
            assert ("2009-05-01", "2009-07-11") in pairs
            assert {pair: len(moved(between(store, *pair))) for pair in pairs} == {
                pair: counted[pair] for pair in pairs
            }

    def test_near_moves_of_2009(self, every_edition: Path) -> None:
        """Of the expected pairs of similar rules, 95 % are found and under 2 % are wrong."""
        with Store.open(every_edition) as store:
            before, after = (
                {
                    str(each.item.number): each.item.text
                    for each in View(store, "en", date.fromisoformat(day)).rules()
                    if each.item.number.rule
                }
                for day in ("2009-05-01", "2009-07-11")
            )
            found = {
                (str(each.old.number), str(each.new.number))
                for each in between(store, "2009-05-01", "2009-07-11").differences
                if each.old and each.new and each.kind not in ("split", "merged")
            }
        became = dict(found)
        expected = nearest(before, after)
        assert len(expected) > 200
        wrong = {(old, new) for old, new in expected if old in became and became[old] != new}
        assert len(expected & found) >= 0.95 * len(expected), sorted(expected - found)
        assert len(wrong) < 0.02 * len(expected), sorted(wrong)

    def test_moves_agree_with_the_histories_of_rules(self, every_edition: Path) -> None:
        """A rule that moved between two distant editions has both numbers in its history."""
        with Store.open(every_edition) as store:
            found = between(store, "2009-05-01", "2026-01-16")
            view = View(store, "en", found.second)
            for each in [each for each in found.differences if each.kind == "moved-and-edited"][::60]:
                assert each.old and each.new
                life = rule_history(store, view, each.new.number)
                assert any(s.number == each.old.number and s.text == each.old.text for s in life.spans)


def nearest(before: dict[str, str], after: dict[str, str]) -> set[tuple[str, str]]:
    """Return the moved pairs that share 80 % of their words while no other rule of either edition shares 70 %.

    Words are compared as bit sets, without the code under test.
    """
    known: dict[str, int] = {}

    def bits(text: str) -> int:
        words = {"#" if word[0].isdigit() else word for word in text.lower().replace("(", "").replace(".", "").split()}
        return sum(1 << known.setdefault(word, len(known)) for word in words)

    olds, news = ({number: bits(text) for number, text in side.items()} for side in (before, after))

    def close(one: int, others: Iterable[tuple[str, int]]) -> list[tuple[float, str]]:
        shares = ((one & other).bit_count() / (one | other).bit_count() for _, other in others)
        return [(share, number) for share, (number, _) in zip(shares, others, strict=True) if share >= 0.7]

    there = {number: close(one, list(news.items())) for number, one in olds.items()}
    back = Counter(new for near in there.values() for _, new in near)
    return {
        (old, near[0][1])
        for old, near in there.items()
        if len(near) == 1 and near[0][0] >= 0.8 and back[near[0][1]] == 1
        if old != near[0][1] and before[old] != after[near[0][1]]
    }
