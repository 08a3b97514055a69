"""What the shell completes: rule numbers, terms, days and words of a list, read from the knowledge base as it is.

Typer asks for it while a line is typed, so nothing here builds or mends a knowledge base, waits or tells what is wrong:
where nothing is known, nothing is offered. What is asked for tells the metavar of a parameter (NUMBER, TERM), so that
every command that takes a number completes it. See docs/decisions/live-search.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from kb.number import LETTERS

if TYPE_CHECKING:
    from kb.view import View

Completion = Callable[[typer.Context, str], list[str]]
"""What a word may be, by where it stands and how it begins."""

# A headword with one of these would be more than a word to the shell.
_SPECIAL_TO_SHELLS = re.compile(r"[\"'`$;&|<>()*?!\\:]")


_LISTED = re.compile(r"[a-z0-9-]+(?:, [a-z0-9-]+)*(?:, | or )[a-z0-9-]+")


def completing(metavar: str, told: str) -> Completion | None:
    """What completes a parameter, by what stands for it in the help; None if nothing is known of it.

    Args:
        metavar: `NUMBER`; of words to choose from `en|fr`, or such as `FORMAT`.
        told: its help, which lists the words to choose from: `text, json or html`.
    """
    if re.fullmatch(r"[a-z0-9.]+(?:\|[a-z0-9.]+)+", metavar):
        return _words(metavar.split("|"))
    if metavar.partition(",")[0] in ("FORMAT", "STYLE", "STATUS", "CLASS", "STATE", "WHERE"):
        listed = _LISTED.search(told)
        return _words(re.split(", | or ", listed[0]), several="," in metavar) if listed else None
    return {
        "NUMBER": _numbers,
        "NUMBER...": _numbers_or_terms,
        "QUERY...": _numbers_or_terms,
        "TERM": _terms,
        "YYYY-MM-DD": _days,
        "FROM": _days,
        "TO": _days,
        "FILE": _files,
        "DIR": _files,
    }.get(metavar)


def _words(known: Sequence[str], *, several: bool = False) -> Completion:
    """Completes one of some words; or several, with commas between them."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        del ctx
        before, comma, last = incomplete.rpartition(",") if several else ("", "", incomplete)
        given = before.split(",")
        return [before + comma + word for word in known if word.startswith(last) and word not in given]

    return complete


def _files(ctx: typer.Context, incomplete: str) -> list[str]:
    """Nothing, so that the shell completes names of files itself, as it does best."""
    del ctx, incomplete
    return []


def _numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """Rule numbers a step at a time, as a path: sections, then the rules of one, then their subrules."""
    first = re.match(r"[1-9]", incomplete)
    if first is None:
        return []
    return [label for label in _labels(ctx, lambda view: view.labels("rule", first[0])) if _is_next(label, incomplete)]


def _is_next(label: str, beginning: str) -> bool:
    """Whether a number begins so, and is no more than a step longer: 306 and 306.5 for "306", 306.5d for "306.5"."""
    if not label.startswith(beginning):
        return False
    section, point, rule = label.partition(".")
    if "." in beginning:
        return rule.isdigit() or label.rstrip(LETTERS) == beginning.rstrip(LETTERS)
    return rule.isdigit() and section == beginning if point else len(section) == 3


def _terms(ctx: typer.Context, incomplete: str) -> list[str]:
    """Headwords and headings, of which words before this one may be typed already."""
    from kb.accents import name_key

    given = _words_before(ctx)
    sought = name_key(" ".join((*given, incomplete)))
    found = []
    for name in _labels(ctx, lambda view: [*view.labels("glossary"), *view.titles().values()]):
        if name_key(name).startswith(sought) and not _SPECIAL_TO_SHELLS.search(name):
            rest = " ".join(name.split()[len(given) :])
            # As it is typed: what doesn't begin so, many shells leave out.
            found.append(rest if not incomplete.islower() else rest.lower())
    return [*dict.fromkeys(found)]


def _words_before(ctx: typer.Context) -> Sequence[str]:
    """The words of the same argument that stand before the one that is typed."""
    given = next((value for name, value in ctx.params.items() if name in ("term", "numbers", "query")), None)
    words: list[str] = []
    for word in given if isinstance(given, list | tuple) else ():
        # A number ends the term before it.
        words = [] if any(character.isdigit() for character in word) else [*words, word]
    return words


def _numbers_or_terms(ctx: typer.Context, incomplete: str) -> list[str]:
    return _numbers(ctx, incomplete) if incomplete[:1].isdigit() else _terms(ctx, incomplete)


def _days(ctx: typer.Context, incomplete: str) -> list[str]:
    """The days from which editions hold, the newest first."""
    days = _labels(ctx, lambda view: [day.isoformat() for day in view.days()])
    return [day for day in reversed(days) if day.startswith(incomplete)]


def _labels(ctx: typer.Context, read: Callable[[View], Sequence[str]]) -> Sequence[str]:
    """What is read of the rules that the line asks about; nothing where there are none."""
    from cli.global_options import Everywhere
    from kb.errors import RulesError
    from kb.store import Store

    given: dict[str, Any] = {}
    for context in (ctx.parent, ctx):
        given |= {name: value for name, value in (context.params if context else {}).items() if value}
    common = Everywhere(home=given.get("home"), lang=given.get("lang"), as_of=given.get("as_of"))
    with suppress(RulesError, OSError), Store.as_it_is(common.folder) as store:
        return read(common.view(store, common.languages()[0]))
    return ()
