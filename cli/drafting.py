"""The drafter of the user's knowledge base and cards, for the commands that make drafts."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from cli.messages import note
from cli.progress import counted_progress
from kb.i18n import _
from kb.storage.database_file import CARDS_FILE_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cli.options.global_options import GlobalOptions
    from kb.drafting.draft import Draft, Drafter
    from kb.storage.store import Store
    from kb.translation.exchange.units import TranslationUnit


def drafter(store: Store, common: GlobalOptions) -> Drafter:
    """Return the drafter of a knowledge base. When the cards are new, it learns for half a minute, and says so."""
    from kb.drafting.drafts import load_drafter
    from kb.translation.alignment import align

    if not (common.data_folder / CARDS_FILE_NAME).is_file():
        note(_("without cards, drafts know little: `rules cards import FILE`, with official French"))
    return load_drafter(store, common.day, common.data_folder, align(store, common.day), _learning)


def draft_units(units: Sequence[TranslationUnit], maker: Drafter) -> Iterator[tuple[TranslationUnit, Draft]]:
    """Yield the draft of each unit. On a terminal, the number of drafts is shown while they are made."""
    from kb.drafting.drafts import draft_unit

    with counted_progress(_("drafting"), len(units)) as done:
        for number, unit in enumerate(units):
            done(number)
            yield unit, draft_unit(unit, maker)


@contextmanager
def _learning(steps: int) -> Iterator[Callable[[int], None]]:
    note(_("learning from the French of your cards and rules; this takes half a minute, once"))
    with counted_progress(_("learning"), steps) as done:
        yield done
