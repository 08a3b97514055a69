"""Measure whether `rules lint` finds the citations that maintainers repair, in invented files and in real comments.

    python -m bench.citing_repairs --files 37 --seed 1   invented files: flagged, exactly the number, false, by style
    python -m bench.citing_repairs --put-back FOLDER     real comments, with an old number or a wrong letter put in
    python -m bench.citing_repairs --write FOLDER        write the invented files to a folder

An invented file has comments in the styles of public engines. Each cites a rule by the number of an earlier edition,
with the rule's name or its words: the first sentence cut short, with words left out or replaced, or a keyword in an
identifier. Three of four citations are right today. The lineage of the rule says which number is right now.
RULES_HOME gives the knowledge base with every edition.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from kb.citations.checker import CitationChecker
from kb.citations.rule_text_index import RuleTextIndex
from kb.citations.rule_text_index_builder import build_rule_text_index
from kb.citations.scanner import CitationOccurrence, scan_citations
from kb.history.lineage_spans import LineageSpan, trace_lineages
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts

CITATIONS_IN_FILE = 12
"""Three of four are right; 37 files have 111 wrong ones, as many as the public repairs."""
SHARE_OF_WRONG = 0.25
# Comments say it in players' words.
OTHER_WORDS = {
    "battlefield": "field", "permanent": "perm", "library": "deck", "creature": "critter", "receives": "gets",
    "controller": "owner", "abilities": "abils", "can't": "cannot", "doesn't": "does not", "opponent": "enemy",
}  # fmt: skip
LEFT_OUT = frozenset("a an the of that this it its is are as for by with if to in on be".split())


class CitedRule(NamedTuple):
    """A rule to cite.

    Attributes:
        then: its number in the edition of the author.
        now: its number today.
        text: the text of the edition of the author.
        name: the heading that it stands under, if that is a keyword.
        day: the edition of the author.
    """

    then: str
    now: str
    text: str
    name: str
    day: str

    @property
    def is_wrong(self) -> bool:
        """True if the number has changed since."""
        return self.then != self.now


def first_sentence(text: str) -> str:
    """Return the first sentence of a rule."""
    return re.split(r"(?<=[.!?])[”\")]*\s", text.split("\n", maxsplit=1)[0], maxsplit=1)[0]


def shortened(rule: CitedRule, draw: random.Random) -> str:
    """Return the first sentence, or its beginning."""
    words = first_sentence(rule.text).split()
    return " ".join(words[: max(6, draw.randrange(8, 24))])


def paraphrased(rule: CitedRule, draw: random.Random) -> str:
    """Return the first sentence in other words: some left out, some replaced."""
    kept = [
        OTHER_WORDS.get(word, word)
        for word in re.findall(r"[\w'’/+{}-]+", first_sentence(rule.text).lower())
        if draw.random() > (0.7 if word in LEFT_OUT else 0.15)
    ]
    return " ".join(kept[:18]).capitalize()


def identifier(name: str) -> str:
    """Return a name as it stands within identifiers."""
    return "".join(word.capitalize() for word in re.findall(r"[A-Za-z]+", name))


STYLES: dict[str, tuple[bool, Callable[[CitedRule, random.Random], str]]] = {
    "block of rule text": (False, lambda rule, draw: f"/**\n * {rule.then} {shortened(rule, draw)}\n */"),
    "quoted text": (False, lambda rule, draw: f"// CR {rule.then}: “{first_sentence(rule.text)}”"),
    "text before": (False, lambda rule, draw: f"// {paraphrased(rule, draw)} (CR {rule.then})"),
    "text behind": (False, lambda rule, draw: f"// {rule.then} - {paraphrased(rule, draw)}"),
    "heading": (True, lambda rule, draw: f"/**\n * {rule.then.rstrip('abcdefgh')}. {rule.name}\n */"),
    "name before": (True, lambda rule, draw: f"/// {rule.name} (CR {rule.then}): see the card"),
    "event": (True, lambda rule, draw: f"fire{identifier(rule.name)}Event(player); // CR {rule.then}"),
    "constant": (
        True,
        lambda rule, draw: f"{'_'.join(rule.name.upper().split())}_DONE = {draw.random()}  # CR {rule.then}",
    ),
    "day": (False, lambda rule, draw: f"// {rule.day.replace('-', '')} - {rule.then}"),
}
"""The styles of citing. True: the style needs the name of a keyword."""


class Rules:
    """The rules of all editions, to draw from."""

    def __init__(self, store: Store) -> None:
        self.lineages = trace_lineages(store, "en")
        texts = read_texts(store, {span.wording for spans in self.lineages for span in spans})
        self._texts = {wording: text for wording, (_lang, text) in texts.items()}
        self.days = sorted({span.first for spans in self.lineages for span in spans if span.first >= "2010"})
        self.today = self.days[-1]
        headings = [(span, self._texts[span.wording]) for spans in self.lineages for span in spans]
        self._names = {
            (span.label, span.first, span.ended): text
            for span, text in headings
            if re.fullmatch(r"70[12]\.[0-9]+", span.label) and len(text) < 40 and not text.endswith(".")
        }

    def draw(self, draw: random.Random, *, wrong: bool, named: bool) -> CitedRule:
        """Draw a rule of an earlier edition whose number has changed, or has not."""
        while True:
            spans = draw.choice(self.lineages)
            day = draw.choice(self.days[:-1])
            then, now = _at(spans, day), _at(spans, self.today)
            if then is None or now is None or "." not in then.label or (then.label != now.label) != wrong:
                continue
            text, name = self._texts[then.wording], self._name(then.label, day)
            if self._texts[now.wording].startswith("Previously"):  # lint calls it deprecated, whatever its number
                continue
            if bool(name) >= named and len(text.split()) >= (1 if named else 8):
                return CitedRule(then.label, now.label, text, name, day)

    def _name(self, label: str, day: str) -> str:
        above = label.rstrip("abcdefghijkmnpqrstuvwxyz")
        names = (text for (at, first, ended), text in self._names.items() if at == above and first <= day < ended)
        return next(names, "")


def _at(spans: Sequence[LineageSpan], day: str) -> LineageSpan | None:
    return next((span for span in spans if span.first <= day < span.ended), None)


def write_files(folder: Path, rules: Rules, count: int, seed: int) -> dict[tuple[str, int], tuple[str, CitedRule]]:
    """Write invented files. Return the style and the rule of each citation, by file name and line."""
    draw = random.Random(seed)  # noqa: S311
    written: dict[tuple[str, int], tuple[str, CitedRule]] = {}
    for at in range(count):
        lines: list[str] = []
        for _ in range(CITATIONS_IN_FILE):
            style = draw.choice(list(STYLES))
            named, form = STYLES[style]
            rule = rules.draw(draw, wrong=draw.random() < SHARE_OF_WRONG, named=named)
            if style == "heading":
                rule = rule._replace(then=rule.then.rstrip("abcdefgh"), now=rule.now.rstrip("abcdefgh"))
            comment = form(rule, draw).split("\n")
            place = len(lines) + 1 + (len(comment) > 1)
            written[f"Engine{at}.java", place] = style, rule
            lines += [*comment, f"    step{draw.randrange(900)}(game);", ""]
        (folder / f"Engine{at}.java").write_text("\n".join(lines), encoding="utf-8")
    return written


def lint(folder: Path) -> list[dict[str, str]]:
    """Return the citations in the files of a folder, as `rules lint --json` gives them."""
    command = [sys.executable, "-m", "cli", "lint", str(folder), "--json"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    found: list[dict[str, str]] = json.loads(run.stdout)["citations"]
    return found


def measure_files(rules: Rules, count: int, seed: int) -> None:
    """Print how many of the wrong citations in invented files are flagged, and how many right ones."""
    with tempfile.TemporaryDirectory() as name:
        written = write_files(Path(name), rules, count, seed)
        found = {(Path(each["path"]).name, int(each["line"])): each for each in lint(Path(name))}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for place, (style, rule) in written.items():
        each = found.get(place)
        flagged = each is not None and each["verdict"] not in ("ok", "edited", "quote-mismatch")
        for key in (style, "ALL"):
            kind = "wrong" if rule.is_wrong else "right"
            counts[key][kind] += 1
            counts[key][f"{kind} flagged"] += flagged
            counts[key]["exact"] += bool(rule.is_wrong and each and flagged and each["suggestion"] == rule.now)
            counts[key]["not found"] += each is None
    for style, of_style in counts.items():
        wrong = of_style["wrong"] or 1
        print(
            f"{style:20} {of_style['wrong']:4} wrong, flagged {of_style['wrong flagged'] / wrong:4.0%}, with the right "
            f"number {of_style['exact'] / wrong:4.0%}; {of_style['right']:4} right, flagged "
            f"{of_style['right flagged']}; not read {of_style['not found']}"
        )


def misnumbered(number: RuleNumber, index: RuleTextIndex, today: str, draw: random.Random) -> Iterator[tuple[str, str]]:
    """Yield wrong numbers for a rule: one that it had before, and a letter beside its own."""
    lineage = index.lineage_on(number, today)
    if lineage is not None and (
        old := sorted({span.label for span in index.spans_of_lineage(lineage)} - {str(number)})
    ):
        yield "old number", draw.choice(old)
    beside = [number._replace(subrule=letter) for letter in range(1, 27) if letter != number.subrule]
    beside = [each for each in beside if index.lineage_on(each, today) is not None]
    if number.subrule and beside:
        yield "wrong letter", str(draw.choice(beside))


def measure_put_back(store: Store, folder: Path, seed: int) -> None:
    """Put wrong numbers into the comments of real files in which lint finds the number right. Count what it flags."""
    view, draw = View(store, "en", date.today()), random.Random(seed)  # noqa: S311
    index = RuleTextIndex(build_rule_text_index(store, "en"))
    checker, today = CitationChecker(store, view, None, lambda: index), str(view.base)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for file in sorted(each for each in folder.rglob("*") if each.is_file()):
        for found in scan_citations(file.read_bytes()):
            if not _is_checked_by_words(found, checker):
                continue
            number = found.citation.number
            assert number is not None  # noqa: S101
            for kind, wrong in misnumbered(number, index, today, draw):
                citation = replace(found.citation, number=RuleNumber.parse(wrong), written=wrong)
                checked = checker.check(citation, None, found.surroundings)
                flagged = checked is not None and checked.verdict not in ("ok", "edited")
                counts[kind]["all"] += 1
                counts[kind]["flagged"] += flagged
                counts[kind]["exact"] += bool(flagged and checked and checked.suggestion == str(number))
    for kind, of_kind in counts.items():
        total = of_kind["all"]
        print(f"{kind}: {total}, flagged {of_kind['flagged'] / total:.0%}, exact {of_kind['exact'] / total:.0%}")


def _is_checked_by_words(found: CitationOccurrence, checker: CitationChecker) -> bool:
    """True if lint calls a citation right, and at least four words stand beside it."""
    citation, around = found.citation, found.surroundings
    if citation.number is None or citation.edition or citation.range_start or citation.needs_text or around.day:
        return False
    if len(f"{around.before[-120:]} {around.after[:120]}".split()) < 4:
        return False
    checked = checker.check(citation, found.quotation, around)
    return checked is not None and checked.verdict in ("ok", "edited")


def main() -> None:
    """Measure or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=37)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--put-back", type=Path)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    with Store.open_readonly(Path(os.environ["RULES_HOME"])) as store:
        if arguments.put_back:
            measure_put_back(store, arguments.put_back, arguments.seed)
        elif arguments.write:
            write_files(arguments.write, Rules(store), arguments.files, arguments.seed)
        else:
            measure_files(Rules(store), arguments.files, arguments.seed)


if __name__ == "__main__":
    main()
