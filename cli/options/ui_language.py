"""The language of messages and help: which it is, and the help and the errors of Typer in that language.

The language is that of `--ui-lang`, or if it isn't given, that of the locale. Typer itself has only English texts.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from typer.core import TyperCommand, TyperGroup

from cli.choices import parse_choice
from cli.output_streams import trusted_stream
from kb.i18n import _, get_language, mark_message
from kb.languages import LANGUAGES, Lang

UI_LANGUAGE_OPTION = "--ui-lang"

# The errors of all supported versions of Typer, without the full stop.
_ERRORS = (
    mark_message("No such option: {name}"),
    mark_message("No such command '{name}'"),
    mark_message("No such command '{name}'. Did you mean {names}?"),
    mark_message("Missing command"),
    mark_message("Option '{name}' requires an argument"),
    mark_message("Option '{name}' does not take a value"),
    mark_message("Got unexpected extra argument(s) ({values})"),
    mark_message("Got unexpected extra argument ({values})"),
    mark_message("Got unexpected extra arguments ({values})"),
    mark_message("'{value}' is not a valid int range"),
    mark_message("'{value}' is not a valid integer range"),
    mark_message("{value} is not in the range {range}"),
)
# The help of Typer's own options.
_HELP = (
    mark_message("Show this message and exit."),
    mark_message("Install completion for the current shell."),
    mark_message("Show completion for the current shell, to copy it or customize the installation."),
)


def language_from_environment(environment: Mapping[str, str]) -> Lang:
    """Return the language of the locale, or English if there is no locale or its language is unknown.

    As in gettext, the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set. Unless the locale is
    `C` or `POSIX`, the languages listed in `LANGUAGE` take precedence.
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "C")
    if _language_code(locale) in ("c", "posix"):
        return "en"
    listed = environment.get("LANGUAGE") or locale
    return next((lang for each in listed.split(":") for lang in LANGUAGES if lang == _language_code(each)), "en")


def _language_code(locale: str) -> str:
    """Return the language in the name of a locale: `fr` of `fr_CA.UTF-8@euro`."""
    return locale.partition(".")[0].partition("@")[0].partition("_")[0].lower()


def language_from_arguments(arguments: Sequence[str]) -> Lang | None:
    """Return the language of the last `--ui-lang`, or None if the option isn't given.

    This runs before the command line is parsed, because parsing errors are reported in that language.

    Raises:
        BadValue: there are no messages in the language.
    """
    given = None
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == UI_LANGUAGE_OPTION and (equals or arguments[at + 1 : at + 2]):
            given = value if equals else arguments[at + 1]
    if given is None:
        return None
    return parse_choice("language of messages", given, LANGUAGES, _("give en or fr"))


def translate_usage_error(message: str) -> str:
    """Translate an error of Typer. An unknown message is returned unchanged."""
    if get_language() == "en":
        return message
    for template in _ERRORS:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template))
        if match := re.fullmatch(pattern, message, re.DOTALL):
            return _(template, **match.groupdict())
    return message


class LocalizedHelp:
    """A mixin that translates the help of a command, which is English in the code."""

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        if get_language() == "en":
            return
        command: Any = self
        command.help, command.epilog = _translate_paragraphs(command.help), _translate_paragraphs(command.epilog)
        command.options_metavar = _("[OPTIONS]")
        if isinstance(command, TyperGroup):
            command.subcommand_metavar = _("COMMAND [ARGS]...")

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options and arguments, including those that Typer adds."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters if get_language() != "en" else ():
            for part in ("help", "metavar", "rich_help_panel"):
                # A text may already be French. The catalogue has only English keys, so `_` returns it unchanged.
                if english := getattr(parameter, part, None):
                    setattr(parameter, part, _(english))
        return parameters

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help as plain text, with translated titles.

        Typer's own help is drawn by Rich, whose import takes longer than most commands.
        """
        command: Any = self
        bold = ("\x1b[1m", "\x1b[0m") if _has_styles() else ("", "")
        usage = " ".join(command.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, usage, prefix=_("Usage: {usage}", usage=""))
        command.format_help_text(ctx, formatter)
        panels: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                title = _("Arguments") if parameter.param_type_name == "argument" else _("Options")
                panel = getattr(parameter, "rich_help_panel", None) or title
                panels.setdefault(panel, []).append((record[0], _translate_extras(record[1])))
        if summaries := getattr(command, "summaries", None):
            panels[_("Commands")] = [(name, _(summary)) for name, summary in summaries.items()]
        for title, rows in panels.items():
            with formatter.section(title.join(bold)):
                formatter.write_dl(rows)
        command.format_epilog(ctx, formatter)
        # Typer would print the help in UTF-8, even if stdout has another encoding. The help has no texts of strangers,
        # so no text needs to be escaped.
        print(formatter.getvalue(), file=trusted_stream(sys.stdout), end="")
        formatter.buffer.clear()


def _translate_paragraphs(text: str | None) -> str | None:
    return "\n\n".join(map(_, text.split("\n\n"))) if text else text


def _has_styles() -> bool:
    """True if the help may have bold titles."""
    is_dumb = os.environ.get("TERM", "dumb") == "dumb"
    return sys.stdout.isatty() and not is_dumb and not os.environ.get("NO_COLOR")


def _translate_extras(text: str) -> str:
    """Translate what Typer adds to the help of an option."""
    text = text.replace("[required]", _("[required]"))
    return re.sub(r"\[default: (.*)\]", lambda found: _("[default: {}]").replace("{}", found[1]), text)


class LocalizedCommand(LocalizedHelp, TyperCommand):
    """A command with translated help."""


class LocalizedGroup(LocalizedHelp, TyperGroup):
    """A group of commands with translated help."""
