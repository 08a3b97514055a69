"""The budget of a document, and faults that belong to one document of many."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest

from ingest import document_budget, pipeline
from ingest.document_budget import MAX_ENTRIES, MAX_ENTRY, MAX_LINES, MAX_TAGS, MAX_TEXT
from ingest.document_budget import document_budget as budget
from ingest.documents.document import Document
from ingest.pipeline import IngestInterrupted, IngestOptions, IngestReport, ingest_documents, read_editions
from ingest.translations.returned_files import read_returned_file
from kb.errors import SourceRejected, StoreError
from kb.model import Finding
from kb.storage.finding_limits import limit_findings
from kb.storage.store import Store

_DAY = IngestOptions(effective=date(2020, 1, 1))
_RULE = "306.1. A rule.\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path, create=True) as opened:
        yield opened


def rejection(text: str, name: str = "page.txt") -> SourceRejected:
    with pytest.raises(SourceRejected) as caught:
        read_editions(Document(name, text.encode()), _DAY, None)
    return caught.value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("page.txt", _RULE + "x" * MAX_TEXT, id="text"),
        pytest.param("page.txt", _RULE + "\n" * MAX_LINES, id="lines"),
        pytest.param("page.html", "<html>" + "<b>" * MAX_TAGS + _RULE, id="tags"),
        pytest.param("page.txt", _RULE * (MAX_ENTRIES + 1), id="rules"),
        pytest.param("page.txt", "306.1. x" + "x" * MAX_ENTRY, id="one rule"),
    ],
)
def test_sizes_that_no_edition_has(name: str, text: str) -> None:
    """A document that is too large is rejected in one line that names the limit and the next step."""
    problem = rejection(text, name)
    assert problem.reason == "too-large"
    assert "more than" in str(problem) and "give only the pages with the rules" in str(problem)


def test_an_xliff_file_with_too_many_tags() -> None:
    """An XLIFF file of tiny elements is rejected before it is parsed: each tag takes 200 bytes of memory."""
    data = b"<xliff>" + b"<p>a</p>\n" * 160_000 + b"</xliff>"
    with pytest.raises(SourceRejected) as caught:
        read_returned_file(Document("rules.xlf", data))
    assert caught.value.reason == "too-large"
    assert "more than 300000 tags" in str(caught.value)


def _work_for_ever() -> None:
    while True:
        with suppress(Exception):
            time.sleep(0.01)


def test_a_document_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is limited, even if a reader catches every `Exception`."""
    monkeypatch.setattr(document_budget, "MAX_SECONDS", 0.05)
    with pytest.raises(SourceRejected) as caught, budget("page.txt"):
        _work_for_ever()
    assert caught.value.reason == "too-slow"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a document is limited on Linux")
def test_a_document_that_takes_too_much_memory() -> None:
    """The memory is limited, and the limit ends with the document."""
    with pytest.raises(SourceRejected) as caught, budget("page.txt"):
        bytearray(document_budget.MAX_MEMORY + (64 << 20))
    assert caught.value.reason == "too-large"
    assert len(bytearray(document_budget.MAX_MEMORY + (64 << 20))) > document_budget.MAX_MEMORY


@pytest.mark.parametrize(
    "fault", [AssertionError("x"), RecursionError(), UnicodeError("x"), KeyError("x"), MemoryError()]
)
def test_the_fault_of_one_document_is_its_own(store: Store, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    """Whatever reading one document raises, the other documents go in, and the report is whole."""
    whole = pipeline.decode

    def decode(document: Document) -> object:
        if document.name == "bad.txt":
            raise fault
        return whole(document)

    monkeypatch.setattr(pipeline, "decode", decode)
    documents = [
        Document(name, f"306.{at}. A rule.".encode()) for at, name in enumerate(("a.txt", "bad.txt", "b.txt"), 1)
    ]
    report = ingest_documents(store, documents, _DAY, {}, lambda _name: None)
    assert [each.edition.source.name for each in report.ingested] == ["a.txt", "b.txt"]
    assert [(each.source, each.reason) for each in report.rejected] == [
        ("bad.txt", "too-large" if isinstance(fault, MemoryError) else "unreadable")
    ]
    assert "\n" not in str(report.rejected[0])


def test_a_fault_of_the_program_can_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With RULES_DEBUG, an unexpected error passes."""
    monkeypatch.setenv("RULES_DEBUG", "1")
    monkeypatch.setattr(pipeline, "decode", lambda _document: {}["missing"])
    with pytest.raises(KeyError):
        read_editions(Document("page.txt", b"306.1. A rule."), _DAY, None)


@pytest.mark.parametrize(
    "markup", ["<![foo bar]>", "<![", "<!-", "<!--", "<a b='", "</", "<?", "&#x110000;", "&#" + "9" * 5000]
)
def test_odd_markup_is_read(markup: str) -> None:
    """No markup makes a page unreadable."""
    text = f"<html><p>306.1. A rule.</p>{markup}<p>306.2. Another rule.</p></html>"
    (edition,) = read_editions(Document("page.html", text.encode()), _DAY, None)
    assert edition.rules


def test_a_store_that_fails_in_the_middle(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report says what went in before the failure."""
    write = pipeline._write

    def failing(*arguments: object) -> None:
        if arguments[1] == documents[1]:
            raise StoreError(store.home, "the disk is full")
        write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "_write", failing)
    documents = [Document(f"{at}.txt", f"306.{at}. A rule.".encode()) for at in (1, 2, 3)]
    with pytest.raises(IngestInterrupted, match="the disk is full") as caught:
        ingest_documents(store, documents, _DAY, {}, lambda _name: None)
    assert [each.edition.source.name for each in caught.value.report.ingested] == ["1.txt"]
    assert str(caught.value.report.failure) == "the disk is full"


def test_control_characters_are_taken_out() -> None:
    """Control characters that a page writes as character references are removed, counted and reported."""
    page = "<html><p>306.1. A &#27;]0;title&#x07; rule&#x202e;.</p><p>306.2. Sœur&nbsp;: «&#x202f;x&#x202f;»</p></html>"
    (edition,) = read_editions(Document("page.html", page.encode()), _DAY, None)
    first, second = edition.rules
    assert not any(char in first.text for char in "\x1b\x07\u202e\ud800")
    assert second.text == "Sœur\u00a0: «\u202fx\u202f»"
    (finding,) = (each for each in edition.findings if each.code == "control-characters")
    assert finding.message.startswith("3 control characters") and "line 1" in finding.message


def test_findings_are_shortened() -> None:
    """Of many findings of a kind the first are kept, and a last one counts the others, also when shortened twice."""
    findings = [Finding("stray-line", f"line {at}") for at in range(5_000)] + [Finding("truncated", "cut off")]
    for shortened in (limit_findings(findings, 10), limit_findings(limit_findings(findings, 1_000), 10)):
        assert len(shortened) == 12
        assert shortened[10] == findings[-1]
        assert shortened[11].message == "and 4990 more of the kind stray-line"


def test_an_empty_report_has_no_failure() -> None:
    """A report begins without a failure."""
    assert IngestReport().failure is None


def test_many_rules_with_one_text_are_linked_quickly(store: Store) -> None:
    """Two editions of many rules with the same text don't fill the memory with pairs."""
    for year, first in ((2020, 1), (2021, 1_001)):
        text = "\n\n".join(f"306.{first + at}. A rule." for at in range(1_000))
        options = IngestOptions(effective=date(year, 1, 1))
        start = time.process_time()
        ingest_documents(store, [Document("page.txt", text.encode())], options, {}, lambda _name: None)
        assert time.process_time() - start < 5  # 18 seconds and a million pairs without the bound
