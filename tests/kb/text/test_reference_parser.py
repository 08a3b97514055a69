"""References in texts: which words are a reference, and what it points to."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.model import Example, GlossaryEntry, Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.text.reference_parser import find_references, find_references_in

STARTER = Path(__file__).resolve().parents[3] / "data" / "starter"
NBSP, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

# Each text, and the words and target of each of its references, in order.
Case = tuple[str, list[tuple[str, str]]]

ENGLISH: list[Case] = [
    # Single numbers.
    ("(see rule 704.5j)", [("rule 704.5j", "704.5j")]),
    ("See rule 508.", [("rule 508", "508")]),
    ("RULES text; Rule 306.5, then", [("Rule 306.5", "306.5")]),
    ("This is a state-based action. see rule 704.)", [("rule 704", "704")]),
    ("See rule  601", [("rule  601", "601")]),
    ("See rule\n601 for more", [("rule\n601", "601")]),
    ("subrule 704.5aa applies", [("subrule 704.5aa", "704.5aa")]),
    ("follow section 410 here", [("section 410", "410")]),
    ("(see sections 410 and 411)", [("sections 410", "410"), ("411", "411")]),
    ('See rule702.72, "Hideaway."', [('rule702.72, "Hideaway."', "702.72")]),
    ("CR 601 and CR 704.5j", [("CR 601", "601"), ("CR 704.5j", "704.5j")]),
    ("as 101.4a says", [("101.4a", "101.4a")]),
    ("101.4a", [("101.4a", "101.4a")]),
    ("(603.2, too)", [("603.2", "603.2")]),
    ("It ends with 119.10.", [("119.10", "119.10")]),
    # Numbers with a title.
    ("See rule 601, “Casting Spells.”", [("rule 601, “Casting Spells.”", "601")]),
    ('See rule 606, "Loyalty Abilities."', [('rule 606, "Loyalty Abilities."', "606")]),
    ('(see rule 508, "Declare Attackers Step") and', [('rule 508, "Declare Attackers Step"', "508")]),
    ("(See section 3, “Card Types”)", [("section 3, “Card Types”", "3")]),
    ("see section 7, “Additional Rules.”", [("section 7, “Additional Rules.”", "7")]),
    (f"see section{NBSP}7.", [(f"section{NBSP}7", "7")]),
    ("See 718, “Prototype Cards.”", [("See 718, “Prototype Cards.”", "718")]),
    ("See also 718.", [("See also 718", "718")]),
    ("See rule 702.9, “Flying” and more", [("rule 702.9, “Flying”", "702.9")]),
    ("see section 9.", [("section 9", "9")]),
    ("See chapter 3 of the rules", [("chapter 3", "3")]),
    # Quotation marks that aren't around a title.
    ("The “legend rule” (see rule 704.5j)", [("rule 704.5j", "704.5j")]),
    ("It said “see rule 704.5j” and", [("rule 704.5j", "704.5j")]),
    ('It said "see rule 601" and "stop"', [("rule 601", "601")]),
    ('It means "Pay this." See rule 502.18, "Cycling." Then', [('rule 502.18, "Cycling."', "502.18")]),
    ("rule 601, “" + "long " * 20 + "title”", [("rule 601", "601")]),
    ("rule 601, “never closed", [("rule 601", "601")]),
    # Lists of numbers.
    ("rules 601 and 602", [("rules 601", "601"), ("602", "602")]),
    ("rule 601 or rule 602", [("rule 601", "601"), ("rule 602", "602")]),
    ("rules 508.1, 509.1, and 510", [("rules 508.1", "508.1"), ("509.1", "509.1"), ("510", "510")]),
    (
        "rules 702.109, “Dash,” 702.152, “Blitz,” and 702.9, “Flying.”",
        [("rules 702.109, “Dash,”", "702.109"), ("702.152, “Blitz,”", "702.152"), ("702.9, “Flying.”", "702.9")],
    ),
    (
        "See rules 506, “Combat Phase,” 508, “Declare Attackers Step,” and 510.",
        [("rules 506, “Combat Phase,”", "506"), ("508, “Declare Attackers Step,”", "508"), ("510", "510")],
    ),
    ("see rule 601, and pay 5 of them", [("rule 601", "601")]),
    ("rules 608.3a and b", [("rules 608.3a", "608.3a"), ("b", "608.3b")]),
    ("608.3a, b, and d say", [("608.3a", "608.3a"), ("b", "608.3b"), ("d", "608.3d")]),
    ("rules 704.5z and aa", [("rules 704.5z", "704.5z"), ("aa", "704.5aa")]),
    ("rules 704.5x and y", [("rules 704.5x", "704.5x"), ("y", "704.5y")]),
    ("rules 704.5w, x, and y", [("rules 704.5w", "704.5w"), ("x", "704.5x"), ("y", "704.5y")]),
    ("rules 704.5k or as printed", [("rules 704.5k", "704.5k")]),
    ("rules 702.37a/b", [("rules 702.37a", "702.37a"), ("b", "702.37b")]),
    ("rules 119.7 and 8.", [("rules 119.7", "119.7"), ("8", "119.8")]),
    ("rules 119.7, 8, and 10)", [("rules 119.7", "119.7"), ("8", "119.8"), ("10", "119.10")]),
    ("rules 119.7 and 8 life", [("rules 119.7", "119.7")]),
    ("rule 119.7, and 8.", [("rule 119.7", "119.7")]),
    ("(sections 3 and 4)", [("sections 3", "3"), ("4", "4")]),
    ("sections 3, 4, and 5 describe", [("sections 3", "3"), ("4", "4"), ("5", "5")]),
    ("section 3, and 4 cards", [("section 3", "3")]),
    ("See section 3 and rule 601.", [("section 3", "3"), ("rule 601", "601")]),
    # A comma was printed instead of the dot, so the text cites 419 and 8; the audit reports 8 if chapter 8 is missing.
    ('See rule 419,8, "Sources of Damage."', [("rule 419", "419"), ('8, "Sources of Damage."', "8")]),
    ("rules 702,703", [("rules 702", "702"), ("703", "703")]),
    ("rules 119.7,8", [("rules 119.7", "119.7"), ("8", "119.8")]),
    ("rule 608.3a and a creature", [("rule 608.3a", "608.3a")]),
    (
        "See rule 104, “Ending the Game,” and rules 810.8 (for teams) and rule 809.5 (for emperors).",
        [("rule 104, “Ending the Game,”", "104"), ("rules 810.8", "810.8"), ("rule 809.5", "809.5")],
    ),
    ("steps 601.2a–h of rule 601", [("steps 601.2a–h", "601.2a-601.2h"), ("rule 601", "601")]),
    ("rule 608.3a or if it", [("rule 608.3a", "608.3a")]),
    # Ranges.
    ("rules 301.5a–f describe", [("rules 301.5a–f", "301.5a-301.5f")]),
    ("rules 301.5a-f", [("rules 301.5a-f", "301.5a-301.5f")]),
    ("rules 704.5y–aa", [("rules 704.5y–aa", "704.5y-704.5aa")]),
    ("rules 601.2a-601.2h", [("rules 601.2a-601.2h", "601.2a-601.2h")]),
    ("steps 601.2a–h", [("steps 601.2a–h", "601.2a-601.2h")]),
    ("described in 601.2a - g are", [("601.2a - g", "601.2a-601.2g")]),
    ("rules 119.7–8", [("rules 119.7–8", "119.7-119.8")]),
    ("rules 712.9-10.", [("rules 712.9-10", "712.9-712.10")]),
    ("rules 702.99–102", [("rules 702.99–102", "702.99-702.102")]),
    ("rules 903.6–904", [("rules 903.6", "903.6")]),
    ("sections 3–5", [("sections 3–5", "3-5")]),
    ("rules 702.99 through 702.102", [("rules 702.99 through 702.102", "702.99-702.102")]),
    ("rules 601.2a through h", [("rules 601.2a through h", "601.2a-601.2h")]),
    ("rules 119.7 through 9", [("rules 119.7 through 9", "119.7-119.9")]),
    ("rules 306 to 311", [("rules 306 to 311", "306-311")]),
    ("rules 601.2b to h", [("rules 601.2b to h", "601.2b-601.2h")]),
    ("rule 306.5 to draw", [("rule 306.5", "306.5")]),
    ("rule 119.7 to 20 life", [("rule 119.7", "119.7")]),
    ("rule 601 to 100 cards", [("rule 601", "601")]),
    # Ranges with a damaged dash.
    ("rules 306?311.", [("rules 306?311", "306-311")]),
    ("rules 409.1b and 409.1f?h.", [("rules 409.1b", "409.1b"), ("409.1f?h", "409.1f-409.1h")]),
    (
        "rules 409.1a\N{REPLACEMENT CHARACTER}409.1f",
        [("rules 409.1a\N{REPLACEMENT CHARACTER}409.1f", "409.1a-409.1f")],
    ),
    ("rules 508, ?Attackers,? 509, and 510", [("rules 508, ?Attackers,?", "508"), ("509", "509"), ("510", "510")]),
    ("Is it rule 409.1f? An amount of", [("rule 409.1f", "409.1f")]),
    ("see 903.6–903.11", [("see 903.6–903.11", "903.6-903.11")]),
    ("rules 306-311", [("rules 306-311", "306-311")]),
    ("rules 306–311, “Types”", [("rules 306–311, “Types”", "306-311")]),
    (
        "rules 701.27a–f, 712.9–10, and 712.18",
        [("rules 701.27a–f", "701.27a-701.27f"), ("712.9–10", "712.9-712.10"), ("712.18", "712.18")],
    ),
    ("Rules 506.6 and 506.6a-f apply", [("Rules 506.6", "506.6"), ("506.6a-f", "506.6a-506.6f")]),
    # Dashes that aren't part of a range.
    ("rule 306.5b-a", [("rule 306.5b", "306.5b")]),
    ("rule 306.5a – if it", [("rule 306.5a", "306.5a")]),
    ("rule 306.5a—it", [("rule 306.5a", "306.5a")]),
    ("rule 119.7 – 8 cards", [("rule 119.7", "119.7")]),
    ("rule 306-like", [("rule 306", "306")]),
    # Several references in one text.
    (
        "(See rule 508, “Declare Attackers Step,” and rules 302.6 and 302.7.) Then 101.4.",
        [
            ("rule 508, “Declare Attackers Step,”", "508"),
            ("rules 302.6", "302.6"),
            ("302.7", "302.7"),
            ("101.4", "101.4"),
        ],
    ),
]

FRENCH: list[Case] = [
    ("(voir règle 704.5j)", [("règle 704.5j", "704.5j")]),
    ("Voir aussi la règle 509.4.", [("règle 509.4", "509.4")]),
    ("(cf. règle 601, « Lancer des sorts. »)", [("règle 601, « Lancer des sorts. »", "601")]),
    ("(cf. règle 606, « Capacités de loyauté»)", [("règle 606, « Capacités de loyauté»", "606")]),
    ("règle 606, «Capacités»", [("règle 606, «Capacités»", "606")]),
    (f"règle 606, «{NBSP}Capacités{NARROW}»", [(f"règle 606, «{NBSP}Capacités{NARROW}»", "606")]),
    (f"règle{NBSP}606", [(f"règle{NBSP}606", "606")]),
    (
        "règles 508, « X, » et 509, « Y »",
        [("règles 508, « X, »", "508"), ("509, « Y »", "509")],
    ),
    ("Cf. règles 510.1 c-d", [("règles 510.1 c-d", "510.1c-510.1d")]),
    ("Cf. règles 510.1 c–d, puis", [("règles 510.1 c–d", "510.1c-510.1d")]),
    ("La règle 510.1 a-t-elle changé ?", [("règle 510.1", "510.1")]),
    ("la règle 510.1a c-d", [("règle 510.1a", "510.1a")]),
    ("(Voir règle 410.", [("règle 410", "410")]),
    ("Voir 718.", [("Voir 718", "718")]),
    ("Cf. 704.5j", [("Cf. 704.5j", "704.5j")]),
    ("les sous-règles 306.5a à 306.5c", [("sous-règles 306.5a à 306.5c", "306.5a-306.5c")]),
    ("règles 306.5a à c", [("règles 306.5a à c", "306.5a-306.5c")]),
    ("règles 306 à 311", [("règles 306 à 311", "306-311")]),
    ("règle 306.5a à d’autres", [("règle 306.5a", "306.5a")]),
    ("(règle 510.1 c)", [("règle 510.1 c", "510.1c")]),
    ("la règle 510.1 c déjà citée", [("règle 510.1", "510.1")]),
    ("règles 508, « X, » 509, « Y, » et 510.", [("règles 508, « X, »", "508"), ("509, « Y, »", "509"), ("510", "510")]),
    ("Voir aussi 718.", [("Voir aussi 718", "718")]),
    ("chapitres 3 et 4", [("chapitres 3", "3"), ("4", "4")]),
    ("règles 601 ou 602", [("règles 601", "601"), ("602", "602")]),
    ("chapitre 3, « Types de cartes »", [("chapitre 3, « Types de cartes »", "3")]),
    ("règle 306.5a, d’autres", [("règle 306.5a", "306.5a")]),
    ("règle 306.5a ou s'il", [("règle 306.5a", "306.5a")]),
    ("règle 306.5a et y compris", [("règle 306.5a", "306.5a")]),
]

# Each text, and the words of its references to the glossary, with the headwords as written.
TERMS: list[Case] = [
    ("See Landwalk.", [("See Landwalk", "Landwalk")]),
    ("To untap it. See also Tap, Tapped, and Untap.", [("See also Tap, Tapped, and Untap", "Tap, Tapped, and Untap")]),
    (
        "See Active Player, Nonactive Player Order.",
        [("See Active Player, Nonactive Player Order", "Active Player, Nonactive Player Order")],
    ),
    ("See Intervening “If” Clause.", [("See Intervening “If” Clause", "Intervening “If” Clause")]),
    ("See \"Intervening 'If' Clause.\"", [("See \"Intervening 'If' Clause.\"", "Intervening 'If' Clause")]),
    ('See "Intervening "If" Clause."', [('See "Intervening "If" Clause', 'Intervening "If" Clause')]),
    ("See “Enters the Battlefield.”", [("See “Enters the Battlefield.”", "Enters the Battlefield")]),
    ("See Team vs. Team Variant.", [("See Team vs. Team Variant", "Team vs. Team Variant")]),
    ("(for more, see Spell Types).", [("see Spell Types", "Spell Types")]),
    ("See Cast.\nSee Activate.", [("See Cast", "Cast"), ("See Activate", "Activate")]),
    ("See Haste", [("See Haste", "Haste")]),
    ("See Creature Types and rule 212.3.", [("See Creature Types", "Creature Types"), ("rule 212.3", "212.3")]),
    ("See “Foo,” rule 601.", [("See “Foo,”", "Foo"), ("rule 601", "601")]),
    (
        "See rule 610, “One-Shot Effects.” See also Continuous Effects.",
        [("rule 610, “One-Shot Effects.”", "610"), ("See also Continuous Effects", "Continuous Effects")],
    ),
    ("Voir Éteindre.", [("Voir Éteindre", "Éteindre")]),
    ("Voir aussi «\u00a0Blessure.\u00a0»", [("Voir aussi «\u00a0Blessure.\u00a0»", "Blessure")]),
    # Texts without references to headwords.
    ("You see the cards’ faces.", []),
    ("See the Tournament Locator.", []),
    ("Saproling, Scarecrow, See, Thopter.", []),
    ("Oversee Foo.", []),
    ("See what happens.", []),
    ("See Magic 2015.", []),
    ("See “,” and “.”", []),
    ("rule 601, “See Foo.”", [("rule 601, “See Foo.”", "601")]),
]

# Each text, and the titles that its references quote.
TITLES = [
    ("See rule 601, “Casting Spells.”", ["Casting Spells"]),
    ("rules 702.109, “Dash,” 702.152, “Blitz,” and 702.9", ["Dash", "Blitz", ""]),
    ('See rule 102.6, "Team vs. Team" and rules 601.2a-h', ["Team vs. Team", ""]),
    ("rule 421, \"Handling 'Infinite' Loops.\"", ["Handling 'Infinite' Loops"]),
    ("règles 508, «\u00a0Étape d’attaque,\u00a0» et 509, «Bloqueurs»", ["Étape d’attaque", "Bloqueurs"]),
    ("section 3, “Card Types”", ["Card Types"]),
    ("rule 901, “Planechase;” rule 902", ["Planechase", ""]),
    ('See rule 421, "Handling "Infinite" Loops."', ['Handling "Infinite" Loops']),
    ("rule 603.4, “The “If” Clause,” and", ["The “If” Clause"]),
    ('rule 601, "Casting Spells " and "stop"', ["Casting Spells"]),
    ("rule 103.1, “Start Your Engines!”", ["Start Your Engines!"]),
]

NO_REFERENCES = [
    "", "306", "100 cards", "see 100 cards", "See 250 of them", "section 3a", "Version 306.5", "306.5 euros",
    "306.5 %", "306.50 €", "a party of 119.7,8", "119.7,808", "phase 3", "rules 3 and 4", "step 3", "see 3",
    "the sections 12 and 13", "from 1999 to 2009", "January 16, 2026", "a deck of 100 cards", "999,999", "1,000,000",
    "3,306", "$306.50", "€306.50", "306.50%", "1.704.5", "192.168.306.1", "306.1.2", "2018", "in 2018 and 1999",
    "on 2025-06-06", "07/10/2018", "306/307", "rule 5", "rule 10", "rule 1000", "rule 099", "rule 000.1",
    "rules of the game", "section 12", "section 3.2", "704.5l", "rule 704.5l", "rule 704.5o", "rule 704.5al",
    "rule 704.5abc", "rule 306.0", "rule 306.05", "x306.5", "v306.5b", "306.5_x", "a 7/7, a +306/+306 and {306}",
    "see page three", "rule “306”", "2 réponse(s)", "une carte de 100 points, soit 3 × 250",
]  # fmt: skip

# The references in section 306 of the French page, by rule, as a reader finds them.
SEED_002 = [
    ("306.1", "règle 601, « Lancer des sorts. »", "601"),
    ("306.3", "règle 205.3j", "205.3j"),
    ("306.4", "règle 704.5j", "704.5j"),
    ("306.5b", "règle 614.1c", "614.1c"),
    ("306.5d", "règle 606, « Capacités de loyauté»", "606"),
    ("306.6", "règle 508, « Étape de déclaration des attaquants »", "508"),
    ("306.9", "règle 704", "704"),
]


@pytest.mark.parametrize(("text", "expected"), [*ENGLISH, *FRENCH, *TERMS])
def test_forms(text: str, expected: list[tuple[str, str]]) -> None:
    """Each form is found with exactly its words and has the right target."""
    found = find_references(text)
    assert [(ref.text, ref.label) for ref in found] == expected
    at = 0
    for ref in found:
        place = re.compile(rf"(?<!\w){re.escape(ref.text)}(?!\w)").search(text, at)
        assert place is not None
        assert (ref.start, ref.end) == place.span()
        at = ref.end


@pytest.mark.parametrize(("text", "titles"), TITLES)
def test_titles(text: str, titles: list[str]) -> None:
    """A reference has its quoted title, without quotation marks and without the final stop or comma."""
    assert [ref.title for ref in find_references(text)] == titles


@pytest.mark.parametrize("text", NO_REFERENCES)
def test_no_reference(text: str) -> None:
    """Amounts, dates, addresses and impossible numbers are no references."""
    assert find_references(text) == ()


def test_french_page_in_full() -> None:
    """The French half of starter page 002 refers to seven rules, and the words of each reference are exact."""
    (path,) = STARTER.glob("002_*.txt")
    page = path.read_text(encoding="utf-8")
    french = page[page.index("La traduction française") : page.index("La version originale")]
    rules = re.findall(r"^(306\.\d[a-z]?)\.? (.*)$", french, re.MULTILINE)
    assert [(number, ref.text, ref.label) for number, text in rules for ref in find_references(text)] == SEED_002


def test_offsets_count_characters() -> None:
    """Offsets count characters, not bytes, also around letters outside the basic plane."""
    (found,) = find_references("🜂é voir règle 704.5j ✦")
    assert (found.start, found.end) == (8, 20)


def test_references_of_a_rule_and_its_examples() -> None:
    """The references of a rule's text come first, then those of each example with its index and own offsets."""
    rule = Rule(
        RuleNumber.parse("306.5d"), "See rule 606.", (Example("Nothing."), Example("As 101.4a says; see rule 704."))
    )
    assert [(ref.example, ref.start, ref.label) for ref in find_references_in(rule)] == [
        (None, 4, "606"), (1, 3, "101.4a"), (1, 20, "704"),
    ]  # fmt: skip


@pytest.mark.parametrize("number", ["2", "215", "215.1", "215.1a"])
def test_references_depend_on_the_wording_alone(number: str) -> None:
    """Headings have references too (215 in editions of 2005), since references depend only on the wording."""
    rule = Rule(RuleNumber.parse(number), "This section is now empty. See rule 205.4c and rule 420.5e about it.")
    assert [ref.label for ref in find_references_in(rule)] == ["205.4c", "420.5e"]


def test_references_of_an_entry() -> None:
    """A glossary entry has no examples and may refer to other entries."""
    entry = GlossaryEntry("World", "See rule 205.4, “Supertypes.” See also World Rule.")
    assert [ref.label for ref in find_references_in(entry)] == ["205.4", "World Rule"]


FRAGMENTS = [
    "rule ", "Rules ", "See ", "see rule ", "Voir ", "cf. ", "règles ", "section ", "section 3", "steps ", "306",
    "306.5", "306.5d", "704.5aa", "119.7", "399", "704.5l", "100 cards", "a", "b", "c-d", " c-d", "f", "8", "10", "-",
    "–", "—",
    " - ", ", ", ",", ", and ", " and ", " or ", " et ", " ou ", " ", "\n", NBSP, "“", "”", "“Title”", ", “Title,” ",
    '"', '"Title"', "« X »", "«", "»", "(", ")", ".", "'", "’", "$", "é", "🜂", "\0", " through ", " to ", " à ",
    "/", "?", "\ufffd", "Foo", "See Foo.", "See “", "Voir aussi Foo, Bar", "sections 3", "3", "CR", "and/or",
    " & ", "aa",
]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=3)), max_size=40).map("".join))
def test_spans_hold_for_any_text(text: str) -> None:
    """In any text, spans have the words of their references, are in order and don't overlap; targets can be parsed."""
    found = find_references(text)
    for ref in found:
        assert text[ref.start : ref.end] == ref.text
        assert ref.text
        if ref.target is None:
            assert ref.term and ref.term in ref.text and not ref.numbers and not ref.title
            continue
        assert not ref.term and ref.title in ref.text
        assert NumberRange.parse(ref.label) == NumberRange(ref.target, ref.target_end or ref.target)
        assert ref.target_end is None or ref.target < ref.target_end
    for one, following in pairwise(found):
        assert one.end <= following.start


@given(st.sampled_from(ENGLISH + FRENCH + TERMS), st.sampled_from(ENGLISH + FRENCH + TERMS))
def test_sentences_are_independent(one: Case, other: Case) -> None:
    """The references in a sentence don't depend on the sentences around it."""
    both = find_references(f"{one[0]} . Next. {other[0]}")
    assert [(ref.text, ref.label) for ref in both] == one[1] + other[1]


HOSTILE = [
    "rule ", "See section ", "rule 601, ", "601.2a–", "601.2a - ", "601.2a and ", "510.1 c-d", "510.1 c-", "306.5d",
    "1", "1.", "306.", "section 3 ", " ", "\n", ",", "“", '"', "«", "rule 601, “a", 'rule 601 "', "rule 601, “Dash,” ",
    "a", "é", "-", "(see ", "a-", "See Foo ", "See Foo. 306.5 ", "See A, ", "see Foo, see ", "119.7, 8, ", "419,8,",
    "/b",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_are_read_quickly(piece: str) -> None:
    """A hundred thousand characters of any kind are read in linear time."""
    text = piece * (100_000 // len(piece))
    begin = time.process_time()
    find_references(text)
    assert time.process_time() - begin < 4
