"""Lines of cards as effects of a situation: each kind of line that is read, and what is left open. Invented cards."""

from __future__ import annotations

import pytest

from kb.cards.faces import CardFace
from kb.cards.library.library_card import PrintedCard
from kb.errors import BadSituation
from kb.rulings.engine.answer import ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.parser import situation_from_text
from tests.kb.rulings.oracle.cards import BEAR, COMBAT, DAY, FOREST, HEAD, SINCE, asked, card


def creature(text: str, size: str = "2/2", kind: str = "Bear") -> str:
    return f"Odd One {{1}}{{G}}\nCreature — {kind}\n{text}\n{size}"


def enchantment(text: str) -> str:
    return f"Odd Sign {{2}}{{W}}\nEnchantment\n{text}"


def powers(**objects: str | dict[str, str]) -> object:
    found = asked("power-toughness", "A", **objects)
    return found.value and (found.value["power"], found.value["toughness"])


# --- conditions and counts (611.3a, 604.3) -----------------------------------------------------------------------

FOND = creature("Odd One gets +1/+2 as long as you control a Forest.")
PROUD = creature("As long as you control three or more Bears, Odd One gets +4/+4 and has trample.")
MANY = creature("Odd One gets +1/+0 for each other creature you control.")


@pytest.mark.parametrize(
    ("objects", "size"),
    [
        ({"A": FOND, "F": FOREST}, (3, 4)),
        ({"A": FOND}, (2, 2)),
        ({"A": FOND, "F": card(FOREST, controller="p2")}, (2, 2)),
        ({"A": PROUD, "B": BEAR}, (2, 2)),
        ({"A": PROUD, "B": BEAR, "C": BEAR}, (6, 6)),
        ({"A": MANY, "B": BEAR, "C": BEAR, "D": card(BEAR, controller="p2")}, (4, 2)),
        ({"A": creature("Odd One gets +2/+0 as long as it's untapped."), "B": BEAR}, None),
        ({"A": creature("As long as Odd One is untapped, it gets +2/+0.")}, (4, 2)),
        ({"A": card(creature("As long as Odd One is untapped, it gets +2/+0."), tapped="yes")}, (2, 2)),
        ({"A": creature("Odd One gets +1/+1 as long as it has a charge counter on it.")}, (2, 2)),
        ({"A": card(creature("Odd One gets +1/+1 as long as it has a charge counter on it."), counters="{charge: 2}")},
         (3, 3)),
        # 604.3: the ability counts creatures, itself among them.
        ({"A": creature("Odd One's power and toughness are each equal to the number of creatures you control.", "*/*"),
          "B": BEAR}, (2, 2)),
    ],
)  # fmt: skip
def test_conditions_and_counts(objects: dict[str, str], size: object) -> None:
    assert powers(**objects) == size


def test_a_condition_looks_at_characteristics_after_earlier_layers() -> None:
    """613: land types change in layer 4, power in layer 7."""
    moon = enchantment("Nonbasic lands are Mountains.")
    grove = "Odd Grove\nLand — Forest"
    assert powers(A=FOND, F=grove) == (3, 4)
    assert powers(A=FOND, F=grove, M=moon) == (2, 2)


def test_a_condition_on_a_zone_that_is_not_closed_is_open() -> None:
    head = HEAD.replace("closed: [battlefield]\n", "").replace("usual: yes\n", "")
    assert asked("power-toughness", "A", head=head, A=card(FOND, token="no")).verdict == "depends"


def test_a_condition_on_what_the_same_layer_decides_is_open() -> None:
    """613.8: whether the condition is met then depends on the order of the effects of the layer."""
    keen = creature("As long as you control another creature with flying, Odd One has flying.")
    sign = enchantment("Creatures you control have flying.")
    assert asked("characteristics", "A", A=keen, B=BEAR, S=sign).verdict == "depends"
    assert asked("characteristics", "A", A=keen, B=BEAR).value["keywords"] == []


def test_equal_to_the_mana_value() -> None:
    """202.3 and 613.7: both effects set the numbers in layer 7b, so the later one decides."""
    animate = enchantment(
        "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base"
        " toughness each equal to its mana value."
    )
    level = "Great Leveler {3}{W}\nEnchantment\nAll creatures lose all abilities and have base power and toughness 1/1."
    for first, size in ((1, (1, 1)), (3, (4, 4))):
        found = asked("power-toughness", "L", O=card(animate, timestamp=str(first)), L=card(level, timestamp="2"))
        assert (found.value["power"], found.value["toughness"]) == size


# --- combat (506 to 509) -----------------------------------------------------------------------------------------

NO_ATTACK = "Odd Ban {1}{W}\nEnchantment — Aura\nEnchant creature\nEnchanted creature can't attack or block."
ALONE = creature("Odd One can't attack unless you control an artifact.")
NO_LARGE = "Creatures with power 3 or greater can't attack or block."
RELIC = "Odd Relic {1}\nArtifact"


@pytest.mark.parametrize(
    ("objects", "verdict"),
    [
        ({"A": BEAR, "N": card(NO_ATTACK, attached_to="A")}, "no"),
        ({"A": BEAR, "B": BEAR, "N": card(NO_ATTACK, attached_to="B")}, "yes"),
        ({"A": ALONE}, "no"),
        ({"A": ALONE, "R": RELIC}, "yes"),
        ({"A": creature("Defender"), "S": enchantment("Creatures you control can attack as though they didn't have "
                                                      "defender.")}, "yes"),
        ({"A": BEAR, "S": enchantment(NO_LARGE)}, "yes"),
        ({"A": creature("", "3/3"), "S": enchantment(NO_LARGE)}, "no"),
    ],
)  # fmt: skip
def test_attacking(objects: dict[str, str], verdict: str) -> None:
    assert asked("can-attack", "A", facts=COMBAT + SINCE, **objects).verdict == verdict


@pytest.mark.parametrize(
    ("text", "blocker", "verdict"),
    [
        ("Odd One can't be blocked by creatures with power 2 or less.", BEAR, "no"),
        ("Odd One can't be blocked by creatures with power 2 or less.", creature("", "3/3"), "yes"),
        ("Odd One can't be blocked except by artifact creatures.", BEAR, "no"),
        ("Odd One can't be blocked except by Bears.", BEAR, "yes"),
        ("Odd One can't be blocked.", BEAR, "no"),
    ],
)
def test_blocking(text: str, blocker: str, verdict: str) -> None:
    facts = COMBAT.replace("attackers", "blockers")
    attacker = card(creature(text), attacking="p2")
    found = asked("can-block", "B", "A", facts=facts, A=attacker, B=card(blocker, controller="p2"))
    assert found.verdict == verdict


# --- spells and abilities (601, 602, 307.5) ----------------------------------------------------------------------

BOLT = card("Odd Bolt {R}\nInstant\nOdd Bolt deals 3 damage to any target.", zone="hand", controller="", owner="p2")
TURN = "game: {active: p1, phase: main, priority: p2, stack: []}\n"


def test_only_at_the_time_of_a_sorcery() -> None:
    """307.5: any time a sorcery could be cast is the main phase of one's own turn with an empty stack."""
    clock = "Odd Clock {3}\nArtifact\nEach opponent can cast spells only any time they could cast a sorcery."
    assert asked("can-cast", "B", facts=TURN, B=BOLT).verdict == "yes"
    assert asked("can-cast", "B", facts=TURN, B=BOLT, C=clock).verdict == "no"
    assert asked("can-cast", "B", facts=TURN, B=BOLT, C=card(clock, controller="p2")).verdict == "yes"
    own = TURN.replace("active: p1", "active: p2")
    assert asked("can-cast", "B", facts=own, B=BOLT, C=clock).verdict == "yes"


RISES = "Odd Ghoul {3}{B}\nCreature — Zombie\nMenace\n{2}{B}: Return Odd Ghoul from your graveyard to your hand.\n3/2"


@pytest.mark.parametrize(("zone", "verdict"), [("battlefield", "no"), ("graveyard", "yes"), ("hand", "no")])
def test_an_ability_functions_only_where_it_moves_its_object_from(zone: str, verdict: str) -> None:
    """113.6m."""
    assert asked("can-activate", "A", facts="game: {priority: p1}\n", A=card(RISES, zone=zone)).verdict == verdict


@pytest.mark.parametrize(("text", "verdict"), [("", "no"), ("Creatures you control get +1/+1.", "no")])
def test_what_has_no_activated_ability(text: str, verdict: str) -> None:
    assert asked("can-activate", "A", facts="game: {priority: p1}\n", A=creature(text)).verdict == verdict


def test_an_ability_of_your_own_turn() -> None:
    well = "Odd Well {1}\nArtifact\n{1}: Draw a card. Activate only during your turn."
    for active, verdict in (("p1", "yes"), ("p2", "no")):
        facts = f"game: {{active: {active}, priority: p1}}\n"
        assert asked("can-activate", "W", facts=facts, W=well).verdict == verdict


def test_as_though_it_had_flash() -> None:
    bear = card(BEAR, zone="hand", controller="", owner="p2")
    swift = card("Odd Drum {3}\nArtifact\nYou may cast creature spells as though they had flash.", controller="p2")
    assert asked("can-cast", "B", facts=TURN, B=bear).verdict == "no"
    assert asked("can-cast", "B", facts=TURN, B=bear, D=swift).verdict == "yes"
    assert asked("can-cast", "B", facts=TURN, B=bear, D=swift | {"controller": "p1"}).verdict == "no"


@pytest.mark.parametrize(
    ("text", "whose", "cost"),
    [
        ("Noncreature spells cost {1} more to cast.", "p1", "{1}{R}"),
        ("Creature spells cost {1} more to cast.", "p1", "{R}"),
        ("Instant and sorcery spells you cast cost {1} more to cast.", "p2", "{1}{R}"),
        ("Instant and sorcery spells you cast cost {1} more to cast.", "p1", "{R}"),
        ("Spells your opponents cast cost {2} more to cast.", "p1", "{2}{R}"),
        ("Spells your opponents cast cost {2} more to cast.", "p2", "{R}"),
    ],
)
def test_costs_of_spells(text: str, whose: str, cost: str) -> None:
    """601.2f: the total cost is the mana cost and what is added."""
    assert asked("total-cost", "B", B=BOLT, S=card(enchantment(text), controller=whose)).value == cost


def test_the_cost_of_the_card_itself() -> None:
    giant = card("Odd Giant {6}{G}\nCreature — Giant\nThis spell costs {1} less to cast for each creature you control."
                 "\n7/7", zone="hand")  # fmt: skip
    assert asked("total-cost", "G", G=giant, A=BEAR, B=BEAR).value == "{4}{G}"


def test_activated_abilities_that_nobody_can_activate() -> None:
    elf = creature("{T}: Add {G}.")
    facts = "game: {priority: p1}\n" + SINCE
    assert asked("can-activate", "A", facts=facts, A=elf).verdict == "yes"
    stop = enchantment("Activated abilities of creatures can't be activated.")
    assert asked("can-activate", "A", facts=facts, A=elf, S=stop).verdict == "no"
    # 605.1a: the ability adds mana.
    spare = enchantment("Activated abilities of creatures can't be activated unless they're mana abilities.")
    assert asked("can-activate", "A", facts=facts, A=elf, S=spare).verdict == "yes"


# --- players (104.3, 119.7) --------------------------------------------------------------------------------------

DYING = HEAD.replace("p1: {life: 20}", "p1: {life: 0}")
SAVE = enchantment("You can't lose the game and your opponents can't win the game.")


def test_nobody_can_lose() -> None:
    assert [each.action.kind for each in asked("sba", head=DYING, A=BEAR).actions] == ["lose"]
    assert asked("sba", head=DYING, S=SAVE).actions == ()
    assert [each.action.kind for each in asked("sba", head=DYING, S=card(SAVE, controller="p2")).actions] == ["lose"]


# --- replacement effects and triggers (614, 603) ------------------------------------------------------------------

VOID = enchantment("If a card would be put into an opponent's graveyard from anywhere, exile it instead.")
DIES = "proposed: {events: [{happens: die, things: [A]}]}\n"


@pytest.mark.parametrize(
    ("owner", "token", "happens"), [("p2", "no", "exile"), ("p2", "yes", "die"), ("p1", "no", "die")]
)
def test_cards_for_a_graveyard_are_exiled(owner: str, token: str, happens: str) -> None:
    """108.2b: a token is no card. 404.2: a card goes to its owner's graveyard."""
    found = asked("event-becomes", "A", facts=DIES, A=card(BEAR, owner=owner, token=token), V=VOID)
    assert found.value == {"happens": happens}


def test_the_part_about_other_zones_stays_open() -> None:
    """No effect states where a countered spell goes, so its question depends on the line."""
    spell = BOLT | {"zone": "stack", "controller": "p2"}
    assert any("oracle.1" in each for each in asked("resolves-to", "B", B=spell, V=VOID).depends_on)


WARDEN = creature("Whenever another creature enters the battlefield, you gain 1 life.", "1/1", "Cleric")
ENTERS = "proposed: {events: [{happens: enter, things: [N]}]}\n"
AGAIN = ("Odd Horn {4}\nArtifact\nIf an artifact or creature entering the battlefield causes a triggered ability of a"
         " permanent you control to trigger, that ability triggers an additional time.")  # fmt: skip
CALM = "Odd Bell {2}\nArtifact\nCreatures entering the battlefield don't cause abilities to trigger."


@pytest.mark.parametrize(
    ("others", "times"),
    [
        ({}, 1), ({"H": AGAIN}, 2), ({"H": AGAIN, "I": AGAIN}, 3), ({"H": card(AGAIN, controller="p2")}, 1),
        ({"C": CALM}, 0), ({"C": CALM, "H": AGAIN}, 0),
    ],
)  # fmt: skip
def test_triggers_on_entering(others: dict[str, str], times: int) -> None:
    """603.2d: additional times are added. They don't multiply each other."""
    newcomer = card(BEAR, zone="hand")
    assert asked("trigger-count", "A", facts=ENTERS, A=WARDEN, N=newcomer, **others).value == times


DEATHS = "proposed: {events: [{happens: die, things: [A, B]}]}\n"


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Whenever Odd One or another creature you control dies, draw a card.", 2),
        ("Whenever another creature dies, draw a card.", 1),
        ("Whenever one or more creatures die, draw a card.", 1),
        ("Whenever a creature is put into your graveyard from the battlefield, draw a card.", 2),
        ("When Odd One dies, draw a card.", 1),
    ],
)
def test_triggers_on_dying_together(text: str, times: int) -> None:
    """603.2c, and 603.10a: these abilities look back in time."""
    assert asked("trigger-count", "A", facts=DEATHS, A=creature(text), B=BEAR).value == times


def test_how_often_a_limited_ability_triggers_is_open() -> None:
    text = "Whenever another creature dies, draw a card. This ability triggers only once each turn."
    assert asked("trigger-count", "A", facts=DEATHS, A=creature(text), B=BEAR).verdict == "depends"
    assert asked("power-toughness", "A", A=creature(text)).verdict == "yes"


def test_a_land_is_no_cause_for_an_effect_on_creatures() -> None:
    fall = creature("Whenever a land enters the battlefield under your control, draw a card.")
    land = card(FOREST, zone="hand")
    assert asked("trigger-count", "A", facts=ENTERS, A=fall, N=land, C=CALM).value == 1
    assert asked("trigger-count", "A", facts=ENTERS, A=fall, N=land, H=AGAIN).value == 1


def test_an_ability_on_casting_does_not_trigger_on_its_own_spell() -> None:
    """113.6: the ability of a permanent card functions only on the battlefield."""
    muse = "Odd Muse {1}{G}\nEnchantment Creature — Nymph\nWhenever you cast an enchantment spell, draw a card.\n2/2"
    facts = "proposed: {events: [{happens: cast, things: [A]}]}\n"
    assert asked("trigger-count", "A", facts=facts, A=card(muse, zone="stack")).value == 0
    other = card(muse, zone="stack")
    assert asked("trigger-count", "M", facts=facts, A=other, M=muse).value == 1


def test_a_trigger_with_a_condition_stays_open() -> None:
    """603.4: the condition is part of the trigger. No fact states it here."""
    odd = creature("Whenever another creature enters the battlefield, if you flurbled this turn, you gain 1 life.")
    assert asked("trigger-count", "A", facts=ENTERS, A=odd, N=card(BEAR, zone="hand")).verdict == "depends"


# --- targets (115.1) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Destroy target creature.", "yes"),
        ("Destroy target nonblack creature.", "yes"),
        ("Destroy target artifact or enchantment.", "no"),
        ("Destroy target creature an opponent controls.", "no"),
        ("Destroy target creature with power 4 or greater.", "no"),
        ("Destroy all creatures.", "no"),
        ("Return up to one target creature card from your graveyard to your hand.", "no"),
        ("Choose one —\n• Destroy target artifact.\n• Destroy target creature.", "yes"),
        ("Destroy target creature that flurbled.", "depends"),
    ],
)
def test_targets(text: str, verdict: str) -> None:
    spell = card(f"Odd Spell {{B}}\nInstant\n{text}", zone="stack")
    assert asked("can-target", "S", "A", S=spell, A=BEAR).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Hexproof from black", "no"),
        ("Odd One can't be the target of black spells or abilities from black sources.", "no"),
        ("Odd One can't be the target of white spells or abilities from white sources.", "yes"),
        ("Odd One can't be the target of Aura spells.", "yes"),
        ("Odd One can't be the target of spells or abilities your opponents control.", "no"),
    ],
)
def test_what_cant_be_targeted(text: str, verdict: str) -> None:
    spell = card("Odd Spell {B}\nInstant\nDestroy target creature.", zone="stack", controller="p2", owner="p2")
    assert asked("can-target", "S", "A", S=spell, A=creature(text)).verdict == verdict


def test_a_player_with_hexproof() -> None:
    """702.11c."""
    bolt = card("Odd Bolt {R}\nInstant\nOdd Bolt deals 3 damage to any target.", zone="stack", controller="p2")
    veil = enchantment("You have hexproof.")
    assert asked("can-target", "B", "p1", B=bolt, V=veil).verdict == "no"
    assert asked("can-target", "B", "p2", B=bolt, V=veil).verdict == "yes"


# --- faces and levels (709 to 716) --------------------------------------------------------------------------------

LEVELER = ("Odd Squire {W}\nCreature — Human\nLevel up {1}\nLEVEL 1-3\n3/3\nFirst strike\nLEVEL 4+\n5/5\n"
           "Double strike\n1/1")  # fmt: skip


@pytest.mark.parametrize(
    ("counters", "size", "keywords"),
    [
        ("{}", (1, 1), ["level up {1}"]),
        ("{level: 2}", (3, 3), ["level up {1}", "first strike"]),
        ("{level: 7}", (5, 5), ["level up {1}", "double strike"]),
    ],
)
def test_levelers(counters: str, size: tuple[int, int], keywords: list[str]) -> None:
    found = asked("characteristics", "A", A=card(LEVELER, counters=counters)).value
    assert (found["power"], found["toughness"], found["keywords"]) == (*size, keywords)


def test_a_leveler_without_stated_counters_is_open() -> None:
    assert asked("power-toughness", "A", A=LEVELER).verdict == "depends"


@pytest.mark.parametrize(("level", "size"), [("1", (2, 2)), ("2", (3, 3)), (None, None)])
def test_classes(level: str | None, size: object) -> None:
    """716.2: a Class has the abilities of a level only at this level or a higher one."""
    school = "Odd School {G}\nEnchantment — Class\n{1}{G}: Level 2\nCreatures you control get +1/+1."
    assert powers(A=BEAR, S=card(school, **({"class_level": level} if level else {}))) == size


TWO = "Odd Pup {1}{G}\nCreature — Wolf\nTrample\n2/2\n//\nOdd Hound\nCreature — Wolf\nVigilance\n4/4"


@pytest.mark.parametrize(
    ("facts", "name", "size"),
    [
        ({"layout": "transforming", "face_up": "front"}, "Odd Pup", (2, 2)),
        ({"layout": "transforming", "face_up": "back"}, "Odd Hound", (4, 4)),
        ({"layout": "transforming", "zone": "hand"}, "Odd Pup", (2, 2)),
    ],
)
def test_faces(facts: dict[str, str], name: str, size: tuple[int, int]) -> None:
    """712.8: a card has only its front face's characteristics outside the battlefield."""
    found = asked("characteristics", "A", A=card(TWO, **facts)).value
    assert (found["name"], found["power"], found["toughness"]) == (name, *size)


def test_the_mana_value_of_a_back_face() -> None:
    """202.3b: it is the front face's."""
    assert asked("mana-value", "A", A=card(TWO, layout="transforming", face_up="back")).value == 2


def test_a_card_of_the_library_by_the_name_of_a_face() -> None:
    """The name of a face states that it is up. 204.1: a back face has the colours of its colour indicator."""
    faces = (CardFace("Odd Pup", "Creature — Wolf", "", "{G}", "2", "2"),
             CardFace("Odd Hound", "Creature — Wolf", "", "", "4", "4", color_indicator="R"))  # fmt: skip
    printed = PrintedCard("Odd Pup // Odd Hound", "transform", faces, (None, None))
    for name, size, color in (("Odd Pup", 2, "green"), ("Odd Hound", 4, "red")):
        text = f"{HEAD}objects: [{{id: A, zone: battlefield, controller: p1, oracle: {name}}}]"
        now = situation_from_text(text, "test", find_card=lambda _name: printed)
        arguments = QuestionArguments("characteristics", ("A",))
        found = ask(find_question("characteristics"), now, Law(None, DAY), arguments).value
        assert (found["power"], found["colors"]) == (size, [color])
    with pytest.raises(BadSituation, match="face_up"):
        situation_from_text(text.replace(name, '"Odd Pup // Odd Hound"'), "test", find_card=lambda _name: printed)


@pytest.mark.parametrize("facts", [{}, {"layout": "transforming"}, {"layout": "split", "zone": "stack"}])
def test_which_face_is_never_guessed(facts: dict[str, str]) -> None:
    with pytest.raises(BadSituation, match="face"):
        asked("characteristics", "A", A=card(TWO, **facts))


# --- what can't bear on the question ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("You have no maximum hand size.", "power-toughness"),
        ("You may look at the top card of your library any time.", "can-attack"),
        ("If you would draw a card, draw two cards instead.", "power-toughness"),
        ("Spells you cast with flying cost {X} less to cast, where X is their power.", "power-toughness"),
    ],
)
def test_a_line_about_something_else_is_named_and_not_used(line: str, question: str) -> None:
    found = asked(question, "A", facts=COMBAT + SINCE, A=BEAR, S=enchantment(line))
    assert found.verdict == "yes"
    assert [each.fact for each in found.not_used if each.fact == "objects.S.oracle.1"]


def test_a_line_about_the_question_limits_it() -> None:
    tax = enchantment("Creatures can't attack you unless their controller pays {2} for each creature they control "
                      "that's attacking you.")  # fmt: skip
    assert asked("can-attack", "A", facts=COMBAT + SINCE, A=BEAR, S=tax).verdict == "depends"
    assert asked("power-toughness", "A", A=BEAR, S=tax).verdict == "yes"
