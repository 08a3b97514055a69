"""Effects that attach an Aura or Equipment, and the meaning of "enchanted" and "equipped" (301.5, 303.4)."""

from __future__ import annotations

from kb.i18n import mark_message
from kb.rulings.encoded.attachment.legal_attachment import can_attach
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines, encodes, encodes_each, variant_of
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, constant, not_, unstated
from kb.rulings.situation.situation import Object, Player, Situation


@defines("illegal-equipment-stays", "{attachment} isn't attached to anything that it can't equip")
def equipment_doesnt_move(_now: Situation, attachment: Object) -> WordValue:
    """If an effect tries to attach an Equipment to an object that it can't equip, the Equipment doesn't move."""
    return attachment.attached_to


@variant_of(equipment_doesnt_move)
def equipment_is_unattached(_now: Situation, attachment: Object) -> WordValue:
    """If an effect tries to attach an Equipment to a creature that it can't equip, the Equipment ends up unattached."""
    return WordValue("none", attachment.attached_to.fact, attachment.attached_to.label, attachment)


@defines("illegal-aura-stays", "{attachment} isn't attached to anything that it can't enchant")
def aura_doesnt_move(_now: Situation, attachment: Object) -> WordValue:
    """If an effect tries to attach an Aura in play to something that it can't enchant, the Aura doesn't move."""
    return attachment.attached_to


@answers("attach", "If an effect would attach this to that, what is it attached to afterwards?", "objects",
         "rules ask attach A B -f situation.yaml")  # fmt: skip
def attach(now: Situation, asked: QuestionArguments) -> DerivedValue:
    attachment, host = asked.object(now), asked.thing(now, 1)
    legal = can_attach(now, attachment, host)
    if legal.value is None:
        return DerivedValue(None, legal)
    if legal.value:
        template = mark_message("{attachment} becomes attached to {host}")
        return DerivedValue(host.id, legal.with_claim(template, attachment=attachment, host=host))
    aura = attachment.has_subtype("aura").value
    rule = now.law.rule("illegal-aura-stays" if aura else "illegal-equipment-stays")
    found = rule(now, attachment) if rule is not None else attachment.attached_to
    known = constant(True) if found.is_known else unstated(found.fact)
    stays = all_of(not_(legal), known)
    if rule is not None:
        stays = stays.attributed_to(rule, Claim(rule.claim, (("attachment", attachment),)))
    return DerivedValue(found.value, stays)


@encodes_each(
    Row("attachment-controller", "only_its_controller_activates",
        "{player} controls {permanent}: only its controller can activate its abilities",
        "Only the Equipment's controller can activate its abilities, whoever controls the equipped creature.",
        subtype="equipment"),
    Row("aura-controller", "only_the_auras_controller_activates",
        "{player} controls {permanent}: only its controller can activate its abilities",
        "Only the Aura's controller can activate its abilities, whoever controls the host.", subtype="aura"),
    question="can-activate", role="requires",
    where=lambda _now, _player, permanent, _ability, *, subtype: constant(subtype in (permanent.subtypes.value or ())),
)  # fmt: skip
def controller_activates(_now: Situation, player: Player, permanent: Object, _ability: object) -> Truth:
    """Only the controller of an attachment can activate its abilities."""
    return player.controls(permanent)


@encodes("enchanted-object", "“enchanted” in an ability of {permanent} refers to something")
def what_an_aura_is_attached_to(_now: Situation, permanent: Object) -> Truth:
    """In an Aura's ability, “enchanted” refers to the object or player that the Aura is attached to."""
    return all_of(permanent.has_subtype("aura"), permanent.attached_to != "none")


@variant_of(what_an_aura_is_attached_to)
def whatever_it_is_attached_to(_now: Situation, permanent: Object) -> Truth:
    """“Enchanted” refers to the object or player that a permanent is attached to. The permanent need not be an Aura."""
    return permanent.attached_to != "none"


@encodes("equipped-creature", "“equipped” in an ability of {permanent} refers to something")
def what_an_equipment_is_attached_to(_now: Situation, permanent: Object) -> Truth:
    """The creature that an Equipment is attached to is the equipped creature."""
    return all_of(permanent.has_subtype("equipment"), permanent.attached_to != "none")


@variant_of(what_an_equipment_is_attached_to)
def whatever_creature_it_is_attached_to(now: Situation, permanent: Object) -> Truth:
    """“Equipped creature” means the creature that a permanent is attached to. The permanent can be a non-Equipment."""
    host = now.object(permanent.attached_to.value or "")
    return all_of(permanent.attached_to != "none", host.has_type("creature") if host is not None else constant(True))


@answers("refers-to", "To what does “enchanted” or “equipped” refer in an ability of this permanent?", "object",
         "rules ask refers-to A -f situation.yaml")  # fmt: skip
def refers_to(now: Situation, asked: QuestionArguments) -> DerivedValue:
    permanent = asked.object(now)
    concept, kind = ("equipped-creature", "equipment") if permanent.has_subtype("equipment").value else (
        "enchanted-object", "aura")  # fmt: skip
    refers = all_of(permanent.has_subtype(kind), permanent.attached_to != "none")
    if now.law.rule(concept) is not None:
        refers = now.rule(concept, permanent)
    if refers.value is False:
        return DerivedValue("none", not_(refers))
    return DerivedValue(permanent.attached_to.value, refers)
