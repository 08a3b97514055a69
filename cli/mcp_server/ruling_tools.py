"""The tools about situations and cards. They don't know the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cli.mcp_server.answers import CardAnswer, CardFaceText, CitedRule, QuestionHelp, RulingAnswer
from cli.mcp_server.shortening import shorten
from cli.mcp_server.tools import heading, limit_of
from cli.rendering.ruling_view import value_text
from kb.errors import BadValue, RulesError
from kb.i18n import _
from kb.rulings.engine.question_search import near_questions
from kb.rulings.engine.questions import Question, all_questions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kb.library.cards import CardWithRules
    from kb.library.library import Library
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.engine.proof import Proof

_MOST_TEXT = 20_000
_NEAR = 12


class RulingTools:
    """Answers of the tools about situations and cards. Several threads may call them."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def ask_rules(
        self,
        question: str | None,
        situation: str | Mapping[str, Any] | None,
        facts: Mapping[str, str] | None,
        by: str | None,
        as_of: str | None,
        lang: str,
        *,
        with_proof: bool,
        max_characters: int,
    ) -> RulingAnswer:
        """Answer a question about a situation, or list the questions."""
        most = limit_of(max_characters)
        view = self._library.at(as_of, lang)
        name = (question or "").partition(" ")[0]
        if name not in all_questions():
            return self._questions(question or "", as_of, lang, most)
        if isinstance(situation, str) and len(situation) > _MOST_TEXT:
            raise BadValue("size", str(len(situation)), _("give at most {most} characters", most=_MOST_TEXT))
        ruling = self._library.ask(question or "", situation, facts=facts, by=by, as_of=as_of, lang=lang)
        if ruling.as_of != view.as_of:
            view = self._library.at(ruling.as_of, lang)
        answer: RulingAnswer = {
            **heading(view),
            "question": question or "",
            "verdict": ruling.verdict,
            "answer": None if ruling.value is None else value_text(ruling.value),
            "depends_on": list(map(ruling.named, ruling.depends_on)),
            "assumptions": list(ruling.assumptions),
            "not_used": [f"{ruling.named(each.fact)}: {each.says} ({each.reason})" for each in ruling.not_used],
            "citations": [_cited_rule(ruling, at) for at in range(len(ruling.citations))],
            "proof": list(_proof_lines(ruling.proof)) if with_proof and ruling.proof else [],
            "questions": [],
        }
        if ruling.question == "sba":
            done = [f"{each.description} ({each.citation.number})" for each in ruling.actions]
            answer["answer"] = "; ".join(done) or _("no state-based action is performed")
        return shorten(answer, most, ("proof", "citations", "assumptions", "not_used"))

    def _questions(self, words: str, as_of: str | None, lang: str, most: int) -> RulingAnswer:
        """Return the questions that are near some words, or all if there are no words.

        Raises:
            BadValue: no question is near.
        """
        found = near_questions(words, _NEAR) if words.strip() else tuple(all_questions().values())
        if not found:
            raise BadValue("question", words, _("call the tool without a question for the list of all questions"))
        answer: RulingAnswer = {
            **heading(self._library.at(as_of, lang)),
            "question": words, "verdict": None, "answer": None, "depends_on": [], "assumptions": [], "not_used": [],
            "citations": [], "proof": [], "questions": [_help(each) for each in found],
        }  # fmt: skip
        return shorten(answer, most, ("questions",))

    def card(self, name: str | None, text: str | None, as_of: str | None, lang: str, max_characters: int) -> CardAnswer:
        """Return a card of the card library, or a pasted card, with the rules of each line."""
        most = limit_of(max_characters)
        if (name is None) == (text is None):
            raise RulesError(_("give either the name of a card or the text of a card"))
        if text is not None and len(text) > _MOST_TEXT:
            raise BadValue("size", str(len(text)), _("give at most {most} characters", most=_MOST_TEXT))
        view = self._library.at(as_of, lang)
        if name is not None:
            found = self._library.card(name, as_of=view.as_of, lang=lang)
        else:
            found = self._library.card_from_text(text or "", as_of=view.as_of, lang=lang)
        french = [face.french.name for face in found.faces if face.french]
        answer: CardAnswer = {
            **heading(view),
            "name": found.name,
            "faces": _faces(found),
            "french_name": " // ".join(french) or None,
            "rulings": [f"{each.date}: {each.text}" for each in found.rulings],
        }
        return shorten(answer, most, ("rulings", "faces"))


def _help(question: Question) -> QuestionHelp:
    return {"question": question.name, "takes": question.takes, "help": _(question.help)}


def _cited_rule(ruling: Ruling, at: int) -> CitedRule:
    cited = ruling.citations[at]
    edition = cited.edition.isoformat() if cited.edition else None
    return {"number": cited.number, "text": cited.text, "edition": edition}


def _proof_lines(node: Proof, depth: int = 0) -> Iterator[str]:
    """Yield the steps of a proof, each indented under the step that it proves."""
    rule = f" ({node.rule})" if node.rule else ""
    yield f"{'  ' * depth}{_(node.value)}: {node.claim}{rule}"
    for child in node.children:
        yield from _proof_lines(child, depth + 1)


def _faces(found: CardWithRules) -> list[CardFaceText]:
    return [
        {
            "name": face.name,
            "type_line": face.type_line,
            "mana_cost": face.mana_cost,
            "lines": [
                {
                    "text": each.text,
                    "kind": each.kind,
                    "understood": each.understood,
                    "rules": [f"{rule.number} {rule.heading}".strip() for rule in each.rules],
                }
                for each in face.lines
            ],
        }
        for face in found.faces
    ]
