"""Measures `Library.verify` on answers with planted falsities: what is found, and how many right items are flagged.

`bench/answers.md` has answers about the rules with marks: `{702.19b}` stands for a number, `{702.19b|1}` for the first
sentence of the rule, which is read from the knowledge base. The numbers are right in the edition of 2026-02-27.
`bench/dense_answers.md` is harder: players' words, and a number for every few of them. The weights of
`kb.verification.topic` were fitted to the first file and to every other answer of the second one.

Each answer is first verified as it is. Then one mark after another is made false, in every kind of way, and the answer
is verified again. A falsity counts as found if the entry at its place is wrong or doubtful.

Run `RULES_HOME=HOME python -m bench.verify` with a knowledge base that has all editions; `--show` lists what it missed.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

import kb

ANSWERS = (Path(__file__).with_name("answers.md"), Path(__file__).with_name("dense_answers.md"))
DAY = "2026-02-27"
MARK = re.compile(r"\{([1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?)(?:\|([0-9]))?\}")
SENTENCE = re.compile(r"(?<=[.”)])\s+(?=[A-Z])")
NUMBER_KINDS = ("missing", "sibling", "section", "far")
QUOTATION_KINDS = ("changed", "shortened", "invented", "other rule")
CHANGES = (
    ("can’t", "can"), ("may", "must"), ("can", "can’t"), ("doesn’t", "does"), ("isn’t", "is"), ("any", "one"),
    ("each", "any"), ("before", "after"), ("first", "last"), ("controller", "opponent"), ("is", "is not"),
    ("are", "are never"), ("player", "team"), ("creature", "permanent"), ("the", "no"), ("a", "every"),
)  # fmt: skip
INVENTED = (
    "The active player may look at the top card of any library before the damage is assigned.",
    "A creature that was put onto the battlefield this way loses all counters at the next upkeep.",
    "Each opponent has to agree before such an ability can be put on the stack twice.",
)


class Planted(NamedTuple):
    """An answer in which one thing is false: its kind, the text, and where the false number or quotation begins."""

    kind: str
    mark: str
    text: str
    start: int
    end: int


def main() -> None:
    """Print the shares found and flagged."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--show", action="store_true", help="list what was missed and what was flagged")
    show = options.parse_args().show
    for path in ANSWERS:
        print(path.name)
        measure(path, show=show)


def measure(path: Path, *, show: bool) -> None:
    """Print the shares found and flagged in the answers of a file."""
    found: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    named: Counter[str] = Counter()
    total: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    checked: Counter[str] = Counter()
    seconds, calls = 0.0, 0
    with kb.open() as library:
        rules = {rule.number: rule for rule in library.at(DAY).rules()}
        answers = path.read_text(encoding="utf-8").split("---\n")
        library.verify("CR 702.19b", as_of=DAY)
        for answer in answers:
            text = realised(answer, rules)
            begun = process_time()
            for each in library.verify(text, as_of=DAY):
                outcomes[each.outcome] += 1
                checked.update(each.checked)
                if show and each.outcome != "right":
                    line = text.splitlines()[each.line - 1][max(0, each.column - 80) :][:160]
                    print(f"FLAGGED {each.outcome} {each.verdict} {each.text} -> {each.suggestion}: {each.message}")
                    print(f"    {each.quotation}\n    {line}")
            seconds, calls = seconds + process_time() - begun, calls + 1
            for planted in plantings(answer, rules):
                total[planted.kind] += 1
                result = library.verify(planted.text, as_of=DAY)
                hits = [each for each in result if each.outcome != "right" and covers(planted, each)]
                found[planted.kind] += bool(hits)
                wrong[planted.kind] += any(each.outcome == "wrong" for each in hits)
                named[planted.kind] += any(
                    each.suggestion and planted.mark in (each.suggestion, each.suggestion.rstrip("abcdefghijk"))
                    for each in hits
                )
                if show and not hits:
                    print(
                        f"MISSED {planted.kind} {planted.mark}: …{planted.text[max(0, planted.start - 90) :][:170]!r}"
                    )
    print(f"as they are: {dict(outcomes)}; checked: {dict(checked)}; {1000 * seconds / calls:.0f} ms an answer")
    for kind in (*NUMBER_KINDS, *QUOTATION_KINDS):
        if not total[kind]:
            continue
        share = f"{found[kind] / total[kind]:.0%} found, {wrong[kind] / total[kind]:.0%} called wrong"
        print(f"{kind:12}{total[kind]:4}  {share}, {named[kind] / total[kind]:.0%} with the right number")


def covers(planted: Planted, judged: kb.JudgedCitation) -> bool:
    """True if an entry is at the planted place, or has the planted quotation."""
    offset = sum(len(line) + 1 for line in planted.text.split("\n")[: judged.line - 1]) + judged.column - 1
    at_place = planted.start - 30 <= offset < planted.end and judged.text.split(" ")[-1:] == [
        planted.text[planted.start : planted.end]
    ]
    quoted = planted.text[planted.start : planted.end]
    return at_place or (judged.quotation is not None and judged.quotation.strip() == quoted.strip())


def sentence_of(mark: re.Match[str], rules: dict[str, kb.LibraryRule]) -> str:
    """Return the sentence of a rule that a mark stands for."""
    return SENTENCE.split(rules[mark[1]].text.split("\n")[0])[int(mark[2]) - 1]


def realised(answer: str, rules: dict[str, kb.LibraryRule]) -> str:
    """Return an answer with numbers and sentences instead of marks."""
    return MARK.sub(lambda mark: sentence_of(mark, rules) if mark[2] else mark[1], answer)


def plantings(answer: str, rules: dict[str, kb.LibraryRule]) -> Iterator[Planted]:
    """Yield the answer with each mark made false in each way that it can be."""
    for at, mark in enumerate(MARK.finditer(answer)):
        chance = random.Random(at * 1000 + len(answer))  # noqa: S311
        before, behind = realised(answer[: mark.start()], rules), realised(answer[mark.end() :], rules)
        if mark[2]:
            false = {kind: quotation(kind, mark, rules, chance) for kind in QUOTATION_KINDS}
        else:
            false = {kind: number(kind, mark[1], rules, chance) for kind in NUMBER_KINDS}
        for kind, text in false.items():
            if text is not None:
                yield Planted(kind, mark[1], before + text + behind, len(before), len(before) + len(text))


def number(kind: str, right: str, rules: dict[str, kb.LibraryRule], chance: random.Random) -> str | None:
    """Return a false number of a kind, or None if there is none."""
    rule, letter = re.fullmatch(r"([0-9.]+)([a-z]*)", right).groups()  # type: ignore[union-attr]
    section = right[:3]
    same = [
        each for each in rules if bool(re.search("[a-z]$", each)) == bool(letter) and ("." in each) == ("." in right)
    ]
    if kind == "missing":
        following = (
            [f"{rule}{each}" for each in "hjkmnpqrstuvw"] if letter else [f"{section}.{each}" for each in (41, 57, 83)]
        )
        choices = [each for each in following if each not in rules][:4]
    elif kind == "sibling":
        choices = [
            each for each in same if letter and each.rstrip("abcdefghijkmnpqrstuvwxyz") == rule and each != right
        ]
    elif kind == "section":
        choices = [each for each in same if each.startswith(f"{section}.") and not each.startswith(rule)]
    else:
        choices = [each for each in same if each[:3] != section]
    return chance.choice(choices) if choices else None


def quotation(kind: str, mark: re.Match[str], rules: dict[str, kb.LibraryRule], chance: random.Random) -> str | None:
    """Return a false quotation of a kind instead of a sentence of a rule."""
    right = sentence_of(mark, rules)
    if kind == "changed":
        for old, new in CHANGES:
            if re.search(rf"\b{old}\b", right):
                return re.sub(rf"\b{old}\b", new, right, count=1)
        return None
    if kind == "shortened":
        words = right.split()
        at = len(words) // 2
        return " ".join((*words[:at], *words[at + 2 :]))
    if kind == "invented":
        return chance.choice(INVENTED)
    others = [
        each
        for each in rules
        if each.startswith(mark[1][:3]) and "." in each and each.rstrip("abcdefghijk") != mark[1].rstrip("abcdefghijk")
    ]
    sentences = [SENTENCE.split(rules[each].text)[0] for each in others]
    long = [each for each in sentences if len(each.split()) > 6 and each not in rules[mark[1]].text]
    return chance.choice(long) if long else None


if __name__ == "__main__":
    main()
