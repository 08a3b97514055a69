"""`rules show`: rules as printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from cli import render
from cli.messages import error, warn
from cli.page import Page
from cli.session import Everywhere
from kb.errors import NotFound
from kb.model import LANGUAGES, Rule, usual_form
from kb.number import NumberRange
from kb.store import Store
from kb.view import Printed, View, last_printed


def command(
    common: Everywhere,
    numbers: Annotated[
        list[str],
        typer.Argument(metavar="NUMBER...", help="A rule, section or chapter, a range (301.5a-f), or a term (flying)."),
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
    with common.store() as store:
        views = [common.view(store, lang) for lang in languages]
        found, missing = [], []
        for each in asked:
            try:
                wanted = _defining(views, each) if isinstance(each, str) else each
            except NotFound as unknown:
                missing.append(unknown)
                continue
            rules = [rule for view in views for rule in _around(view, wanted, context, exact=exact)]
            found += rules
            if not rules:
                missing.append(_missing(store, views, wanted))
    shown = _in_order(found)
    if common.as_json:
        common.answer({"rules": [render.rule(rule) for rule in shown]})
    else:
        _print(common.page(), shown)
        sys.stdout.flush()
        warn(tuple(warning for rule in shown for warning in rule.warnings))
    for problem in missing:
        error(problem)
    return 1 if missing else 0


command.__name__ = "show"


_CITED_AS = ("cr", "rule", "rules", "section", "règle", "règles")


def _asked(arguments: Sequence[str]) -> list[NumberRange | str]:
    """The numbers and ranges asked for, and the terms: words that follow each other are one.

    Raises:
        BadValue: what begins with a digit is no number.
    """
    asked: list[NumberRange | str] = []
    for argument in arguments:
        if any(character.isdigit() for character in argument):
            # "CR 306.5", typed as two words.
            if asked and isinstance(before := asked[-1], str) and before.lower() in _CITED_AS:
                asked.pop()
            asked.append(NumberRange.read(argument))
        elif asked and isinstance(asked[-1], str):
            asked[-1] += f" {argument}"
        else:
            asked.append(argument)
    return asked


def _defining(views: Sequence[View], term: str) -> NumberRange:
    """The rule that says what a term means, in the first language that has it.

    Raises:
        NotFound: no view knows the term, or it has no rule.
    """
    from kb.glossary import define

    problems = []
    for view in views:
        try:
            _, rule = define(view, term)
        except NotFound as problem:
            problems.append(problem)
        else:
            if rule is not None:
                return NumberRange(rule.item.number, rule.item.number)
    raise next(iter(problems), NotFound(term, f"no rule says what '{term}' means; try: rules define {term}"))


def _around(view: View, wanted: NumberRange, context: int, *, exact: bool) -> list[Printed[Rule]]:
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


def _in_order(rules: Sequence[Printed[Rule]]) -> list[Printed[Rule]]:
    """Each rule once, in the order of the document; English before French."""
    once = {(rule.lang, rule.place): rule for rule in rules}
    return sorted(once.values(), key=lambda rule: (rule.item.number, LANGUAGES.index(rule.lang), rule.place))


def _print(page: Page, rules: Sequence[Printed[Rule]]) -> None:
    """The rules as the document prints them, each with its edition where they differ."""
    editions = {(rule.lang, rule.edition) for rule in rules}
    nested = any(rule.item.number.kind != "subrule" for rule in rules)
    for place, printed in enumerate(rules):
        item = printed.item
        kind = item.number.kind
        if place and kind in ("chapter", "section"):
            page.blank()
        source = f"  [{printed.lang} {printed.edition}]" if len(editions) > 1 else ""
        indent = 2 if kind == "subrule" and nested else 0
        first, *further = item.text.split("\n")
        label = (item.printed.strip() or usual_form(item.number), "bold cyan")
        style = "bold" if item.title else ""
        examples = list(item.examples)
        for at, paragraph in enumerate((first, *further), 1):
            if at == 1:
                page.line(label, " ", (paragraph, style), (source, "dim"), indent=indent, hang=2)
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
    where = f"the rules in {' or '.join(each.lang for each in views)} as of {view.as_of}"
    message = f"{wanted} isn't in {where}"
    last = last_printed(store, view.lang, wanted.first, view.as_of)
    other = next((lang for lang in LANGUAGES if lang not in [each.lang for each in views]), None)
    if last is not None:
        message += f"; it was last printed in the edition of {last}: add --as-of {last}"
    elif other is not None and _has(View(store, other, view.as_of), wanted):
        message += f"; it is there in the other language: add --lang {other}"
    else:
        near = wanted.first.parent
        siblings = [rule.item.number for rule in view.rules(NumberRange(near, near))] if near else []
        siblings = [number for number in siblings if number.kind == wanted.first.kind]
        message += f"; {near} ends with {siblings[-1]}" if siblings else "; `rules editions` lists what there is"
    return NotFound(str(wanted), message)


def _has(view: View, wanted: NumberRange) -> bool:
    return bool(view.rules(wanted))
