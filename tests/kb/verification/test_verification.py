"""The check of an answer: blocks, numbers, quotations with their sources, subjects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import kb
from kb.verification.blocks import read_blocks
from kb.verification.contexts import readings_of
from kb.verification.mentions import find_mentions, find_other_numbers
from kb.verification.passages import find_passages

FLYING = "A creature with flying can’t be blocked except by creatures with flying and/or reach."
"""The first sentence of 702.9b (2026-01-16)."""
CHANGED = FLYING.replace("flying and/or reach", "horsemanship and/or reach")
ZERO = "If a creature has toughness 0 or less, it’s put into its owner’s graveyard."
"""The first sentence of 704.5f (2026-01-16)."""
INVENTED = "The blocked creature may deal its damage twice if its owner agrees."

CLAIMS = [
    '702.9b, which reads: "{}"', '702.9b clearly says that "{}"', 'As 702.9b puts it, "{}"', '702.9b. It adds: "{}"',
    'First 702.9a, then flying (702.9b). The latter says "{}"', "Here is CR 702.9b:\n\n> {}", "> {}\n> — CR 702.9b",
    "> 702.9b {}", "According to rule 702.9b, “{}”", "Quoting 702.9b: «{}»", '"{}" (702.9b)', '"{}," says rule 702.9b.',
    'Rule 702.9b provides that "{}"', "**702.9b** *{}*", '| 702.9b | "{}" |', '- **Flying** (702.9b): "{}"',
    'What does rule 702.9b say?\n\n"{}"', "The relevant rule is 702.9b.\n\n> {}", "702.9b &ldquo;{}&rdquo;",
    "<blockquote>{}</blockquote> (CR 702.9b)", 'Of 702.9b and 702.9a, the former says: "{}"',
]  # fmt: skip


@pytest.fixture(scope="module")
def library(newest_home: Path) -> Iterator[kb.Library]:
    """Open the edition of 2026-01-16."""
    with kb.open(newest_home) as found:
        yield found


def verify(library: kb.Library, text: str) -> kb.Verification:
    """Verify a text by the rules of 2026-01-16."""
    return library.verify(text, as_of="2026-01-16")


def test_blocks_keep_offsets() -> None:
    """Marks become blanks; every character that is left stands where it stood."""
    text = (
        "# A *b*\n\n* one **CR 702.9b**\n* two\n  goes on\n\n> said\n> more\n\n| a | b |\n|---|---|\n702.9c. New\nend"
    )
    blocks = read_blocks(text)
    assert [block.kind for block in blocks] == ["heading", "item", "item", "quote", "row", "paragraph"]
    assert blocks[2].plain.split() == ["two", "goes", "on"]
    for block in blocks:
        original = text[block.start : block.start + len(block.plain)].replace("\n", " ")
        assert all(here in (there, " ") for here, there in zip(block.plain, original, strict=True))


def test_every_number_of_the_form_is_a_mention() -> None:
    """Bare numbers, lists, ranges and sections count; amounts, versions and addresses are told apart."""
    (block,) = read_blocks(
        "See 613.1h, (302.1) and **Legend rule:** (704.5j; steps 601.2b–d, section 601, 704.5l. "
        "It costs $120.50, takes 120.5 seconds, in version 101.3 at 192.168.1.1, for 100.5% of players."
    )
    mentions = find_mentions(block)
    assert [(each.citation.written, each.shown) for each in mentions] == [
        ("613.1h", "613.1h"), ("302.1", "302.1"), ("704.5j", "704.5j"), ("601.2b", "601.2b"), ("601.2d", "601.2b–d"),
        ("601", "section 601"), ("704.5l", "704.5l"),
    ]  # fmt: skip
    assert [number for _start, number in find_other_numbers(block, mentions)] == [
        "120.50", "120.5", "101.3", "192.168", "100.5",
    ]  # fmt: skip


def test_passages_are_paired() -> None:
    """Straight marks pair by the blanks beside them, curly ones nest, an open one ends with its block."""
    (block,) = read_blocks('He says "the "legend rule" holds" and “a “nested” one” and «cité ici» and “never closed')
    assert [each.text for each in find_passages(block)] == [
        'the "legend rule" holds', "a “nested” one", "cité ici", "never closed",
    ]  # fmt: skip


def test_readings_end_at_other_numbers() -> None:
    """A clause ends at the number before; a number with a full stop behind it says nothing about what follows."""
    found = readings_of("Tokens vanish (704.5d), and scrying looks at cards (", "). Then 117.3a gives priority.")
    assert found.before.strip() == "), and scrying looks at cards ("
    assert found.sentence.startswith("Tokens vanish")
    assert "priority" not in found.sentence


@pytest.mark.parametrize("form", CLAIMS)
def test_a_quotation_is_compared_with_the_number_that_claims_it(library: kb.Library, form: str) -> None:
    """The rule's words are right; a changed word, invented words and another rule's words aren't."""
    right, changed, invented, other = (
        [each for each in verify(library, form.format(words)) if each.quotation]
        for words in (FLYING, CHANGED, INVENTED, ZERO)
    )
    assert [each.outcome for each in right] == ["right"]
    assert "quotation" in right[0].checked
    assert [(each.outcome, each.verdict) for each in changed] == [("wrong", "quote-mismatch")]
    assert changed[0].rule_says is not None
    assert changed[0].rule_says.startswith("A creature with flying")
    assert [each.outcome for each in invented] == ["wrong"]
    assert [(each.outcome, each.verdict, each.suggestion) for each in other] == [("wrong", "wrong-number", "704.5f")]


def test_a_quotation_without_a_number_is_looked_for_everywhere(library: kb.Library) -> None:
    """Found exactly: right. Almost: wrong, with the rule's own words. Nowhere: doubtful. Too short: not judged."""
    text = f'Note: "{ZERO}" Also: "{CHANGED}" And: "{INVENTED}" It is "in play" or so.'
    found = verify(library, text)
    assert [(each.number, each.outcome, each.verdict) for each in found] == [
        ("704.5f", "right", "ok"), ("702.9b", "wrong", "quote-mismatch"), (None, "doubtful", "unfound"),
    ]  # fmt: skip
    assert [(each.text, each.reason) for each in found.not_judged] == [("in play", "too short to tell")]
    assert (found.right, found.wrong, found.doubtful, len(found)) == (1, 1, 1, 3)


def test_cards_and_questions_are_no_quotations_of_rules(library: kb.Library) -> None:
    """What reads like a card's text, or asks, is named as not judged."""
    found = verify(
        library, '"Sacrifice a creature: Draw a card and gain life" is fine. He asked, "Can I then block with it?"'
    )
    assert not found.citations
    assert [each.reason for each in found.not_judged] == ["it reads like a card's text", "a question or a call"]


@pytest.mark.parametrize(
    ("text", "outcome", "suggestion"),
    [
        ("Scrying N means to look at the top N cards of your library (701.22a).", "right", None),
        ("Scrying N means to look at the top N cards of your library (701.17a).", "wrong", "701.22a"),
        ("If an attacker has first strike, there are two combat damage steps, by 510.4.", "right", None),
        ("Cycling is an activated ability that functions from the hand, 702.34a.", "wrong", "702.29a"),
        ("Double-faced cards are section 712.", "right", None),
        ("A player who casts a spell chooses its targets in 601.2f.", "wrong", "601.2c"),
    ],
)
def test_a_sentence_is_compared_with_its_rule(
    library: kb.Library, text: str, outcome: str, suggestion: str | None
) -> None:
    """What a sentence is about decides whether its number is confirmed or doubtful."""
    (judged,) = verify(library, text)
    assert (judged.outcome, judged.suggestion) == (outcome, suggestion)
    assert ("topic" in judged.checked) == (outcome == "right")


@pytest.mark.parametrize(
    ("text", "false", "right"),
    [
        ("Nobody gets to cast spells during the untap step (CR {}).", "502.3", "502.4"),
        ("Ten poison counters and you lose, see {}.", "704.5b", "704.5c"),
        ("A Food can be sacrificed to gain 3 life, {}.", "111.10a", "111.10b"),
        ("The defending player chooses the blockers, rule {}.", "509.1b", "509.1a"),
        ("An Aura that isn't attached to anything goes to the graveyard: {}.", "704.5n", "704.5m"),
        ("A player who concedes leaves the game and loses it ({}).", "104.3b", "104.3a"),
        ("Text-changing effects are the third layer, {}.", "613.1d", "613.1c"),
    ],
)
def test_neighbours_are_told_apart(library: kb.Library, text: str, false: str, right: str) -> None:
    """A sentence that is about the rule beside the cited one is found, and the right number is named."""
    assert verify(library, text.format(right)).right == 1
    (judged,) = verify(library, text.format(false))
    assert judged.outcome != "right"
    assert judged.suggestion == right


@pytest.mark.parametrize(
    ("text", "outcome", "suggestion"),
    [
        ("Si la loyauté d'un planeswalker est de 0, il est mis au cimetière (règle 306.9).", "right", None),
        (
            "Les blessures infligées à un planeswalker retirent des marqueurs loyauté (règle 306.6).",
            "doubtful",
            "306.8",
        ),
        ("Le piétinement modifie l'assignation des blessures de combat (règle 702.19a).", "right", None),
        ("La règle 702.999 en parle.", "wrong", None),
    ],
)
def test_a_french_answer(library: kb.Library, text: str, outcome: str, suggestion: str | None) -> None:
    """It is compared with the French rules, of which there are those of 306. For others, the English ones count."""
    (judged,) = library.verify(text, lang="fr", as_of="2026-01-16")
    assert (judged.outcome, judged.suggestion) == (outcome, suggestion)


def test_what_is_said_of_several_numbers_is_about_all(library: kb.Library) -> None:
    """The members of a list or a range aren't compared with each other."""
    found = verify(library, "Modes, targets and divisions are announced in the order of rules 601.2b–d.")
    assert [each.outcome for each in found] == ["right", "right"]


def test_a_number_past_the_end_of_an_edition_is_wrong(library: kb.Library) -> None:
    """Lint says that a newer edition may have it. But no rule of the edition that is asked for has it."""
    for text in ("Some new keyword is 702.191a.", "Some new keyword is 702.192."):
        (judged,) = library.verify(text, as_of="2026-09-01")
        assert (judged.verdict, judged.outcome, judged.suggestion) == ("unchecked", "wrong", None)


def test_numbers_that_no_rule_has(library: kb.Library) -> None:
    """They are wrong; a number of a removed rule isn't, if the sentence says so."""
    found = verify(library, "702.999, 704.5l and 608.95 are nothing. Rule 306.7 was removed years ago.")
    assert [(each.number, each.outcome) for each in found] == [
        ("702.999", "wrong"), ("704.5l", "wrong"), ("608.95", "wrong"), ("306.7", "right"),
    ]  # fmt: skip


def test_items_of_a_list_are_separate(library: kb.Library) -> None:
    """Another item of a tight list says nothing about a number."""
    text = '* Deathtouch (CR 702.19): "Deathtouch is a static ability."\n* Trample is explained in CR 702.19b'
    first, second = verify(library, text)
    assert (first.outcome, first.suggestion) == ("wrong", "702.2a")
    assert (second.line, second.outcome) == (2, "right")


def test_a_text_of_any_kind_is_read(library: kb.Library) -> None:
    """Empty texts, open marks and very long lines end; nothing is read twice."""
    for text in (
        "",
        "“",
        '"',
        "> \n>",
        "702.9b" * 50,
        '"' * 500,
        "“" * 500,
        "*" * 999,
        "CR 702.9b says “x y z w v. " * 60,
    ):
        found = verify(library, text)
        assert len({(each.line, each.column, each.quotation) for each in found}) == len(found)
