"""Query syntax: what each form finds, and that no input is an error."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import partial
from string import ascii_lowercase
from typing import TYPE_CHECKING, cast

import pytest

from bench.hostile import queries
from kb.languages import Lang
from kb.model import GlossaryEntry
from kb.search import Scope, SearchLimits, query_parts, search
from kb.search.inverted_index import InvertedIndex
from kb.search.query_parts import QueryBudget
from kb.search.query_syntax import parse_syntax
from kb.search.ranking import Ranking
from kb.search.word_patterns import WordPatterns
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2026, 3, 1)


@pytest.fixture(scope="module")
def library(invented: Invented) -> Iterator[Store]:
    """Open a store with two editions; only the older one has 300.3, and its wording of 306.5 is different."""
    rule = invented.rule
    old = invented.edition(
        "old", "2009-05-01", rule("300.3", "Unspent mana causes mana burn."), rule("306.5", "Loyalty of old.")
    )
    new = invented.edition(
        "new", "2026-01-16",
        rule("306", "Planeswalkers"), rule("306.5", "Loyalty is a characteristic."),
        rule("306.7", "Previously, damage was redirected to planeswalkers."),
        rule("306.9", "If loyalty is 0, it's put into a graveyard. (See rule 704.)", "A planeswalker dies."),
        rule("702", "Keyword Abilities"), rule("702.9", "Flying"), rule("702.9b", "It can't be blocked by others."),
        rule("702.19", "Trample"), rule("702.19b", "It assigns damage to creatures blocking it. See rule 510.1c."),
        rule("704", "State-Based Actions"), rule("704.5", "The actions are as follows."),
        rule("704.5i", "A planeswalker with loyalty 0 dies. See rule 306.9."),
        glossary=[GlossaryEntry("Trample", "A keyword ability. See rule 702.19.")],
    )  # fmt: skip
    with invented.store(old, new) as store:
        yield store


@pytest.mark.parametrize(
    ("query", "finds"),
    [
        ("loyalty", {"306.5", "306.9", "704.5i"}),
        ("loyalty NOT dies", {"306.5", "306.9"}),
        ("characteristic OR redirected", {"306.5", "306.7"}),
        ("loyalty AND (characteristic OR graveyard)", {"306.5", "306.9"}),
        ("loyalty (characteristic OR graveyard)", {"306.5", "306.9"}),
        ('"loyalty 0"', {"704.5i"}),
        ('"0 loyalty"', set()),
        ("redirec*", {"306.7"}),
        ("loyalti*", {"306.5", "306.9", "704.5i"}),
        ("loyalyt~", {"306.5", "306.9", "704.5i"}),
        ("redyrectd~2", {"306.7"}),
        ("title:flying", {"702.9", "702.9b"}),
        ("title:flying blocked", {"702.9b"}),
        ("title:(flying OR trample) NOT damage", {"702.9", "702.9b", "702.19"}),
        ('title:"keyword abilities" damage', {"702.19b"}),
        ("example:dies", {"306.9"}),
        ("glossary:keyword", {"Trample"}),
        ("number:702.*", {"702.9", "702.9b", "702.19", "702.19b"}),
        ("number:306.5", {"306.5"}),
        ("number:[306.7 TO 306.9]", {"306.7", "306.9"}),
        ("number:[704 TO ]", {"704", "704.5", "704.5i"}),
        ("section:306 loyalty", {"306.5", "306.9"}),
        ("section:306-702.9 blocked", set()),
        ("status:deprecated", {"306.7"}),
        ("planeswalkers status:current", {"306", "306.9", "704.5i"}),
        ("cites:704", {"306.9"}),
        ("cites:510", {"702.19b"}),
        ("cites:306 NOT section:306", {"704.5i"}),
        ("edition:2009 mana", {"300.3"}),
        ("edition:2009-05-01 loyalty", {"306.5"}),
        ("edition:[2020 TO 2026] loyalty", {"306.5", "306.9", "704.5i"}),
        ("status:removed mana", {"300.3"}),
        ("loyalty -dies", {"306.5", "306.9"}),
        ('loyalty -"loyalty 0"', {"306.5", "306.9"}),
        ("loyalty -(characteristic OR dies)", {"306.9"}),
        ("cites:306 -section:306", {"704.5i"}),
        ('"loyalty 0" -1/-1', set()),
        ("*directed", {"306.7"}),
        ("re?irected", {"306.7"}),
        ("cha*ristic", {"306.5"}),
        ("tra?ple?", {"702.19", "Trample"}),
        ("section:planeswalkers loyalty", {"306.5", "306.9"}),
        ('section:"state actions" planeswalker', {"704.5i"}),
        ("section:flying", {"702.9", "702.9b"}),
        ("section:characteristic", set()),
        # Invalid syntax is searched as words.
        ("see:loyalty", {"306.9", "704.5i"}),
        ("(loyalty", {"306.5", "306.9", "704.5i"}),
        # Parentheses without an operator are punctuation, so a question in them stays a question.
        ("what is loyalty (and what does it do)", {"306.5", "306.9", "704.5i"}),
        ('"loyalty', {"306.5", "306.9", "704.5i"}),
        ("loyalty?", {"306.5", "306.9", "704.5i"}),
        ("what is loyalty?", {"306.5", "306.9", "704.5i"}),
        ("status:characteristic", {"306.5"}),
        ("and", set()),
    ],
)
def test_results_of_each_form(library: Store, query: str, finds: set[str]) -> None:
    """Each form of the syntax finds exactly the expected entries (docs/search.md)."""
    results = search(library, View(library, "en", DAY), query, SearchLimits(limit=100))
    assert {hit.number or hit.term for hit in results.hits if not hit.is_partial} == finds


def test_filters_alone_list_in_the_order_of_the_rules(library: Store) -> None:
    """A query without words has no best match."""
    results = search(library, View(library, "en", DAY), "status:current -section:702", SearchLimits(limit=100))
    assert [hit.number or hit.term for hit in results.hits] == [
        "306", "306.5", "306.9", "704", "704.5", "704.5i", "Trample",
    ]  # fmt: skip


def test_an_unknown_section_is_named(library: Store) -> None:
    """The answer says which section has no such title."""
    results = search(library, View(library, "en", DAY), "section:commander loyalty", SearchLimits())
    assert (results.hits, results.unknown_sections) == ((), ("commander",))


def test_a_hit_names_an_edition_of_the_range(library: Store) -> None:
    """`edition:` labels each hit with the newest edition inside the range."""
    view = View(library, "en", DAY)
    for query, day in (("edition:[2001 TO 2012] mana", "2009-05-01"), ("edition:2026 loyalty", "2026-01-16")):
        assert {str(hit.edition) for hit in search(library, view, query, SearchLimits()).hits} == {day}


def test_words_after_not_are_not_marked(library: Store) -> None:
    """Only the words that matched are highlighted."""
    (hit, *_) = search(library, View(library, "en", DAY), "loyalty NOT dies", SearchLimits()).hits
    assert {hit.snippet[start:end].lower() for start, end in hit.marks} == {"loyalty"}


@pytest.fixture(scope="module")
def words(invented: Invented) -> Iterator[Store]:
    """Open a store whose rules have 520 words, 20 for each letter: `aaaa`, `aaab` and so on."""
    texts = {at: " ".join(f"{first}{chr(97 + at)}x{second}" for second in ascii_lowercase[:20])
             for at, first in enumerate(ascii_lowercase)}  # fmt: skip
    rules = [invented.rule(f"{300 + at}.1", f"It has {text}.") for at, text in texts.items()]
    with invented.store(invented.edition("new", "2026-01-16", *rules)) as store:
        yield store


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_patterns_of_a_query_share_a_number_of_words(
    words: Store, lang: Lang, monkeypatch: pytest.MonkeyPatch
) -> None:
    """26 prefixes with 20 words each stand for at most 150 words. Each gets some, and the answer says so."""
    scored = Counter[str]()

    def score_word(ranking: Ranking, word: str, of: Lang, scopes: tuple[Scope, ...]) -> dict[int, float]:
        scored[word] += 1
        return scoring(ranking, word, of, scopes)

    scoring = Ranking.score_word
    monkeypatch.setattr(Ranking, "score_word", score_word)
    query = " OR ".join(f"{first}{chr(97 + at)}x*" for at, first in enumerate(ascii_lowercase[:20]))
    results = search(words, View(words, lang, DAY), query, SearchLimits(limit=100))
    assert len(results.hits) == 20
    assert results.is_cut
    # The stem of each prefix is a word, too.
    assert len(scored) <= 150
    assert {word[0] for word in scored} == {*ascii_lowercase[:20]}


def test_a_pattern_gets_the_words_that_others_leave() -> None:
    """Two patterns of 20 words leave 110 of 150 words to a third one. Another language has its own words."""
    budget = QueryBudget()
    budget.count_patterns(parse_syntax("a* OR b?b NOT (c~ OR number:7*)").leaves())
    found = {(name, size): len(budget.words(name, "en", partial(map, str, range(size))))
             for name, size in (("a", 20), ("b", 20), ("c", 110))}  # fmt: skip
    assert (list(found.values()), budget.is_used_up) == ([20, 20, 110], False)
    assert len(budget.words("a", "fr", lambda: map(str, range(51)))) == 50
    assert budget.is_used_up


def test_all_phrases_of_a_query_share_a_number_of_texts(words: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """26 rules have the phrase `it has`. If 10 may be read, 10 are found, and the answer says so."""
    view = View(words, "en", DAY)
    assert not search(words, view, '"it has"', SearchLimits(limit=100)).is_cut
    monkeypatch.setattr(query_parts, "MAX_TEXTS", 10)
    results = search(words, view, '"it has"', SearchLimits(limit=100))
    assert (len(results.hits), results.is_cut) == (10, True)


def test_a_pattern_of_many_asterisks_takes_linear_time() -> None:
    """Such a pattern doesn't try all ways to divide a long word, which would take years."""

    class _LongWord:
        def lexicon(self, _lang: Lang) -> tuple[str, ...]:
            return ("a" * 60, "a" * 60 + "b")

    patterns = WordPatterns(cast(InvertedIndex, _LongWord()))
    assert list(patterns.wildcard_matches("*a" * 15 + "b", "en")) == ["a" * 60 + "b"]


def test_hostile_queries(library: Store) -> None:
    """Random pieces of syntax and text cause no error and are answered within three seconds of processor time."""
    views = [View(library, "en", DAY), View(library, "fr", DAY)]
    for place, query in enumerate(queries(600, 704)):
        begin = time.process_time()
        results = search(library, views[place % 4 == 0], query, SearchLimits(all_editions=place % 5 == 0))
        assert results.query == query
        assert time.process_time() - begin < 3, query[:80]
