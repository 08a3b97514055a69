"""`rules penalty`: one infraction with its penalty, remedy and changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.rendering import penalty_json
from cli.rendering.penalty_view import part_label, penalty_label, print_contradictions, print_history
from kb.i18n import _
from kb.section_number import SectionNumber

if TYPE_CHECKING:
    from datetime import date

    from cli.rendering.text_output import TextOutput
    from kb.library.penalties import PenaltyAnswer

# What a judge needs at the table. The rest is shown with --all.
_SHOWN_PARTS = ("definition", "additional-remedy", "upgrade", "downgrade")
_LEVELS = ("Competitive", "Professional")


def command(
    common: GlobalOptions,
    term: Annotated[
        list[str], Argument(metavar="INFRACTION...", help="A name, a number, or judges' words: GRV, missed trigger.")
    ],
    everything: Annotated[bool, Option("--all", help="Show also the examples and the philosophy.")] = False,
) -> int:
    """Show an infraction: its penalty at each enforcement level, the remedy, the upgrades, and what changed.

    The penalty at Competitive and Professional is from the Infraction Procedure Guide. At Regular, the passage of
    Judging at Regular about the same error applies.

    If nothing is named so, the nearest infraction is shown, with others that may be meant.

    Example: rules penalty "looking at extra cards"
    """
    from kb.library.penalties import answer_penalty

    with common.open_store() as store:
        answer = answer_penalty(store, " ".join(term), common.day, common.language)
    _note_how_found(answer, common.day)
    if common.as_json:
        common.print_json(_as_json(answer))
    else:
        _print(common.text_output(), answer, everything=everything)
    return 0


def _note_how_found(answer: PenaltyAnswer, day: date) -> None:
    """Say on stderr if the infraction isn't one that the edition in force names so."""
    if answer.searched:
        note(_("searched for '{mended}'; as typed: put it in quotes", mended=answer.searched))
    if answer.found_by == "search":
        note(_("no infraction is named '{term}'; the nearest is {number} {name}", term=answer.term,
               number=answer.infraction.number, name=answer.infraction.name))  # fmt: skip
    if answer.others:
        names = "; ".join(f"{each.number} {each.name}" for each in answer.others)
        note(_("it may also be: {names}", names=names))
    if answer.named is None or answer.named_in is None:
        return
    name = answer.named.name
    if answer.edition != answer.named_in:
        note(_("{name} of {day} is {number} {title} in the edition of {edition}", name=name, day=answer.named_in,
               number=answer.infraction.number, title=answer.infraction.name, edition=answer.edition))  # fmt: skip
    else:
        note(_("no infraction of {edition} is {name}; this is the edition of {day}", edition=day, name=name,
               day=answer.named_in))  # fmt: skip


def _as_json(answer: PenaltyAnswer) -> dict[str, Any]:
    infraction, edition = answer.infraction, answer.edition
    row = penalty_json.penalty(infraction, edition)
    return {
        "term": answer.term,
        "found_by": answer.found_by,
        "others": [{"number": str(each.number), "infraction": each.name} for each in answer.others],
        "penalties": [row],
        "levels": [
            *({"level": level, **penalty_json.level(row)} for level in _LEVELS),
            {"level": "Regular", **penalty_json.regular(answer)},
        ],
        "parts": penalty_json.parts(infraction),
        "changes": [penalty_json.dated_change(each) for each in answer.changes],
    }


def _print(page: TextOutput, answer: PenaltyAnswer, *, everything: bool) -> None:
    infraction, edition = answer.infraction, answer.edition
    page.line((f"IPG {infraction.number}", "bold cyan"), "  ", (infraction.title, "bold"), (f"  [{edition}]", "dim"))
    page.line(_("Competitive, Professional"), "  ", (penalty_label(infraction), "bold"), indent=2)
    if infraction.is_from_appendix and infraction.listed:
        page.line((_("the section prints no penalty; this is the one of {appendix}",
                     appendix=infraction.listed.appendix), "dim"), indent=4)  # fmt: skip
    print_contradictions(page, [infraction])
    _print_regular(page, answer)
    for part in infraction.parts:
        name = part.number.part if isinstance(part.number, SectionNumber) else ""
        if not (everything or name in _SHOWN_PARTS):
            continue
        page.blank_line()
        page.line((part_label(name), "bold"), (f"  {part.number}", "dim"), indent=2)
        for paragraph in filter(None, part.text.split("\n")):
            page.line(paragraph, indent=4)
        for example in part.examples:
            page.line(f"{example.marker} {example.text}", indent=4, hang=3)
    since = [each for each in answer.changes if each.edition > edition]
    before = [each for each in answer.changes if each.edition <= edition]
    for title, changes in ((_("Changed before"), before), (_("Changed since"), since)):
        if changes:
            page.blank_line()
            page.line((title, "bold"), indent=2)
            print_history(page, changes)


def _print_regular(page: TextOutput, answer: PenaltyAnswer) -> None:
    if answer.regular is None:
        page.line(_("Regular"), "  ", (_("no passage of Judging at Regular is known to speak of it"), "dim"), indent=2)
        return
    passage = answer.regular
    page.line(
        _("Regular"), "  ", (f"JAR {passage.title}", "bold"), (f"  [{answer.regular_edition}]", "dim"), indent=2, hang=2
    )
    if not answer.is_regular_certain:
        page.line((_("the first hit of a search, which may speak of something else"), "yellow"), indent=4)
    for line in passage.lines:
        page.line(line, indent=4)
