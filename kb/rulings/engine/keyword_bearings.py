"""On what each keyword ability bears: the aspects of the game that it changes, and the questions about each aspect.

`KEYWORD_BEARINGS` has every keyword ability, with the number of its rule. For each aspect on which it bears, it says
which encoded rules read it there. If none of them is in the edition, answers about the aspect are open
(`kb.rulings.engine.open_keywords`). A keyword ability without an aspect can't change an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

Aspect = Literal[
    "activating", "attaching", "attacking", "blocked", "blocking", "casting", "chapters", "characteristics",
    "combat-damage", "combat-steps", "convoking", "crewing", "damage", "deck", "defeating", "destroying", "discarding",
    "draw-step", "drawing", "entering", "excess-damage", "leaving", "leaving-the-stack", "loyalty", "modes", "paying",
    "replacing", "resolving", "special-actions", "splicing", "stationing", "tapping-to-attack", "targeting", "targets",
    "total-cost", "toxicity", "transforming", "triggering", "turning", "untapping", "upkeep-costs", "ward",
]  # fmt: skip
"""What keyword abilities can change."""


@dataclass(frozen=True, slots=True)
class AspectQuestions:
    """The questions about an aspect.

    Attributes:
        questions: their names, separated by blanks.
        events: proposed events that the aspect is about; () if it isn't about events. An answer without proposed
            events is about those of state-based actions.
        zone: the zone of the objects whose keyword abilities count; "" if they count in every zone.
        reach: whose keyword abilities count besides those of the objects that the question is about: `own`: no
            others, `attached`: those of what is attached to these objects, `cards`: those of the cards of the players.
    """

    questions: str
    events: tuple[str, ...] = ()
    zone: str = ""
    reach: Literal["own", "attached", "cards"] = "own"


_LEAVING = ("die", "destroy", "sacrifice", "leave", "return", "exile")

ASPECTS: Mapping[Aspect, AspectQuestions] = {
    "activating": AspectQuestions("can-activate"),
    "attaching": AspectQuestions("can-attach attach can-equip refers-to stops-being-creature"),
    "attacking": AspectQuestions("can-attack legal-attack had-to-attack can-reselect", zone="battlefield"),
    "blocked": AspectQuestions("is-blocked blocked-by", zone="battlefield"),
    "blocking": AspectQuestions("can-block legal-block", zone="battlefield"),
    "casting": AspectQuestions("can-cast"),
    "chapters": AspectQuestions("chapters", zone="battlefield"),
    "characteristics": AspectQuestions(
        "abilities characteristics color color-identity creatures-of devotion enters-as is land-types mana-value name "
        "power power-toughness same-name toughness type-line"
    ),
    "combat-damage": AspectQuestions("combat-damage", zone="battlefield"),
    "combat-steps": AspectQuestions("combat-steps", zone="battlefield"),
    "convoking": AspectQuestions("tap-to-pay"),
    "crewing": AspectQuestions("can-crew", zone="battlefield"),
    "damage": AspectQuestions("damage life-total"),
    "deck": AspectQuestions("can-be-commander can-include legal-deck"),
    "defeating": AspectQuestions("defeated", zone="battlefield"),
    "destroying": AspectQuestions("event-becomes moves-to sba", ("destroy",), "battlefield", "attached"),
    "discarding": AspectQuestions("event-becomes moves-to", ("discard",)),
    "draw-step": AspectQuestions("draws", (), "graveyard", "cards"),
    "drawing": AspectQuestions("event-becomes", ("draw",), "graveyard", "cards"),
    "entering": AspectQuestions("enters"),
    "excess-damage": AspectQuestions("excess-damage"),
    "leaving": AspectQuestions("event-becomes moves-to", _LEAVING),
    "leaving-the-stack": AspectQuestions("moves-to", ("counter", "exile", "return"), "stack"),
    "loyalty": AspectQuestions("starting-loyalty"),
    "modes": AspectQuestions("can-choose-modes"),
    "paying": AspectQuestions("can-pay-cost pays-cost ways-to-pay"),
    "replacing": AspectQuestions("replacement-order", ("destroy",), "battlefield", "attached"),
    "resolving": AspectQuestions("resolves-to"),
    "special-actions": AspectQuestions("special-action morph-cost"),
    "splicing": AspectQuestions("can-splice"),
    "stationing": AspectQuestions("station"),
    "tapping-to-attack": AspectQuestions("taps-to-attack", zone="battlefield"),
    "targeting": AspectQuestions("can-target legal-targets resolves"),
    "targets": AspectQuestions("number-of-targets targeted targets-only"),
    "total-cost": AspectQuestions("total-cost"),
    "toxicity": AspectQuestions("toxic-value"),
    "transforming": AspectQuestions("can-transform", zone="battlefield"),
    "triggering": AspectQuestions("trigger-count enters-triggers triggers"),
    "turning": AspectQuestions("day-night", zone="battlefield"),
    "untapping": AspectQuestions("untaps", zone="battlefield"),
    "upkeep-costs": AspectQuestions("cumulative-upkeep"),
    "ward": AspectQuestions("ward", zone="battlefield"),
}
"""The questions about each aspect. No keyword ability can change the answer to another question."""


@dataclass(frozen=True, slots=True)
class UnreadBearing:
    """A bearing that no encoded rule reads.

    Attributes:
        paid: True if the ability bears only on objects for which its cost is stated to be paid.
        zone: the zone in which the ability bears; "" for the zones of its aspect.
        events: the events on which the ability bears; () for those of its aspect.
        only: the only answer that the ability can bring about; None if it can bring about each.
        unless: a fact of the object that states what the ability does; "" if there is none.
    """

    paid: bool = False
    zone: str = ""
    events: tuple[str, ...] = ()
    only: bool | None = None
    unless: str = ""


Bearing = str | UnreadBearing
"""The rules that read a bearing: concepts, separated by blanks, of which the edition has one; or an `UnreadBearing`.

`=` is the concept with the keyword's name. `*` means rules of other subjects, which every edition with the keyword has.
"""


@dataclass(frozen=True, slots=True)
class KeywordBearings:
    """On what a keyword ability bears.

    Attributes:
        number: the number of its rule in the edition `day`; `glossary` if only the glossary of older editions
            mentions it.
        day: the edition of the number: `NUMBERED_IN`, or the first edition with the rule if it is newer.
        aspects: how each bearing is read, by aspect.
    """

    number: str
    day: str
    aspects: Mapping[Aspect, Bearing]


NUMBERED_IN = "2026-01-16"
"""The edition of the numbers that don't name another one."""

_OPEN = UnreadBearing()
_PAID = UnreadBearing(paid=True)
_MORE_MODES = UnreadBearing(only=True, unless="most_modes_if")
_FROM_HAND: dict[Aspect, Bearing] = {"activating": "="}
_BY_DISCARD: dict[Aspect, Bearing] = {"casting": "=", "total-cost": UnreadBearing(zone="graveyard")}

_TABLE: tuple[tuple[str, Mapping[Aspect, Bearing]], ...] = (
    # Static abilities of permanents.
    ("deathtouch 702.2", {"combat-damage": "*", "excess-damage": "*", "triggering": "deathtouch-trigger *"}),
    ("defender 702.3", {"attacking": "="}),
    ("double strike 702.4, first strike 702.7", {"combat-damage": "*", "combat-steps": "*"}),
    ("enchant 702.5", {"attaching": "*", "targeting": "*"}),
    ("equip 702.6", {"attaching": "=", "activating": "equip-time"}),
    ("flash 702.8", {"casting": "="}),
    ("flying 702.9, fear 702.36, horsemanship 702.31, intimidate 702.13, shadow 702.28, skulk 702.118",
     {"blocking": "="}),
    ("haste 702.10", {"attacking": "=", "activating": "haste-for-abilities"}),
    ("hexproof 702.11", {"targeting": "hexproof-permanent hexproof-from", "attaching": "*"}),
    ("indestructible 702.12", {"destroying": "="}),
    ("landwalk 702.14, snow-covered landwalk 702.14", {"blocking": "landwalk"}),
    ("lifelink 702.15", {"damage": "lifelink-damage lifelink-trigger",
                         "triggering": "lifelink-trigger lifelink-damage"}),
    ("protection 702.16", {"blocking": "protection-from-blockers", "damage": "protection-from-damage",
                           "excess-damage": "protection-from-damage", "defeating": _OPEN,
                           "targeting": "protection-from-targeting", "attaching": "protection-from-auras"}),
    ("reach 702.17", {"blocking": "flying"}),
    ("shroud 702.18", {"targeting": "=", "attaching": "*"}),
    ("trample 702.19", {"combat-damage": "="}),
    ("vigilance 702.20", {"tapping-to-attack": "="}),
    ("ward 702.21", {"ward": "ward-counters", "triggering": "="}),
    ("banding 702.22, bands with other 702.22", {"blocked": "*", "combat-damage": _OPEN}),
    ("phasing 702.26", {"untapping": "phasing-in-untap-step"}),
    ("absorb 702.64", {"damage": "=", "excess-damage": "=", "defeating": _OPEN}),
    ("changeling 702.73", {"characteristics": "every-creature-type"}),
    ("devoid 702.114", {"characteristics": "="}),
    ("infect 702.90", {"damage": "infect-damage-to-player"}),
    ("wither 702.80", {"damage": "wither-damage"}),
    ("toxic 702.164", {"damage": "toxic-damage", "toxicity": "*"}),
    ("umbra armor 702.89, totem armor 702.89", {"destroying": "umbra-armor", "replacing": _OPEN}),
    ("menace 702.111", {"blocking": "="}),
    ("unleash 702.98", {"blocking": "=", "entering": "unleash-enters"}),
    ("decayed 702.147", {"blocking": "=", "triggering": "decayed-trigger"}),
    ("daybound 702.145", {"transforming": "transforms-by-its-own-ability", "turning": "daybound-day",
                          "entering": "daybound-enters"}),
    ("nightbound 702.145", {"transforming": "transforms-by-its-own-ability", "turning": "nightbound-night"}),
    ("living metal 702.161", {"characteristics": "living-metal"}),
    ("reconfigure 702.151", {"characteristics": "reconfigured-types", "attaching": "=",
                             "activating": "reconfigure-time"}),
    ("space sculptor 702.158, start your engines! 702.179, ascend 702.131, substance glossary", {}),
    ("landhome glossary", {"attacking": _OPEN, "triggering": _OPEN}),
    ("max speed 702.178", dict.fromkeys(
        ("attacking", "blocking", "characteristics", "combat-damage", "damage", "destroying", "targeting",
         "triggering", "activating", "tapping-to-attack", "untapping"), _OPEN)),
    ("solved 702.169", {"activating": "solved-ability"}),
    ("visit 702.159", {"triggering": _OPEN}),
    # Triggered abilities.
    (("exalted 702.83, annihilator 702.86, battle cry 702.91, afflict 702.130, prowess 702.108, extort 702.101, "
     "flanking 702.25, frenzy 702.68, afterlife 702.135, persist 702.79, undying 702.93, exploit 702.110, "
     "living weapon 702.92, for mirrodin! 702.163, job select 702.182, fabricate 702.123, backup 702.165, "
     "champion 702.72, evolve 702.100, soulbond 702.95, soulshift 702.46, haunt 702.55, recover 702.59, storm 702.40, "
     "gravestorm 702.69, ripple 702.60, cascade 702.85, demonstrate 702.144, provoke 702.39, myriad 702.116, "
     "melee 702.121, mentor 702.134, mobilize 702.181, firebending 702.189, training 702.149, dethrone 702.105, "
     "rampage 702.23, bushido 702.45, poisonous 702.70, ingest 702.115, renown 702.112, echo 702.30"), {
         "triggering": "="}),
    ("cumulative upkeep 702.24", {"triggering": "cumulative-upkeep-trigger", "upkeep-costs": "="}),
    ("hideaway 702.75", {"triggering": "=", "entering": "hideaway-enters hideaway"}),
    ("cipher 702.99", {"triggering": _OPEN, "resolving": "*"}),
    ("rebound 702.88", {"resolving": "*"}),
    ("epic 702.50", {}),
    ("enlist 702.154", {"triggering": _OPEN}),
    # Abilities with which permanents enter.
    ("modular 702.43", {"entering": "=", "triggering": "modular-trigger"}),
    ("fading 702.32", {"entering": "fading-enters", "triggering": "="}),
    ("vanishing 702.63", {"entering": "vanishing-enters", "triggering": "="}),
    ("graft 702.58", {"entering": "graft-enters", "triggering": "="}),
    ("ravenous 702.156", {"entering": "ravenous-enters", "triggering": "="}),
    ("sunburst 702.44", {"entering": "="}),
    ("amplify 702.38", {"entering": "amplify-enters"}),
    ("bloodthirst 702.54", {"entering": "bloodthirst-enters bloodthirst-x"}),
    ("devour 702.82", {"entering": "devour-enters"}),
    ("tribute 702.104", {"entering": "tribute-enters"}),
    ("riot 702.136", {"entering": "riot-enters", "attacking": "riot-haste", "activating": "riot-haste"}),
    ("compleated 702.150", {"entering": "=", "loyalty": "="}),
    ("read ahead 702.155", {"entering": "*", "chapters": _OPEN}),
    # Activated abilities.
    (("cycling 702.29, reinforce 702.77, transmute 702.53, scavenge 702.97, embalm 702.128, eternalize 702.129, "
     "encore 702.141, outlast 702.107, craft 702.167, saddle 702.171, boast 702.142, exhaust 702.177, "
     "transfigure 702.71"), _FROM_HAND),
    ("ninjutsu 702.49, commander ninjutsu 702.49", {"activating": "ninjutsu-time ninjutsu-cost"}),
    ("forecast 702.57", {"activating": "forecast-place"}),
    ("unearth 702.84", {"activating": "=", "leaving": UnreadBearing(zone="battlefield")}),
    ("level up 702.87", {"activating": "level-up"}),
    ("station 702.184", {"activating": "=", "stationing": "station-counters"}),
    ("crew 702.122", {"crewing": "="}),
    ("fortify 702.67", {"attaching": "=", "activating": "fortify-time"}),
    ("aura swap 702.65, fuse 702.102", {}),
    # Costs, and permissions to cast.
    ("affinity 702.41, undaunted 702.125", {"total-cost": "="}),
    ("convoke 702.51, improvise 702.126", {"convoking": "=", "paying": UnreadBearing(only=True)}),
    ("waterbend 701.67", {"convoking": "=", "paying": UnreadBearing(only=True), "total-cost": _OPEN}),
    ("delve 702.66, assist 702.132", {"paying": UnreadBearing(only=True)}),
    ("offering 702.48", {"total-cost": "*", "casting": UnreadBearing(only=True)}),
    ("kicker 702.33, multikicker 702.33, sticker kicker 702.33, bargain 702.166", {"total-cost": "*"}),
    ("entwine 702.42, escalate 702.120", {"total-cost": "*", "modes": _MORE_MODES}),
    ("spree 702.172, tiered 702.183", {"total-cost": _OPEN, "modes": _MORE_MODES}),
    ("replicate 702.56, conspire 702.78, casualty 702.153, squad 702.157, offspring 702.175, gift 702.174",
     {"total-cost": "*", "triggering": "="}),
    ("buyback 702.27", {"total-cost": "*", "resolving": "buyback-returns"}),
    ("flashback 702.34", {"total-cost": "*", "casting": "=", "resolving": "flashback-exiles",
                          "leaving-the-stack": "flashback-exiles"}),
    ("harmonize 702.180", {"total-cost": "*", "casting": "=", "resolving": "harmonize-exiles",
                           "leaving-the-stack": "harmonize-exiles"}),
    ("jump-start 702.133", {**_BY_DISCARD, "resolving": "jump-start-exiles", "leaving-the-stack": "jump-start-exiles"}),
    ("retrace 702.81", _BY_DISCARD),
    ("escape 702.138, mayhem 702.187", {"total-cost": "*", "casting": "="}),
    ("disturb 702.146", {"total-cost": "*", "casting": "=", "entering": "disturb-enters"}),
    ("aftermath 702.127", {"casting": "=", "resolving": "*", "leaving-the-stack": "*"}),
    ("surge 702.117, spectacle 702.137, prowl 702.76, freerunning 702.173", {
        "total-cost": "*", "casting": "surge-condition spectacle-condition prowl-condition freerunning-condition"}),
    ("emerge 702.119, web-slinging 702.188", {"total-cost": "*"}),
    ("sneak 702.190@2026-02-27", {"total-cost": "*", "casting": UnreadBearing(only=True), "entering": _PAID}),
    ("more than meets the eye 702.162", {"total-cost": "*", "entering": _PAID, "resolving": "*"}),
    ("miracle 702.94", {"total-cost": "*"}),
    ("evoke 702.74", {"total-cost": "*", "triggering": "="}),
    ("madness 702.35", {"total-cost": "*", "discarding": "=",
                        "triggering": UnreadBearing(events=("discard", "exile"))}),
    ("suspend 702.62", {"special-actions": "*", "triggering": "=", "attacking": "*", "activating": "*"}),
    ("foretell 702.143", {"special-actions": "*", "total-cost": "*", "casting": "foretold"}),
    ("plot 702.170", {"special-actions": "*", "casting": "plotted"}),
    ("morph 702.37, megamorph 702.37", {"special-actions": "*", "total-cost": "morph-casting", "casting": "*"}),
    ("disguise 702.168", {"special-actions": "*", "total-cost": "disguise-casting", "casting": "*"}),
    ("companion 702.139", {"special-actions": "taking-the-companion"}),
    ("dash 702.109", {"total-cost": "*", "attacking": "dash-haste", "activating": "dash-haste", "triggering": _PAID}),
    ("blitz 702.152", {"total-cost": "*", "attacking": "blitz-haste", "activating": "blitz-haste",
                       "triggering": _PAID}),
    ("warp 702.185", {"total-cost": "*", "casting": UnreadBearing(zone="exile", only=True), "triggering": _PAID}),
    ("overload 702.96", {"total-cost": "*", "targeting": "=", "targets": _PAID}),
    ("cleave 702.148, awaken 702.113", {"total-cost": "*", "targeting": _PAID, "targets": _PAID}),
    ("bestow 702.103", {"total-cost": "*", "characteristics": "bestowed", "attaching": "*",
                        "targeting": "*"}),
    ("mutate 702.140", {"total-cost": "*", "targeting": "mutate-target", "resolving": "*"}),
    ("impending 702.176", {"total-cost": "*", "characteristics": "impending-types", "entering": "impending-enters",
                           "triggering": "impending-trigger"}),
    ("prototype 702.160", {"characteristics": "*"}),
    ("splice 702.47", {"splicing": "="}),
    ("split second 702.61", {"casting": "=", "activating": "=", "special-actions": "*"}),
    ("dredge 702.52", {"drawing": "=", "draw-step": UnreadBearing(only=False)}),
    # Rules of decks.
    ("partner 702.124", {"deck": "*", "triggering": "partner-with-trigger"}),
    ("choose a background 702.124, doctor's companion 702.124, friends forever 702.124", {"deck": "*"}),
    ("hidden agenda 702.106, double agenda 702.106, \N{INFINITY} 702.186", {}),
)  # fmt: skip


@cache
def keyword_bearings() -> Mapping[str, KeywordBearings]:
    """Return on what each keyword ability bears, by its name (`keyword_names.KEYWORD_NAMES`)."""
    found: dict[str, KeywordBearings] = {}
    for names, aspects in _TABLE:
        for each in names.split(", "):
            name, _blank, number = each.rpartition(" ")
            concept = name.rstrip("!").replace(" ", "-")
            by = {aspect: concept if how == "=" else how for aspect, how in aspects.items()}
            number, _at, day = number.partition("@")
            found[name] = KeywordBearings(number, day or NUMBERED_IN, by)
    return found
