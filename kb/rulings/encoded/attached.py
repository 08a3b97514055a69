"""What attachments are attached to: what an effect does to that, and what "equipped" means (301.5, 303.4)."""

from __future__ import annotations

from kb.rulings.encoded.attachment import can_attach
from kb.rulings.logic import Claim, Truth, all_of, not_, stated, unknown
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Valued
from kb.rulings.terms import Word
from kb.tongue import later


@defines("illegal-equipment-stays", claim=later("{attachment} isn't attached to anything that it can't equip"))
def equipment_doesnt_move(_now: Situation, attachment: Object) -> Word:
    """If an effect attempts to attach an Equipment to what can't be equipped by it, the Equipment doesn't move."""
    return attachment.attached_to


@variant_of(equipment_doesnt_move)
def equipment_is_unattached(_now: Situation, attachment: Object) -> Word:
    """If the creature can't be equipped by it, the Equipment remains on the battlefield unattached."""
    return Word("none", attachment.attached_to.fact, attachment.attached_to.label, attachment)


@defines("illegal-aura-stays", claim=later("{attachment} isn't attached to anything that it can't enchant"))
def aura_doesnt_move(_now: Situation, attachment: Object) -> Word:
    """If an effect attempts to attach an Aura in play to what it can't legally enchant, the Aura doesn't move."""
    return attachment.attached_to


def _attach(now: Situation, asked: Asked) -> Valued:
    attachment, host = asked.object(now), asked.thing(now, 1)
    legal = can_attach(now, attachment, host)
    if legal.value is None:
        return Valued(None, legal)
    if legal.value:
        template = later("{attachment} becomes attached to {host}")
        return Valued(host.id, legal.says(template, attachment=attachment, host=host))
    aura = attachment.is_subtype("aura").value
    rule = now.law.rule("illegal-aura-stays" if aura else "illegal-equipment-stays")
    found = rule(now, attachment) if rule is not None else attachment.attached_to
    known = stated(True) if found.known else unknown(found.fact, later("not stated: {path}"), path=found.fact)
    stays = all_of(not_(legal), known)
    if rule is not None:
        stays = stays.by(rule, Claim(rule.claim, (("attachment", attachment),)))
    return Valued(found.value, stays)


ATTACH = Question(
    "attach",
    later("If an effect would attach this to that, what is it attached to afterwards?"),
    "objects",
    _attach,
    "rules ask attach A B -f situation.yaml",
)


def _stated_as(permanent: Object, subtype: str) -> Truth:
    """Whether it is stated to be one: of what isn't, other rules say the same."""
    return stated(subtype in (permanent.subtypes.value or ()))


@encodes(
    "attachment-controller",
    claim=later("{player} controls {permanent}: only its controller can activate its abilities"),
    question="can-activate",
    role="requires",
    where=lambda _now, _player, permanent, _ability: _stated_as(permanent, "equipment"),
)
def only_its_controller_activates(_now: Situation, player: Player, permanent: Object, _ability: object) -> Truth:
    """Only the Equipment's controller can activate its abilities, whoever controls the equipped creature."""
    return player.controls(permanent)


@encodes(
    "aura-controller",
    claim=later("{player} controls {permanent}: only its controller can activate its abilities"),
    question="can-activate",
    role="requires",
    where=lambda _now, _player, permanent, _ability: _stated_as(permanent, "aura"),
)
def only_the_auras_controller_activates(_now: Situation, player: Player, permanent: Object, _ability: object) -> Truth:
    """Only the Aura's controller can activate its abilities, whoever controls what it enchants."""
    return player.controls(permanent)


# --- what "enchanted" and "equipped" mean --------------------------------------------------------------------


@encodes("enchanted-object", claim=later("“enchanted” in an ability of {permanent} refers to something"))
def what_an_aura_is_attached_to(_now: Situation, permanent: Object) -> Truth:
    """What an Aura is attached to is enchanted; of a permanent that is no Aura, the word refers to nothing."""
    return all_of(permanent.is_subtype("aura"), permanent.attached_to != "none")


@variant_of(what_an_aura_is_attached_to)
def whatever_it_is_attached_to(_now: Situation, permanent: Object) -> Truth:
    """“Enchanted” is whatever the permanent is attached to, even if it isn't an Aura."""
    return permanent.attached_to != "none"


@encodes("equipped-creature", claim=later("“equipped” in an ability of {permanent} refers to something"))
def what_an_equipment_is_attached_to(_now: Situation, permanent: Object) -> Truth:
    """The creature that an Equipment is attached to is the equipped creature."""
    return all_of(permanent.is_subtype("equipment"), permanent.attached_to != "none")


@variant_of(what_an_equipment_is_attached_to)
def whatever_creature_it_is_attached_to(now: Situation, permanent: Object) -> Truth:
    """“Equipped creature” is whatever creature the permanent is attached to, even if it isn't an Equipment."""
    host = now.object(permanent.attached_to.value or "")
    return all_of(permanent.attached_to != "none", host.is_a("creature") if host is not None else stated(True))


def _refers_to(now: Situation, asked: Asked) -> Valued:
    permanent = asked.object(now)
    concept, kind = ("equipped-creature", "equipment") if permanent.is_subtype("equipment").value else (
        "enchanted-object", "aura")  # fmt: skip
    refers = all_of(permanent.is_subtype(kind), permanent.attached_to != "none")
    if now.law.rule(concept) is not None:
        refers = now.rule(concept, permanent)
    if refers.value is False:
        return Valued("none", not_(refers))
    return Valued(permanent.attached_to.value, refers)


REFERS_TO = Question(
    "refers-to",
    later("To what does “enchanted” or “equipped” refer in an ability of this permanent?"),
    "object",
    _refers_to,
    "rules ask refers-to A -f situation.yaml",
)
