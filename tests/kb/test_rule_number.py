"""Rule numbers: parsing, order, numbers below a number, and ranges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import BadValue
from kb.rule_number import SUBRULE_LETTERS, NumberRange, RuleNumber

ACCEPTED = {
    "1": "chapter",
    "9": "chapter",
    "100": "section",
    "306": "section",
    "999": "section",
    "306.5": "rule",
    "702.190": "rule",
    "306.5a": "subrule",
    "306.5k": "subrule",
    "306.5m": "subrule",
    "704.5z": "subrule",
    "704.5aa": "subrule",
    "306.5zz": "subrule",
}

REJECTED = (
    "", " ", "0", "10", "30", "3065", "099", "306.", ".5", "306.0", "306.05", "306.5.", "306.5.1", "306.d",
    "306.5l", "306.5o", "306.5al", "306.5oa", "306.5abc", "306.5D", "306.5 d", " 306.5", "306,5", "306.5é", "-306",
    "CR 306.5", "306.12345", "٣٠٦", "306.５", "306.5\n",
)  # fmt: skip


def letters() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(SUBRULE_LETTERS), st.text(SUBRULE_LETTERS, min_size=2, max_size=2))


def texts() -> st.SearchStrategy[str]:
    """Draw every form of a number, built without the code under test."""
    chapters = st.integers(1, 9).map(str)
    sections = st.integers(100, 999).map(str)
    rules = st.builds("{}.{}".format, sections, st.one_of(st.integers(1, 12), st.integers(1, 9999)))
    return st.one_of(chapters, sections, rules, st.builds("{}{}".format, rules, letters()))


def numbers() -> st.SearchStrategy[RuleNumber]:
    """Draw any number, or one of a few neighbouring and related numbers."""
    section = st.sampled_from(["300", "306", "307", "399", "400"])
    rule = st.builds("{}.{}".format, section, st.sampled_from([1, 2, 9, 10, 11, 100]))
    subrule = st.builds("{}{}".format, rule, st.sampled_from(["a", "b", "k", "m", "z", "aa", "ab", "ba"]))
    return st.one_of(texts(), st.sampled_from(["3", "4"]), section, rule, subrule).map(RuleNumber.parse)


def printed_order(text: str) -> tuple[int, int, int, int, str]:
    """Return a sort key computed by hand: chapter, section, rule, number of letters, letters."""
    section, _, rest = text.partition(".")
    rule = rest.rstrip(SUBRULE_LETTERS)
    subrule = rest[len(rule) :]
    return (int(section[0]), int(section) if len(section) == 3 else 0, int(rule or 0), len(subrule), subrule)


@pytest.mark.parametrize(("text", "kind"), ACCEPTED.items())
def test_accepted(text: str, kind: str) -> None:
    """A text that is a number is parsed, has the right level, and is formatted as it was."""
    number = RuleNumber.parse(text)
    assert (str(number), number.kind) == (text, kind)


@pytest.mark.parametrize("text", REJECTED)
def test_rejected(text: str) -> None:
    """Other forms are rejected, including the letters l and o, which the rules don't use."""
    with pytest.raises(BadValue) as caught:
        RuleNumber.parse(text)
    assert caught.value.value == text
    assert "306.5d" in str(caught.value), "the message shows the form that would be right"


def test_letters_skip_l_and_o() -> None:
    """The letters of subrules are the alphabet without l and o."""
    assert "abcdefghijklmnopqrstuvwxyz".replace("l", "").replace("o", "") == SUBRULE_LETTERS


@given(texts())
def test_round_trip(text: str) -> None:
    """`parse` and `str` are inverse."""
    assert str(RuleNumber.parse(text)) == text


@given(texts(), texts())
def test_order_is_the_printed_order(one: str, other: str) -> None:
    """Numbers are ordered as the rules print them: 704.5z before 704.5aa, 306.9 before 306.10."""
    assert (RuleNumber.parse(one) < RuleNumber.parse(other)) == (printed_order(one) < printed_order(other))


def test_order_where_text_order_is_wrong() -> None:
    """The order differs from text order: a chapter precedes its sections, a rule its subrules, z precedes aa."""
    order = ["3", "300", "306", "306.1", "306.5", "306.5a", "306.5b", "306.5z", "306.5aa", "306.5ab", "306.5ba",
             "306.6", "306.10", "307", "4", "400"]  # fmt: skip
    assert [str(number) for number in sorted(map(RuleNumber.parse, reversed(order)))] == order


@given(numbers(), numbers())
def test_sort_key_orders_as_numbers_do(one: RuleNumber, other: RuleNumber) -> None:
    """Sort keys in text order are in the order of their numbers, so that SQLite can sort them."""
    assert (one.sort_key < other.sort_key) == (one < other)


@given(numbers(), numbers())
def test_sort_key_prefix_means_below(one: RuleNumber, other: RuleNumber) -> None:
    """A sort key begins with another exactly if its number is the other number or below it."""
    assert other.sort_key.startswith(one.sort_key) == one.covers(other)


@given(numbers())
def test_parent_covers(number: RuleNumber) -> None:
    """The parent of a number covers it, precedes it and is one level higher; a chapter has no parent."""
    above = number.parent
    levels = ["chapter", "section", "rule", "subrule"]
    if above is None:
        assert number.kind == "chapter"
        return
    assert above.covers(number)
    assert not number.covers(above)
    assert above < number
    assert levels.index(above.kind) == levels.index(number.kind) - 1


@given(numbers(), numbers(), numbers())
def test_covers_is_a_partial_order(one: RuleNumber, two: RuleNumber, three: RuleNumber) -> None:
    """Covering is reflexive, antisymmetric and transitive, and an ancestor covers its descendants."""
    assert one.covers(one)
    assert not (one.covers(two) and two.covers(one)) or one == two
    assert not (one.covers(two) and two.covers(three)) or one.covers(three)
    ancestors = [two]
    while (above := ancestors[-1].parent) is not None:
        ancestors.append(above)
    assert one.covers(two) == (one in ancestors)


@pytest.mark.parametrize(
    ("number", "successor"),
    [
        ("3", "4"), ("306", "307"), ("306.9", "306.10"), ("306.5a", "306.5b"), ("306.5k", "306.5m"),
        ("306.5n", "306.5p"), ("704.5z", "704.5aa"), ("704.5az", "704.5ba"), ("704.5ak", "704.5am"),
    ],
)  # fmt: skip
def test_next(number: str, successor: str) -> None:
    """The successor is the next number of the same level: m after k, p after n, aa after z."""
    assert str(RuleNumber.parse(number).next) == successor


@pytest.mark.parametrize("number", ["9", "399", "999", "306.9999", "306.5zz"])
def test_the_last_number_has_no_successor(number: str) -> None:
    """The last number of a level has no successor."""
    with pytest.raises(ValueError, match="follows"):
        _ = RuleNumber.parse(number).next


@given(numbers(), numbers())
def test_no_sibling_precedes_the_successor(number: RuleNumber, other: RuleNumber) -> None:
    """The successor has the same level and parent, and no sibling is between the two."""
    try:
        successor = number.next
    except ValueError:
        return
    assert RuleNumber.parse(str(successor)) == successor
    assert (successor.kind, successor.parent) == (number.kind, number.parent)
    assert number < successor
    siblings = other.kind == number.kind and other.parent == number.parent
    assert not (siblings and number < other < successor)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("CR 306.5D.", "306.5d"), ("cr 306.5", "306.5"), ("rule 306.5", "306.5"), ("Rules 306", "306"),
        ("règle 306.5", "306.5"), ("Règles 306.5", "306.5"), ("section 3", "3"), ("chapter 3", "3"),
        ("chapitre 3", "3"), (" 306. ", "306"), ("306.5a.", "306.5a"), ("704.5AA", "704.5aa"),
        ("CR\N{NO-BREAK SPACE}306.5", "306.5"), ("306.5\n", "306.5"),
    ],
)  # fmt: skip
def test_read_as_people_write(text: str, number: str) -> None:
    """A number is read with words before it, with capitals and with a final dot."""
    assert str(RuleNumber.parse_lenient(text)) == number


@pytest.mark.parametrize("text", ["", "CR", "rule", "loyalty", "306.5l", "rule 306.5 and 306.6", "1000", "306 5"])
def test_rejections_contain_the_given_text(text: str) -> None:
    """The message of a rejection contains the text as given."""
    with pytest.raises(BadValue) as caught:
        RuleNumber.parse_lenient(text)
    assert caught.value.value == text


@given(st.text())
def test_any_text_is_read_or_rejected(text: str) -> None:
    """Any text is read as a number or range, or is rejected."""
    for read in (RuleNumber.parse_lenient, NumberRange.parse):
        try:
            found = read(text)
        except BadValue:
            continue
        assert read(str(found)) == found


@pytest.mark.parametrize(
    ("before", "short", "number"),
    [
        ("301.5a", "f", "301.5f"), ("301.5a", "F.", "301.5f"), ("704.5z", "aa", "704.5aa"), ("119.7", "8", "119.8"),
        ("702.9", "10", "702.10"), ("306.1", "306.3", "306.3"), ("301.5a", "301.5f", "301.5f"), ("306", "311", "311"),
        ("1", "3", "3"),
    ],
)  # fmt: skip
def test_completed(before: str, short: str, number: str) -> None:
    """An abbreviated number is completed from the number before it."""
    assert str(RuleNumber.parse(before).expand_short_form(short)) == number


@pytest.mark.parametrize(
    ("before", "short"), [("301.5", "f"), ("306", "a"), ("301.5a", "l"), ("301.5a", ""), ("3", "é")]
)
def test_completed_refuses(before: str, short: str) -> None:
    """An abbreviation that doesn't fit the number before it is rejected."""
    with pytest.raises(BadValue):
        RuleNumber.parse(before).expand_short_form(short)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("306.5", "306.5", "306.5"), ("3", "3", "3"), ("301.5a-f", "301.5a", "301.5f"),
        ("301.5a–f", "301.5a", "301.5f"), ("301.5a—f", "301.5a", "301.5f"), ("301.5a - f", "301.5a", "301.5f"),
        ("301.5a-301.5f", "301.5a", "301.5f"), ("119.7–8", "119.7", "119.8"), ("702.9-10", "702.9", "702.10"),
        ("306.1-306.3", "306.1", "306.3"), ("306-311", "306", "311"), ("1-3", "1", "3"),
        ("CR 301.5A-F.", "301.5a", "301.5f"), ("rules 119.7–8", "119.7", "119.8"),
        ("règles 306.1–306.3", "306.1", "306.3"), ("704.5y-aa", "704.5y", "704.5aa"), ("306.5a-a", "306.5a", "306.5a"),
    ],
)  # fmt: skip
def test_range_read(text: str, first: str, last: str) -> None:
    """A range is read with letters, digits or full numbers as its end, and with a hyphen or a dash."""
    numbers = NumberRange.parse(text)
    assert (str(numbers.first), str(numbers.last)) == (first, last)
    assert str(numbers) == (first if first == last else f"{first}-{last}")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("301.5f-a", "301.5f-a"), ("306.3-306.1", "306.3-306.1"), ("119.8-7", "119.8-7"), ("311-306", "311-306"),
        ("306-306.3", "306-306.3"), ("306.5-306.5c", "306.5-306.5c"), ("301.5a-6", "301.5a-6"), ("3-306", "3-306"),
        ("301.5a-l", "301.5l"), ("306.5-", "306.5-"), ("-306.5", "-306.5"), ("306.1-306.2-306.3", "306.1-306.2-306.3"),
    ],
)  # fmt: skip
def test_range_refused(text: str, named: str) -> None:
    """Reversed ranges, ends of different levels and invalid numbers are rejected in one line that names the text."""
    with pytest.raises(BadValue) as caught:
        NumberRange.parse(text)
    message = str(caught.value)
    assert f"'{named}'" in message
    assert "\n" not in message


@given(numbers(), numbers(), numbers())
def test_range_covers(one: RuleNumber, two: RuleNumber, number: RuleNumber) -> None:
    """A range covers the numbers between its ends and all numbers below its last one."""
    first, last = sorted((one, two))
    if first.kind != last.kind:
        return
    expected = first <= number <= last or last.covers(number)
    assert NumberRange(first, last).covers(number) == expected


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("306.5j-p", "306.5j 306.5k 306.5m 306.5n 306.5p"), ("704.5z-aa", "704.5z 704.5aa"),
        ("306.9-11", "306.9 306.10 306.11"),
        ("397-399", "397 398 399"), ("8-9", "8 9"), ("306.5", "306.5"), ("9", "9"), ("306.5zz", "306.5zz"),
        ("306.5a-307.2b", ""), ("306.5-307.2", ""), ("399-400", ""),
    ],
)  # fmt: skip
def test_siblings(text: str, numbers: str) -> None:
    """The siblings of a range are its numbers of the same level; a range with two parents has none."""
    assert [str(number) for number in NumberRange.parse(text).members()] == numbers.split()
