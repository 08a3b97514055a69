"""The program `rules`: the root command, and the error handler that prints each error as one line on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import date
from typing import Annotated, ClassVar

import typer
from typer import Option

from cli.messages import confirm, error, note, show_location
from cli.options.declarations import COMPLETION_VARIABLE, with_global_options
from cli.options.global_options import JSON_SCHEMA, AskedGaps, GlobalOptions
from cli.options.lazy_group import LazyGroup
from cli.options.ui_language import language_from_arguments, language_from_environment, translate_usage_error
from cli.output_streams import OutputClosed, discard_output, print_json, visible_streams
from kb.errors import BadQuery, RulesError, failure_reason
from kb.i18n import _, get_language, mark_message, ngettext, set_language
from kb.languages import Lang

INTERRUPTED = 130
"""The exit status after Ctrl-C: 130 is 128 plus 2, the number of the signal, as in shells."""

# The UsageError that Typer raises. Some versions of Typer contain a copy of Click, and raise the copy's UsageError, not
# the one in the package `click`.
_UsageError: type[Exception] = typer.BadParameter.__mro__[2]


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"rules {version('mtg-rules-library')}")
        raise typer.Exit


class _RulesCommands(LazyGroup):
    """The commands in the order of `rules --help`; `cli.commands` has a module for each command."""

    summaries: ClassVar = {
        "search": mark_message("Search the rules, and the judges' other books if the knowledge base has them."),
        "show": mark_message("Show rules with their subrules and examples, or sections of the judges' other books."),
        "define": mark_message("Show a term's glossary entry and the rule that defines it."),
        "refs": mark_message("Show what a rule cites and what cites it, in the rules and the glossary."),
        "query": mark_message("List the rules that a structural query selects."),
        "history": mark_message("Show a rule's whole life: its numbers, its wordings and what happened between them."),
        "diff": mark_message("Show what changed between two editions, rule by rule, with the words that changed."),
        "deprecated": mark_message(
            "List what is printed but no longer applies: rules and obsolete terms, since when, and what took "
            "their place."
        ),
        "penalty": mark_message(
            "Show an infraction: its penalty at each enforcement level, the remedy, the upgrades, and what changed."
        ),
        "penalties": mark_message("List all infractions of the Infraction Procedure Guide with their penalties."),
        "watch": mark_message(
            "Show which of the rules that your files cite have changed, how, and where you cite them."
        ),
        "cite": mark_message("Write a citation of a rule to paste, as a link where the style has links."),
        "lint": mark_message("Check every citation of a rule in your files against the rules."),
        "mcp": mark_message("Give language models the rules, over the Model Context Protocol."),
        "lsp": mark_message("Check and explain citations in an editor, over the Language Server Protocol."),
        "compare": mark_message(
            "Show rules and glossary entries in English and French side by side, and whether the French is up to date."
        ),
        "translation": mark_message(
            "Work on the French translation: show its state, check it, exchange files with translation tools."
        ),
        "ask": mark_message(
            "Ask the rules a question about a situation; the answer is yes, no, or the facts that it depends on."
        ),
        "sba": mark_message(
            "Show the state-based actions of a situation, check by check, and the choices that players have to make."
        ),
        "check": mark_message(
            "Check a situation: list its faults; if there are none, list the rules that apply and the facts "
            "that they need."
        ),
        "coverage": mark_message("Count the encoded rules, section by section."),
        "drift": mark_message("List the encoded rules that a new edition touches: moved, changed, gone or new."),
        "examples": mark_message("Run the worked examples that the rules print against the encoded rules."),
        "card": mark_message("Show a card, and under each line the rules that it rests on."),
        "cards": mark_message("Say which cards the card library has, and how much of their text is understood."),
        "editions": mark_message("List the editions and excerpts in the knowledge base."),
        "ingest": mark_message("Take editions and excerpts of the rules into the knowledge base."),
        "sync": mark_message(
            "Fetch the current official edition, or all that are catalogued, into the knowledge base."
        ),
        "forget": mark_message("Take editions, excerpts and finished translations out of the knowledge base."),
        "export": mark_message(
            "Write the rules of one day in one language to a file; --format sqlite writes the whole knowledge base."
        ),
        "site": mark_message("Write the whole library as static pages that any host serves."),
        "serve": mark_message("Show the site on this computer, and build what is missing."),
        "audit": mark_message(
            "List what is wrong with an edition: numbers, references, contents page, the source itself."
        ),
        "types": mark_message("List the types that pages print beside the rules, such as the planeswalker types."),
    }
    module_prefix = "cli.commands."


# Typer's options that show or install a shell's script.
_SCRIPT_OPTIONS = frozenset({"--show-completion", "--install-completion"})

app = typer.Typer(
    name="rules",
    cls=_RulesCommands,
    help="The law library of Magic: The Gathering: the Comprehensive Rules in English and French.",
    epilog=(
        "Every command takes --home, --json, --lang, --as-of, --ui-lang, --no-color and --no-pager, before or after "
        "its name."
    ),
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
@with_global_options
def root(
    common: GlobalOptions,
    invocation: typer.Context,
    _version: Annotated[
        bool, Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> int | None:
    """The law library of Magic: The Gathering: the Comprehensive Rules in English and French."""
    if invocation.invoked_subcommand is not None:
        return None
    from cli.interactive.launcher import is_interactive_terminal, run_interactive

    if common.as_json or not is_interactive_terminal():
        invocation.fail(mark_message("Missing command"))
    return run_interactive(common, invocation.get_help)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status; `docs/cli.md` lists the statuses."""
    with _paged_streams(), visible_streams():
        try:
            status = _answer(list(sys.argv[1:] if arguments is None else arguments))
        except (KeyboardInterrupt, typer.Abort):
            status = INTERRUPTED
        except OutputClosed:
            discard_output(sys.stdout)
            return 0
        if status == INTERRUPTED:
            # Perhaps nobody reads the output any more. So its rest isn't written at exit.
            discard_output(sys.stdout)
        return status


def _paged_streams() -> AbstractContextManager[None]:
    """Return the context in which long output goes to a pager. Only a terminal has one."""
    if sys.stdout is None or not sys.stdout.isatty():
        return nullcontext()
    from cli.pager import paged_streams

    return paged_streams()


def _answer(arguments: list[str]) -> int:
    """Run a command. If its answer may lack rules because the knowledge base has no whole edition, say so.

    On a terminal, offer to fetch the edition. If it is fetched, run the command again. Return the last exit status.
    """
    asked = os.environ.get(COMPLETION_VARIABLE, "")
    if asked == "complete_bash":
        from cli.options.completion import rejoin_words

        rejoin_words(os.environ)
    if asked == "source_zsh" or _SCRIPT_OPTIONS.intersection(arguments):
        from cli.options.completion import complete_at_first_tab

        complete_at_first_tab()
    set_language(language_from_environment(os.environ))
    common = GlobalOptions()
    status = _run(arguments, common)
    if (days := common.gaps.days_to_tell(status)) and _fill_gaps(common.gaps, days, may_ask="--json" not in arguments):
        return _run(arguments, GlobalOptions())
    if status != RulesError.exit_status and not os.environ.get("RULES_NO_STALE_HINT"):
        _tell_age(common.gaps)
    return status


def _tell_age(asked: AskedGaps) -> None:
    """Say on stderr that the edition in force has probably been replaced. At a table, an old number is a wrong one."""
    if asked.beyond:
        from cli.edition_gaps import describe_newest_edition

        for (_lang, day), edition in sorted(asked.beyond.items()):
            note(describe_newest_edition(day, edition))
    for edition, days in asked.outdated.values():
        message = ngettext(
            "the edition of {edition} is {count} day old, and newer rules are probably out: `rules sync`",
            "the edition of {edition} is {count} days old, and newer rules are probably out: `rules sync`",
            days,
            edition=edition,
        )
        note(message)


def _fill_gaps(asked: AskedGaps, days: Sequence[tuple[Lang, date]], *, may_ask: bool) -> bool:
    """Describe the gaps on stderr. On a terminal, offer to fetch the current edition. Return True if it was fetched."""
    from cli.edition_gaps import find_gaps

    gaps = find_gaps(asked.home, days)
    for gap in gaps:
        note(gap.message)
    if not (may_ask and _is_on_terminal() and any(gap.remedy == ("sync",) for gap in gaps)):
        return False
    return confirm(_("fetch it now?")) and _run(["--home", str(asked.home), "sync"], GlobalOptions()) == 0


def _is_on_terminal() -> bool:
    # Python sets a stream that is closed at the start to None.
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def _run(arguments: list[str], common: GlobalOptions) -> int:
    """Run a command and report its errors. Return the exit status. `common` collects the edition gaps of the answer."""
    as_json = "--json" in arguments
    try:
        set_language(language_from_arguments(arguments) or get_language())
        # A shell can't pass such an argument. A program that calls `main` can, and Typer would raise a ValueError.
        if (spoiled := next((each for each in arguments if "\0" in each), None)) is not None:
            return _fail(_("the argument {text} has a NUL character; leave it out", text=repr(spoiled)), 2, as_json)
        status = app(arguments or _default_arguments(), prog_name="rules", standalone_mode=False, obj=common)
        sys.stdout.flush()
        return int(status or 0)
    except RulesError as problem:
        status = _fail(
            str(problem), problem.exit_status, as_json, common.gap_notes(problem.exit_status) if as_json else ()
        )
        if isinstance(problem, BadQuery):
            show_location(*problem.place)
        return status
    except _UsageError as problem:
        return _fail(_describe_usage_error(problem), 2, as_json)
    except OSError as problem:
        return _fail_to_write(problem)
    except (OutputClosed, typer.Abort):
        raise
    except Exception as problem:
        if os.environ.get("RULES_DEBUG"):
            raise
        what = f"{type(problem).__name__}: {problem}".replace("\n", " ")
        return _fail(_("this is a fault of the program ({what}); RULES_DEBUG=1 shows where", what=what), 2, as_json)


def _default_arguments() -> list[str]:
    """Return the arguments for `rules` alone: `--help`, or none on a terminal, so that the search as you type opens."""
    from cli.interactive.launcher import is_interactive_terminal

    return [] if is_interactive_terminal() else ["--help"]


def _fail_to_write(problem: OSError) -> int:
    """Report that stdout can't be written, and return the exit status.

    This isn't for a file that can't be written: the code that writes the file raises an error with the file's name.
    """
    discard_output(sys.stdout)
    file = problem.filename or _("the answer")
    return _fail(_("cannot write {file}: {why}", file=file, why=failure_reason(problem)), 2, as_json=False)


def _describe_usage_error(problem: Exception) -> str:
    """Return the message for a wrong command line. The message ends with a hint, such as `rules show --help`."""
    context = getattr(problem, "ctx", None)
    command = context.command_path if context is not None else "rules"
    parameter = getattr(problem, "param", None)
    message = translate_usage_error(str(getattr(problem, "message", "") or "").rstrip("."))
    if not message and parameter is not None:
        message = _("{name} is missing", name=parameter.metavar or parameter.name)
    elif parameter is not None:
        message = _("{option}: {message}", option=parameter.opts[0], message=message)
    message = message or type(problem).__name__
    return _("{message}; `{command} --help` shows how it is used", message=message, command=command)


def _fail(message: str, status: int, as_json: bool, notes: Sequence[dict[str, object]] = ()) -> int:
    """Print an error as one line on stderr, and with `as_json` also as JSON with `notes` on stdout. Return `status`."""
    line = " ".join(message.split())
    _flush_stdout()
    error(line)
    if as_json:
        answer = {"schema": JSON_SCHEMA, "error": {"message": line, "exit_status": status}}
        with suppress(OutputClosed):
            print_json(answer | ({"notes": notes} if notes else {}), indent=None)
        _flush_stdout()
    return status


def _flush_stdout() -> None:
    try:
        sys.stdout.flush()
    except (OSError, OutputClosed):
        discard_output(sys.stdout)
