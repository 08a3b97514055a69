"""Groups of commands that import each command's module only when the command is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

import typer

from cli.options.declarations import with_global_options
from cli.options.localized_help import LocalizedCommand, LocalizedGroup


class LazyGroup(LocalizedGroup):
    """Commands below `rules` or below another command.

    Attributes:
        names: the names of the commands, in the order of the help.
        modules: the prefix that makes a command's name the name of its module: `cli.commands.`,
            `cli.commands.translation_`. The module has a function `command`, or an `app` if it is itself a group.
    """

    command_names: ClassVar[tuple[str, ...]]
    module_prefix: ClassVar[str]

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # The names alone are enough to list and to suggest commands.
        self.commands = dict.fromkeys(self.command_names)  # type: ignore[assignment]

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete the names of commands, without importing any, and the options."""
        named = LocalizedGroup(name=self.name, commands={name: LocalizedCommand(name) for name in self.command_names})
        named.params = self.params
        here = named.make_context(self.name, [], parent=ctx.parent, resilient_parsing=True)
        return named.shell_complete(here, incomplete)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import the command of a name; None if there is none."""
        if cmd_name not in self.command_names:
            return None
        module = import_module(f"{self.module_prefix}{cmd_name}")
        if isinstance(below := getattr(module, "app", None), typer.Typer):
            return typer.main.get_command(below)
        single = typer.Typer(add_completion=False)
        single.command(cmd_name, cls=LocalizedCommand)(with_global_options(module.command))
        return typer.main.get_command(single)
