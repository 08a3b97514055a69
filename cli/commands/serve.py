"""`rules serve`: the site on this computer."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from cli.messages import note
from cli.options.global_options import GlobalOptions
from kb.errors import BadValue
from kb.i18n import _

_HIGHEST_PORT = 65535


def command(
    common: GlobalOptions,
    folder: Annotated[
        Path | None, Argument(metavar="DIR", help="The folder of the site; default: a folder for caches.")
    ] = None,
    port: Annotated[int, Option("--port", metavar="N", help="The port; 0 takes any that is free.")] = 8306,
) -> int:
    """Show the site on this computer, and build what is missing.

    Only this computer can read the pages. They load anew after the knowledge base has changed. Ctrl-C ends the command.

    Example: rules serve --port 0
    """
    from cli.site.builder import check_folder
    from cli.site.serving import SiteServer
    from kb.program.cache_folder import cache_folder

    if not 0 <= port <= _HIGHEST_PORT:
        raise BadValue("port", str(port), _("give a number from 0 to {highest}", highest=_HIGHEST_PORT))
    with common.open_store() as store:
        home = store.home
    if folder is None:
        folder = cache_folder() / f"site-{sha256(str(home.resolve()).encode()).hexdigest()[:16]}"
    check_folder(folder)
    server = SiteServer(home, folder, lambda: common.day, port)
    note(_("{address} shows the site; Ctrl-C ends it", address=server.address))
    server.run()
    return 0
