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
| `statement` | what a rule says in other words (`data/paraphrases.toml`), of each rule the one that is kept back |
| `french` | the same in French |

Half of the samples of each source are for the fit, by lot with a fixed seed, the others for the measure. In the measure
each number is once left as it is, and once exchanged by lot for one beside it (`sibling`), one of its section
(`section`), and any other (`far`). Examples aren't compared with themselves: their words are left out of the rules.

    python -m bench.verify_weights --code FOLDER          measure
    python -m bench.verify_weights --code FOLDER --fit    fit, print the weights, measure with them

RULES_HOME has the edition of the day and older ones. Needs numpy and scipy. The vectors of meaning have to be learned
with `--keep-back` before, and without it afterwards: the statements would be compared with themselves.
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
from bench.compile_words import compiled_paraphrases
from bench.statements import Statement, kept_back, statements
from bench.verify import ANSWERS, DAY, realised
from kb.history.succession import trace_succession
from kb.languages import Lang
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.search.paraphrases import Paraphrases
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.storage.wordings import read_texts
from kb.terms.bilingual_terms import TermBase, everyday_words, load_term_base
from kb.verification import topic_scores
from kb.verification.answer_text import read_answer
from kb.verification.contexts import Around, Readings
from kb.verification.french_words import FrenchWordReader
from kb.verification.reading_words import WordReader
from kb.verification.rule_topics import RuleTopics
from kb.verification.text_contexts import TextContexts
from kb.verification.topic import TopicComparison, TopicReader
from kb.verification.topic_scores import FITTED, MEASURES, MEASURES_AROUND, TopicWeights

EARLIER = "2014-02-01"
SEED = 702
COMMENT = re.compile(r"(?:^[ \t]*(?://+|/?\*+|#)[^\n]*\n)+", re.MULTILINE)
MARGIN = re.compile(r"^[ \t]*(?://+|/?\*+/?|#)[ \t]?", re.MULTILINE)
SEE = re.compile(
    r"\s*\(?(?:[Ss]ee|[Aa]s described in)(?: also)? rules? ([1-9][0-9]{2}\.[0-9]+[a-z]{0,2})(?![0-9a-z–-])[^.)]*\)?\.?"
)
NUMBERED = re.compile(r"(?<![\w.])[1-9][0-9]{2}\.[0-9]")
SENTENCE = re.compile(r"(?<=[.”)])\s+(?=[A-Z])")
FORMS = (
    "{text} ({number}).",
    "{text} ({number}).",
    "{text} (CR {number}).",
    "{number}: {text}.",
    "{text}. See {number}.",
)
"""How a number stands beside a statement."""
IN_PARAGRAPH = 5
MIDDLE, PULL = 2.0, 0.01
"""The lead of another rule at which a number is as likely wrong as right; how much weights are held where they were."""
IMPORTANCE = {
    "glossary": 1.0, "reference": 0.5, "example": 1.0, "earlier": 0.5, "comment": 0.7, "answer": 6.0,
    "statement": 1.0, "french": 0.0,
    "right": 4.0, "sibling": 0.7, "section": 0.7, "far": 0.7,
}  # fmt: skip
"""How much the sources and the kinds of numbers count in the fit."""
Text = tuple[str, str]
"""A source, and a text in which all numbers are right."""


class Sample(NamedTuple):
    """Words near a number that is right: the source, the number, its readings, and what is around."""

    source: str
    number: RuleNumber
    readings: Readings
    around: Around

    def cited_as(self, number: RuleNumber) -> Around:
        """Return what is around, if another number stands in the place of the right one."""
        return self.around._replace(joined=self.around.joined - {self.number} | {number})


class Table(NamedTuple):
    """The measures of a sample with a number, one row for each rule.

    Attributes:
        own: how many of the rules, the first ones, the number covers.
        is_right: whether the number is right.
        importance: how much the sample counts.
        around: the measures of the text around, by rule.
        readings: the measures of each reading, by rule.
        names: the names of each reading.
    """

    own: int
    is_right: bool
    importance: float
    around: Any
    readings: Any
    names: Sequence[Sequence[str]]


class Readers(NamedTuple):
    """The rules to compare with, the same without their examples, and what reads French."""

    whole: TopicReader
    bare: TopicReader
    french: TopicReader

    def of(self, sample: Sample) -> TopicReader:
        """Return the reader for a sample: an example isn't compared with itself."""
        return {"example": self.bare, "french": self.french}.get(sample.source, self.whole)


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
        terms = load_term_base(store, date.fromisoformat(DAY)).with_everyday_words(everyday_words())
    with kb.open() as library:
        texts += [*answer_texts(library), *(comment_texts(library, chosen.code) if chosen.code else ())]
    texts += [*statement_texts("statement", "en"), *statement_texts("french", "fr")]
    readers = make_readers(items, terms)
    lot = random.Random(SEED)  # noqa: S311
    lot.shuffle(texts)
    known = {each.item.number for each in items}
    halves = texts[::2], texts[1::2]
    for name, half in zip(("fit", "measure"), halves, strict=True):
        print(name, dict(Counter(source for source, _text in half)), "texts")
    if chosen.fit:
        numbers = sorted(readers.whole.topics.rules)
        samples = [each for text in halves[0] for each in samples_of(*text, known)]
        weights = fit([table for each in samples for table in tables_of(readers.of(each), each, numbers, lot)])
        for each in readers:
            each.weigh(weights)
    measure(readers, [each for text in halves[1] for each in samples_of(*text, known)], lot, show=chosen.show)


def make_readers(items: Sequence[ViewItem[Rule]], terms: TermBase) -> Readers:
    """Return what compares texts with the rules. They know the statements that aren't kept back."""
    used: dict[str, list[str]] = defaultdict(list)
    for each in statements("en", keep_back=True):
        used[each.number].append(each.text)
    paraphrases = Paraphrases(compiled_paraphrases(used))
    bare = [replace(each, item=replace(each.item, examples=())) for each in items]
    whole, without = (RuleTopics(each, "en", paraphrases) for each in (items, bare))
    english = WordReader("en")
    french = FrenchWordReader(terms, whole.weights)
    return Readers(TopicReader(whole, english), TopicReader(without, english), TopicReader(whole, french))


def statement_texts(source: str, lang: Lang) -> Iterator[Text]:
    """Yield paragraphs of statements that are kept back, of one section each, in the forms that answers have."""
    lot = random.Random(SEED)  # noqa: S311
    of_section: dict[str, list[Statement]] = defaultdict(list)
    for each in kept_back(lang):
        of_section[each.number[:3]].append(each)
    for found in of_section.values():
        lot.shuffle(found)
        for first in range(0, len(found), IN_PARAGRAPH):
            yield source, " ".join(cited_in(lot.choice(FORMS), each) for each in found[first : first + IN_PARAGRAPH])


def cited_in(form: str, statement: Statement) -> str:
    """Return a statement with its number."""
    return form.format(text=statement.text.rstrip("."), number=statement.number)


def rule_texts(store: Store, items: Sequence[ViewItem[Rule]]) -> Iterator[Text]:
    """Yield what the rules and the glossary print beside numbers, and older wordings beside the numbers of today."""
    view = View(store, "en", date.fromisoformat(DAY))
    for entry in view.glossary():
        for sense in entry.item.senses:
            if len(found := SEE.findall(sense)) == 1:
                yield "glossary", f"{entry.item.names[0]}: {SEE.sub('', sense)} ({found[0]})."
    for item in items:
        for sentence in SENTENCE.split(item.item.text):
            if len(found := SEE.findall(sentence)) == 1 and len(sentence) > 60:
                yield "reference", f"{SEE.sub('', sentence)} ({found[0]})."
        if item.item.number.rule:
            for example in item.item.examples:
                yield "example", f"{example.text.removeprefix('Example: ').rstrip('.')} ({item.item.number})."
    yield from earlier_texts(store, {each.item.number: each.item.text for each in items})


def earlier_texts(store: Store, today: Mapping[Any, str]) -> Iterator[Text]:
    """Yield older wordings of rules that read otherwise today."""
    then, now = date.fromisoformat(EARLIER), date.fromisoformat(DAY)
    before, after = (rules_of_edition(store, "en", day) for day in (then, now))
    texts = read_texts(store, (each.wording for each in before.values()))
    for place, outcome in trace_succession(store, "en", then, now).outcomes.items():
        number = after[outcome.place].number if outcome.place is not None else None
        text = SENTENCE.split(texts[before[place].wording][1])[0]
        is_known = isinstance(number, RuleNumber) and number.rule and outcome.is_certain and text not in today[number]
        if is_known and len(text) > 50 and not NUMBERED.search(text):
            yield "earlier", f"{text.rstrip('.')} ({number})."


def answer_texts(library: kb.Library) -> Iterator[Text]:
    """Yield the answers of `bench.verify`, whose numbers are right."""
    rules = {rule.number: rule for rule in library.at(DAY).rules()}
    for path in ANSWERS:
        for answer in path.read_text(encoding="utf-8").split("---\n"):
            yield "answer", realised(answer, rules)


def comment_texts(library: kb.Library, folder: Path) -> Iterator[Text]:
    """Yield the comments with numbers that `rules lint` finds right."""
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        content = path.read_text(encoding="utf-8", errors="replace")
        found = [each.line for each in library.lint(content, as_of=DAY) if each.verdict != "ok"]
        for comment in COMMENT.finditer(content):
            first = content.count("\n", 0, comment.start()) + 1
            is_right = not any(first <= line <= first + comment[0].count("\n") for line in found)
            if is_right and NUMBERED.search(comment[0]):
                yield "comment", MARGIN.sub("", comment[0])


def samples_of(source: str, text: str, known: Collection[Any]) -> Iterator[Sample]:
    """Yield the numbers of a text that the edition has."""
    answer = read_answer(text)
    contexts = TextContexts(answer)
    for at, mentions in enumerate(answer.mentions):
        for mention in mentions:
            if mention.number in known and mention.number.rule and not mention.citation.edition:
                yield Sample(source, mention.number, *contexts.of(at, mention))


def tables_of(
    reader: TopicReader, sample: Sample, numbers: Sequence[RuleNumber], lot: random.Random
) -> Iterator[Table]:
    """Yield the measures of a sample with its own number and with false ones, if there is something to compare."""
    topics, readings = reader.topics, sample.readings
    texts = reader.texts(readings, sample.around)
    whole = reader.whole(sample.around)
    for kind, cited in {"right": sample.number, **exchanged(sample.number, numbers, lot)}.items():
        around = sample.cited_as(cited)
        found = reader.rivals(cited, readings)
        rivals = [each for each in found if not topics.are_connected(cited, each) and each not in around.joined]
        if not texts or not rivals or (kind != "right" and sample.number not in rivals):
            continue
        rules = [*(own := topics.own(cited)), *rivals]
        table_around = [topic_scores.measures_around(topics, each, cited, whole) for each in rules]
        table = [[topic_scores.measures(topics, each, text) for each in rules] for text in texts]
        yield Table(
            len(own), kind == "right", IMPORTANCE[sample.source] * IMPORTANCE[kind],
            np.array(table_around, dtype=np.float32), np.array(table, dtype=np.float32), [each.names for each in texts],
        )  # fmt: skip


class Loss:
    """How badly weights tell right numbers from false ones, as a function that an optimiser takes.

    The values are the weights of the measures, in units of their spread, and the logarithms of the priors.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self._tables, self._whole = tables, sum(each.importance for each in tables)
        self._names, self._of_reading = list(FITTED.priors), len(MEASURES)
        self._all = self._of_reading + len(MEASURES_AROUND)
        spread = np.concatenate([each.readings.reshape(-1, self._of_reading) for each in tables[:200]]).std(axis=0)
        self._scale = np.ones(self._all)
        self._scale[: self._of_reading] = 1 / np.maximum(spread, 1e-3)
        weights = np.array([*FITTED.reading, *FITTED.around]) / self._scale
        self.begun = np.concatenate([weights, np.log([*FITTED.priors.values()])])

    def weights(self, values: Any) -> TopicWeights:
        """Return the weights that some values stand for."""
        scaled = [round(float(each), 4) for each in values[: self._all] * self._scale]
        priors = np.exp(values[self._all :])
        shares = [round(float(each), 3) for each in priors / priors.sum()]
        return TopicWeights(
            tuple(scaled[: self._of_reading]), tuple(scaled[self._of_reading :]),
            dict(zip(self._names, shares, strict=True)),
        )  # fmt: skip

    def __call__(self, values: Any) -> tuple[float, Any]:
        """Return the loss and its slopes."""
        found, slope = 0.0, np.zeros_like(values)
        for table in self._tables:
            found += self._add(table, values, slope)
        slope[: self._all] *= self._scale
        away = values - self.begun
        return found / self._whole + PULL * float(away @ away), slope / self._whole + 2 * PULL * away

    def _add(self, table: Table, values: Any, slope: Any) -> float:
        """Return the loss of a table, and add its slopes to `slope`."""
        weights, priors = values[: self._all] * self._scale, np.exp(values[self._all :])
        scores = table.readings @ weights[: self._of_reading] + table.around @ weights[self._of_reading :]
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances = powers / powers.sum(axis=1, keepdims=True)
        prior = np.array([sum(priors[self._names.index(each)] for each in some) for some in table.names])
        cited = chances[:, : table.own].sum(axis=1)
        total = min(max(float(prior @ cited / prior.sum()), 1e-6), 1 - 1e-6)
        sign = 1 if table.is_right else -1
        lead = sign * (np.log((1 - total) / total) - MIDDLE)
        up = sign * table.importance / (1 + np.exp(-lead)) / (total * (1 - total))
        by_score = -chances * cited[:, None]
        by_score[:, : table.own] += chances[:, : table.own]
        by_score *= (prior / prior.sum() * up)[:, None]
        slope[: self._of_reading] -= np.einsum("rn,rnf->f", by_score, table.readings)
        slope[self._of_reading : self._all] -= by_score.sum(axis=0) @ table.around
        for by_prior, some in zip((cited - total) / prior.sum() * up, table.names, strict=True):
            for name in some:
                at = self._names.index(name)
                slope[self._all + at] -= by_prior * priors[at]
        return table.importance * float(np.logaddexp(0, lead))


def fit(tables: Sequence[Table]) -> TopicWeights:
    """Find the weights that tell right numbers from false ones best. Print and return them."""
    from scipy.optimize import minimize

    loss = Loss(tables)
    result = minimize(loss, loss.begun, jac=True, method="L-BFGS-B", options={"maxiter": 120})
    print(f"{len(tables)} numbers for the fit; the loss was {loss(loss.begun)[0]:.3f} and is {result.fun:.3f}")
    weights = loss.weights(result.x)
    print(dict(zip(MEASURES, weights.reading, strict=True)))
    print(dict(zip(MEASURES_AROUND, weights.around, strict=True)))
    print(weights)
    return weights


def outcome_of(number: RuleNumber, compared: TopicComparison | None) -> str:
    """Return what a comparison says about a number."""
    if compared is None:
        return "none"
    if compared.is_refuted(number):
        return "wrong"
    if compared.is_contradicted(number):
        return "doubtful"
    return "confirmed" if compared.is_confirmed else "open"


def measure(readers: Readers, samples: Sequence[Sample], lot: random.Random, *, show: bool) -> None:
    """Print the shares found of what is false, and flagged of what is right."""
    numbers = sorted(readers.whole.topics.rules)
    outcomes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for sample in samples:
        for kind, number in {"right": sample.number, **exchanged(sample.number, numbers, lot)}.items():
            compared = readers.of(sample).compare(number, sample.readings, sample.cited_as(number))
            outcome = outcome_of(number, compared)
            outcomes[sample.source, kind][outcome] += 1
            if show and compared and kind == "right" and outcome == "wrong":
                print(sample.source, number, "->", compared.other, round(compared.lead, 1), sample.readings.sentence)
    columns = ("wrong", "doubtful", "confirmed")
    print(f"{'':20}{'count':>7}" + "".join(f"{each:>11}" for each in columns))
    for (source, kind), found in sorted(outcomes.items()):
        shares = "".join(f"{found[each] / found.total():11.1%}" for each in columns)
        print(f"{source:11}{kind:9}{found.total():7}{shares}")


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
