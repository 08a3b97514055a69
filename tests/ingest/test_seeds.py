"""The five starter documents, compared word for word."""

from __future__ import annotations

import re
from datetime import date

import pytest

from ingest.decode import decode
from ingest.documents.document import Document
from ingest.formats.registry import all_formats
from ingest.pipeline import IngestOptions, read_editions
from ingest.starter_manifest import ManifestEntry, load_manifest, read_starter_documents
from kb.model import Counts, Edition

# Known faults of the seeds: 004 has lost its punctuation, and 002 has 306.7 in English on the French half.
FOUND = {("004", "en"): ["lossy"], ("002", "fr"): ["untranslated"]}

SECTION_306 = [
    "306", "306.1", "306.2", "306.3", "306.4", "306.5", "306.5a", "306.5b", "306.5c", "306.5d",
    "306.6", "306.7", "306.8", "306.9",
]  # fmt: skip
SECTION_110 = [
    "110", "110.1", "110.2", "110.2a", "110.2b", "110.3", "110.4", "110.4a", "110.4b", "110.4c",
    "110.5", "110.5a", "110.5b", "110.5c", "110.5d",
]  # fmt: skip

PLANESWALKER_TYPES = (
    "Ajani", "Ashiok", "Bolas", "Chandra", "Dack", "Daretti", "Domri", "Elspeth", "Freyalise", "Garruk", "Gideon",
    "Jace", "Karn", "Kiora", "Koth", "Liliana", "Nahiri", "Narset", "Nissa", "Nixilis", "Ral", "Sarkhan", "Sorin",
    "Tamiyo", "Teferi", "Tezzeret", "Tibalt", "Ugin", "Venser", "Vraska", "Xenagos",
)  # fmt: skip

TABLE_OF_CARD_TYPES = {
    "Supertypes": ("Basic", "Legendary", "Snow", "World"),
    "Artifact": ("Clue", "Contraption", "Equipment", "Fortification"),
    "Creature": ("Creature Types",),
    "Enchantment": ("Aura", "Curse", "Shrine"),
    "Land": ("Plains", "Island", "Swamp", "Mountain", "Forest", "Desert"),
    "Planeswalker": ("(subtypes)",),
    "Instant / Sorcery": ("Arcane", "Trap"),
    "Multiple Types": (
        "Artifact Land", "Artifact Creature", "Enchantment Artifact", "Enchantment Creature", "Land Creature",
    ),
    "Other": ("Conspiracy", "Phenomenon", "Plane", "Scheme (Ongoing)", "Tribal", "Vanguard"),
    "Obsolete": ("Continuous", "Elite", "Hero", "Interrupt", "Mana Source", "Mono", "Poly", "Summon"),
}  # fmt: skip


def numbers(edition: Edition) -> list[str]:
    return [str(rule.number) for rule in edition.rules]


def text(edition: Edition, number: str) -> str:
    return next(rule.text for rule in edition.rules if str(rule.number) == number)


@pytest.mark.parametrize(
    ("seed", "lang", "format_name", "effective", "until", "counts"),
    [
        ("000", "en", "wiki", date(2014, 5, 1), date(2017, 8, 25), Counts(1, 9, 4)),
        ("001", "en", "markdown", date(2024, 7, 30), None, Counts(1, 9, 4)),
        ("002", "fr", "wiki-fr", date(2018, 4, 27), date(2019, 6, 14), Counts(1, 9, 4)),
        ("002", "en", "wiki-fr", date(2018, 4, 27), date(2019, 6, 14), Counts(1, 9, 4)),
        ("003", "en", "text", date(2025, 6, 6), None, Counts(16, 107, 56, 2)),
        ("004", "en", "listing", date(2019, 8, 23), date(2022, 11, 18), Counts(1, 5, 9)),
    ],
)
def test_content_of_each_seed(
    seeds: dict[str, tuple[Edition, ...]],
    seed: str,
    lang: str,
    format_name: str,
    effective: date,
    until: date | None,
    counts: Counts,
) -> None:
    """Each seed gives exactly its rules, as an excerpt with the date of its window."""
    (edition,) = [edition for edition in seeds[seed] if edition.lang == lang]
    assert edition.counts == counts
    assert (edition.effective, edition.until) == (effective, until)
    assert edition.source.format == format_name
    assert edition.partial
    assert edition.lossy == (seed == "004")
    assert [finding.code for finding in edition.findings] == FOUND.get((seed, edition.lang), [])
    assert not edition.glossary


def test_the_format_of_each_seed_is_detected(starters: list[tuple[Document, ManifestEntry]]) -> None:
    """Each seed fits the format that the manifest gives, and detection by the text gives the same rules."""
    for document, known in starters:
        form = next(form for form in all_formats() if form.fits(decode(document).text, document.file_name))
        assert form.name == known.format
        unknown = read_editions(document, IngestOptions(effective=known.effective), None)
        assert [edition.rules for edition in unknown] == [
            edition.rules for edition in read_editions(document, IngestOptions(), known)
        ]


@pytest.fixture
def starters() -> list[tuple[Document, ManifestEntry]]:
    known = load_manifest()
    return [(document, known[document.sha256]) for document in read_starter_documents()]


def test_the_numbers_of_the_seeds(seeds: dict[str, tuple[Edition, ...]]) -> None:
    """Section 306 is complete in 000, 001 and both halves of 002, section 110 in 004, and 300 to 315 in 003."""
    for seed in ("000", "001", "002"):
        for edition in seeds[seed]:
            assert numbers(edition) == SECTION_306
    assert numbers(seeds["004"][0]) == SECTION_110
    sections = [rule for rule in seeds["003"][0].rules if rule.number.kind == "section"]
    assert [str(rule.number) for rule in sections] == [str(number) for number in range(300, 316)]


def test_the_wiki_page_gives_the_planeswalker_types(seeds: dict[str, tuple[Edition, ...]]) -> None:
    """Seed 000 gives its list of 31 planeswalker types in the order of the page."""
    (types,) = [types for types in seeds["000"][0].lists if not types.table]
    assert types.name == "planeswalker types"
    assert types.items == PLANESWALKER_TYPES
    assert len(types.items) == 31


def test_the_wiki_page_gives_the_table_of_card_types(seeds: dict[str, tuple[Edition, ...]]) -> None:
    """Every row of the table at the end of seed 000 is read, although its items run together."""
    table = {types.name: types.items for types in seeds["000"][0].lists if types.table == "Card Types"}
    assert table == TABLE_OF_CARD_TYPES
    assert list(table) == list(TABLE_OF_CARD_TYPES)


def test_the_languages_of_the_french_page(seeds: dict[str, tuple[Edition, ...]]) -> None:
    """306.7 in the French half was left in English, and its language is English."""
    french, english = seeds["002"]
    assert {str(rule.number) for rule in french.rules if rule.text_lang == "en"} == {"306.7"}
    assert all(rule.text_lang == "en" for rule in english.rules if rule.number.kind != "section")
    assert text(french, "306.9").endswith("cf. règle 704)")
    assert text(english, "306.9").endswith("see rule 704.)")
    assert next(rule for rule in french.rules if str(rule.number) == "306.5a").printed_number == "306.5a. "


def test_no_comment_is_read_as_a_rule(seeds: dict[str, tuple[Edition, ...]]) -> None:
    """The readers' comments of seed 002 are kept as parts, and no rule has their text."""
    for edition in seeds["002"]:
        rules = "\n".join(rule.text for rule in edition.rules)
        assert not re.search(r"réponse\(s\)|Ixalan|c'est fait|a dit :", rules)
        (after,) = [part for part in edition.parts if part.kind == "after"]
        assert after.text.startswith("Le 04/10/2018")
        assert after.text.endswith("Après un long retard, c'est fait.")
        (article,) = [part for part in edition.parts if part.kind == "article"]
        assert article.text.startswith("Planeswalker (anciennement")


def test_the_examples_of_chapter_3(seeds: dict[str, tuple[Edition, ...]]) -> None:
    """Both examples of seed 003 belong to their rules and follow the rule text."""
    with_examples = {str(rule.number): rule for rule in seeds["003"][0].rules if rule.examples}
    assert len(with_examples) == 2
    for rule in with_examples.values():
        (example,) = rule.examples
        assert example.after == 1
        assert example.marker == "Example:"
        assert "Example:" not in rule.text


def test_every_line_of_a_seed_is_kept(starters: list[tuple[Document, ManifestEntry]]) -> None:
    """The text outside the rules is kept as parts, so no word of a seed is lost."""
    for document, known in starters:
        if known.format == "markdown":
            continue
        editions = read_editions(document, IngestOptions(), known)
        kept = " ".join(
            [part.text for edition in editions for part in edition.parts]
            + [
                f"{rule.printed_number.strip() or rule.number} {rule.text}"
                for edition in editions
                for rule in edition.rules
            ]
            + [example.text for edition in editions for rule in edition.rules for example in rule.examples]
        )
        words = set(re.findall(r"\w+", kept))
        assert set(re.findall(r"\w+", decode(document).text)) - words <= {"Example"}
