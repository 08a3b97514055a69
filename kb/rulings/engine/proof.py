"""Proofs: why an answer is what it is, as a tree of claims with the rules that make them.

Only what decides is shown: of a no, the parts that are no; of what is open, the parts that are open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from kb.i18n import _
from kb.rulings.law.applicable_law import Law
from kb.rulings.logic.partial_values import NumberValue, WordListValue, WordValue
from kb.rulings.logic.ternary import Claim, FactValue, Truth

Answer = Literal["yes", "no", "unknown"]


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim and why it holds, doesn't, or is open.

    Attributes:
        claim: in the user's language.
        value: whether it holds.
        rule: number of the rule that makes it; None for what was stated.
        edition: the edition that the rule is quoted from.
        quote: the rule's text; None where the knowledge base doesn't have it.
        lang: the language of the quote.
        facts: paths of the facts that it was read from.
        children: the reasons.
    """

    claim: str
    value: Answer
    rule: str | None = None
    edition: date | None = None
    quote: str | None = None
    lang: str | None = None
    facts: tuple[str, ...] = ()
    children: tuple[Proof, ...] = ()


def claim_text(claim: Claim | FactValue) -> str:
    """A claim, or a fact as it is, in the user's language."""
    if not isinstance(claim, Claim):
        return display_text(claim)
    return _(claim.template, **{name: display_text(value) for name, value in claim.values})


def display_text(value: Any) -> str:
    """What goes into a place of a claim."""
    if isinstance(value, Claim):
        return claim_text(value)
    if isinstance(value, WordValue):
        return _("{what} is {value}", what=_label(value.label, value.it), value=_word(value.value))
    if isinstance(value, WordListValue):
        listed = None if value.value is None else ", ".join(value.value) or _("empty")
        return _("{what} is {value}", what=_label(value.label, value.it), value=_word(listed))
    if isinstance(value, NumberValue):
        return _("{what} is {value}", what=_label(value.label, value.it), value=_number(value))
    if isinstance(value, tuple):
        return ", ".join(display_text(each) for each in value)
    return str(value)


def _label(label: str, it: Any) -> str:
    if isinstance(it, tuple):
        kind, thing = it
        return _(label, it=thing, kind=kind)
    return _(label, it=it)


def _word(value: str | None) -> str:
    return _("not stated") if value is None else value


def _number(number: NumberValue) -> str:
    if number.is_known:
        return f"{number.low:g}"
    if number.low > -float("inf"):
        return _("not stated, but at least {least}", least=f"{number.low:g}") if number.low else _("not stated")
    return _("not stated")


def build_proof(truth: Truth, law: Law) -> Proof:
    """The proof of a truth under a law."""
    claim = claim_text(truth.claim) if truth.claim else _joined(truth)
    if truth.rule is None:
        facts = truth.facts if truth.kind == "leaf" else ()
        return Proof(claim, _answer(truth.value), facts=facts, children=_reasons(truth, law))
    standing = law.quote_in_language(truth.rule.concept)
    return Proof(
        claim, _answer(truth.value), str(standing.number) if standing.number else None, standing.edition,
        standing.text, standing.lang if standing.text else None, (), _reasons(truth, law),
    )  # fmt: skip


def _answer(value: bool | None) -> Answer:
    return "unknown" if value is None else "yes" if value else "no"


def _joined(truth: Truth) -> str:
    """What a truth says that was put together without a claim of its own."""
    if truth.kind == "clash":
        return _("exceptions that disagree")
    return _("all of these") if truth.kind == "all" else _("one of these")


def _reasons(truth: Truth, law: Law) -> tuple[Proof, ...]:
    """The proofs of the parts that decide; for a part that says nothing of its own, those of its parts."""
    found: list[Proof] = []
    for part in deciding_parts(truth):
        if part.claim is not None or part.rule is not None:
            found.append(build_proof(part, law))
            continue
        inner = _reasons(part, law)
        if part.kind == "not":
            # The sentence that states a fact stands; whether it serves what is to be proved has turned round. What a
            # rule says is a claim, which is so or isn't.
            found += [
                each if each.children or each.rule else replace(each, value=_answer(part.value)) for each in inner
            ]
        elif part.kind == truth.kind or len(inner) == 1 or truth.kind == "not" or truth.rule is not None:
            found += inner
        elif inner:
            found.append(Proof(_joined(part), _answer(part.value), children=inner))
    return tuple(dict.fromkeys(found))


def deciding_parts(truth: Truth) -> tuple[Truth, ...]:
    """The parts that make a truth what it is."""
    if truth.kind in ("not", "clash", "leaf") or truth.rule is not None:
        return truth.parts
    wanted = truth.value
    if (truth.kind == "all" and wanted is True) or (truth.kind == "any" and wanted is False):
        return truth.parts
    if wanted is None:
        return tuple(part for part in truth.parts if part.value is None)
    first = [part for part in truth.parts if part.value is wanted]
    return tuple(first[:1]) if truth.kind == "any" else tuple(first)


def deciding_leaves(truth: Truth) -> list[Truth]:
    """What a truth rests on in the end, each once, as far as it decides."""
    if not truth.parts or truth.assumed:
        return [truth]
    return [leaf for part in deciding_parts(truth) for leaf in deciding_leaves(part)]


def concepts_used(truth: Truth) -> list[str]:
    """The concepts of the rules that a truth rests on, nearest first."""
    own = [truth.rule.concept] if truth.rule else []
    return list(dict.fromkeys([*own, *(each for part in deciding_parts(truth) for each in concepts_used(part))]))
