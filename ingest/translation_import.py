"""Translations that come back: finished XLIFF and PO files, and what of them becomes French rules.

Each file was made from an English edition and says so. What was finished in it becomes a French excerpt of
that edition's day, so that it stays known what it was made from, however far the English has gone on since.
A unit that was left alone changes nothing, even if the French of its rule was changed by somebody else in the
meantime: the file tells with which French each unit left.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from ingest.documents.document import Document
from ingest.parsing.language_detection import detect_language
from ingest.pipeline import IngestedEdition, IngestReport, SkippedDocument
from kb.errors import BadValue, NotFound, SourceRejected
from kb.history.history import lineage_names
from kb.history.pinned_number import PinnedNumber, resolve_pin
from kb.i18n import _, ngettext, stored_message
from kb.model import Edition, Example, Finding, Rule, Source
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View, ViewItem
from kb.text.normalization import normalize_typography
from kb.translation import imported
from kb.translation.alignment import align
from kb.translation.exchange import po, xliff
from kb.translation.exchange.returned import ReturnedFile, ReturnedUnit
from kb.translation.exchange.units import (
    TranslationUnit,
    UnitKey,
    align_examples,
    normalize_lines,
    target_digest,
    units_of_pair,
    with_unique_names,
)
from kb.translation.rule_pair import RulePair

_SYMBOL = re.compile(r"\{[^{}\s]{1,6}\}")
_MARKER = "Exemple :"
# So many of what is wrong with units are named.
_MOST_NAMED = 5


@dataclass(slots=True)
class UnfinishedUnits:
    """What a file holds that isn't finished.

    Attributes:
        empty: units without French.
        unfinished: units whose French the file doesn't call finished.
        waiting: what can't go in before something else of its rule is finished, by what it is called.
    """

    empty: int = 0
    unfinished: int = 0
    waiting: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ImportResult:
    """What became of the files that came back.

    Attributes:
        report: what was taken in, skipped and rejected.
        left: what wasn't finished.
    """

    report: IngestReport = field(default_factory=IngestReport)
    unfinished: UnfinishedUnits = field(default_factory=UnfinishedUnits)


def import_translations(
    store: Store,
    documents: Iterable[Document | SourceRejected],
    as_of: date,
    progress: Callable[[str], None],
    *,
    force: bool = False,
    accept_unmarked: bool = False,
) -> ImportResult:
    """Take finished translations into the store, one transaction a file.

    Args:
        store: where they go.
        documents: the files; a rejection in their place is passed on to the report.
        as_of: the day whose French is compared with.
        progress: told the name of each file before it is read.
        force: look again at files that are known.
        unmarked: what was changed is finished, whether the file says so or not: some tools never say it.

    Raises:
        NeedsExtra: translate-toolkit isn't installed.
        StoreError: the store can't be written; files before stay in.
    """
    returns = ImportResult()
    for document in documents:
        if isinstance(document, SourceRejected):
            returns.report.rejected.append(document)
            continue
        progress(document.name)
        if store.has_document(document.sha256) and not force:
            message = _("already in the knowledge base; --force takes it in again")
            returns.report.skipped.append(SkippedDocument(document.name, "known", message))
            continue
        try:
            file = read_returned_file(document)
            if accept_unmarked:
                changed = (replace(unit, is_finished=unit.is_finished or _was_changed(unit)) for unit in file.units)
                file = replace(file, units=tuple(changed))
            _take_in(store, document, file, as_of, returns)
        except SourceRejected as rejection:
            returns.report.rejected.append(rejection)
    return returns


def read_returned_file(document: Document) -> ReturnedFile:
    """Read a file that came back.

    Raises:
        SourceRejected: it is neither XLIFF nor PO, or doesn't translate the rules from English to French.
        NeedsExtra: translate-toolkit isn't installed.
    """
    start = document.data.removeprefix(b"\xef\xbb\xbf").lstrip()
    looks_like_xml = start.startswith((b"<", b"\xff\xfe", b"\xfe\xff", b"\x00<"))
    try:
        found = xliff.read(document.data) if looks_like_xml else po.read(document.data)
    except BadValue as problem:
        message = _("{about}: ", about=document.name) + str(problem)
        raise SourceRejected(document.name, "not-translation", message) from problem
    for stated, lang in ((found.source_lang, "en"), (found.target_lang, "fr")):
        if stated and re.split("[-_@.]", stated)[0].lower() != lang:
            message = _(
                "{name} translates from {source} to {target}; give one from en to fr",
                name=document.name,
                source=found.source_lang or "en",
                target=found.target_lang or "fr",
            )
            raise SourceRejected(document.name, "other-language", message)
    if not any(_key(unit) for unit in found.units):
        message = _(
            "{name} has no unit of the rules, such as 306.5b@2014-05-01; `rules translation export` makes such files",
            name=document.name,
        )
        raise SourceRejected(document.name, "not-translation", message)
    return found


def _was_changed(unit: ReturnedUnit) -> bool:
    return bool(unit.exported_digest) and target_digest(unit.target) != unit.exported_digest


def _key(unit: ReturnedUnit) -> UnitKey | None:
    try:
        return UnitKey.parse(unit.key)
    except BadValue:
        return None


def _take_in(store: Store, document: Document, file: ReturnedFile, as_of: date, returns: ImportResult) -> None:
    """Take in what is finished in one file, all its editions in one transaction."""
    by_edition: dict[date, list[ReturnedUnit]] = defaultdict(list)
    wrong = _Wrong(document.name)
    for unit in file.units:
        if unit.edition is None:
            wrong.add("no-edition", unit.key)
        else:
            by_edition[unit.edition].append(unit)
    made: list[Edition] = []
    pairs = (
        {pair.lineage: pair for pair in with_unique_names(align(store, max(as_of, *by_edition)))} if by_edition else {}
    )
    for day, units in sorted(by_edition.items()):
        work = _Work(store, day, pairs, wrong, returns.unfinished)
        if not work.english:
            wrong.add("unknown-edition", str(day))
            continue
        rules = work.rules(units)
        if rules:
            made.append(_edition(document, file, day, rules, work.findings))
    report = returns.report
    with store.transaction() as writer:
        for edition in made:
            replaces = imported.add_imported_translation(store, writer, edition)
            report.ingested.append(IngestedEdition.without_texts(edition, ", ".join(replaces)))
    report.rejected += wrong.rejections()
    if not made and not wrong.rejections():
        message = _("nothing in it is finished that the knowledge base doesn't have")
        report.skipped.append(SkippedDocument(document.name, "nothing-new", message))


def _edition(
    document: Document, file: ReturnedFile, day: date, rules: Sequence[Rule], findings: Sequence[Finding]
) -> Edition:
    source = Source(
        name=document.name,
        sha256=document.sha256,
        size=len(document.data),
        format=file.format,
        encoding=file.encoding,
        title=f"finished translation of the English rules of {day}",
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        languages=("fr",),
    )
    return Edition("fr", day, partial=True, source=source, rules=tuple(rules), findings=tuple(findings))


class _Wrong:
    """What is wrong with units of a file, by reason; each reason is told once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._found: dict[str, list[str]] = defaultdict(list)

    def add(self, reason: str, what: str) -> None:
        """Note something."""
        if what not in self._found[reason]:
            self._found[reason].append(what)

    def rejections(self) -> list[SourceRejected]:
        """One rejection a reason."""
        return [SourceRejected(self._name, reason, self._says(reason, found)) for reason, found in self._found.items()]

    def _says(self, reason: str, found: Sequence[str]) -> str:
        named = ", ".join(found[:_MOST_NAMED])
        if len(found) > _MOST_NAMED:
            named += ngettext(" and {count} more", " and {count} more", len(found) - _MOST_NAMED)
        match reason:
            case "unknown-unit":
                text = _("{name}: there is no rule called {named}", name=self._name, named=named)
            case "conflict":
                text = _("{name}: there are two different translations of {named}", name=self._name, named=named)
            case "codes":
                text = _("{name}: {named} has codes in it that the English doesn't have", name=self._name, named=named)
            case "unknown-edition":
                text = _(
                    "{name} was made from the English rules of {named}, which aren't here; `rules editions` lists "
                    "what there is, `rules sync --all` brings the others",
                    name=self._name,
                    named=named,
                )
            case _:
                text = _("{name} doesn't say from which English edition {named} is", name=self._name, named=named)
        return text


class _Work:
    """What is finished of one English edition in one file."""

    def __init__(
        self, store: Store, day: date, pairs: Mapping[str, RulePair], wrong: _Wrong, left: UnfinishedUnits
    ) -> None:
        self._store, self._day, self._pairs, self._wrong, self._left = store, day, pairs, wrong, left
        self._view = View(store, "en", day)
        self.english: Sequence[ViewItem[Rule]] = self._view.rules() if day in self._view.edition_days() else ()
        self.findings: list[Finding] = []
        names = lineage_names(store, "en", self.english)
        self._by_name = {names[rule.place]: rule for rule in reversed(self.english)}
        # Of several rules that one number printed twice gives the same name, the first has it (see `distinct`).
        self._names = {rule.place: name for name, rule in self._by_name.items()}
        self._by_number = {rule.item.number: rule for rule in reversed(self.english)}

    def rules(self, units: Iterable[ReturnedUnit]) -> list[Rule]:
        """The French rules that the units make, in the order of their numbers; those that stay as they are left out."""
        of_rule: dict[RuleNumber, dict[int, ReturnedUnit]] = defaultdict(dict)
        bad: set[RuleNumber] = set()
        for unit in units:
            key = _key(unit)
            english = self._named(key.pin) if key else None
            if key is None or english is None or key.example > len(english.item.examples):
                self._wrong.add("unknown-unit", unit.key)
                continue
            number = english.item.number
            known = of_rule[number].get(key.example)
            if known and known.target and unit.target and known.target != unit.target:
                self._wrong.add("conflict", unit.key)
                bad.add(number)
            elif unit.has_inline_codes and unit.target:
                self._wrong.add("codes", unit.key)
                bad.add(number)
            if not known or not known.target:
                of_rule[number][key.example] = unit
        made = (self._rule(number, each) for number, each in sorted(of_rule.items()) if number not in bad)
        return [rule for rule in made if rule is not None]

    def _named(self, pin: PinnedNumber) -> ViewItem[Rule] | None:
        """The English rule that a key means: by the lineage's name today, or by one that it had before."""
        if (rule := self._by_name.get(str(pin))) is not None:
            return rule
        try:
            number = resolve_pin(self._store, self._view, pin).number
        except NotFound:
            return None
        return self._by_number.get(number) if number else None

    def _rule(self, number: RuleNumber, returned: Mapping[int, ReturnedUnit]) -> Rule | None:
        """The French rule that the units of one rule make; None if it stays as it is."""
        english = self._by_number[number]
        name = self._names.get(english.place, f"{number}@{self._day}")
        pair = self._pairs.get(name) or RulePair(name, number, None, None, "missing")
        pair = replace(pair, lineage=name, number=number, en=english)
        parts = {unit.key.example: unit for unit in units_of_pair(pair)}
        self._check_sources(number, parts, returned)
        texts = {at: part.target for at, part in parts.items()}
        changed = confirmed = False
        open_ = []
        made_before = pair.base is not None and pair.base.edition >= self._day and pair.fr is not None
        for at, part in parts.items():
            unit = returned.get(at)
            if unit is None or not _is_finished(unit):
                self._count(unit)
                if part.state == "stale" and not made_before:
                    open_.append(at)
                continue
            if _touched(unit, part):
                texts[at] = unit.target
                changed = changed or normalize_lines(part.target) != unit.target
            elif unit.exported_state in ("stale", ""):
                confirmed = confirmed or (part.state == "stale" and not made_before)
        if not changed and not confirmed:
            return None
        if open_ or not texts[0]:
            # A rule's text and examples are one wording, which is made from one English one.
            self._wait(number, [at for at in texts if at in open_ or (not at and not texts[0])])
            return None
        return self._put_together(number, pair, texts)

    def _count(self, unit: ReturnedUnit | None) -> None:
        if unit is None:
            return
        if unit.target and not _is_english(unit):
            self._left.unfinished += 1
        else:
            self._left.empty += 1

    def _wait(self, number: RuleNumber, parts: Iterable[int]) -> None:
        for at in parts:
            name = _("{number}, example {place}", number=number, place=at) if at else str(number)
            self._left.waiting.append(name)

    def _put_together(self, number: RuleNumber, pair: RulePair, texts: Mapping[int, str]) -> Rule:
        english = self._by_number[number].item
        french = pair.fr.item if pair.fr and pair.fr.item.text_lang == "fr" else None
        places = align_examples(pair) if french else (None,) * len(english.examples)
        paragraphs = texts[0].count("\n") + 1
        examples: list[Example] = []
        for at, (example, place) in enumerate(zip(english.examples, places, strict=True), 1):
            if not texts.get(at):
                # French examples are counted, so that one that is left out would be taken for the next.
                self._wait(number, [later for later in texts if later > at and texts[later]])
                break
            was = french.examples[place] if french and place is not None and place < len(french.examples) else None
            after = was.after if was else example.after
            examples.append(Example(texts[at], min(after, paragraphs), was.marker if was else _MARKER))
        else:
            if french and not (pair.base and len(pair.base.examples) == len(french.examples)):
                examples += french.examples[len(english.examples) :]
        # The file says that it is French; a short text wouldn't tell ("On sacrifie un permanent." has an English "on").
        return Rule(number, texts[0], tuple(examples), text_lang="fr")

    def _check_sources(
        self, number: RuleNumber, parts: Mapping[int, TranslationUnit], returned: Mapping[int, ReturnedUnit]
    ) -> None:
        """Note where the file's English isn't that of its edition, and symbols that the French lost or invented."""
        for at, unit in returned.items():
            part = parts.get(at)
            if part is None or not _is_finished(unit) or not _touched(unit, part):
                continue
            if normalize_typography(unit.source) != normalize_typography(part.source):
                message = stored_message("{key}: the file's English isn't that of {day}", key=unit.key, day=self._day)
                self.findings.append(Finding("source-differs", message, str(number), unit.source))
            there, here = (Counter(_SYMBOL.findall(text)) for text in (part.source, unit.target))
            if there != here:
                different = sorted({*(there - here), *(here - there)})
                message = stored_message(
                    "{key}: English and French don't have the symbol {symbols} alike",
                    "{key}: English and French don't have the symbols {symbols} alike",
                    count=len(different),
                    key=unit.key,
                    symbols=" ".join(different),
                )
                self.findings.append(Finding("symbol-mismatch", message, str(number), unit.target))


def _is_finished(unit: ReturnedUnit) -> bool:
    return unit.is_finished and bool(unit.target) and not _is_english(unit)


def _is_english(unit: ReturnedUnit) -> bool:
    """Whether the French is the English itself, with which some tools begin; not so a name, the same in both."""
    return unit.target == unit.source and detect_language(unit.target, "fr") == "en"


def _touched(unit: ReturnedUnit, part: TranslationUnit) -> bool:
    """Whether the French of a unit was changed since it left."""
    return target_digest(unit.target) != (unit.exported_digest or target_digest(part.target))
