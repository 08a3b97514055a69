"""Pin reviewed wordings to encoded rules: `python -m bench.pin`.

    python -m bench.pin show 704.5j@2026-01-16
        print every wording of the rule with its number, its editions and the changes
    python -m bench.pin set legend-rule/keep_one 704.5j@2026-01-16 --from 2013-09-27
        pin these wordings to a function, after you have read them
        --to is the last day before the meaning changes
        --also marks these wordings as the wordings of a second rule with the same meaning
    python -m bench.pin set legendary-planeswalkers/none 306.4@2026-01-16 --to 2017-08-25
        record that these wordings of the rule's lineage have another meaning than the concept
    python -m bench.pin bulk FILE
        pin many wordings; each line of the file is `KEY NUMBER@EDITION [from=DATE] [to=DATE] [also]`
    python -m bench.pin text MODULE
        print each encoded rule of a module, such as planeswalkers, and the rule's text in the newest edition
    python -m bench.pin check [CONCEPT...]
        print the state of each concept in every edition of the knowledge base

RULES_HOME names a knowledge base with all editions. Pins are written to data/pins, in one file for each module of
rules. A new pin replaces the concept's older pins with the same number and overlapping days.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TextIO

from kb.errors import BadValue, RulesError
from kb.history.history import Span
from kb.history.pinned_number import PinnedNumber, parse_number_or_pin, pinned_rule_history
from kb.rulings.law import rule_registry
from kb.rulings.law.applicable_law import Law
from kb.rulings.law.reviewed_wordings import (
    NO_VARIANT,
    ReviewedWording,
    opening,
    parse_pins,
    reviewed_wordings,
    wording_hash,
)
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.word_diff import word_diff

FOLDER = Path(__file__).resolve().parent.parent / "data" / "pins"


def wordings(store: Store, named: str) -> list[tuple[ReviewedWording, Span]]:
    """Return every wording that a rule had in whole editions, oldest first, each with its first span.

    `named` is a number pinned to an edition, such as 704.5j@2026-01-16. A change of the number alone counts as a new
    wording too.
    """
    pin = parse_number_or_pin(named)
    if not isinstance(pin, PinnedNumber):
        raise BadValue("rule with its edition", named, "give NUMBER@EDITION, such as 704.5j@2026-01-16")
    newest = _editions(store)[-1]
    found: list[tuple[ReviewedWording, Span]] = []
    for span in pinned_rule_history(store, View(store, "en", newest), pin).spans:
        if span.partial:
            continue
        here = ReviewedWording(
            wording_hash(span.text), span.number, span.first, span.last or newest, opening(span.text)
        )
        before = found[-1] if found else None
        if before and (before[0].hash, before[0].number) == (here.hash, here.number):
            found[-1] = (replace(before[0], last=here.last), before[1])
        else:
            found.append((here, span))
    return found


def within(
    found: Iterable[tuple[ReviewedWording, Span]], first: date | None, last: date | None
) -> Iterator[tuple[ReviewedWording, Span]]:
    """Yield the wordings in force between the days `first` and `last`. Cut the days of each wording to this period."""
    for pin, span in found:
        if (first is None or pin.last >= first) and (last is None or pin.first <= last):
            begin, end = max(pin.first, first or pin.first), min(pin.last, last or pin.last)
            yield replace(pin, first=begin, last=end), span


def show(found: Iterable[tuple[ReviewedWording, Span]], out: TextIO) -> None:
    """Print wordings for a reviewer: the first wording in full, then each wording with its changes marked."""
    before = None
    for pin, span in found:
        print(f"{pin.hash}  {pin.number}  {pin.first} to {pin.last}", file=out)
        if before is None:
            print(f"    {span.text}", file=out)
        else:
            marks = {"same": ("", ""), "gone": ("[-", "-]"), "new": ("{+", "+}")}
            stretches = word_diff(before, span.text)
            text = "".join(f"{marks[each.kind][0]}{each.text}{marks[each.kind][1]}" for each in stretches)
            print(f"    {text}", file=out)
        before = span.text


def pin_down(store: Store, key: str, named: str, first: date | None, last: date | None, *, also: bool) -> None:
    """Pin the wordings in force between the days `first` and `last` to the variant `key`.

    `named` is the rule's pinned number. `also` marks the wordings as the wordings of a second rule with the same
    meaning.
    """
    concept = key.removesuffix(f"/{NO_VARIANT}")
    rule = next((each for each in rule_registry.rules() if key == each.key or concept == each.concept), None)
    if rule is None:
        raise BadValue("encoded rule", key, "give concept/function, such as legend-rule/keep_one_legend")
    found = list(within(wordings(store, named), first, last))
    if not found:
        raise BadValue("time", f"{first}..{last}", f"{named} has no wording then")
    file = FOLDER / f"{rule.subject}.toml"
    content = parse_pins(file.read_text(encoding="utf-8")) if file.exists() else {}
    new = [replace(pin, is_secondary=also) for pin, _span in found]
    for other in [each for each in content if each.partition("/")[0] == rule.concept]:
        # A wording has only one meaning, so the new wordings are unpinned from the concept's other variants.
        content[other] = tuple(pin for pin in content[other] if not any(_same_place(pin, each) for each in new))
    content[key] = (*content.get(key, ()), *new)
    content = {each: kept for each, kept in content.items() if kept}
    FOLDER.mkdir(exist_ok=True)
    file.write_text(format_pins(content), encoding="utf-8")
    print(key)
    show(found, sys.stdout)


def _same_place(one: ReviewedWording, other: ReviewedWording) -> bool:
    return one.number == other.number and one.first <= other.last and other.first <= one.last


def format_pins(content: Mapping[str, Iterable[ReviewedWording]]) -> str:
    """Return the text of a file in `data/pins` with these reviewed wordings of variants."""
    concepts: dict[str, list[str]] = {}
    for key, rows in content.items():
        concept, _slash, variant = key.partition("/")
        lines = [_row(pin) for pin in sorted(rows, key=lambda pin: (pin.is_secondary, pin.first, pin.number))]
        concepts.setdefault(concept, []).append(f"{variant} = [\n" + "".join(lines) + "]\n")
    return "\n".join(f"[{concept}]\n" + "".join(blocks) for concept, blocks in sorted(concepts.items()))


def _row(pin: ReviewedWording) -> str:
    also = ", also = true" if pin.is_secondary else ""
    return (
        f'  {{ hash = "{pin.hash}", number = "{pin.number}", from = "{pin.first}", to = "{pin.last}", '
        f'opens = "{pin.opening.replace(chr(92), chr(92) * 2)}"{also} }},\n'
    )


def print_texts(store: Store, subject: str, out: TextIO) -> None:
    """Print each encoded rule of the module `subject`.

    If the encoded rule is in force, also print the text of its rule in the newest edition.

    Raises:
        BadValue: there is no module of encoded rules with that name.
    """
    encoded = [rule for rule in rule_registry.rules() if rule.subject == subject]
    if not encoded:
        raise BadValue("module of encoded rules", subject, "give the name of a file in kb/rulings/encoded, without .py")
    law = Law(store, _editions(store)[-1])
    for rule in encoded:
        state = law.status_of(rule.concept)
        print(f"{rule.key}  {rule.summary}", file=out)
        if state.rule == rule and state.text is not None:
            print(f"    {state.number} {state.text}", file=out)


def check(store: Store, concepts: Iterable[str]) -> int:
    """Print the state of concepts in every edition. Return how many states need a reviewer."""
    reviewed_wordings.cache_clear()
    found: dict[str, list[str]] = {}
    unreviewed = 0
    for day in _editions(store):
        law = Law(store, day)
        for concept in concepts:
            state = law.status_of(concept)
            unreviewed += state.status not in ("ok", "not-in-edition")
            variant = state.rule.variant if state.rule else "-"
            words = f"{state.status} {variant} {state.number or ''}".rstrip()
            rows = found.setdefault(concept, [])
            if not rows or not rows[-1].endswith(f"  {words}"):
                rows.append(f"{day}  {words}")
    for concept, rows in found.items():
        print(concept, *rows, sep="\n    ")
    return unreviewed


def _editions(store: Store) -> list[date]:
    return [date.fromisoformat(day) for day in store.whole_editions("en")]


def _bulk(store: Store, text: str) -> None:
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        options = dict(word.split("=") for word in words[2:] if "=" in word)
        days = [date.fromisoformat(options[name]) if name in options else None for name in ("from", "to")]
        pin_down(store, words[0], words[1], days[0], days[1], also="also" in words[2:])


def main() -> int:
    """Run the tool."""
    parser = argparse.ArgumentParser(prog="python -m bench.pin", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--home", type=Path, default=os.environ.get("RULES_HOME"), help="a knowledge base")
    commands = parser.add_subparsers(dest="command", required=True)
    shown = commands.add_parser("show")
    setter = commands.add_parser("set")
    setter.add_argument("key")
    for each in (shown, setter):
        each.add_argument("rule", metavar="NUMBER@EDITION")
        each.add_argument("--from", dest="first", type=date.fromisoformat)
        each.add_argument("--to", dest="last", type=date.fromisoformat)
    setter.add_argument("--also", action="store_true")
    commands.add_parser("bulk").add_argument("file", type=Path)
    commands.add_parser("text").add_argument("module")
    commands.add_parser("check").add_argument("concepts", nargs="*")
    given = parser.parse_args()
    if given.home is None:
        parser.error("name a knowledge base with --home or RULES_HOME")
    try:
        with Store.open(Path(given.home)) as store:
            if given.command == "show":
                show(within(wordings(store, given.rule), given.first, given.last), sys.stdout)
            elif given.command == "set":
                pin_down(store, given.key, given.rule, given.first, given.last, also=given.also)
            elif given.command == "text":
                print_texts(store, given.module, sys.stdout)
            elif given.command == "bulk":
                _bulk(store, given.file.read_text(encoding="utf-8"))
            else:
                return 1 if check(store, given.concepts or rule_registry.variants_by_concept()) else 0
    except RulesError as problem:
        print(f"bench.pin: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
