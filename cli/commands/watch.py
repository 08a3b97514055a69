"""`rules watch`: which of the rules that files cite have changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import typer

from cli.options.global_options import Everywhere
from cli.rendering import json_output
from kb.dates import read_date


def command(
    common: Everywhere,
    paths: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files and folders; - is stdin.")],
    since: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="Since the edition in force that day; default: the one before."),
    ] = None,
    change: Annotated[
        str | None,
        typer.Option(metavar="CLASS", help="Only texts changed so: typography, references, template, wording."),
    ] = None,
) -> int:
    """Show which of the rules that your files cite have changed, how, and where you cite them.

    It is `rules diff`, narrowed to what the files cite. The exit status is 1 if none of it changed.

    Example: rules watch docs --since 2014-05-01 --as-of 2025-06-06
    """
    from cli.rendering.edition_diff_view import change_class, print_comparison, with_class
    from cli.user_files.cited_in_files import citations_in, narrowed
    from kb.history.edition_diff import compare, in_sections
    from kb.history.succession import in_force

    wanted = change_class(change)
    day = read_date(since) if since else None
    citations = citations_in(paths)
    with common.store() as store:
        view = common.view(store, common.language)
        if day is None:
            day = in_force(store, view.lang, view.as_of) - timedelta(days=1)
        found = compare(store, view.lang, day, view.as_of)
        found, cited = narrowed(store, with_class(found, wanted), citations)
        sections = () if common.as_json else in_sections(store, found)
    if common.as_json:
        common.answer(json_output.comparison(found, cited))
    else:
        print_comparison(common.page(), found, sections, cited)
    if citations.unreadable:
        return 2
    return 0 if found.differences else 1
