"""`rules lint` and the text beside a citation, against every edition. All expected numbers come from the editions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

# In 2026-01-16: 701.18 Play, 701.22 Scry, 701.25 Surveil, 701.42 Meld; 702.9 Flying, 702.19 Trample; 702.53 Transmute,
# 702.55 Haunt (702.53 from 2011-06-17 to 2013-09-26); 601.2e was 601.2f's number until 2014; 118 Costs was 117.
CASES = [
    ("// Scry (CR 701.18): look at the top N cards", "701.18", "wrong-topic", "701.22"),
    ("class ScryEvent: pass  # CR 701.18", "701.18", "wrong-topic", "701.22"),
    ("// fireSurveilTriggers: see CR 701.42", "701.42", "wrong-topic", "701.25"),
    ("CARD_SURVEILED = 7  # CR 701.42", "701.42", "wrong-topic", "701.25"),
    ("// CR 701.18: playing a land", "701.18", "ok", None),
    ("// players may scry and play lands (CR 701.18)", "701.18", "ok", None),
    (" * 702.53. Haunt", "702.53", "wrong-topic", "702.55"),
    (" * 702.55. Haunt", "702.55", "ok", None),
    ("| 702.19 | Trample |", "702.19", "ok", None),
    ("-- 702.53a Haunt is a triggered ability. “Haunt” on a permanent means that", "702.53a", "reused", "702.55a"),
    ("/// CR 702.9 Trample is a static ability that modifies the rules for assigning an attacking creature's", "702.9",
     "reused", "702.19"),
    ("// 20100716 - 117.12", "117.12", "moved", "118.12"),
    ("// as in 702.97b", "702.97b", "missing", "702.99b"),
    ("// CR 702.195 Storied", "702.195", "unchecked", None),
    ("// CR 702.250 is made up", "702.250", "missing", None),
    # Words near a number: 702.63 Vanishing was 702.62 until 2021, which is Suspend; 122.1d tells of stun counters,
    # 122.1b of keyword counters with lifelink among them; 202.3e of {X}, 202.3b of double-faced permanents.
    ("- Vanishing N is fully wired (CR 702.62): declaring the keyword suffices", "702.62", "wrong-topic", "702.63"),
    ("// lifelink is a keyword counter (CR 122.1d)", "122.1d", "reused", "122.1b"),
    ("// the permanent untaps unless it has a stun counter (CR 122.1c)", "122.1c", "reused", "122.1d"),
    ("// the permanent untaps unless it has a stun counter (CR 122.1d)", "122.1d", "ok", None),
    ("// for a spell with an {X}, this reads the X chosen on the stack (CR 202.3b)", "202.3b", "reused", "202.3e"),
    ("// a plotted card, or a card to be plotted (CR 702.169)", "702.169", "ok", None),
    ("// Emerge is the engine's name for it (CR 702.120)", "702.120", "wrong-topic", "702.119"),
    # A number that is the subject of its clause doesn't own the words before it.
    ("// the mode is chosen first; 601.2c lets the player choose targets", "601.2c", "ok", None),
    # 702.63c was 702.62c, but the countdown and the sacrifice are in 702.63a.
    ("// vanishing: the last time counter is removed, then the sacrifice (CR 702.62c)", "702.62c", "wrong-topic",
     "702.63a"),
    # 701.50 Connive ends with 701.50e. Until 2025, 701.50f was about converting, 701.28f today.
    ("// connive triggers even if nothing was drawn (CR 701.50f)", "701.50f", "unchecked", None),
    ("// a permanent that can't convert (CR 701.50f)", "701.50f", "missing", "701.28f"),
    # 606 was Two-Headed Giant Variant until 2009, 720 Ending Turns and Phases in 2023.
    ("// a team loses together in Two-Headed Giant (CR 606)", "606", "wrong-topic", "810"),
    ("// a team loses together in Two-Headed Giant (CR 810)", "810", "ok", None),
    ("// Effects.EndTheTurn ends the turn (CR 720)", "720", "reused", "723"),
    # 701.28c (convert) and 701.27c (transform) differ in a word; 701.27c was 701.28c until 2025, 701.54 was 701.52.
    ("// 701.28c If a spell or ability instructs a player to transform a permanent that isn’t represented by a",
     "701.28c", "reused", "701.27c"),
    (" * 701.52. The Ring Tempts You", "701.52", "wrong-topic", "701.54"),
    # 611 is Continuous Effects; 603.6b tells of them.
    ("// 603.6b - Continuous effects of a perm apply at once, not later", "603.6b", "ok", None),
    # 730 is Day and Night, 731 Taking Shortcuts; an edition with a new section before them has other numbers.
    ("// the day/night designation (CR 731)", "731", "wrong-topic", "730"),
    ("// the game starts neither day nor night (CR 731.1)", "731.1", "reused", "730.1"),
    ("// the game starts neither day nor night (CR 730.1)", "730.1", "ok", None),
    # Another way to say 704.5a is no earlier wording, although that of 2009 had these words.
    ("// 704.5a - A player with 0 or less life loses the game.", "704.5a", "ok", None),
    ("// 702.53 - Haunt is a triggered ability", "702.53", "wrong-topic", "702.55"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "number", "verdict", "suggestion"), CASES, ids=[case[0][:50] for case in CASES])
def test_one_line(
    rules: Any, every_edition: Path, tmp_path: Path, line: str, number: str, verdict: str, suggestion: str | None
) -> None:
    """The verdict follows from the text of the line. The edition of 2026-01-16 is 310 days old."""
    file = tmp_path / "a.txt"
    file.write_text(line + "\n", encoding="utf-8")
    outcome = rules("lint", str(file), "--as-of", "2026-11-22", "--json", home=every_edition)
    (found,) = outcome.data["citations"]
    assert (found["number"], found["verdict"], found["suggestion"]) == (number, verdict, suggestion)


@pytest.mark.parametrize(
    ("mark", "begin", "end"),
    [
        ("//", "", ""),
        ("///", "", ""),
        (" *", "/**\n", "\n */"),
        (" * >", "/**\n", "\n */"),
        ("#", "", ""),
        ("--", "", ""),
    ],
)
def test_over_line_ends(rules: Any, every_edition: Path, tmp_path: Path, mark: str, begin: str, end: str) -> None:
    """Comment marks and line ends don't hide the text of a rule. 702.9 is Flying; the text is that of 702.19a."""
    lines = (
        "702.9a Trample is a static ability that modifies",
        "the rules for assigning an attacking creature's combat damage.",
    )
    file = tmp_path / "a.txt"
    file.write_text(begin + "\n".join(f"{mark} {line}" for line in lines) + end + "\n")
    (found,) = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert (found["verdict"], found["suggestion"]) == ("reused", "702.19a")


@pytest.mark.parametrize(
    ("line", "suggestion", "confidence"),
    [
        # The text is the rule's, and the rule had the number until 2013.
        ("// 702.53a Haunt is a triggered ability. “Haunt” on a permanent means that", "702.55a", 1.0),
        # The text is nearly the rule's, and no other rule says the same.
        ("/// CR 702.9 Trample is a static ability that modifies the rules for assigning an attacking", "702.19", 1.0),
        # 702.19 never was 702.20. But if a keyword were put before it, Trample would be.
        ("/// CR 702.20 Trample is a static ability that modifies the rules for assigning an attacking", "702.19", 0.7),
        ("// the game starts neither day nor night (CR 731.1)", "730.1", 0.7),
        ("// lifelink is a keyword counter (CR 122.1d)", "122.1b", 0.7),
        # 702.22h was 702.21h, and 702.21 has no h today. The words say nothing.
        ("addBlockingGroup(chosen); // 702.21h", "702.22h", 0.6),
        ("// the others become blocked by that creature (702.21h)", "702.22h", 0.8),
    ],
)
def test_confidence(
    rules: Any, every_edition: Path, tmp_path: Path, line: str, suggestion: str, confidence: float
) -> None:
    """Only the rule's text makes a suggestion certain. --fix leaves the others."""
    file = tmp_path / "a.txt"
    file.write_text(line + "\n", encoding="utf-8")
    (found,) = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert (found["suggestion"], found["confidence"]) == (suggestion, confidence)
    assert rules("lint", str(file), "--fix", "--json", home=every_edition).data["mended"] == (confidence == 1)


def test_numbers_of_a_list_share_the_words(rules: Any, every_edition: Path, tmp_path: Path) -> None:
    """122.1c is about shield counters, 122.1d about stun counters."""
    file = tmp_path / "a.txt"
    file.write_text("// the permanent untaps unless it has a stun counter (CR 122.1c/d)\n")
    found = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert [each["verdict"] for each in found] == ["ok", "ok"]


def test_a_number_of_a_newer_edition(rules: Any, every_edition: Path, tmp_path: Path) -> None:
    """In 2026-01-16, 704.5z is the last letter, on "start your engines!". A later edition may have it as 704.5aa."""
    file = tmp_path / "a.txt"
    file.write_text("// a player who controls a permanent with start your engines! gets speed 1 (CR 704.5aa)\n")
    (found,) = rules("lint", str(file), "--as-of", "2026-11-22", "--json", home=every_edition).data["citations"]
    assert (found["verdict"], found["suggestion"]) == ("unchecked", None)
    assert found["message"].endswith("may be what is 704.5z in en 2026-01-16")


FLANKING = (
    "Whenever this creature becomes blocked by a creature without flanking, the blocking creature gets -1/-1 until end "
    "of turn."
)


# What cards say: invented, or what the rules print between quotation marks as the meaning of a keyword.
@pytest.mark.parametrize(
    "line",
    [
        'CR 702.9b: "This creature can\'t be blocked except by creatures with flying or reach."',
        'CR 702.15b "Damage dealt by this creature also causes you to gain that much life."',
        'CR 702.79a: "When this creature dies, if it had no -1/-1 counters on it, return it to the battlefield"',
        'CR 702.2b: "(Any amount of damage this deals to a creature is enough to destroy it.)"',
        'CR 603.4: "When this lantern enters, if you control a Swamp, draw a card."',
        'CR 702.21a: "Whenever ~ becomes the target of a spell or ability an opponent controls, counter that spell."',
        "// Oracle: Whenever a creature you control attacks alone, it gets +1/+1 until end of turn. (CR 506.5)",
        f'"{FLANKING}" - CR 603.2',
    ],
)
def test_card_text_is_no_quotation(rules: Any, every_edition: Path, tmp_path: Path, line: str) -> None:
    """The words of a card may stand beside any rule that it needs."""
    file = tmp_path / "a.txt"
    file.write_text(line + "\n", encoding="utf-8")
    (found,) = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert (found["verdict"], found["message"]) == ("ok", "")


@pytest.mark.parametrize(
    ("line", "verdict", "suggestion"),
    [
        # The words between quotation marks in 702.25a; 702.25b is another subrule of Flanking.
        (f'CR 702.25b: "{FLANKING}"', "reused", "702.25a"),
        ('CR 704.5j: "If a player controls three legendary permanents with the same name"', "quote-mismatch", None),
        # 702.21a prints "Whenever this permanent", so "this permanent" makes no card of the quotation.
        ('CR 702.21a: "Whenever this permanent becomes the target of a spell or ability a player controls"',
         "quote-mismatch", None),
    ],
)  # fmt: skip
def test_a_quotation_that_looks_like_card_text(
    rules: Any, every_edition: Path, tmp_path: Path, line: str, verdict: str, suggestion: str | None
) -> None:
    """Words of the rules are compared, also where a rule prints the words of cards."""
    file = tmp_path / "a.txt"
    file.write_text(line + "\n", encoding="utf-8")
    (found,) = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert (found["verdict"], found["suggestion"]) == (verdict, suggestion)


TRAMPLE = "Trample is a static ability that modifies the rules for assigning an attacking creature's combat damage."


@pytest.mark.parametrize(
    ("group", "verdicts"),
    [
        ("CR 702.19a + 702.9b", ["ok", "ok"]),
        ("CR 702.9b + 702.19a", ["ok", "ok"]),
        ("CR 702.19a and CR 702.9b", ["ok", "ok"]),
        ("CR 702.2b, 702.19a and 702.9b", ["ok", "ok", "ok"]),
        ("CR 702.2b + 702.9b", ["reused", "reused"]),
    ],
)
def test_a_quotation_of_a_group(
    rules: Any, every_edition: Path, tmp_path: Path, group: str, verdicts: list[str]
) -> None:
    """Any citation of a group may own the quoted words. They are 702.19a's; 702.2b and 702.9b are other rules."""
    file = tmp_path / "a.txt"
    file.write_text(f"// {group}: “{TRAMPLE}”\n", encoding="utf-8")
    found = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert [each["verdict"] for each in found] == verdicts


def test_a_row_of_rules_is_fixed_at_once(rules: Any, every_edition: Path, tmp_path: Path) -> None:
    """A number behind the end of a sentence begins a text of its own, and doesn't own the text before it.

    702.29e is “Typecycling is a variant”, 702.29f “Typecycling abilities are”; until 2021 these were 702.28d and e.
    """
    file = tmp_path / "a.txt"
    file.write_text(
        "// 702.28d Typecycling is a variant of the cycling ability. “[Type]cycling [cost]” means “[Cost], Discard "
        "this card: Search your library for a [type] card, reveal it, and put it into your hand.” 702.28e Typecycling "
        "abilities are cycling abilities, and typecycling costs are cycling costs.\n",
        encoding="utf-8",
    )
    assert rules("lint", str(file), "--fix", "--json", home=every_edition).data["mended"] == 2
    assert rules("lint", str(file), "--fix", "--json", home=every_edition).data["mended"] == 0
    text = file.read_text(encoding="utf-8")
    assert "702.29e Typecycling is" in text
    assert "702.29f Typecycling abilities" in text


def test_a_reference_within_quoted_text(rules: Any, every_edition: Path, tmp_path: Path) -> None:
    """The text of 702.56a from before 2014 refers to 601.2e, whose rule is 601.2f today."""
    file = tmp_path / "a.txt"
    file.write_text(
        "// Paying a spell's replicate cost follows the rules for paying additional costs in rules 601.2b and 601.2e.\n"
    )
    found = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert [(each["number"], each["verdict"], each["suggestion"]) for each in found] == [
        ("601.2b", "ok", None),
        ("601.2e", "reused", "601.2f"),
    ]


def test_an_earlier_wording(rules: Any, every_edition: Path, tmp_path: Path) -> None:
    """Until 2012, 303.4a read "which is restricted by its enchant ability"; since then it reads otherwise."""
    file = tmp_path / "a.txt"
    file.write_text("// 303.4a An Aura spell requires a target, which is restricted by its enchant ability.\n")
    (found,) = rules("lint", str(file), "--json", home=every_edition).data["citations"]
    assert found["verdict"] == "edited"
