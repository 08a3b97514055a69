"""Bilingual terms: their names in both languages, and where they occur in a text."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import BadValue
from kb.languages import Lang
from kb.model import GlossaryEntry
from kb.parallel.term_table import listed_templates
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.terms.bilingual_terms import (
    EVERYDAY_WORDS_FILE,
    Term,
    TermBase,
    everyday_words,
    game_vocabulary,
    load_term_base,
    read_tbx,
)
from kb.text.folding import fold_words, stem_prefix, tokenize

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2020, 1, 1)
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def terms() -> TermBase:
    """Return the vocabulary of the game."""
    return TermBase(game_vocabulary())


@pytest.mark.parametrize(
    ("words", "lang", "other"),
    [
        ("planeswalker", "en", "planeswalker"),
        ("arpenteur", "fr", "planeswalker"),
        ("l’Arpenteur", "fr", "planeswalker"),
        ("arpenteurs", "fr", "planeswalker"),
        ("Capacités de loyauté", "fr", "loyalty ability"),
        ("capacite de loyaute", "fr", "loyalty ability"),
        ("loyalty abilities", "en", "capacité de loyauté"),
        ("célérité", "fr", "haste"),
        ("CELERITE", "fr", "haste"),
        ("champs de bataille", "fr", "battlefield"),
        ("engagée", "fr", "tap"),
        ("engagés", "fr", "tap"),
        ("dégager", "fr", "untap"),
        ("dégagez", "fr", "untap"),
        ("sacrifié", "fr", "sacrifice"),
        ("sacrifiez", "fr", "sacrifice"),
        ("sacrifient", "fr", "sacrifice"),
        ("copies", "fr", "copy"),
        ("bloquent", "fr", "block"),
        ("légendaires", "fr", "legendary"),
        ("blessures mortelles", "fr", "lethal damage"),
        ("coût converti de mana", "fr", "mana value"),
        ("declaration des bloqueurs", "fr", "declare blockers step"),
        ("regard", "fr", "scry"),
        ("parade", "fr", "ward"),
        ("first strike", "en", "initiative"),
        ("Flying", "en", "vol"),
    ],
)
def test_a_term_is_found_in_any_form(terms: TermBase, words: str, lang: Lang, other: str) -> None:
    """A term is found whatever the case, accents, elision, plural or gender, and by its former names."""
    found = {term.fr if lang == "en" else term.en for term in terms.find_by_name(words, lang)}
    assert other in found


def test_homonyms_are_separate_terms(terms: TermBase) -> None:
    """Homonyms are separate terms: counter is marqueur or contrecarrer; initiative is first strike or initiative."""
    assert {term.fr for term in terms.find_by_name("counter", "en")} == {"marqueur", "contrecarrer"}
    assert {term.en for term in terms.find_by_name("initiative", "fr")} == {"first strike", "initiative"}


def test_words_of_one_stem_are_distinguished_if_possible(terms: TermBase) -> None:
    """The exact form decides between names of one stem (équipe, équipement); any other form means all of them."""
    assert {term.en for term in terms.find_by_name("Équipements", "fr")} == {"Equipment", "equip"}
    assert {term.en for term in terms.find_by_name("equipes", "fr")} == {"team"}
    assert [term.fr for term in terms.find_by_name("blocked creatures", "en")] == ["créature bloquée"]
    assert {each.term.en for each in terms.find_in_text("équiper", "fr")} == {"equip"}


def test_the_longest_of_overlapping_names_is_found(terms: TermBase) -> None:
    """The longest of overlapping names is found: "marqueurs loyauté" contains no separate "marqueur"."""
    text = "Retirez deux marqueurs loyauté de l'arpenteur."
    found = [(each.term.en, each.name, text[each.start : each.end]) for each in terms.find_in_text(text, "fr")]
    assert found == [
        ("loyalty counter", "marqueur loyauté", "marqueurs loyauté"),
        ("planeswalker", "arpenteur", "l'arpenteur"),
    ]


def test_a_longer_name_may_begin_later(terms: TermBase) -> None:
    """Of names that overlap without containing each other, the longer one is found: "sur-le-champ" isn't meant here."""
    both = terms.with_everyday_words(everyday_words())
    found = both.find_in_text("exilez-la sur le champ de bataille, sur-le-champ", "fr")
    assert [each.name for each in found][-2:] == ["champ de bataille", "sur-le-champ"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_words_of_one_stem_share_a_prefix(newest_home: Path, lang: Lang) -> None:
    """All words of one stem in the rules and the vocabulary share a prefix, by which names are found."""
    with Store.open(newest_home) as store:
        view = View(store, lang, date.max)
        texts = [item.text for item in (*(rule.item for rule in view.rules()), *(e.item for e in view.glossary()))]
    texts += [name for term in (*game_vocabulary(), *everyday_words()) for name in term.names(lang)]
    words = {text[start:end].lower() for text in texts for _, start, end in tokenize(text, lang)}
    beginnings: dict[str, set[str]] = {}
    for word in words:
        beginnings.setdefault(fold_words(word, lang)[0], set()).add(stem_prefix(word, lang))
    assert len(words) > 1_000
    assert {stem: alike for stem, alike in beginnings.items() if len(alike) > 1} == {}
    assert stem_prefix("", lang) == ""


@given(st.data())
def test_every_name_contains_its_term(data: st.DataObject) -> None:
    """A text that consists of a name of a term contains that term, in both languages."""
    terms = TermBase(game_vocabulary())
    term = data.draw(st.sampled_from(terms.all))
    for lang in ("en", "fr"):
        for name in term.names(lang):
            assert term in [each.term for each in terms.find_in_text(name.upper(), lang)]
            assert term in terms.find_by_name(name, lang)


class TestVocabulary:
    """The vocabulary in `data/terms.toml`."""

    def test_each_term_is_listed_once(self) -> None:
        """There are at least 400 terms, no pair of names occurs twice, and no French name of a term is repeated."""
        pairs = [(term.en.lower(), term.fr.lower()) for term in game_vocabulary()]
        assert len(pairs) >= 400
        assert len(set(pairs)) == len(pairs)
        for term in game_vocabulary():
            names = [name.lower() for name in term.names("fr")]
            assert len(set(names)) == len(names), term

    def test_the_file_has_only_known_keys(self) -> None:
        """The file has no unknown keys, since a misspelt key would be ignored."""
        content = tomllib.loads((ROOT / "data/terms.toml").read_text(encoding="utf-8"))
        known = {"en", "fr", "also", "formerly", "rule", "until", "rests_on", "why"}
        assert {key for row in content["terms"] for key in row} == known
        assert {key for row in content["templates"] for key in row} == known - {"also", "formerly", "until"}

    def test_the_compiled_lists_equal_their_sources(self) -> None:
        """The compiled lists, which a search reads, equal their sources."""
        content = tomllib.loads((ROOT / "data/terms.toml").read_text(encoding="utf-8"))
        rows = [
            Term(
                row["en"],
                row["fr"],
                tuple(row.get("also", ())),
                tuple(row.get("formerly", ())),
                row["rule"],
                row.get("until", 0),
            )
            for row in content["terms"]
        ]
        assert list(game_vocabulary()) == rows
        words = tomllib.loads((ROOT / "data" / EVERYDAY_WORDS_FILE).read_text(encoding="utf-8"))["words"]
        assert {word.fr: word.en for word in everyday_words()} == words

    @pytest.mark.parametrize(
        ("en", "fr"),
        [
            ("flying", "vol"),
            ("first strike", "initiative"),
            ("double strike", "double initiative"),
            ("deathtouch", "contact mortel"),
            ("haste", "célérité"),
            ("trample", "piétinement"),
            ("reach", "portée"),
            ("lifelink", "lien de vie"),
            ("hexproof", "défense talismanique"),
            ("ward", "parade"),
            ("graveyard", "cimetière"),
            ("stack", "pile"),
            ("command zone", "zone de commandement"),
            ("untap step", "étape de dégagement"),
            ("token", "jeton"),
            ("sorcery", "rituel"),
            ("instant", "éphémère"),
        ],
    )
    def test_names_printed_on_cards(self, terms: TermBase, en: str, fr: str) -> None:
        """Names printed on cards are translated as players know them."""
        assert terms.find_by_name(en, "en")[0].fr == fr

    def test_every_english_term_is_in_the_rule_named(self, newest_home: Path) -> None:
        """The rule named in the file, a rule below it or the glossary has the English words of each term.

        A term that only cards have rests on cards.
        """
        content = tomllib.loads((ROOT / "data/terms.toml").read_text(encoding="utf-8"))
        astray = []
        with Store.open(newest_home) as store:
            view = View(store, "en", content["edition"])
            glossary = [fold_words(f"{entry.item.term} {entry.item.text}", "en") for entry in view.glossary()]
            rows = (*content["terms"], *content["templates"])
            from_cards = {row["en"] for row in rows if row["rests_on"].startswith("cards ")}
            for term in (*game_vocabulary(), *(each.term for each in listed_templates())):
                if term.source == "cards":
                    assert term.en in from_cards
                    continue
                number = None if term.source == "glossary" else RuleNumber.parse(term.source)
                texts = glossary
                if number:
                    texts = [fold_words(rule.item.text, "en") for rule in view.rules(NumberRange(number, number))]
                if not any(_holds(text, fold_words(term.en, "en")) for text in texts):
                    astray.append((term.en, term.source))
        assert astray == []


def _holds(text: list[str], words: list[str]) -> bool:
    return any(text[at : at + len(words)] == words for at in range(len(text) - len(words) + 1))


class TestExtraction:
    """Terms extracted from the editions in a knowledge base."""

    def test_titles_under_the_same_number(self, invented: Invented) -> None:
        """Titles with the same number on one day give one term, whatever number the rule has today."""
        rule = invented.rule
        english = invented.edition("e", DAY, rule("702", "Keyword Abilities"), rule("702.9", "Gleaming"))
        later = invented.edition("l", "2021-01-01", rule("702", "Keyword Abilities"), rule("702.8", "Gleaming"))
        french = invented.edition(
            "f", DAY, rule("702", "Capacités", lang="fr"), rule("702.9", "Lueur", lang="fr"), lang="fr"
        )
        with invented.store(english, later, french) as store:
            found = load_term_base(store, date(2022, 1, 1)).find_by_name("lueurs", "fr")
        assert found == (Term("Gleaming", "Lueur", source="702.9"),)

    def test_a_title_of_another_day_yields_no_term(self, invented: Invented) -> None:
        """If no English edition of the day of the French one is known, the same number gives no term."""
        english = invented.edition("e", "2021-01-01", invented.rule("702.9", "Gleaming"))
        french = invented.edition("f", DAY, invented.rule("702.9", "Lueur", lang="fr"), lang="fr")
        with invented.store(english, french) as store:
            assert load_term_base(store, date(2022, 1, 1)).find_by_name("lueur", "fr") == ()

    def test_a_heading_left_in_english_yields_no_term(self, invented: Invented) -> None:
        """A heading left in English gives no term."""
        english = invented.edition("e", DAY, invented.rule("702.9", "Gleaming"))
        french = invented.edition("f", DAY, invented.rule("702.9", "Gleaming", lang="en"), lang="fr")
        with invented.store(english, french) as store:
            assert load_term_base(store, DAY).find_by_name("gleaming", "fr") == ()

    def test_glossary_entries_that_refer_to_the_same_rules(self, invented: Invented) -> None:
        """One candidate gives a pair; titles decide between two; an ambiguous pair gives no term."""
        rule = invented.rule
        english = invented.edition(
            "e",
            DAY,
            *(rule(number, text) for number, text in (("100", "A"), ("100.1", "Gleaming"), ("100.2", "B."))),
            glossary=[
                GlossaryEntry("Wick", "A part. See rule 100.2."),
                GlossaryEntry("Gleaming", "A thing. See rule 100.1."),
                GlossaryEntry("Glow", "A thing. See rule 100.1."),
                GlossaryEntry("Ash", "See rule 100."),
                GlossaryEntry("Ember", "See rule 100."),
            ],
        )
        french = invented.edition(
            "f",
            DAY,
            rule("100.1", "Lueur", lang="fr"),
            glossary=[
                GlossaryEntry("Mèche", "Une partie. Voir règle 100.2.", "fr"),
                GlossaryEntry("Lueur", "Une chose. Voir règle 100.1.", "fr"),
                GlossaryEntry("Éclat", "Une chose. Voir règle 100.1.", "fr"),
                GlossaryEntry("Cendre", "Voir règle 100.", "fr"),
            ],
            lang="fr",
        )
        with invented.store(english, french) as store:
            terms = load_term_base(store, DAY)
        learned = {(term.en, term.fr) for term in terms.all if term.source in ("glossary", "100.1")}
        assert {("Wick", "Mèche"), ("Gleaming", "Lueur"), ("Glow", "Éclat")} <= learned
        assert not any(term.fr == "Cendre" for term in terms.all)


class TestTbx:
    """A TBX file with the user's terms."""

    TBX = """<?xml version="1.0" encoding="UTF-8"?>
        <martif type="TBX" xml:lang="en"><text><body>
        <termEntry id="1">
          <langSet xml:lang="en"><tig><term>tap</term></tig></langSet>
          <langSet xml:lang="fr"><tig><term>incliner</term></tig><tig><term>coucher</term></tig>
            <tig><term>renverser</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
          </langSet>
        </termEntry>
        <termEntry id="2"><langSet xml:lang="en"><tig><term>alone</term></tig></langSet></termEntry>
        <termEntry id="3">
          <langSet xml:lang="en"><tig><term>flying</term></tig></langSet>
          <langSet xml:lang="fr"><tig><term>Vol</term></tig><tig><term>envol</term></tig></langSet>
        </termEntry>
        </body></text></martif>"""

    @pytest.fixture
    def tbx(self, tmp_path: Path) -> Path:
        pytest.importorskip("translate")
        path = tmp_path / "mine.tbx"
        path.write_text(self.TBX, encoding="utf-8")
        return path

    def test_terms_are_read(self, tbx: Path) -> None:
        """The first French name is the usual one, the next are alternatives, and deprecated ones are former names."""
        assert read_tbx(tbx) == (
            Term("tap", "incliner", ("coucher",), ("renverser",), "mine.tbx"),
            Term("flying", "Vol", ("envol",), (), "mine.tbx"),
        )

    def test_terms_of_the_user_come_before_the_vocabulary(self, tbx: Path, invented: Invented) -> None:
        """The user's French name becomes the usual one; terms with a name in common are merged, others aren't."""
        with invented.store() as store:
            terms = load_term_base(store, DAY, tbx)
        assert [term.fr for term in terms.find_by_name("tap", "en")] == ["incliner", "engager"]
        (flying,) = terms.find_by_name("flying", "en")
        assert (flying.fr, flying.also, flying.source) == ("Vol", ("envol",), "mine.tbx")

    @pytest.mark.parametrize("content", [b"", b"no xml", b"<xliff/>", TBX.replace("fr", "de").encode()])
    def test_a_file_that_is_not_tbx(self, tmp_path: Path, content: bytes) -> None:
        """The message names the file and says what it should contain."""
        pytest.importorskip("translate")
        path = tmp_path / "mine.tbx"
        path.write_bytes(content)
        with pytest.raises(BadValue, match=re.escape(str(path))) as problem:
            read_tbx(path)
        assert "English and French terms" in str(problem.value)

    def test_too_many_tags(self, tmp_path: Path) -> None:
        """A file of more than 200,000 tags is refused before it is parsed."""
        pytest.importorskip("translate")
        path = tmp_path / "mine.tbx"
        path.write_bytes(b"<martif>" + b"<p>a</p>\n" * 120_000 + b"</martif>")
        with pytest.raises(BadValue, match=r"mine\.tbx.*at most 200000 tags"):
            read_tbx(path)

    def test_no_such_file(self, tmp_path: Path) -> None:
        """The message names the missing file."""
        pytest.importorskip("translate")
        with pytest.raises(BadValue, match=r"nothing\.tbx"):
            read_tbx(tmp_path / "nothing.tbx")
