"""The tools about rules: what each answers, from the Python API. They don't know the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from cli.edition_gaps import describe_newest_edition
from cli.mcp_server.answers import (
    Answer,
    ChangedRule,
    DiffAnswer,
    FoundRules,
    FoundText,
    ReferencesAnswer,
    RuleAnswer,
    TermAnswer,
    TraceAnswer,
    VerificationAnswer,
    VerifiedCitation,
)
from cli.mcp_server.rule_texts import cited, named_document, parents, reference_text, rule_text
from cli.mcp_server.shortening import LEAST_CHARACTERS, MAX_CHARACTERS, MOST_CHARACTERS, shorten, size_of
from kb.documents import DOCUMENTS
from kb.errors import BadValue, NotFound
from kb.i18n import _, ngettext
from kb.library.book_view import BookView, LibrarySection
from kb.library.rules import LibraryRule

if TYPE_CHECKING:
    from kb.library.changes import LibraryChange
    from kb.library.library import Library
    from kb.library.view import LibraryView
    from kb.search.results import Hit, SearchResults
    from kb.verification.judgements import JudgedCitation

Include = Literal["parents", "subrules", "cited", "french"]
_MOST_HITS, _MOST_TEXT = 50, 50_000
# In characters: of quotations and rules in the answer of `verify_citations`.
_SHORT, _MIDDLE, _LONG = 60, 160, 400


def heading(view: LibraryView | BookView) -> Answer:
    """Return what every answer about a view says: the edition, the language, and what the reader should know."""
    edition = view.edition.isoformat() if view.edition else ""
    return {"edition": edition, "lang": view.lang, "doc": view.doc, "notice": _notice(view), "left_out": {}}


def _notice(view: LibraryView | BookView) -> str:
    """Return what a reader should know of the edition in force."""
    if view.edition is None:
        return _("no whole edition of that day is known, only excerpts; `rules sync --all` fetches all editions")
    if view.rests_on_newest:
        return describe_newest_edition(view.as_of, view.edition)
    days = view.days_behind
    if not days:
        return ""
    return ngettext(
        "the edition of {edition} is {count} day old, and newer rules are probably out: `rules sync`",
        "the edition of {edition} is {count} days old, and newer rules are probably out: `rules sync`",
        days,
        edition=view.edition,
    )


def limit_of(max_characters: int) -> int:
    """Return the largest size of an answer. Raise `BadValue` if it is out of bounds."""
    if not LEAST_CHARACTERS <= max_characters <= MOST_CHARACTERS:
        expected = _("give {least} to {most}", least=LEAST_CHARACTERS, most=MOST_CHARACTERS)
        raise BadValue("size", str(max_characters), expected)
    return max_characters


class RuleTools:
    """Answers of the tools that find, read and compare rules. Several threads may call them."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def search_rules(
        self,
        query: str,
        limit: int,
        section: str | None,
        doc: str | None,
        as_of: str | None,
        lang: str,
        max_characters: int,
    ) -> FoundRules:
        """Search the rules and the glossary, or another book; without `doc` and `section`, all books."""
        most = limit_of(max_characters)
        if not 1 <= limit <= _MOST_HITS:
            raise BadValue("limit", str(limit), _("give {least} to {most}", least=1, most=_MOST_HITS))
        within = named_document(section or "", doc)
        view = self._library.at(as_of, lang, doc=within[0])
        if doc is None and section is None:
            found = self._library.search(query, limit=limit, as_of=view.as_of, lang=lang)
        else:
            found = view.search_results(query, limit=limit, section=within[1] or None)
        is_everything = doc is None and section is None and len(self._library.books) > 1
        answer: FoundRules = {
            **heading(view),
            "editions": self._editions(view) if is_everything else {view.doc: str(view.edition or "")},
            "query": query,
            "total": found.total,
            "suggestion": found.suggestion,
            "notes": _notes(found),
            "hits": [_hit(each) for each in found.hits],
        }
        if is_everything:
            answer["doc"] = "all"
        return shorten(answer, most, ("hits",))

    def _editions(self, view: LibraryView | BookView) -> dict[str, str]:
        """Return the date of the edition of each book on the day of a view."""
        found: dict[str, str] = {}
        for doc in self._library.books:
            with suppress(NotFound):
                found[doc] = str(self._library.at(view.as_of, view.lang, doc=doc).edition or "")
        return found

    def get_rule(
        self,
        number: str,
        doc: str | None,
        as_of: str | None,
        lang: str,
        include: Sequence[Include] = (),
        max_characters: int = MAX_CHARACTERS,
    ) -> RuleAnswer:
        """Return a rule as printed on a day, or a section of another book with its parts."""
        most = limit_of(max_characters)
        book, wanted = named_document(number, doc)
        view = self._library.at(as_of, lang, doc=book)
        rule = view.rule(wanted)
        around = view.rules(rule.number)
        below = [each for each in around if each.number != rule.number]
        # The text of an infraction is its parts. Without them there is only its title.
        is_with_parts = isinstance(rule, LibrarySection) and bool(rule.parts)
        answer: RuleAnswer = {
            **heading(view),
            "rule": rule_text(rule),
            "lineage": rule.lineage,
            "uri": f"rules://{view.doc}/{view.lang}/{rule.edition}/{quote(rule.number)}",
            "subrule_numbers": [each.number for each in below],
            "parents": [rule_text(each) for each in parents(rule)] if "parents" in include else [],
            "subrules": [rule_text(each) for each in below] if "subrules" in include or is_with_parts else [],
            "cited": [],
            "french": None,
            "french_state": None,
        }
        if "cited" in include:
            answer["cited"] = list(map(rule_text, cited(self._library, view, around if is_with_parts else (rule,))))
        if "french" in include and isinstance(rule, LibraryRule) and (pair := rule.translation) is not None:
            answer["french_state"] = pair.state
            if (french := rule.french) is not None:
                answer["french"] = rule_text(french)
        lists = ("cited", "subrules", "parents", "subrule_numbers")
        return shorten(answer, most, lists, ("french.text", "rule.text"))

    def define_term(self, term: str, as_of: str | None, lang: str, max_characters: int) -> TermAnswer:
        """Return the glossary entry of a term and its rule."""
        most = limit_of(max_characters)
        view = self._library.at(as_of, lang)
        found = view.define(term)
        answer: TermAnswer = {
            **heading(view),
            "term": found.name,
            "senses": list(found.senses),
            "aliases": list(found.aliases),
            "obsolete": found.is_obsolete,
            "defining_rule": rule_text(found.defining_rule) if found.defining_rule else None,
        }
        return shorten(answer, most, ("aliases",), ("defining_rule.text",))

    def trace_rule(
        self,
        number: str,
        at: str | None,
        doc: str | None,
        as_of: str | None,
        lang: str,
        *,
        with_wordings: bool,
        max_characters: int,
    ) -> TraceAnswer:
        """Follow the rule that had a number on the day `at` through all editions."""
        most = limit_of(max_characters)
        book, wanted = named_document(number, doc)
        view = self._library.at(as_of, lang, doc=book)
        then = self._library.at(at, lang, doc=book) if at else view
        rule = then.rule(wanted)
        history = rule.history
        current = [span for span in history.spans if span.first <= view.as_of and (span.last is None or not at)]
        answer: TraceAnswer = {
            **heading(view),
            "asked": f"{rule.number}@{then.edition or then.as_of}",
            "number": str(current[-1].number) if current and current[-1].last is None else None,
            "lineage": history.lineage,
            "events": [
                {
                    "edition": each.edition.isoformat(),
                    "event": each.kind,
                    "number": str(each.number),
                    "previous_number": str(each.previous_number) if each.previous_number else None,
                    "change": each.change,
                }
                for each in history.events
            ],
            "wordings": [
                {
                    "number": str(span.number),
                    "since": span.first.isoformat(),
                    "until": span.last.isoformat() if span.last else None,
                    "text": span.text if with_wordings else "",
                }
                for span in history.spans
            ],
        }
        return shorten(answer, most, ("wordings", "events"))

    def diff_rules(
        self, first: str, second: str, section: str | None, doc: str | None, lang: str, max_characters: int
    ) -> DiffAnswer:
        """Return the changes between the editions in force on two days."""
        most = limit_of(max_characters)
        book, within = named_document(section or "", doc)
        view = self._library.at(second, lang, doc=book)
        found = self._library.diff(first, second, view.lang, section=within or None, doc=book)
        if isinstance(view, BookView) and within and not found.changes:
            view.rules(within)  # A section that the book doesn't have is an error, not an empty answer.
        answer: DiffAnswer = {
            **heading(view),
            "first": found.first.isoformat(),
            "second": found.second.isoformat(),
            "summary": found.summary,
            "changes": [_change(each) for each in found],
        }
        if size_of(answer) > most and not section:
            # Which rules changed is worth more than the texts of the first ones.
            answer["left_out"]["texts"] = sum(each["old_text"] is not None for each in answer["changes"])
            for each in answer["changes"]:
                each["old_text"] = each["new_text"] = None
        return shorten(answer, most, ("changes",))

    def references(
        self,
        number: str,
        direction: Literal["both", "incoming", "outgoing"],
        doc: str | None,
        as_of: str | None,
        lang: str,
        max_characters: int,
    ) -> ReferencesAnswer:
        """Return what a rule and the rules below it cite, and what cites them."""
        most = limit_of(max_characters)
        book, wanted = named_document(number, doc)
        view = self._library.at(as_of, lang, doc=book)
        numbers = str(DOCUMENTS[view.doc].ranges.parse(wanted))
        view.rules(numbers)  # A number that the book doesn't have is an error, not an empty answer.
        answer: ReferencesAnswer = {
            **heading(view),
            "number": numbers,
            "outgoing": [reference_text(each) for each in view.cites(numbers)] if direction != "incoming" else [],
            "incoming": [reference_text(each) for each in view.cited_by(numbers)] if direction != "outgoing" else [],
        }
        return shorten(answer, most, ("incoming", "outgoing"))

    def verify_citations(
        self, text: str, written_under: str | None, as_of: str | None, lang: str, max_characters: int
    ) -> VerificationAnswer:
        """Judge every citation and quotation of a text."""
        most = limit_of(max_characters)
        if len(text) > _MOST_TEXT:
            expected = _("give at most {most} characters; `rules lint` checks whole files", most=_MOST_TEXT)
            raise BadValue("size", str(len(text)), expected)
        view = self._library.at(as_of, lang)
        found = self._library.verify(text, lang=lang, as_of=view.as_of, written_under=written_under)
        ordered = sorted(found, key=_importance)
        answer: VerificationAnswer = {
            **heading(view),
            "right": found.right,
            "wrong": found.wrong,
            "doubtful": found.doubtful,
            "citations": [_verified(each) for each in ordered],
            "not_judged": [
                {"line": each.line, "text": _beginning(each.text, _SHORT), "reason": each.reason}
                for each in found.not_judged
            ],
        }
        answer = shorten(answer, most, ("not_judged", "citations"))
        answer["citations"].sort(key=lambda each: (each["line"], each["column"]))
        return answer


def _notes(found: SearchResults) -> list[str]:
    """Return what the search read into the query, one sentence each."""
    notes = [_("'{word}' was read as '{other}'", word=word, other=other) for word, other in found.mended]
    notes += [_("'{word}' was also searched as '{other}'", word=word, other=other) for word, other in found.translated]
    notes += [_("the rules of the card {name} come first", name=card.name) for card in found.cards]
    if found.relaxed:
        notes.append(_("no text has all words of the query"))
    if found.says_nothing:
        notes.append(_("the query has only words that stand everywhere; name a subject"))
    return notes


def _hit(hit: Hit) -> FoundText:
    return {
        "doc": hit.doc,
        "kind": hit.kind,
        "number": hit.number,
        "term": hit.term,
        "title": hit.title,
        "snippet": hit.snippet,
        "lang": hit.lang,
        "edition": hit.edition.isoformat(),
    }


def _change(change: LibraryChange) -> ChangedRule:
    """Return the change of a rule. A text that didn't change is left out."""
    is_changed = change.change is not None
    return {
        "event": change.kind,
        "old_number": change.old_number,
        "new_number": change.new_number,
        "change": change.change,
        "old_text": change.old_text if change.new is None or is_changed else None,
        "new_text": change.new_text if change.old is None or is_changed else None,
    }


def _importance(judged: JudgedCitation) -> int:
    """Return the place in an answer that is shortened at its end: what has to be compared before what is settled."""
    if judged.outcome == "right":
        return 2 if judged.rule_says else 3
    return ("wrong", "doubtful").index(judged.outcome)


def _verified(judged: JudgedCitation) -> VerifiedCitation:
    """Return a judged citation without what is empty. Of a quotation that is right, the first words are enough."""
    found: VerifiedCitation = {
        "citation": judged.text,
        "line": judged.line,
        "column": judged.column,
        "number": judged.number,
        "outcome": judged.outcome,
        "verdict": judged.verdict,
        "checked": list(judged.checked),
    }
    if judged.suggestion:
        found["suggestion"] = judged.suggestion
    if judged.message:
        found["message"] = judged.message
    if judged.quotation:
        found["quotation"] = _beginning(judged.quotation, _SHORT if judged.outcome == "right" else _LONG)
    if judged.rule_says:
        found["rule_says"] = _beginning(judged.rule_says, _MIDDLE if judged.outcome == "right" else _LONG)
    if judged.doc != "cr":
        found["doc"] = judged.doc
    return found


def _beginning(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rsplit(maxsplit=1)[0]} […]"
