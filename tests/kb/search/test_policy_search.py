"""The search in the judges' other books: words, meaning, titles, spelling, French, and the order in all books."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kb.languages import Lang
from kb.search import SearchLimits, corpus, search
from kb.search.index import open_index
from kb.search.policy.all_books import search_books
from kb.search.policy.judges_questions import known_section, title_key
from kb.search.policy.judges_words import expand
from kb.search.policy.meaning import similarities, sum_vectors
from kb.search.policy.nearest_questions import nearest_questions
from kb.search.query_language import is_french_question
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from tests.policy_editions import invented_policy

DAY = date(2026, 2, 1)


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a knowledge base with only the invented policy documents. Tests must not write to it."""
    home = tmp_path_factory.mktemp("invented-books")
    with Store.open(home, create=True) as store:
        for edition in invented_policy():
            with store.transaction() as writer:
                writer.add_edition(edition)
    return home


def found(home: Path, query: str, *docs: str, lang: str = "en") -> list[tuple[str, str]]:
    """Return the books and numbers of the hits of a query, in the books of these names or in all books."""
    with Store.open(home) as store:
        books = [doc for doc in store.books if not docs or doc in docs]
        results = search_books(store, View(store, "fr" if lang == "fr" else "en", DAY), query, SearchLimits(), books)
    return [(hit.doc, str(hit.number)) for hit in results.hits]


@pytest.mark.parametrize(
    ("phrase", "lang", "words"),
    [
        ("GRV", "en", "game rule violation"),
        ("forgot to desideboard", "en", "deck problem"),
        ("retard", "fr", "tardiness late"),
        ("perte de partie", "fr", "game loss"),
    ],
)
def test_phrases_of_judges(phrase: str, lang: str, words: str) -> None:
    (meant,) = expand(fold_words(phrase, "fr" if lang == "fr" else "en"), "fr" if lang == "fr" else "en")
    assert meant.words == tuple(fold_words(words, "en"))


def test_a_section_is_known_by_any_of_its_titles() -> None:
    """IPG 2.3 was "Drawing Extra Cards" until 2016."""
    assert title_key("Game Play Error — Hidden Card Error") == title_key("HIDDEN CARD ERROR") == "hiddencarderror"
    assert (
        title_key("A player forgets a triggered ability (one that uses the words)") == "aplayerforgetsatriggeredability"
    )
    old, new = (known_section("ipg", title) for title in ("Drawing Extra Cards", "Hidden Card Error"))
    assert old == new is not None
    assert known_section("mtr", "Hidden Card Error") is None
    assert known_section("jar", None) is None


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("called a player something racist", {"ipg major", "mtr unsportingconduct"}),
        ("answering a telephone call", {"mtr electronicdevices"}),
        ("handed in the wrong list of cards", {"ipg decklistproblem"}),
    ],
)
def test_meaning(question: str, keys: set[str]) -> None:
    asked = sum_vectors((word, 1.0) for word in fold_words(question, "en"))
    assert asked is not None
    close = similarities(asked)
    assert max(close.of_policy, key=close.of_policy.__getitem__) in keys
    assert close.policy_share > 0.5


def test_words_without_vectors_have_no_meaning() -> None:
    assert sum_vectors([("zzzz", 1.0)]) is None
    trample = sum_vectors([("trampl", 1.0), ("damag", 1.0)])
    assert trample is not None
    assert similarities(trample).policy_share < 0.1


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("title:lighting", ["1.3"]),
        ("title:lighting lantern", ["1.3"]),
        ('title:"lantern types"', ["1.1"]),
        ("title:oil", []),
        ("lantern -younger -extinguished -red -types -rules", []),
        ('"keep silent"', ["1.2"]),
        ('"silent keep"', []),
    ],
)
def test_syntax(invented: Path, query: str, numbers: list[str]) -> None:
    assert [number for _doc, number in found(invented, query, "mtr")] == numbers


def test_a_misspelt_word_is_mended(invented: Path) -> None:
    with Store.open(invented) as store:
        results = search_books(store, View(store, "en", DAY), "extinguised lanterns", SearchLimits(), ("mtr",))
    assert results.mended == (("extinguised", "extinguished"),)
    assert (results.hits[0].number, results.searched) == ("2.1", "extinguished lanterns")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("slow play penalty", ("ipg", "3.3")),
        ("apeal a judge ruling", ("mtr", "2.9")),
        ("my opponent is late for the match", ("ipg", "3.1")),
        ("missed trigger at FNM", ("jar", "common-issues/a-player-forgets-a-triggered-ability")),
    ],
)
def test_a_question_of_a_judge_begins_with_policy(policy_home: Path, query: str, first: tuple[str, str]) -> None:
    assert found(policy_home, query)[0] == first


@pytest.mark.parametrize(
    "query", ["does deathtouch work with trample", "what is an etb trigger", "planeswalker loyalty"]
)
def test_a_question_of_the_rules_keeps_its_hits(policy_home: Path, query: str) -> None:
    alone = found(policy_home, query, "cr")
    assert found(policy_home, query)[: len(alone)] == alone


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("combien de temps dure une ronde", ("mtr", "Appendix B")),
        ("un joueur arrive avec dix minutes de retard", ("ipg", "3.1")),
        ("partager les prix en finale", ("mtr", "5.2")),
        ("le lancer de dés", ("mtr", "3.9")),
    ],
)
def test_french_questions(policy_home: Path, query: str, answer: tuple[str, str]) -> None:
    assert answer in found(policy_home, query, lang="fr")[:5]


def test_a_search_in_all_books_keeps_an_older_index_to_its_end(
    starter_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It contains a search in the rules. An index that isn't up to date is dropped at the end of the outer search."""
    monkeypatch.setattr(corpus, "open_index", lambda *asked: (open_index(*asked)[0], False))
    with Store.open(starter_home) as store:
        view = View(store, "en", DAY)
        outer = corpus.open_corpora(store, view, include_past=False)
        assert search(store, view, "planeswalker", SearchLimits()).hits
        assert corpus.open_corpora(store, view, include_past=False) is outer
        for _search in range(2):
            corpus.release_corpora(store, outer)
        assert corpus.open_corpora(store, view, include_past=False) is not outer


@pytest.mark.parametrize(
    ("query", "is_french"),
    [
        ("je peux regarder mes cartes pendant le draft", True),
        ("l'adversaire a pioché une carte de trop", True),
        ("pénalité pour retard", True),
        ("PEUT-ON ATTAQUER AVEC UNE CRÉATURE", True),
        ("arpenteur", False),
        ("Lim-Dûl's Vault", False),
        ("Séance with Déjà Vu", False),
        ("does a fetch land count as a land drop", False),
        ("la legend rule with clones", False),
        ("306.5", False),
        ("", False),
    ],
)
def test_a_french_question_is_known_by_its_words(query: str, *, is_french: bool) -> None:
    assert is_french_question(query) is is_french


@pytest.mark.parametrize(
    ("words", "lang", "key"),
    [({"phone", "match"}, "en", "mtr electronicdevices"), ({"retard"}, "fr", "ipg tardiness")],
)
def test_the_nearest_questions_of_a_section(words: set[str], lang: Lang, key: str) -> None:
    near = nearest_questions(words, lang)
    assert max(near, key=near.__getitem__) == key
    assert all(0 < nearness <= 1 for nearness in near.values())


def test_words_of_no_question_are_near_to_none() -> None:
    assert nearest_questions({"zzzz"}) == {}
