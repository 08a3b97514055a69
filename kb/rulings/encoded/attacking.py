"""Attacking (508, 308 before 2009): which creature can attack what, and which declarations of attackers are legal."""

from __future__ import annotations

from collections.abc import Iterator

from kb.rulings.answer import Valued
from kb.rulings.declarations import NOTHING, Declaration, Option, TooMany, best
from kb.rulings.logic import Truth, all_of, any_of, every, not_, some, stated, unknown
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import encodes
from kb.rulings.situation import Situation
from kb.rulings.terms import Word
from kb.rulings.vocabulary import Attack, Effect, Object, Player
from kb.tongue import later

Defender = Object | Player
"""What can be attacked: a player, a planeswalker, a battle."""


# --- which creature can attack what --------------------------------------------------------------------------


@encodes(
    "who-attacks-what",
    claim=later("{creature} is a creature, and {defender} can be attacked at all"),
    question="can-attack",
    role="requires",
)
def only_creatures_attack_players_or_planeswalkers(_now: Situation, creature: Object, defender: Defender) -> Truth:
    """Only a creature can attack. Only a player or a planeswalker can be attacked."""
    return all_of(creature.stands_as("creature"), _is_player_or(defender, "planeswalker"))


@encodes(
    "who-attacks-what",
    claim=later("{creature} is a creature, and {defender} can be attacked at all"),
    question="can-attack",
    role="requires",
)
def only_creatures_attack_players_planeswalkers_or_battles(
    _now: Situation, creature: Object, defender: Defender
) -> Truth:
    """Only a creature can attack. Only a player, a planeswalker, or a battle can be attacked."""
    return all_of(creature.stands_as("creature"), _is_player_or(defender, "planeswalker", "battle"))


def _is_player_or(defender: Defender, *words: str) -> Truth:
    if isinstance(defender, Player):
        return stated(True, later("{defender} is a player"), defender=defender)
    return some(defender.stands_as(word) for word in words)


@encodes(
    "attackable",
    claim=later("{defender} is a defending player"),
    question="can-attack",
    role="requires",
)
def the_defending_player(now: Situation, _creature: Object, defender: Defender) -> Truth:
    """The nonactive player, or the opponent that is chosen, is attacked."""
    return is_defending(now, defender) if isinstance(defender, Player) else stated(False)


@encodes(
    "attackable",
    claim=later("{defender} is a defending player, or a planeswalker of one"),
    question="can-attack",
    role="requires",
)
def defending_players_and_their_planeswalkers(now: Situation, _creature: Object, defender: Defender) -> Truth:
    """The defending player and planeswalkers that they control may be attacked."""
    if isinstance(defender, Player):
        return is_defending(now, defender)
    return _is_of_a_defending_player(now, defender.controller)


@encodes(
    "attackable",
    claim=later("{defender} is a defending player, a planeswalker of one, or a battle that one protects"),
    question="can-attack",
    role="requires",
)
def defending_players_their_planeswalkers_and_battles(now: Situation, _creature: Object, defender: Defender) -> Truth:
    """The defending player, planeswalkers they control, and battles they protect may be attacked."""
    if isinstance(defender, Player):
        return is_defending(now, defender)
    return any_of(
        all_of(defender.is_a("planeswalker"), _is_of_a_defending_player(now, defender.controller)),
        all_of(defender.is_a("battle"), _is_of_a_defending_player(now, defender.protector)),
    )


def is_defending(now: Situation, player: Player) -> Truth:
    """Whether a player is a defending player: one that is said to be, else any opponent of the active player."""
    if now.game.defending.known:
        return now.game.defending.has(player)
    active = now.player(now.game.active.value or "")
    if active is not None and player.id != active.id and player not in active.opponents:
        return stated(
            player.id not in {each.id for each in now.players}, later("{player} is an opponent"), player=player
        )
    return now.game.active != player


def _is_of_a_defending_player(now: Situation, whose: Word) -> Truth:
    """Whether the player whose something is, is a defending player."""
    return some(all_of(whose == player, is_defending(now, player)) for player in now.players)


def since_turn_began(now: Situation, creature: Object) -> Truth:
    """Whether a creature's controller has had it long enough, or haste makes that not matter."""
    effects = now.effects_that("as-though", "attack", creature)
    hasty = [effect.in_force for effect in effects if "haste" in effect.given.get("quality", ())]
    return any_of(creature.controlled_since_turn_began, now.rule("haste", creature), *hasty)


@encodes("haste", claim=later("{creature} has haste"))
def attacks_at_once(_now: Situation, creature: Object) -> Truth:
    """A creature with haste can attack even if its controller hasn't had it since the turn began."""
    return creature.has("haste")


@encodes(
    "chosen-attackers",
    claim=later("{creature} can be chosen to attack"),
    question="can-attack",
    role="requires",
)
def untapped_creatures_but_no_walls(now: Situation, creature: Object, defender: Defender) -> Truth:
    """Only creatures, untapped, no Walls, of the active player, and since the beginning of the turn."""
    return all_of(
        creature.stands_as("creature"),
        stated(isinstance(defender, Player), later("{defender} is a player"), defender=defender),
        not_(creature.is_subtype("wall")),
        _is_ready(now, creature),
    )


@encodes(
    "chosen-attackers",
    claim=later("{creature} can be chosen to attack"),
    question="can-attack",
    role="requires",
)
def untapped_creatures_only(now: Situation, creature: Object, _defender: Defender) -> Truth:
    """Only creatures, untapped, of the active player, and since the beginning of the turn or with haste."""
    return all_of(creature.stands_as("creature"), _is_ready(now, creature))


@encodes(
    "chosen-attackers",
    claim=later("{creature} can be chosen to attack"),
    question="can-attack",
    role="requires",
)
def untapped_creatures(now: Situation, creature: Object, _defender: Defender) -> Truth:
    """Untapped, of the active player, and with haste or theirs since the turn began."""
    return _is_ready(now, creature)


@encodes(
    "chosen-attackers",
    claim=later("{creature} can be chosen to attack"),
    question="can-attack",
    role="requires",
)
def untapped_creatures_but_no_battles(now: Situation, creature: Object, _defender: Defender) -> Truth:
    """Untapped, no battle, of the active player, and with haste or theirs since the turn began."""
    return all_of(_is_ready(now, creature), not_(creature.is_a("battle")))


def _is_ready(now: Situation, creature: Object) -> Truth:
    return all_of(now.game.active == creature.controller, not_(creature.tapped), since_turn_began(now, creature))


@encodes(
    "defender",
    claim=later("{creature} has defender"),
    question="can-attack",
    role="forbids",
    where=lambda _now, creature, _defender: creature.has("defender"),
)
def defender_cant_attack(now: Situation, creature: Object, _defender: Defender) -> Truth:
    """A creature with defender can't attack."""
    effects = now.effects_that("as-though", "attack", creature)
    as_without = [effect.in_force for effect in effects if "no defender" in effect.given.get("quality", ())]
    return not_(some(as_without))


def may_attack(now: Situation, creature: Object, defender: Defender) -> Truth:
    """Whether one creature could be declared as attacking something, as far as the two of them are concerned."""
    return all_of(
        permitted(now, "can-attack", "attack", creature, creature, defender, to=defender),
        *_not_to_be_attacked(now, creature, defender),
    )


def _not_to_be_attacked(now: Situation, creature: Object, defender: Defender) -> list[Truth]:
    effects = any(now.effects_that("cant", "be-attacked", defender))
    return [not_(now.rule("cant-beats-can", defender, "be-attacked", creature))] if effects else []


def defenders(now: Situation) -> tuple[Defender, ...]:
    """What may be attacked, as far as it is listed; where no other player is, a nameless opponent."""
    active = now.game.active.value
    players: list[Defender] = [each for each in now.players if each.id != active]
    if not players:
        players = [Player("opponent", now, {})]
    permanents = [each for each in now.permanents if each.is_a("planeswalker").value or each.is_a("battle").value]
    return (*players, *permanents)


def _a_creature(now: Situation, thing: Object) -> Situation:
    """Where what isn't stated is as usual: what somebody asks this of is a creature."""
    if not now.as_usual:
        return now
    return now.changed(presumed={**now.presumed, f"objects.{thing.id}.types": ("creature",)})


def _can_attack(now: Situation, asked: Asked) -> Truth:
    now = _a_creature(now, asked.object(now))
    creature = asked.object(now)
    whom = (asked.thing(now, 1),) if len(asked.things) > 1 else defenders(now)
    return some(all_of(may_attack(now, creature, each), _with_others(now, creature, each)) for each in whom)


CAN_ATTACK = Question(
    "can-attack",
    later("Can this creature be declared as an attacker, attacking that player, planeswalker or battle, or anything?"),
    "objects",
    _can_attack,
    "rules ask can-attack A --fact A.types=creature --fact A.tapped=no",
)


# --- declarations --------------------------------------------------------------------------------------------


@encodes("goad", claim=later("{creature} is goaded by {player}: it attacks if able, and another player if able"))
def attacks_somebody_else(_now: Situation, creature: Object, player: Player) -> Truth:
    """A goaded creature attacks each combat if able, and a player other than the one who goaded it if able."""
    return creature.goaded_by.has(player)


def _requirements(now: Situation, creature: Object) -> Iterator[tuple[Truth, tuple[str, ...] | None]]:
    """What requires a creature to attack: whether it does, and what has to be attacked; None for anything."""
    for effect in now.effects_that("must", "attack", creature):
        to = effect.given.get("to")
        yield Declaration.required(effect), None if to is None else tuple(to)
    for player in now.players:
        goaded = now.rule("goad", creature, player)
        if goaded.value is not False:
            yield goaded, None
            yield goaded, tuple(each.id for each in now.players if each.id != player.id)


def _limits(now: Situation, does: str) -> list[Effect]:
    """The effects by which no more than so many can do something."""
    effects = [each for each in now.effects_that("at-most", does) if each.in_force.value is not False]
    return [each for each in effects if each.given.get("amount") is not None]


def _needs(now: Situation, creature: Object, does: str, group: str) -> tuple[tuple[str, int], ...]:
    """How many have to do something with a creature."""
    effects = [each for each in now.effects_that("at-least", does, creature) if each.in_force.value is not False]
    return tuple((group, each.given["amount"]) for each in effects if each.given.get("amount") is not None)


def _is_costly(now: Situation, does: str, creature: Object) -> bool:
    """Whether somebody would have to pay for it, which nobody is required to do."""
    return any(effect.in_force.value is not False for effect in now.effects_that("costs", does, creature))


_ALL = "attackers"


def _options(now: Situation, creature: Object, chosen: tuple[str, ...] | None) -> list[Option]:
    """What a creature could be declared to do; what is proposed for it counts as open where it is."""
    found = [NOTHING]
    for defender in defenders(now):
        allowed = may_attack(now, creature, defender)
        proposed = chosen == (defender.id,)
        if allowed.value is False or (not proposed and _is_costly(now, "attack", creature)):
            continue
        groups = [_ALL]
        groups += [f"effect {each.id}" for each in _limits(now, "attack")
                   if each.covers(creature) and each.directed_at(defender)]  # fmt: skip
        groups += [f"effect {each.id}" for each in _limits(now, "be-attacked") if each.covers(defender)]
        groups += [f"effect {each.id}" for each in now.effects_that("must", "be-attacked", defender)]
        doubts = [] if proposed or allowed.value else [allowed]
        obeys = 0
        for required, whom in _requirements(now, creature):
            if whom is None or defender.id in whom:
                obeys += 1
                doubts += [] if proposed or required.value else [required]
        needs = _needs(now, creature, "attack", _ALL)
        found.append(Option((defender.id,), obeys, tuple(groups), needs, tuple(doubts)))
    return found


def _attackers(now: Situation) -> list[Object]:
    """The creatures that the active player may have attack."""
    active = now.game.active.value
    mine = [each for each in now.objects if active is None or each.controller.value in (active, None)]
    return [each for each in mine if each.stands_as("creature").value is not False]


def _declaration(now: Situation, chosen: dict[str, tuple[str, ...]]) -> Declaration:
    limits = [*_limits(now, "attack"), *_limits(now, "be-attacked")]
    musts = [each for each in now.effects_that("must", "be-attacked") if each.in_force.value is not False]
    return Declaration(
        chosen,
        {each.id: _options(now, each, chosen.get(each.id)) for each in _attackers(now)},
        {f"effect {each.id}": each.given["amount"] for each in limits},
        tuple(f"effect {each.id}" for each in musts),
        later("{creature} attacks {what}"),
    )


def _with_others(now: Situation, creature: Object, defender: Defender) -> Truth:
    """Whether a creature can attack something in any declaration of all creatures together."""
    declaration = _declaration(now, {})
    if not declaration.most and not _needs(now, creature, "attack", _ALL):
        return stated(True)
    mine = [each for each in declaration.options.get(creature.id, ()) if each.chosen == (defender.id,)]
    try:
        found = best({**declaration.options, creature.id: mine}, declaration.most) if mine else None
    except TooMany:
        found = None
    claim = later("{creature} can attack {defender} together with other creatures")
    if found is not None and not found.doubts:
        return stated(True, claim, creature=creature, defender=defender)
    if found is not None:
        return all_of(*found.doubts).says(claim, creature=creature, defender=defender)
    if "battlefield" not in now.closed and not now.as_usual:
        return unknown(
            "closed", later("not stated: whether other creatures can attack with {creature}"), creature=creature
        )
    return stated(False, claim, creature=creature, defender=defender)


class Attackers:
    """A proposed declaration of attackers.

    Attributes:
        now: the situation.
        chosen: what each creature is to attack.
        unannounced: the attacks of which that isn't said, where there is a choice.
        twice: creatures that are declared more than once.
    """

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.chosen: dict[str, tuple[str, ...]] = {}
        self.unannounced: list[Attack] = []
        self.twice: list[str] = []
        for attack in now.proposed.attackers:
            name = attack.creature.value
            if name is None:
                self.unannounced.append(attack)
                continue
            self.twice += [name] if name in self.chosen else []
            self.chosen[name] = self._attacked(attack, name)

    def _attacked(self, attack: Attack, name: str) -> tuple[str, ...]:
        if attack.attacks.value is not None:
            return (attack.attacks.value,)
        creature = self.now.object(name)
        able = [each for each in defenders(self.now) if creature and may_attack(self.now, creature, each).value]
        if len(able) != 1:
            self.unannounced.append(attack)
        return ((able or list(defenders(self.now)))[0].id,)

    def __str__(self) -> str:
        """The creatures that attack."""
        return ", ".join(self.chosen) or "[]"


@encodes("attacked-announced", claim=later("it is announced what each creature attacks"))
def announced_for_each(_now: Situation, attackers: Attackers) -> Truth:
    """Where there is more than one thing to attack, the active player announces what each creature attacks."""
    return every(
        unknown(attack.attacks.fact, later("not stated: what {creature} attacks"), creature=str(attack.creature.value))
        for attack in attackers.unannounced
    )


@encodes("attack-restrictions", claim=later("no restriction is disobeyed by this attack: {attackers}"))
def no_restriction_disobeyed(now: Situation, attackers: Attackers) -> Truth:
    """If any restriction (an effect that says that it can't attack, or only if) is disobeyed, it is illegal."""
    return all_of(
        *(_allowed(now, name, whom) for name, (whom,) in attackers.chosen.items()),
        *(stated(False, later("{creature} can't be declared twice"), creature=name) for name in attackers.twice),
        *_limits_kept(now, attackers),
    )


def _allowed(now: Situation, name: str, whom: str) -> Truth:
    creature, defender = now.object(name), now.thing(whom) or next(iter(defenders(now)))
    if creature is None:
        return stated(False, later("{creature} is no object"), creature=name)
    return may_attack(now, creature, defender).says(
        later("{creature} can attack {defender}"), creature=creature, defender=defender
    )


def _limits_kept(now: Situation, attackers: Attackers) -> Iterator[Truth]:
    declaration = _declaration(now, attackers.chosen)
    for effect in (*_limits(now, "attack"), *_limits(now, "be-attacked")):
        options = [declaration.option(name) for name in attackers.chosen]
        count = sum(f"effect {effect.id}" in option.groups for option in options)
        claim = later("{count} attack, and “{effect}” allows {most}")
        most = effect.given["amount"]
        yield stated(count <= most, claim, count=count, effect=effect, most=most)
    for name in attackers.chosen:
        creature = now.object(name)
        for effect in now.effects_that("at-least", "attack", creature):
            least = effect.given.get("amount", 0)
            claim = later("{count} attack, and “{effect}” asks for {least}")
            enough = stated(len(attackers.chosen) >= least, claim, count=len(attackers.chosen), effect=effect,
                            least=least)  # fmt: skip
            yield any_of(enough, not_(effect.in_force))


@encodes("attack-requirements", claim=later("as many requirements are obeyed as can be by this attack: {attackers}"))
def as_many_attack_requirements_as_can_be(now: Situation, attackers: Attackers) -> Truth:
    """If fewer requirements are obeyed than could be without disobeying a restriction, it is illegal."""
    declaration = _declaration(now, attackers.chosen)
    return declaration.because(declaration.none_better(declaration.options), _required(now))


def _required(now: Situation) -> Iterator[Truth]:
    """What requires creatures to attack, or somebody to be attacked."""
    for creature in _attackers(now):
        yield from dict.fromkeys(required for required, _whom in _requirements(now, creature))
    yield from (Declaration.required(effect) for effect in now.effects_that("must", "be-attacked"))


@encodes("attack-requirements", claim=later("as many requirements are obeyed as can be by this attack: {attackers}"))
def as_many_as_what_obeys_allows(now: Situation, attackers: Attackers) -> Truth:
    """The same, but options that satisfy no requirement on their creature needn't be considered."""
    declaration = _declaration(now, attackers.chosen)
    return declaration.none_better(
        {name: [each for each in options if each.obeys or not each.chosen]
         for name, options in declaration.options.items()}
    )  # fmt: skip


@encodes("attack-requirements", claim=later("no requirement could be obeyed besides by this attack: {attackers}"))
def no_single_attack_more(now: Situation, attackers: Attackers) -> Truth:
    """A requirement that isn't obeyed, and could be without conflicting with a restriction, makes it illegal."""
    declaration = _declaration(now, attackers.chosen)
    as_proposed = {name: [declaration.option(name)] for name in declaration.options}
    return every(
        declaration.none_better({**as_proposed, name: options}) for name, options in declaration.options.items()
    )


def _legal_attack(now: Situation, _asked: Asked) -> Valued:
    stated_at_all = now.proposed.attackers.stated
    if not now.proposed.attackers.known:
        return Valued(None, stated_at_all)
    attackers = Attackers(now)
    truth = all_of(
        now.rule("attacked-announced", attackers) if attackers.unannounced else stated(True),
        now.rule("attack-restrictions", attackers),
        now.rule("attack-requirements", attackers),
    )
    legal = None if truth.value else _declaration(now, attackers.chosen).legal()
    witness = None if legal is None else [{"creature": name, "attacks": whom[0]} for name, whom in legal]
    return Valued(None, truth.says(later("this attack is legal: {attackers}"), attackers=attackers), witness)


LEGAL_ATTACK = Question(
    "legal-attack",
    later("Is the proposed declaration of attackers legal? If not, a legal one is shown."),
    "nothing",
    _legal_attack,
    "rules ask legal-attack -f situation.yaml",
)


# --- what comes of attacking ---------------------------------------------------------------------------------


@encodes(
    "attacking-taps",
    claim=later("{creature} becomes tapped as it is declared as an attacker"),
    question="taps-to-attack",
    role="requires",
)
def chosen_creatures_are_tapped(_now: Situation, creature: Object) -> Truth:
    """The active player taps the chosen creatures; that isn't a cost."""
    return creature.stands_as("creature")


@encodes(
    "vigilance",
    claim=later("attacking doesn't cause {creature} to tap: it has vigilance"),
    question="taps-to-attack",
    role="forbids",
    where=lambda _now, creature: creature.has("vigilance"),
)
def attacks_without_tapping(_now: Situation, creature: Object) -> Truth:
    """Attacking doesn't cause creatures with vigilance to tap."""
    return creature.has("vigilance")


def _taps(now: Situation, asked: Asked) -> Truth:
    now = _a_creature(now, asked.object(now))
    creature = asked.object(now)
    return permitted(now, "taps-to-attack", "tap", creature, creature)


TAPS_TO_ATTACK = Question(
    "taps-to-attack",
    later("Does this creature become tapped as it is declared as an attacker?"),
    "object",
    _taps,
    "rules ask taps-to-attack A --fact A.keywords=vigilance",
)


@encodes("had-to-attack", claim=later("{creature} had to attack"))
def an_effect_required_it(now: Situation, creature: Object) -> Truth:
    """A creature had to attack if an effect required it to, even if no other attack would have been legal."""
    return some(required for required, _whom in _requirements(now, creature))


HAD_TO_ATTACK = Question(
    "had-to-attack",
    later("Did this creature have to attack?"),
    "object",
    lambda now, asked: now.rule("had-to-attack", asked.object(now)),
    "rules ask had-to-attack A --fact A.goaded_by=p2",
)
