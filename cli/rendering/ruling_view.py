"""Rulings as JSON and as text, for `rules ask` and `rules sba`, and the reading of situation files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.messages import note
from cli.rendering.code_labels import dated_edition
from cli.rendering.json_output import fields
from cli.rendering.proof_view import print_layers, print_proof, split_citations
from cli.rendering.stated_cards import cards_json, print_cards
from cli.rendering.text_output import StyledText, fit_to_width
from kb.errors import RulesError
from kb.i18n import _
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from cli.rendering.text_output import TextOutput
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.engine.citations import RuleCitation
    from kb.rulings.engine.proof import Proof
    from kb.rulings.engine.state_based_checks import PerformedAction

EXIT_STATUSES = {"yes": 0, "no": 1, "depends": 3, "conflict": 5}
STALE_EXIT_STATUS = 4
"""The exit status with `--strict` if an answer uses an unreviewed wording."""

_STYLES = {"yes": "bold green", "no": "bold red", "depends": "bold yellow", "conflict": "bold magenta"}

_MOST_NOT_USED = 12
"""How many unused facts with the same reason are printed. JSON has all."""


def read_situation_file(file: str) -> bytes:
    """Read a situation file (`-` is stdin).

    If the file is too large, read one byte more than the parser accepts. The parser then reports the fault.

    Raises:
        RulesError: the file can't be read.
    """
    from kb.rulings.situation.yaml_nodes import MAX_BYTES

    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(file).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as problem:
        raise RulesError(_("cannot read {file}: {reason}", file=file, reason=problem.strerror)) from problem


def exit_status(ruling: Ruling, *, strict: bool) -> int:
    """Return the exit status for a ruling."""
    return STALE_EXIT_STATUS if strict and ruling.stale_citations else EXIT_STATUSES[ruling.verdict]


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling as JSON."""
    return {
        **fields(ruling, "question as_of verdict answer=value"),
        "depends_on": list(map(ruling.named, ruling.depends_on)),
        "citations": [fields(each, "concept number edition excerpt lang text status") for each in ruling.citations],
        "proof": _proof_json(ruling.proof) if ruling.proof else None,
        "layers": [fields(each, "object layer effect applied reason rule") for each in ruling.layers],
        **fields(ruling, "assumptions"),
        "not_used": _not_used_json(ruling),
        "cards": cards_json(ruling),
    }


def _proof_json(node: Proof) -> dict[str, Any]:
    children = [_proof_json(child) for child in node.children]
    return {**fields(node, "claim value rule edition quote lang facts denied"), "children": children}


def _not_used_json(ruling: Ruling) -> list[dict[str, str]]:
    return [{"where": ruling.named(each.fact), **fields(each, "what=says why=reason")} for each in ruling.not_used]


def actions_json(ruling: Ruling) -> dict[str, Any]:
    """Return the state-based actions of a ruling as JSON."""
    return {
        **fields(ruling, "as_of"),
        "actions": [_action_json(each) for each in ruling.actions],
        "open": [
            {**_action_json(each), "depends_on": list(map(ruling.named, each.depends_on))}
            for each in ruling.open_actions
        ],
        **fields(ruling, "assumptions"),
        "not_used": _not_used_json(ruling),
        "cards": cards_json(ruling),
    }


def _action_json(done: PerformedAction) -> dict[str, Any]:
    from kb.rulings.engine.proof import claim_text

    chosen = done.action.choice
    choice = None
    if chosen is not None:
        choice = {"player": chosen.player, "among": list(chosen.among), "asks": claim_text(chosen.prompt)}
    players = done.action.affects_players
    return {
        "number": done.citation.number,
        "action": done.action.kind,
        "says": done.description,
        "objects": [] if players else list(done.action.things),
        "players": list(done.action.things) if players else [],
        "choice": choice,
        "check": done.check_number,
        **fields(done.citation, "edition lang status text"),
    }


def print_ruling(page: TextOutput, ruling: Ruling, *, why: bool) -> None:
    """Print a ruling, with its proof if `why` is True."""
    verdict = (_(ruling.verdict), _STYLES[ruling.verdict])
    value = "" if ruling.value is None else f"  {value_text(ruling.value)}"
    page.line(verdict, (value, "bold"), (f"  [{ruling.question}, {ruling.as_of}]", "dim"))
    if ruling.depends_on:
        page.line(_("It depends on:"), indent=2)
        for fact in ruling.depends_on:
            page.line(ruling.named(fact), indent=4)
    if why and ruling.proof is not None:
        print_proof(page, ruling.proof)
        print_layers(page, ruling.layers)
    told, others = split_citations(ruling)
    for cited in told:
        if cited.text is None:
            page.line((cited.number, "bold cyan"), "  ", _("isn't in the knowledge base for that day"), indent=2)
        else:
            page.line((cited.number, "bold cyan"), " ", *_quote(cited), indent=2, hang=2)
    if others:
        page.line((_("Applied as well: {numbers}", numbers=", ".join(others)), "dim"), indent=2, hang=2)
    if ruling.assumptions:
        page.line(_("Taken for granted:"), indent=2)
        for assumption in ruling.assumptions:
            page.line(assumption, indent=4, hang=2)
    _print_not_used(page, ruling)
    print_cards(page, ruling, why=why)


def compared_days(compare: str | None) -> list[date | None]:
    """Return the days of `--compare`; without it, None for the situation's own day.

    Raises:
        BadValue: a day is no date.
    """
    return [parse_date(day) for day in compare.split(",")] if compare else [None]


def limited(items: Sequence[str], most: int) -> list[str]:
    """Return the first `most` items and, if there are more, how many."""
    more = len(items) - most
    return [*items[:most], *([_("{count} more", count=more)] if more > 0 else [])]


def _print_not_used(page: TextOutput, ruling: Ruling) -> None:
    """Print the stated facts that the answer doesn't use. Facts with the same reason share a line."""
    by_reason: dict[str, list[str]] = {}
    for each in ruling.not_used:
        by_reason.setdefault(each.reason, []).append(ruling.named(each.fact))
    if by_reason:
        page.line(_("Not used:"), indent=2)
    for reason, facts in by_reason.items():
        page.line(", ".join(limited(facts, _MOST_NOT_USED)), (f"  ({reason})", "dim"), indent=4, hang=2)


def value_text(value: Any) -> str:
    """Return the value of an answer in words."""
    if isinstance(value, list):
        first = value[0] if value else None
        separator = " | " if isinstance(first, list) else "; " if isinstance(first, dict) else ", "
        return separator.join(map(value_text, value)) or _("none")
    if isinstance(value, dict) and "chooses" in value:
        return _("{values}; {player} chooses", values=_of_choice(value), player=value_text(value["chooses"]))
    if isinstance(value, dict):
        return ", ".join(f"{key} {value_text(each)}" for key, each in value.items())
    return _("none") if value is None else str(value)


def _of_choice(value: Any) -> str:
    """Return a value whose lists are alternatives among which a player chooses."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_of_choice(each)}" for key, each in value.items() if key != "chooses")
    if isinstance(value, list) and len(value) > 1 and not isinstance(value[0], list | dict):
        return _("{first} or {last}", first=", ".join(map(value_text, value[:-1])), last=value_text(value[-1]))
    return value_text(value)


def _quote(cited: RuleCitation) -> tuple[StyledText, StyledText]:
    """Return the first line of a cited rule, and its edition."""
    edition = dated_edition(cited.lang, cited.edition, excerpt=cited.excerpt)
    return (cited.text or "").split("\n")[0], (f"  [{edition}]", "dim")


def print_actions(page: TextOutput, ruling: Ruling, *, why: bool) -> None:
    """Print the state-based actions of a ruling. With `why`, print also the open actions and the assumptions."""
    if not ruling.actions:
        message = _("no state-based action is performed")
        if ruling.verdict == "depends":
            message = _("it depends whether a state-based action is performed")
        page.line((message, "bold"), (f"  [{ruling.as_of}]", "dim"))
    for done in ruling.actions:
        page.line((done.citation.number, "bold cyan"), "  ", _action_text(done), hang=2)
        if done.citation.text:
            text = fit_to_width(done.citation.text, (page.width or 140) - 4)
            page.line((text, "dim"), indent=4)
    if ruling.open_actions and (why or not ruling.actions):
        page.line(_("Depending on what isn't stated:"))
        for each in ruling.open_actions:
            page.line((each.citation.number, "bold cyan"), "  ", each.description, indent=2, hang=2)
            page.line((", ".join(map(ruling.named, each.depends_on)), "yellow"), indent=4, hang=2)
    if ruling.depends_on and not ruling.open_actions:
        page.line(_("It depends on:"))
        for fact in ruling.depends_on:
            page.line(ruling.named(fact), indent=2, hang=2)
    for assumption in ruling.assumptions if why else ():
        page.line(_("Taken for granted: {assumption}", assumption=assumption), hang=2)
    _print_not_used(page, ruling)
    print_cards(page, ruling, why=why)


def print_compared_actions(page: TextOutput, rulings: list[Ruling], *, why: bool) -> None:
    """Print a table with a row for each state-based action and a column for each day, then the cited rules' texts.

    If the table is too wide for the terminal, print the days one after the other.
    """
    days = [each.as_of.isoformat() for each in rulings]
    rows = _comparison_rows(rulings, why=why)
    needed = max((len(row[0]) for row in rows), default=0) + sum(max(map(len, column)) + 3 for column in zip(
        days, *(row[1:] for row in rows), strict=True))  # fmt: skip
    if not rows or needed > (page.width or needed):
        for at, each in enumerate(rulings):
            if at:
                page.blank_line()
            page.line((str(each.as_of), "bold"))
            print_actions(page, each, why=why)
        return
    heads = [_("what is done"), *days]
    if not page.is_terminal:
        page.line("\t".join(heads))
    page.table(heads, rows)
    page.blank_line()
    seen: set[tuple[str, str]] = set()
    for ruling in rulings:
        for done in ruling.actions:
            cited = done.citation
            if cited.text and (cited.number, cited.text) not in seen:
                seen.add((cited.number, cited.text))
                page.line((cited.number, "bold cyan"), "  ", *_quote(cited), hang=2)


def _comparison_rows(rulings: list[Ruling], *, why: bool) -> list[list[str]]:
    """Return a row for each action: its text, then the number of its rule on each day. `?` marks an open action."""
    cells: dict[str, list[str]] = {}
    for at, ruling in enumerate(rulings):
        for mark, listed in (("", ruling.actions), ("?", ruling.open_actions if why else ())):
            for done in listed:
                row = cells.setdefault(_action_text(done), ["-"] * len(rulings))
                number = done.citation.number
                row[at] = number + mark if row[at] == "-" else f"{row[at]}, {number}"
    return [[text, *numbers] for text, numbers in cells.items()]


def _action_text(done: PerformedAction) -> str:
    """Return an action's text. From the second check for state-based actions on, it begins with the check's number."""
    return (_("check {count}: ", count=done.check_number) if done.check_number > 1 else "") + done.description


def warn_about_wordings(rulings: Iterable[Ruling]) -> None:
    """Print a note for each cited rule that has changed since it was encoded or is missing from the knowledge base."""
    for ruling in rulings:
        for cited in ruling.stale_citations:
            values = fields(cited, "number concept")
            note(_("{number} has changed since it was encoded ({concept}); read it: rules show {number}", **values))
        if ruling.citations_without_text:
            numbers = ", ".join(dict.fromkeys(cited.number for cited in ruling.citations_without_text))
            note(_("not in the knowledge base as of {day}: {numbers}", day=ruling.as_of, numbers=numbers))
