"""Checks of the citations in a text, for programs: `kb.lint` and `Library.lint`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from kb.citations.verdicts import Verdict
from kb.documents import Doc
from kb.languages import Lang
from kb.library.arguments import as_date, as_lang
from kb.library.store_pool import OpenStore, StorePool
from kb.storage.database_file import data_folder
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.citations.checker import CitationChecker
    from kb.verification.judgements import Verification

_CheckerKey = tuple[str, Lang, date, date | None]


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation in a text, and what is wrong with it.

    Attributes:
        line: its line in the text, from 1.
        column: the column of its first character, from 1, in characters.
        text: the citation as written.
        number: the cited number in full (301.5f for the short form `f`).
        verdict: `ok`, or what is wrong: `missing`, `moved`, `reused`, `edited`, `quote-mismatch`, `deprecated`,
            `wrong-topic`, `unchecked`. `docs/lint.md` explains them.
        suggestion: the number that should stand there, or None if it isn't known.
        message: one sentence for people; empty for `ok`.
        is_certain: True if the suggestion is certainly the rule that is meant.
        quotation: the quoted words beside the citation, or None.
        quotation_is_in_rule: True if the cited rule has the quoted words, False if it hasn't, None if there is no
            quotation, no such rule, or the words are too few to tell. The verdict is stricter with words that are like
            the rule, and silent about others, since people quote other things, too, beside a number.
        ignored_because: the reason in a comment `rules-lint: ignore REASON` of the text; empty if there is none.
        doc: the cited document: `cr`, the Comprehensive Rules, or `mtr`, `ipg`. For the latter two,
            `quotation_is_in_rule` is None.
    """

    line: int
    column: int
    text: str
    number: str
    verdict: Verdict
    suggestion: str | None = None
    message: str = ""
    is_certain: bool = False
    quotation: str | None = None
    quotation_is_in_rule: bool | None = None
    ignored_because: str = ""
    doc: Doc = "cr"

    @property
    def is_finding(self) -> bool:
        """True if the citation is wrong and isn't ignored."""
        return self.verdict != "ok" and not self.ignored_because


def check_text(
    lent: OpenStore, text: str | bytes, lang: Lang, day: date, written_under: date | None = None
) -> tuple[CheckedCitation, ...]:
    """Check the citations of a text against the rules in a language on a day. Return them in the order of the text.

    Bytes are read as UTF-8; a line that isn't UTF-8 as Windows-1252. Citations without a pinned edition mean the rules
    of the day `written_under`, if it is given.
    """
    from kb.citations.ignore_comments import IgnoreComments
    from kb.citations.scanner import CitationOccurrence, scan_all_citations
    from kb.citations.text_part import TextPart
    from kb.citations.verdicts import VERDICTS

    checker = _checker(lent, lang, day, written_under)
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    part = TextPart(content, 0, len(content))
    comments = IgnoreComments(tuple(each for each in VERDICTS if each != "ok"))
    comments.read(part)
    found = []
    for place in scan_all_citations(part):
        cited = place.citation
        checked = checker.check_place(place)
        if checked is None:
            continue
        is_in_rule = None
        if place.quotation and isinstance(place, CitationOccurrence):
            is_in_rule = checker.has_quotation(place.citation, place.quotation)
        comment = None if checked.verdict == "ok" else comments.find(place.line, place.column, checked.verdict)
        found.append(
            CheckedCitation(
                place.line,
                place.column,
                cited.text,
                cited.written,
                checked.verdict,
                checked.suggestion,
                checked.message,
                checked.is_certain,
                place.quotation.text if place.quotation else None,
                is_in_rule,
                comment.reason if comment else "",
                cited.doc,
            )
        )
    return tuple(found)


def verify_text(lent: OpenStore, text: str, lang: Lang, day: date, written_under: date | None = None) -> Verification:
    """Verify an answer by the rules in a language on a day."""
    from kb.verification.compared_rules import ComparedRules
    from kb.verification.verifier import AnswerVerifier

    def rules_in(lang: Lang) -> ComparedRules:
        checker = _checker(lent, lang, day, written_under)
        key = "compared", lang, day, written_under
        return lent.derived(key, lambda store: ComparedRules(store, View(store, lang, day), checker))

    verifier = lent.derived(
        ("verifier", lang, day, written_under),
        lambda store: AnswerVerifier(store, lang, rules_in, store.books, is_dated=written_under is not None),
    )
    return verifier.verify(text)


def _checker(lent: OpenStore, lang: Lang, day: date, written_under: date | None) -> CitationChecker:
    """Return the checker for a language and a day."""
    from kb.citations.checker import CitationChecker
    from kb.citations.saved_rule_texts import open_rule_texts

    key: _CheckerKey = "checker", lang, day, written_under
    return lent.derived(
        key,
        lambda store: CitationChecker(
            store, View(store, lang, day), written_under, lambda: open_rule_texts(store, lang)
        ),
    )


def lint(
    text: str | bytes,
    *,
    home: str | os.PathLike[str] | None = None,
    lang: str = "en",
    as_of: str | date | None = None,
    written_under: str | date | None = None,
) -> tuple[CheckedCitation, ...]:
    """Check the citations of a text. This function can be pickled and called in other processes.

    Each process opens the knowledge base once and keeps it open. For several texts in one process, `Library.lint` does
    the same.

    Args:
        text: the text; bytes are read as UTF-8, or else as Windows-1252.
        home: the folder of the knowledge base; by default the one that the program `rules` uses.
        lang: `en` or `fr`, the language of the rules.
        as_of: check against the rules of this day (YYYY-MM-DD); by default today.
        written_under: the day whose rules the text cites, if it is known.

    Raises:
        StoreError: there is no knowledge base, or it can't be read.
        BadValue: a date or a language isn't one.
    """
    with _pool(str(data_folder(home)), os.getpid()).borrow() as lent:
        under = None if written_under is None else as_date(written_under)
        return check_text(lent, text, as_lang(lang), as_date(as_of), under)


def _open_pool(home: str, _process: int) -> StorePool:
    from pathlib import Path

    return StorePool(Path(home))


# A forked process must not use the connections of its parent. So the process is a part of the key.
_pool: Callable[[str, int], StorePool] = cache(_open_pool)
