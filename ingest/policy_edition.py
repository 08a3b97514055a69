"""Editions of policy documents: the Magic Tournament Rules, the Infraction Procedure Guide, and Judging at Regular."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from ingest import edition_checks
from ingest.control_characters import remove_from_places
from ingest.decode import DecodedText
from ingest.document_budget import check_entries, check_tags
from ingest.documents.document import Document
from ingest.formats import html, pdf
from ingest.policy.reader import PolicyReading, read_html, read_pdf
from kb.i18n import stored_message
from kb.model import Edition, Finding, Source
from kb.storage.finding_limits import MOST_STORED, limit_findings

FORMATS = (html.NAME, pdf.NAME)
"""The formats that policy documents are read from."""


def read_policy(document: Document, decoded: DecodedText) -> PolicyReading | None:
    """Return a document as it is read as a policy document, or None if it is none."""
    if decoded.format == pdf.NAME:
        return read_pdf(decoded.pages)
    if decoded.format or not html.fits(decoded.text, document.file_name):
        return None
    check_tags(document.name, decoded.text.count("<"))
    return read_html(decoded.text)


def policy_edition(
    reading: PolicyReading,
    source: Source,
    findings: tuple[Finding, ...],
    dated: Callable[[date | None, date | None], date],
) -> Edition:
    """Return the edition of a policy document. `findings` are the findings of its document.

    `dated` returns the effective date for a stated date and the date in the file's name, or raises SourceRejected. If
    neither text nor title state a date, the one in the file's name counts, and a finding says so.
    """
    rules, parts, removed = remove_from_places(reading.rules, reading.parts)
    check_entries(source.name, rules, ())
    file_name = source.name.rpartition("/")[2]
    named = edition_checks.date_in_file_name(file_name)
    effective = dated(reading.stated, named)
    about_date: tuple[Finding, ...] = ()
    if reading.stated is None and named == effective:
        message = stored_message("neither the text nor the title states a date; the one in the file's name counts")
        about_date = (Finding("date-from-name", message, text=str(named)),)
    elif misdated := edition_checks.check_file_name_date(file_name, effective):
        about_date = (misdated,)
    return Edition(
        lang="en",
        effective=effective,
        partial=not reading.is_whole,
        source=source,
        rules=rules,
        parts=parts,
        findings=limit_findings((*findings, *removed, *reading.findings, *about_date), MOST_STORED),
        lossy=any(finding.code == "lossy" for finding in reading.findings),
        doc=reading.doc,
    )
