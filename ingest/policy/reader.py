"""The reader of policy documents: from the text of a page, or the words of a PDF, to the places of an edition."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from ingest.formats.base import Pages
from ingest.policy.blocks import TextBlock
from ingest.policy.checks import check_document
from ingest.policy.contents import Contents, separate_contents
from ingest.policy.recognition import has_positions, may_be_policy, recognize
from ingest.policy.sections import Body, SectionReader
from ingest.policy.stated_date import find_date_in_title, find_stated_date
from kb.documents import Doc
from kb.i18n import stored_message
from kb.model import Finding, Part, PartKind, Rule

_TITLE = re.compile(r"<title>([^<]{1,200})</title>", re.IGNORECASE)
_END = re.compile(r"</html\s*>\s*\Z", re.IGNORECASE)
_HTML = re.compile(r"<html\b", re.IGNORECASE)
# An edition without this many lines of a contents page isn't known to be whole.
_MIN_CONTENTS = 5


@dataclass(frozen=True, slots=True)
class PolicyReading:
    """A policy document as it was read. `stated` is the day in its text or title, or None."""

    doc: Doc
    rules: tuple[Rule, ...]
    parts: tuple[Part, ...]
    findings: tuple[Finding, ...]
    is_whole: bool
    stated: date | None


def read_html(html: str) -> PolicyReading | None:
    """Read a policy document from a page, or return None if the page is no policy document."""
    title = match[1].strip() if (match := _TITLE.search(html)) else ""
    is_complete = _HTML.search(html) is None or _END.search(html) is not None
    # Beautiful Soup takes 60 ms to import, and most documents are no policy documents.
    if has_positions(html):
        from ingest.formats.positioned_html import read_pages
        from ingest.policy import page_blocks

        positioned = read_pages(html)
        return _read(page_blocks.read_blocks(positioned.pages), title, positioned.outside, is_complete=is_complete)
    if may_be_policy(html):
        from ingest.policy import html_blocks

        return _read(html_blocks.read_blocks(html), title, "", is_complete=is_complete)
    return None


def read_pdf(pages: Pages) -> PolicyReading | None:
    """Read a policy document from the words of a PDF, or return None if the PDF is no policy document."""
    first = "\n".join(" ".join(word.text for word in line) for page in pages[:2] for line in page)
    if not may_be_policy(first):
        return None
    from ingest.policy import page_blocks

    return _read(page_blocks.read_blocks(pages), "", "", is_complete=True)


def _read(blocks: list[TextBlock], title: str, outside: str, *, is_complete: bool) -> PolicyReading | None:
    doc = recognize(blocks)
    if doc is None:
        return None
    contents, rest = separate_contents(blocks)
    body = SectionReader(doc, contents).read(rest)
    rules = tuple(place.as_rule() for place in body.places)
    findings = (
        *check_document(doc, rules, contents, is_complete=is_complete, ends=body.ends),
        *_only_listed(body),
        *body.findings,
    )
    # Only Judging at Regular has no contents page. The notice of trademarks shows that its end is there.
    is_listed = doc == "jar" or len(contents.entries) >= _MIN_CONTENTS
    if not is_listed:
        message = stored_message(
            "the document has no contents page that tells whether it is whole; it counts as an excerpt"
        )
        findings = (Finding("contents-mismatch", message), *findings)
    return PolicyReading(
        doc=doc,
        rules=rules,
        parts=tuple(_parts(body, contents, outside)),
        findings=findings,
        is_whole=is_listed and all(finding.code != "truncated" for finding in findings),
        stated=find_stated_date(body.head) or find_date_in_title(title),
    )


def _only_listed(body: Body) -> tuple[Finding, ...]:
    """Return a finding if headings of chapters stand on the contents page only."""
    if not body.only_listed:
        return ()
    message = stored_message(
        "the body has no heading of chapters {first} to {last}; their titles are those of the contents page",
        first=body.only_listed[0],
        last=body.only_listed[-1],
    )
    return (Finding("contents-mismatch", message, str(body.only_listed[0])),)


def _parts(body: Body, contents: Contents, outside: str) -> list[Part]:
    """Return the passages beside the places."""
    texts: tuple[tuple[PartKind, list[str]], ...] = (
        ("introduction", body.head),
        ("contents", list(contents.lines)),
        ("credits", body.credits),
        ("furniture", [*([outside] if outside else []), *body.furniture]),
    )
    return [Part(kind, "\n".join(lines)) for kind, lines in texts if lines]
