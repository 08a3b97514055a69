"""`rules site`: the library as static pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from typer import Argument, Option

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.progress import counted_progress
from kb.errors import BadValue
from kb.i18n import _


def command(
    common: GlobalOptions,
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder to write; a new build replaces an earlier one.")],
    base: Annotated[
        str, Option("--base", metavar="URL", help="Where the site will stand, such as https://example.org/rules/.")
    ] = "/",
) -> int:
    """Write the whole library as static pages that any host serves.

    A second build into the same folder writes only what has changed.

    Example: rules site public
    """
    from cli.site.builder import build_site

    with common.open_store() as store, counted_progress("site") as progress:
        built = build_site(store, folder, common.day, base=parse_base(base), progress=progress)
    if common.as_json:
        common.print_json(
            {"folder": str(folder), "written": built.written, "kept": built.kept, "deleted": built.deleted}
        )
    else:
        note(_("wrote {written} files of {all} in {folder}", written=built.written, all=built.written + built.kept,
               folder=folder))  # fmt: skip
    return 0


def parse_base(text: str) -> str:
    """Return the address or path of the site with a slash at its end. Raise BadValue for any other text."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    is_address = parts.scheme in ("http", "https") and bool(parts.netloc)
    is_path = not parts.scheme and not parts.netloc and text.startswith("/")
    if not (is_address or is_path) or parts.query or parts.fragment:
        raise BadValue("address of a site", text, _("give an address such as https://example.org/rules/ or a path"))
    return text if text.endswith("/") else f"{text}/"
