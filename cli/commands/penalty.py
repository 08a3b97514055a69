"""`rules penalty`: one infraction with its penalty, remedy and changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.rendering import penalty_json
from cli.rendering.penalty_view import part_label, penalty_label, print_contradictions, print_history
from kb.errors import NotFound
from kb.i18n import _
from kb.section_number import SectionNumber

if TYPE_CHECKING:
    from cli.rendering.text_output import TextOutput
    from kb.infractions.lookup import FoundInfraction
    from kb.infractions.penalties import DatedChange, PenaltyEdition
    from kb.infractions.regular import RegularPassage
    from kb.storage.store import Store

# What a judge needs at the table. The rest is shown with --all.
_SHOWN_PARTS = ("definition", "additional-remedy", "upgrade", "downgrade")
_LEVELS = ("Competitive", "Professional")


@dataclass(frozen=True, slots=True)
class _Answer:
    """The answer of one call.

    Attributes:
        term: what the user wrote.
        current: the edition that the infraction was found in.
        found: the infraction and how it was found.
        history: its changes in all editions.
        regular: the passage of Judging at Regular, its edition, and True if it is certain that it is the passage.
    """

    term: str
    current: PenaltyEdition
    found: FoundInfraction
    history: tuple[DatedChange, ...]
    regular: tuple[RegularPassage, date, bool] | None


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

    Example: rules penalty "looking at extra cards"
    """
    from kb.infractions.penalties import infraction_history, infractions_on

    wanted = " ".join(term)
    with common.open_store() as store:
        current = infractions_on(store, common.day)
        current, found = _find(store, wanted, current)
        infraction = found.infraction
        history = infraction_history(store, current, infraction)
        answer = _Answer(wanted, current, found, history, _regular(store, found, common.day))
    if common.as_json:
        common.print_json(_as_json(answer))
    else:
        _print(common.text_output(), answer, everything=everything)
    return 0


def _find(store: Store, term: str, current: PenaltyEdition) -> tuple[PenaltyEdition, FoundInfraction]:
    """Find the infraction in the edition in force, else in an earlier one, newest first, else by a search."""
    from kb.infractions.lookup import find_infraction
    from kb.infractions.penalties import find_earlier

    if found := find_infraction(term, current.infractions):
        return current, found
    if earlier := find_earlier(store, current, term):
        then, found, now = earlier
        if now is not None:
            message = _("{name} of {day} is {number} {title} in the edition of {edition}", name=found.infraction.name,
                        day=then.edition, number=now.infraction.number, title=now.infraction.name,
                        edition=current.edition)  # fmt: skip
            note(message)
            return current, now
        note(_("no infraction of {edition} is {name}; this is the edition of {day}", edition=current.edition,
               name=found.infraction.name, day=then.edition))  # fmt: skip
        return then, found
    raise NotFound(
        term, _("no infraction is named '{term}' in {edition}; `rules penalties` lists all", term=term,
                edition=current.edition)
    )  # fmt: skip


def _regular(store: Store, found: FoundInfraction, day: date) -> tuple[RegularPassage, date, bool] | None:
    """Return the passage of Judging at Regular about the error, if it is certain that it is the passage."""
    from kb.infractions.penalties import regular_passage

    certain = regular_passage(store, found.infraction, day)
    return (*certain, True) if certain else None


def _as_json(answer: _Answer) -> dict[str, Any]:
    infraction, edition = answer.found.infraction, answer.current.edition
    row = penalty_json.penalty(infraction, edition)
    return {
        "term": answer.term,
        "found_by": answer.found.found_by,
        "penalties": [row],
        "levels": [
            *({"level": level, **penalty_json.level(row)} for level in _LEVELS),
            {"level": "Regular", **penalty_json.regular(answer.regular)},
        ],
        "parts": penalty_json.parts(infraction),
        "changes": [penalty_json.dated_change(each) for each in answer.history],
    }


def _print(page: TextOutput, answer: _Answer, *, everything: bool) -> None:
    infraction, edition = answer.found.infraction, answer.current.edition
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
    since = [each for each in answer.history if each.edition > edition]
    before = [each for each in answer.history if each.edition <= edition]
    for title, changes in ((_("Changed before"), before), (_("Changed since"), since)):
        if changes:
            page.blank_line()
            page.line((title, "bold"), indent=2)
            print_history(page, changes)


def _print_regular(page: TextOutput, answer: _Answer) -> None:
    if answer.regular is None:
        page.line(_("Regular"), "  ", (_("no passage of Judging at Regular is known to speak of it"), "dim"), indent=2)
        return
    passage, edition, is_certain = answer.regular
    page.line(_("Regular"), "  ", (f"JAR {passage.title}", "bold"), (f"  [{edition}]", "dim"), indent=2, hang=2)
    if not is_certain:
        page.line((_("the first hit of a search, which may speak of something else"), "yellow"), indent=4)
    for line in passage.lines:
        page.line(line, indent=4)
