"""`rules translation export` and `import`: round trips through the files of translation tools."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cli.output_streams import visible
from kb.translation.exchange.returned import ReturnedUnit
from tests.cli.test_json import validate

pytest.importorskip("translate.storage")

FORMS = [("rules.xlf", ()), ("rules2.xlf", ("--xliff-version", "2.0")), ("rules.po", ())]
"""Each file that can come back, and how it is made."""

Edit = Callable[[Any], None]


def edit(file: Path, key: str, change: Edit) -> None:
    """Change the unit of a key with translate-toolkit, as a translation tool would."""
    from translate.storage import factory
    from translate.storage.xliff2 import Xliff2File

    if b'version="2.0"' in file.read_bytes():
        store: Any = Xliff2File.parsefile(str(file))
        named = [unit for unit in store.units if unit.getunitelement().get("name") == key]
    else:
        store = factory.getobject(str(file))
        named = [unit for unit in store.units if unit.getcontext() == key or unit.getid().endswith("\x04" + key)]
    assert len(named) == 1, key
    change(named[0])
    store.save()


def translate(text: str) -> Edit:
    """Give a unit a French text and mark it as finished."""

    def change(unit: Any) -> None:
        unit.target = text
        unit.markfuzzy(False)

    return change


@pytest.fixture
def french(rules: Any) -> Callable[[Path], dict[str, Any]]:
    """Return all French texts by number."""

    def read(home: Path) -> dict[str, Any]:
        records = rules("export", "-", "--format", "json", "--lang", "fr", home=home).data["records"]
        return {record["number"]: record for record in records if "number" in record}

    return read


class TestRoundTrip:
    @pytest.mark.parametrize(("name", "options"), FORMS)
    def test_an_untouched_file_changes_nothing(
        self, rules: Any, home: Path, tmp_path: Path, french: Any, name: str, options: tuple[str, ...]
    ) -> None:
        """An unchanged file is skipped, and the knowledge base doesn't change."""
        file = tmp_path / name
        assert rules("translation", "export", str(file), *options, home=home).status == 0
        before, content = french(home), (home / "rules.sqlite").read_bytes()
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert (outcome.status, outcome.data["ingested"], outcome.data["rejected"]) == (0, [], [])
        assert [each["reason"] for each in outcome.data["skipped"]] == ["nothing-new"]
        # 306.5b is stale: XLIFF doesn't show its French as a target.
        assert outcome.data["left"]["unfinished"] == (1 if name == "rules.po" else 0)
        assert french(home) == before and (home / "rules.sqlite").read_bytes() == content

    @pytest.mark.parametrize(("name", "options"), FORMS)
    @pytest.mark.parametrize("key", ["306.8@2014-05-01", "306.5b@2014-05-01", "306.7@2014-05-01", "300.2a@2025-06-06"])
    def test_exactly_one_unit_changes(
        self, rules: Any, home: Path, tmp_path: Path, french: Any, name: str, options: tuple[str, ...], key: str
    ) -> None:
        """For a rule of each state, the import changes the French of that rule and of no other."""
        file, number = tmp_path / name, key.partition("@")[0]
        assert rules("translation", "export", str(file), *options, home=home).status == 0
        before = french(home)
        edit(file, key, translate("Un texte français tout neuf."))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert outcome.status == 0, outcome.err
        validate(outcome.data, "translation-import")
        (taken,) = outcome.data["ingested"]
        assert (taken["lang"], taken["effective"], taken["partial"]) == ("fr", "2025-06-06", True)
        after = french(home)
        assert after[number]["text"] == "Un texte français tout neuf."
        assert {each: after[each] for each in after if each != number} == {
            each: before[each] for each in before if each != number
        }
        (pair,) = rules("compare", number, "--json", home=home).data["pairs"]
        assert (pair["state"], pair["base_edition"]) == ("current", "2025-06-06")
        hits = rules("search", "tout neuf", "--lang", "fr", "--json", home=home).data["hits"]
        assert [hit["number"] for hit in hits] == [number]
        again = rules("translation", "import", str(file), "--json", home=home)
        assert [each["reason"] for each in again.data["skipped"]] == ["known"]

    @pytest.mark.parametrize(("name", "options"), FORMS)
    def test_a_stale_text_that_is_still_right(
        self, rules: Any, home: Path, tmp_path: Path, name: str, options: tuple[str, ...]
    ) -> None:
        """A stale text that came back finished, but unchanged, is refused, and taken in only with --unchanged."""
        file = tmp_path / name
        rules("translation", "export", str(file), "--state", "stale", *options, home=home)
        (before,) = rules("compare", "306.5b", "--json", home=home).data["pairs"]
        edit(file, "306.5b@2014-05-01", translate(before["fr"]["text"]))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        validate(outcome.data, "translation-import")
        assert (outcome.status, outcome.data["ingested"], outcome.data["skipped"]) == (1, [], [])
        (refused,) = outcome.data["left"]["refused"]
        assert (refused["unit"], refused["reason"]) == ("306.5b@2014-05-01", "unchanged")
        assert outcome.err.count("306.5b") == 1 and "--unchanged" in outcome.err
        (pair,) = rules("compare", "306.5b", "--json", home=home).data["pairs"]
        assert pair == before
        outcome = rules("translation", "import", str(file), "--unchanged", "--json", home=home)
        assert (outcome.status, len(outcome.data["ingested"])) == (0, 1)
        (pair,) = rules("compare", "306.5b", "--json", home=home).data["pairs"]
        assert (pair["state"], pair["base_edition"]) == ("current", "2025-06-06")
        assert pair["fr"]["text"].startswith("On considère que l'encadré")

    @pytest.mark.parametrize(("name", "options"), FORMS)
    def test_what_is_not_finished_is_left(
        self, rules: Any, home: Path, tmp_path: Path, name: str, options: tuple[str, ...]
    ) -> None:
        """A text that isn't marked as finished isn't imported, but counted."""
        file = tmp_path / name
        rules("translation", "export", str(file), "--section", "306", *options, home=home)

        def draft(unit: Any) -> None:
            unit.target = "Un brouillon."
            unit.markfuzzy(True)

        edit(file, "306.8@2014-05-01", draft)
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert outcome.data["ingested"] == []
        drafts = 2 if name == "rules.po" else 1  # in PO the French of the stale 306.5b is another one
        assert outcome.data["left"]["unfinished"] == drafts
        assert f"{drafts} text" in outcome.err and "marked as finished" in outcome.err
        # With --unmarked, changed texts count as finished; the stale rule wasn't changed.
        outcome = rules("translation", "import", str(file), "--unmarked", "--json", home=home)
        assert [(each["rules"], each["subrules"]) for each in outcome.data["ingested"]] == [(1, 0)]
        assert outcome.data["left"]["unfinished"] == drafts - 1

    @pytest.mark.parametrize(("name", "options"), FORMS)
    @pytest.mark.parametrize(
        ("key", "text", "left"),
        [
            (
                "305.3@2025-06-06",
                "On ne joue pas de terrain. Ignore any part of an effect that instructs a player to do so.",
                "Ignore any part of an effect that instructs a player to do so",
            ),
            ("305.6@2025-06-06", "Les types de terrain de base. See rule 107.4a. Voir règle 605.", "See rule 107.4a."),
        ],
    )
    def test_english_left_in_a_sentence(
        self,
        rules: Any,
        home: Path,
        tmp_path: Path,
        name: str,
        options: tuple[str, ...],
        key: str,
        text: str,
        left: str,
    ) -> None:
        """French with a sentence of English is refused with a line that names it; the other units are ingested."""
        file = tmp_path / name
        rules("translation", "export", str(file), *options, home=home)
        edit(file, "306.8@2014-05-01", translate("Du neuf."))
        edit(file, key, translate(text))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        validate(outcome.data, "translation-import")
        assert outcome.status == 1
        assert [each["rules"] for each in outcome.data["ingested"]] == [1]
        (refused,) = outcome.data["left"]["refused"]
        assert (refused["unit"], refused["reason"]) == (key, "english-left")
        assert left in refused["message"] and refused["message"] in outcome.err
        (pair,) = rules("compare", key.partition("@")[0], "--json", home=home).data["pairs"]
        assert pair["state"] == "missing"

    def test_english_in_the_place_of_french_is_no_translation(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """A target with the English source isn't imported, unless it is a heading that is equal in both languages."""
        file = tmp_path / "rules.po"
        rules("translation", "export", str(file), "--section", "301", home=home)
        from translate.storage import factory

        store: Any = factory.getobject(str(file))
        for unit in store.units[1:]:
            unit.target = unit.source
        store.save()
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert [each["sections"] for each in outcome.data["ingested"]] == [1]
        assert [each["rules"] for each in outcome.data["ingested"]] == [0]


class TestTwoTranslators:
    def test_each_changes_what_they_changed(self, rules: Any, home: Path, tmp_path: Path, french: Any) -> None:
        """Of two imported copies of an export, the second changes only the texts that were changed in it."""
        one, two = tmp_path / "one.xlf", tmp_path / "two.po"
        for file in (one, two):
            rules("translation", "export", str(file), home=home)
        edit(one, "306.8@2014-05-01", translate("Le huit de la première."))
        edit(two, "306.9@2014-05-01", translate("Le neuf de la seconde."))
        for file in (one, two):
            assert rules("translation", "import", str(file), home=home).status == 0
        after = french(home)
        assert after["306.8"]["text"] == "Le huit de la première."
        assert after["306.9"]["text"] == "Le neuf de la seconde."

    def test_the_last_finished_work_wins(self, rules: Any, home: Path, tmp_path: Path, french: Any) -> None:
        """If two files change 306.8, the later import counts; the other rules of the earlier file stay."""
        one, two = tmp_path / "one.xlf", tmp_path / "two.xlf"
        for file in (one, two):
            rules("translation", "export", str(file), home=home)
        edit(one, "306.8@2014-05-01", translate("Le huit de la première."))
        edit(one, "306.9@2014-05-01", translate("Le neuf de la première."))
        edit(two, "306.8@2014-05-01", translate("Le huit de la seconde."))
        rules("translation", "import", str(one), home=home)
        (taken,) = rules("translation", "import", str(two), "--json", home=home).data["ingested"]
        assert taken["replaces"] == str(one)
        after = french(home)
        assert after["306.8"]["text"] == "Le huit de la seconde."
        assert after["306.9"]["text"] == "Le neuf de la première."
        # The first file is still known, so importing it again doesn't undo the later work.
        again = rules("translation", "import", str(one), str(two), "--json", home=home).data
        assert [each["reason"] for each in again["skipped"]] == ["known", "known"]
        listed = rules("editions", "--lang", "fr", "--json", home=home).data["editions"]
        codes = {each["source"]: [warning["code"] for warning in each["warnings"]] for each in listed}
        assert codes[str(one)] == ["superseded"]
        assert rules("forget", str(two), home=home).out == f"forgot fr 2025-06-06  finished translation  {two}\n"
        after = french(home)
        assert after["306.8"]["text"] == "Le huit de la première."
        assert after["306.9"]["text"] == "Le neuf de la première."
        shown = rules("show", "306.8", "--lang", "fr", home=home).out
        assert shown.endswith(f"[fr {after['306.8']['edition']}, finished translation]\n")


def lanterns(day: str, *texts: str, glossary: str = "") -> str:
    """Return a whole edition whose one section has these rules; lines that begin with Example: are examples."""
    effective = date.fromisoformat(day)
    lines = ["Lantern Rules", "", f"These rules are effective as of {effective:%B} {effective.day}, {effective.year}."]
    lines += ["", "Contents", "", "1. Lanterns", "100. Lanterns", "", "Glossary", "", "Credits", "", "1. Lanterns", ""]
    lines += ["100. Lanterns", ""]
    number = 0
    for text in texts:
        if text.startswith("Example:"):
            lines.insert(len(lines) - 1, text)
        else:
            number += 1
            lines += [f"100.{number}. {text}", ""]
    return "\n".join([*lines, "Glossary", "", "Lantern", glossary or "A light.", "", "Credits", "", "Nobody", ""])


WICK = "A lantern has exactly one wick, which its keeper trims before each night begins."
OIL = "Oil is poured into a lantern only while its wick isn’t burning (see rule 100.1)."
GLASS = "Glass keeps the wind from the flame and must be cleaned by the keeper of the lantern."
NEW = "A keeper is a person who has sworn to look after lanterns, and nobody else may."


@pytest.fixture
def kept(rules: Any, tmp_path: Path, starter_home: Path) -> Callable[..., Path]:
    """A knowledge base with editions about lanterns."""
    import shutil

    home = tmp_path / "lanterns"
    shutil.copytree(starter_home, home)

    def take(*editions: tuple[str, str]) -> Path:
        for day, text in editions:
            file = tmp_path / f"{day}.txt"
            file.write_text(text, encoding="utf-8")
            assert rules("ingest", str(file), home=home).status == 0
        return home

    return take


FRENCH_WICK = "Chaque lanterne est munie de la mèche que le gardien coupe avec soin dans les heures qui la précèdent."


def keys(file: Path) -> dict[str, str]:
    """The keys of a PO file with their English."""
    from translate.storage import factory

    store: Any = factory.getobject(str(file))
    return {unit.getcontext(): str(unit.source) for unit in store.units if not unit.isheader()}


class TestThroughTime:
    def test_a_memory_survives_renumbering(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """After a new rule moves all numbers, every unit of the memory keeps its key."""
        home = kept(("2024-01-01", lanterns("2024-01-01", WICK, OIL, "Example: Ann pours oil.", GLASS)))
        before, memory = tmp_path / "before.po", tmp_path / "before.tmx"
        rules("translation", "export", str(before), "--section", "100", home=home)
        edit(before, "100.2@2024-01-01", translate("On verse l’huile (voir règle 100.1)."))
        edit(before, "100.2@2024-01-01:example-1", translate("Anne verse de l’huile."))
        assert rules("translation", "import", str(before), home=home).status == 0
        rules("translation", "export", str(memory), "--section", "100", home=home)
        kept(
            (
                "2025-01-01",
                lanterns("2025-01-01", NEW, WICK, OIL.replace("100.1", "100.2"), "Example: Ann pours oil.", GLASS),
            )
        )
        after = tmp_path / "after.po"
        rules("translation", "export", str(after), "--section", "100", home=home)
        old, new = keys(before), keys(after)
        assert set(old) <= set(new)
        assert {key for key in old if old[key] != new[key]} == {"100.2@2024-01-01"}  # it cites another number
        assert set(new) - set(old) == {"100.1@2025-01-01"}
        from translate.storage import factory

        remembered: Any = factory.getobject(str(memory))
        assert {unit.getid() for unit in remembered.units} <= set(new)
        pairs = rules("compare", "100.3", "--json", home=home).data["pairs"]
        assert [pair["fr"]["text"] for pair in pairs] == ["On verse l’huile (voir règle 100.1)."]

    def test_a_file_from_before_the_english_went_on(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """The French of an old file translates an older English edition, so it is stale."""
        home = kept(("2024-01-01", lanterns("2024-01-01", WICK, OIL)))
        file = tmp_path / "rules.xlf"
        rules("translation", "export", str(file), "--section", "100", home=home)
        kept(("2025-01-01", lanterns("2025-01-01", NEW, WICK + " It burns whale oil and nothing else at all.", OIL)))
        edit(file, "100.1@2024-01-01", translate("Une lanterne a une mèche."))
        (taken,) = rules("translation", "import", str(file), "--json", home=home).data["ingested"]
        assert taken["effective"] == "2024-01-01" and taken["warnings"] == []
        (pair,) = rules("compare", "100.2", "--json", home=home).data["pairs"]
        assert (pair["fr"]["text"], pair["state"]) == ("Une lanterne a une mèche.", "stale")
        assert pair["base_edition"] == "2024-01-01"

    def test_keys_hold_when_older_editions_come_in(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """An older edition changes the name of a lineage; the name in the file still finds the rule."""
        home = kept(("2024-01-01", lanterns("2024-01-01", NEW, WICK, OIL)))
        file = tmp_path / "rules.xlf"
        rules("translation", "export", str(file), "--section", "100", home=home)
        kept(("2023-01-01", lanterns("2023-01-01", WICK, OIL)))
        (pair,) = rules("translation", "status", "--section", "100.2", "--json", home=home).data["rules"]
        assert pair["lineage"] == "100.1@2023-01-01"
        edit(file, "100.2@2024-01-01", translate("Une lanterne a une mèche."))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert (outcome.status, len(outcome.data["ingested"])) == (0, 1)
        (pair,) = rules("compare", "100.2", "--json", home=home).data["pairs"]
        assert (pair["fr"]["text"], pair["state"]) == ("Une lanterne a une mèche.", "current")

    def test_a_whole_french_edition_of_the_same_day(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """A finished translation takes precedence over the French edition of the same day, which doesn't change."""
        home = kept(("2024-01-01", lanterns("2024-01-01", WICK, OIL)))
        text = lanterns("2024-01-01", FRENCH_WICK, "On verse l’huile (voir règle 100.1).")
        text = text.replace(
            "These rules are effective as of January 1, 2024", "Ces règles entrent en vigueur au 1er janvier 2024"
        )
        for english, french in (("Contents", "Sommaire"), ("Glossary", "Glossaire"), ("Credits", "Crédits")):
            text = text.replace(english, french)
        page = tmp_path / "fr.txt"
        page.write_text(text, encoding="utf-8")
        taken = rules("ingest", str(page), "--json", home=home)
        assert [(each["lang"], each["partial"]) for each in taken.data["ingested"]] == [("fr", False)], taken.err
        file = tmp_path / "rules.po"
        rules("translation", "export", str(file), "--section", "100", home=home)
        edit(file, "100.1@2024-01-01", translate("Une lanterne a exactement une mèche."))
        assert rules("translation", "import", str(file), home=home).status == 0
        shown = rules("show", "100", "--lang", "fr", "--json", home=home).data["rules"]
        assert [rule["text"] for rule in shown][1:] == [
            "Une lanterne a exactement une mèche.",
            "On verse l’huile (voir règle 100.1).",
        ]
        (pair,) = rules("compare", "100.1", "--json", home=home).data["pairs"]
        assert (pair["fr"]["text"], pair["state"]) == ("Une lanterne a exactement une mèche.", "current")
        listed = rules("editions", "--lang", "fr", "--json", home=home).data["editions"]
        assert str(page) in {each["source"] for each in listed}
        summary = rules("translation", "status", "--section", "100", "--json", home=home).data["summary"]
        assert summary.get("orphan", 0) == 0


class TestExamples:
    def test_a_rule_waits_for_its_stale_parts(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """A rule waits until all its stale parts are translated, because one part would make it look current."""
        home = kept(("2024-01-01", lanterns("2024-01-01", OIL, "Example: Ann pours oil into a lantern that is out.")))
        file = tmp_path / "rules.po"
        rules("translation", "export", str(file), "--section", "100.1", home=home)
        edit(file, "100.1@2024-01-01", translate("On verse l’huile."))
        edit(file, "100.1@2024-01-01:example-1", translate("Anne verse de l’huile."))
        rules("translation", "import", str(file), home=home)
        kept(
            (
                "2025-01-01",
                lanterns(
                    "2025-01-01", OIL + " Spilt oil is wiped up.", "Example: Bob drinks the oil, which is forbidden."
                ),
            )
        )
        later = tmp_path / "later.po"
        rules("translation", "export", str(later), "--section", "100.1", home=home)
        edit(later, "100.1@2024-01-01", translate("On verse l’huile. On l’essuie."))
        outcome = rules("translation", "import", str(later), "--json", home=home)
        assert outcome.data["ingested"] == []
        assert outcome.data["left"]["waiting"] == ["100.1, example 1"]
        edit(later, "100.1@2024-01-01:example-1", translate("Bernard boit l’huile."))
        (taken,) = rules("translation", "import", str(later), "--json", home=home).data["ingested"]
        assert (taken["rules"], taken["examples"]) == (1, 1)
        (rule,) = rules("show", "100.1", "--lang", "fr", "--json", home=home).data["rules"]
        assert (rule["text"], rule["examples"]) == ("On verse l’huile. On l’essuie.", ["Bernard boit l’huile."])

    def test_an_example_waits_for_the_one_before(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """The second example waits for the first, because examples are matched by order; the text doesn't wait."""
        home = kept(("2024-01-01", lanterns("2024-01-01", OIL, "Example: Ann pours oil.", "Example: Bob lights it.")))
        file = tmp_path / "rules.xlf"
        rules("translation", "export", str(file), "--section", "100.1", home=home)
        edit(file, "100.1@2024-01-01", translate("On verse l’huile."))
        edit(file, "100.1@2024-01-01:example-2", translate("Bernard l’allume."))
        outcome = rules("translation", "import", str(file), "--json", home=home).data
        assert outcome["left"]["waiting"] == ["100.1, example 2"]
        (rule,) = rules("show", "100.1", "--lang", "fr", "--json", home=home).data["rules"]
        assert (rule["text"], rule["examples"]) == ("On verse l’huile.", [])


class TestGlossary:
    """The entries of the glossary go out and come back like rules."""

    HEADWORD, DEFINITION = "Lantern@2024-01-01:headword", "Lantern@2024-01-01:definition"

    def french(self, rules: Any, home: Path) -> list[tuple[str, str]]:
        records = rules("export", "-", "--format", "json", "--lang", "fr", home=home).data["records"]
        return [(each["term"], each["text"]) for each in records if each.get("kind") == "glossary"]

    def states(self, rules: Any, home: Path, tmp_path: Path) -> dict[str, str]:
        file = tmp_path / "states.csv"
        rules("translation", "export", str(file), "--section", "glossary", "--force", home=home)
        rows = csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines())
        return {f"{row['number']} {row['part']}": row["state"] for row in rows}

    @pytest.mark.parametrize(("name", "options"), FORMS)
    def test_an_entry(self, rules: Any, kept: Any, tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
        """An entry waits for both of its parts. Only the glossary is written if only it is asked for."""
        home = kept(("2024-01-01", lanterns("2024-01-01", WICK, OIL, glossary="1. A light.\n2. Its case.")))
        file = tmp_path / name
        rules("translation", "export", str(file), "--section", "glossary", *options, home=home)
        edit(file, self.DEFINITION, translate("1. Une lumière.\n2. Son boîtier."))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert (outcome.data["ingested"], outcome.data["left"]["waiting"]) == ([], ["Lantern, headword"])
        edit(file, self.HEADWORD, translate("Lanterne"))
        (taken,) = rules("translation", "import", str(file), "--json", home=home).data["ingested"]
        assert (taken["rules"], taken["glossary"]) == (0, 1)
        assert self.french(rules, home) == [("Lanterne", "1. Une lumière.\n2. Son boîtier.")]
        assert self.states(rules, home, tmp_path) == {"Lantern headword": "current", "Lantern definition": "current"}

    def test_another_headword(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """A French headword that a translator corrects takes the place of the former one."""
        home = kept(("2024-01-01", lanterns("2024-01-01", WICK, OIL)))
        for headword in ("Lampe", "Lanterne"):
            file = tmp_path / f"{headword}.po"
            rules("translation", "export", str(file), home=home)
            edit(file, self.HEADWORD, translate(headword))
            if headword == "Lampe":
                edit(file, self.DEFINITION, translate("Une lumière."))
            assert rules("translation", "import", str(file), home=home).status == 0
        assert self.french(rules, home) == [("Lanterne", "Une lumière.")]

    def test_a_renamed_entry(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """An entry with another headword keeps its key and its French. Both parts of its stale French are shown."""
        home = kept(("2024-01-01", lanterns("2024-01-01", WICK, OIL, glossary="A light that is carried by its ring.")))
        before = tmp_path / "before.po"
        rules("translation", "export", str(before), "--section", "glossary", home=home)
        edit(before, self.HEADWORD, translate("Lanterne"))
        edit(before, self.DEFINITION, translate("Une lumière que l’on porte par son anneau."))
        rules("translation", "import", str(before), home=home)
        text = lanterns("2025-01-01", WICK, OIL, glossary="A light that is carried by its ring.")
        kept(("2025-01-01", text.replace("\nLantern\n", "\nHand Lantern\n")))
        assert self.states(rules, home, tmp_path) == {
            "Hand Lantern headword": "stale",
            "Hand Lantern definition": "current",
        }
        after = tmp_path / "after.po"
        rules("translation", "export", str(after), "--section", "glossary", home=home)
        edit(after, self.HEADWORD, lambda unit: unit.markfuzzy(False))
        outcome = rules("translation", "import", str(after), "--json", home=home)
        assert [each["reason"] for each in outcome.data["left"]["refused"]] == ["unchanged"]
        edit(after, self.HEADWORD, translate("Lanterne à main"))
        assert rules("translation", "import", str(after), home=home).status == 0
        assert self.french(rules, home) == [("Lanterne à main", "Une lumière que l’on porte par son anneau.")]
        assert set(self.states(rules, home, tmp_path).values()) == {"current"}

    def test_an_unknown_entry(self, rules: Any, kept: Any, tmp_path: Path) -> None:
        """An entry that the edition doesn't have is named, and nothing is ingested."""
        home = kept(("2024-01-01", lanterns("2024-01-01", WICK, OIL)))
        file = tmp_path / "rules.po"
        rules("translation", "export", str(file), "--section", "glossary", home=home)
        edit(file, self.HEADWORD, translate("Lanterne"))
        file.write_text(file.read_text(encoding="utf-8").replace("Lantern@", "Torch@"), encoding="utf-8")
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert (outcome.status, outcome.data["ingested"]) == (1, [])
        assert "Torch@2024-01-01:headword" in outcome.err


class TestDrafts:
    @pytest.fixture
    def file(self, home: Path, tmp_path: Path) -> Path:
        """A PO file with drafts for 305.3, which is missing, and for the stale 306.5b."""
        from kb.storage.store import Store
        from kb.translation.alignment import align
        from kb.translation.exchange import po
        from kb.translation.exchange.units import units_of_pairs

        drafts = {"305.3": "Un joueur ⟦can't⟧ jouer.", "306.5b": "Un planeswalker arrive avec des marqueurs."}
        with Store.open_readonly(home) as store:
            units = tuple(units_of_pairs(align(store, date(2025, 6, 6))))
        file = tmp_path / "drafts.po"
        file.write_bytes(po.write([replace(unit, draft=drafts.get(unit.label, "")) for unit in units]))
        return file

    def test_never_finished_by_itself(self, rules: Any, home: Path, file: Path) -> None:
        """A draft that only lost its mark is refused by name. With --unchanged a translator takes it in."""
        assert rules("translation", "import", str(file), "--json", home=home).data["left"]["unfinished"] == 2
        edit(file, "305.3@2025-06-06", translate("Un joueur ne peut pas jouer."))
        edit(file, "306.5b@2014-05-01", lambda unit: unit.markfuzzy(False))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert [each["rules"] for each in outcome.data["ingested"]] == [1]
        assert [(each["unit"], each["reason"]) for each in outcome.data["left"]["refused"]] == [
            ("306.5b@2014-05-01", "unchanged")
        ]
        outcome = rules("translation", "import", str(file), "--unchanged", "--force", "--json", home=home)
        assert outcome.status == 0, outcome.err
        (pair,) = rules("compare", "306.5b", "--json", home=home).data["pairs"]
        assert (pair["state"], pair["fr"]["text"]) == ("current", "Un planeswalker arrive avec des marqueurs.")

    def test_english_in_a_draft(self, rules: Any, home: Path, file: Path) -> None:
        """English words that a draft has left between its marks are refused."""
        edit(file, "305.3@2025-06-06", translate("Un joueur ⟦can't⟧ jouer un terrain."))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert outcome.status == 1 and "⟦can't⟧" in outcome.err
        assert [each["reason"] for each in outcome.data["left"]["refused"]] == ["english-left"]

    def test_the_former_french(self, rules: Any, home: Path, file: Path) -> None:
        """If a translator puts the stale French back in the place of a draft, it is refused like a stale text."""
        (before,) = rules("compare", "306.5b", "--json", home=home).data["pairs"]
        edit(file, "306.5b@2014-05-01", translate(before["fr"]["text"]))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert [each["reason"] for each in outcome.data["left"]["refused"]] == ["unchanged"]
        assert rules("translation", "import", str(file), "--unchanged", home=home).status == 0
        (pair,) = rules("compare", "306.5b", "--json", home=home).data["pairs"]
        assert (pair["state"], pair["fr"]["text"]) == ("current", before["fr"]["text"])


class TestWhatIsWrong:
    @pytest.fixture
    def file(self, rules: Any, home: Path, tmp_path: Path) -> Path:
        """Return an export of section 306 with a new finished text for 306.8."""
        file = tmp_path / "rules.po"
        rules("translation", "export", str(file), "--section", "306", home=home)
        edit(file, "306.8@2014-05-01", translate("Du neuf."))
        return file

    def replaced(self, file: Path, old: str, new: str) -> Path:
        content = file.read_text(encoding="utf-8")
        assert old in content
        file.write_text(content.replace(old, new), encoding="utf-8")
        return file

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
    @pytest.mark.parametrize("stated", ["UTF-8", "UTF-16"])
    def test_saved_as_another_unicode(self, rules: Any, home: Path, file: Path, encoding: str, stated: str) -> None:
        """Some editors save as UTF-16, whatever the header says. Such a file is read as its bytes show."""
        text = file.read_text(encoding="utf-8").replace("charset=UTF-8", f"charset={stated}")
        file.write_text(text.replace("Du neuf.", "Du neuf, à côté."), encoding=encoding)
        (taken,) = rules("translation", "import", str(file), "--json", home=home).data["ingested"]
        assert taken["rules"] == 1
        shown = rules("show", "306.8", "--lang", "fr", "--as-of", "2025-06-06", home=home).out
        assert "Du neuf, à côté." in shown

    @pytest.mark.parametrize(
        ("content", "encoding"),
        [("msgid é".encode("utf-16")[:-1], "UTF-16-LE"),
         ("msgid \ud800x".encode("utf-16-be", "surrogatepass"), "UTF-16-BE"),
         (b'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "\xe9"\n', "UTF-8")],
        ids=["half a character", "half a pair", "Latin-1"],
    )  # fmt: skip
    def test_broken_bytes(self, rules: Any, home: Path, tmp_path: Path, content: bytes, encoding: str) -> None:
        """The message is one line that says what is wrong and what would be right."""
        broken = tmp_path / "broken.po"
        broken.write_bytes(content)
        outcome = rules("translation", "import", str(broken), home=home)
        assert outcome.status == 1
        message = outcome.messages[-1]
        assert message.startswith("rules: error: ") and "\0" not in message
        assert message.endswith(f"its bytes aren't sound {encoding}; save it as UTF-8")

    def test_unknown_unit(self, rules: Any, home: Path, file: Path) -> None:
        """A wrong unit is named, the right ones are ingested, and the exit status is 1."""
        self.replaced(file, 'msgctxt "306.9@2014-05-01"', 'msgctxt "999.9@2014-05-01"')
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert outcome.status == 1 and len(outcome.data["ingested"]) == 1
        (rejected,) = outcome.data["rejected"]
        assert rejected["reason"] == "unknown-unit" and "999.9@2014-05-01" in rejected["message"]

    def test_many_unknown_units(self, rules: Any, home: Path, file: Path) -> None:
        """The message names five units and the number of the others; `--json` has all."""
        content = file.read_text(encoding="utf-8")
        unknown = [f"999.{at}@2014-05-01" for at in range(1, 10)]
        for old, new in zip(("1", "2", "3", "4", "5", "5a", "5c", "5d", "6"), unknown, strict=True):
            content = content.replace(f'msgctxt "306.{old}@2014-05-01"', f'msgctxt "{new}"')
        file.write_text(content, encoding="utf-8")
        outcome = rules("translation", "import", str(file), "--json", home=home)
        validate(outcome.data, "translation-import")
        (rejected,) = outcome.data["rejected"]
        assert sorted(rejected["units"]) == unknown
        assert f"{', '.join(rejected['units'][:5])} and 4 more (--json lists all)" in rejected["message"]

    def test_edited_source(self, rules: Any, home: Path, file: Path) -> None:
        """English that differs from the edition is reported, but not differences of typography."""
        self.replaced(file, "Damage dealt to a planeswalker", "Damage done to a planeswalker")
        (taken,) = rules("translation", "import", str(file), "--json", home=home).data["ingested"]
        assert [warning["code"] for warning in taken["warnings"]] == ["source-differs"]

    def test_the_former_english(self, rules: Any, home: Path, file: Path) -> None:
        """French beside the English that the French so far was made from is refused: it may translate that English."""
        from translate.storage.po import pofile

        store: Any = pofile.parsefile(str(file))
        (unit,) = (unit for unit in store.units if unit.getcontext() == "306.5b@2014-05-01")
        unit.source, unit.target = unit.prev_source, "Un planeswalker est traité autrement."
        unit.markfuzzy(False)
        store.save()
        outcome = rules("translation", "import", str(file), "--json", home=home)
        validate(outcome.data, "translation-import")
        assert outcome.status == 1 and [each["rules"] for each in outcome.data["ingested"]] == [1]
        (refused,) = outcome.data["left"]["refused"]
        assert (refused["unit"], refused["reason"]) == ("306.5b@2014-05-01", "former-english")
        assert refused["message"] in outcome.err

    def test_two_translations_of_one_unit(self, rules: Any, home: Path, file: Path) -> None:
        """Neither of two conflicting translations is ingested."""
        content = file.read_text(encoding="utf-8")
        start = content.index('msgctxt "306.8@')
        entry = content[start : content.index("\n\n", start)].replace("Du neuf.", "Autre chose.")
        file.write_text(f"{content}\n\n{entry}\n", encoding="utf-8")
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert outcome.data["ingested"] == []
        assert [each["reason"] for each in outcome.data["rejected"]] == ["conflict"]

    def test_lost_symbols(self, rules: Any, home: Path, file: Path) -> None:
        """A symbol that the English doesn't have is reported."""
        self.replaced(file, "Du neuf.", "Du neuf {T}.")
        (taken,) = rules("translation", "import", str(file), "--json", home=home).data["ingested"]
        assert [(each["code"], each["where"]) for each in taken["warnings"]] == [("symbol-mismatch", "306.8")]

    def test_another_language(self, rules: Any, home: Path, file: Path) -> None:
        self.replaced(file, "Language: fr", "Language: de")
        outcome = rules("translation", "import", str(file), home=home)
        assert outcome.status == 1
        assert outcome.err.splitlines()[-1] == f"rules: error: {file} translates from en to de; give one from en to fr"

    def test_unknown_edition(self, rules: Any, home: Path, file: Path) -> None:
        """A file made from an edition that isn't in the knowledge base is rejected."""
        self.replaced(file, "2025-06-06", "2025-06-07")
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert [each["reason"] for each in outcome.data["rejected"]] == ["unknown-edition"]
        assert "2025-06-07" in outcome.err and outcome.data["ingested"] == []

    def test_a_file_that_lost_our_comments(self, rules: Any, home: Path, file: Path) -> None:
        """The header of a file without comments names the edition; texts unlike the known French count as changed."""
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        file.write_text("".join(line for line in lines if not line.startswith("#.")), encoding="utf-8")
        (taken,) = rules("translation", "import", str(file), "--json", home=home).data["ingested"]
        assert (taken["rules"], taken["subrules"], taken["effective"]) == (1, 0, "2025-06-06")

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"", "empty"),
            (b"306.5. Some rules.\n", "not-translation"),
            (b"<rules/>", "not-translation"),
            (b'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\nmsgid "Hello"\nmsgstr "Bonjour"\n', "not-translation"),
        ],
    )
    def test_other_files(self, rules: Any, home: Path, tmp_path: Path, content: bytes, reason: str) -> None:
        """Each error is one clear line."""
        file = tmp_path / "other"
        file.write_bytes(content)
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert (outcome.status, [each["reason"] for each in outcome.data["rejected"]]) == (1, [reason])
        assert outcome.err.count("rules: error:") == 1

    def test_codes_of_a_tool(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """A placeholder in the French of a rule without placeholders is rejected, because it would be lost silently."""
        file = tmp_path / "rules.xlf"
        rules("translation", "export", str(file), "--section", "306", home=home)
        edit(file, "306.8@2014-05-01", translate("Du @ neuf."))
        file.write_bytes(file.read_bytes().replace(b"Du @ neuf", b'Du <ph id="1">x</ph> neuf'))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert [each["reason"] for each in outcome.data["rejected"]] == ["codes"]

    @pytest.mark.parametrize("form", ["xlf", "po"])
    @pytest.mark.parametrize("control", ["&#x9b;", "&#x202e;", "&#x7f;", "&#x2028;", "&#x61c;"])
    def test_control_characters(self, rules: Any, home: Path, tmp_path: Path, form: str, control: str) -> None:
        """A text with control characters is rejected, also if entities hide them."""
        file = tmp_path / f"rules.{form}"
        rules("translation", "export", str(file), "--section", "306", home=home)
        edit(file, "306.8@2014-05-01", translate("Du @ neuf."))
        raw = control if form == "xlf" else chr(int(control[3:-1], 16))
        file.write_bytes(file.read_bytes().replace(b"Du @ neuf", f"Du {raw} neuf".encode()))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert [each["reason"] for each in outcome.data["rejected"]] == ["control-characters"]
        assert "306.8@2014-05-01" in outcome.err

    @pytest.mark.parametrize("form", ["xlf", "po"])
    def test_too_long(self, rules: Any, home: Path, tmp_path: Path, form: str) -> None:
        """A translation that is far longer than any rule is rejected."""
        file = tmp_path / f"rules.{form}"
        rules("translation", "export", str(file), "--section", "306", home=home)
        edit(file, "306.8@2014-05-01", translate("Du @ neuf."))
        file.write_bytes(file.read_bytes().replace(b"Du @ neuf", b"306.5, " * 20_000))
        outcome = rules("translation", "import", str(file), "--json", home=home)
        assert [each["reason"] for each in outcome.data["rejected"]] == ["too-long"]
        assert "306.8@2014-05-01" in outcome.err

    def test_what_output_escapes_is_no_translation(self) -> None:
        """Every character that the output shows as an escape makes a unit be rejected."""
        unit = ReturnedUnit("", "", "", is_finished=True, edition=None)
        for code in {*range(0x3000), *range(0xD800, 0xE000)}:
            target = f"a{chr(code)}b"
            assert visible(target) == target or replace(unit, target=target).has_control_characters, hex(code)


class TestExport:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["x.bin"], "'x.bin' is no format"),
            (["x.xlf", "--xliff-version", "3"], "give 1.2 or 2.0"),
            (["x.po", "--state", "old"], "'old' is no state"),
            (["x.po", "--section", "hello"], "rule number"),
        ],
    )
    def test_wrong_usage(self, rules: Any, home: Path, arguments: list[str], message: str) -> None:
        outcome = rules("translation", "export", *arguments, home=home)
        assert outcome.status == 2 and message in outcome.err

    def test_sections_and_states(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """The file has only the rules asked for; without such rules, no file is written."""
        file = tmp_path / "some.po"
        rules("translation", "export", str(file), "--section", "306", "--state", "stale,untranslated", home=home)
        assert set(keys(file)) == {"306.5b@2014-05-01", "306.7@2014-05-01"}
        none = tmp_path / "none.po"
        assert rules("translation", "export", str(none), "--state", "orphan", home=home).status == 1
        assert not none.exists()
        outcome = rules("translation", "export", str(file), home=home)
        assert outcome.status == 2 and "--force" in outcome.err

    def test_all_formats(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """FILE's ending selects the format, and every run writes the same bytes."""
        for ending in ("tmx", "xlf", "po", "tbx", "csv"):
            contents = []
            for turn in "ab":
                file = tmp_path / f"{turn}.{ending}"
                assert rules("translation", "export", str(file), home=home).status == 0
                contents.append(file.read_bytes())
            assert contents[0] == contents[1] and len(contents[0]) > 500
