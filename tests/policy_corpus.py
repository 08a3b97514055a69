"""The real policy documents, which are beside this repository where they are at hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from kb.model import Edition

POLICY = Path(__file__).parents[1].parent / "shared" / "corpus" / "policy"

needs_policy = pytest.mark.skipif(not POLICY.is_dir(), reason=f"the policy documents aren't at {POLICY}")
"""Skips the tests of a module where the documents aren't at hand."""


@cache
def edition_of(file: str) -> Edition:
    """Return the edition that is read from a file of `POLICY`, such as `mtr/2019-01-21.html`."""
    path = POLICY / file
    (edition,) = read_editions(Document(path.name, path.read_bytes()), IngestOptions(), None)
    return edition
