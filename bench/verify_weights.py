"""Fits the weights of `kb.verification.topic_scores`, and measures what they find and whom they accuse.

The samples are sentences that others wrote beside a number, so nobody has to label them:

| source | what it is |
|---|---|
| `glossary` | an entry with the rule that it refers to ("See rule 702.19") |
| `reference` | a sentence of a rule with the rule that it refers to |
| `example` | an example beside the rule that it belongs to |
| `earlier` | a rule's wording of twelve years before, beside its number today |
| `comment` | a comment of a program, with `--code FOLDER`, where `rules lint` finds nothing |
| `answer` | the answers of `bench.verify` |

Half of the samples of each source are for the fit, by lot with a fixed seed, the others for the measure. In the measure
each number is once left as it is, and once exchanged by lot for one beside it (`sibling`), one of its section
(`section`), and any other (`far`). Examples aren't compared with themselves: their words are left out of the rules.

    python -m bench.verify_weights --code FOLDER          measure
    python -m bench.verify_weights --code FOLDER --fit    fit, print the weights, measure with them

RULES_HOME has the edition of the day and older ones. Needs numpy and scipy.
"""

from __future__ import annotations

import argparse
import os
import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import kb
from bench.verify import ANSWERS, DAY, realised
from kb.history.succession import trace_succession
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.storage.wordings import read_texts
from kb.verification import topic, topic_scores
from kb.verification.answer_text import read_answer
from kb.verification.contexts import Around, Readings
from kb.verification.reading_words import read_whole_words
from kb.verification.text_contexts import TextContexts

EARLIER = "2014-02-01"
SEED = 702
COMMENT = re.compile(r"(?:^[ \t]*(?://+|/?\*+|#)[^\n]*\n)+", re.MULTILINE)
MARGIN = re.compile(r"^[ \t]*(?://+|/?\*+/?|#)[ \t]?", re.MULTILINE)
SEE = re.compile(
    r"\s*\(?(?:[Ss]ee|[Aa]s described in)(?: also)? rules? ([1-9][0-9]{2}\.[0-9]+[a-z]{0,2})(?![0-9a-z–-])[^.)]*\)?\.?"
)
NUMBERED = re.compile(r"(?<![\w.])[1-9][0-9]{2}\.[0-9]")
SENTENCE = re.compile(r"(?<=[.”)])\s+(?=[A-Z])")
MIDDLE, PULL = float(os.environ.get("MIDDLE", 2.0)), float(os.environ.get("PULL", 0.01))
"""The loss of a right number whose likelihood is zero is the logarithm of this: some samples are about something else."""

IMPORTANCE = {
    "glossary": 1.0, "reference": 0.5, "example": 1.0, "earlier": 0.5, "comment": 0.7, "answer": 6.0,
    "right": 4.0, "sibling": 0.7, "section": 0.7, "far": 0.7,
}  # fmt: skip
"""How much the sources and the kinds of false numbers count in the fit."""
Text = tuple[str, str, None]


class Sample(NamedTuple):
    """Words near a number that is right: the source, the number, its readings, and what is around."""

    source: str
    number: RuleNumber
    readings: Readings
    around: Around


class Table(NamedTuple):
    """The measures of a sample: one row for each rule, the first `own` ones are those that the number covers."""

    own: int
    is_right: bool
    around: Any
    readings: Any
    priors: Sequence[str]


class Readers(NamedTuple):
    """The rules to compare with, and the same without their examples."""

    whole: topic.TopicReader
    bare: topic.TopicReader

    def of(self, sample: Sample) -> topic.TopicReader:
        """Return the reader for a sample: an example isn't compared with itself."""
        return self.bare if sample.source == "example" else self.whole


def main() -> None:
    """Fit or measure."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--code", type=Path, help="a folder of programs that cite the rules")
    options.add_argument("--fit", action="store_true", help="fit the weights, and print them")
    options.add_argument("--show", action="store_true", help="list the right numbers that are called wrong")
    chosen = options.parse_args()
    with Store.open_readonly(Path(os.environ["RULES_HOME"])) as store:
        items = View(store, "en", date.fromisoformat(DAY)).rules()
        texts = [*rule_texts(store, items)]
    with kb.open() as library:
        texts += [*answer_texts(library), *(comment_texts(library, chosen.code) if chosen.code else ())]
    bare = [replace(each, item=replace(each.item, examples=())) for each in items]
    readers = Readers(topic.TopicReader(items, "en"), topic.TopicReader(bare, "en"))
    lot = random.Random(SEED)  # noqa: S311
    lot.shuffle(texts)
    known = {each.item.number for each in items}
    halves = texts[::2], texts[1::2]
    for name, half in zip(("fit", "measure"), halves, strict=True):
        print(name, dict(Counter(source for source, _text, _number in half)), "texts")
    if chosen.fit:
        numbers = sorted(readers.whole._topics.rules)
        tables = []
        for text in halves[0]:
            for each in samples_of(*text, known):
                kinds = {"right": each.number, **exchanged(each.number, numbers, lot)}
                tables += [
                    (table_of(readers.of(each), each, number), IMPORTANCE[each.source] * IMPORTANCE[kind])
                    for kind, number in kinds.items()
                ]
        fit([(table, importance) for table, importance in tables if table])
    measure(readers, [each for text in halves[1] for each in samples_of(*text, known)], lot, show=chosen.show)


def rule_texts(store: Store, items: Sequence[ViewItem[Rule]]) -> Iterator[Text]:
    """Yield what the rules and the glossary print beside numbers, and older wordings beside the numbers of today."""
    view = View(store, "en", date.fromisoformat(DAY))
    for entry in view.glossary():
        for sense in entry.item.senses:
            if len(found := SEE.findall(sense)) == 1:
                yield "glossary", f"{entry.item.names[0]}: {SEE.sub('', sense)} ({found[0]}).", None
    for item in items:
        for sentence in SENTENCE.split(item.item.text):
            if len(found := SEE.findall(sentence)) == 1 and len(sentence) > 60:
                yield "reference", f"{SEE.sub('', sentence)} ({found[0]}).", None
        if item.item.number.rule:
            for example in item.item.examples:
                yield "example", f"{example.text.removeprefix('Example: ').rstrip('.')} ({item.item.number}).", None
    yield from earlier_texts(store, {each.item.number: each.item.text for each in items})


def earlier_texts(store: Store, today: Mapping[Any, str]) -> Iterator[Text]:
    """Yield older wordings of rules that read otherwise today."""
    then, now = date.fromisoformat(EARLIER), date.fromisoformat(DAY)
    before, after = (rules_of_edition(store, "en", day) for day in (then, now))
    texts = read_texts(store, (each.wording for each in before.values()))
    for place, outcome in trace_succession(store, "en", then, now).outcomes.items():
        number = after[outcome.place].number if outcome.place is not None else None
        text = SENTENCE.split(texts[before[place].wording][1])[0]
        if isinstance(number, RuleNumber) and number.rule and outcome.is_certain and text not in today[number]:
            if len(text) > 50 and not NUMBERED.search(text):
                yield "earlier", f"{text.rstrip('.')} ({number}).", None


def answer_texts(library: kb.Library) -> Iterator[Text]:
    """Yield the answers of `bench.verify`, whose numbers are right."""
    rules = {rule.number: rule for rule in library.at(DAY).rules()}
    for path in ANSWERS:
        for answer in path.read_text(encoding="utf-8").split("---\n"):
            yield "answer", realised(answer, rules), None


def comment_texts(library: kb.Library, folder: Path) -> Iterator[Text]:
    """Yield the comments with numbers that `rules lint` finds right."""
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        content = path.read_text(encoding="utf-8", errors="replace")
        found = [each.line for each in library.lint(content, as_of=DAY) if each.verdict != "ok"]
        for comment in COMMENT.finditer(content):
            first = content.count("\n", 0, comment.start()) + 1
            is_right = not any(first <= line <= first + comment[0].count("\n") for line in found)
            if is_right and NUMBERED.search(comment[0]):
                yield "comment", MARGIN.sub("", comment[0]), None


def samples_of(source: str, text: str, number: None, known: Collection[Any]) -> Iterator[Sample]:
    """Yield the numbers of a text that the edition has."""
    answer = read_answer(text)
    contexts = TextContexts(answer)
    for at, mentions in enumerate(answer.mentions):
        for mention in mentions:
            if mention.number in known and mention.number.rule and not mention.citation.edition:
                yield Sample(source, mention.number, *contexts.of(at, mention))


def table_of(reader: topic.TopicReader, sample: Sample, cited: RuleNumber) -> Table | None:
    """Return the measures of a sample, or None if nothing can be compared."""
    readings, around = sample.readings, sample.around
    topics, texts = reader._topics, reader._texts(readings, around)
    own = topics.own(cited)
    if not texts:
        return None
    rivals = [each for each in reader._rivals(cited, readings) if not topics.are_connected(cited, each) and each not in around.joined]
    if cited != sample.number and sample.number not in rivals:
        return None
    numbers, number = [*own, *rivals], cited
    if len(numbers) < 2:
        return None
    whole = read_whole_words(around.text, "en")
    return Table(
        len(own),
        cited == sample.number,
        np.array(
            [topic_scores.measures_around(topics, each, number, whole, around.numbers) for each in numbers],
            dtype=np.float32,
        ),
        np.array([[topic_scores.measures(topics, each, text) for each in numbers] for text in texts], dtype=np.float32),
        [text.names for text in texts],
    )


def fit(weighed: Sequence[tuple[Table, float]]) -> None:
    """Find the weights that make the right numbers the likeliest, and use them."""
    from scipy.optimize import minimize

    known = [each for each, _importance in weighed]
    whole = sum(importance for _table, importance in weighed)
    reading, around = list(topic_scores.WEIGHTS), list(topic_scores.AROUND_WEIGHTS)
    names = list(topic_scores.PRIORS)
    start = np.array(
        [
            *topic_scores.WEIGHTS.values(),
            *topic_scores.AROUND_WEIGHTS.values(),
            *np.log([*topic_scores.PRIORS.values()]),
        ]
    )
    scale = np.ones(len(start))
    scales = np.concatenate([each.readings.reshape(-1, len(reading)) for each in known[:200]]).std(axis=0)
    scale[: len(reading)] = 1 / np.maximum(scales, 1e-3)

    begun = start / scale

    def loss(values: Any) -> tuple[float, Any]:
        found, slope = 0.0, np.zeros_like(values)
        weights = values * scale
        w, a, p = weights[: len(reading)], weights[len(reading) : -len(names)], np.exp(values[-len(names) :])
        for table, importance in weighed:
            base = table.around @ a
            scores = table.readings @ w + base
            scores -= scores.max(axis=1, keepdims=True)
            powers = np.exp(scores)
            chances = powers / powers.sum(axis=1, keepdims=True)
            prior = np.array([sum(p[names.index(each)] for each in some) for some in table.priors])
            share = prior / prior.sum()
            right = chances[:, : table.own].sum(axis=1)
            total = float(share @ right)
            total = min(max(total, 1e-6), 1 - 1e-6)
            lead = np.log((1 - total) / total) - MIDDLE
            sign = 1 if table.is_right else -1
            found += importance * np.logaddexp(0, sign * lead)
            up = sign * importance / (1 + np.exp(-sign * lead)) / (total * (1 - total))
            # The slope of the right ones' likelihood in each score.
            each = -chances * right[:, None]
            each[:, : table.own] += chances[:, : table.own]
            each *= share[:, None] * up
            slope[: len(reading)] -= np.einsum("rn,rnf->f", each, table.readings)
            slope[len(reading) : -len(names)] -= each.sum(axis=0) @ table.around
            for prior_of, some in zip((right - total) / prior.sum() * up, table.priors, strict=True):
                for name in some:
                    slope[len(reading) + len(around) + names.index(name)] -= prior_of * p[names.index(name)]
        slope[: -len(names)] *= scale[: -len(names)]
        away = values - begun
        return found / whole + PULL * float(away @ away), slope / whole + 2 * PULL * away

    result = minimize(loss, begun, jac=True, method="L-BFGS-B", options={"maxiter": 120})
    print(f"{len(known)} samples for the fit; the loss was {loss(begun)[0]:.3f} and is {result.fun:.3f}")
    weights = result.x * scale
    found = dict(zip(reading, weights, strict=False))
    topic_scores.use(found, dict(zip(around, weights[len(reading) :], strict=False)))
    shares = np.exp(result.x[-len(names) :])
    topic_scores.PRIORS = dict(zip(names, shares / shares.sum(), strict=True))
    topic.PRIORS = topic_scores.PRIORS
    for title, values in (
        ("readings", found),
        ("around", dict(zip(around, weights[len(reading) :], strict=False))),
        ("priors", topic_scores.PRIORS),
    ):
        print(title, {name: round(float(value), 4) for name, value in values.items()})


ROWS = []
def rel(n, c):
    if c is None or c.other is None: return "none"
    return "beside" if c.other.parent == n.parent else "section" if topic_scores.same_section(n, c.other) else "far"
def measure(readers: Readers, samples: Sequence[Sample], lot: random.Random, *, show: bool) -> None:
    """Print the shares found of what is false, and flagged of what is right."""
    numbers = sorted(readers.whole._topics.rules)
    leads: dict[str, dict[str, list[tuple[float, bool]]]] = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        for kind, number in {"right": sample.number, **exchanged(sample.number, numbers, lot)}.items():
            compared = readers.of(sample).compare(number, sample.readings, sample.around)
            lead = compared.lead if compared and compared.other else -99.0
            outcome = (
                "none"
                if compared is None
                else "wrong"
                if compared.is_refuted(number)
                else "doubtful"
                if compared.is_contradicted(number)
                else "confirmed"
                if compared.is_confirmed
                else "open"
            )
            leads[sample.source][kind].append((lead, outcome))
            ROWS.append((sample.source, kind, lead, rel(number, compared), compared is not None))
            if show and kind == "right" and outcome == "wrong":
                print(sample.source, number, "->", compared.other, round(lead, 1), sample.readings.sentence[-150:])
    print(f"{'':22}{'count':>7}{'wrong':>8}{'doubtful':>10}{'confirmed':>11}")
    for source, kinds in [*leads.items()]:
        for kind, found in kinds.items():
            shares = Counter(outcome for _lead, outcome in found)
            print(
                f"{source:12}{kind:10}{len(found):7}"
                + "".join(
                    f"{100 * shares[each] / len(found):{width}.1f}%"
                    for each, width in (("wrong", 7), ("doubtful", 9), ("confirmed", 10))
                )
            )
    import pickle

    pickle.dump((ROWS, getattr(topic_scores, "FITTED", None), topic_scores.PRIORS), open(os.environ.get("LEADS", "/tmp/h20v-leads.pkl"), "wb"))


def exchanged(number: RuleNumber, numbers: Sequence[RuleNumber], lot: random.Random) -> Mapping[str, RuleNumber]:
    """Return a false number of each kind that there is."""
    same = [each for each in numbers if each.kind == number.kind and each != number]
    choices = {
        "sibling": [each for each in same if number.subrule and each.parent == number.parent],
        "section": [each for each in same if topic_scores.same_section(each, number) and each.rule != number.rule],
        "far": [each for each in same if not topic_scores.same_section(each, number)],
    }
    return {kind: lot.choice(some) for kind, some in choices.items() if some}


if __name__ == "__main__":
    main()
