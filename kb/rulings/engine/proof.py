"""Proofs: the reasons for an answer as a tree of claims. Each claim may have the rule that makes it.

A proof shows only the deciding parts. If the answer is no, these parts are no. If the answer is open, they are open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from kb.i18n import _
from kb.rulings.law.applicable_law import Law
from kb.rulings.logic.partial_values import INFINITY, NumberValue, WordListValue, WordValue
from kb.rulings.logic.ternary import Claim, FactValue, Truth

Answer = Literal["yes", "no", "unknown"]


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


def build_proof(truth: Truth, law: Law) -> Proof:
    """Return the proof of a truth under a law."""
    claim = claim_text(truth.claim) if truth.claim else _connective(truth)
    if truth.rule is None:
        facts = truth.facts if truth.kind == "leaf" else ()
        return Proof(claim, _answer(truth.value), facts=facts, children=_reasons(truth, law))
    state = law.quote_in_language(truth.rule.concept)
    return Proof(
        claim, _answer(truth.value), str(state.number) if state.number else None, state.edition, state.text,
        state.lang if state.text else None, (), _reasons(truth, law),
    )  # fmt: skip


def _answer(value: bool | None) -> Answer:
    return "unknown" if value is None else "yes" if value else "no"


def _connective(truth: Truth) -> str:
    """Return a claim for a combined truth that has no claim. Example: `all of these`."""
    if truth.kind == "clash":
        return _("exceptions that disagree")
    return _("all of these") if truth.kind == "all" else _("one of these")


def _reasons(truth: Truth, law: Law) -> tuple[Proof, ...]:
    """Return the proofs of the parts that decide a truth. For a part without a claim, its own parts are used."""
    found: list[Proof] = []
    for part in deciding_parts(truth):
        if part.claim is not None or part.rule is not None:
            found.append(build_proof(part, law))
            continue
        inner = _reasons(part, law)
        if part.kind == "not":
            # A negated fact is shown with the value of the negation. The claim of a negated rule keeps its own value.
            value = _answer(part.value)
            found += [each if each.children or each.rule else replace(each, value=value) for each in inner]
        elif part.kind == truth.kind or len(inner) == 1 or truth.kind == "not" or truth.rule is not None:
            found += inner
        elif inner:
            found.append(Proof(_connective(part), _answer(part.value), children=inner))
    return tuple(dict.fromkeys(found))


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
