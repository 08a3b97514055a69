"""Exchange of translations with translation tools: writing files for them, and reading the files that come back.

The formats are TMX (translation memories), XLIFF 1.2 and 2.0, PO (texts to translate), TBX (terms) and CSV
(spreadsheets). Units are named by lineage (`unit_keys`), so that renumbering doesn't change the names. The library
translate-toolkit, an optional dependency, writes and reads the files. If the library is missing, `MissingExtra` is
raised.
"""

from __future__ import annotations

from kb.errors import MissingExtra
from kb.i18n import _

EXCHANGE_FORMATS = ("tmx", "xliff", "po", "tbx", "csv")
"""The formats that can be written. Only XLIFF and PO can also be read."""


def require_toolkit() -> None:
    """Raise `MissingExtra` if translate-toolkit isn't installed."""
    try:
        import translate.storage.base  # noqa: F401, only its presence matters
    except ImportError as problem:
        raise MissingExtra(_("exchanging files with translation tools"), "translation") from problem
