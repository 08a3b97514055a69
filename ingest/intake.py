"""Intake: documents in, editions in the store, and a report of what became of each.

What is known is skipped, what is wrong is rejected with its reason, the rest goes in, one transaction a
document. A document is read whole before anything is written.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from ingest import check
from ingest.decode import Decoded, decode
from ingest.document import Document
from ingest.formats.base import Format, Reading
from ingest.formats.registry import OFFICE, format_named, formats
from ingest.known import KnownDocument
from ingest.parse import parse
from kb.errors import SourceRejected
from kb.model import Counts, Edition, Finding, Lang, Source
from kb.store import Store
from kb.tongue import _


@dataclass(frozen=True, slots=True)
class Skipped:
    """A document, or one edition of it, that wasn't taken in because nothing would change."""

    source: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class Ingested:
    """An edition that was taken in.

    Attributes:
        edition: what was taken in, without its texts, which would fill the memory over many documents.
        counts: how much of each kind it prints.
        replaces: the name of the worse copy that it took the place of, or of the finished translations of the
            same rules; else "".
    """

    edition: Edition
    counts: Counts
    replaces: str = ""

    @classmethod
    def without_texts(cls, edition: Edition, replaces: str) -> Ingested:
        """What a report keeps of an edition."""
        return cls(replace(edition, rules=(), glossary=(), parts=()), edition.counts, replaces)


@dataclass(slots=True)
class Report:
    """What became of the documents of one run."""

    ingested: list[Ingested] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    rejected: list[SourceRejected] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user said of the documents.

    Attributes:
        lang: take only editions in this language.
        effective: the date of documents that don't state theirs.
        format: read every document as this format.
        force: take in again what is known.
    """

    lang: Lang | None = None
    effective: date | None = None
    format: str | None = None
    force: bool = False


def take_in(
    store: Store,
    documents: Iterable[Document | SourceRejected],
    wishes: Wishes,
    known: dict[str, KnownDocument],
    progress: Callable[[str], None],
) -> Report:
    """Take documents into the store, one transaction each.

    Args:
        store: where they go.
        documents: what to take in; a rejection in their place is passed on to the report.
        wishes: what the user said of them.
        known: what is known of particular documents, by SHA-256.
        progress: told the name of each document before it is read.

    Raises:
        StoreError: the store can't be written; documents before stay in.
    """
    report = Report()
    for document in documents:
        if isinstance(document, SourceRejected):
            report.rejected.append(document)
            continue
        progress(document.name)
        if store.knows(document.sha256, wishes.lang) and not wishes.force:
            report.skipped.append(
                Skipped(document.name, "known", _("already in the knowledge base; --force takes it in again"))
            )
            continue
        try:
            with _collecting_later():
                editions = read_editions(document, wishes, known.get(document.sha256))
                _write(store, document, editions, wishes, report)
        except SourceRejected as rejection:
            report.rejected.append(rejection)
    with store.writing():
        pass  # It links the excerpts, once for all documents.
    return report


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Put the collector of cyclic garbage off for one document.

    An edition is fifty thousand objects that stay until it is written: looking through them again and again
    took a sixth of the time of an ingest.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _write(store: Store, document: Document, editions: tuple[Edition, ...], wishes: Wishes, report: Report) -> None:
    """Write the editions of one document in one transaction, but for those that would be no better."""
    taken: list[Ingested] = []
    known = frozenset() if wishes.force else store.taken_from(document.sha256)
    with store.writing(more_follows=True) as writer:
        if wishes.force:
            writer.remove_document(document.sha256, wishes.lang)
        for edition in editions:
            # The other language was left out the last time.
            if edition.lang in known:
                continue
            present = None if edition.partial else store.whole_edition(edition.lang, edition.effective)
            replaces = ""
            if present is not None:
                replaces, codes = present
                if not wishes.force and not _is_better(edition, codes, store):
                    message = _(
                        "{edition} is known from {source}, which is no worse",
                        edition=f"{edition.lang} {edition.effective}",
                        source=replaces,
                    )
                    report.skipped.append(Skipped(document.name, "no-better", message))
                    continue
                writer.remove_whole(edition.lang, edition.effective)
            writer.add(edition)
            taken.append(Ingested.without_texts(edition, replaces))
    report.ingested += taken


def _is_better(edition: Edition, codes: tuple[str, ...], store: Store) -> bool:
    """Whether a copy of an edition is better than the one that the store has, which has findings of these codes.

    What is wrong with the edition itself is found in both, so a copy with more findings is damaged. Where they
    are equal, a copy that has all that the other has and more is better: a gap at the end of a section or in
    the glossary is no finding.
    """
    ours, theirs = check.damage(finding.code for finding in edition.findings), check.damage(codes)
    if ours != theirs:
        return ours < theirs
    numbers = {("rule", str(rule.number)) for rule in edition.rules}
    terms = {("glossary", entry.term) for entry in edition.glossary}
    return store.printed(edition.lang, edition.effective) < numbers | terms


def read_editions(document: Document, wishes: Wishes, known: KnownDocument | None) -> tuple[Edition, ...]:
    """Read the editions that a document holds; nothing is written.

    Raises:
        SourceRejected: it is no text, holds no rules, none in the language wished for, or no date is
            known of it.
    """
    decoded = decode(document)
    form = _format(document, decoded, wishes, known)
    held = form.read(decoded.text)
    readings = [reading for reading in held if wishes.lang in (None, reading.lang)]
    if held and not readings:
        message = _(
            "{name} holds rules in {found}, none in {wanted}",
            name=document.name,
            found=_(" and ").join(reading.lang for reading in held),
            wanted=wishes.lang,
        )
        raise SourceRejected(document.name, "other-language", message)
    if not held:
        raise SourceRejected(
            document.name,
            "not-rules",
            _("{name} is no rules document: no line begins with a rule number such as 306.5", name=document.name),
        )
    source = Source(
        name=known.name if known else document.name,
        sha256=document.sha256,
        size=len(document.data),
        format=form.name,
        encoding=decoded.encoding,
        title=known.title if known else "",
        site=known.site if known else "",
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        holds=tuple(dict.fromkeys(reading.lang for reading in held)),
    )
    faults = (*document.findings, *decoded.findings)
    return tuple(_edition(reading, source, faults, wishes, known) for reading in readings)


def _format(document: Document, decoded: Decoded, wishes: Wishes, known: KnownDocument | None) -> Format:
    name = wishes.format or (known.format if known else None) or decoded.format
    if name in OFFICE and name != decoded.format:
        message = _("{name} is no {format}; leave --format out", name=document.name, format=name.upper())
        raise SourceRejected(document.name, "not-text", message)
    if name:
        return format_named(name)
    return next(form for form in formats() if form.fits(decoded.text, document.file_name))


def _edition(
    reading: Reading, source: Source, faults: tuple[Finding, ...], wishes: Wishes, known: KnownDocument | None
) -> Edition:
    """Put an edition together out of what was read and what is known."""
    body = parse(reading.lines, reading.glossary, reading.lang)
    effective = _effective(reading, source.name, wishes, known)
    findings = (*faults, *check.inspect(reading, body))
    if reading.effective and (misdated := check.wrong_file_date(source.name.rpartition("/")[2], effective)):
        findings = (*findings, misdated)
    codes = {finding.code for finding in findings}
    edition = Edition(
        lang=reading.lang,
        effective=effective,
        # A copy that lacks what its own contents page promises can't say that a rule is gone.
        partial=not reading.whole or "truncated" in codes,
        source=source,
        rules=body.rules,
        glossary=body.glossary,
        parts=reading.parts,
        lists=reading.lists,
        findings=findings,
        lossy="lossy" in codes,
    )
    return replace(edition, until=known.until) if known and known.effective == effective else edition


def _effective(reading: Reading, name: str, wishes: Wishes, known: KnownDocument | None) -> date:
    stated = reading.effective
    if stated is not None:
        if wishes.effective is not None and wishes.effective != stated and not wishes.force:
            raise SourceRejected(
                name,
                "date-mismatch",
                _(
                    "{name} says that it is effective as of {stated}, --effective says {given}; "
                    "leave --effective out, or overrule the text with --force",
                    name=name,
                    stated=stated,
                    given=wishes.effective,
                ),
            )
        return wishes.effective or stated if wishes.force else stated
    effective = wishes.effective or (known.effective if known else None)
    if effective is None:
        message = _(
            "{name} doesn't say from which one day its rules hold; give it as --effective YYYY-MM-DD", name=name
        )
        raise SourceRejected(name, "no-date", message)
    return effective
