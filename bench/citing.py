"""Measure the findings of `rules lint` on source files against labels made by hand, and what `--fix` does to a copy.

    python -m bench.citing FOLDER                    print the counts, the precision of each verdict, and recall
    python -m bench.citing FOLDER --sheet OUT        write citations drawn by lot to judge, without lint's verdicts
    python -m bench.citing FOLDER --fix              fix a copy twice, and compare the changed places with the rules

A label is a line of `bench/citing_labels.csv`: file name, line, column, number, judgement, rules. The labels hold no
text of the files. They were made from the sheet alone, before anybody looked at the verdict. A sheet has for each
citation the lines around it, the rule with the number, the rules that had it, and the rules with the most similar text.

| judgement | means |
|---|---|
| `right` | the number is right today |
| `edited` | the number is right, and the words beside it, or the day, are those of an earlier wording |
| `wrong` | one of `rules` is meant |
| `gone` | the rule meant isn't a rule today |
| `newer` | the number is of an edition that the knowledge base doesn't have; there, it stands for one of `rules` |
| `unclear` | nobody can tell |

RULES_HOME gives the knowledge base with every edition.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from math import log
from pathlib import Path
from typing import Any

from kb.citations.rule_text_index import RuleTextIndex
from kb.citations.rule_text_index_builder import build_rule_text_index
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts

LABELS = Path(__file__).with_name("citing_labels.csv")
DRAWN = 200
WORD = re.compile(r"[A-Za-z]+")
MARKS = re.compile(r"^\s*(?://+[!/]?|/?\*+/?|#+|--|>)\s?")


def run_lint(folder: Path, *arguments: str) -> dict[str, Any]:
    """Return the answer of `rules lint --json` for a folder."""
    command = [sys.executable, "-m", "cli", "lint", str(folder), "--json", *arguments]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        sys.exit(run.stderr)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def outcome(judgement: str, rules: Sequence[str], verdict: str, suggestion: str) -> str:
    """Compare a verdict with a judgement: `right`, `false`, `missed`, `wrong suggestion` or `unclear`."""
    if judgement == "unclear":
        return "unclear"
    if verdict == "ok":
        return "right" if judgement in ("right", "edited") else "missed"
    if judgement in ("right", "edited"):
        return "right" if judgement == "edited" and verdict in ("edited", "quote-mismatch") else "false"
    if suggestion in rules or (judgement == "newer" and verdict == "unchecked"):
        return "right"
    names_none = not suggestion and judgement in ("wrong", "gone") and verdict != "unchecked"
    return "right" if names_none else "wrong suggestion"


def measure(citations: Sequence[Mapping[str, Any]]) -> None:
    """Print precision by verdict, and recall of wrong citations, by the labels.

    The findings and the citations called ok were drawn at different rates. For recall, each counts for as many as it
    was drawn from.
    """
    found = {(Path(c["path"]).name, str(c["line"]), str(c["column"]), c["number"]): c for c in citations}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    with LABELS.open(encoding="utf-8", newline="") as labels:
        for row in csv.DictReader(labels):
            each = found.get((row["file"], row["line"], row["column"], row["number"]))
            if each is None:
                counts["not found"][row["judgement"]] += 1
                continue
            result = outcome(row["judgement"], row["rules"].split(), each["verdict"], each["suggestion"] or "")
            counts[each["verdict"]][result] += 1
            if result not in ("right", "unclear"):
                print(f"{result}: {row['file']}:{row['line']} {row['number']} is {row['judgement']} {row['rules']}; "
                      f"lint says {each['verdict']} {each['suggestion'] or ''}")  # fmt: skip
    for verdict, of_verdict in sorted(counts.items()):
        judged = of_verdict.total() - of_verdict["unclear"]
        print(f"{verdict:15} {of_verdict['right']:4} right of {judged}  {dict(of_verdict)}")
    _print_recall(counts, Counter(c["verdict"] for c in citations if c["verdict"] != "ok" or has_words(c)))


def _print_recall(counts: Mapping[str, Counter[str]], drawn_from: Mapping[str, int]) -> None:
    flagged = missed = 0.0
    for verdict, of_verdict in counts.items():
        weight = drawn_from.get(verdict, 0) / (of_verdict.total() or 1)
        if verdict == "ok":
            missed = weight * of_verdict["missed"]
        elif verdict not in ("edited", "quote-mismatch"):
            flagged += weight * (of_verdict["right"] + of_verdict["wrong suggestion"])
    print(f"wrong citations in all files, by the sample: {flagged:.0f} found, {missed:.0f} called ok: "
          f"recall {flagged / (flagged + missed):.1%}")  # fmt: skip


def lines_of(path: str) -> list[str]:
    """Return the lines of a file."""
    return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()


def has_words(citation: Mapping[str, Any]) -> bool:
    """True if at least six words stand in the line of a citation."""
    return len(re.findall(r"[A-Za-z]{3,}", lines_of(citation["path"])[citation["line"] - 1])) >= 6


class TodaysRules:
    """The rules of the newest edition, and what each number stood for before."""

    def __init__(self, home: Path) -> None:
        with Store.open_readonly(home) as store:
            index = RuleTextIndex(build_rule_text_index(store, "en"))
            self.day = str(View(store, "en", date.max).base)
            wordings = {span.wording for label in index.labels for span in index.spans_of_number(label)}
            texts = {wording: text for wording, (_lang, text) in read_texts(store, wordings).items()}
        self.texts: dict[str, str] = {}
        self.before: dict[str, list[str]] = defaultdict(list)
        for label in index.labels:
            for span in index.spans_of_number(label):
                now = index.number_on(span.lineage, self.day)
                if span.first <= self.day < span.ended:
                    self.texts[label] = texts[span.wording]
                elif str(now) != label:
                    self.before[label].append(f"{span.first} to {span.ended}, now {now}: {texts[span.wording][:110]}")
        self.words = {label: set(words(text)) for label, text in self.texts.items()}
        frequencies = Counter(word for own in self.words.values() for word in own)
        self.rarity = {word: log(len(self.words) / count) for word, count in frequencies.items()}

    def nearest(self, text: str, count: int = 3) -> list[str]:
        """Return the numbers of the rules that share the most, and the rarest, words with a text."""
        own = set(words(text))
        scores = {
            label: sum(self.rarity[word] for word in have & own) / (10 + len(have)) ** 0.5
            for label, have in self.words.items()
        }
        return sorted(scores, key=lambda label: -scores[label])[:count]

    def text_at(self, label: str) -> str:
        """Return the text of a rule with the heading above it and the text of its subrules, or ""."""
        number = RuleNumber.parse(label)
        parts = [self.texts.get(label, "")]
        if number.kind == "subrule":
            parts.insert(0, self.texts.get(str(number.parent), ""))
        else:
            parts += [text for other, text in self.texts.items() if other.rstrip("abcdefghijkmnpqrstuvwxyz") == label]
        return " ".join(parts)


def words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return [word.lower() for word in WORD.findall(text)]


def write_sheet(citations: Sequence[dict[str, Any]], home: Path, out: Path, seed: int) -> None:
    """Write citations drawn by lot to a file: findings of all verdicts, and citations called ok with words beside."""
    draw = random.Random(seed)  # noqa: S311
    by_verdict: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in citations:
        by_verdict[each["verdict"]].append(each)
    right = [each for each in by_verdict.pop("ok") if has_words(each)]
    chosen = draw.sample(right, min(DRAWN, len(right)))
    for of_verdict in by_verdict.values():  # rare verdicts get more than their share
        share = max(5, round(DRAWN * len(of_verdict) ** 0.5 / sum(len(each) ** 0.5 for each in by_verdict.values())))
        chosen += draw.sample(of_verdict, min(share, len(of_verdict)))
    draw.shuffle(chosen)
    rules = TodaysRules(home)
    out.write_text("\n\n".join(_on_sheet(each, rules) for each in chosen), encoding="utf-8")


def _on_sheet(citation: Mapping[str, Any], rules: TodaysRules) -> str:
    lines, at, label = lines_of(citation["path"]), citation["line"] - 1, citation["number"]
    near = rules.nearest(" ".join(lines[max(0, at - 1) : at + 2]))
    return "\n".join(
        (
            f"{Path(citation['path']).name},{citation['line']},{citation['column']},{label},",
            *(f"    {'>' if place == at else ' '} {lines[place][:300]}"
              for place in range(max(0, at - 3), min(len(lines), at + 4))),
            f"  now: {rules.texts.get(label, 'no rule')[:320]}",
            *(f"  {text}" for text in rules.before[label]),
            *(f"  near: {other} {rules.texts[other][:80]}" for other in near),
        )
    )  # fmt: skip


def measure_fix(folder: Path, home: Path) -> None:
    """Fix a copy of a folder twice. Print how many of the changed numbers agree with the words beside them.

    The comparison knows nothing of lint: it takes the next words of the comment, and the words before the number, and
    asks which share of them stands, in this order, in the rule that has the new number, and in that of the old number.
    """
    rules = TodaysRules(home)
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "copy"
        shutil.copytree(folder, copy)
        before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
        mended = run_lint(copy, "--fix")["mended"]
        after = {path: path.read_bytes() for path in before}
        again = run_lint(copy, "--fix")["mended"]
        changed_again = sum(path.read_bytes() != content for path, content in after.items())
    counts: Counter[str] = Counter()
    for path, content in before.items():
        if content != after[path]:
            for place in _changes(content.decode("utf-8", "replace"), after[path].decode("utf-8", "replace")):
                counts[_agreement(place, rules)] += 1
                if _agreement(place, rules) == "disagrees":
                    print(f"disagrees: {path.name}: {place[0]} became {place[1]}: {' '.join(place[3].split())[:90]}")
    compared = counts["agrees"] + counts["disagrees"]
    print(f"{mended} citations mended, {compared} with words beside, {counts['agrees']} agree with them: "
          f"{counts['agrees'] / (compared or 1):.1%}; {counts['no words']} have no words of a rule beside")  # fmt: skip
    print(f"the second run mended {again} and changed {changed_again} files")


def _changes(old: str, new: str) -> Iterable[tuple[str, str, str, str]]:
    """Yield each changed number: the old one, the new one, and the text before and behind, without comment marks."""
    number = re.compile(r"[1-9][0-9]{2}(?:\.[0-9]+[a-z]{0,2})?")
    was, now = list(number.finditer(old)), list(number.finditer(new))
    if len(was) != len(now):
        sys.exit("a fix changed more than numbers")
    for one, other in zip(was, now, strict=True):
        if one[0] != other[0]:
            behind = _without_marks(new[other.end() : other.end() + 600])
            above = _without_marks(new[max(0, other.start() - 400) : other.start()])
            yield one[0], other[0], above, re.split(r"\n\s*\n|\n\W*[1-9][0-9]{2}\.[0-9]", behind)[0]


def _without_marks(text: str) -> str:
    return "\n".join(MARKS.sub("", line) for line in text.split("\n"))


def _agreement(place: tuple[str, str, str, str], rules: TodaysRules) -> str:
    """Say whether the words beside a changed number are more the new rule's than the old number's."""
    old, new, before, behind = place
    best = ""
    for text in (words(behind)[:14], words(before)[-14:]):
        if len(text) < 2:
            continue
        mine, other = (_share(text, words(rules.text_at(label))) for label in (new, old))
        if mine >= 0.6 and mine >= other:
            return "agrees"
        if other >= 0.6 and other > mine:
            best = "disagrees"
    return best or "no words"


def _share(text: Sequence[str], rule: Sequence[str]) -> float:
    """Return the share of a text's words that stand in a rule in the same order."""
    blocks = SequenceMatcher(None, text, rule, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(text)


def main() -> None:
    """Measure, or write a sheet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    home = Path(os.environ["RULES_HOME"])
    if arguments.fix:
        measure_fix(arguments.folder, home)
        return
    citations = run_lint(arguments.folder)["citations"]
    if arguments.sheet:
        write_sheet(citations, home, arguments.sheet, arguments.seed)
        return
    print(", ".join(f"{count} {verdict}" for verdict, count in Counter(c["verdict"] for c in citations).most_common()))
    measure(citations)


if __name__ == "__main__":
    main()
