"""PDF, read with pypdfium2 (the extra `pdf`).

The words of the pages are put together to the text that the same edition has as plain text: a paragraph a
line, blank lines between. `ingest.formats.text` reads that.
"""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ingest.document import Document
from ingest.formats import text as plain
from ingest.formats.base import Reading
from kb.errors import SourceRejected
from kb.tongue import _

NAME = "pdf"
SIGNATURE = b"%PDF-"

SECONDS = 60
"""The longest edition, of 300 pages, takes three; a file that takes a minute was made to."""

_LEADING = 64
_UNSEEN = re.compile(r"[\x00-\x1f\x7f\u00ad\ufffe\uffff]")
_SOFT_HYPHEN_AT_END = re.compile("\u00ad$")


def fits(text: str, file_name: str) -> bool:
    """No text is a PDF: `ingest.decode` knows one by its first bytes."""
    return False


def read(text: str) -> tuple[Reading, ...]:
    """Read what `render` gave."""
    return plain.read(text)


def looks_so(data: bytes) -> bool:
    """Whether bytes are those of a PDF."""
    return data[:_LEADING].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(SIGNATURE)


def render(document: Document) -> str:
    """The text of a PDF, as the same edition has it in plain text.

    Raises:
        SourceRejected: pypdfium2 isn't installed; the PDF is damaged, locked by a password, too long, or
            holds no text.
    """
    from ingest.formats.pdf_columns import Word, lines_of
    from ingest.formats.pdf_paragraphs import paragraphs

    name = document.name
    if find_spec("pypdfium2") is None:
        message = _("{name} is a PDF, which needs: pip install 'mtg-rules-library[pdf]'", name=name)
        raise SourceRejected(name, "needs-extra", message)
    answer = _answer(document)
    match answer.get("problem"):
        case "locked":
            message = _("{name} is locked by a password; give it without one", name=name)
            raise SourceRejected(name, "unreadable", message)
        case "long":
            raise SourceRejected(name, "too-large", _("{name} holds more text than any edition does", name=name))
        case "damaged":
            raise _damaged(name)
    pages = [[[Word(_seen(text), *place) for text, *place in line] for line in page] for page in answer["pages"]]
    lines = lines_of([[[word for word in line if word.text] for line in page] for page in pages])
    text = "\n".join(paragraphs(lines))
    if not text.strip():
        raise SourceRejected(name, "not-text", _("{name} holds no text, perhaps only pictures of pages", name=name))
    return text


def _damaged(name: str) -> SourceRejected:
    return SourceRejected(name, "unreadable", _("{name} begins like a PDF, but is damaged", name=name))


def _answer(document: Document) -> dict[str, Any]:
    """What `pdf_words` says of the PDF, run in a process of its own."""
    import json
    import subprocess

    from ingest.formats import pdf_words

    try:
        run = subprocess.run(  # noqa: S603, Python itself, on a file of this package
            # -P: modules beside the program must not hide Python's own of the same name.
            [sys.executable, "-P", str(Path(pdf_words.__file__))],
            input=document.data,
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired as problem:
        raise SourceRejected(
            document.name,
            "too-large",
            _(
                "{name} could not be read within {seconds} seconds; no edition takes so long",
                name=document.name,
                seconds=SECONDS,
            ),
        ) from problem
    except (subprocess.CalledProcessError, OSError) as problem:
        raise _damaged(document.name) from problem
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def _seen(text: str) -> str:
    """A word as it is seen: a soft hyphen only where it breaks the word."""
    return _UNSEEN.sub("", _SOFT_HYPHEN_AT_END.sub("-", text))
