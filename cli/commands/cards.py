"""`rules cards`: the group of commands for the card library. `rules cards` alone says what the library has."""

from __future__ import annotations

from typing import ClassVar

import typer

from cli.messages import note
from cli.options.declarations import with_global_options
from cli.options.global_options import GlobalOptions
from cli.options.lazy_group import LazyGroup
from kb.errors import NotFound
from kb.i18n import _, mark_message


class _Commands(LazyGroup):
    summaries: ClassVar = {
        "import": mark_message(
            "Read a file of cards into the card library: MTGJSON AtomicCards or Scryfall bulk data."
        ),
    }
    module_prefix = "cli.commands.cards_"


app = typer.Typer(
    name="cards",
    cls=_Commands,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
@with_global_options
def cards(common: GlobalOptions, invocation: typer.Context) -> None:
    """Say which cards the card library has, and how much of their text is understood.

    Example: rules cards
    """
    if invocation.invoked_subcommand is not None:
        return
    from kb.cards.library.database import KindCount, open_library

    (count, faces), source = (0, 0), ""
    kinds: dict[str, KindCount] = {}
    try:
        with open_library(common.data_folder) as library:
            (count, faces), kinds, source = library.counts(), library.kinds(), library.meta("source") or ""
    except NotFound as nothing:
        note(str(nothing))
    lines = sum(kind.lines for kind in kinds.values())
    understood = sum(kind.understood for kind in kinds.values())
    if common.as_json:
        by_kind = {name: {"lines": kind.lines, "understood": kind.understood} for name, kind in kinds.items()}
        content = {"cards": count, "faces": faces, "lines": lines, "understood": understood, "kinds": by_kind}
        common.print_json({**content, "source": source})
        return
    if not count:
        return
    page = common.text_output()
    page.line(_("{cards} cards with {faces} faces, from {source}", cards=count, faces=faces, source=source))
    page.line(_("{lines} lines of text, {understood} understood in full", lines=lines, understood=understood))
    heads = (_("kind"), _("lines"), _("understood"))
    page.table(heads, [(name, str(kind.lines), str(kind.understood)) for name, kind in kinds.items()])
    page.line((_("The text of the cards is © Wizards of the Coast; see NOTICE.md."), "dim"))
