"""Commands get the options that stand everywhere: declared once, put into each command's signature."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.global_options import Everywhere
from cli.locale import OPTION
from kb.tongue import later

_PANEL = later("Everywhere")

_ASKED_BY_THE_SHELL = "_RULES_COMPLETE"
"""What the shell sets where it wants completions: nothing else needs what they are read with."""


_OPTIONS: dict[str, Any] = {
    "home": Annotated[
        Path | None,
        typer.Option("--home", metavar="DIR", help="Folder of the knowledge base.", rich_help_panel=_PANEL),
    ],
    "as_json": Annotated[bool, typer.Option("--json", help="Answer with one JSON object.", rich_help_panel=_PANEL)],
    "lang": Annotated[
        str | None,
        typer.Option("--lang", metavar="en|fr", help="Language of the rules; default en.", rich_help_panel=_PANEL),
    ],
    "as_of": Annotated[
        str | None,
        typer.Option(
            "--as-of", metavar="YYYY-MM-DD", help="The rules in force that day; default today.", rich_help_panel=_PANEL
        ),
    ],
    "no_color": Annotated[
        bool, typer.Option("--no-color", help="No colours, even on a terminal.", rich_help_panel=_PANEL)
    ],
    "ui_lang": Annotated[
        str | None,
        typer.Option(
            OPTION,
            metavar="en|fr",
            help="Language of messages and help; default: that of the locale, else en.",
            rich_help_panel=_PANEL,
        ),
    ],
}


def everywhere(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Give a command the options that stand everywhere; it gets them as its first argument.

    One that takes an `invocation` gets Typer's context as well.
    They may stand before the command's name as well; after it they win. What the shell completes is told by
    metavars and help (`cli.completion`).
    """
    signature = inspect.signature(command, eval_str=True)
    own = [each for each in [*signature.parameters.values()][1:] if each.name != "invocation"]
    asks_how = "invocation" in signature.parameters
    added = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=getattr(Everywhere(), name)
        )
        for name, annotation in _OPTIONS.items()
    ]
    invocation = inspect.Parameter("invocation", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)

    @functools.wraps(command)
    def run(invocation: typer.Context, **arguments: Any) -> int | None:
        here = Everywhere(**{name: arguments.pop(name) for name in _OPTIONS})
        above = invocation.parent.obj if invocation.parent is not None else None
        common = here.over(above) if isinstance(above, Everywhere) else here
        invocation.obj = common
        if asks_how:
            arguments["invocation"] = invocation
        return command(common, **arguments)

    own = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]
    if _ASKED_BY_THE_SHELL in os.environ:
        from cli.completion import completing

        for parameter in (*own, *added):
            for shown in getattr(parameter.annotation, "__metadata__", ()):
                shown.autocompletion = completing(shown.metavar or "", shown.help or "")
    run.__signature__ = signature.replace(parameters=[invocation, *own, *added])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (invocation, *own, *added)}
    return run
