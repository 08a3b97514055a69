"""`rules types`: the lists of types that some pages print beside the rules, such as the planeswalker types."""

from __future__ import annotations

from typing import Annotated

from typer import Argument

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.rendering.code_labels import dated_edition
from kb.i18n import _
from kb.storage.editions import list_editions


def command(
    common: GlobalOptions,
    name: Annotated[list[str] | None, Argument(metavar="[NAME]", help="Only lists whose name holds this word.")] = None,
) -> int:
    """List the types that pages print beside the rules, such as the planeswalker types.

    Example: rules types planeswalker
    """
    wanted = " ".join(name or ()).casefold()
    with common.open_store() as store:
        found = [
            (edition, each)
            for edition in list_editions(store)
            if edition.lang == common.language and edition.effective <= common.day
            for each in edition.lists
            if wanted in each.name.casefold() or wanted in each.table.casefold()
        ]
    if common.as_json:
        lists = [
            {
                **json_output.type_list(each),
                **json_output.fields(edition, "lang edition=effective excerpt=partial source"),
            }
            for edition, each in found
        ]
        common.print_json({"lists": lists})
    else:
        page = common.text_output()
        for edition, each in found:
            title = _("{table}: {name}", table=each.table, name=each.name) if each.table else each.name
            day = dated_edition(edition.lang, edition.effective, excerpt=edition.partial)
            page.line((title, "bold"), (f"  [{day}]", "dim"))
            page.line(", ".join(each.items), indent=2)
    if not found:
        note(_("no list of types named '{name}' in {lang}", name=wanted, lang=common.language))
    return 0 if found else 1
