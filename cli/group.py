"""Commands that stand below another, or below `rules` itself, each imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

import typer

from cli.session import everywhere
from cli.spoken import SpokenCommand, SpokenGroup


class Group(SpokenGroup):
    """Commands by their names: reading a rule needs little of what the others do.

    Attributes:
        names: of the commands, in the order of the help.
        modules: what stands before a name in the name of the module that holds it: `cli.commands.`,
            `cli.commands.translation_`. Such a module has a `command`, or an `app` that is a group itself.
    """

    names: ClassVar[tuple[str, ...]]
    modules: ClassVar[str]

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # Their names, for what is listed and suggested.
        self.commands = dict.fromkeys(self.names)  # type: ignore[assignment]

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """What the shell completes here: the commands by their names, of which none is imported, and the options."""
        named = SpokenGroup(name=self.name, commands={name: SpokenCommand(name) for name in self.names})
        named.params = self.params
        here = named.make_context(self.name, [], parent=ctx.parent, resilient_parsing=True)
        return named.shell_complete(here, incomplete)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, or None if there is none."""
        if cmd_name not in self.names:
            return None
        module = import_module(f"{self.modules}{cmd_name}")
        if isinstance(below := getattr(module, "app", None), typer.Typer):
            return typer.main.get_command(below)
        single = typer.Typer(add_completion=False)
        single.command(cmd_name, cls=SpokenCommand)(everywhere(module.command))
        return typer.main.get_command(single)
