"""Exchange files for translators: their content, their schemas, and how other programs read them."""

from __future__ import annotations

import contextlib
import csv
import re
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import BadValue
from kb.languages import Lang
from kb.model import Example, GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.view_items import ViewItem
from kb.terms.bilingual_terms import Term, read_tbx
from kb.translation.entry_pair import EntryPair, SourceEntry
from kb.translation.exchange import po, table, tbx, tmx, xliff
from kb.translation.exchange.returned import ReturnedFile
from kb.translation.exchange.unit_keys import EntryKey, UnitKey, parse_key
from kb.translation.exchange.units import (
    Pair,
    TranslationUnit,
    normalize_lines,
    target_digest,
    units_of_pair,
    units_of_pairs,
)
from kb.translation.rule_pair import RulePair, SourceWording, TranslationState

etree = pytest.importorskip("lxml.etree")
pytest.importorskip("translate.storage")

SCHEMAS = Path(__file__).parents[2] / "fixtures" / "schemas"
THEN, TODAY = date(2018, 4, 27), date(2025, 6, 6)


def printed(number: str, text: str, *examples: str, lang: Lang = "en") -> ViewItem[Rule]:
    """Return a rule as a view gives it."""
    rule = Rule(RuleNumber.parse(number), text, tuple(map(Example, examples)), text_lang=lang)
    return ViewItem(rule, lang, TODAY if lang == "en" else THEN, 1, 1)


def pair(
    number: str, en: ViewItem[Rule] | None, fr: ViewItem[Rule] | None, state: TranslationState, *base: str, **more: Any
) -> RulePair:
    """Return a pair; `base` is the text and examples of the English that the French was made from."""
    made = SourceWording(THEN, RuleNumber.parse(number), base[0], base[1:]) if base else None
    return RulePair(f"{number}@2014-05-01", RuleNumber.parse(number), en, fr, state, made, **more)


TREATED = "A planeswalker is treated as if its text box included “This permanent”."
INTRINSIC = "A planeswalker has the intrinsic ability “This permanent”."

HEADING = pair(
    "306", printed("306", "Planeswalkers"), printed("306", "Planeswalkers", lang="fr"), "current", "Planeswalkers"
)
STALE = pair(
    "306.5b", printed("306.5b", INTRINSIC), printed("306.5b", "On considère que…", lang="fr"), "stale", TREATED,
    changes_behind=("wording",),
)  # fmt: skip
MISSING = pair("301.1", printed("301.1", "An <artifact> & more.\nSecond paragraph.", "It {T}s."), None, "missing")
LEFT = pair(
    "306.7", printed("306.7", "Previously."), printed("306.7", "Previously.", lang="en"), "untranslated", "Previously."
)
ARMOR = EntryPair(
    "Totem Armor@2010-04-23",
    "Umbra Armor",
    ViewItem(GlossaryEntry("Umbra Armor", "1. A “keyword” & ability.\n2. An <older> name."), "en", TODAY, 2, 2),
    ViewItem(GlossaryEntry("Armure totémique", "Une capacité.", "fr"), "fr", THEN, 3, 3),
    "stale",
    SourceEntry(THEN, "Totem Armor", "1. A “keyword” & ability.\n2. An <older> name."),
    ("wording",),
)
POISON = EntryPair(
    "+1/+1 Counter “é”@2014-05-01.2",
    "+1/+1 Counter “é”",
    ViewItem(GlossaryEntry("+1/+1 Counter “é”", "See rule 122."), "en", TODAY, 4, 4),
    None,
    "missing",
)
ORPHAN = pair("499.1", None, printed("499.1", "=Un vieux texte", lang="fr"), "orphan", "An old text")
PAIRS = (MISSING, HEADING, STALE, LEFT, ORPHAN)
ENTRIES = (ARMOR, POISON)


def written(form: str, pairs: tuple[Pair, ...] = PAIRS) -> bytes:
    """Return the file with these pairs in a format."""
    each = tuple(units_of_pairs(pairs))
    return po.write(each) if form == "po" else xliff.write(each, form)


def read(form: str, data: bytes) -> ReturnedFile:
    """Read a returned file."""
    return po.read(data) if form == "po" else xliff.read(data)


def schema(name: str, imports: str) -> Any:
    """Return a schema whose import is resolved to the file beside it."""
    content = (SCHEMAS / name).read_bytes()
    assert imports.encode() in content
    return etree.XMLSchema(
        etree.fromstring(content.replace(imports.encode(), b"xml.xsd"), base_url=str(SCHEMAS / name))
    )


class TestSchemas:
    """The files are valid against the published schemas, for every state and every kind of unit."""

    def test_xliff_1_2_strict(self) -> None:
        strict = schema("xliff-core-1.2-strict.xsd", "http://www.w3.org/2001/xml.xsd")
        strict.assertValid(etree.fromstring(written("1.2", (*PAIRS, *ENTRIES))))

    def test_xliff_2_0(self) -> None:
        core = schema("xliff-core-2.0.xsd", "informativeCopiesOf3rdPartySchemas/w3c/xml.xsd")
        core.assertValid(etree.fromstring(written("2.0", (*PAIRS, *ENTRIES))))

    def test_xliff_2_0_ids_are_unique_names(self) -> None:
        """Ids are name tokens and unique in their file; the specification requires it, the schema doesn't."""
        root = etree.fromstring(written("2.0"))
        ids = [unit.get("id") for unit in root.iter("{*}unit")]
        assert len(set(ids)) == len(ids) == 5
        assert "306.5b_2014-05-01" in ids and "301.1_2014-05-01:example-1" in ids

    def test_tmx_1_4(self) -> None:
        dtd = etree.DTD(str(SCHEMAS / "tmx14.dtd"))
        assert dtd.validate(etree.fromstring(tmx.write((*PAIRS, *ENTRIES)))), dtd.error_log


class TestKeys:
    @pytest.mark.parametrize("text", ["306.5b@2014-05-01", "3@2014-05-01", "704.5aa@2026-01-16:example-12"])
    def test_read_as_written(self, text: str) -> None:
        """A key is parsed from both of its forms."""
        key = UnitKey.parse(text)
        assert str(key) == text
        assert UnitKey.parse(key.xml_id) == key

    @pytest.mark.parametrize("text", ["", "306.5b", "306.5l@2014-05-01", "306.5b@2014-13-01", "hello@2014-05-01", "1"])
    def test_refused(self, text: str) -> None:
        with pytest.raises(BadValue, match=r"306\.5b@2014-05-01|rule number|date"):
            UnitKey.parse(text)

    @pytest.mark.parametrize(
        "text",
        [
            "Totem Armor@2010-04-23:headword", "Damage@2001-07-23.2:definition", "10@2014-05-01:definition",
            "+1/+1 Counter “é”_@2014-05-01:headword",
        ],
    )  # fmt: skip
    def test_of_entries(self, text: str) -> None:
        """The key of a glossary entry is parsed from both of its forms. Its id is a name token."""
        key = parse_key(text)
        assert isinstance(key, EntryKey) and str(key) == text
        assert parse_key(key.xml_id) == key
        assert re.fullmatch(r"[A-Za-z0-9._:-]+", key.xml_id)

    @pytest.mark.parametrize(
        "text", ["Totem Armor:headword", "@2014-05-01:headword", "A@B@2014-05-01:text", " :headword"]
    )
    def test_of_no_entry(self, text: str) -> None:
        with pytest.raises(BadValue, match=r"Totem Armor@2010-04-23:headword|306\.5b@2014-05-01"):
            parse_key(text)


class TestEntries:
    def test_units(self) -> None:
        """An entry has two units. Only the part that changed is stale; the senses stay lines of one unit."""
        armor, poison = "Totem Armor@2010-04-23", "+1/+1 Counter “é”@2014-05-01.2"
        english = "1. A “keyword” & ability.\n2. An <older> name."
        assert [(str(unit.key), unit.source, unit.target, unit.state) for unit in units_of_pairs(ENTRIES)] == [
            (f"{armor}:headword", "Umbra Armor", "Armure totémique", "stale"),
            (f"{armor}:definition", english, "Une capacité.", "current"),
            (f"{poison}:headword", "+1/+1 Counter “é”", "", "missing"),
            (f"{poison}:definition", "See rule 122.", "", "missing"),
        ]
        assert [unit.name for unit in units_of_pair(ARMOR)] == ["Umbra Armor, headword", "Umbra Armor"]

    def test_case_of_a_headword(self) -> None:
        """A headword whose case and hyphens changed isn't stale: French doesn't follow them."""
        assert ARMOR.base is not None and ARMOR.en is not None
        base = replace(ARMOR.base, term="umbra-armor", text="Quite another text.")
        assert [unit.state for unit in units_of_pair(replace(ARMOR, base=base))] == ["current", "stale"]

    @pytest.mark.parametrize("form", ["1.2", "2.0", "po"])
    def test_round_trip(self, form: str) -> None:
        """Entries are read back like rules, in every format."""
        found = read(form, written(form, ENTRIES)).units
        units = list(units_of_pairs(ENTRIES))
        assert [(unit.key, unit.source, unit.exported_state) for unit in found] == [
            (str(unit.key), unit.source, unit.state) for unit in units
        ]

    def test_memory(self) -> None:
        """The memory has the French of an entry with the English that it was made from."""
        entries = [(entry.english, entry.french, entry.label) for entry in tmx.memory_entries(ENTRIES)]
        assert entries == [
            ("Totem Armor", "Armure totémique", "Totem Armor"),
            ("1. A “keyword” & ability.\n2. An <older> name.", "Une capacité.", "Totem Armor"),
        ]


class TestUnits:
    def test_units_without_a_target(self) -> None:
        """A unit has no target if its French is missing or was left in English; an orphan has no unit."""
        found = {str(unit.key): (unit.state, unit.target) for unit in units_of_pairs(PAIRS)}
        assert found == {
            "301.1@2014-05-01": ("missing", ""),
            "301.1@2014-05-01:example-1": ("missing", ""),
            "306@2014-05-01": ("current", "Planeswalkers"),
            "306.5b@2014-05-01": ("stale", "On considère que…"),
            "306.7@2014-05-01": ("untranslated", ""),
        }

    def test_notes_say_what_changed(self) -> None:
        """The notes have the number, the state, the editions, and the removed and added words."""
        (unit,) = units_of_pair(STALE)
        diff = (
            "A planeswalker [-is treated as if its text box included-]{+has the intrinsic ability+} “This permanent”."
        )
        assert unit.notes == (
            "306.5b: stale, 1 English change behind (wording)",
            "French of 2018-04-27, made from the English of 2018-04-27",
            f"the English since: {diff}",
        )

    def test_only_the_part_that_changed_is_stale(self) -> None:
        """A rewritten example makes only its own unit stale, not the rule's text or another example."""
        changed = pair(
            "100.1",
            printed("100.1", "A text.", "One stays.", "Two is quite another now."),
            printed("100.1", "Un texte.", "Un.", "Deux.", lang="fr"),
            "stale", "A text.", "One stays.", "Two was so and so.",
        )  # fmt: skip
        assert [unit.state for unit in units_of_pair(changed)] == ["current", "current", "stale"]

    def test_french_examples_stay_with_the_english_ones(self) -> None:
        """French examples stay with their English ones if an example is inserted before them or removed."""
        grown = pair(
            "100.1",
            printed("100.1", "A text.", "Brand new.", "One lantern is lit.", "Two lanterns are lit."),
            printed("100.1", "Un texte.", "Une lanterne.", "Deux lanternes.", lang="fr"),
            "stale", "A text.", "One lantern is lit.", "Two lanterns are lit.",
        )  # fmt: skip
        assert [unit.target for unit in units_of_pair(grown)] == ["Un texte.", "", "Une lanterne.", "Deux lanternes."]
        shrunk = pair(
            "100.1",
            printed("100.1", "A text.", "Two lanterns are lit."),
            printed("100.1", "Un texte.", "Une lanterne.", "Deux lanternes.", lang="fr"),
            "stale", "A text.", "One lantern is lit.", "Two lanterns are lit.",
        )  # fmt: skip
        assert [unit.target for unit in units_of_pair(shrunk)] == ["Un texte.", "Deux lanternes."]
        assert units_of_pair(shrunk)[0].state == "stale"  # otherwise no unit would show the removed example


class TestRoundTrip:
    @pytest.mark.parametrize("form", ["1.2", "2.0", "po"])
    def test_nothing_is_lost(self, form: str) -> None:
        """Keys, texts and states are read back; only units with finished French are finished.

        XLIFF has only finished French as targets.
        """
        found = read(form, written(form))
        assert (found.source_lang, found.target_lang) == ("en", "fr")
        expected = [
            (
                str(unit.key),
                unit.source,
                unit.target if form == "po" or unit.state == "current" else "",
                unit.source_edition,
                unit.state,
            )
            for unit in units_of_pairs(PAIRS)
        ]
        assert sorted((u.key, u.source, u.target, u.edition, u.exported_state) for u in found.units) == sorted(expected)
        assert [unit.key for unit in found.units if unit.is_finished and unit.target] == ["306@2014-05-01"]

    @pytest.mark.parametrize("form", ["1.2", "2.0", "po"])
    @given(
        text=st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1)
        .map(normalize_lines)
        .filter(str.strip)
    )
    def test_any_text(self, form: str, text: str) -> None:
        """Any text, including markup and quotation marks, is read back unchanged."""
        rule = pair("100.1", printed("100.1", text), printed("100.1", text, lang="fr"), "current", text)
        (unit,) = read(form, written(form, (rule,))).units
        assert (unit.source, unit.target) == (text, text)

    def test_segments_are_joined(self) -> None:
        """A unit of XLIFF 2 that a tool split into sentences is joined; it is finished if all of them are."""
        data = written("2.0").decode()
        before = data.index("<segment", data.index('id="301.1_2014-05-01"'))
        end = data.index("</segment>", before) + len("</segment>")
        cut = (
            '<segment id="s1" state="{}"><source>An artifact.</source><target>Un artefact.</target></segment>'
            "<ignorable><source> </source></ignorable>"
            '<segment id="s2" state="final"><source>More.</source><target>Plus.</target></segment>'
        )
        for state, done in (("translated", True), ("initial", False)):
            found = read("2.0", (data[:before] + cut.format(state) + data[end:]).encode())
            unit = next(unit for unit in found.units if unit.key == "301.1@2014-05-01")
            assert (unit.source, unit.target, unit.is_finished) == ("An artifact. More.", "Un artefact. Plus.", done)

    @pytest.mark.parametrize(("second", "done"), [("More.", True), ("", False), (None, False)])
    def test_marked_sentences_of_xliff_1_2(self, second: str | None, done: bool) -> None:
        """A unit whose sentences a tool has marked (Trados, memoQ) is finished if each of them has French."""
        data = written("1.2").decode()
        before = data.index("<source", data.index('id="301.1@2014-05-01"'))
        after = data.index(">", data.index("<target", before)) + 1
        if not data[:after].endswith("/>"):
            after = data.index("</target>", after) + len("</target>")
        marks = '<mrk mtype="seg" mid="0">One.</mrk>'
        english = f'{marks} <mrk mtype="seg" mid="1">Two.</mrk>'
        french = marks if second is None else f'{marks} <mrk mtype="seg" mid="1">{second}</mrk>'
        cut = (
            f'<source>One. Two.</source><seg-source>{english}</seg-source><target state="translated">{french}</target>'
        )
        units = xliff.read((data[:before] + cut + data[after:]).encode()).units
        (unit,) = (unit for unit in units if unit.key == "301.1@2014-05-01")
        assert (unit.is_finished, unit.lacks_sentences) == (done, not done)

    @pytest.mark.parametrize(
        ("state", "done"),
        [
            ("new", False), ("needs-translation", False), ("needs-adaptation", False),
            ("needs-review-translation", False), ("translated", True), ("signed-off", True), ("final", True),
        ],
    )  # fmt: skip
    def test_states_of_xliff_1_2(self, state: str, done: bool) -> None:
        """Each state of the specification counts either as finished or as unfinished."""
        data = written("1.2", (HEADING,)).replace(b'state="translated"', f'state="{state}"'.encode())
        assert [unit.is_finished for unit in xliff.read(data).units] == [done]


class TestDrafts:
    """French that the program proposes is never finished."""

    DRAFTS = (
        replace(units_of_pair(MISSING)[0], draft="Un ⟦artifact⟧.", draft_notes=("artifact: nothing",)),
        replace(units_of_pair(STALE)[0], draft="Un planeswalker a…"),
    )

    def test_po(self) -> None:
        """In PO a draft is fuzzy, with its notes. It counts as unfinished."""
        data = po.write(self.DRAFTS)
        assert "artifact: nothing" in data.decode() and data.count(b"#, fuzzy") == 2
        found = po.read(data).units
        assert [(unit.target, unit.is_finished) for unit in found] == [
            ("Un ⟦artifact⟧.", False), ("Un planeswalker a…", False),
        ]  # fmt: skip
        assert [unit.exported_digest for unit in found] == [target_digest(unit.draft) for unit in self.DRAFTS]

    @pytest.mark.parametrize("form", ["1.2", "2.0"])
    def test_xliff(self, form: str) -> None:
        """In XLIFF a draft stands in the note, because some tools take every target as finished."""
        data = xliff.write(self.DRAFTS, form)
        assert [(unit.target, unit.exported_state) for unit in xliff.read(data).units] == [
            ("", "missing"), ("", "stale"),
        ]  # fmt: skip
        notes = "\n".join(note.text or "" for note in etree.fromstring(data).iter("{*}note"))
        assert "draft: Un ⟦artifact⟧." in notes and "draft: Un planeswalker a…" in notes


class TestOtherPrograms:
    """How translators' programs read the files: Weblate with translate-toolkit, and OmegaT with TMX."""

    def test_weblate_xliff(self) -> None:
        """Keys are the contexts in Weblate. Only finished French is a target; other French stands in the note."""
        from translate.storage import factory

        file = BytesIO(written("1.2"))
        file.name = "rules.xlf"
        store: Any = factory.getobject(file)
        found = {unit.xmlelement.get("resname"): unit for unit in store.units}
        assert (store.sourcelanguage, store.targetlanguage) == ("en", "fr")
        stale = found["306.5b@2014-05-01"]
        assert not stale.target and not stale.istranslated() and "intrinsic" in stale.getnotes()
        assert stale.getnotes().endswith("the French so far: On considère que…")
        assert stale.get_target_dom().get("state") == "needs-translation"
        # Weblate shows this one as "approved".
        assert found["306@2014-05-01"].isapproved() and found["306@2014-05-01"].target == "Planeswalkers"
        assert not found["301.1@2014-05-01"].istranslated()

    @pytest.mark.parametrize("form", ["1.2", "2.0"])
    def test_no_tool_can_take_another_source_or_a_stale_text(self, form: str) -> None:
        """A unit has one source and one target. A filter that takes the last ones, as OmegaT's does, takes these.

        The texts of stale units aren't targets: some tools take every target as finished.
        """
        root = etree.fromstring(written(form))
        units = {str(unit.key): unit for unit in units_of_pairs(PAIRS)}
        for element in root.iter("{*}trans-unit", "{*}unit"):
            unit = units[element.get("resname") or element.get("name")]
            assert [source.text for source in element.iter("{*}source")] == [unit.source]
            (target,) = element.iter("{*}target")
            assert (target.text or "") == (unit.target if unit.state == "current" else "")
        # OmegaT shows the last note of a unit in version 1.2, and all notes in version 2.
        notes = [len(list(element.iter("{*}note"))) for element in root.iter("{*}trans-unit")]
        assert set(notes) <= {1}

    def test_weblate_po(self) -> None:
        """In PO a stale unit is a fuzzy entry with its previous English; the header isn't fuzzy."""
        from translate.storage import factory

        file = BytesIO(written("po"))
        file.name = "rules.po"
        store: Any = factory.getobject(file)
        found = {unit.getcontext(): unit for unit in store.units if not unit.isheader()}
        stale = found["306.5b@2014-05-01"]
        assert (stale.isfuzzy(), stale.prev_source, stale.source) == (True, TREATED, INTRINSIC)
        assert found["306@2014-05-01"].istranslated() and not found["301.1@2014-05-01"].istranslated()
        header = store.parseheader()
        assert (header["Language"], header["X-Source-Edition"]) == ("fr", "2025-06-06")
        assert not store.header().isfuzzy()

    def test_omegat_memory(self) -> None:
        """The memory pairs each French text with the English that it was made from, and no other English."""
        from translate.storage import factory

        file = BytesIO(tmx.write(PAIRS))
        file.name = "memory.tmx"
        store: Any = factory.getobject(file)
        assert store.translate(TREATED) == "On considère que…"
        assert store.translate(INTRINSIC) is None
        assert store.translate("An old text") == "=Un vieux texte"  # the rule is removed, its French is still valid
        header = store.document.getroot().find("header")
        assert (header.get("srclang"), header.get("segtype")) == ("en", "paragraph")
        unit = store.findid("306.5b@2014-05-01")
        properties = {prop.get("type"): prop.text for prop in unit.xmlelement.iter("prop")}
        assert properties == {
            "x-lineage": "306.5b@2014-05-01", "x-number": "306.5b", "x-edition": "2018-04-27", "x-state": "stale",
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("then", "now", "also_today"),
        [
            ('See "Casting Spells."', "See “Casting Spells.”", True),
            ("A player casts his or her spell.", "A player casts their spell.", True),
            ("See rule 704.5.", "See rule 704.6.", False),
        ],
    )
    def test_memory_of_todays_english(self, then: str, now: str, also_today: bool) -> None:
        """The memory also has today's English if the French translates it, but not if it cites another number."""
        current = pair("100.1", printed("100.1", now), printed("100.1", "Du français.", lang="fr"), "current", then)
        assert [each.english for each in tmx.memory_entries((current,))] == ([then, now] if also_today else [then])


class TestTerms:
    def test_read_back(self, tmp_path: Path) -> None:
        """Terms written as TBX are read back unchanged, including former names."""
        terms = (Term("planeswalker", "planeswalker", ("PW & co",), ("arpenteur",), "306"), Term("counter", "marqueur"))
        file = tmp_path / "terms.tbx"
        file.write_bytes(tbx.write(terms))
        found = [(term.en, term.fr, term.also, term.formerly) for term in read_tbx(file)]
        assert found == [(term.en, term.fr, term.also, term.formerly) for term in terms]


class TestTable:
    def test_rows(self) -> None:
        """The table begins with a byte order mark, has one row for each unit, and no cell is a formula."""
        data = table.write(PAIRS)
        assert data.startswith(b"\xef\xbb\xbf")
        rows = list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))
        assert [(row["number"], row["part"], row["state"]) for row in rows] == [
            ("301.1", "text", "missing"), ("301.1", "example 1", "missing"), ("306", "text", "current"),
            ("306.5b", "text", "stale"), ("306.7", "text", "untranslated"), ("499.1", "text", "orphan"),
        ]  # fmt: skip
        stale, orphan = rows[3], rows[5]
        assert (stale["en"], stale["base"], stale["base_edition"]) == (INTRINSIC, TREATED, "2018-04-27")
        assert "[-is treated as if its text box included-]" in stale["source_diff"]
        assert orphan["fr"] == "'=Un vieux texte"


class TestHostileFiles:
    @pytest.mark.parametrize(
        ("data", "says"),
        [
            (b"<xliff", "XLIFF"),
            (b"<html><body/></html>", "give an XLIFF or a PO file"),
            (b'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>', "no <file>"),
            (
                b'<!DOCTYPE xliff [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]><xliff version="2.0">&b;</xliff>',
                "no document type and no entities",
            ),
            (b'<!DOCTYPE xliff SYSTEM "file:///etc/passwd"><xliff version="1.2"><file/></xliff>', "no document type"),
            (b'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file/></xliff>', "must be 2.0"),
            (b"<a>" * 100_000, "XLIFF"),
        ],
    )
    def test_refused_xliff(self, data: bytes, says: str) -> None:
        """A damaged file or a file with entities is rejected in one line that gives the reason."""
        with pytest.raises(BadValue, match=says) as problem:
            xliff.read(data)
        assert "\n" not in str(problem.value)

    @pytest.mark.parametrize(
        "data", [b"number,lineage\r\n", b'msgid "a\nmsgstr "', b"\xff\xfe\x00msgid", b'msgid "\xff"']
    )
    def test_refused_po(self, data: bytes) -> None:
        """A file that isn't PO is rejected or has no unit of the rules."""
        with contextlib.suppress(BadValue):
            assert not [unit for unit in po.read(data).units if unit.edition]


def test_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """If translate-toolkit is missing, the message says what to install."""
    import sys

    from kb.errors import MissingExtra

    monkeypatch.setitem(sys.modules, "translate.storage.base", None)
    with pytest.raises(MissingExtra, match=r"pip install 'translate-toolkit.+'"):
        po.write(tuple[TranslationUnit, ...]())
