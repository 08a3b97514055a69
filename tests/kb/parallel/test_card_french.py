"""The lines of cards in both languages, and the names that they show. The cards are invented."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from kb.cards.library.database import BilingualFace
from kb.model import Rule
from kb.parallel.association import LineIndex
from kb.parallel.card_lines import LinePair, pair_lines, unpaired_texts
from kb.parallel.exact_names import ability_words, counter_names, keyword_names, token_names, type_names
from kb.parallel.term_kinds import kinds_by_name, named_by_rules
from kb.parallel.term_table import listed_terms
from kb.rule_number import RuleNumber

ROOT = Path(__file__).resolve().parents[3]
CARDS = ROOT.parent / "shared" / "corpus" / "cards" / "AtomicCards.json.gz"


def _face(text: str, french: str, name: str = "Glass Owl", french_name: str = "Hibou de verre") -> BilingualFace:
    return BilingualFace(1, name, "Creature — Bird", text, french_name, "Créature : oiseau", french, "2012-03-04")


def _lines(*pairs: tuple[str, str]) -> list[LinePair]:
    return [LinePair(card, en, fr, 2012) for card, (en, fr) in enumerate(pairs)]


def _named(names: Iterable[tuple[str, str, int, int | None]]) -> list[tuple[str, str]]:
    return [(en, fr) for en, fr, _card, _year in names]


def test_lines_pair_off_without_reminders_and_names() -> None:
    """Reminders are paired for themselves, the card's own name is masked with its article, typography is one."""
    face = _face(
        "Flying (It flies.)\nWhen Glass Owl dies, draw a card.",
        "Vol (Elle vole(nt).)\nQuand le Hibou de verre meurt, piochez une carte.",
    )
    lines = list(pair_lines([face]))
    assert [(line.en, line.fr) for line in lines if not line.is_reminder] == [
        ("Flying", "Vol"),
        ("When ~ dies, draw a card.", "Quand ~ meurt, piochez une carte."),
    ]
    assert [(line.en, line.fr) for line in lines if line.is_reminder] == [("It flies.", "Elle vole(nt).")]
    assert {line.year for line in lines} == {2012}


def test_a_line_end_within_a_reminder_text() -> None:
    """A reminder text may be printed in two lines; the lines around it pair all the same."""
    face = _face("Flying (It flies. It lands.)\nHaste", "Vol (Elle vole.\nElle se pose.)\nCélérité")
    pairs = [(line.en, line.fr) for line in pair_lines([face]) if not line.is_reminder]
    assert pairs == [("Flying", "Vol"), ("Haste", "Célérité")]
    assert list(unpaired_texts([face])) == []


def test_texts_whose_lines_do_not_pair_are_kept_whole() -> None:
    """A text with another number of lines is evidence as a whole."""
    (whole,) = unpaired_texts([_face("Flying\nReturn a non-Lair land.", "Renvoyez un terrain non-repaire.")])
    assert (whole.en, whole.fr) == ("Flying Return a non-Lair land.", "Renvoyez un terrain non-repaire.")


def test_kinds_of_names() -> None:
    """Types and supertypes are those that 205.2a and 205.4a list; zones and steps are the sections of 4 and 5."""
    texts = {
        "205.2a": "The card types are artifact, battle, and creature. See section 3.",
        "205.4a": "An object can have supertypes. The supertypes are basic, legendary, and world.",
        "400": "General",
        "401": "Library",
        "408": "Command",
        "502": "Untap Step",
        "723": "Ending Turns and Phases",
    }
    rules = [Rule(RuleNumber.parse(number), text) for number, text in texts.items()]
    kinds = kinds_by_name(named_by_rules(rules, ["charge counter"]))
    found = {name: each for name, each in kinds.items() if each != ("subtype",)}
    assert found == {
        "artifact": ("card-type",), "battle": ("card-type",), "creature": ("card-type",), "basic": ("supertype",),
        "legendary": ("supertype",), "world": ("supertype",), "charge counter": ("counter",), "library": ("zone",),
        "command zone": ("zone",), "untap step": ("step",),
    }  # fmt: skip
    assert kinds["goblin"] == ("subtype",)


def test_a_lost_line_end_is_found() -> None:
    """A French text whose line ends are lost is divided again; a text with another number of lines has no pairs."""
    glued = _face("Flying\n{T}: Add {G}.", "Vol{T} : Ajoutez {G}.")
    assert [line.fr for line in pair_lines([glued])] == ["Vol", "{T} : Ajoutez {G}."]
    assert list(pair_lines([_face("Flying\nDraw a card.", "Vol, piochez une carte.")])) == []


def test_keyword_lines() -> None:
    """Keywords pair off by position; costs, numbers and objects aren't part of the name; a sentence is no keyword."""
    keywords = {"flying", "ward", "protection", "morph", "afterlife", "sneak"}
    lines = _lines(
        ("Flying, ward {2}", "Vol, parade {2}"),
        ("Protection from Demons", "Protection contre les démons"),
        ("Morph - Discard a card.", "Mue - Défaussez-vous d'une carte."),
        ("Afterlife 2", "Au-delà 2"),
        ("Flying creatures attack.", "Les créatures avec le vol attaquent."),
        ("Sneak Attack - Draw a card.", "Attaque sournoise - Piochez une carte."),
    )
    assert _named(keyword_names(lines, keywords)) == [
        ("flying", "vol"), ("ward", "parade"), ("protection", "protection"), ("morph", "mue"), ("afterlife", "au-delà"),
    ]  # fmt: skip


def test_other_exact_names() -> None:
    """Ability words, subtypes, tokens and counters; of several kinds in a line, none is certain."""
    lines = _lines(
        ("Raid - When it enters, draw a card.", "Saccage - Quand il arrive, piochez une carte."),
        (
            "Create a 1/1 white Human Soldier creature token.",
            "Créez un jeton de créature 1/1 blanche Humain et Soldat.",
        ),
        ("Put a first strike counter on it.", 'Mettez un marqueur "initiative" sur lui.'),
        ("Move a gem counter or a charge counter.", "Déplacez un marqueur gemme ou un marqueur charge."),
    )
    assert _named(ability_words(lines)) == [("raid", "saccage")]
    assert _named(token_names(lines)) == [("human", "humain"), ("soldier", "soldat")]
    assert _named(counter_names(lines)) == [("first strike counter", "marqueur initiative")]
    two = _face("", "")._replace(
        type_line="Creature — Faerie Rogue", french_type_line="Créature : peuple fée et gredin"
    )
    assert _named(type_names([two])) == [("creature", "créature"), ("faerie", "peuple fée"), ("rogue", "gredin")]


def test_association_finds_the_words_of_the_same_lines() -> None:
    """The French words that stand in the lines of an English name, and in no others, are its name."""
    places = ("library", "bibliothèque"), ("hand", "main"), ("graveyard", "cimetière"), ("exile", "exil")
    index = LineIndex(
        _lines(
            *(
                (f"Put card {n} into your {en}.", f"Mettez la carte {n} dans votre {fr}.")
                for n in range(3)
                for en, fr in places
            )
        )
    )
    english = index.english_lines("graveyards")
    found = index.strongest(english)
    assert found is not None and (found.lines, found.dice) == (3, 1.0)
    assert index.written(found.words, english) == "cimetière"
    dice, likelihood = index.association(english, index.french_lines("cimetières"))
    # 2 * (3 ln 4 + 9 ln (4/3)) by the formula for a table of 3, 0, 0 and 9.
    assert dice == 1.0 and likelihood == pytest.approx(13.4962, abs=1e-3)
    assert index.association(english, index.french_lines("carte"))[1] == pytest.approx(0.0)


def test_each_term_says_what_it_rests_on() -> None:
    """Each row names cards, rules text, or nothing yet. The compiled form has the same texts."""
    rows = tomllib.loads((ROOT / "data/terms.toml").read_text(encoding="utf-8"))["terms"]
    form = (
        r"cards [1-9][0-9]*(?:, (?:19|20)[0-9]{2}(?:-20[0-9]{2})?)?|rules text [1-9][0-9]{2}\.[0-9]+[a-z]?|nothing yet"
    )
    assert [row["en"] for row in rows if not re.fullmatch(form, row["rests_on"])] == []
    assert [(each.rests_on, each.why) for each in listed_terms()] == [
        (row["rests_on"], row.get("why", "")) for row in rows
    ]


@pytest.mark.parametrize(
    ("en", "fr", "other"),
    [("Wither", "Flétrissure", "flétrissement"), ("Skulk", "Furtivité", ""), ("Raid", "Saccage", ""),
     ("Renown", "Réputation", "renommée"), ("Afterlife", "Au-delà", ""), ("Soulbond", "Association d'âmes", "")],
)  # fmt: skip
def test_names_that_cards_have_on_their_own_lines(en: str, fr: str, other: str) -> None:
    """Names of cards, found without the program: lines that begin with the English, and with the French."""
    if not CARDS.is_file():
        pytest.skip("needs ../shared/corpus/cards")
    data = json.loads(gzip.decompress(CARDS.read_bytes()))["data"]
    count = 0
    for face in (face for rows in data.values() for face in rows):
        french = next(
            (each.get("text") or "" for each in face.get("foreignData", ()) if each["language"] == "French"), ""
        )
        if re.search(rf"^{en}\b", face.get("text", ""), re.MULTILINE):
            count += bool(re.search(rf"^{fr}\b", french, re.MULTILINE))
            assert not other or other not in french.lower()
    listed = next(each for each in listed_terms() if each.term.en.lower() == en.lower())
    assert count >= 5
    assert listed.term.fr == fr.lower()
    assert int(listed.rests_on.split(",")[0].removeprefix("cards ")) >= count
