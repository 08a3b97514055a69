"""Arguments of the Python API: days and languages, as programs give them."""

from __future__ import annotations

from datetime import date, datetime

from kb.documents import DOCUMENTS, Doc
from kb.errors import BadValue
from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.text.dates import parse_date


def as_date(day: str | date | None) -> date:
    """Return a day: a date, text of the form 2026-01-16, or None for today.

    Raises:
        BadValue: it is none of these.
    """
    if day is None:
        return date.today()
    if isinstance(day, datetime):
        return day.date()
    return day if isinstance(day, date) else parse_date(str(day))


def as_lang(lang: str) -> Lang:
    """Return a language. Raise `BadValue` if it is neither `en` nor `fr`."""
    for each in LANGUAGES:
        if each == lang:
            return each
    raise BadValue("language", lang, _("give en or fr"))


def as_doc(doc: str) -> Doc:
    """Return a document. Raise `BadValue` if it is none of the table of documents."""
    for each in DOCUMENTS:
        if each == doc:
            return each
    raise BadValue("document", doc, _("give one of {names}", names=", ".join(DOCUMENTS)))
