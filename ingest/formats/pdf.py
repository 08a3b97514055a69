"""PDF, read with pypdfium2 (the extra `pdf`).

The words of the pages are joined into the plain text of the edition: one line for each paragraph, with blank lines.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any

from ingest.document_budget import too_slow
from ingest.documents.document import Document
from ingest.formats.base import ExtractedText, Pages, empty_document, encrypted_document
from kb.errors import SourceRejected
from kb.i18n import _
from kb.program.child_process import module_command
from kb.program.installation import install_command

NAME = "pdf"

TIMEOUT_SECONDS = 45
"""The time limit for the words of one document. The longest edition, of 300 pages, takes three seconds."""

_SIGNATURE = b"%PDF-"
_LEADING = 64
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u00ad\ufffe\uffff]")
_SOFT_HYPHEN_AT_END = re.compile("\u00ad$")


def fits_bytes(data: bytes) -> bool:
    """True if the bytes begin with the signature of a PDF."""
    return data[:_LEADING].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_SIGNATURE)


def extract(document: Document) -> ExtractedText:
    """Extract the text of a PDF, and the words of its pages.

    The text is the same as in the plain text file of the same edition. Raise `SourceRejected` if pypdfium2 is missing,
    or the PDF is damaged, encrypted, too long, or without text.
    """
    from ingest.formats.pdf_columns import lines_in_reading_order
    from ingest.formats.pdf_paragraphs import join_paragraphs

    pages = _pages(document)
    text = "\n".join(join_paragraphs(lines_in_reading_order(pages)))
    if not text.strip():
        raise empty_document(document.name)
    return ExtractedText(text, pages)


def _pages(document: Document) -> Pages:
    """Return the words of the pages. A page is a list of lines as PDFium recognizes them."""
    from ingest.formats.pdf_columns import PdfWord

    name = document.name
    if find_spec("pypdfium2") is None:
        message = _("{name} is a PDF, which needs: {command}", name=name, command=install_command("pdf"))
        raise SourceRejected(name, "needs-extra", message)
    answer = _extract_words(document)
    match answer.get("problem"):
        case "locked":
            raise encrypted_document(name)
        case "long":
            raise SourceRejected(name, "too-large", _("{name} holds more text than any edition does", name=name))
        case "damaged":
            raise _damaged(name)
    pages = [[[PdfWord(_visible(text), *place) for text, *place in line] for line in page] for page in answer["pages"]]
    return tuple(tuple(tuple(word for word in line if word.text) for line in page) for page in pages)


def _damaged(name: str) -> SourceRejected:
    return SourceRejected(name, "unreadable", _("{name} begins like a PDF, but is damaged", name=name))


def _extract_words(document: Document) -> dict[str, Any]:
    """Run `pdf_words` on the PDF in a separate process. Return the JSON object that the process prints."""
    import json
    import subprocess

    try:
        run = subprocess.run(  # noqa: S603, this program with a module of its own
            module_command("ingest.formats.pdf_words"),
            input=document.data,
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired as problem:
        raise too_slow(document.name, TIMEOUT_SECONDS) from problem
    except (subprocess.CalledProcessError, OSError) as problem:
        raise _damaged(document.name) from problem
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def _visible(text: str) -> str:
    """Return a word as a reader sees it. A soft hyphen is visible only at the end of a line."""
    return _INVISIBLE.sub("", _SOFT_HYPHEN_AT_END.sub("-", text))
