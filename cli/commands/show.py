"""`rules show`: rules as printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.messages import error, note, warn
from cli.options.global_options import GlobalOptions
from cli.rendering.code_labels import code_label
from cli.rendering.text_output import TextOutput
from kb.errors import NotFound
from kb.i18n import _
from kb.languages import LANGUAGES
from kb.model import Rule, standard_printed_number
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.storage.view import View, ViewItem

if TYPE_CHECKING:
    from kb.history.pinned_number import PinnedNumber


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule to show.

    Attributes:
        rule: the rule.
        removed: whether the rules asked about no longer have it.
    """

    rule: ViewItem[Rule]
    removed: bool = False


def command(
    common: GlobalOptions,
    numbers: Annotated[
        list[str],
        typer.Argument(
            metavar="NUMBER...",
            help="A rule, section or chapter, a range (301.5a-f), one of a day (306.7@2009-09-04), a term (flying).",
        ),
    ],
    exact: Annotated[bool, typer.Option("--exact", help="Only the rule itself, not its subrules.")] = False,
    context: Annotated[int, typer.Option("--context", "-C", min=0, metavar="N", help="N rules around as well.")] = 0,
) -> int:
    """Show rules with their subrules and examples.

    Of a term, the rule that says what it means is shown.

    With --lang both, English and French stand one under the other.

    Example: rules show 306.5 --lang both
    """
    asked = _asked(numbers)
    languages = common.languages()
    with common.open_store() as store:
        views = [common.view(store, lang) for lang in languages]
        found: list[Shown] = []
        missing: list[NotFound] = []
        for each in asked:
            try:
                wanted = _wanted(common, store, views, each)
            except NotFound as unknown:
                missing.append(unknown)
                continue
            if isinstance(wanted, Shown):
                found.append(wanted)
                continue
            rules = [rule for view in views for rule in _around(view, wanted, context, exact=exact)]
            found += map(Shown, rules)
            if not rules:
                missing.append(_missing(store, views, wanted))
        shown = _in_order(found)
        answer = _rendered(store, shown) if common.as_json else []
    if common.as_json:
        common.print_json({"rules": answer})
    else:
        _print(common.text_output(), shown)
        warn(tuple(warning for each in shown for warning in each.rule.warnings))
    for problem in missing:
        error(problem)
    return 1 if missing else 0


_CITED_AS = ("cr", "rule", "rules", "section", "règle", "règles")


def _asked(arguments: Sequence[str]) -> list[NumberRange | PinnedNumber | str]:
    """The numbers and ranges asked for, and the terms: words that follow each other are one.

    Raises:
        BadValue: what begins with a digit is no number.
    """
    asked: list[NumberRange | PinnedNumber | str] = []
    for argument in arguments:
        if any(character.isdigit() for character in argument):
            # "CR 306.5", typed as two words.
            if asked and isinstance(before := asked[-1], str) and before.lower() in _CITED_AS:
                asked.pop()
            asked.append(_read(argument))
        elif asked and isinstance(asked[-1], str):
            asked[-1] += f" {argument}"
        else:
            asked.append(argument)
    return asked


def _read(argument: str) -> NumberRange | PinnedNumber:
    if "@" not in argument and "(" not in argument:
        return NumberRange.parse(argument)
    from kb.history.pinned_number import parse_range_or_pin

    return parse_range_or_pin(argument)


def _wanted(
    common: GlobalOptions, store: Store, views: Sequence[View], each: NumberRange | PinnedNumber | str
) -> NumberRange | Shown:
    """What is to be shown for an argument; of a pinned rule that is gone, how it read last.

    Raises:
        NotFound: there is nothing to show.
    """
    if isinstance(each, NumberRange):
        return each
    if isinstance(each, str):
        return _defining(store, views, each)
    from cli.pinned_numbers import describe_day
    from kb.history.pinned_number import resolve_pin

    problems = []
    for view in views:
        try:
            now = resolve_pin(store, view, each)
        except NotFound as problem:
            problems.append(problem)
            continue
        note(now.describe(describe_day(common)))
        if now.number is not None:
            return NumberRange(now.number, now.number)
        if now.last_printed is not None:
            return Shown(now.last_printed, removed=True)
        problems.append(NotFound(str(each), now.describe(describe_day(common))))
    raise problems[0]


def _defining(store: Store, views: Sequence[View], term: str) -> NumberRange | Shown:
    """The rule that says what a term means, in the first language that has it.

    Where no view has it, but the other language, that rule itself is shown.

    Raises:
        NotFound: the term isn't known, or it has no rule.
    """
    from kb.terms.glossary import define_in_either_language

    problems = []
    for view in views:
        try:
            found = define_in_either_language(store, view, term)
        except NotFound as problem:
            problems.append(problem)
            continue
        if found.rule is not None:
            if found.name != term:
                note(f"{term} → {found.name}")
            number = found.rule.item.number
            shown_in = {each.lang for each in views}
            return NumberRange(number, number) if found.rule.lang in shown_in else Shown(found.rule)
    message = _("no rule says what '{term}' means; try: rules define {term}", term=term)
    raise next(iter(problems), NotFound(term, message))


def _around(view: View, wanted: NumberRange, context: int, *, exact: bool) -> list[ViewItem[Rule]]:
    """The rules of a range as one view has them, with so many before and after it."""
    found = list(view.rules(wanted))
    if exact:
        level = wanted.first.kind
        found = [rule for rule in found if rule.item.number.kind == level]
    if not context or not found:
        return found
    everything = view.rules()
    first, last = everything.index(found[0]), everything.index(found[-1])
    before, after = everything[max(0, first - context) : first], everything[last + 1 : last + 1 + context]
    return [*before, *found, *after]


def _in_order(found: Sequence[Shown]) -> list[Shown]:
    """Each rule once, in the order of the document; English before French."""
    once = {(each.rule.lang, each.rule.place, each.removed): each for each in found}

    def place(each: Shown) -> tuple[RuleNumber, int, bool, int]:
        return each.rule.item.number, LANGUAGES.index(each.rule.lang), each.removed, each.rule.place

    return sorted(once.values(), key=place)


def _rendered(store: Store, shown: Sequence[Shown]) -> list[dict[str, Any]]:
    """The rules as JSON."""
    from cli.rendering import json_output
    from kb.history.history import lineage_names

    # A rule that is gone may have had the place that another has now.
    names = {
        (lang, removed): lineage_names(
            store, lang, [each.rule for each in shown if (each.rule.lang, each.removed) == (lang, removed)]
        )
        for lang, removed in {(each.rule.lang, each.removed) for each in shown}
    }
    return [
        json_output.rule(each.rule, names[each.rule.lang, each.removed][each.rule.place], removed=each.removed)
        for each in shown
    ]


def _print(page: TextOutput, shown: Sequence[Shown]) -> None:
    """The rules as the document prints them, each with its edition where they differ."""
    editions = {(each.rule.lang, each.rule.edition) for each in shown}
    nested = any(each.rule.item.number.kind != "subrule" for each in shown)
    for place, each in enumerate(shown):
        printed = each.rule
        item = printed.item
        kind = item.number.kind
        if place and kind in ("chapter", "section"):
            page.blank_line()
        source = f"  [{printed.lang} {printed.edition}]" if len(editions) > 1 else ""
        removed = (f"  ({code_label('removed')})", "yellow") if each.removed else ""
        indent = 2 if kind == "subrule" and nested else 0
        first, *further = item.text.split("\n")
        label = (item.printed_number.strip() or standard_printed_number(item.number), "bold cyan")
        style = "bold" if item.title else ""
        examples = list(item.examples)
        for at, paragraph in enumerate((first, *further), 1):
            if at == 1:
                page.line(label, " ", (paragraph, style), removed, (source, "dim"), indent=indent, hang=2)
            else:
                page.line(paragraph, indent=indent + 2)
            while examples and examples[0].after <= at:
                example = examples.pop(0)
                page.line(
                    (f"{example.marker} ", "bold"), (example.text.replace("\n", " "), "italic"), indent=indent + 2
                )
    if len(editions) == 1:
        lang, edition = editions.pop()
        page.line((f"[{lang} {edition}]", "dim"))


def _missing(store: Store, views: Sequence[View], wanted: NumberRange) -> NotFound:
    """Why a number isn't there, and where it may be found."""
    view = views[0]
    languages = _(" or ").join(each.lang for each in views)
    message = _("{number} isn't in the rules in {lang} as of {day}", number=wanted, lang=languages, day=view.as_of)
    from kb.storage.spans import last_printed_day

    last = last_printed_day(store, view.lang, wanted.first, view.as_of)
    other = next((lang for lang in LANGUAGES if lang not in [each.lang for each in views]), None)
    if last is not None:
        message += _("; it was last printed in the edition of {day}: add --as-of {day}", day=last)
    elif other is not None and _has(View(store, other, view.as_of), wanted):
        message += _("; it is there in the other language: add --lang {lang}", lang=other)
    else:
        near = wanted.first.parent
        siblings = [rule.item.number for rule in view.rules(NumberRange(near, near))] if near else []
        siblings = [number for number in siblings if number.kind == wanted.first.kind]
        if siblings:
            message += _("; {number} ends with {last}", number=near, last=siblings[-1])
        else:
            message += _("; `rules editions` lists what there is")
    return NotFound(str(wanted), message)


def _has(view: View, wanted: NumberRange) -> bool:
    return bool(view.rules(wanted))
