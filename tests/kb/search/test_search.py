"""Search: hits and their order, limits, and the index on disk."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.pipeline import IngestOptions, ingest_documents
from ingest.starter_manifest import load_manifest, read_starter_documents
from kb.languages import Lang
from kb.model import GlossaryEntry
from kb.rule_number import NumberRange
from kb.search import SCOPES, Scope, SearchLimits, SearchResults, build_index, search
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2026, 1, 16)


@pytest.fixture(scope="module")
def starter_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a knowledge base with the starter data and its index. Tests must not change it."""
    home = tmp_path_factory.mktemp("starter")
    with Store.open(home, create=True) as store:
        report = ingest_documents(store, read_starter_documents(), IngestOptions(), load_manifest(), lambda _: None)
        assert not report.rejected
        build_index(store)
    return home


@pytest.fixture(scope="module")
def starter(starter_data: Path) -> Iterator[Store]:
    """Open the store of the starter data."""
    with Store.open(starter_data) as store:
        yield store


@pytest.fixture
def copied(starter_data: Path, tmp_path: Path) -> Path:
    """Copy the starter data with its index. A test may damage the copy."""
    return Path(shutil.copytree(starter_data, tmp_path / "copy"))


def found(store: Store, text: str, lang: Lang = "en", **limits: Any) -> SearchResults:
    return search(store, View(store, lang, DAY), text, SearchLimits(**limits))


def numbers(results: SearchResults) -> list[str | None]:
    return [hit.number or hit.term for hit in results.hits]


@pytest.mark.parametrize(
    ("query", "lang", "number", "among"),
    [
        ("loyalty", "en", "306.5", 3),
        ("LOYALTY characteristic", "en", "306.5", 1),
        ("planeswalker uniqueness", "en", "306.4", 1),
        ("planeswalkers' uniqueness", "en", "306.4", 1),
        ("loyauté", "fr", "306.5", 3),
        ("loyaute", "fr", "306.5", 3),
        ("LOYAUTÉ", "fr", "306.5", 3),
        ("encadré", "fr", "306.5b", 1),
        ("l'encadré", "fr", "306.5b", 1),
        ("l’encadré", "fr", "306.5b", 1),
        ("L’ENCADRE", "fr", "306.5b", 1),
        ("d'encadrés", "fr", "306.5b", 1),
        ("qu'il contrôle capacités", "fr", "306.5d", 1),
        ("redirection effect", "fr", "306.7", 1),
    ],
)
def test_spelling_does_not_matter(starter: Store, query: str, lang: Lang, number: str, among: int) -> None:
    """Case, accents, elisions, endings and the kind of apostrophe don't matter."""
    assert number in numbers(found(starter, query, lang, limit=among))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["planeswalker", "planeswalkers", "Planeswalker's", "planeswalkers’"]),
        ("en", ["activate", "activated", "activates", "activating"]),
        ("fr", ["activée", "activer", "activées", "activé", "activés", "ACTIVEE"]),
        ("fr", ["capacité", "capacités", "capacite"]),
        ("fr", ["arpenteur", "l'arpenteur", "l’arpenteurs", "d'Arpenteur"]),
    ],
)
def test_forms_of_a_word(invented: Invented, lang: Lang, words: list[str]) -> None:
    """Each form of a word finds the texts with every other form; texts with the typed form come first."""
    rules = [invented.rule(f"100.{at}", f"x {word} y.", lang=lang) for at, word in enumerate(words, 1)]
    with invented.store(invented.edition("a", DAY, *rules, lang=lang)) as store:
        answers = [numbers(found(store, word, lang)) for word in words]
    assert all(sorted(map(str, answer)) == [f"100.{at}" for at in range(1, len(words) + 1)] for answer in answers)
    assert answers[0][0] == "100.1"


def test_phrases(starter: Store) -> None:
    """Words in quotes are found only side by side and in that order."""
    assert {"306.5b", "310.4b"} == set(numbers(found(starter, '"replacement effect"')))
    assert found(starter, '"effect replacement"').total == 0
    assert found(starter, "effect replacement").total > 0


@pytest.mark.parametrize(
    ("query", "lang", "number"),
    [
        ("306.5", "en", "306.5"), ("CR 306.5", "en", "306.5"), ("rule 306.5d.", "en", "306.5d"),
        ("306.5D", "en", "306.5d"), ("306", "en", "306"), ("section 306", "en", "306"),
        ("règle 306.5", "fr", "306.5"), ("306.7", "fr", "306.7"),
    ],
)  # fmt: skip
def test_a_number_finds_its_rule_first(starter: Store, query: str, lang: Lang, number: str) -> None:
    """A query that is a rule number finds that rule first and only once."""
    results = found(starter, query, lang, limit=100)
    assert numbers(results)[0] == number
    assert numbers(results).count(number) == 1
    assert not results.relaxed
    assert results.total == len(results.hits)


def test_a_number_finds_citing_rules(starter: Store) -> None:
    """The rules that cite the number come after its rule; if the number has no rule, they are the only hits."""
    results = found(starter, "704.5j")
    assert "306.4" in numbers(results)
    assert "704.5j" not in numbers(results)


def test_limits_apply_to_a_number(starter: Store) -> None:
    """The rule of a number must pass the limits of the search."""
    assert numbers(found(starter, "306.5", scopes=("glossary",))) == []
    assert numbers(found(starter, "306.5", section=NumberRange.parse("307"))) == []
    assert numbers(found(starter, "306.5", status="deprecated")) == []
    assert numbers(found(starter, "306.7", status="deprecated"))[0] == "306.7"


@pytest.mark.parametrize(
    ("query", "lang", "searched"),
    [
        ("planeswalkrs", "en", "planeswalkers"), ("Enchantmnts", "en", "enchantments"),
        ("planeswalkrs", "fr", "planeswalkers"), ("qqqqqqqqqqqq", "en", ""), ("", "en", ""),
    ],
)  # fmt: skip
def test_misspelt_words(starter: Store, query: str, lang: Lang, searched: str) -> None:
    """A misspelt word is mended, and the results are those of the right word."""
    results = found(starter, query, lang)
    assert (results.searched, results.suggestion) == (searched, None)
    assert numbers(results) == (numbers(found(starter, searched, lang)) if searched else [])


@pytest.mark.parametrize(
    ("query", "lang", "limits"),
    [
        ("loyalty", "en", {"section": NumberRange.parse("704")}),
        ("Planeswalkers", "en", {"section": NumberRange.parse("704")}),
        ("planeswalkrs", "en", {"section": NumberRange.parse("704")}),
        ("planeswalkers", "fr", {"section": NumberRange.parse("704")}),
    ],
)
def test_no_vain_suggestion(starter: Store, query: str, lang: Lang, limits: dict[str, Any]) -> None:
    """Neither the query itself nor a query without hits is suggested."""
    assert found(starter, query, lang, **limits).suggestion is None


@pytest.mark.parametrize(
    ("query", "suggested"),
    [
        ('"loyalty abilites"', '"loyalty abilities"'), ("title:planeswalkrs", "title:planeswalkers"),
        ("section:planeswalkrs loyalty", "section:planeswalkers loyalty"), ('"zzzz qqqq"', None),
        ("planeswalkrs -zzzz", "planeswalkers -zzzz"), ("cites:999 planeswalkrs", None),
    ],
)  # fmt: skip
def test_misspelt_words_in_quotes_and_fields(starter: Store, query: str, suggested: str | None) -> None:
    """What has syntax is searched as typed. If nothing is found, a spelling that finds something is suggested."""
    results = found(starter, query)
    assert (results.hits, results.mended, results.suggestion) == ((), (), suggested)


def test_passages_below_a_heading_lack_excluded_words(invented: Invented) -> None:
    """Of the rules below the first hit, only those without the excluded word are read."""
    texts = {"702.9": "Flying", "702.9a": "Flying is an ability.", "702.9b": "Flying and reach.", "702.9c": "More."}
    rules = (invented.rule(number, text) for number, text in texts.items())
    with invented.store(invented.edition("new", "2020-01-01", *rules)) as store:
        first = found(store, "flying -reach").hits[0]
        assert (first.number, [each.number for each in first.passages]) == ("702.9", ["702.9a", "702.9c"])


def test_the_query_itself_is_not_suggested_for_another_day(starter: Store) -> None:
    """On a day without rules nothing is suggested."""
    for query in ("planeswalker", "planeswalkr"):
        assert search(starter, View(starter, "en", date(2001, 1, 1)), query, SearchLimits()).suggestion is None


def test_a_mended_word_can_be_found(invented: Invented) -> None:
    """A word is replaced only by a word that the searched editions have."""
    old = invented.edition("old", "2009-01-01", glossary=[GlossaryEntry("Interrupt", "A card type.")])
    new = invented.edition("new", "2020-01-01", invented.rule("100.1", "Text."))
    with invented.store(old, new) as store:
        assert found(store, "Interupt").mended == ()
        assert found(store, "Interupt", all_editions=True).mended == (("Interupt", "interrupt"),)


def test_relaxed(starter: Store) -> None:
    """If no text has all words, texts with some of them are found and the result is marked as relaxed."""
    assert not found(starter, "loyalty counters").relaxed
    results = found(starter, "loyalty zzzz")
    assert results.relaxed
    assert numbers(results) == numbers(found(starter, "loyalty"))
    assert results.suggestion is None


CARELESS = [
    '"unbalanced', 'un"balanced', '"', '""', '" "', '"""', '"(" AND', "(", ")", "()", ":", "a:b", "text_en:loyalty",
    "***", "*", "?", "loy*", "[a TO z]", "{", "{T}", "AND", "OR", "NOT", "loyalty AND", "AND OR NOT", "+", "-", "- -",
    "~", "^2", "loyalty^9", "\\", "/", "//", "", " ", "\t\n", "🜂", "😀 loyalty", "\0", "loyalty\0", "\x01\x02",
    "\ud800", "1/1", "+1/+1", "l'", "'", "’", "qu’", "<script>", "%s", "306.5l", "306.", "…", "é" * 50,
    "x" * 100_000, "word " * 20_000, '"' + "loyalty counter " * 5_000, "(" * 50_000, '"' * 50_000,
]  # fmt: skip


@pytest.mark.parametrize("query", CARELESS, ids=lambda query: ascii(query)[:30])
def test_careless_queries(starter: Store, query: str) -> None:
    """A careless query causes no error and is answered quickly."""
    begin = time.process_time()
    for lang in ("en", "fr"):
        results = found(starter, query, lang)
        assert results.query == query
    assert time.process_time() - begin < 8


@settings(max_examples=40)
@given(
    words=st.lists(
        st.one_of(
            st.sampled_from(
                ["loyalty", "planeswalker's", "306.5", "CR", '"', "(", ":", "AND", "*", "l'encadré", "{T}"]
            ),
            st.text(max_size=4),
        ),
        max_size=6,
    ),
    lang=st.sampled_from(["en", "fr"]),
    limit=st.integers(0, 5),
    scope=st.sets(st.sampled_from(SCOPES)),
    status=st.sampled_from([None, "current", "deprecated", "removed"]),
    all_editions=st.booleans(),
)
def test_invariants_of_any_query(
    starter: Store, words: list[str], lang: Lang, limit: int, scope: set[Scope], status: Any, all_editions: bool
) -> None:
    """No query is an error; hits are within the limit, best first, and marks lie in their snippet, in order."""
    within = tuple(name for name in SCOPES if name in scope) or SCOPES
    limits = {"limit": limit, "scopes": within, "status": status, "all_editions": all_editions}
    results = found(starter, " ".join(words), lang, **limits)
    assert len(results.hits) == min(limit, results.total)
    scores = [hit.score for hit in results.hits]
    assert scores == sorted(scores, reverse=True)
    for hit in results.hits:
        assert status in (None, hit.status)
        assert (hit.number is None) == (hit.kind == "glossary") == (hit.term is not None)
        at = 0
        for start, end in hit.marks:
            assert at <= start < end <= len(hit.snippet)
            at = end
        assert not set("\x01\x02\n") & set(hit.snippet)


@pytest.mark.parametrize(
    ("query", "lang", "marked"),
    [
        ("loyalty", "en", {"loyalty"}),
        (
            "planeswalker",
            "en",
            {"planeswalks", "planeswalker", "planeswalkers", "Planeswalker", "Planeswalkers", "planeswalker’s"},
        ),
        # The English rules found by translation call it a box.
        ("encadré", "fr", {"l'encadré", "box"}),
        ("loyaute", "fr", {"loyauté"}),
    ],
)
def test_marks_are_the_words_that_matched(starter: Store, query: str, lang: Lang, marked: set[str]) -> None:
    """Marks cover the whole printed words that match the query."""
    results = found(starter, query, lang, limit=100)
    words = [hit.snippet[start:end].replace("'s", "’s") for hit in results.hits for start, end in hit.marks]
    assert words
    assert all(hit.marks for hit in results.hits)
    assert {word.casefold() for word in words} <= {word.casefold() for word in marked}


def test_scopes(invented: Invented) -> None:
    """Each scope searches exactly the entries that its name says."""
    rules = (
        invented.rule("702.9", "Flying"),
        invented.rule("702.9a", "Flying is an evasion ability."),
        invented.rule("509.1b", "Blocks are checked.", "A creature with flying attacks."),
    )
    entries = [GlossaryEntry("Flying", "A keyword."), GlossaryEntry("Evasion Ability", "Such as flying.")]
    with invented.store(invented.edition("a", DAY, *rules, glossary=entries)) as store:
        expected: dict[Scope, set[tuple[str, str]]] = {
            "rules": {("rule", "702.9a")},
            "headings": {("heading", "702.9")},
            "examples": {("rule", "509.1b")},
            "glossary": {("glossary", "Flying"), ("glossary", "Evasion Ability")},
        }
        for scope, hits in expected.items():
            results = found(store, "flying", scopes=(scope,))
            assert {(hit.kind, str(hit.number or hit.term)) for hit in results.hits} == hits
        everywhere = found(store, "flying")
        assert {(hit.kind, str(hit.number or hit.term)) for hit in everywhere.hits} == set().union(*expected.values())
        (example,) = found(store, "flying", scopes=("examples",)).hits
        assert "with flying attacks" in example.snippet


@pytest.mark.parametrize(
    ("section", "within"), [("306", "306"), ("3", "3"), ("306.5", "306.5"), ("306.1-306.3", "306.")]
)
def test_section(starter: Store, section: str, within: str) -> None:
    """A search within a section, chapter, rule or range finds only rules at or below it."""
    results = found(starter, "planeswalker", limit=100, section=NumberRange.parse(section))
    assert results.hits
    assert all(str(number).startswith(within) for number in numbers(results))
    assert results.total < found(starter, "planeswalker").total


def test_glossary_is_in_no_section(invented: Invented) -> None:
    """A headword is in no section, so a search within a section doesn't find it."""
    edition = invented.edition(
        "a", DAY, invented.rule("306.5", "Loyalty."), glossary=[GlossaryEntry("Loyalty", "Text.")]
    )
    with invented.store(edition) as store:
        assert numbers(found(store, "loyalty", section=NumberRange.parse("3"))) == ["306.5"]


def test_status(starter: Store) -> None:
    """Deprecated rules can be searched alone or excluded (306.4, 306.7)."""
    deprecated = found(starter, "planeswalkers", status="deprecated", limit=100)
    current = found(starter, "planeswalkers", status="current", limit=100)
    assert set(numbers(deprecated)) == {"306.4", "306.7"}
    assert not set(numbers(current)) & {"306.4", "306.7"}
    assert current.total + deprecated.total == found(starter, "planeswalkers").total


def test_past_wordings(invented: Invented) -> None:
    """A search finds texts in force; options add removed rules and earlier wordings."""
    content = (
        invented.edition(
            "old", "2019-01-01", invented.rule("306.4", "Uniqueness."), invented.rule("306.5", "Loyalty of old.")
        ),
        invented.edition("new", "2020-01-01", invented.rule("306.5", "Loyalty of today.")),
        invented.edition("next", "2027-01-01", invented.rule("306.5", "Loyalty of tomorrow.")),
    )
    with invented.store(*content) as store:
        assert found(store, "uniqueness").total == 0
        (removed,) = found(store, "uniqueness", status="removed").hits
        assert (removed.number, removed.status, str(removed.edition)) == ("306.4", "removed", "2019-01-01")
        assert [hit.snippet for hit in found(store, "loyalty").hits] == ["Loyalty of today."]
        assert {hit.snippet for hit in found(store, "loyalty", all_editions=True).hits} == {
            "Loyalty of old.", "Loyalty of today.", "Loyalty of tomorrow.",
        }  # fmt: skip
        past = search(store, View(store, "en", date(2019, 6, 1)), "loyalty", SearchLimits())
        assert [hit.snippet for hit in past.hits] == ["Loyalty of old."]


def test_an_empty_store(invented: Invented) -> None:
    """A search in a store without rules finds nothing and causes no error."""
    with invented.store() as store:
        for query in ("loyalty", "306.5", ""):
            assert found(store, query) == SearchResults(query, 0, ())


def test_stopwords_alone_say_nothing(starter: Store) -> None:
    """A query of several stopwords finds texts with these words side by side, or says that it lacks a subject."""
    view = View(starter, "en", DAY)
    for text in ("who am I", "can I do that"):
        results = search(starter, view, text, SearchLimits())
        assert results.says_nothing
        assert (results.query, results.hits, results.suggestion) == (text, (), None)
    assert search(starter, View(starter, "fr", DAY), "qui suis-je", SearchLimits()).says_nothing
    # One stopword is searched as it is. "Give up" is a phrase of players.
    for text in ("who", "who controls it", "give up"):
        assert not search(starter, view, text, SearchLimits()).says_nothing
