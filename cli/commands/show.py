"""`rules show`: the text of rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cli.messages import error, note, warn
from cli.options.declarations import DocumentOption
from cli.options.global_options import GlobalOptions
from cli.rendering.code_labels import code_label, origin_label
from cli.rendering.text_output import TextOutput, edition_tag
from kb.errors import NotFound
from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.model import Rule, standard_printed_number
from kb.rule_number import NumberRange, RuleNumber, as_number_range
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem

if TYPE_CHECKING:
    from kb.documents import Doc, Range
    from kb.history.pinned_number import PinnedNumber


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule to show. `removed` is True if the rule is no longer in the view."""

    rule: ViewItem[Rule]
    removed: bool = False


def command(
    common: GlobalOptions,
    numbers: Annotated[
        list[str],
        Argument(
            metavar="NUMBER...",
            help="A rule, section or chapter, a range (301.5a-f), a rule of a day (306.7@2009-09-04), a term (flying).",
        ),
    ],
    exact: Annotated[bool, Option("--exact", help="Only the rule itself, not its subrules.")] = False,
    context: Annotated[
        int, Option("--context", "-C", min=0, metavar="N", help="N rules before and N rules after, too.")
    ] = 0,
    doc: DocumentOption = None,
) -> int:
    """Show rules with their subrules and examples, or sections of the judges' other books.

    For a term, show the rule that defines it.

    With --lang both, English and French stand one under the other.

    Example: rules show 306.5 --lang both
    """
    elsewhere: list[tuple[Doc, str]] = []
    if doc is not None or any(map(names_book, numbers)):
        from cli.book_arguments import split_by_document

        numbers, elsewhere = split_by_document(numbers, doc)
    asked = _parse_arguments(numbers)
    languages = common.languages()
    with common.open_store() as store:
        views = [common.view(store, lang) for lang in languages] if asked else []
        found: list[Shown] = []
        missing: list[NotFound] = []
        for each in asked:
            try:
                found += _find(common, store, views, each, context, exact=exact)
            except NotFound as unknown:
                missing.append(unknown)
        for book, text in elsewhere:
            found += _find_in_book(common, store, book, text, context, missing, exact=exact)
        shown = _sort(found)
        answer = _json(store, shown) if common.as_json else []
    if common.as_json:
        common.print_json({"rules": answer}, found=not missing)
    else:
        _print(common.text_output(), shown)
        warn(warning for each in shown for warning in each.rule.warnings)
    for problem in missing:
        error(problem)
    return 1 if missing else 0


def _find_in_book(
    common: GlobalOptions,
    store: Store,
    book: Doc,
    text: str,
    context: int,
    missing: list[NotFound],
    *,
    exact: bool,
) -> list[Shown]:
    """Return the places of a policy document to show for an argument. Add the error to `missing` if there are none."""
    from cli.book_arguments import find_places

    try:
        places = find_places(common, store, book, text)
        if places.removed is not None:
            return [Shown(places.removed, removed=True)]
        return [Shown(each) for each in _with_context(places.view, places.numbers, context, exact=exact)]
    except NotFound as unknown:
        missing.append(unknown)
        return []


def names_book(argument: str) -> bool:
    """Return True if an argument begins with the code of a policy document. This imports no table of documents."""
    return argument[:3].lower() in ("mtr", "ipg", "jar")


_CITED_AS = ("cr", "rule", "rules", "section", "règle", "règles")


def _parse_arguments(arguments: Sequence[str]) -> list[NumberRange | PinnedNumber | str]:
    """Return the numbers, ranges and terms asked for. Successive words without digits are one term.

    Raises:
        BadValue: an argument with a digit is no number.
    """
    asked: list[NumberRange | PinnedNumber | str] = []
    for argument in arguments:
        if any(character.isdigit() for character in argument):
            # If the word before the number is a citation word, as in "CR 306.5", drop the word.
            if asked and isinstance(before := asked[-1], str) and before.lower() in _CITED_AS:
                asked.pop()
            asked.append(_parse_number(argument))
        elif asked and isinstance(asked[-1], str):
            asked[-1] += f" {argument}"
        else:
            asked.append(argument)
    return asked


def _parse_number(argument: str) -> NumberRange | PinnedNumber:
    if "@" not in argument and "(" not in argument:
        return NumberRange.parse(argument)
    from kb.history.pinned_number import parse_range_or_pin

    return parse_range_or_pin(argument)


def _find(
    common: GlobalOptions,
    store: Store,
    views: Sequence[View],
    asked: NumberRange | PinnedNumber | str,
    context: int,
    *,
    exact: bool,
) -> list[Shown]:
    """Return the rules to show for an argument. Raise `NotFound` if there are none."""
    if isinstance(asked, str):
        wanted = _define(store, views, asked)
    else:
        wanted = asked if isinstance(asked, NumberRange) else _resolve(common, store, views, asked)
    if isinstance(wanted, Shown):
        return [wanted]
    rules = [rule for view in views for rule in _with_context(view, wanted, context, exact=exact)]
    if not rules:
        raise _not_found(store, views, wanted)
    return [Shown(rule) for rule in rules]


def _resolve(common: GlobalOptions, store: Store, views: Sequence[View], pin: PinnedNumber) -> NumberRange | Shown:
    """Find a pinned rule in the first view that has it. If the rule was removed, return its last wording.

    Raises:
        NotFound: the pinned rule was never in any of the views.
    """
    from cli.pinned_numbers import describe_day
    from kb.history.pinned_number import range_of, resolve_pin

    problems = []
    for view in views:
        try:
            now = resolve_pin(store, view, pin)
        except NotFound as problem:
            problems.append(problem)
            continue
        note(now.describe(describe_day(common)))
        if now.number is not None:
            return as_number_range(range_of(now.number))
        if now.last_printed is not None:
            return Shown(now.last_printed, removed=True)
        problems.append(NotFound(str(pin), now.describe(describe_day(common))))
    raise problems[0]


def _define(store: Store, views: Sequence[View], term: str) -> NumberRange | Shown:
    """Return the number of the rule that defines a term, from the first view with such a rule.

    If the defining rule is in a language that none of the views has, return the rule itself.

    Raises:
        NotFound: the term isn't known, or no rule defines it.
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
            number = found.rule.item.cr_number
            languages = {each.lang for each in views}
            return NumberRange(number, number) if found.rule.lang in languages else Shown(found.rule)
    message = _("no rule says what '{term}' means; try: rules define {term}", term=term)
    raise next(iter(problems), NotFound(term, message))


def _with_context(view: View, wanted: Range | None, context: int, *, exact: bool) -> list[ViewItem[Rule]]:
    """Return the rules of a range in a view, with `context` rules before and after them. None means all."""
    found = list(view.rules(wanted))
    if wanted is None:
        return [rule for rule in found if not exact or rule.item.number.kind != "part"]
    if exact:
        found = [rule for rule in found if rule.item.number.kind == wanted.first.kind]
    if not context or not found:
        return found
    everything = view.rules()
    first, last = everything.index(found[0]), everything.index(found[-1])
    before, after = everything[max(0, first - context) : first], everything[last + 1 : last + 1 + context]
    return [*before, *found, *after]


def _sort(found: Sequence[Shown]) -> list[Shown]:
    """Return each rule once, sorted by number. At the same number, English comes before French.

    The places of other documents follow, in the order in which they were found.
    """
    once = {(each.rule.lang, each.rule.place, each.removed): each for each in found}

    def key(each: Shown) -> tuple[RuleNumber, int, bool, int]:
        return each.rule.item.cr_number, LANGUAGES.index(each.rule.lang), each.removed, each.rule.place

    rules = [each for each in once.values() if each.rule.doc == "cr"]
    return [*sorted(rules, key=key), *(each for each in once.values() if each.rule.doc != "cr")]


def _json(store: Store, shown: Sequence[Shown]) -> list[dict[str, Any]]:
    from cli.rendering import json_output
    from kb.history.history import lineage_names

    # Removed rules have their own group, because another rule may now have the number of a removed rule.
    groups: dict[tuple[Doc, Lang, bool], list[ViewItem[Rule]]] = {}
    for each in shown:
        groups.setdefault((each.rule.doc, each.rule.lang, each.removed), []).append(each.rule)
    names = {group: lineage_names(store.book(group[0]), group[1], rules) for group, rules in groups.items()}
    lineages = (names[each.rule.doc, each.rule.lang, each.removed][each.rule.place] for each in shown)
    return [
        json_output.rule(each.rule, lineage, removed=each.removed)
        for each, lineage in zip(shown, lineages, strict=True)
    ]


def _print(page: TextOutput, shown: Sequence[Shown]) -> None:
    """Print rules with their examples. Name the edition beside each rule, or at the end if all rules have the same."""
    editions = {origin_label(each.rule) for each in shown}
    nested = any(each.rule.item.number.kind != "subrule" for each in shown)
    for at, each in enumerate(shown):
        if each.rule.doc != "cr":
            from cli.rendering.policy_view import print_place

            print_place(page, each.rule, removed=each.removed, first=not at, with_edition=len(editions) > 1)
            continue
        item = each.rule.item
        kind = item.number.kind
        if at and kind in ("chapter", "section"):
            page.blank_line()
        indent = 2 if kind == "subrule" and nested else 0
        label = (item.printed_number.strip() or standard_printed_number(item.number), "bold cyan")
        removed = (f"  ({code_label('removed')})", "yellow") if each.removed else ""
        edition = edition_tag(each.rule) if len(editions) > 1 else ""
        examples = list(item.examples)
        for line, paragraph in enumerate(item.text.split("\n"), 1):
            if line == 1:
                text = (paragraph, "bold" if item.title else "")
                page.line(label, " ", text, removed, edition, indent=indent, hang=2)
            else:
                page.line(paragraph, indent=indent + 2)
            while examples and examples[0].after <= line:
                example = examples.pop(0)
                text = (example.text.replace("\n", " "), "italic")
                page.line((f"{example.marker} ", "bold"), text, indent=indent + 2)
    if len(editions) == 1:
        page.line((f"[{origin_label(shown[0].rule)}]", "dim"))


def _not_found(store: Store, views: Sequence[View], wanted: NumberRange) -> NotFound:
    """Return an error for a missing number. Its message says in which edition or language the number may be found."""
    from kb.storage.spans import last_printed_day

    view, languages = views[0], [each.lang for each in views]
    if len(views) == 1:
        message = view.describe_absence(wanted)
    else:
        message = _(
            "{number} isn't in the knowledge base as of {day}, in English or French", number=wanted, day=view.as_of
        )
    last = last_printed_day(store, view.lang, wanted.first, view.as_of)
    other = next((lang for lang in LANGUAGES if lang not in languages), None)
    if last is not None:
        message += _("; it was last printed in the edition of {day}: add --as-of {day}", day=last)
    elif other is not None and View(store, other, view.as_of).rules(wanted):
        message += _("; it is there in the other language: add --lang {lang}", lang=other)
    else:
        above = wanted.first.parent
        rules = view.rules(NumberRange(above, above)) if above else ()
        siblings = [rule.item.number for rule in rules if rule.item.number.kind == wanted.first.kind]
        if siblings:
            message += _("; {number} ends with {last}", number=above, last=siblings[-1])
        elif view.base is not None:
            message += _("; `rules editions` lists what there is")
    return NotFound(str(wanted), message)
