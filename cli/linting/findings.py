"""Findings of `rules lint`: checked citations, and notices about comments and about locked rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cli.user_files.cited_in_files import CitationLocation
from kb.citations.verdicts import VERDICTS, CitationCheck
from kb.documents import DOCUMENTS, Doc

Level = Literal["error", "warning", "off"]
LEVELS: tuple[Level, ...] = get_args(Level)
NoticeCode = Literal["bad-ignore", "unused-ignore", "changed"]

IGNORED = "ignored"
"""The verdict of a citation that a comment, the baseline or the settings ignore."""
CITATION_VERDICTS: tuple[str, ...] = tuple(each for each in VERDICTS if each != "ok")
"""The verdicts of wrong citations: a comment may name them in brackets."""
FINDING_CODES: tuple[str, ...] = (*CITATION_VERDICTS, *get_args(NoticeCode))
"""The verdicts of wrong citations, and the codes of notices. The settings give levels to these."""
ALL_VERDICTS: tuple[str, ...] = (*VERDICTS, IGNORED)
"""The verdicts of all citations, in the order of a summary."""


@dataclass(frozen=True, slots=True)
class LintedCitation(CitationLocation):
    """A checked citation.

    Attributes:
        number: the cited number in full.
        checked: the result of the check.
        is_fixed: True if `--fix` has replaced the number by the rule's current number.
        ignored_because: why the citation doesn't count, for people. It is empty if the citation counts.
        is_ignored_in_file: True if a comment in the file is the reason.
        level: the level that the settings give to the verdict, or None if they give none.
        context: the words around the citation, which identify it in a baseline.
        doc: the cited document.
    """

    number: str
    checked: CitationCheck
    is_fixed: bool = False
    ignored_because: str = ""
    is_ignored_in_file: bool = False
    level: Level | None = None
    context: str = ""
    doc: Doc = "cr"

    @property
    def verdict(self) -> str:
        """The verdict of the check, or `ignored`."""
        return IGNORED if self.ignored_because else self.checked.verdict

    @property
    def label(self) -> str:
        """The number with its document, or the number alone for a rule: `MTR 4.2`, `702.9`."""
        return self.number if self.doc == "cr" else f"{DOCUMENTS[self.doc].abbreviation} {self.number}"

    @property
    def message(self) -> str:
        """One sentence for people. It is empty for `ok`."""
        return self.ignored_because or self.checked.message

    @property
    def is_finding(self) -> bool:
        """True if the citation is wrong, isn't ignored and wasn't fixed."""
        return self.verdict not in ("ok", IGNORED) and not self.is_fixed


@dataclass(frozen=True, slots=True)
class LintNotice(CitationLocation):
    """A finding that isn't about one citation.

    Attributes:
        verdict: its code: `bad-ignore`: an ignore comment can't be used; `unused-ignore`: an ignore comment ignores
            nothing; `changed`: a locked rule has changed in substance.
        message: one sentence for people.
        level: the level that the settings give to the code, or None if they give none.
    """

    verdict: NoticeCode
    message: str
    level: Level | None = None

    @property
    def is_finding(self) -> bool:
        """True: a notice is always a finding."""
        return True


Finding = LintedCitation | LintNotice


def is_failure(finding: Finding) -> bool:
    """True if the exit status of a run with this finding is 1."""
    return finding.is_finding and finding.level != "warning"
