"""Declarations of options that several commands share, and the decorator that adds the global options to a command."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.options.global_options import GlobalOptions
from cli.options.ui_language import UI_LANGUAGE_OPTION
from kb.errors import RulesError
from kb.i18n import _, mark_message

OutputFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE instead of stdout.")
]
Subtree = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="Only this rule, section or chapter, or a range: 306-308.")
]
GLOSSARY = "glossary"
"""The value of `TranslatedPart` for the glossary."""
TranslatedPart = Annotated[
    str | None,
    typer.Option(metavar="NUMBER", help="Only this rule, section or chapter, a range (306-308), or `glossary`."),
]
ChangeClass = Annotated[
    str | None,
    typer.Option(metavar="CLASS", help="Only changes of this class: typography, references, template, wording."),
]
DocumentDate = Annotated[
    str | None, typer.Option(metavar="YYYY-MM-DD", help="The date of a document that states none.")
]
DocumentOption = Annotated[
    str | None,
    typer.Option("--doc", metavar="DOC", help="The book: cr, mtr, ipg, jar, or all. A number may name it: MTR 4.2."),
]
NumberWords = Annotated[
    list[str],
    typer.Argument(metavar="NUMBER", help="A rule (306.7), a rule of a day (306.7@2009-09-04), or MTR 4.2, IPG 2.2."),
]
"""One number in one or several words: `MTR 4.2` needs no quotes. Commands join the words."""
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]
SituationFile = Annotated[str, typer.Argument(metavar="SITUATION", help="A situation, YAML or JSON; - is stdin.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with status 4 if a rule's wording hasn't been reviewed.")]
FactOption = functools.partial(typer.Option, rich_help_panel=mark_message("Facts"))
Facts = Annotated[
    list[str] | None, FactOption("--fact", metavar="PATH=VALUE", help="Any other fact: A.tapped=no, p1.life=3.")
]
Cards = Annotated[
    list[str] | None,
    FactOption("--card", metavar="ID=CARD", help="The card that an object is: its name or its pasted text."),
]

Option = functools.partial(typer.Option, rich_help_panel=mark_message("Global options"))
_OPTIONS: dict[str, Any] = {
    "home": Annotated[Path | None, Option("--home", metavar="DIR", help="Folder of the knowledge base.")],
    "as_json": Annotated[bool, Option("--json", help="Answer with one JSON object.")],
    "lang": Annotated[str | None, Option("--lang", metavar="en|fr", help="Language of the rules; default en.")],
    "as_of": Annotated[
        str | None, Option("--as-of", metavar="YYYY-MM-DD", help="The rules in force that day; default today.")
    ],
    "no_color": Annotated[bool, Option("--no-color", help="No colours, even on a terminal.")],
    "no_pager": Annotated[bool, Option("--no-pager", help="No pager for long output on a terminal.")],
    "ui_lang": Annotated[
        str | None,
        Option(
            UI_LANGUAGE_OPTION,
            metavar="en|fr",
            help="Language of messages and help; default: the language of the locale, or en.",
        ),
    ],
}
COMPLETION_VARIABLE = "_RULES_COMPLETE"
"""The environment variable that the shell sets when it wants completions."""


def joined_number(words: Sequence[str], option: str | None) -> str:
    """Return the number that an argument of several words names: `MTR 4.2`, `jar common issues`.

    Raises:
        BadParameter: neither the first word nor `--doc` names a document, so there are too many words.
    """
    from kb.documents import DOCUMENTS, split_document

    first, *rest = words
    if rest and option is None and first.lower() not in DOCUMENTS and split_document(first)[0] is None:
        raise typer.BadParameter(_("Got unexpected extra argument(s) ({values})", values=" ".join(rest)))
    return " ".join(words)


def parse_facts(given: Sequence[str] | None) -> list[tuple[str, str]]:
    """Split each value of `--fact` into a path and a value.

    Raises:
        RulesError: a value names no fact.
    """
    found = []
    for text in given or ():
        path, equals, value = text.partition("=")
        if not equals or ("." not in path and path.strip() != "effects"):
            message = _("--fact '{text}' names no fact; give PATH=VALUE such as A.tapped=no or game.turn=3", text=text)
            raise RulesError(message)
        found.append((path.strip(), value.strip()))
    return found


def parse_cards(given: Sequence[str] | None) -> list[tuple[str, str]]:
    """Split each value of `--card` into the path of the fact `oracle` and its value.

    Raises:
        RulesError: a value names no object or no card.
    """
    found = []
    for text in given or ():
        identity, _equals, card = text.partition("=")
        if not identity.strip().isidentifier() or not card.strip():
            message = _("--card '{text}' names no object and card; give ID=CARD such as A=NAME", text=text[:60])
            raise RulesError(message)
        found.append((f"{identity.strip()}.oracle", card.strip()))
    return found


def with_global_options(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Decorate a command whose first parameter takes the global options.

    A command with a parameter `invocation` gets Typer's context as well. A global option after the command's name
    wins over the same option before the name.
    """
    signature = inspect.signature(command, eval_str=True)
    takes_context = "invocation" in signature.parameters
    keyword_only = inspect.Parameter.KEYWORD_ONLY
    own = [
        each.replace(kind=keyword_only) for each in [*signature.parameters.values()][1:] if each.name != "invocation"
    ]
    added = [
        inspect.Parameter(name, keyword_only, annotation=annotation, default=getattr(GlobalOptions(), name))
        for name, annotation in _OPTIONS.items()
    ]
    context = inspect.Parameter("invocation", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)

    @functools.wraps(command)
    def run(invocation: typer.Context, **arguments: Any) -> int | None:
        given = GlobalOptions(**{name: arguments.pop(name) for name in _OPTIONS})
        # The root command has no parent. Its own `obj` is the `GlobalOptions` that `main` has passed to it.
        before = (invocation.parent or invocation).obj
        invocation.obj = given.with_fallback(before) if isinstance(before, GlobalOptions) else given
        if takes_context:
            arguments["invocation"] = invocation
        return command(invocation.obj, **arguments)

    if COMPLETION_VARIABLE in os.environ:
        from cli.options.completion import completion_for

        for parameter in (*own, *added):
            for shown in getattr(parameter.annotation, "__metadata__", ()):
                shown.autocompletion = completion_for(shown.metavar or "", shown.help or "")
    run.__signature__ = signature.replace(parameters=[context, *own, *added])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (context, *own, *added)}
    return run
