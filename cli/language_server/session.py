"""What the language server knows: the knowledge base, the settings, and the rules for hover, jump and completion."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path

from cli.language_server.rule_pages import RulePages
from cli.linting.baseline import Baseline
from cli.linting.linter import Linter
from cli.linting.settings import LintSettings
from cli.options.completion import is_next_level
from cli.options.global_options import GlobalOptions
from cli.rendering.code_labels import code_label, dated_edition
from kb.citations.checker import CitationChecker
from kb.citations.citation_parser import Citation
from kb.citations.policy_citation_parser import PolicyCitation
from kb.citations.policy_sections import POLICY_LANG
from kb.citations.saved_rule_texts import open_rule_texts
from kb.documents import DOCUMENTS, Doc
from kb.errors import BadValue
from kb.history.history import rule_histories
from kb.i18n import _
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem

# The beginning of a number after a citation word: `CR 70`, `rule 702.1`, `règle 704.5`.
_BEGUN = re.compile(
    r"(?<![^\W_]) (?: CR | C\.R\. | RC | (?i: (?:sub-?)?rules? | (?:sous-)?r[èe]gles? ) ) [ \u00a0#:_.]{0,2}"
    r"(?P<number> [1-9][0-9]{0,2} (?: \.[0-9]{0,3}[a-z]{0,2} )? ) \Z",
    re.VERBOSE,
)
# The longest text of a citation word and a number, in characters.
_BEGUN_LENGTH = 40
_MOST_COMPLETIONS = 200


@dataclass(frozen=True, slots=True)
class NumberCompletion:
    """A number to complete. `typed` is the number of characters of it that the user has typed."""

    number: RuleNumber
    text: str
    typed: int


class Session:
    """The knowledge base with the settings of the folder that is open in the editor."""

    def __init__(self, common: GlobalOptions, store: Store, settings: LintSettings) -> None:
        if not common.lang and settings.language:
            common = replace(common, lang=settings.language)
        self._store, self._settings = store, settings
        self.view = common.view(store, common.language)
        self.pages = RulePages(store)

    @cached_property
    def linter(self) -> Linter:
        """The linter with the settings. Raise `RulesError` if the baseline can't be read."""
        file = self._settings.baseline
        checker = CitationChecker(
            self._store, self.view, self._settings.written_under, lambda: open_rule_texts(self._store, self.view.lang)
        )
        baseline = Baseline.read(file) if file is not None and file.exists() else None
        return Linter(lambda: checker, self._settings, baseline)

    def leaves_out(self, path: Path) -> bool:
        """True if a file isn't checked: the settings leave it out, or it is a page of rules that the server wrote."""
        return path.is_relative_to(self.pages.folder) or self._settings.leaves_out(str(path), is_folder=False)

    def view_of(self, citation: Citation | PolicyCitation) -> View:
        """Return the edition that a citation means: the one that it is pinned to, or the one in force."""
        view = self._view_of_book(citation.doc)
        return view.on_day(citation.edition) if citation.edition else view

    def edition_of(self, doc: Doc) -> date | None:
        """Return the day of the edition of a document that is in force."""
        return self._view_of_book(doc).base

    def _view_of_book(self, doc: Doc) -> View:
        return self.view if doc == "cr" else View(self._store.book(doc), POLICY_LANG, self.view.as_of)

    def describe(self, citation: Citation | PolicyCitation) -> str | None:
        """Return the cited rule as Markdown: number, edition, text and last change. None if there is no such rule."""
        view = self.view_of(citation)
        rule = None if citation.number is None else view.rule(citation.number)
        return None if rule is None else self._describe(view, rule)

    def describe_number(self, number: str, doc: Doc) -> str | None:
        """Return a rule or a section in force as Markdown, or None if there is none with this number."""
        view = self._view_of_book(doc)
        try:
            rule = view.rule(DOCUMENTS[doc].numbers.parse(number))
        except BadValue:
            return None
        return None if rule is None else self._describe(view, rule)

    def _describe(self, view: View, rule: ViewItem[Rule]) -> str:
        edition = dated_edition(rule.lang, rule.edition, excerpt=rule.from_excerpt)
        paragraphs = [f"**{rule.item.number}** · {edition}", *map(_escape, rule.item.text.split("\n"))]
        paragraphs += [f"> {_escape(example.text)}" for example in rule.item.examples]
        return "\n\n".join((*paragraphs, f"*{_escape(self._last_change(view, rule))}*"))

    def _last_change(self, view: View, rule: ViewItem[Rule]) -> str:
        """Return a sentence about the last event of a rule, up to the view's day, that wasn't quiet."""
        (history,) = rule_histories(self._store.book(view.doc), view.lang, (rule,))
        events = [
            event
            for event in history.events
            if event.edition <= view.as_of and not (event.kind == "edited" and event.change != "wording")
        ]
        if not events:
            return _("no change in substance since {day}", day=history.spans[0].first)
        last = events[-1]
        what = code_label(last.kind) + (f", {code_label(last.change)}" if last.change else "")
        return _("last change: {day}, {what}", day=last.edition, what=what)

    @cached_property
    def _rules(self) -> dict[RuleNumber, Rule]:
        return self.view.rules_by_number()

    def complete(self, before: str) -> list[NumberCompletion]:
        """Return the numbers that continue a number after a citation word. `before` is the line up to the cursor.

        Numbers are offered level by level: sections, the rules of a section, the subrules of a rule.
        """
        match = _BEGUN.search(before[-_BEGUN_LENGTH:])
        if match is None:
            return []
        typed = match["number"]
        found = [
            NumberCompletion(number, rule.text.partition("\n")[0], len(typed))
            for number, rule in self._rules.items()
            if is_next_level(str(number), typed)
        ]
        return found[:_MOST_COMPLETIONS]


def _escape(text: str) -> str:
    """Escape what Markdown would take for markup, such as `*` and `<`."""
    return re.sub(r"([\\`*_<>\[\]#|~])", r"\\\1", text)
