"""`rules translation`: the group of commands for the French translation.

Each command of the group has its own module: `rules translation status` is `translation_status.py`.
"""

from __future__ import annotations

from typing import ClassVar

import typer

from cli.options.declarations import with_global_options
from cli.options.global_options import GlobalOptions
from cli.options.lazy_group import LazyGroup
from kb.i18n import mark_message


class _Commands(LazyGroup):
    summaries: ClassVar = {
        "status": mark_message(
            "Show the state of the French translation: which rules and headwords are current, stale, untranslated "
            "or missing."
        ),
        "lint": mark_message(
            "Check the French of the rules and the glossary against the English that it was made from."
        ),
        "draft": mark_message(
            "Propose French for rules and glossary entries without French or with stale French, "
            "and say what it rests on."
        ),
        "terms": mark_message("Show what the rules' terms are called in French, and what each name rests on."),
        "export": mark_message(
            "Write the French and the English to a file for Weblate, OmegaT, Trados or a spreadsheet."
        ),
        "import": mark_message(
            "Take finished translations back: the XLIFF and PO files that `rules translation export` made."
        ),
    }
    module_prefix = "cli.commands.translation_"


app = typer.Typer(
    name="translation",
    cls=_Commands,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
@with_global_options
def translation(common: GlobalOptions) -> None:
    """Work on the French translation: show its state, check it, exchange files with translation tools.

    Example: rules translation status --section 306
    """
