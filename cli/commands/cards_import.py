"""`rules cards import`: reads a file of cards into the card library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument

from cli.messages import error, note
from cli.options.global_options import GlobalOptions
from cli.progress import file_progress
from kb.i18n import _

_MOST_SHOWN = 10


def command(
    common: GlobalOptions,
    file: Annotated[
        Path, Argument(metavar="FILE", help="AtomicCards.json of MTGJSON or oracle-cards.json of Scryfall, or as .gz.")
    ],
) -> int:
    """Read a file of cards into the card library, in place of the cards that it has.

    The library is beside the knowledge base. The same file again is skipped.

    Example: rules cards import AtomicCards.json.gz
    """
    from ingest.cards.card_import import import_cards

    with file_progress("import", file) as step:
        done = import_cards(file, common.data_folder, step)
    if common.as_json:
        rejected = [{"name": each.name, "message": each.message} for each in done.rejected]
        content = {"imported": done.imported, "faces": done.faces, "rejected": rejected, "skipped": done.skipped}
        content |= {"cleaned": list(done.cleaned)}
        common.print_json({**content, "unchanged": done.unchanged})
    else:
        page = common.text_output()
        page.line(_("{cards} cards with {faces} faces", cards=done.imported, faces=done.faces))
        if done.unchanged:
            page.line(_("the card library has the cards of this file already"))
        for layout, count in done.skipped.items():
            page.line(_("{count} objects that aren't cards are left out: {layout}", count=count, layout=layout))
    if done.cleaned:
        note(_("control characters are left out of the text of: {names}", names=", ".join(done.cleaned[:_MOST_SHOWN])))
    for each in done.rejected[:_MOST_SHOWN]:
        error(_("{name} isn't imported: {why}", name=each.name, why=each.message))
    if len(done.rejected) > _MOST_SHOWN:
        note(_("{count} more cards aren't imported; --json lists them", count=len(done.rejected) - _MOST_SHOWN))
    return 1 if done.rejected else 0
