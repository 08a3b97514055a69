"""Checks of the French: every planted fault is found, and a clean text has no findings."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.app import main
from kb.model import Example, Finding, Rule
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view_items import ViewItem
from kb.terms.bilingual_terms import Term, TermBase, load_term_base
from kb.translation.alignment import align
from kb.translation.checks import ISSUE_CODES, check_translation, check_translations
from kb.translation.checks.numerals import check_numbers
from kb.translation.rule_pair import RulePair, SourceWording, TranslationState

FIXTURES = Path(__file__).parents[2] / "fixtures/editions_fr"
CLEAN = FIXTURES / "symboles-2017-04-28.txt"
PLANTED = FIXTURES / "symboles-2017-04-28-fautes.txt"
DIVERSE = FIXTURES / "diverses-2026-01-16.txt"
TODAY = date(2026, 2, 1)

# English editions: the one that the French was made from, and later ones.
EDITIONS = ("2017-04-28", "2018-07-13", "2020-04-17", "2022-10-07", "2026-01-16")


@dataclass(frozen=True)
class Fault:
    """A fault planted in the clean edition.

    Attributes:
        what: a description of the fault.
        number: the number of the rule in the French edition.
        old: the French text in the clean edition.
        new: the faulty text that replaces it.
        code: the code of the expected finding; "" if the state of the rule shows the fault.
        text: a part of the text of the expected finding.
        state: the expected state of the rule, or None if it isn't compared.
    """

    what: str
    number: str
    old: str
    new: str
    code: str = ""
    text: str = ""
    state: TranslationState | None = None


NB, NN = "\u00a0", "\u202f"
EXAMPLE_302 = (
    f"Exemple{NB}: «{NB}Créature — gobelin et sorcier{NB}» signifie que la carte est une créature avec les sous-types "
    "gobelin et sorcier.\n\n"
)
EXAMPLE_107 = f"Exemple{NB}: {{G/W}}{{G/W}} peut être payé en dépensant {{G}}{{G}}, {{G}}{{W}} ou {{W}}{{W}}.\n\n"
RULE_120_6C = (
    "120.6c Certains effets accomplissent des actions supplémentaires sur une carte une fois qu’elle a été piochée. Si "
    "cette pioche est remplacée, l’action supplémentaire n’est accomplie sur aucune des cartes piochées à cause de cet "
    "effet de remplacement ou des effets de remplacement ultérieurs.\n\n"
)
FAULTS = (
    Fault("a wrong cited number", "107.5", "Voir règle 302.6.\n\n107.6.", "Voir règle 302.5.\n\n107.6.",
          "reference-mismatch", "302.5"),
    Fault("a citation left out", "120.4", " Voir règle 704.)", ")", "reference-mismatch"),
    Fault("a lost tap symbol", "107.1b", f"capacité «{NB}{{T}}{NB}: Ajoutez", f"capacité «{NB}Ajoutez",
          "symbol-mismatch"),
    Fault("another mana symbol", "107.4b", "(comme {1})", "(comme {2})", "symbol-mismatch", "{2}"),
    Fault("another loyalty symbol", "107.7", f"[-N] signifie «{NB}Retirez", f"[+N] signifie «{NB}Retirez",
          "symbol-mismatch", "[+N]"),
    Fault("a missing example", "302.3", EXAMPLE_302, "", "example-count", state="stale"),
    Fault("an example printed twice", "107.4e", EXAMPLE_107, EXAMPLE_107 * 2, "example-count"),
    Fault("a wrong number in words", "107.4a", "Il y a cinq symboles", "Il y a six symboles", "number-mismatch", "6"),
    Fault("a wrong number in figures", "107.4f", "soit avec 2 points de vie.\n\n", "soit avec 3 points de vie.\n\n",
          "number-mismatch", "3"),
    Fault("a term translated in two ways", "120.1", "l’effet d’un sort ou d’une capacité",
          "l’effet d’un sort ou d’une aptitude", "term-inconsistent", "aptitude"),
    Fault("a word that French used before", "107.7", "activée d’un planeswalker", "activée d’un arpenteur",
          "term-inconsistent", "arpenteur"),
    Fault("no space before a colon", "107.10", f"cette icône l’indique{NB}:", "cette icône l’indique:", "spacing"),
    Fault("no space before a semicolon", "107.3", f"valeur de X{NN}; les", "valeur de X; les", "spacing"),
    Fault("no space within quotes", "120.5", f"«{NB}piocher{NB}»", f"«piocher{NB}»", "spacing"),
    Fault("a word broken at its hyphen", "107.8", "à mot-clé", "à mot- clé", "spacing", "mot- clé"),
    Fault("a rule left in English", "120.2", "Les cartes ne se piochent qu’une à la fois. S’il est demandé à un joueur "
          "de piocher plusieurs cartes, ce joueur pioche autant de fois une carte.", "Cards may only be drawn one at a "
          "time. If a player is instructed to draw multiple cards, that player performs that many individual card "
          "draws.", "untranslated", "Cards may only", "untranslated"),
    Fault("a short one", "120.6", "Certains effets remplacent la pioche d’une carte.",
          "Some effects replace card draws.", "untranslated", "Some effects"),
    Fault("a sentence left in English", "120.3a", "Si ce dernier n’a pas de carte dans sa bibliothèque, le choix peut "
          "être fait.", "If the latter player has no cards in his or her library, the choice can be taken.",
          "untranslated", "If the latter player"),
    Fault("a stale rule", "107.1c", "", "", state="stale"),
    Fault("a rule that isn’t there", "120.6c", RULE_120_6C, "", state="missing"),
    Fault("a rule that English never had", "302.8", "Glossaire\n\nBibliothèque", "302.8. Une créature qui dort ne "
          "rêve que de forêts et de rivières.\n\nGlossaire\n\nBibliothèque", state="orphan"),
)  # fmt: skip


def every(pairs: Iterable[RulePair], terms: TermBase) -> tuple[Finding, ...]:
    """Return all findings in the French of some pairs."""
    return tuple(finding for findings in check_translations(pairs, terms).values() for finding in findings)


def test_the_planted_edition_has_each_fault_once() -> None:
    """The faulty edition is the clean edition with each fault once, without other differences."""
    text = CLEAN.read_text(encoding="utf-8")
    for fault in FAULTS:
        assert not fault.old or text.count(fault.old) == 1, fault.what
        text = text.replace(fault.old, fault.new) if fault.old else text
    assert PLANTED.read_text(encoding="utf-8") == text


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory, starter_home: Path, shared: Path) -> Path:
    """Make a knowledge base with the starter data and some English editions. Tests must not write to it."""
    home = tmp_path_factory.mktemp("english") / "home"
    shutil.copytree(starter_home, home)
    files = [str(shared / f"corpus/en/{edition}.txt") for edition in EDITIONS]
    assert main(["--home", str(home), "ingest", *files]) == 0
    return home


Read = Callable[[Path], tuple[Store, tuple[RulePair, ...]]]


@pytest.fixture
def pairs_with(tmp_path: Path, english: Path) -> Iterable[Callable[[Path], tuple[Store, tuple[RulePair, ...]]]]:
    """Yield a function that ingests a French edition and aligns it."""
    opened: list[Store] = []

    def read(french: Path) -> tuple[Store, tuple[RulePair, ...]]:
        home = tmp_path / "home"
        shutil.copytree(english, home)
        assert main(["--home", str(home), "ingest", str(french)]) == 0
        opened.append(Store.open(home))
        return opened[0], align(opened[0], TODAY)

    yield read
    for store in opened:
        store.close()


def of_edition(pairs: Iterable[RulePair], day: str) -> tuple[RulePair, ...]:
    """Return the pairs whose French is of a given day."""
    return tuple(pair for pair in pairs if pair.fr is not None and pair.fr.edition.isoformat() == day)


def test_every_planted_fault_is_found_and_nothing_else(pairs_with: Read) -> None:
    """Each planted fault gives exactly the expected finding or state, and there are no other findings."""
    store, everything = pairs_with(PLANTED)
    pairs = of_edition(everything, "2017-04-28")
    found = every(pairs, load_term_base(store, TODAY))
    expected = Counter((fault.code, fault.number) for fault in FAULTS if fault.code)
    assert Counter((finding.code, finding.where) for finding in found) == expected
    for fault in FAULTS:
        if fault.text:
            (finding,) = [each for each in found if (each.code, each.where) == (fault.code, fault.number)]
            assert fault.text in finding.text
    assert {finding.code for finding in found} == set(ISSUE_CODES)
    states = {str(pair.fr.item.number): pair.state for pair in pairs if pair.fr is not None}
    (states["120.6c"],) = (pair.state for pair in everything if str(pair.number) == "121.6c")
    assert {fault.number: states[fault.number] for fault in FAULTS if fault.state} == {
        fault.number: fault.state for fault in FAULTS if fault.state
    }


def test_nothing_is_found_in_the_clean_edition(pairs_with: Read) -> None:
    """65 clean rules of three sections, with symbols, numbers, lists and examples, have no findings."""
    store, everything = pairs_with(CLEAN)
    pairs = of_edition(everything, "2017-04-28")
    assert len(pairs) == 65
    assert every(pairs, load_term_base(store, TODAY)) == ()


# These lists were made by reading both editions side by side.
STALE = (
    "107.1b 107.1c 107.3d 107.3h 107.4 107.4e 107.4f 107.4g 107.4h 107.7 107.11 107.12 120.2a 120.2b 120.8 302.3"
).split()
MOVED = {"107.3e": "107.3f", "107.3i": "107.3p", "120.1": "121.1", "120.2a": "121.2c", "120.8": "121.8"}


def test_states_of_the_clean_edition(pairs_with: Read) -> None:
    """Only reworded rules are stale; changed numbers, references and templates leave the French current."""
    _store, everything = pairs_with(CLEAN)
    pairs = of_edition(everything, "2017-04-28")
    assert [str(pair.fr.item.number) for pair in pairs if pair.fr and pair.state == "stale"] == STALE
    assert {pair.state for pair in pairs} == {"current", "stale"}
    moved = {str(pair.fr.item.number): str(pair.number) for pair in pairs if pair.fr}
    assert {number: moved[number] for number in MOVED} == MOVED


def test_nothing_is_found_in_a_free_translation(pairs_with: Read) -> None:
    """A free translation has no findings: figures for words, words for figures, plain spaces, English names."""
    store, everything = pairs_with(DIVERSE)
    pairs = of_edition(everything, "2026-01-16")
    assert len(pairs) == 41
    assert every(pairs, load_term_base(store, TODAY)) == ()


def test_the_page_about_planeswalkers(starter_home: Path) -> None:
    """The wiki's French has exactly these findings: a broken word, a missing space and a rule in English."""
    with Store.open(starter_home) as store:
        found = every(align(store, TODAY), load_term_base(store, TODAY))
    assert [(finding.code, finding.where) for finding in found] == [
        ("spacing", "306.3"), ("spacing", "306.5d"), ("untranslated", "306.7"),
    ]  # fmt: skip
    assert "sous- types" in found[0].text
    assert "loyauté»" in found[1].text


def pair(french: str, english: str, *, examples: tuple[list[str], list[str]] = ([], []), **others: Any) -> RulePair:
    """Return a pair of an English and a French text of one rule."""
    number = RuleNumber.parse(others.pop("number", "100.1"))
    rule = Rule(number, french, tuple(map(Example, examples[0])), text_lang="fr")
    day = date(2020, 1, 1)
    printed = ViewItem(rule, "fr", others.pop("edition", day), 1, 1)
    base = SourceWording(day, number, english, tuple(examples[1]))
    return RulePair(f"{number}@2020-01-01", number, None, printed, "current", base, **others)


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("See rules 301.5a–c.", "Voir règles 301.5a, 301.5b et 301.5c."),
        ("See rule 601, “Casting Spells.”", "Voir règle 601, « Lancer des sorts »."),
        ("(see rule 614.1c)", "(cf. règle 614.1c, et de nouveau règle 614.1c)"),
        ("Draw three cards, then discard a card.", "Piochez 3 cartes, puis défaussez-vous d’une carte."),
        ("A player with 20 or less life", "Un joueur à vingt points de vie ou moins"),
        ("The twenty-first card costs 1,000 life.", "La vingt et unième carte coûte 1 000 points de vie."),
        ("Both creatures die.", "Les deux créatures meurent."),
        ("Either player may draw.", "L’un ou l’autre des deux joueurs peut piocher."),
        ("It deals twice that much damage.", "Il inflige deux fois plus de blessures."),
        ("Two or more players draw.", "Plusieurs joueurs piochent."),
        ("It lists them after a long dash.", "Il les donne après deux points."),
        ("If it would be 0, it isn’t.", "Si ce nombre est nul, il ne l’est pas."),
        ("The new card is a 2/2 with -1/-1.", "Le neuf est une 2/2 avec −1/−1."),
        ("On July 1, 2019, 50% of them.", "Le 1er juillet 2019, 50 % d’entre eux."),
        ("If both apply, the latter wins.", "Si les deux s’appliquent, la seconde l’emporte."),
        ("The effect wins.", "C’est le second effet qui l’emporte."),
        ("The second player draws.", "Le second joueur pioche."),
        ("It is the third of all eight.", "C’est le 3e des huit."),
        ("Third, the active player untaps.", "Ensuite, le joueur actif dégage."),
        ("Seventy-one and ninety-nine.", "Soixante et onze et quatre-vingt-dix-neuf."),
        ("{T}, Pay {2/B}: [−1] or [+X]", "{T}, payez {2/B} : [-1] ou [+X]"),
        ("“{LEVEL N3+}” means this.", "« {NIVEAU N3+} » signifie cela."),
        ("{oT}: Add {o1}.", "{T} : Ajoutez {1}."),
        ("Welcome to Magic: The Gathering.", "Bienvenue dans Magic: The Gathering."),
        ("It has Start Your Engines! It moves.", "Il a Start Your Engines! et avance."),
        ("See it at https://example.org/a;b at 12:30.", "Voyez https://example.org/a;b à 12:30."),
        ("It beats precombat and postcombat.", "Il bat les phases pré- et post-combat."),
        ("Sword of War and Peace is there.", "Sword of War and Peace est là."),
        ("It’s “Planeswalker — Jace.”", "Il est « Planeswalker : Jace. »"),
        ("What now?", "« Et maintenant ? » Oui… !"),
        ("Say: no.", "Dites\u202f: « non\u202f»\u00a0; c’est\u00a0dit\u202f!"),
        ("[+1]: Draw.\n[−2]: Win.\n[0]: Lose.", "+1 : Piochez.\n−2 : Gagnez.\n0 : Perdez."),
        ("Whenever you roll {CHAOS}, draw.", "Chaque fois que vous obtenez chaos, piochez."),
        ("Add {C}.", "Ajoutez un mana incolore à votre réserve."),
        ("Lose life equal to the number of Elves.", "Perdez 1 point de vie pour chaque elfe."),
        ("It has one, two, or three targets.", "Il a n’importe quel nombre de cibles, au plus trois."),
        ("They lose a third of their life.", "Ils perdent un tiers de leurs points de vie."),
        ("Until your postcombat main phase", "Jusqu’à votre deuxième phase principale"),
        ("Cycling {2}", "Recyclage {2} ({2}, défaussez-vous de cette carte : Piochez 3 cartes.)"),
        ("It has haste. (It can attack and {T} this turn.)", "Elle a la célérité. (Elle peut déjà attaquer.)"),
        ("Threshold if 7 cards are there", "Seuil. (Il vous faut sept cartes.)"),
    ],
)
def test_correct_translations(english: str, french: str) -> None:
    """Style, inflection, equivalent forms of a number and names give no findings."""
    assert check_translation(pair(french, english)) == ()


@pytest.mark.parametrize(
    ("code", "english", "french", "text"),
    [
        ("reference-mismatch", "See rules 301.5a–f.", "Voir règles 301.5a–e.", ""),
        ("reference-mismatch", "See rule 704.5j.", "Voir règle 704.5k.", "règle 704.5k"),
        ("reference-mismatch", "See rule 704.", "Voir ailleurs.", ""),
        ("reference-mismatch", "Rule 601, rule 602 and rule 601.", "Règle 601, règle 602 et règle 602.", "602"),
        ("symbol-mismatch", "{W/U} or {U}", "{W/B} ou {U}", "{W/B}"),
        ("symbol-mismatch", "{G}{G}", "{G}", ""),
        ("symbol-mismatch", "[+1]: Draw a card.", "[-1] : Piochez une carte.", "[-1]"),
        ("symbol-mismatch", "[+1]: Draw a card.", "+2 : Piochez une carte.", "[+2]"),
        ("symbol-mismatch", "Whenever you roll, draw.", "Chaque fois que vous obtenez {CHAOS}, piochez.", "{…}"),
        ("number-mismatch", "Draw three cards.", "Piochez quatre cartes.", "4"),
        ("number-mismatch", "Draw a card.", "Piochez deux cartes.", "2"),
        ("number-mismatch", "Put a +1/+1 counter on it.", "Mettez-lui un marqueur -1/-1.", "-1"),
        ("number-mismatch", "A 2/2, a 2/2 and a 3/3.", "Une 2/2, une 3/3 et une 3/3.", "3"),
        ("number-mismatch", "At least 20 life", "Au moins des points de vie", ""),
        ("symbol-mismatch", "Add {C}.", "Ajoutez {1}.", "{1}"),
        ("symbol-mismatch", "Go (for {2} it goes).", "Allez (pour {3} cela va).", "{3}"),
        ("symbol-mismatch", "Go. (Pay {2} to go.)", "Allez. (Payez {3} pour cela.)", "{3}"),
        ("number-mismatch", "Go. (Draw three cards.)", "Allez. (Piochez quatre cartes.)", "4"),
        ("number-mismatch", "Gain 1 life for each Elf.", "Gagnez 2 points de vie pour chaque elfe.", "2"),
        ("spacing", "Yes; no.", "Oui; non.", "Oui; non"),
        ("spacing", "Yes; no.", "Oui ;non.", "Oui ;non"),
        ("spacing", "It’s “so.”", "C’est «ainsi ».", "«ainsi"),
        ("spacing", "It’s “so.”", "C’est « ainsi».", "ainsi»"),
        ("spacing", "Why?", "Pourquoi?", "Pourquoi?"),
        ("spacing", "Subtypes are so.", "Les sous-\ntypes sont ainsi.", "sous-"),
        ("spacing", "Subtypes are so.", "Les sous -types sont ainsi.", "sous -types"),
        ("spacing", "So, it is.", "Ainsi , soit-il.", "Ainsi ,"),
        ("spacing", "So it is.", "Ainsi  soit-il.", "Ainsi"),
        ("spacing", "The effect is.", "L’ effet est.", "L’ effet"),
        ("untranslated", "It dies until end of turn.", "Elle meurt until end of turn.", "until end of turn"),
        ("untranslated", "", "Il a dit that it would have been one of their usual creatures there.", "that it"),
    ],
)
def test_faults(code: str, english: str, french: str, text: str) -> None:
    """A fault gives one finding, with the words concerned."""
    (finding,) = check_translation(pair(french, english))
    assert finding.code == code
    assert text in finding.text


def test_colorless_mana_before_its_symbol() -> None:
    """One colorless mana was written {1} until the edition of 2016-01-22 introduced {C} (107.4c)."""
    older = {"edition": date(2015, 7, 17)}
    base = SourceWording(date(2015, 7, 17), RuleNumber.parse("100.1"), "Add {C}{C}.")
    assert check_translation(replace(pair("Ajoutez {2}.", "", **older), base=base)) == ()
    assert check_translation(replace(pair("Ajoutez {3}.", "", **older), base=base)) != ()
    assert check_translation(pair("Ajoutez {2}.", "Add {C}{C}.")) != ()


def test_examples_are_counted() -> None:
    """A missing example is one finding; its contents are not compared as well."""
    (finding,) = check_translation(pair("Ainsi.", "So.", examples=(["Un."], ["One {T}.", "Three."])))
    assert finding.code == "example-count"


def test_numbers_of_an_older_edition_are_right() -> None:
    """References may have the numbers of the base or of today's English, but no others."""
    number = RuleNumber.parse("100.1")
    today = ViewItem(Rule(number, "See rule 120.3."), "en", date(2026, 1, 1), 2, 2)

    def with_today(french: str) -> RulePair:
        made = pair(french, "See rule 119.3.")
        return RulePair(made.lineage, number, today, made.fr, "current", made.base)

    assert check_translation(with_today("Voir règle 119.3.")) == ()
    assert check_translation(with_today("Voir règle 120.3.")) == ()
    assert [finding.code for finding in check_translation(with_today("Voir règle 118.3."))] == ["reference-mismatch"]


def test_french_with_an_unknown_base() -> None:
    """French with an unknown base isn't compared with newer English."""
    assert check_translation(pair("Voir règle 119.3.", "See rule 120.3.", edition=date(2017, 1, 1))) == ()


TERMS = TermBase((Term("planeswalker", "planeswalker", formerly=("arpenteur",)), Term("counter", "marqueur"),
               Term("token", "jeton"), Term("graveyard", "cimetière", also=("cimetières de tous",))))  # fmt: skip
ENGLISH = (
    "Put a counter on each planeswalker.",
    "A planeswalker with a counter dies.",
    "Counters leave the graveyard.",
    "Create a token for each graveyard.",
    "Tokens and planeswalkers leave the graveyard.",
    "This token has a counter.",
    "Put a counter on each token.",
)
FRENCH = (
    "Mettez un marqueur sur chaque planeswalker.",
    "Un planeswalker avec un marqueur meurt.",
    "Les marqueurs quittent le cimetière.",
    "Créez un jeton pour chaque cimetière.",
    "Les jetons et les planeswalkers quittent le cimetière.",
    "Ce jeton a un marqueur.",
    "Mettez un marqueur sur chaque jeton.",
)


@pytest.mark.parametrize(
    ("place", "french", "words"),
    [
        (0, "Mettez des marqueurs sur tous les planeswalkers.", ""),
        (0, "Mettez-en un sur chacun d’eux.", ""),
        (0, "Mettez un marqueur sur chaque arpenteur.", "arpenteur"),
        (0, "Mettez un jeton sur chaque planeswalker.", "jeton"),
        (2, "Les marqueurs quittent la tombe.", "tombe"),
        (4, "Les jetons et les planeswalkers en partent.", ""),
    ],
)
def test_a_term_translated_in_two_ways(place: int, french: str, words: str) -> None:
    """A different word in the place of a term is a finding; an inflected or missing term isn't."""
    texts = [*FRENCH[:place], french, *FRENCH[place + 1 :]]
    made = [pair(text, en, number=f"100.{at}") for at, (text, en) in enumerate(zip(texts, ENGLISH, strict=True), 1)]
    found = [finding.text for finding in every(made, TERMS) if finding.code == "term-inconsistent"]
    assert set(found) == ({words} if words else set())


def test_a_present_name_among_former_names() -> None:
    """Where most rules have a former name, a rule with the present name is the one that was brought up to date."""
    texts = [text.replace("planeswalker", "arpenteur") for text in FRENCH[:-2]] + list(FRENCH[-2:])
    texts[1] = FRENCH[1]
    made = [pair(text, en, number=f"100.{at}") for at, (text, en) in enumerate(zip(texts, ENGLISH, strict=True), 1)]
    assert not any(finding.code == "term-inconsistent" for finding in every(made, TERMS))


def test_a_former_name_was_right_in_its_time() -> None:
    """A name that cards had until 2017 is right in French of 2017, and a finding in French of 2018."""
    terms = TermBase((*TERMS.all[1:], replace(TERMS.all[0], until=2017)))
    for year, words in ((2017, []), (2018, ["arpenteur"])):
        texts = ["Mettez un marqueur sur chaque arpenteur.", *FRENCH[1:]]
        made = [
            pair(text, en, number=f"100.{at}", edition=date(year, 1, 1))
            for at, (text, en) in enumerate(zip(texts, ENGLISH, strict=True), 1)
        ]
        assert [finding.text for finding in every(made, terms) if finding.code == "term-inconsistent"] == words


COUNTERS = tuple((f"Remove a counter, {way}.", f"Retirez un marqueur, {fr}.") for way, fr in (("a", "a"), ("b", "b")))


@pytest.mark.parametrize(
    ("english", "french", "words"),
    [
        # "Retirez" stands only before "un marqueur" elsewhere, so the other word replaces it.
        pytest.param("Remove a counter, c.", "Retirez un repère, c.", "repère", id="a context of one word"),
        pytest.param("Remove a mascot counter.", "Retirez une mascotte, c.", "", id="a word of the English"),
        pytest.param("Remove a counter, c.", "Retirez une jetonnerie, c.", "", id="a form of another term"),
        pytest.param("Remove a counter, c.", "La carte Retirez un repère, c.", "", id="a part of a name"),
        pytest.param("Remove a counter, c.", "Faites-le. (Retirez un repère, c.)", "", id="in a reminder text"),
    ],
)
def test_replacing_words(english: str, french: str, words: str) -> None:
    """A word replaces a term only where it can't be the translation of something else."""
    texts = (*COUNTERS, (english, french))
    made = [pair(fr, en, number=f"100.{at}") for at, (en, fr) in enumerate(texts, 1)]
    assert [finding.text for finding in every(made, TERMS) if finding.code == "term-inconsistent"] == (
        [words] if words else []
    )


def test_a_context_of_many_words() -> None:
    """A context in which other rules have other words shows nothing: one draws, discards and exiles a card."""
    cast = TermBase((Term("cast", "lancer"),))
    texts = (
        ("Then, cast a card.", "Puis, lancez une carte."),
        ("Now, cast a card.", "Ensuite, lancez une carte."),
        ("Then, exile a card.", "Puis, exilez une carte."),
        ("Name a card. It can't be cast.", "Enfin, nommez une carte. Elle est interdite."),
    )
    made = [pair(fr, en, number=f"100.{at}") for at, (en, fr) in enumerate(texts, 1)]
    assert not any(finding.code == "term-inconsistent" for finding in every(made, cast))


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [
        (0, "zero", "zéro"),
        (16, "sixteen", "seize"),
        (17, "seventeen", "dix-sept"),
        (21, "twenty-one", "vingt et un"),
        (40, "forty", "quarante"),
        (60, "sixty", "soixante"),
        (70, "seventy", "soixante-dix"),
        (71, "seventy-one", "soixante et onze"),
        (80, "eighty", "quatre-vingts"),
        (81, "eighty-one", "quatre-vingt-un"),
        (91, "ninety-one", "quatre-vingt-onze"),
        (100, "one hundred", "cent"),
    ],
)
def test_numbers_in_words(value: int, english: str, french: str) -> None:
    """A number in words, in either language, equals the same number in figures and no other."""
    for ours, theirs in ((french, str(value)), (str(value), english), (french, english)):
        assert list(check_numbers(f"Il y a {ours} cartes.", f"There are {theirs} cards.")) == []
    assert [fault.code for fault in check_numbers(f"Il y a {french} cartes.", f"There are {value + 3} cards.")]


@given(st.text("aé «»:;?!,.-'’{}[]T120\u00a0\u202f\n", max_size=40), st.text("the of card 3{T}.", max_size=40))
def test_any_text_can_be_checked(french: str, english: str) -> None:
    """Any text can be checked; findings are in the order of the codes, and findings about spacing quote the French."""
    found = check_translation(pair(french, english))
    assert [ISSUE_CODES.index(finding.code) for finding in found] == sorted(
        ISSUE_CODES.index(finding.code) for finding in found
    )  # type: ignore[arg-type]
    assert all(finding.text in french for finding in found if finding.code == "spacing")
