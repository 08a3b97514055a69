"""The drafter of the user's knowledge base and cards, for the commands that make drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.messages import note
from kb.i18n import _
from kb.storage.database_file import CARDS_FILE_NAME

if TYPE_CHECKING:
    from cli.options.global_options import GlobalOptions
    from kb.drafting.draft import Drafter
    from kb.storage.store import Store


def drafter(store: Store, common: GlobalOptions) -> Drafter:
    """Return the drafter of a knowledge base. It learns for a minute when the cards are new, so this says so."""
    from kb.drafting.drafts import load_drafter
    from kb.translation.alignment import align

    if not (common.data_folder / CARDS_FILE_NAME).is_file():
        note(_("without cards, drafts know little: `rules cards import FILE`, with official French"))
    return load_drafter(store, common.day, common.data_folder, align(store, common.day), _note_learning)


def _note_learning() -> None:
    note(_("learning from the French of your cards and rules; this takes a minute, once"))
