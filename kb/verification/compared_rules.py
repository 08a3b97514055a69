"""The rules of a day in one language, as answers are compared with them."""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

from kb.citations.checker import CitationChecker
from kb.citations.rules_of_day import RulesOfDay
from kb.languages import Lang
from kb.storage.store import Store
from kb.storage.view import View
from kb.verification.quotation_judge import QuotationJudge
from kb.verification.reading_words import WordReader
from kb.verification.rule_topics import RuleTopics
from kb.verification.rule_words import RuleWords
from kb.verification.topic import TopicReader


class Statements(NamedTuple):
    """What statements of an answer are compared with: the rules of a day, and what compares."""

    reader: TopicReader
    rules: RulesOfDay


class ComparedRules:
    """The rules of a view, with what compares texts with them. It is made when it is first asked for.

    Attributes:
        view: the view.
        checker: the checker of citations.
        rules: the rules.
    """

    def __init__(self, store: Store, view: View, checker: CitationChecker) -> None:
        self._store, self.view, self.checker = store, view, checker
        self.rules = checker.rules_of(view.as_of)
        self.statements = cache(self._statements_in)

    @cached_property
    def quotations(self) -> QuotationJudge:
        """What judges quotations."""
        words = RuleWords(self.view, self.rules.rules)
        return QuotationJudge(self.rules, words, self.checker.had_words_until)

    @cached_property
    def _topics(self) -> RuleTopics:
        return RuleTopics(self.view.rules(), self.view.lang)

    def _statements_in(self, lang: Lang) -> Statements | None:
        """Return what compares statements in a language. English statements can't be compared with French rules."""
        if lang == self.view.lang:
            return Statements(TopicReader(self._topics, WordReader(lang)), self.rules)
        if lang == "en":
            return None
        from kb.terms.bilingual_terms import everyday_words, load_term_base
        from kb.verification.french_words import FrenchWordReader

        terms = load_term_base(self._store, self.view.as_of).with_everyday_words(everyday_words())
        return Statements(TopicReader(self._topics, FrenchWordReader(terms, self._topics.weights)), self.rules)
