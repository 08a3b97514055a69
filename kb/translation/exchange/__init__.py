"""Exchange: the French beside the English as files of translation tools, and such files back again.

TMX (memories), XLIFF 1.2 and 2.0, PO (texts to translate), TBX (terms) and CSV (spreadsheets). Units are
keyed by lineage (`units.Key`), so that a memory survives renumbering. The files are written and read by
translate-toolkit, an extra of this project.
"""

from __future__ import annotations

from typing import Literal, get_args

from kb.errors import MissingExtra
from kb.i18n import _

ExchangeFormat = Literal["tmx", "xliff", "po", "tbx", "csv"]
"""The kinds of files that can be written; XLIFF and PO can be read back."""

EXCHANGE_FORMATS: tuple[ExchangeFormat, ...] = get_args(ExchangeFormat)


def require_toolkit() -> None:
    """Make sure that translate-toolkit is there.

    Raises:
        NeedsExtra: it isn't.
    """
    try:
        import translate.storage.base  # noqa: F401, it is looked for
    except ImportError as problem:
        raise MissingExtra(_("exchanging files with translation tools"), "translation") from problem
