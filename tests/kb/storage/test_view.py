"""As-of reads: the rules on a given day, from whole editions and excerpts, clean and lossy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.languages import LANGUAGES, Lang
from kb.model import Edition, Example, GlossaryEntry, Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.editions import list_editions
from kb.storage.spans import last_printed_day
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]
DAYS = [date(year, month, 1) for year in range(2018, 2025) for month in (1, 7)]


def read(store: Store, day: str, lang: Lang = "en") -> dict[str, str]:
    """Return the texts of a day by number."""
    return {str(found.item.number): found.item.text for found in View(store, lang, date.fromisoformat(day)).rules()}


def in_force(library: tuple[Edition, ...], lang: Lang, day: date) -> tuple[date | None, list[list[Any]]]:
    """Compute without the store: the base of a day and, for each place, all rules that the view may show.

    If two excerpts of one day disagree, either may be shown.
    """
    known = [edition for edition in library if edition.lang == lang and edition.effective <= day]
    base = max((edition.effective for edition in known if not edition.partial), default=None)
    says: dict[tuple[RuleNumber, int], list[tuple[Edition, Rule]]] = {}
    for edition in known:
        if edition.effective > base if edition.partial and base else edition.partial or edition.effective == base:
            seen: Counter[RuleNumber] = Counter()
            for rule in edition.rules:
                seen[rule.number] += 1
                says.setdefault((rule.number, seen[rule.number]), []).append((edition, rule))
    allowed = []
    for place in sorted(says):
        clean = [one for one in says[place] if not one[0].lossy] or says[place]
        youngest = max(edition.effective for edition, _ in clean)
        allowed.append(
            [
                (rule, edition.effective, edition.partial, warnings(edition, rule, lang, day))
                for edition, rule in clean
                if edition.effective == youngest
            ]
        )
    return base, allowed


def warnings(edition: Edition, rule: Rule, lang: Lang, day: date) -> list[str]:
    """Return the codes of the warnings that a rule must have."""
    codes = ["lossy"] if edition.lossy else []
    codes += ["untranslated"] if rule.text_lang != lang else []
    return codes + (["outside-window"] if edition.until is not None and edition.until < day else [])


@settings(max_examples=40)
@given(data=st.data())
def test_every_day_reads_as_the_editions_say(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """The newest whole edition of a day is in force, overridden by younger excerpts; clean texts precede lossy ones."""
    library = data.draw(some_library())
    with invented.store(*library) as store:
        for lang in LANGUAGES:
            for day in DAYS:
                view = View(store, lang, day)
                base, allowed = in_force(library, lang, day)
                assert view.base == base
                found = [
                    (one.item, one.edition, one.from_excerpt, [warning.code for warning in one.warnings])
                    for one in view.rules()
                ]
                assert len(found) == len(allowed)
                assert all(one in several for one, several in zip(found, allowed, strict=True))


@settings(max_examples=40)
@given(data=st.data())
def test_a_whole_edition_comes_back_complete(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """A whole edition comes back complete: rules, examples, printed numbers, repeated numbers and headwords."""
    library = data.draw(some_library())
    with invented.store(*(edition for edition in library if not edition.partial)) as store:
        for edition in library:
            if edition.partial:
                continue
            view = View(store, edition.lang, edition.effective)
            assert [found.item for found in view.rules()] == sorted(edition.rules, key=lambda rule: rule.number)
            assert Counter(found.item for found in view.glossary()) == Counter(edition.glossary)
            assert all(found.edition == edition.effective and not found.from_excerpt for found in view.rules())


def test_order_and_repeated_numbers(invented: Invented) -> None:
    """Rules come in the order of their numbers; rules with the same number keep the printed order."""
    rules = (
        invented.rule("704.5aa", "Double."),
        invented.rule("704.5z", "Single."),
        invented.rule("702.2d", "First.", printed_number="702.2d."),
        invented.rule("702.2d", "Again.", "Example."),
        invented.rule("7", "Additional Rules"),
    )
    with invented.store(invented.edition("a", "2026-01-16", *rules)) as store:
        view = View(store, "en", date(2026, 1, 16))
        assert [(str(found.item.number), found.item.text) for found in view.rules()] == [
            ("7", "Additional Rules"), ("702.2d", "First."), ("702.2d", "Again."), ("704.5z", "Single."),
            ("704.5aa", "Double."),
        ]  # fmt: skip
        first = view.rule(RuleNumber.parse("702.2d"))
        assert first is not None
        assert (first.item.text, first.item.printed_number) == ("First.", "702.2d.")
        assert view.rule(RuleNumber.parse("702.2")) is None


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ("3", "3 306 306.1 306.1a 306.1b 306.2 306.10 307"),
        ("306", "306 306.1 306.1a 306.1b 306.2 306.10"),
        ("306.1", "306.1 306.1a 306.1b"),
        ("306.1a", "306.1a"),
        ("306.1-306.2", "306.1 306.1a 306.1b 306.2"),
        ("306.1a-b", "306.1a 306.1b"),
        ("306-307", "306 306.1 306.1a 306.1b 306.2 306.10 307"),
        ("306.2-10", "306.2 306.10"),
        ("306.3", ""),
        ("8", ""),
    ],
)
def test_ranges(invented: Invented, numbers: str, found: str) -> None:
    """A range has its numbers and all numbers below them; 306.10 isn't below 306.1."""
    labels = "4 3 306 306.1 306.1a 306.1b 306.2 306.10 307"
    rules = [invented.rule(label, "Text.") for label in labels.split()]
    with invented.store(invented.edition("a", "2020-01-01", *rules)) as store:
        view = View(store, "en", date(2020, 1, 1))
        assert [str(one.item.number) for one in view.rules(NumberRange.parse(numbers))] == found.split()


# Whole editions, and excerpts between, after and before them.


def test_an_excerpt_never_removes_a_rule(invented: Invented) -> None:
    """From its day on, an excerpt overrides the rules that it prints, and no others."""
    whole = invented.edition("whole", "2020-01-01", invented.rule("306.1", "One."), invented.rule("306.2", "Two."))
    excerpt = invented.edition("page", "2021-01-01", invented.rule("306.2", "Newer."), partial=True)
    with invented.store(whole, excerpt) as store:
        assert read(store, "2020-12-31") == {"306.1": "One.", "306.2": "Two."}
        assert read(store, "2021-01-01") == {"306.1": "One.", "306.2": "Newer."}


def test_an_excerpt_adds_rules(invented: Invented) -> None:
    """A rule that only a younger excerpt prints exists from that day on, in the usual order."""
    whole = invented.edition("whole", "2020-01-01", invented.rule("306.1", "One."), invented.rule("306.3", "Three."))
    excerpt = invented.edition("page", "2021-01-01", invented.rule("306.2", "Two."), partial=True)
    with invented.store(excerpt, whole) as store:
        assert list(read(store, "2020-06-01")) == ["306.1", "306.3"]
        assert list(read(store, "2021-06-01")) == ["306.1", "306.2", "306.3"]


def test_an_older_excerpt_never_overrides(invented: Invented) -> None:
    """A whole edition overrides an excerpt of the same day or an older one, so rules can disappear again."""
    excerpt = invented.edition(
        "page", "2021-01-01", invented.rule("306.1", "Of a page."), invented.rule("306.9", "Gone."), partial=True
    )
    for day in ("2021-01-01", "2022-01-01"):
        with invented.store(invented.edition("whole", day, invented.rule("306.1", "One.")), excerpt) as store:
            assert read(store, "2023-01-01") == {"306.1": "One."}


def test_the_younger_of_two_excerpts(invented: Invented) -> None:
    """Without a whole edition, the text of a rule is from the youngest excerpt up to the day."""
    old = invented.edition("old", "2014-05-01", invented.rule("306.1", "Old."), partial=True)
    new = invented.edition("new", "2024-07-30", invented.rule("306.1", "New."), partial=True)
    with invented.store(new, old) as store:
        assert read(store, "2014-04-30") == {}
        assert read(store, "2014-05-01") == {"306.1": "Old."}
        assert read(store, "2024-07-29") == {"306.1": "Old."}
        assert read(store, "2024-07-30") == {"306.1": "New."}
        assert View(store, "en", date(2024, 7, 30)).base is None


def test_the_excerpt_with_the_longer_window(invented: Invented) -> None:
    """Of two different excerpts of one day, the one with the longer window is read, whichever came first."""
    short = invented.edition(
        "short", "2020-01-01", invented.rule("306.1", "Zeal."), partial=True, until=date(2021, 1, 1)
    )
    long = invented.edition("long", "2020-01-01", invented.rule("306.1", "Aim."), partial=True)
    for order in ((short, long), (long, short)):
        with invented.store(*order) as store:
            assert read(store, "2020-06-01") == {"306.1": "Aim."}


def test_lossy_texts(invented: Invented) -> None:
    """A lossy text is shown only if there is no clean one, and then with a warning."""
    clean = invented.edition("clean", "2019-08-23", invented.rule("110.1", "A permanent’s owner."), partial=True)
    lossy = invented.edition(
        "lossy",
        "2020-01-01",
        invented.rule("110.1", "A permanents owner."),
        invented.rule("110.2", "A players hand."),
        partial=True,
        lossy=True,
    )
    with invented.store(clean, lossy) as store:
        view = View(store, "en", date(2021, 1, 1))
        texts = {found.item.text: [warning.code for warning in found.warnings] for found in view.rules()}
        assert texts == {"A permanent’s owner.": [], "A players hand.": ["lossy"]}
        (warning,) = view.rules(NumberRange.parse("110.2"))[0].warnings
        assert warning.where == "110.2"
        assert "2020-01-01" in warning.message


def test_windows_of_excerpts(invented: Invented) -> None:
    """An excerpt with a window is shown with a warning after the last day of the window, and without one until then."""
    excerpt = invented.edition(
        "page", "2018-04-27", invented.rule("306.1", "One."), partial=True, until=date(2019, 6, 14)
    )
    with invented.store(excerpt) as store:
        for day, codes in (("2018-04-27", []), ("2019-06-14", []), ("2019-06-15", ["outside-window"])):
            (found,) = View(store, "en", date.fromisoformat(day)).rules()
            assert [warning.code for warning in found.warnings] == codes


def test_a_view_has_one_language(invented: Invented) -> None:
    """A view has one language; a rule that an edition left in the other language has a warning."""
    english = invented.edition("en", "2020-01-01", invented.rule("306.1", "One."))
    left = invented.rule("306.7", "Previously, it was so.")
    french = invented.edition("fr", "2019-01-01", invented.rule("306.1", "Un.", lang="fr"), left, lang="fr")
    with invented.store(english, french) as store:
        assert read(store, "2021-01-01") == {"306.1": "One."}
        one, seven = View(store, "fr", date(2021, 1, 1)).rules()
        assert (one.item.text, one.warnings) == ("Un.", ())
        assert (seven.item.text_lang, seven.lang, [w.code for w in seven.warnings]) == ("en", "fr", ["untranslated"])


def test_references_are_resolved_in_their_own_view(invented: Invented) -> None:
    """A reference is resolved if the view of its day has the target or a rule below it."""
    texts = "See rule 306.5, rule 100, rules 306.5a–b, rules 306.5a–c, section 3 and rule 999."
    old = invented.edition(
        "old", "2020-01-01", invented.rule("100.1", texts, "As 306.5a says."), *some_rules(invented, "306.5a 306.5b")
    )
    new = invented.edition("new", "2021-01-01", invented.rule("100.1", texts, "As 306.5a says."))
    with invented.store(old, new) as store:
        for day, resolved in (("2020-01-01", [True, True, True, False, True, False, True]),
                              ("2021-01-01", [False, True, False, False, False, False, False])):  # fmt: skip
            found = View(store, "en", date.fromisoformat(day)).rule(RuleNumber.parse("100.1"))
            assert found is not None
            assert [ref.target for ref in found.references] == [
                "306.5", "100", "306.5a-306.5b", "306.5a-306.5c", "3", "999", "306.5a",
            ]  # fmt: skip
            assert [ref.resolved for ref in found.references] == resolved
            for ref in found.references:
                text = found.item.text if ref.example is None else found.item.examples[ref.example].text
                assert text[ref.start : ref.end] == ref.text


def test_references_to_the_glossary_are_resolved_in_their_own_view(invented: Invented) -> None:
    """`See Foo` is resolved to headwords of the day's glossary: to all that it names or to none."""
    entry = GlossaryEntry("Untapped", "See rule 100.1. See also Tapped, Tap.")
    tap, tapped = GlossaryEntry("Tap", "To turn."), GlossaryEntry("Tapped (Obsolete)", "Turned.")
    old = invented.edition("old", "2020-01-01", invented.rule("100.1", "Text."), glossary=[entry, tap, tapped])
    new = invented.edition("new", "2021-01-01", invented.rule("100.1", "Text."), glossary=[entry, tap])
    with invented.store(old, new) as store:
        for day, entries in (("2020-01-01", ("Tapped (Obsolete)", "Tap")), ("2021-01-01", ())):
            (found,) = [each for each in View(store, "en", date.fromisoformat(day)).glossary() if each.item == entry]
            number, term = found.references
            assert (number.kind, number.target, number.entries, number.resolved) == ("rule", "100.1", (), True)
            assert (term.kind, term.text) == ("glossary", "See also Tapped, Tap")
            assert (term.target, term.entries, term.resolved) == ("Tapped, Tap", entries, bool(entries))


def some_rules(invented: Invented, numbers: str) -> list[Rule]:
    """Return rules with these numbers and any text."""
    return [invented.rule(number, "Text.") for number in numbers.split()]


def test_known_numbers(invented: Invented) -> None:
    """The existing numbers are those in the view, including younger excerpts, and the numbers above them."""
    whole = invented.edition("whole", "2020-01-01", *some_rules(invented, "306.5a"))
    excerpt = invented.edition("page", "2021-01-01", *some_rules(invented, "407.1"), partial=True)
    asked = [RuleNumber.parse(number) for number in ("3", "306", "306.5", "306.5a", "306.5b", "306.50", "4", "407.1")]
    with invented.store(whole, excerpt) as store:
        for day, known in (("2020-06-01", "3 306 306.5 306.5a"), ("2021-06-01", "3 306 306.5 306.5a 4 407.1")):
            found = View(store, "en", date.fromisoformat(day)).existing_numbers(asked)
            assert sorted(map(str, found)) == sorted(known.split())
        assert View(store, "fr", date(2021, 6, 1)).existing_numbers(asked) == frozenset()


def test_places_and_wordings(invented: Invented) -> None:
    """The places and wordings of a view are those of its rules and its glossary."""
    entry = GlossaryEntry("Loyalty", "See rule 306.5.")
    edition = invented.edition("a", "2020-01-01", *some_rules(invented, "306 306.5"), glossary=[entry])
    with invented.store(edition) as store:
        view = View(store, "en", date(2020, 1, 1))
        printed: tuple[ViewItem[Any], ...] = (*view.rules(), *view.glossary())
        placed = [(each.place, each.wording, each.edition) for each in view.place_rows()]
        assert placed == [(found.place, found.wording, found.edition.isoformat()) for found in printed]
        (found,) = view.glossary()
        assert found.item == entry
        assert [(ref.target, ref.resolved) for ref in found.references] == [("306.5", True)]


@pytest.mark.parametrize(
    ("number", "as_of", "day"),
    [
        ("306.1", "2018-12-31", None),
        ("306.1", "2019-01-01", "2019-01-01"),
        ("306.1", "2019-12-31", "2019-01-01"),
        ("306.1", "2020-06-15", "2020-01-01"),
        ("306.1", "2024-01-01", "2021-01-01"),
        ("306.2", "2021-12-31", None),
        ("306.2", "2024-01-01", "2022-06-01"),
        ("306.3", "2024-01-01", None),
        ("306", "2024-01-01", None),
    ],
)
def test_last_printed(invented: Invented, number: str, as_of: str, day: str | None) -> None:
    """The last edition or excerpt up to a day that has a number is given by its date."""
    rule = invented.rule("306.1", "One.")
    content = [invented.edition(f"document {year}", f"{year}-01-01", rule) for year in (2019, 2020, 2021)]
    content.append(invented.edition("after", "2022-01-01", invented.rule("307.1", "Other.")))
    content.append(invented.edition("page", "2022-06-01", invented.rule("306.2", "Two."), partial=True))
    with invented.store(*content) as store:
        found = last_printed_day(store, "en", RuleNumber.parse(number), date.fromisoformat(as_of))
    assert found == (date.fromisoformat(day) if day else None)


def test_list_of_editions(invented: Invented) -> None:
    """The list has every edition and excerpt by language and day, with its source, counts and findings."""
    rules = (
        invented.rule("3", "Card Types"),
        invented.rule("306", "Planeswalkers"),
        Rule(RuleNumber.parse("306.5"), "See rule 606.", (Example("One.", 1, "Example:"),)),
    )
    content = (
        invented.edition("fr", "2019-01-01", lang="fr"),
        invented.edition("whole", "2020-01-01", *rules),
        invented.edition("page", "2018-01-01", *rules, partial=True, until=date(2018, 6, 1), lossy=True),
    )
    with invented.store(*content) as store:
        found = list_editions(store)
    assert [(one.lang, str(one.effective), one.partial, one.source) for one in found] == [
        ("en", "2018-01-01", True, "page"), ("en", "2020-01-01", False, "whole"), ("fr", "2019-01-01", False, "fr"),
    ]  # fmt: skip
    page, whole, _ = found
    assert (page.until, page.lossy, page.dangling) == (date(2018, 6, 1), True, None)
    counts = (whole.sections, whole.rules, whole.subrules, whole.examples, whole.glossary)
    assert counts == (1, 1, 0, 1, 0)
    assert (whole.references, whole.dangling, whole.sha256) == (1, 1, content[1].source.sha256)


@given(data=st.data())
@settings(max_examples=25)
def test_labels_are_those_of_the_texts(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Labels read without texts are the same numbers and headwords in the same order, also within a chapter."""
    library = data.draw(some_library())
    with invented.store(*library) as store:
        view = View(store, data.draw(st.sampled_from(LANGUAGES)), data.draw(st.sampled_from(DAYS)))
        numbers = dict.fromkeys(str(rule.item.number) for rule in view.rules())
        assert view.labels("rule") == (*numbers,)
        assert view.labels("rule", "3") == tuple(number for number in numbers if number.startswith("3"))
        # Headwords that differ only in case have no defined order.
        assert sorted(view.labels("glossary")) == sorted({entry.item.term for entry in view.glossary()})


def test_titles_and_days(invented: Invented) -> None:
    """Headings are those of the day, including those of younger excerpts; rule texts aren't headings."""
    content = (
        invented.edition("one", "2019-01-01", invented.rule("3", "Cards"), invented.rule("306", "Planeswalkers")),
        invented.edition(
            "two", "2020-01-01", invented.rule("3", "Card Types"), invented.rule("306", "Planeswalkers"),
            invented.rule("306.1", "A text."), invented.rule("702.9", "Flying"),
        ),
        invented.edition("page", "2021-01-01", invented.rule("306", "Walkers"), partial=True),
    )  # fmt: skip
    with invented.store(*content) as store:
        titles = [View(store, "en", date(year, 6, 1)).headings() for year in (2018, 2019, 2020, 2021)]
        numbers = [RuleNumber.parse(number) for number in ("306", "306.1", "100")]
        few = View(store, "en", date(2021, 6, 1)).headings(numbers)
        days = View(store, "en", date(2019, 6, 1)).edition_days()
    newest = {"3": "Card Types", "306": "Planeswalkers", "702.9": "Flying"}
    assert titles == [{}, {"3": "Cards", "306": "Planeswalkers"}, newest, {**newest, "306": "Walkers"}]
    assert few == {"306": "Walkers"}
    assert days == (date(2019, 1, 1), date(2020, 1, 1), date(2021, 1, 1))
