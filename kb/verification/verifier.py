"""The verification of an answer about the rules: each number and each quotation is right, wrong or doubtful.

`rules lint` is silent where it isn't sure, because it reads the files of a project again and again. An answer is read
once, and what is false in it is repeated. So here everything is accounted for: what was checked, and what wasn't.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from kb.citations.citation_parser import Citation
from kb.citations.policy_citation_parser import PolicyCitation
from kb.citations.rules_of_day import RulesOfDay
from kb.citations.surroundings import Surroundings
from kb.citations.verdicts import CitationCheck, Verdict
from kb.documents import Doc
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.text.language_detection import detect_language
from kb.verification.answer_text import read_answer
from kb.verification.attribution import Attributor, Claims
from kb.verification.compared_rules import ComparedRules, Statements
from kb.verification.contexts import Around, Readings
from kb.verification.judgements import Aspect, JudgedCitation, UnjudgedWords, Verification
from kb.verification.mentions import Mention, find_other_numbers
from kb.verification.passages import QuotedPassage
from kb.verification.policy_judge import PolicyJudge
from kb.verification.quotation_judge import Outcome, QuotationJudgement
from kb.verification.text_contexts import TextContexts
from kb.verification.topic import TopicComparison

_SPEAKS_OF_PAST = re.compile(
    r"\b(?:remov\w+|no\s+longer|used\s+to|former\w*|previous\w*|was|were|obsolete|deprecat\w+|gone|old\w*|once|histor\w+"
    r"|n'\w+\s+plus|supprim\w+|ancien\w*)\b",
    re.IGNORECASE,
)
_SURE = 0.9
"""A sign beside a number of less confidence counts less than the words of its sentence."""

_GROUNDS: tuple[Verdict, ...] = ("wrong-topic", "reused")


class AnswerVerifier:
    """Verifies answers by the rules of a day in a language."""

    def __init__(
        self,
        store: Store,
        lang: Lang,
        rules_in: Callable[[Lang], ComparedRules],
        books: Sequence[Doc] = (),
        *,
        is_dated: bool = False,
    ) -> None:
        """Take the documents of the knowledge base. `rules_in` returns the rules of the day in a language.

        `is_dated`: numbers without a pin mean the rules of another day.
        """
        self._rules_in, self._is_dated = cache(rules_in), is_dated
        own = self._rules_in(lang)
        self._view, self._checker, self._rules = own.view, own.checker, own.rules
        self._policy = PolicyJudge(store, self._checker.policy, books, own.view.as_of)

    def _statements_for(self, number: RuleNumber, lang: Lang) -> Statements | None:
        """Return what a statement in a language beside a number is compared with.

        These are the rules of the view in its language. Of a translation, few rules may be known, or a text may be in
        the other language: then they are the English rules of the day.
        """
        if self._is_dated:
            return None
        own, english = self._rules_in(self._view.lang), self._rules_in("en")
        is_known = self._rules.is_complete or number in self._rules.known or not english.rules.is_complete
        return (own if lang == self._view.lang and is_known else english).statements(lang)

    def verify(self, text: str) -> Verification:
        """Judge every number and every quotation of a text."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        answer = read_answer(text)
        lang = detect_language(text)
        blocks, mentions, passages = answer
        places = _Places(text)
        attributor = Attributor(answer)
        judged: list[JudgedCitation] = []
        left: list[UnjudgedWords] = []
        beside: dict[int, list[tuple[QuotedPassage, QuotationJudgement]]] = {}
        inside: dict[int, bool] = {}
        for at, block in enumerate(blocks):
            for passage in passages[at]:
                judgement = self._judge_quotation(passage, attributor.claims(at, passage), lang)
                first = bisect_left(mentions[at], passage.start, key=_start)
                within = mentions[at][first : bisect_left(mentions[at], passage.end, key=_start)]
                inside.update((id(each), judgement.outcome == "right") for each in within)
                if judgement.outcome is None:
                    left.append(
                        UnjudgedWords(places.line(block.start + passage.start), passage.text, judgement.message)
                    )
                elif judgement.mention is None:
                    judged.append(_without_number(passage, judgement, places.of(block.start + passage.start)))
                else:
                    beside.setdefault(id(judgement.mention), []).append((passage, judgement))
            for start, number in find_other_numbers(block, mentions[at]):
                reason = _("an amount, a version or an address")
                left.append(UnjudgedWords(places.line(block.start + start), number, reason))
        contexts = TextContexts(answer)
        for at, block in enumerate(blocks):
            for mention in mentions[at]:
                context = contexts.of(at, mention)
                line, column = places.of(block.start + mention.place)
                quoted = beside.get(id(mention), ())
                if isinstance(mention.citation, PolicyCitation):
                    section = self._judge_section(block.plain, context[0], mention, mention.citation)
                    if section is None:
                        reason = self._policy.absence(mention.citation)
                        left.append(UnjudgedWords(line, mention.shown, reason))
                    found = _with_quotations(section, quoted) if section else []
                else:
                    found = self._judge(
                        block.plain, context, mention, mention.citation, inside.get(id(mention)), quoted, lang
                    )
                judged += (replace(each, line=line, column=column) for each in found)
        judged.sort(key=lambda each: (each.line, each.column))
        return Verification(self._view.base, self._view.lang, tuple(judged), tuple(left))

    def _judge(
        self,
        plain: str,
        context: tuple[Readings, Around],
        mention: Mention,
        cited: Citation,
        within: bool | None,
        beside: Sequence[tuple[QuotedPassage, QuotationJudgement]],
        lang: Lang,
    ) -> list[JudgedCitation]:
        """Judge a number of a block.

        `within` is None outside of quotations; otherwise it tells whether the quotation is right. `lang` is the
        language of the text.
        """
        citation = cited._replace(is_sure=True, needs_text=False)
        around = None if within is not None else _surroundings(plain, mention)
        checked = self._checker.check(citation, None, around)
        if checked is None:
            return []
        judged = self._by_number(mention, cited, checked, plain)
        if within:
            judged = replace(judged, outcome="right", verdict="ok", checked=("number", "quotation"), message="")
        is_quoted = any(each.outcome == "right" for _passage, each in beside)
        number = cited.number
        if within is None and number and not cited.edition and not is_quoted:
            statements = self._statements_for(number, lang)
            judged = _by_statement(judged, number, statements, context, checked.confidence) if statements else judged
            if judged.outcome == "right" and judged.checked == ("number",):
                judged = replace(judged, rule_says=self._text_of(number))
        return _with_quotations(judged, beside)

    def _text_of(self, number: RuleNumber) -> str | None:
        """Return the text of a rule, in English if the translation doesn't have it."""
        rule = self._rules.rules.get(number) or self._rules_in("en").rules.rules.get(number)
        return rule.text if rule else None

    def _judge_quotation(self, passage: QuotedPassage, claims: Claims, lang: Lang) -> QuotationJudgement:
        """Judge a quotation by the book whose citation claims it. Else the rules count first, then the other books.

        `lang` is the language of the answer. A quotation is compared with the rules in its own language.
        """
        if claims.claiming and isinstance(citation := claims.claiming[0].citation, PolicyCitation):
            return self._policy.quotation(passage, claims.claiming[0], citation)
        claims = Claims(*(tuple(each for each in group if isinstance(each.citation, Citation)) for group in claims))
        rules = self._rules_in(detect_language(passage.text, lang))
        named = [each.number for each in claims.claiming if each.number is not None]
        is_known = rules.rules.is_complete or any(each in rules.rules.known for each in named)
        if not is_known and (named or rules.view.lang != self._view.lang):
            message = _("the knowledge base doesn't have this rule in {lang}", lang=rules.view.lang)
            return QuotationJudgement(None, message=message)
        judgement = rules.quotations.judge(passage, claims)
        if judgement.outcome == "right" or claims.claiming:
            return judgement
        return self._policy.find(passage) or judgement

    def _judge_section(
        self, plain: str, readings: Readings, mention: Mention, citation: PolicyCitation
    ) -> JudgedCitation | None:
        """Judge a citation of another book. Return None if the knowledge base has no edition to check it against."""
        checked = self._policy.check(citation, _surroundings(plain, mention), readings)
        if checked is None:
            return None
        outcome: Outcome = "right" if checked.verdict == "ok" else "wrong"
        if checked.verdict == "edited" or (checked.verdict == "wrong-topic" and not checked.confidence):
            outcome = "doubtful"
        elif citation.edition and checked.verdict in ("moved", "reused"):
            outcome = "right"
        aspects: tuple[Aspect, ...] = () if checked.verdict in ("missing", "moved", "unchecked") else ("number",)
        if outcome == "right" and self._policy.is_about(citation, readings):
            aspects = (*aspects, "topic")
        return JudgedCitation(
            0, 0, mention.shown, str(citation.number), outcome, checked.verdict, aspects, checked.suggestion,
            checked.message, doc=citation.doc,
        )  # fmt: skip

    def _by_number(self, mention: Mention, cited: Citation, checked: CitationCheck, plain: str) -> JudgedCitation:
        """Return the judgement by the number itself, and by the text and the names directly beside it."""
        verdict, message = checked.verdict, checked.message
        outcome: Outcome = "right" if verdict == "ok" else "wrong"
        exists = cited.number in self._rules.known
        english = self._rules_in("en").rules
        if verdict == "unchecked" and not self._rules.is_complete and english is not self._rules and not cited.edition:
            return self._by_english(mention, cited, english, message)
        if verdict == "unchecked" and (not self._rules.is_complete or cited.edition):
            outcome = "doubtful"
        elif verdict == "unchecked":  # past the end of the section: in the edition that is asked for, no rule has it
            message = _("{message}; in this edition, no rule has it", message=message)
        elif verdict == "deprecated":
            outcome = "right" if _SPEAKS_OF_PAST.search(plain) else "doubtful"
        elif cited.edition and verdict in ("moved", "reused", "edited"):
            outcome = "right"  # on the day that it names; the message says what became of the rule
        elif verdict == "edited":
            outcome = "doubtful"
        aspects: tuple[Aspect, ...] = ("number",) if exists and verdict not in ("missing", "moved") else ()
        return JudgedCitation(
            0, 0, mention.shown, cited.written, outcome, verdict, aspects, checked.suggestion, message
        )

    def _by_english(self, mention: Mention, cited: Citation, english: RulesOfDay, absence: str) -> JudgedCitation:
        """Return the judgement on a number that a translation doesn't have. The English rules of the day decide."""
        judged = JudgedCitation(0, 0, mention.shown, cited.written, "doubtful", "unchecked", (), None, absence)
        if cited.number in english.known:
            message = _("{message}; {edition} has it", message=absence, edition=english.name)
            return replace(judged, outcome="right", verdict="ok", checked=("number",), message=message)
        if not english.is_complete:
            return judged
        message = _("there is no rule {number} in {edition}", number=cited.written, edition=english.name)
        return replace(judged, outcome="wrong", verdict="missing", message=message)


def _start(mention: Mention) -> int:
    return mention.start


class _Places:
    """Lines and columns of offsets."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]

    def line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def of(self, offset: int) -> tuple[int, int]:
        line = self.line(offset)
        return line, offset - self._starts[line - 1] + 1


def _surroundings(plain: str, mention: Mention) -> Surroundings:
    before, start = plain[: mention.citation.start], max(0, mention.citation.start - 480)
    return Surroundings(" ".join(before[start:].split()) + " ", plain[mention.end :][:480], before[start:])


def _by_statement(
    judged: JudgedCitation,
    number: RuleNumber,
    statements: Statements,
    context: tuple[Readings, Around],
    confidence: float | None,
) -> JudgedCitation:
    """Add what the words near a number say about it, or which rule they name instead of it."""
    reader, rules = statements
    if number in rules.known:
        compared = reader.compare(number, *context)
        if compared is not None:
            judged = _by_topic(judged, number, compared, is_unsure=(confidence or 0) < _SURE)
            if judged.verdict == "wrong-topic" and not rules.is_complete:
                return replace(judged, outcome="doubtful")  # the rule that is meant may not be there
    elif (
        judged.outcome != "right"
        and rules.is_complete
        and (judged.suggestion is None or reader.speaks_against(judged.suggestion, *context))
    ):
        return _with_target(judged, reader.best(number, *context))
    return judged


def _by_topic(
    judged: JudgedCitation, number: RuleNumber, compared: TopicComparison, *, is_unsure: bool
) -> JudgedCitation:
    """Add what the words near a number say. `is_unsure`: what speaks against the number is less sure than they are."""
    verdict = judged.verdict
    if compared.is_confirmed:
        if verdict == "ok":
            return replace(judged, checked=(*judged.checked, "topic"))
        if verdict in _GROUNDS:  # the sentence speaks for the number, what is directly beside it against
            checked: tuple[Aspect, ...] = ("number", "topic")
            right = replace(judged, outcome="right", verdict="ok", suggestion=None, message="", checked=checked)
            return right if is_unsure else replace(judged, outcome="doubtful")
    elif compared.is_contradicted(number) and verdict == "ok":
        named = {"target": compared.other, "number": judged.number}
        message = _("what stands beside it fits {target} better than {number}", **named)
        outcome: Outcome = "wrong" if compared.is_refuted(number) else "doubtful"
        return replace(judged, outcome=outcome, verdict="wrong-topic", suggestion=str(compared.other), message=message)
    return judged


def _with_target(judged: JudgedCitation, target: RuleNumber | None) -> JudgedCitation:
    """Add the rule that the words near a number without a rule are about. None: they name none clearly."""
    if target is None:
        message = _("{message}; no rule was found that is clearly meant", message=judged.message)
        return replace(judged, suggestion=None, message=message)
    message = _("{message}; what stands beside it fits {target}", message=judged.message, target=target)
    return replace(judged, suggestion=str(target), message=message)


def _without_number(passage: QuotedPassage, judgement: QuotationJudgement, place: tuple[int, int]) -> JudgedCitation:
    checked: tuple[Aspect, ...] = ("quotation",) if judgement.outcome == "right" else ()
    return JudgedCitation(
        *place, "", judgement.number, judgement.outcome or "doubtful", judgement.verdict, checked, judgement.suggestion,
        judgement.message, passage.text, judgement.rule_says, judgement.doc,
    )  # fmt: skip


def _with_quotations(
    judged: JudgedCitation, beside: Sequence[tuple[QuotedPassage, QuotationJudgement]]
) -> list[JudgedCitation]:
    """Return the judgement on a number with its worst quotation, and one more for each other false quotation."""
    ordered = sorted(beside, key=lambda each: ("wrong", "doubtful", "right").index(each[1].outcome or "right"))
    results = [_with_quotation(judged, passage, each) for passage, each in ordered[:1]] or [judged]
    results += [_with_quotation(judged, passage, each) for passage, each in ordered[1:] if each.outcome != "right"]
    return results


def _with_quotation(judged: JudgedCitation, passage: QuotedPassage, judgement: QuotationJudgement) -> JudgedCitation:
    """Add the judgement on its quotation to the judgement on a number."""
    judged = replace(judged, quotation=passage.text)
    if judgement.outcome == "right":
        if judged.outcome != "right" and judged.verdict in _GROUNDS:  # the words themselves say that it is right
            judged = replace(judged, outcome="right", verdict="ok", suggestion=None, message="")
        return replace(judged, checked=(*judged.checked, "quotation"))
    if judged.verdict in ("missing", "moved", "unchecked"):
        suggestion = judged.suggestion or judgement.suggestion
        return replace(judged, suggestion=suggestion, rule_says=judgement.rule_says)
    message = judgement.message if judged.verdict == "ok" else f"{judgement.message}; {judged.message}"
    return replace(
        judged, outcome=judgement.outcome or "doubtful", verdict=judgement.verdict, message=message,
        suggestion=judgement.suggestion or judged.suggestion, rule_says=judgement.rule_says,
    )  # fmt: skip
