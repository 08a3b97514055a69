"""Invented cards, line by line: kinds (113.3, 602 to 607, 614), trees, and what isn't understood."""

from __future__ import annotations

import pytest

from kb.cards.card_parser import grammar, parse_card
from kb.cards.faces import CardFace
from kb.cards.grammar.ability_printer import AbilityPrinter
from kb.cards.grammar.nodes import Node, from_json, to_json
from kb.cards.grammar.vocabulary import vocabulary
from kb.cards.pasted_text import parse_pasted
from kb.errors import BadValue

GATE = """Gate of Glass {2}
Artifact
Creatures enter tapped.
{T}: Add {G}.
Whenever a land enters under your control, you gain 1 life."""


def only_line(text: str, type_line: str = "Creature — Elf", name: str = "Glass Elf"):
    (line,) = parse_card(CardFace(name, type_line, text)).lines
    return line


@pytest.mark.parametrize(
    ("text", "type_line", "kind"),
    [
        ("Flying, vigilance", "Creature — Elf", "keyword"),
        ("Ward—Pay 2 life.", "Creature — Elf", "keyword"),
        ("Kicker {1}{R} and/or {2}{U}", "Instant", "keyword"),
        ("Prototype {1}{W} — 1/1", "Artifact Creature — Elf", "keyword"),
        ("More Than Meets the Eye {2}{R}", "Artifact Creature — Elf", "keyword"),
        ("For Mirrodin!", "Artifact — Equipment", "keyword"),
        ("Start your engines!", "Creature — Elf", "keyword"),
        ("Craft with artifact {3}{W}", "Artifact", "keyword"),
        ("Craft with two or more Elves {3}{W}", "Artifact", "keyword"),
        ("{2}, {T}: Draw a card.", "Artifact", "activated"),
        ("{T}: Add one mana of any color.", "Land", "mana"),
        ("{T}: Target player adds {G}.", "Land", "activated"),
        ("Whenever enchanted land is tapped for mana, its controller adds an additional {G}.", "Enchantment", "mana"),
        ("[+1]: Draw a card.", "Legendary Planeswalker — Ana", "loyalty"),
        ("−3: Draw a card.", "Legendary Planeswalker — Ana", "loyalty"),
        ("When Glass Elf dies, draw a card.", "Creature — Elf", "triggered"),
        ("Creatures you control get +1/+1.", "Enchantment", "static"),
        ("Draw two cards.", "Sorcery", "spell"),
        ("This spell costs {1} less to cast for each creature you control.", "Sorcery", "static"),
        ("This spell can't be countered.", "Instant", "static"),
        ("Glass Elf's power is equal to the number of cards in your hand.", "Creature", "characteristic-defining"),
        ("Glass Elf enters the battlefield tapped.", "Creature — Elf", "replacement"),
        ("This creature enters with two +1/+1 counters on it.", "Creature — Elf", "replacement"),
        ("If a creature would die, exile it instead.", "Enchantment", "replacement"),
        ("Prevent all combat damage that would be dealt to you.", "Enchantment", "prevention"),
        ("II — Draw a card.", "Enchantment — Saga", "chapter"),
        ("LEVEL 1-4", "Creature — Elf", "level"),
        ("• Draw a card.", "Instant", "mode"),
        ("(A reminder.)", "Instant", "reminder"),
        # What an ability does as it resolves isn't its kind.
        ("Prevent all combat damage that would be dealt this turn.", "Instant", "spell"),
        ("{1}: Prevent the next 1 damage that would be dealt to any target this turn.", "Artifact", "activated"),
        ("When Glass Elf dies, prevent all damage that would be dealt to you this turn.", "Creature", "triggered"),
        ("[+1]: Prevent all damage that would be dealt to you this turn.", "Planeswalker", "loyalty"),
    ],
)
def test_kind(text: str, type_line: str, kind: str) -> None:
    """The kind of a line follows 113.3 and the sections on abilities; the grammar understands the line."""
    line = only_line(text, type_line)
    assert (line.kind, line.understood) == (kind, True)


def test_invented_card() -> None:
    """A pasted card is read line by line."""
    (face,) = parse_pasted(GATE)
    assert (face.name, face.mana_cost, face.type_line) == ("Gate of Glass", "{2}", "Artifact")
    assert [line.kind for line in parse_card(face).lines] == ["replacement", "mana", "triggered"]


def test_intervening_if() -> None:
    """The clause after the trigger condition is a part of its own (603.4)."""
    tree = only_line("When Glass Elf enters, if you control an Elf, draw a card.").tree
    assert tree is not None
    condition = tree.child("condition")
    assert condition is not None
    assert condition.name == "control"


def test_reminder_and_ability_word_are_set_aside() -> None:
    """Reminder text (207.2a) and ability words (207.2c) are no part of the tree."""
    line = only_line("Landfall — Whenever a land enters under your control, scry 1. (Look at the top card.)")
    assert (line.ability_word, line.reminder, line.understood) == ("Landfall", ("Look at the top card.",), True)


def test_what_is_not_understood_keeps_its_place() -> None:
    """A sentence that the grammar doesn't have is named with offset and length; the rest of the line is read."""
    text = "Draw a card. Frobnicate the moon. You gain 2 life."
    (piece,) = only_line(text, "Sorcery").unread
    assert text[piece.offset : piece.offset + piece.length] == piece.text == "Frobnicate the moon."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Glass Elf becomes tapped.", "Glass Elf becomes untapped."),
        ("Creatures you control get +1/+1.", "Creatures you control get +1/-1."),
        ("Target creature gains flying.", "Target creature loses flying."),
        ("If it was kicked, draw a card.", "If it wasn't kicked, draw a card."),
        ("You may draw a card.", "Draw a card."),
        ("Sacrifice a creature. If you do, draw a card.", "Sacrifice a creature. If you can't, draw a card."),
        ("Tap target creature.", "Untap target creature."),
        ("{1}: Draw a card. Activate only once.", "{1}: Draw a card. Activate only once each turn."),
        ("Target creature blocks this turn if able.", "Target creature blocks each combat if able."),
        ("If you control a Swamp and a Plains, scry 1.", "If an opponent controls a Swamp and a Plains, scry 1."),
        ("Draw a card at the beginning of the next end step.", "Draw a card at the beginning of the next upkeep."),
    ],
)
def test_other_words_other_tree(first: str, second: str) -> None:
    """Sentences that mean different things have different trees."""
    one, two = only_line(first, "Sorcery"), only_line(second, "Sorcery")
    assert one.tree != two.tree


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("{1}: Draw a card. Activate only once each turn.", {"is": "activation.once"}),
        ("{1}: Draw a card. Activate only once.", {"is": "activation.once_ever", "words": "once"}),
        ("{1}: Draw a card. Activate only as a sorcery and only once each turn.", {"is": "activation.once"}),
        ("Target creature blocks this turn if able.",
         {"is": "predicate.block_if_able", "when": {"is": "duration.this_turn"}}),
        ("Glass Elf deals 1 damage to target opponent or planeswalker.",
         {"is": "anyone.target_or", "words": "target opponent or planeswalker"}),
        ("If you control a Swamp and a Plains, draw a card.", {"is": "player.you"}),
        ("If you control your commander, draw a card.", {"is": "player.you"}),
    ],
)  # fmt: skip
def test_no_word_of_the_meaning_is_lost(text: str, phrase: dict[str, object]) -> None:
    """How often an ability can be activated, who is a target, who controls, and for how long: each is in the tree."""
    tree = only_line(text).tree
    assert tree is not None
    assert phrase in [to_json(node) for node in tree.walk()]
    assert "duration.each_turn" not in str(to_json(tree))


def test_quoted_ability() -> None:
    """An ability in quotation marks is a tree of its own."""
    tree = only_line('Enchanted creature has "{T}: Draw a card."', "Enchantment — Aura").tree
    assert tree is not None
    assert "activated" in {node.name for node in tree.walk() if node.category == "ability"}


def test_json_round_trip() -> None:
    """The JSON of a tree has the whole tree."""
    tree = only_line("When Glass Elf dies, draw two cards, then discard a card.").tree
    assert isinstance(tree, Node)
    assert from_json(to_json(tree)) == tree


@pytest.mark.parametrize(
    "text",
    [
        "Creatures you control get +1/+1.",
        "When Glass Elf dies, draw two cards, then discard a card.",
        "{2}{G}, {T}, Sacrifice a land: Glass Elf deals 3 damage to any target. Activate only once each turn.",
        "Whenever you cast a Spirit or Arcane spell, each opponent loses 1 life.",
        "At the beginning of your upkeep, if you control no lands, you win the game.",
        "Create two 1/1 green Elf Warrior creature tokens with trample.",
        'Enchanted creature gets +2/+2 and has "{T}: Draw a card."',
        "[−3]: Destroy target creature.",
        "{1}: Draw a card. Activate only during your upkeep and only once each turn.",
        "Enchanted creature blocks each combat if able.",
    ],
)
def test_printed_as_the_template_says(text: str) -> None:
    """A line in the rules' template is printed as it was."""
    tree = only_line(text).tree
    assert tree is not None
    assert AbilityPrinter(grammar(), vocabulary()).text(tree, "Glass Elf") == text


@pytest.mark.parametrize("text", ["", "Gate of Glass {2}", "Gate of Glass {2}\nDraw a card."])
def test_pasted_text_without_type_line(text: str) -> None:
    """Text without a name or a type line is refused in one line."""
    with pytest.raises(BadValue) as refused:
        parse_pasted(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("last", "corner"),
    [("2/2", ("2", "2", "")), ("*/1+*", ("*", "1+*", "")), ("Loyalty: 3", ("", "", "3")), ("P/T: 2/3", ("2", "3", ""))],
)
def test_pasted_corner(last: str, corner: tuple[str, str, str]) -> None:
    """The last line may be power and toughness or loyalty."""
    (face,) = parse_pasted(f"Glass Elf {{G}}\nCreature — Elf\nFlying\n{last}")
    assert (face.text, (face.power, face.toughness, face.loyalty)) == ("Flying", corner)


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card" + ", then draw a card" * 2000 + ".",
        "Draw cards equal to " + "the power of the creature with the greatest power among creatures with power " * 99,
        "(" * 50_000,
        "Aa " * 50_000,
        '"' * 999,
        "\0{T}: : : —",
    ],
    ids=["long", "deep", "brackets", "names", "quotes", "marks"],
)
def test_hostile_text_is_unread(text: str) -> None:
    """Text that is too long or nested too deep is named as unread, in little time."""
    assert not only_line(text).understood


def test_a_replacement_keeps_the_object() -> None:
    """In "exile it instead", "it" is an object and no zone."""
    tree = only_line("If a creature would die, exile it instead.", "Enchantment").tree
    assert tree is not None
    assert ("action", "exile") in {(node.category, node.name) for node in tree.walk()}


@pytest.mark.parametrize(
    "text",
    [
        "Nonbasic lands are Mountains.",
        "Each land is a Swamp in addition to its other land types.",
        "All creatures lose all abilities and have base power and toughness 1/1.",
        "Creatures entering the battlefield don't cause abilities to trigger.",
        "Creatures entering don't cause abilities to trigger.",
        "You can't lose the game and your opponents can't win the game.",
        "If a card would be put into an opponent's graveyard from anywhere, exile it instead.",
        "Noncreature spells cost {1} more to cast.",
        "Activated abilities of artifacts can't be activated unless they're mana abilities.",
        "Damage can't be prevented.",
        "Players can't gain life.",
        "Creatures your opponents control enter tapped.",
    ],
)
def test_common_templates_are_understood(text: str) -> None:
    """Common templates of static abilities and replacement effects are understood in full."""
    assert only_line(text, "Enchantment").understood


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("artifacts named Rod of Glass and Ring of Glass", ["Rod of Glass", "Ring of Glass"]),
        ("Equipment named Rod of Glass, Ring of Glass, and Hat of X", ["Rod of Glass", "Ring of Glass", "Hat of X"]),
        ("creatures you control named Rat and Bat", None),
        ("an artifact named Sword of Glass and Ice", "Sword of Glass and Ice"),
        ("an artifact named Jace, the Glass Smith", "Jace, the Glass Smith"),
    ],
)  # fmt: skip
def test_names_of_several_objects(phrase: str, names: str | list[str] | None) -> None:
    """201.2: “artifacts named A and B” has two names; a name with “and” in it stays one name if one object has it."""
    if names is None:
        tree = only_line(f"{phrase.capitalize().replace('rat and bat', 'Rat and Bat')} get +1/+1.").tree
        names = ["Rat", "Bat"]
    else:
        tree = only_line(f"{{T}}: Draw a card if you control {phrase}.").tree
    (node,) = [each for each in tree.walk() if each.category == "post" and each.name in ("named", "named_each")]
    found = node.get("names") or node.get("name")
    assert (list(found) if isinstance(found, tuple) else found) == names


def test_this_turn_belongs_to_the_damage() -> None:
    """Damage that was dealt “this turn” is about when it was dealt, not about the creature that was dealt it."""
    line = only_line("At the beginning of your end step, if this creature didn't deal combat damage to a creature this "
                     "turn, sacrifice it.")  # fmt: skip
    assert line.understood
    (dealt,) = [each for each in line.tree.walk() if each.name == "deal_damage"]
    assert dealt.get("words2") == "this turn"
    assert not [each for each in line.tree.walk() if each.name == "this_turn"]
