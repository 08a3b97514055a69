"""`rules lsp`: the language server for editors."""

from __future__ import annotations

from importlib.util import find_spec

from cli.options.global_options import GlobalOptions
from kb.errors import MissingExtra
from kb.i18n import _


def command(common: GlobalOptions) -> int:
    """Check and explain citations in an editor, over the Language Server Protocol.

    An editor starts this command and talks to it over stdin and stdout. It shows the findings of `rules lint`, the
    text of the rule under the cursor, and the numbers that continue a citation.

    Example: rules lsp
    """
    if find_spec("pygls") is None:
        raise MissingExtra(_("the language server"), "lsp")
    from cli.language_server.server import make_server

    with common.open_store() as store:
        make_server(common, store).start_io()
    return 0
