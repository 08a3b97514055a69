"""Formats of sources that are treated in another way than editions."""

from __future__ import annotations

FINISHED_TRANSLATION_FORMATS = ("xliff", "po")
"""The formats of finished translations. An excerpt in one of them overrides an edition of the same day."""


def source_label(name: str, title: str, form: str) -> str:
    """Return what readers are shown as a source: the title of a starter document, the name of any other document."""
    return name if form in FINISHED_TRANSLATION_FORMATS else title or name
