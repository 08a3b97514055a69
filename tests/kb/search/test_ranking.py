"""Ranking: the rule about a subject comes before rules that only mention it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.compile_words import compiled_files
from bench.relevance import glossary_questions, load_questions, measure, rules_engine
from kb.languages import Lang
from kb.model import GlossaryEntry
from kb.rule_number import RuleNumber
from kb.search import SearchLimits, SearchResults, search
from kb.search.documents import anchor_texts, defined_names
from kb.search.query_understanding import parse_query
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2026, 3, 1)
ROOT = Path(__file__).resolve().parents[3]


def found(store: Store, text: str, lang: Lang = "en", **limits: object) -> SearchResults:
    return search(store, View(store, lang, DAY), text, SearchLimits(**limits))  # type: ignore[arg-type]


def numbers(results: SearchResults) -> list[str | None]:
    return [hit.number or hit.term for hit in results.hits]


@pytest.fixture(scope="module")
def small(invented: Invented) -> Iterator[Store]:
    """Open a store with a keyword, a section, a deprecated rule, a variant, and rules that mention other things."""
    rule = invented.rule
    edition = invented.edition(
        "small", "2026-01-16",
        rule("1", "Game Concepts"), rule("102", "Players"),
        rule("102.1", "A player is one of the people in the game. The active player is the player whose turn it is."),
        rule("102.2", "The active player chooses first, and the active player acts before any other active player."),
        rule("3", "Card Types"), rule("302", "Creatures"),
        rule("302.1", "A creature enters under its controller's control."),
        rule("302.6", "It must have been there continuously since the turn began. This is informally called the "
             "“summoning sickness” rule."),
        rule("302.7", "Previously, creatures were called monsters, and monsters were summoned."),
        rule("302.8", "Monsters are a kind of creature in some games and not in others."),
        rule("7", "Additional Rules"), rule("702", "Keyword Abilities"), rule("702.9", "Flying"),
        rule("702.9a", "Flying is an evasion ability."),
        rule("702.9b", "A creature with flying can't be blocked except by creatures with flying or reach."),
        rule("702.17", "Reach"), rule("702.17b", "A creature with reach can block creatures with flying."),
        rule("8", "Multiplayer Rules"), rule("805", "Teams"),
        rule("805.1", "A player is on a team; each player of the team is a player."),
        glossary=[GlossaryEntry("Flying", "A keyword ability. See rule 702.9.")],
    )  # fmt: skip
    with invented.store(edition) as store:
        yield store


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("flying", {"702.9"}), ("what does flying do", {"702.9"}), ("reach", {"702.17"}),
        ("active player", {"102.1"}), ("player", {"102", "102.1"}), ("creatures", {"302"}),
        ("summoning sickness", {"302.6"}), ("monsters", {"302.8"}),
    ],
)  # fmt: skip
def test_the_rule_about_a_subject_comes_first(small: Store, query: str, first: set[str]) -> None:
    """Headings and defining rules precede mentions, current rules deprecated ones, and general rules variants."""
    results = found(small, query, scopes=("rules", "headings"))
    assert numbers(results)[0] in first


def test_a_heading_alone_finds_nothing(small: Store) -> None:
    """A rule below a matching heading must itself contain a word of the query."""
    assert "302.6" not in numbers(found(small, "creatures", limit=50))


def test_a_heading_counts_for_the_rules_below_it(small: Store) -> None:
    """A heading above counts as text of a rule: 702.9b, below "Flying", comes first although 702.17b has both words."""
    assert numbers(found(small, "flying blocked", scopes=("rules",)))[0] == "702.9b"


def test_hits_of_one_rule_belong_together(small: Store) -> None:
    """Each hit names the first hit that is its rule or a rule above it; hits keep their order and are complete."""
    hits = found(small, "flying", scopes=("rules", "headings"), limit=50).hits
    assert {hit.number: hit.under for hit in hits if str(hit.number).startswith("702.9")} == {
        "702.9": None, "702.9a": "702.9", "702.9b": "702.9",
    }  # fmt: skip
    assert {hit.number: hit.under for hit in hits}["702.17b"] is None


def test_a_hit_knows_its_place(small: Store) -> None:
    """A hit of a rule has the headings from the chapter down to the rule above it; a headword has none."""
    hits = {hit.number or hit.term: hit for hit in found(small, "flying", limit=50).hits}
    assert hits["702.9b"].path == (("7", "Additional Rules"), ("702", "Keyword Abilities"), ("702.9", "Flying"))
    assert hits["702.9"].path == (("7", "Additional Rules"), ("702", "Keyword Abilities"))
    assert hits["Flying"].path == ()


@pytest.mark.parametrize(
    ("query", "searched"),
    [("flyng", "flying"), ("plaeyrs", "players"), ("flyng creatre", "flying creature"), ("zzzzzz", "")],
)
def test_misspelt_words_are_mended(small: Store, query: str, searched: str) -> None:
    """Each misspelt word is replaced by the most similar word of the rules; without a similar word nothing changes."""
    results = found(small, query)
    assert results.searched == searched
    assert numbers(results) == numbers(found(small, searched)) if searched else not results.hits
    assert results.suggestion is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The active player is the player whose turn it is.", "active player"),
        ("This is called the “legend rule.”", "legend rule"),
        ("“Hexproof” on a permanent means “This permanent can’t be the target.”", "Hexproof"),
        ("To sacrifice a permanent, its controller moves it to its owner’s graveyard.", "sacrifice"),
        ("Anything that happens in a game is an event.", "event"),
        ("A creature attacks alone if it’s the only creature declared as an attacker.", "attacks alone"),
    ],
)
def test_defined_names(text: str, names: str) -> None:
    """Defined names are subjects, quoted names and predicates, as in 102.1, 704.5j, 702.11b and 701.21a."""
    assert names in [name.rstrip(".,") for name in defined_names(text, "en")]


def test_a_cited_title_is_not_defined() -> None:
    """A quoted title in a reference ("See rule 508, “Declare Attackers Step”") isn't a defined name."""
    assert not [
        name
        for name in defined_names("It attacks. (See rule 508, “Declare Attackers Step.”)", "en")
        if "Declare" in name
    ]


@pytest.mark.parametrize(
    ("text", "lang", "words"),
    [
        ("It leaves. This is a leaves-the-battlefield ability (see rule 603.6c) of it. It dies.", "en",
         ["this", "is", "a", "leaves", "the", "battlefield", "ability", "of", "it"]),
        ("Excess damage is dealt to it instead. See rule 120.4a.", "en",
         ["excess", "damage", "is", "dealt", "to", "it", "instead"]),
        ("See rule 100.", "en", []),
        ("See rules 704.5j and 205.4.", "en", []),
        ("Il a une loyauté (voir la règle 306.5).", "fr", ["il", "a", "une", "loyauté"]),
    ],
)  # fmt: skip
def test_anchor_text(text: str, lang: Lang, words: list[str]) -> None:
    """The anchor text of a reference is the rest of its sentence, or the sentence before if nothing else is left."""
    start = min(text.index(digit) for digit in "1367" if digit in text)
    end = start + len(text[start:].split(" ", maxsplit=1)[0].rstrip(").,"))
    ((place, around),) = anchor_texts(text, lang, [(4, start, end)])
    said = [word for word in fold_words(around, lang) if not word[0].isdigit()]
    assert (place, said) == (4, fold_words(" ".join(words), lang))


def test_anchor_texts_of_a_long_sentence() -> None:
    """A sentence full of references doesn't cost the square of its length: the anchor texts have a largest length."""
    text = "306.5, " * 3_000
    found = list(anchor_texts(text, "en", [(at, 7 * at, 7 * at + 5) for at in range(3_000)]))
    assert len(found) == 3_000
    assert max(len(around) for _position, around in found) < 5_000


@pytest.fixture(scope="module")
def citing(invented: Invented) -> Iterator[Store]:
    """Open a store with rules of the same text, some of which are cited by other rules or the glossary."""
    rule = invented.rule
    edition = invented.edition(
        "citing", "2026-01-16",
        rule("1", "Game Concepts"), rule("120", "Harm"),
        rule("120.1", "Excess harm is more than enough."), rule("120.2", "Excess harm is more than enough."),
        rule("120.3", "Excess harm is more than enough."), rule("120.4", "Nobody knows what that is."),
        rule("120.5", "This deals excess harm (see rule 120.3)."), rule("120.6", "Nor that (see rule 120.2)."),
        rule("121", "Ends"), rule("121.1", "What ends the first turn is told."),
        rule("121.2", "To end the turn is an end of it; the end is a turn."),
        glossary=[
            GlossaryEntry("Overkill", "More than enough. See rule 120.4."),
            GlossaryEntry("Enough and More", "More than enough. See rule 120.1 and rule 120.2."),
        ],
    )  # fmt: skip
    with invented.store(edition) as store:
        yield store


def test_anchor_text_raises_a_rule(citing: Store) -> None:
    """120.3 comes first because 120.5 cites it with words of the query; otherwise the three rules are equal."""
    assert numbers(found(citing, "excess harm", scopes=("rules",)))[0] == "120.3"


def test_anchor_text_alone_does_not_match(citing: Store) -> None:
    """Only 120.6 has the word "nor"; the rule that it cites, 120.2, isn't found."""
    assert numbers(found(citing, "nor", scopes=("rules",))) == ["120.6"]


def test_a_headword_finds_its_rule(citing: Store) -> None:
    """120.4 lacks the word "overkill", but a glossary entry refers to it, so a search with the glossary finds it."""
    assert numbers(found(citing, "overkill"))[0] == "120.4"
    assert numbers(found(citing, "overkill", scopes=("rules", "headings"))) == []


def test_stopwords_and_hyphens_do_not_break_a_phrase(citing: Store) -> None:
    """121.2 has "end the turn" side by side, also for a query with hyphens; in 121.1 "first" stands between."""
    for query in ("end the turn", "end-the-turn", "end turn"):
        assert numbers(found(citing, query, scopes=("rules",)))[0] == "121.2"


class TestPlayersWords:
    """`data/players_words.toml`: words of players and the words of the rules for them."""

    def test_the_source_has_the_words(self, shared: Path) -> None:
        """Each source rule exists in the edition of 2026-01-16, and its text or headings have the rules' words."""
        content = (shared / "corpus/en/2026-01-16.txt").read_bytes().decode("utf-8-sig").replace("\r", "\n")
        texts: dict[str, str] = {}
        for line in content.split("\n"):
            number, _, text = line.partition(" ")
            if number.rstrip(".").replace(".", "", 1).isalnum() and number[:3].isdigit():
                texts[number.rstrip(".")] = text
        rows = tomllib.loads((ROOT / "data/players_words.toml").read_text(encoding="utf-8"))
        assert len(rows["en"]) + len(rows["fr"]) >= 120
        for row in (*rows["en"], *rows["fr"]):
            number = RuleNumber.parse(row["source"])
            above = [texts.get(str(each), "") for each in (number.parent, RuleNumber(number.chapter, number.section))]
            headings = [text for text in above if len(text) < 80]
            words = {*fold_words(" ".join([texts[row["source"]], *headings]), "en")}
            words |= {part for word in words for part in word.split("-")}
            assert {*fold_words(row["rules"], "en")} <= words, row

    def test_compiled_lists_are_up_to_date(self) -> None:
        """The compiled lists equal their sources. After a change of either, run `python -m bench.compile_words`."""
        for name, text in compiled_files().items():
            assert (ROOT / "data/compiled" / name).read_text(encoding="utf-8") == text, name

    @pytest.mark.parametrize(
        ("query", "source"),
        [
            ("etb", "603.6a"), ("my creature fizzled", "608.2b"), ("can I sac it", "701.21a"), ("CMC", "202.3"),
            ("how many cards can I have in hand", "402.2"), ("who goes first", "103.1"), ("can I chump", "509.1a"),
        ],
    )  # fmt: skip
    def test_players_words_are_recognised(self, query: str, source: str) -> None:
        """Players' words are recognized in any inflection and with stopwords around or between them."""
        sources = [other.source for notion in parse_query(query, "en").concepts for other in notion.synonyms]
        assert source in sources

    def test_a_query_of_stopwords(self) -> None:
        """A query of only stopwords is searched as it is; otherwise stopwords are dropped."""
        assert parse_query("who", "en").words == ("who",)
        assert parse_query("what is a player", "en").words == ("player",)


def test_relevance_scores(newest_home: Path) -> None:
    """The scores of `bench/relevance.py` on the held-out questions are above a floor."""
    with Store.open(newest_home) as store:
        view, french = View(store, "en", DAY), View(store, "fr", DAY)
        terms = [question for question in glossary_questions(view) if not question.for_tuning]
        assert measure(terms, rules_engine(store, view, with_glossary=False)).mrr > 0.9
        for lang, at in (("en", view), ("fr", french)):
            questions = [each for each in load_questions(lang) if not each.for_tuning]  # type: ignore[arg-type]
            assert measure(questions, rules_engine(store, at, with_glossary=True)).top_five_share > 0.85


@pytest.mark.parametrize(
    ("question", "section"),
    [
        # 702.6a: "Activate only as a sorcery."
        ("can I equip at instant speed", "702.6"),
        # 702.11b: "can't be the target of spells or abilities your opponents control."
        ("does hexproof protect from board wipes", "702.11"),
        # 103.1: "the players determine which one of them will choose who takes the first turn."
        ("who goes first", "103.1"),
    ],
)
def test_a_question_finds_its_rule_first(newest_home: Path, question: str, section: str) -> None:
    """A keyword that the question names decides which section is meant, and so does the meaning of its words."""
    with Store.open(newest_home) as store:
        first = found(store, question).hits[0].number
    assert first is not None
    assert RuleNumber.parse(section).covers(RuleNumber.parse(first))


def test_the_rule_of_the_keyword_named_last_is_first(newest_home: Path) -> None:
    """702.19b and 702.2c are about lethal damage. Who asks whether deathtouch works with trample asks about 702.19b."""
    with Store.open(newest_home) as store:
        assert numbers(found(store, "does deathtouch work with trample"))[:2] == ["702.19b", "702.2c"]


def test_a_rule_is_found_by_its_meaning_alone(newest_home: Path) -> None:
    """104.3a ("A player can concede the game at any time.") has no word of the question."""
    with Store.open(newest_home) as store:
        assert "104.3a" in numbers(found(store, "can I quit"))
