"""Taking editions out of the store: a name finds one edition or source, and nothing of it is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import Ambiguous, NotFound
from kb.model import Edition
from kb.storage.editions import list_editions
from kb.storage.removal import (
    HTTP_VALIDATORS,
    NamedEdition,
    NamedSource,
    remove_editions,
    select_editions,
    translations_of_removed,
)
from kb.storage.store import Store

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]
DAY = date(2020, 1, 1)


def as_translation(edition: Edition) -> Edition:
    """Return an edition as a finished translation, with each number once."""
    rules = {rule.number: replace(rule, text_lang="fr") for rule in edition.rules}
    form = {"lang": "fr", "partial": True, "glossary": (), "lists": (), "until": None, "lossy": False}
    return replace(edition, rules=tuple(rules.values()), source=replace(edition.source, format="xliff"), **form)


@settings(max_examples=60)
@given(data=st.data())
def test_what_is_left_was_alone_from_the_start(
    data: st.DataObject, invented: Invented, some_library: Libraries
) -> None:
    """Removing any source or edition leaves the content of a store that never had it, in any order."""
    drawn = data.draw(some_library())
    translated = data.draw(st.sets(st.integers(0, len(drawn) - 1)))
    library = [as_translation(edition) if at in translated else edition for at, edition in enumerate(drawn)]
    library = list(data.draw(st.permutations(library)))
    gone = data.draw(st.sets(st.integers(0, len(library) - 1), min_size=1))
    rest = [edition for at, edition in enumerate(library) if at not in gone]
    with invented.store(*library) as store, invented.store(*rest) as other:
        names = [NamedSource(library[at].source.name) for at in gone]
        remove_editions(store, select_editions(store, names))
        assert invented.content(store) == invented.content(other)
        assert (
            store.connection.execute("SELECT count(*) FROM superseded").fetchone()
            == other.connection.execute("SELECT count(*) FROM superseded").fetchone()
        )


def names_in(store: Store) -> list[str]:
    """Return the sources of a store's editions."""
    return [edition.source for edition in list_editions(store)]


def test_an_earlier_translation_returns(invented: Invented) -> None:
    """Of three translations of a rule, the last one counts; without it, the one before counts again."""
    texts = ("Un.", "Deux.", "Trois.")
    made = [
        as_translation(invented.edition(text, DAY, invented.rule("100.1", text, lang="fr"), lang="fr"))
        for text in texts
    ]
    query = "SELECT text FROM excerpt JOIN wording ON wording.id = wording"
    with invented.store(*made) as store:
        for text in reversed(texts):
            assert store.connection.execute(query).fetchall() == [(text,)]
            remove_editions(store, select_editions(store, [NamedSource(text)]))
        assert store.connection.execute(query).fetchall() == []


def test_a_translation_returns_in_its_order(invented: Invented) -> None:
    """The history of a rule that two rules of a translation continue doesn't show that one of them was superseded."""
    whole = invented.edition("whole", "2019-01-01", invented.rule("100.2", "Un.", lang="fr"), lang="fr")
    made = [
        as_translation(invented.edition(name, DAY, *(invented.rule(*each, lang="fr") for each in rules), lang="fr"))
        for name, rules in (("first", (("100.1", "Un."), ("100.2", "Deux."))), ("last", (("100.1", "Trois."),)))
    ]
    with invented.store(whole, *made) as store, invented.store(whole, made[0]) as other:
        remove_editions(store, select_editions(store, [NamedSource("last")]))
        assert invented.content(store) == invented.content(other)


def test_names(invented: Invented) -> None:
    """A source is found by its name, the end of its path or the beginning of its hash; an edition by its day."""
    page = invented.edition("/one/page.html", "2020-01-01", partial=True)
    other = invented.edition("/two/page.html", "2021-01-01", partial=True)
    whole = invented.edition("https://example.org/rules.txt", "2021-01-01")
    french = invented.edition("fr.txt", "2020-01-01", lang="fr")
    with invented.store(page, other, whole, french) as store:

        def found(name: NamedEdition | NamedSource) -> list[str]:
            return [edition.source for edition in select_editions(store, [name])]

        assert found(NamedSource("/one/page.html")) == ["/one/page.html"]
        assert found(NamedSource("one/page.html")) == ["/one/page.html"]
        assert found(NamedSource("rules.txt")) == ["https://example.org/rules.txt"]
        assert found(NamedSource("./rules.txt")) == ["https://example.org/rules.txt"]
        assert found(NamedSource(other.source.sha256[:6].upper())) == ["/two/page.html"]
        assert found(NamedEdition(date(2020, 1, 1), "fr")) == ["fr.txt"]
        assert [each.lang for each in select_editions(store, [NamedEdition(DAY)], "en")] == ["en"]
        for ambiguous in (NamedSource("page.html"), NamedEdition(date(2021, 1, 1)), NamedEdition(DAY)):
            with pytest.raises(Ambiguous) as problem:
                found(ambiguous)
            assert len(problem.value.candidates) == 2
        assert found(NamedSource("./fr.txt")) == ["fr.txt"]
        for unknown in ("age.html", "", ".", "/", "html", other.source.sha256[:5], "en"):
            with pytest.raises(NotFound):
                found(NamedSource(unknown))
        with pytest.raises(NotFound):
            found(NamedEdition(date(1999, 1, 1)))
        assert len(select_editions(store, [NamedSource("fr.txt"), NamedEdition(DAY, "fr")])) == 1


def test_a_long_list_of_candidates_is_cut(invented: Invented) -> None:
    """The error of a name with many meanings names five of them."""
    made = [invented.edition(f"/{folder}/page.html", DAY, partial=True) for folder in range(9)]
    with invented.store(*made) as store, pytest.raises(Ambiguous) as problem:
        select_editions(store, [NamedSource("page.html")])
    assert len(problem.value.candidates) == len(made)
    assert str(problem.value).count("page.html (") == 5
    assert " and 4 more; " in str(problem.value)


def test_answers_of_servers_are_dropped(invented: Invented) -> None:
    """After a removal no file counts as unchanged, since the removed edition would never be downloaded again."""
    with invented.store(invented.edition("a", DAY), invented.edition("b", "2021-01-01")) as store:
        with store.transaction():
            store.set_meta(f"{HTTP_VALIDATORS}https://example.org/a.txt", "{}")
            store.set_meta("https", "kept")
        remove_editions(store, select_editions(store, [NamedSource("a")]))
        assert store.meta(f"{HTTP_VALIDATORS}https://example.org/a.txt") is None
        assert store.meta("https") == "kept"
        assert names_in(store) == ["b"]


def test_translations_of_a_removed_edition_stay(invented: Invented) -> None:
    """A finished translation outlives the English edition that it was made from, and is reported."""
    english = invented.edition("en", DAY, invented.rule("100.1", "One."))
    french = as_translation(invented.edition("fr", DAY, invented.rule("100.1", "Un.", lang="fr"), lang="fr"))
    with invented.store(english, french) as store:
        chosen = select_editions(store, [NamedSource("en")])
        remove_editions(store, chosen)
        assert [each.source for each in translations_of_removed(store, chosen)] == ["fr"]
        assert names_in(store) == ["fr"]
