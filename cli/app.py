"""The program `rules`: its commands put together, and the one place where errors become a line."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cli.messages import error, point_out, to_nowhere
from cli.session import SCHEMA, Everywhere, everywhere
from kb.errors import BadQuery, RulesError

# Typer brings its own copy of Click or uses the installed one, by version; both end in this class.
_UsageProblem: type[Exception] = typer.BadParameter.__mro__[2]


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"rules {version('mtg-rules-library')}")
        raise typer.Exit


_COMMANDS = (
    "search", "show", "define", "refs", "query", "history", "diff", "deprecated", "watch", "cite", "lint", "editions",
    "ingest", "sync", "export", "audit", "types", "ask", "sba",
    "check", "coverage", "drift", "examples",
)  # fmt: skip
"""Each is the module of its name in `cli.commands`, in the order of `rules --help`."""


class _Commands(TyperGroup):
    """The commands, each imported when it is asked for: reading a rule needs little of what the others do."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # Their names, for what is listed and suggested.
        self.commands = dict.fromkeys(_COMMANDS)  # type: ignore[assignment]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, or None if there is none."""
        if cmd_name not in _COMMANDS:
            return None
        single = typer.Typer(add_completion=False)
        single.command(cmd_name)(everywhere(import_module(f"cli.commands.{cmd_name}").command))
        return typer.main.get_command(single)


app = typer.Typer(
    name="rules",
    cls=_Commands,
    help="The law library of Magic: The Gathering: the Comprehensive Rules in English and French.",
    epilog="Every command takes --home, --json, --lang, --as-of and --no-color, before or after its name.",
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
@everywhere
def root(
    common: Everywhere,
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """The law library of Magic: The Gathering: the Comprehensive Rules in English and French."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; give the exit status that `docs/cli.md` lists."""
    _have_streams()
    arguments = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    as_json = "--json" in arguments
    try:
        status = app(arguments, prog_name="rules", standalone_mode=False)
        sys.stdout.flush()
        return int(status or 0)
    except RulesError as problem:
        status = _fail(str(problem), problem.exit_status, as_json)
        if isinstance(problem, BadQuery):
            point_out(*problem.place)
        return status
    except _UsageProblem as problem:
        return _fail(_usage(problem), 2, as_json)
    except OSError as problem:
        return _not_written(problem)
    except typer.Abort:
        return 130
    except Exception as problem:
        if os.environ.get("RULES_DEBUG"):
            raise
        what = f"{type(problem).__name__}: {problem}".replace("\n", " ")
        return _fail(f"this is a fault of the program ({what}); RULES_DEBUG=1 shows where", 2, as_json)


def _have_streams() -> None:
    """Give the program streams to write to where they were closed before its start (`rules show 7 >&-`)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115, it is written to until the end


def _not_written(problem: OSError) -> int:
    """The exit status where the answer can't be written, said in a line unless its reader has just gone.

    Where a document or another file can't be read or written, that is caught where its name is known.
    """
    to_nowhere(sys.stdout)
    if isinstance(problem, BrokenPipeError):
        return 0  # `rules show 7 | head`
    return _fail(f"cannot write {problem.filename or 'the answer'}: {problem.strerror}", 2, as_json=False)


def _usage(problem: Exception) -> str:
    """What was wrong with the command line, and where the right form stands."""
    context = getattr(problem, "ctx", None)
    command = context.command_path if context is not None else "rules"
    parameter = getattr(problem, "param", None)
    message = str(getattr(problem, "message", "") or "").rstrip(".")
    if not message and parameter is not None:
        message = f"{parameter.metavar or parameter.name} is missing"
    elif parameter is not None:
        message = f"{parameter.opts[0]}: {message}"
    return f"{message or type(problem).__name__}; `{command} --help` shows how it is used"


def _fail(message: str, status: int, as_json: bool) -> int:
    """Say in one line what was wrong, and as JSON too where JSON is read."""
    line = " ".join(message.split())
    error(line)
    if as_json:
        try:
            print(json.dumps({"schema": SCHEMA, "error": {"message": line, "exit_status": status}}, ensure_ascii=False))
            sys.stdout.flush()
        except OSError:
            to_nowhere(sys.stdout)
    return status
