"""`rules deprecated`: the rules and terms that no longer apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Option

from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.rendering.code_labels import code_label
from cli.rendering.word_diff_view import abbreviate
from kb.i18n import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.rendering.text_output import TextOutput
    from kb.history.deprecation import DeprecatedItem


def command(
    common: GlobalOptions,
    removed: Annotated[
        bool, Option("--removed", help="Also the rules that aren't printed any more, under their last numbers.")
    ] = False,
) -> int:
    """List what is printed but no longer applies: rules and obsolete terms, since when, and what took their place.

    Example: rules deprecated
    """
    from kb.history.deprecation import find_deprecated

    with common.open_store() as store:
        found = find_deprecated(store, common.view(store, common.language, lists_all=True), removed=removed)
    if common.as_json:
        common.print_json({"entries": [json_output.deprecated_entry(entry) for entry in found]})
    else:
        page = common.text_output()
        printed = [each for each in found if each.number and not each.removed]
        _print(page, _("Printed, but no longer applies"), printed)
        _print(page, _("Obsolete terms"), [each for each in found if each.term])
        _print(page, _("No longer printed"), [each for each in found if each.removed])
        if not found:
            page.line(_("nothing is known to be deprecated as of {day}", day=common.day))
    return 0 if found else 1


def _print(page: TextOutput, title: str, entries: Sequence[DeprecatedItem]) -> None:
    if not entries:
        return
    page.line((title, "bold"))
    for entry in entries:
        says = _("{what} since {day}", what=code_label(entry.kind), day=entry.since)
        if entry.replaced_by:
            says += _("; see {names}", names=", ".join(entry.replaced_by))
        page.line((str(entry.number or entry.term), "bold cyan"), (f"  {says}", "dim"), indent=2)
        page.line(abbreviate(entry.text), indent=4)
