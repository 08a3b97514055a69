"""`rules mcp`: the server for language models."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

from typer import Option

from cli.messages import note
from cli.options.global_options import GlobalOptions
from kb.errors import MissingExtra
from kb.i18n import _


def command(
    common: GlobalOptions,
    http: Annotated[bool, Option("--http", help="Serve over HTTP instead of stdin and stdout.")] = False,
    host: Annotated[str, Option(metavar="ADDRESS", help="With --http: the address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option(min=1, max=65535, metavar="PORT", help="With --http: the port.")] = 8765,
    origin: Annotated[
        list[str] | None,
        Option(metavar="ORIGIN", help="With --http: a web page that may connect, such as https://example.org."),
    ] = None,
) -> int:
    """Give language models the rules, over the Model Context Protocol.

    A client starts this command and talks to it over stdin and stdout. It gets tools that search, read, define and
    compare rules, that check citations, and that answer questions about situations. They only read.

    With --http, the server listens at http://127.0.0.1:8765/mcp until Ctrl-C.

    Example: rules mcp
    """
    if find_spec("mcp") is None:
        raise MissingExtra(_("the server for language models"), "mcp")
    from cli.mcp_server.server import RulesServer
    from kb.library.library import Library

    with common.open_store() as store:  # This builds the knowledge base if there is none.
        home = store.home
    with Library(home) as library:
        server = RulesServer(library)
        if http:
            note(_("listening at {address}; Ctrl-C ends the server", address=f"http://{host}:{port}/mcp"))
            server.serve_http(host, port, origin or [])
        else:
            server.serve_stdio()
    return 0
