"""Search across languages: a query in either language finds a rule, shown in the reader's language if possible."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kb.history.succession import trace_outcomes, trace_succession
from kb.languages import Lang
from kb.model import GlossaryEntry
from kb.rule_number import NumberRange, RuleNumber
from kb.search import SearchLimits, SearchResults, search
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View
from kb.terms.glossary import define_in_either_language

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2026, 3, 1)

# Queries of French judges, with and without accents, plurals, feminines and articles, and the rules of 2026-01-16 that
# answer them. A section is the answer if a hit is in it, a rule if a hit is at or below it.
ANSWERS = {
    "capacité de loyauté": "606",
    "arpenteur": "306",
    "les arpenteurs": "306",
    "piétinement": "702.19",
    "pietinement": "702.19",
    "le vol": "702.9",
    "lien de vie": "702.15",
    "contact mortel": "702.2",
    "double initiative": "702.4",
    "initiative": "702.7",
    "celerite": "702.10",
    "défense talismanique": "702.11",
    "indestructibles": "702.12",
    "portée": "702.17",
    "parade": "702.21",
    "créatures avec la menace": "702.111",
    "mal d’invocation": "302.6",
    "regle des legendes": "704.5j",
    "légendaires": "205.4",
    "étape de dégagement": "502",
    "étape de nettoyage": "514",
    "phase principale": "505",
    "déclaration des bloqueurs": "509",
    "blessures de combat": "510",
    "actions basées sur l'état": "704",
    "taille de main maximale": "402.2",
    "valeur de mana": "202.3",
    "coût converti de mana": "202.3",
    "effets de remplacement": "614",
    "effets continus": "611",
    "capacités déclenchées": "603",
    "capacite de mana": "605",
    "marqueurs poison": "704.5c",
    "mulligan": "103.5",
    "la pile": "405",
    "cimetières": "404",
    "zone de commandement": "408",
    "jetons": "111",
    "propriétaire d'un jeton": "111.2",
    "se battre": "701.14",
    "regard": "701.22",
    "meuler": "701.17",
    "prolifération": "701.34",
    "contrecarrer un sort": "701.6",
    "sacrifiez une créature": "701.21",
    "entretien cumulatif": "702.24",
    "recyclage": "702.29",
    "déphasage": "702.26",
    "face cachée": "708",
    "copie d'un sort": "707.10",
    "Troll à deux têtes": "810",
    "jouer à pile ou face": "705",
    "sagas": "714",
    "véhicule": "301.7",
    "identité couleur": "903.4",
    "joueur actif": "102.1",
    "symbole d'engagement": "107.5",
    "coûts supplémentaires": "118.8",
    "mana hybride": "107.4",
    "cibles illégales": "608.2b",
}


def found(store: Store, text: str, lang: Lang = "en", day: date = DAY, **limits: Any) -> SearchResults:
    return search(store, View(store, lang, day), text, SearchLimits(**limits))


def shown(results: SearchResults) -> list[tuple[str | None, Lang]]:
    return [(hit.number or hit.term, hit.lang) for hit in results.hits]


@pytest.fixture(scope="module")
def starter(starter_home: Path) -> Iterator[Store]:
    with Store.open(starter_home) as store:
        yield store


@pytest.fixture(scope="module")
def newest(newest_home: Path) -> Iterator[Store]:
    with Store.open(newest_home) as store:
        yield store


def test_french_judges_find_the_rule(newest: Store) -> None:
    """At least nine in ten of sixty French queries have the answer among the first five hits."""
    missed = {}
    for text, number in ANSWERS.items():
        sought = RuleNumber.parse(number)
        hits = found(newest, text, "fr", limit=5).hits
        if not any(hit.number and sought.covers(RuleNumber.parse(hit.number)) for hit in hits):
            missed[text] = [hit.number or hit.term for hit in hits]
    assert len(missed) <= len(ANSWERS) / 10, missed


class TestCurrentAndFormerTerms:
    """`capacité de loyauté` and the former term `arpenteur` find 306 and 606 for readers of either language."""

    @pytest.mark.parametrize("lang", ["en", "fr"])
    def test_in_either_language(self, newest: Store, lang: Lang) -> None:
        for text, first in (("capacité de loyauté", "606"), ("arpenteur", "306"), ("Arpenteurs", "306")):
            hits = found(newest, text, lang, limit=200).hits
            numbers = [hit.number or "" for hit in hits]
            assert first in numbers[:3], text
            assert any(number.startswith("306.") for number in numbers)
            assert any(number.startswith("606.") for number in numbers)

    def test_translated_terms_are_named(self, newest: Store) -> None:
        assert found(newest, "arpenteurs").translated == (("arpenteur", "planeswalker"),)
        assert found(newest, "planeswalker").translated == ()


class TestReadersLanguage:
    """A rule that exists in both languages is one hit, in the reader's language."""

    @pytest.mark.parametrize("text", ["planeswalker", "planeswalkers", "loyalty", "loyauté", "arpenteur", "loyalties"])
    def test_french_comes_first(self, newest: Store, text: str) -> None:
        """A French reader gets the French rules first and then English rules, for a query in either language."""
        langs = [lang for _, lang in shown(found(newest, text, "fr", limit=100))]
        assert langs[0] == "fr" and langs[-1] == "en"
        assert langs == sorted(langs, reverse=True)

    @pytest.mark.parametrize("text", ["planeswalker", "loyalty", "loyauté", "battlefield", "marqueur"])
    @pytest.mark.parametrize("lang", ["en", "fr"])
    def test_no_rule_comes_twice(self, newest: Store, text: str, lang: Lang) -> None:
        hits = [hit.number for hit in found(newest, text, lang, limit=3000).hits if hit.number]
        assert len(hits) == len(set(hits))

    @pytest.mark.parametrize(
        ("text", "first"),
        [("effet de remplacement", "614"), ("cimetière", "404"), ("actions basées sur un état", "704"),
         ("qui a la priorité", "117"), ("deuxième phase principale", "505")],
    )  # fmt: skip
    def test_french_mentions_come_after_the_rule_about_it(self, newest: Store, text: str, first: str) -> None:
        """The English section about a subject precedes the French 306.1, 306.5b and 306.9, which only mention it."""
        hits = [number or "" for number, _ in shown(found(newest, text, "fr", limit=50))]
        assert hits[0].startswith(first)

    def test_french_mentions_are_found(self, newest: Store) -> None:
        """A French text that only mentions a subject is found too, in French."""
        assert ("306.9", "fr") in shown(found(newest, "cimetière", "fr", limit=400))

    def test_english_where_there_is_no_french(self, newest: Store) -> None:
        """Trample (702.19) has no French, so its hits are marked as English."""
        results = found(newest, "piétinement", "fr")
        assert shown(results)[0] == ("702.19", "en")
        assert {hit.lang for hit in results.hits} == {"en"}
        assert results.relaxed is False

    def test_english_left_in_the_french_is_english(self, starter: Store) -> None:
        """306.7, which the French edition has in English, is shown as English after the French hits."""
        hits = shown(found(starter, "planeswalker", "fr", limit=50))
        assert ("306.7", "en") in hits
        assert hits.index(("306.7", "en")) > hits.index(("306.5d", "fr"))

    def test_a_number_finds_the_readers_text(self, newest: Store) -> None:
        """A number finds the French text (306.5), or the English one if there is no French (702.19)."""
        assert shown(found(newest, "306.5", "fr"))[0] == ("306.5", "fr")
        assert shown(found(newest, "702.19", "fr"))[0] == ("702.19", "en")

    def test_words_of_the_other_language_find_a_rule(self, starter: Store) -> None:
        """Words that only the text in the other language has find a rule in the reader's language."""
        assert shown(found(starter, "intrinsic ability planeswalker", "fr"))[0] == ("306.5b", "fr")
        assert shown(found(starter, "coin inférieur droit", "en"))[0] == ("306.5a", "en")

    def test_english_words_are_not_translated(self, starter: Store) -> None:
        """A query is not translated if English texts have its words: `main` isn't the French word for hand."""
        results = found(starter, "loyalty")
        assert [number for number, _ in shown(results)[:2]] == ["306.5", "306.5c"]
        assert results.translated == ()
        main = found(starter, "main")
        assert main.translated == ()
        assert {hit.lang for hit in main.hits} == {"en"}

    def test_scores_descend(self, newest: Store) -> None:
        """Hits are in descending order of score, even if several searches found them."""
        for text in ("planeswalker", "initiative", "arpenteur", "306.5", "capacité de loyauté"):
            scores = [hit.score for hit in found(newest, text, "fr", limit=100).hits]
            assert scores == sorted(scores, reverse=True)


class TestQuestionsInFrench:
    """A French question is translated as a whole, with players' words, terms and everyday words."""

    @pytest.mark.parametrize(
        ("text", "number"),
        [
            # This query has a term and a players' word.
            ("capacité de mana peut-on répondre", "605.3"),
            # These queries have the everyday words "vide" and "seule".
            ("la pile est vide", "500.2"),
            ("créature attaquante seule", "506.5"),
            # This homonym means a draw, not a card to draw.
            ("match nul", "104.4"),
        ],
    )
    def test_the_rule_is_among_the_first(self, newest: Store, text: str, number: str) -> None:
        sought = RuleNumber.parse(number)
        hits = [hit.number for hit in found(newest, text, "fr", limit=5).hits if hit.number]
        assert any(sought.covers(RuleNumber.parse(hit)) for hit in hits), hits

    def test_translated_everyday_words_come_after_french(self, starter: Store) -> None:
        """If a query has no term, French texts with the word precede English texts with its translation."""
        results = found(starter, "encadré", "fr")
        assert shown(results)[0] == ("306.5b", "fr")
        assert {lang for _, lang in shown(results)[1:]} == {"en"}
        assert results.translated == ()

    def test_english_follows_few_french_hits(self, newest: Store) -> None:
        """If only two French rules match, English hits for a relaxed translation follow."""
        results = found(newest, "la pile est vide xyzzy", "fr")
        assert len(results.hits) > 5 and results.relaxed


class TestLimits:
    """The limits of a search apply in both languages."""

    def test_section(self, newest: Store) -> None:
        numbers = NumberRange.parse("702.19")
        hits = found(newest, "piétinement", "fr", section=numbers, limit=50).hits
        assert hits and all(numbers.first.covers(RuleNumber.parse(str(hit.number))) for hit in hits)

    def test_scope(self, newest: Store) -> None:
        assert {hit.kind for hit in found(newest, "piétinement", "fr", scopes=("glossary",)).hits} == {"glossary"}

    def test_status(self, newest: Store) -> None:
        """306.4 and 306.7 are deprecated, and 306.4 is French."""
        hits = found(newest, "arpenteur", "fr", status="deprecated", limit=50).hits
        assert {(hit.number, hit.lang) for hit in hits} >= {("306.4", "fr"), ("306.7", "en")}
        assert {hit.status for hit in hits} == {"deprecated"}

    def test_unknown_words(self, newest: Store) -> None:
        """An unknown word finds nothing, and a misspelt word is mended."""
        assert found(newest, "xyzzy", "fr") == SearchResults("xyzzy", 0, ())
        assert found(newest, "planewalkrs").mended == (("planewalkrs", "planeswalkers"),)


class TestRenumberedRules:
    """French rules are matched with renumbered English rules."""

    def test_a_renumbered_rule_is_one_hit(self, invented: Invented) -> None:
        """100.1 became 100.2 and 100.1 is another rule, so the French 100.1 is the English 100.2."""
        rule = invented.rule
        base = "A wick that burns gives light to each keeper who stands beside the lantern at night."
        english = [
            invented.edition("a", "2019-01-01", rule("100", "Wicks"), rule("100.1", base)),
            invented.edition(
                "b", "2020-01-01", rule("100", "Wicks"), rule("100.1", "Glass is new here."), rule("100.2", base)
            ),
        ]
        french = invented.edition(
            "f", "2019-01-01", rule("100.1", "Une mèche qui brûle éclaire chaque gardien.", lang="fr"), lang="fr"
        )
        with invented.store(*english, french) as store:
            assert shown(found(store, "burns", "fr")) == [("100.1", "fr")]
            assert shown(found(store, "éclaire", "en")) == [("100.2", "en")]
            assert shown(found(store, "glass", "fr")) == [("100.1", "en")]

    def test_terms_extracted_from_the_glossary(self, invented: Invented) -> None:
        """A word that only the glossaries pair finds English rules without French."""
        rule = invented.rule
        english = invented.edition(
            "e",
            "2019-01-01",
            rule("100.1", "A wick burns."),
            rule("100.2", "Trim a wick to dim it."),
            glossary=[GlossaryEntry("Wick", "See rule 100.1.")],
        )
        french = invented.edition(
            "f",
            "2019-01-01",
            rule("100.1", "Cela brûle.", lang="fr"),
            glossary=[GlossaryEntry("Mèche", "Voir règle 100.1.", "fr")],
            lang="fr",
        )
        with invented.store(english, french) as store:
            results = found(store, "mèches", "fr")
            assert ("100.2", "en") in shown(results)
            assert ("Mèche", "fr") in shown(results) and ("Wick", "en") not in shown(results)
            assert results.translated == (("Mèche", "Wick"),)

    def test_french_of_a_removed_english_rule(self, invented: Invented) -> None:
        """For a French reader, an English word finds a rule that only the French edition still has."""
        english = invented.edition("e", "2019-01-01", invented.rule("100.1", "Nothing of the kind."))
        french = invented.edition(
            "f", "2019-01-01", invented.rule("101.1", "Le piétinement est une capacité.", lang="fr"), lang="fr"
        )
        with invented.store(english, french) as store:
            assert shown(found(store, "trample", "fr")) == [("101.1", "fr")]

    def test_tracing_some_rules_equals_tracing_all(self, invented: Invented) -> None:
        """The outcome for one rule doesn't depend on the other rules traced with it."""
        rule = invented.rule
        base = "A wick that burns gives light to each keeper who stands beside the lantern at night."
        english = [
            invented.edition(
                "a", "2019-01-01", rule("100", "Wicks"), rule("100.1", base), rule("100.2", "Oil stands in jars.")
            ),
            invented.edition(
                "b", "2020-01-01", rule("100", "Wicks"), rule("100.1", "Glass is new here."), rule("100.3", base)
            ),
        ]
        days = date(2019, 1, 1), date(2020, 1, 1)
        with invented.store(*english) as store:
            of_all = trace_succession(store, "en", *days).outcomes
            one = list(rules_of_edition(store, "en", days[0], ["100.1"]))
            there = {place: str(stands.number) for place, stands in rules_of_edition(store, "en", days[1]).items()}
            assert {place: trace_outcomes(store, "en", *days, [place])[place] for place in of_all} == dict(of_all)
            assert [there[of_all[place].place or 0] for place in one] == ["100.3"]


@pytest.mark.parametrize(
    ("term", "lang", "entry", "number"),
    [
        ("vol", "en", "Flying", "702.9b"),
        ("Vol", "fr", "Flying", "702.9b"),
        ("flying", "fr", "Flying", "702.9b"),
        ("arpenteur", "en", "Planeswalker", "306"),
        ("arpenteur", "fr", None, "306"),
        ("capacités de loyauté", "en", "Loyalty Ability", "606"),
        ("initiative", "fr", "First Strike", "702.7b"),
        ("initiative", "en", "Initiative", "725"),
    ],
)
def test_a_term_of_the_other_language_is_defined(
    newest: Store, term: str, lang: Lang, entry: str | None, number: str
) -> None:
    """A term gives its entry and rule; a homonym has its meaning in the reader's language."""
    known = define_in_either_language(newest, View(newest, lang, DAY), term)
    assert (known.entry.item.term if known.entry else None) == entry
    assert known.rule is not None and str(known.rule.item.number) == number
