"""Citations of the rules that answers rest on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from kb.rulings.law.applicable_law import ConceptStatus, Law, Status


@dataclass(frozen=True, slots=True)
class RuleCitation:
    """A rule that an answer rests on.

    Attributes:
        concept: the concept of the encoded rule.
        number: the number under which the rule is cited; "" if it has no number.
        edition: the edition that the rule's text was read from; None if the knowledge base lacks the text.
        lang: the language of the text.
        text: the rule's text; None if the knowledge base lacks the text.
        status: the status of the concept in the edition (`kb.rulings.law.applicable_law`).
        excerpt: True if the text was read from an excerpt.
    """

    concept: str
    number: str
    edition: date | None
    lang: str
    text: str | None
    status: Status
    excerpt: bool = False


def cite(law: Law, concept: str) -> RuleCitation:
    """Return the citation of a concept."""
    return _citation(law, law.quote_in_language(concept))


def cite_all(law: Law, concepts: Iterable[str]) -> tuple[RuleCitation, ...]:
    """Return the citations of concepts. Concepts with the same rule number share one citation."""
    states = [law.quote_in_language(concept) for concept in dict.fromkeys(concepts)]
    by_number = {str(state.number): state for state in reversed(states) if state.number is not None}
    return tuple(_citation(law, state) for state in states if by_number.get(str(state.number)) is state)


def _citation(law: Law, state: ConceptStatus) -> RuleCitation:
    number = str(state.number or "")
    excerpt = law.quotes_excerpt(state)
    return RuleCitation(state.concept, number, state.edition, state.lang, state.text, state.status, excerpt)
