"""What every command has: the options that stand everywhere, the knowledge base, ways to answer."""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from cli.locale import OPTION
from cli.page import Page
from kb.dates import read_date
from kb.errors import BadValue
from kb.languages import LANGUAGES, Lang
from kb.store import FILE_NAME, Store
from kb.tongue import _, later
from kb.view import View

SCHEMA = "rules/1"

_PANEL = later("Everywhere")

_ASKED_BY_THE_SHELL = "_RULES_COMPLETE"
"""What the shell sets where it wants completions: nothing else needs what they are read with."""


@dataclass(frozen=True, slots=True)
class Everywhere:
    """The options that every command takes, as given; None or False where they weren't.

    Attributes:
        home: folder of the knowledge base.
        as_json: answer with one JSON object.
        lang: `en`, `fr` or, for reading, `both`.
        as_of: the day asked about.
        no_color: no colour, even on a terminal.
        ui_lang: the language of messages and help, which are in it already (`cli.locale`).
    """

    home: Path | None = None
    as_json: bool = False
    lang: str | None = None
    as_of: str | None = None
    no_color: bool = False
    ui_lang: str | None = None

    def over(self, other: Everywhere) -> Everywhere:
        """These options where they were given, else the other ones."""
        given = {
            field.name: value for field in fields(self) if (value := getattr(self, field.name)) not in (None, False)
        }
        return replace(other, **given)

    @property
    def language(self) -> Lang:
        """The one language asked for.

        Raises:
            BadValue: there is no such language.
        """
        return self.languages(both=False)[0]

    def languages(self, *, both: bool = True) -> tuple[Lang, ...]:
        """The languages asked for: one, or with `both` allowed two.

        Raises:
            BadValue: there is no such language.
        """
        wanted = self.lang or "en"
        if both and wanted == "both":
            return LANGUAGES
        for lang in LANGUAGES:
            if lang == wanted:
                return (lang,)
        raise BadValue("language", wanted, _("give en, fr or both") if both else _("give en or fr"))

    @property
    def day(self) -> date:
        """The day asked about: today, unless `--as-of` names another.

        Raises:
            BadValue: it is no day of the calendar.
        """
        return read_date(self.as_of) if self.as_of else date.today()

    @property
    def folder(self) -> Path:
        """Where the knowledge base lives: `--home`, `RULES_HOME`, or the platform's data folder."""
        if self.home is not None:
            return self.home.expanduser()
        if named := os.environ.get("RULES_HOME"):
            return Path(named).expanduser()
        from platformdirs import user_data_path

        return user_data_path("rules", appauthor=False)

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The knowledge base; the first command builds it from the starter data.

        Raises:
            StoreError: it can't be read, or can't be built.
        """
        folder = self.folder
        if not (folder / FILE_NAME).exists():
            from cli.first import build

            build(folder)
        with Store.open(folder) as store:
            if store.meta("starter") is None:
                from cli.first import complete

                complete(store)
            yield store

    def view(self, store: Store, lang: Lang) -> View:
        """The rules in a language on the day asked about."""
        return View(store, lang, self.day)

    def page(self, stream: TextIO | None = None) -> Page:
        """What text is written on: stdout, if no other stream is given."""
        return Page(stream or sys.stdout, color=not self.no_color and not os.environ.get("NO_COLOR"))

    def answer(self, content: Mapping[str, Any]) -> None:
        """Print the one JSON object of an answer."""
        import json

        print(json.dumps({"schema": SCHEMA, **content}, ensure_ascii=False, indent=2))


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
