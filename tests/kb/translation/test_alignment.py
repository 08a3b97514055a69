"""Alignment of the French rules with the English, and states of the French, on invented and starter rules."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.model import Edition, Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.translation.alignment import align
from kb.translation.change_locations import locate_changes
from kb.translation.rule_pair import RulePair
from kb.translation.typo_fixes import Vocabulary, change_ignoring_typos

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

TODAY = date(2026, 1, 1)

# English rules about lanterns, and their French translations.
OIL = "An oil lantern is lit by touching a burning wick to its own wick (see rule 201.3)."
OIL_FR = "Une lanterne à huile est allumée en touchant sa mèche avec une mèche allumée (voir règle 201.3)."
GAS = "A gas lantern is lit by opening its valve and striking two sparks beside the mantle."
GAS_FR = "Une lanterne à gaz est allumée en ouvrant sa valve et en produisant deux étincelles près du manchon."
GLASS = "The glass keeps the wind out. A keeper may clean the glass only while the lantern is cold."
GLASS_FR = "Le verre protège du vent. Un gardien ne peut nettoyer le verre que lorsque la lanterne est froide."
NEW = "A lantern that is carried aboard a ship is sealed with wax before the anchor is weighed."


class Bench:
    """Invented editions in both languages, and their alignment."""

    def __init__(self, invented: Invented) -> None:
        self.invented = invented
        self.editions: list[Edition] = []

    def add(self, lang: str, day: str, *rules: tuple[str, ...], partial: bool = False) -> Bench:
        """Add an edition. Each rule is a tuple of its number, its text and its examples."""
        made = [self._rule(lang, *rule) for rule in rules]
        name = f"{lang} {day} {partial} {len(self.editions)}"
        fields: dict[str, Any] = {"lang": lang, "partial": partial}
        self.editions.append(self.invented.edition(name, day, *made, **fields))
        return self

    def _rule(self, lang: str, number: str, text: str, *examples: str) -> Rule:
        text_lang: Any = "en" if text in (OIL, GAS, GLASS) else lang
        return self.invented.rule(number, text, *examples, lang=text_lang)

    def pairs(self, day: date = TODAY, section: NumberRange | None = None) -> list[RulePair]:
        """Return the pairs in force on a day."""
        with self.invented.store(*self.editions) as store:
            return list(align(store, day, section))

    def told(self, day: date = TODAY) -> list[tuple[str, str, str | None]]:
        """Return the number, the state and the French number of each pair."""
        return [
            (str(pair.number), pair.state, str(pair.fr.item.number) if pair.fr else None) for pair in self.pairs(day)
        ]


@pytest.fixture
def bench(invented: Invented) -> Bench:
    return Bench(invented)


class TestStates:
    def test_each(self, bench: Bench) -> None:
        """Each state occurs, and an orphan comes after the pair with its number."""
        bench.add("en", "2020-01-01", ("200.1", OIL), ("200.2", GAS), ("200.3", GLASS), ("200.4", NEW))
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR), ("200.2", GAS), ("200.3", GLASS_FR), ("200.4", "Du navire."))
        edited = GLASS.replace("cold", "cold and empty")
        bench.add("en", "2021-01-01", ("200.1", OIL), ("200.2", GAS), ("200.3", edited), ("200.5", "Wicks burn."))
        assert bench.told() == [
            ("200.1", "current", "200.1"),
            ("200.2", "untranslated", "200.2"),
            ("200.3", "stale", "200.3"),
            ("200.4", "orphan", "200.4"),
            ("200.5", "missing", None),
        ]

    def test_a_number_without_a_text(self, bench: Bench) -> None:
        """A number that a French page prints without a text is no translation, and doesn't hide an older one."""
        bench.add("en", "2020-01-01", ("200.1", OIL), ("200.2", GLASS))
        bench.add("fr", "2020-01-01", ("200.1", ""), ("200.2", GLASS_FR), partial=True)
        bench.add("fr", "2020-02-01", ("200.2", ""), partial=True)
        assert bench.told() == [("200.1", "missing", None), ("200.2", "current", "200.2")]
        with bench.invented.store(*bench.editions) as store:
            texts = {str(rule.item.number): rule.item.text for rule in View(store, "fr", TODAY).rules()}
        assert texts == {"200.1": "", "200.2": GLASS_FR}

    def test_french_follows_when_english_renumbers(self, bench: Bench) -> None:
        """If a new rule renumbers the others, each of them keeps its French and its lineage."""
        bench.add("en", "2020-01-01", ("200.1", OIL), ("200.2", GAS), ("200.3", GLASS))
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR), ("200.2", GAS_FR), ("200.3", GLASS_FR))
        before = {pair.lineage: pair.fr for pair in bench.pairs()}
        bench.add("en", "2021-01-01", ("200.1", NEW), ("200.2", OIL), ("200.3", GAS), ("305.1", GLASS))
        pairs = bench.pairs()
        assert [(str(p.number), p.state, p.fr and str(p.fr.item.number)) for p in pairs] == [
            ("200.1", "missing", None),
            ("200.2", "current", "200.1"),
            ("200.3", "current", "200.2"),
            ("305.1", "current", "200.3"),
        ]
        assert {pair.lineage: pair.fr.item for pair in pairs if pair.fr is not None} == {
            name: french and french.item for name, french in before.items()
        }
        # On a day before the renumbering, no rule has moved.
        assert [number for number, state, _ in bench.told(date(2020, 6, 1)) if state == "current"] == [
            "200.1", "200.2", "200.3"
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("new", "state", "behind"),
        [
            (OIL.replace("201.3", "305.9"), "current", ("references",)),
            (OIL.replace("An oil", "Any oil"), "stale", ("wording",)),
            (OIL.replace(".)", "…)").replace("…", "."), "current", ()),
        ],
    )
    def test_classes(self, bench: Bench, new: str, state: str, behind: tuple[str, ...]) -> None:
        """A changed reference leaves the French current; a changed wording makes it stale."""
        bench.add("en", "2020-01-01", ("200.1", OIL)).add("fr", "2020-01-01", ("200.1", OIL_FR))
        bench.add("en", "2021-01-01", ("200.1", new))
        (pair,) = bench.pairs()
        assert (pair.state, pair.changes_behind) == (state, behind)

    def test_template(self, bench: Bench) -> None:
        """A change of template ("his or her" to "their") is counted and marked, but the French stays current."""
        bench.add("en", "2019-01-01", ("200.1", "A keeper lights his or her lantern."))
        bench.add("fr", "2019-01-01", ("200.1", "Un gardien allume sa lanterne."))
        bench.add("en", "2020-01-01", ("200.1", "A keeper lights their lantern."))
        (pair,) = bench.pairs()
        assert (pair.state, pair.changes_behind) == ("current", ("template",))
        assert [each.text for each in pair.source_diff if each.kind != "same"] == ["his or her", "their"]

    def test_every_step_is_counted(self, bench: Bench) -> None:
        """`changes_behind` lists the changes since the base, oldest first, and the diff begins at the base."""
        bench.add("en", "2018-01-01", ("200.1", "The oldest of all oil lanterns is lit by a wick."))
        bench.add("en", "2019-01-01", ("200.1", "A keeper lights his or her oldest oil lantern with a wick."))
        bench.add("fr", "2019-01-01", ("200.1", "Un gardien allume sa plus ancienne lanterne avec une mèche."))
        bench.add("en", "2020-01-01", ("200.1", "A keeper lights their oldest oil lantern with a wick."))
        bench.add("en", "2021-01-01", ("200.1", "A keeper lights their oldest oil lantern with a match."))
        bench.add("en", "2022-01-01", ("200.4", "A keeper lights their oldest oil lantern with a dry match."))
        (pair,) = bench.pairs()
        assert (str(pair.number), pair.state, pair.changes_behind) == (
            "200.4",
            "stale",
            ("template", "wording", "wording"),
        )
        assert pair.base and (str(pair.base.edition), str(pair.base.number)) == ("2019-01-01", "200.1")
        gone = [each.text for each in pair.source_diff if each.kind == "gone"]
        assert gone == ["his or her", "wick"]

    def test_changed_back(self, bench: Bench) -> None:
        """The French is current if the English is changed back to its base."""
        bench.add("en", "2020-01-01", ("200.1", GAS)).add("fr", "2020-01-01", ("200.1", GAS_FR))
        bench.add("en", "2021-01-01", ("200.1", GAS.replace("two", "three"))).add("en", "2022-01-01", ("200.1", GAS))
        assert bench.told() == [("200.1", "current", "200.1")]

    def test_a_new_example(self, bench: Bench) -> None:
        """A new English example makes the French stale."""
        bench.add("en", "2020-01-01", ("200.1", GAS)).add("fr", "2020-01-01", ("200.1", GAS_FR))
        bench.add("en", "2021-01-01", ("200.1", GAS, "A keeper opens the valve twice."))
        (pair,) = bench.pairs()
        assert (pair.state, pair.changes_behind) == ("stale", ("wording",))

    def test_section(self, bench: Bench) -> None:
        """A section is selected by today's numbers, or for orphans by their French numbers."""
        bench.add("en", "2020-01-01", ("200.1", OIL), ("200.2", GAS), ("301.1", GLASS))
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR), ("200.2", GAS_FR), ("301.1", GLASS_FR))
        bench.add("en", "2021-01-01", ("200.1", NEW), ("301.1", GLASS), ("301.2", OIL))
        section = RuleNumber.parse("301")
        told = [(str(p.number), p.state) for p in bench.pairs(section=NumberRange(section, section))]
        assert told == [("301.1", "current"), ("301.2", "current")]
        section = RuleNumber.parse("200")
        told = [(str(p.number), p.state) for p in bench.pairs(section=NumberRange(section, section))]
        assert told == [("200.1", "missing"), ("200.2", "orphan")]

    def test_newest_french(self, bench: Bench) -> None:
        """The newer of two French texts of one rule is used, even under another number; the older one is no orphan."""
        bench.add("en", "2020-01-01", ("200.1", OIL), ("200.2", GAS))
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR), ("200.2", GAS_FR))
        bench.add("en", "2021-01-01", ("200.1", NEW), ("200.2", OIL), ("200.3", GAS))
        bench.add(
            "fr", "2021-01-01", ("200.2", OIL_FR.replace("allumée en", "allumée quand on la allume en")), partial=True
        )
        pairs = bench.pairs()
        assert [(str(p.number), p.state, p.fr and p.fr.edition.year) for p in pairs] == [
            ("200.1", "missing", None),
            ("200.2", "current", 2021),
            ("200.3", "current", 2020),
        ]

    def test_no_french(self, bench: Bench) -> None:
        """Without any French edition, every rule is missing."""
        assert bench.add("en", "2020-01-01", ("200", "Lanterns"), ("200.1", OIL)).told() == [
            ("200", "missing", None),
            ("200.1", "missing", None),
        ]


class TestBase:
    def test_found(self, bench: Bench) -> None:
        """If the English edition of the French edition's day is unknown, the base is the most similar edition."""
        old = [("200.1", OIL.replace("201.3", "199.7")), ("200.2", GAS.replace("two", "six")), ("200.3", GLASS)]
        new = [("200.1", OIL), ("200.2", GAS), ("200.3", GLASS)]
        bench.add("en", "2018-01-01", *old).add("en", "2020-01-01", *new)
        bench.add("fr", "2019-06-01", ("200.1", OIL_FR), ("200.2", GAS_FR), ("200.3", GLASS_FR))
        pairs = bench.pairs()
        assert {str(pair.base.edition) for pair in pairs if pair.base} == {"2020-01-01"}
        assert all(pair.state == "current" and 0.6 <= pair.confidence < 1 for pair in pairs)

    def test_a_day_known_in_part(self, bench: Bench) -> None:
        """If a page has the English of only one rule, the base edition of the other rules is detected."""
        bench.add("en", "2018-01-01", ("200.1", OIL), ("200.2", GAS), ("200.3", GLASS))
        bench.add("en", "2019-06-01", ("200.1", OIL.replace("burning", "red")), partial=True)
        bench.add("fr", "2019-06-01", ("200.1", OIL_FR), ("200.2", GAS_FR), ("200.3", GLASS_FR), partial=True)
        told = [(str(p.base.edition), p.confidence == 1) for p in bench.pairs() if p.base]
        assert told == [("2019-06-01", True), ("2018-01-01", False), ("2018-01-01", False)]

    def test_two_pages_with_the_same_rule(self, bench: Bench) -> None:
        """Two pages of one day with the same rule give one pair."""
        bench.add("en", "2020-01-01", ("200.1", OIL), ("200.2", GAS))
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR), partial=True)
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR.replace("mèche", "flamme")), partial=True)
        assert [state for _, state, _ in bench.told()] == ["current", "missing"]

    def test_nearest_of_equals(self, bench: Bench) -> None:
        """Of equally similar editions, the one in force on the day of the French is the base."""
        for year in ("2018", "2019", "2020"):
            bench.add("en", f"{year}-01-01", ("200.1", OIL), ("200.2", GAS))
        bench.add("fr", "2019-06-01", ("200.1", OIL_FR), ("200.2", GAS_FR))
        assert {str(pair.base.edition) for pair in bench.pairs() if pair.base} == {"2019-01-01"}

    def test_a_page_may_mix_editions(self, bench: Bench) -> None:
        """If numbers and amounts of a French rule fit an older wording, that is its base and the rule is stale."""
        older = "If three lanterns burn, each keeper pays 4 coins (see rules 199.7 and 614.9)."
        newer = "Previously, keepers paid for lanterns that burned beside each other. This rule has been removed."
        bench.add("en", "2018-01-01", ("200.1", OIL), ("200.2", older))
        bench.add("en", "2020-01-01", ("200.1", OIL), ("200.2", newer))
        french = "Si trois lanternes brûlent, chaque gardien paie 4 pièces (voir règles 199.7 et 614.9)."
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR), ("200.2", french), partial=True)
        first, second = bench.pairs()
        assert (first.state, first.confidence) == ("current", 1.0)
        assert second.base and str(second.base.edition) == "2018-01-01"
        assert second.state == "stale" and second.confidence < 1

    def test_a_wrong_number_does_not_change_the_base(self, bench: Bench) -> None:
        """A difference in only one kind of invariant doesn't change the base, so that the checks report it."""
        bench.add("en", "2018-01-01", ("200.1", OIL.replace("201.3", "201.4")))
        bench.add("en", "2020-01-01", ("200.1", OIL))
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR.replace("201.3", "201.4")), partial=True)
        (pair,) = bench.pairs()
        assert pair.base and str(pair.base.edition) == "2020-01-01" and pair.confidence == 1

    def test_a_number_without_english(self, bench: Bench) -> None:
        """French with a number that English never had is an orphan without a base."""
        bench.add("en", "2020-01-01", ("200.1", OIL))
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR), ("200.9", GAS_FR), partial=True)
        pair = bench.pairs()[1]
        assert (pair.state, pair.base, pair.en, pair.lineage) == ("orphan", None, None, "200.9@2020-01-01")


ORDINARY = Vocabulary(
    Rule(RuleNumber.parse(f"100.{place}"), text)
    for place, text in enumerate(
        (
            "Each keeper receives the permanent.",
            "A lantern attacks.",
            "The lantern is lit. Then the keeper deals.",
            NEW,
        ),
        1,
    )
)


class TestTypingErrors:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("Each keeper recieves a lantern.", "Each keeper receives a lantern."),
            ("A permanant is lit.", "A permanent is lit."),
            ("The the lantern is lit.", "The lantern is lit."),
            ("The lantern is lit Then it burns.", "The lantern is lit. Then it burns."),
            ("The lantern is lit, then it burns.", "The lantern is lit then it burns."),
            ("A keeper lights the non-burning lantern.", "A keeper lights the nonburning lantern."),
        ],
    )
    def test_typing_errors(self, old: str, new: str) -> None:
        """A corrected typing error is recognized as such."""
        assert change_ignoring_typos(old, new, ORDINARY, {RuleNumber.parse("200.1")}) == "typography"

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("The lantern attacks.", "The lantern attacked."),
            ("The lantern is lit.", "The lantern isn't lit."),
            ("A keeper pays 3 coins.", "A keeper pays 4 coins."),
            ("A lantern gets +1/+1.", "A lantern gets -1/-1."),
            ("Jaca lights the lantern.", "Jace lights the lantern."),
            ("Then each keeper deals.", "When each keeper deals."),
            ("The keeper lights the lantern.", "The keeper lights a lantern."),
        ],
    )
    def test_other_changes(self, old: str, new: str) -> None:
        """Changes of endings, amounts, names or words used in the rules are no typing errors."""
        assert change_ignoring_typos(old, new, ORDINARY, {RuleNumber.parse("200.1")}) == "wording"

    def test_not_stale(self, bench: Bench) -> None:
        """If only a typing error was corrected, the French stays current."""
        bench.add(
            "en", "2020-01-01", ("200.1", OIL.replace("burning", "buring")), ("200.2", "A burning lantern shines.")
        )
        bench.add("fr", "2020-01-01", ("200.1", OIL_FR))
        bench.add("en", "2021-01-01", ("200.1", OIL), ("200.2", "A burning lantern shines."))
        pair = bench.pairs()[0]
        assert (pair.state, pair.changes_behind) == ("current", ())

    @given(st.text(max_size=60))
    def test_same(self, text: str) -> None:
        """A text compared with itself has no typing error."""
        assert change_ignoring_typos(text, text, ORDINARY, set()) is None


class TestPlaces:
    def marked(self, bench: Bench) -> list[str]:
        (pair,) = [pair for pair in bench.pairs() if pair.fr]
        text = pair.fr.item.text_with_examples if pair.fr else ""
        return [text[begin:end] for begin, end in locate_changes(pair)]

    def test_sentence(self, bench: Bench) -> None:
        """The French sentence at the position of the changed English sentence is marked."""
        bench.add("en", "2020-01-01", ("200.1", GLASS)).add("fr", "2020-01-01", ("200.1", GLASS_FR))
        bench.add("en", "2021-01-01", ("200.1", GLASS.replace("only while", "as long as")))
        (second,) = self.marked(bench)
        assert second == "Un gardien ne peut nettoyer le verre que lorsque la lanterne est froide."

    def test_number(self, bench: Bench) -> None:
        """If only a number changed, the number itself is marked."""
        bench.add("en", "2020-01-01", ("200.1", OIL)).add("fr", "2020-01-01", ("200.1", OIL_FR))
        bench.add("en", "2021-01-01", ("200.1", OIL.replace("201.3", "305.7")))
        assert self.marked(bench) == ["201.3"]

    def test_nothing(self, bench: Bench) -> None:
        """If the texts have different structures and no invariant decides, nothing is marked."""
        bench.add("en", "2020-01-01", ("200.1", GLASS)).add(
            "fr", "2020-01-01", ("200.1", "Le verre, froid, se nettoie.")
        )
        bench.add("en", "2021-01-01", ("200.1", GLASS.replace("clean", "wash")))
        assert self.marked(bench) == []

    def test_a_template_change_is_not_marked(self, bench: Bench) -> None:
        """Changes that need no change of the French aren't marked."""
        bench.add("en", "2019-01-01", ("200.1", "A keeper lights his or her lantern."))
        bench.add("fr", "2019-01-01", ("200.1", "Un gardien allume sa lanterne."))
        bench.add("en", "2020-01-01", ("200.1", "A keeper lights their lantern."))
        assert self.marked(bench) == []


class TestTheStarterData:
    def test_306(self, starter_home: Path) -> None:
        """306.5b is stale, 306.7 was left in English, and the other French rules of section 306 are current."""
        with Store.open(starter_home) as store:
            pairs = {str(pair.number): pair for pair in align(store, date(2025, 12, 1))}
        states = {number: pair.state for number, pair in pairs.items() if number.startswith("306")}
        assert {number for number, state in states.items() if state == "stale"} == {"306.5b"}
        assert {number for number, state in states.items() if state == "untranslated"} == {"306.7"}
        assert set(states.values()) == {"current", "stale", "untranslated"}
        said = [(each.kind, each.text.strip()) for each in pairs["306.5b"].source_diff if each.kind != "same"]
        assert said == [
            ("gone", "is treated as if its text box included,"),
            ("new", "has the intrinsic ability"),
            ("gone", "the battlefield"),
        ]
        sections = {number[:3] for number, pair in pairs.items() if number[0] == "3" and pair.state == "missing"}
        assert sections == {str(number) for number in range(300, 316)} - {"306"}

    def test_whole_editions(self, every_edition: Path) -> None:
        """With all editions, the lineage of 306.1 begins at 212.9a, and 306.5b has two separate changes."""
        with Store.open(every_edition) as store:
            pairs = {str(pair.number): pair for pair in align(store, date(2026, 2, 1))}
        assert pairs["306.5b"].changes_behind == ("wording", "template")
        assert pairs["306.1"].lineage == "212.9a@2007-10-01"
        assert pairs["306.7"].state == "untranslated"
