"""Proofs: the reasons for an answer as a tree of claims. Each claim may have the rule that makes it.

A proof has only the deciding parts. If the answer is no, these parts are no. If the answer is open, they are open.
Some parts decide the answer formally, but a judge wouldn't mention them. They are marked, so that texts leave them out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from kb.i18n import _
from kb.rulings.engine.fact_paths import effect_names, find_fact, named_path
from kb.rulings.logic.partial_values import INFINITY, NumberValue, WordListValue, WordValue
from kb.rulings.logic.ternary import UNSTATED, Claim, FactValue, Truth
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.situation import Situation

Answer = Literal["yes", "no", "unknown"]

IN_THE_TABLE = frozenset({
    "layers", "static-effect-applies", "resolved-effect-applies", "same-set-in-each-layer", "dependent-effect",
    "dependent-effect-waits", "ability-layer",
})  # fmt: skip
"""The concepts of the rules by which effects are applied in layers. The table of layers tells what they say."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim with its reasons.

    Attributes:
        claim: the sentence in the user's language.
        value: yes if the claim holds.
        rule: number of the rule that makes the claim; None for a stated fact.
        edition: the edition that the rule is quoted from.
        quote: the rule's text; None if the knowledge base lacks the text.
        lang: the language of the quote.
        facts: paths of the facts that decide the claim.
        children: the reasons.
        denied: True if the parent rests on this claim being no, such as a prohibition that doesn't apply.
        told: False if the part decides the answer only formally: a fact that isn't stated and has its default value, a
            prohibition of which no condition holds, a step that the table of layers shows.
    """

    claim: str
    value: Answer
    rule: str | None = None
    edition: date | None = None
    quote: str | None = None
    lang: str | None = None
    facts: tuple[str, ...] = ()
    children: tuple[Proof, ...] = ()
    denied: bool = False
    told: bool = True

    @property
    def is_fact(self) -> bool:
        """True if the claim is the value of a fact: stated, or derived by rules that the children name."""
        return self.rule is None and bool(self.facts) and self.value != "unknown"


_STACK = "game.stack"
"""The only list that is one thing: the stack is empty, but an object has no subtypes."""


def claim_text(claim: Claim | FactValue) -> str:
    """Return a claim or the value of a fact as a sentence in the user's language."""
    if not isinstance(claim, Claim):
        return display_text(claim)
    return _(claim.template, **{name: display_text(value) for name, value in claim.values})


def display_text(value: Any) -> str:
    """Return the text of a value that fills a placeholder of a claim."""
    if isinstance(value, Claim):
        return claim_text(value)
    if isinstance(value, WordValue | WordListValue | NumberValue):
        kind, thing = value.it if isinstance(value.it, tuple) else (None, value.it)
        name = _(value.label, it=thing) if kind is None else _(value.label, it=thing, kind=kind)
        if isinstance(value, WordListValue) and value.value is not None and value.fact != _STACK:
            # A list may have one word or several. With a colon, no verb has to agree with their number.
            return (
                _("{what}: {value}", what=name, value=", ".join(value.value))
                if value.value
                else _("{what}: none", what=name)
            )
        return _("{what} is {value}", what=name, value=_value_text(value))
    if isinstance(value, tuple):
        return ", ".join(display_text(each) for each in value)
    return str(value)


def _value_text(value: WordValue | WordListValue | NumberValue) -> str:
    if isinstance(value, NumberValue):
        low = f"{value.low:g}"
        if value.low in (0, -INFINITY) and not value.is_known:
            return _("not stated")
        return low if value.is_known else _("not stated, but at least {least}", least=low)
    if value.value is None:
        return _("not stated")
    return value.value if isinstance(value.value, str) else ", ".join(value.value) or _("empty")


def build_proof(truth: Truth, now: Situation) -> Proof:
    """Return the proof of a truth about a situation."""
    claim = _sentence(truth, now)
    if truth.rule is None:
        is_value = isinstance(truth.claim, WordValue | WordListValue | NumberValue)
        facts = (
            tuple(named_path(effect_names(now), each) for each in truth.facts)
            if truth.kind == "leaf" or is_value
            else ()
        )
        reasons = _reasons(truth, now)
        if is_value and truth.kind != "leaf":
            reasons = tuple(replace(each, told=each.told and not _is_start(each)) for each in reasons)
        return Proof(claim, _answer(truth.value), facts=facts, children=reasons, told=not _is_default(truth, now))
    state = now.law.quote_in_language(truth.rule.concept)
    return Proof(
        claim, _answer(truth.value), str(state.number) if state.number else None, state.edition, state.text,
        state.lang if state.text else None, (), _reasons(truth, now), told=truth.rule.concept not in IN_THE_TABLE,
    )  # fmt: skip


def _sentence(truth: Truth, now: Situation) -> str:
    """Return the claim of a truth as a sentence, in which facts and effects have their names."""
    if truth.claim is None:
        return _connective(truth)
    is_path = isinstance(truth.claim, Claim) and truth.claim.template == UNSTATED
    if is_path and (place := find_fact(now, truth.facts[0])) is not None:
        return _("not stated: {statement}", statement=claim_text(place.claim))
    return named_path(effect_names(now), claim_text(truth.claim))


def _answer(value: bool | None) -> Answer:
    return "unknown" if value is None else "yes" if value else "no"


def _connective(truth: Truth) -> str:
    """Return a claim for a combined truth that has no claim. Example: `all of these`."""
    if truth.kind == "clash":
        return _("exceptions that disagree")
    return _("all of these") if truth.kind == "all" else _("one of these")


def _is_start(reason: Proof) -> bool:
    """True if a reason for a derived value is a fact that the derivation starts with."""
    return reason.rule is None and reason.value == "yes"


def _is_default(truth: Truth, now: Situation) -> bool:
    """True if a truth is the value of facts that aren't stated and have the same value wherever they aren't stated."""
    if truth.value is None or truth.assumed or not truth.facts or truth.kind != "leaf":
        return False
    places = [find_fact(now, each) for each in truth.facts]
    return all(each is not None and not each.is_stated and each.fact.otherwise is not MISSING for each in places)


def _reasons(truth: Truth, now: Situation) -> tuple[Proof, ...]:
    """Return the proofs of the parts that decide a truth. For a part without a claim, its own parts are used."""
    found: list[Proof] = []
    for part in deciding_parts(truth):
        if part.claim is not None or part.rule is not None:
            found.append(build_proof(part, now))
            continue
        inner = _reasons(part, now)
        if part.kind == "not":
            told = part.value is not True or not _is_remote(part.parts[0])
            found += [_negated(each, _answer(part.value), told=told) for each in inner]
        elif _needs_no_connective(truth, part) or len(inner) == 1:
            found += inner
        elif inner:
            found.append(Proof(_connective(part), _answer(part.value), children=inner))
    return tuple(dict.fromkeys(found))


def _needs_no_connective(truth: Truth, part: Truth) -> bool:
    """True if the reasons for a part can stand among those for the whole. Only an open part needs its own claim."""
    return part.value is not None or truth.kind in (part.kind, "not") or truth.rule is not None


def _negated(reason: Proof, value: Answer, *, told: bool) -> Proof:
    """Return a reason for a negation. A fact has the value of the negation. The claim of a rule keeps its own value."""
    if reason.rule is None and not reason.children:
        return replace(reason, value=value)
    return replace(reason, denied=not reason.denied, told=reason.told and told)


def _is_remote(prohibition: Truth) -> bool:
    """True if none of the conditions of a prohibition holds, such as “A is a dungeon, which can't be cast”."""
    rules = [
        each for each in (prohibition, *prohibition.parts) if each.rule is not None and each.rule.role == "forbids"
    ]
    conditions = [each for rule in rules for part in rule.parts for each in _conjuncts(part)]
    return bool(rules) and not any(each.value is True and each.kind != "not" for each in conditions)


def _conjuncts(truth: Truth) -> list[Truth]:
    """Return the parts that must all hold if a truth holds."""
    if truth.kind != "all" or truth.claim is not None:
        return [truth]
    return [each for part in truth.parts for each in _conjuncts(part)]


def deciding_parts(truth: Truth) -> tuple[Truth, ...]:
    """Return the parts that decide the value of a truth."""
    if truth.kind in ("not", "clash", "leaf") or truth.rule is not None:
        return truth.parts
    deciding = tuple(part for part in truth.parts if part.value is truth.value)
    return deciding[:1] if truth.kind == "any" and truth.value is True else deciding


def deciding_leaves(truth: Truth) -> list[Truth]:
    """Return the deciding parts that have no parts of their own."""
    if not truth.parts or truth.assumed:
        return [truth]
    return [leaf for part in deciding_parts(truth) for leaf in deciding_leaves(part)]


def concepts_used(truth: Truth) -> list[str]:
    """Return the concepts of the rules that a truth rests on. Rules nearer to the conclusion come first."""
    own = [truth.rule.concept] if truth.rule else []
    return list(dict.fromkeys([*own, *(each for part in deciding_parts(truth) for each in concepts_used(part))]))


def derived_facts(truth: Truth) -> list[str]:
    """Return the paths of the derived values that a truth rests on, in order of occurrence."""
    claim = truth.claim
    is_derived = isinstance(claim, WordValue | WordListValue | NumberValue) and bool(truth.parts)
    own = list(truth.facts) if is_derived else []
    return [*own, *(each for part in deciding_parts(truth) for each in derived_facts(part))]
