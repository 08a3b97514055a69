"""Groups of commands that import the module of a command only when the command is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

import typer

from cli.options.declarations import with_global_options
from cli.options.ui_language import LocalizedCommand, LocalizedGroup


class LazyGroup(LocalizedGroup):
    """The subcommands of `rules` or of another command.

    The module of a subcommand has a function `command`, or an `app` if the subcommand is itself a group. A module may
    also have its own class for its command, `command_class`.

    Attributes:
        summaries: the names of the subcommands in the order of the help, each with the first sentence of its own help.
            So the help of the group needn't import the subcommands.
        module_prefix: text that stands before a subcommand's name in its module's name: `cli.commands.translation_`.
    """

    summaries: ClassVar[dict[str, str]]
    module_prefix: ClassVar[str]

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # To list and suggest commands, Click needs only their names.
        self.commands = dict.fromkeys(self.summaries)  # type: ignore[assignment]

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete options and the names of commands, without importing a command."""
        named = LocalizedGroup(name=self.name, commands={name: LocalizedCommand(name) for name in self.summaries})
        named.params = self.params
        here = named.make_context(self.name, [], parent=ctx.parent, resilient_parsing=True)
        return named.shell_complete(here, incomplete)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and return the command named `cmd_name`. Return None if there is no such command."""
        if cmd_name not in self.summaries:
            return None
        module = import_module(f"{self.module_prefix}{cmd_name}")
        if isinstance(below := getattr(module, "app", None), typer.Typer):
            return typer.main.get_command(below)
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name, cls=getattr(module, "command_class", LocalizedCommand))(
            with_global_options(module.command)
        )
        return typer.main.get_command(single)
