"""Documents in the store: each has its own editions, places and histories."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.documents import DOCUMENTS
from kb.history.history import rule_history
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from tests.policy_editions import invented_policy

if TYPE_CHECKING:
    from kb.model import Edition
    from tests.kb.conftest import Invented

DAYS = ("2020-06-01", "2022-02-15", "2023-01-01")


def told(store: Store) -> dict[str, object]:
    """Return what the store says of all documents on some days, with the histories of all places."""
    found: dict[str, object] = {}
    for doc in DOCUMENTS:
        book = store.book(doc)
        for day in map(date.fromisoformat, DAYS):
            view = View(book, "en", day)
            rules = view.rules()
            found[f"{doc} {day}"] = [(rule.item, rule.edition, rule.doc) for rule in rules]
            found[f"life {doc} {day}"] = [rule_history(book, view, rule.item.number) for rule in rules]
    return found


def add(store: Store, *editions: Edition) -> None:
    for edition in editions:
        with store.transaction() as writer:
            writer.add_edition(edition)


@settings(max_examples=15)
@given(order=st.permutations(range(len(invented_policy()) + 2)))
def test_documents_dont_depend_on_the_order_of_arrival(order: list[int], invented: Invented) -> None:
    """Editions of the rules beside those of the policy documents, in any order, give the same content."""
    rules = [
        invented.edition(f"rules {day}", day, invented.rule("1", "Game"), invented.rule("100.1", text))
        for day, text in (("2020-01-01", "A player plays."), ("2022-02-02", "Each player plays."))
    ]
    editions = [*invented_policy(), *rules]
    with invented.store() as store, invented.store() as other:
        add(store, *editions)
        add(other, *(editions[at] for at in order))
        assert told(store) == told(other)


@settings(max_examples=15)
@given(gone=st.sampled_from(range(len(invented_policy()))))
def test_removing_an_edition_of_a_document_leaves_no_trace(gone: int, invented: Invented) -> None:
    editions = invented_policy()
    removed = editions[gone]
    with invented.store() as store, invented.store() as other:
        add(store, *editions)
        add(other, *(each for each in editions if each is not removed))
        with store.transaction() as writer:
            writer.remove_whole_edition(removed.lang, removed.effective, removed.doc)
        assert told(store) == told(other)


def test_a_store_reads_one_document(invented: Invented) -> None:
    """Places with one label in two documents are different places, and the rules don't see the other books."""
    rules = invented.edition(
        "rules", "2020-01-01", invented.rule("1", "Game Concepts"), invented.rule("100.1", "Play.")
    )
    with invented.store(rules) as store:
        before = [(rule.item, rule.place) for rule in View(store, "en", date(2023, 1, 1)).rules()]
        assert store.books == ("cr",)
        add(store, *invented_policy())
        assert store.books == ("cr", "mtr", "ipg", "jar")
        assert [(rule.item, rule.place) for rule in View(store, "en", date(2023, 1, 1)).rules()] == before
        section = View(store.book("ipg"), "en", date(2023, 1, 1)).rule(SectionNumber.parse("2.2/penalty"))
        assert section is not None
        assert section.item.text == "Game Loss"
        assert View(store.book("mtr"), "en", date(2021, 1, 1)).base == date(2020, 1, 1)
        assert View(store.book("jar"), "en", date(2021, 1, 1)).base is None
        assert store.book("mtr").book("cr").doc == "cr"


def test_the_same_penalty_of_two_infractions_is_two_wordings(invented: Invented) -> None:
    with invented.store() as store:
        add(store, *invented_policy())
        query = """
            SELECT DISTINCT wording FROM span JOIN place ON place.id = place JOIN wording ON wording.id = wording
            WHERE doc = 'ipg' AND label LIKE '%/penalty' AND text = 'Warning'
            """
        # Spilled Oil and Dark Table (2020 and 2022, one wording), Broken Glass.
        assert len(store.connection.execute(query).fetchall()) == 3
