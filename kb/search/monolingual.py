"""The search in the rules of one language: what a query finds among them, and what is shown of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from kb.languages import Lang
from kb.model import heading
from kb.rule_number import RuleNumber
from kb.search.corpus import Library
from kb.search.evaluator import Finding
from kb.search.inverted_index import TEXT_FIELDS
from kb.search.query_syntax import looked_for
from kb.search.query_understanding import Asked
from kb.search.results import Hit, Limits, hit_kind
from kb.search.snippet import stretch
from kb.text.folding import folded, without_accents, words_in

# How like the query a name must be to be meant, from 0 to 1; and of how many words a query is put right.
_ALIKE = 0.75
_MOST_PUT_RIGHT = 8
# The share of the best score that a rule which tells what a term is must have to come first.
_TELLS = 0.4


class Words(NamedTuple):
    """Words to be marked.

    Attributes:
        looked_for: by language, the folded words that were looked for.
        others: folded English words of the rules, where none of those stand.
    """

    looked_for: Mapping[Lang, Collection[str]]
    others: Collection[str]


class Found(NamedTuple):
    """Something that a query found.

    Attributes:
        entry: which of the library's entries.
        place: id of the place in the store.
        wording: id of the wording in the store.
        score: higher is better.
    """

    entry: int
    place: int
    wording: int
    score: float


class OneLanguage:
    """Searches in the rules of one language as a view has them.

    Attributes:
        library: the rules.
        view: the day and language.
    """

    def __init__(self, library: Library, limits: Limits) -> None:
        self.library, self.view = library, library.view
        self._limits = limits

    def ranked(self, texts: Sequence[str | Asked], *, some: bool = False) -> tuple[list[tuple[int, float]], Words]:
        """What has all the words of one of the texts, or some of them: entries with their scores, and the words."""
        finding = Finding(self.library, self._limits)
        each = [finding.ranked(text, some=some) for text in texts]
        order = each[0] if len(each) == 1 else _the_best(each)
        return order, Words(finding.words, finding.others)

    def found(self, entry: int, score: float) -> Found:
        """An entry as something found."""
        here = self.library.standing.entries[entry]
        return Found(entry, here.place, here.wording, score)

    def numbered(self, number: RuleNumber) -> Found | None:
        """The rule of a number, if it passes the limits."""
        if not {"rules", "headings"} & {*self._limits.scopes}:
            return None
        inside = self.library.standing.between(number.sort_key, number.sort_key)
        here = [at for at in inside if self.library.standing.entries[at].label == str(number)]
        finding = Finding(self.library, self._limits)
        passed = [at for at in here if finding.within_limits(at)]
        youngest = max(passed, key=lambda at: self.library.standing.entries[at].edition, default=None)
        return None if youngest is None else self.found(youngest, float("inf"))

    def within_limits(self, place: int, wording: int, score: float) -> Found | None:
        """A wording at a place, if the limits let it pass."""
        finding = Finding(self.library, self._limits)
        for entry in self.library.standing.of_wording(wording):
            if self.library.standing.entries[entry].place == place and finding.within_limits(entry):
                return self.found(entry, score)
        return None

    def telling(self, texts: Sequence[str | Asked], found: Sequence[tuple[int, float]]) -> Found | None:
        """The rule that says what a term is; None if nothing that was found tells.

        That is the heading worded as one of the texts (702.9 for "flying"), else the first rule that an entry of the
        glossary so called sends to; not if another rule fits much better, as what players say may.
        """
        names = {tuple(folded(text, self.view.lang)) for text in texts if isinstance(text, str)}
        if not found or not names:
            return None
        entries = []
        standing, headings = self.library.standing, self.library.ranking.headings
        best = found[0][1]
        for entry, score in found:
            here = standing.entries[entry]
            if score < best * _TELLS:
                break
            if here.kind == "glossary" and tuple(folded(here.label, self.view.lang)) in names:
                entries.append(here.wording)
            elif entry in headings and tuple(folded(self.library.text(here.wording)[1], self.view.lang)) in names:
                return self.found(entry, best)
        for wording in entries:
            if sent_to := self._sent_to(wording, names):
                return sent_to._replace(score=best)
        return None

    def _sent_to(self, wording: int, names: Collection[tuple[str, ...]]) -> Found | None:
        """The rule that an entry of the glossary sends to; of several the one whose text has all words of a name."""
        targets = [RuleNumber.parse(first) for first, _ in self.library.sent_to([wording]).get(wording, ())]
        rules = [rule for rule in map(self.numbered, dict.fromkeys(targets)) if rule is not None]
        for rule in rules:
            words = {*folded(self.library.text(rule.wording)[1], self.view.lang)}
            if any(words.issuperset(name) for name in names):
                return rule
        return rules[0] if rules else None

    def has_word(self, word: str) -> bool:
        """Whether a folded word of the language stands in any text."""
        index = self.library.index
        return any(index.postings(f"{name}_{self.view.lang}", word) for name in TEXT_FIELDS)

    def lang_of(self, found: Found) -> Lang:
        """The language that a text really is in: a French edition may leave a rule in English."""
        return self.library.text(found.wording)[0]

    def hit(self, found: Found, words: Words) -> Hit:
        """What is shown of something found; the words of the query are marked."""
        here = self.library.standing.entries[found.entry]
        lang, text = self.library.text(found.wording)
        is_rule = here.kind == "rule"
        path = self.library.path(here.label, here.edition) if is_rule else []
        own_title = heading(RuleNumber.parse(here.label), text) if is_rule else None
        snippet, marks = self._snippet(found.wording, lang, text, words)
        above = [title for number, title in path if len(number) > 1]
        return Hit(
            kind=hit_kind(here.kind, here.label, text),
            number=here.label if is_rule else None,
            term=None if is_rule else here.label,
            title=own_title or (above[-1] if above else None),
            path=tuple(path),
            lang=lang,
            edition=date.fromisoformat(here.edition),
            status=self.library.status(found.entry),
            score=round(found.score, 4) if found.score != float("inf") else 1000.0,
            snippet=snippet,
            marks=marks,
        )

    def _snippet(self, wording: int, lang: Lang, text: str, words: Words) -> tuple[str, tuple[tuple[int, int], ...]]:
        """The stretch of the text, or else of an example, with the most matches."""
        for wanted in (words.looked_for[lang], words.others if lang == "en" else ()):
            for candidate in self._candidates(wording, text) if wanted else ():
                marks = [(start, end) for word, start, end in words_in(candidate, lang) if word in wanted]
                if marks:
                    return stretch(candidate.replace("\n", " "), marks)
        return stretch(text.replace("\n", " "), [])

    def _candidates(self, wording: int, text: str) -> Iterator[str]:
        yield text
        yield from self.library.examples(wording)

    def suggestion(self, text: str, more: Iterable[str] = ()) -> str | None:
        """What may have been meant: the heading or headword spelt most like a query, else its words put right.

        Args:
            text: the query.
            more: names that can be found besides those of the library.
        """
        from rapidfuzz.distance import Indel
        from rapidfuzz.process import extractOne

        def closest(sought: str, among: Iterable[str], alike: float) -> str | None:
            best = extractOne(sought, list(among), scorer=Indel.normalized_similarity, score_cutoff=alike)
            return best[0] if best else None

        names = [*self.library.names, *more]
        by_fold = {without_accents(name.lower()): name for name in names}
        words = {without_accents(word.lower()): word for name in names for word in name.split() if len(word) > 3}
        sought = without_accents(looked_for(text).lower())
        close = closest(sought, [*by_fold, *words], _ALIKE)
        if close is not None:
            return by_fold.get(close) or words[close].strip(",.()").lower()
        typed = words_in(looked_for(text), self.view.lang)
        right = []
        for folded_word, start, end in typed[:_MOST_PUT_RIGHT]:
            word = text[start:end]
            if not self.has_word(folded_word):
                close = closest(without_accents(word.lower()), words, _ALIKE) if len(word) > 3 else None
                if close is None:
                    return None
                word = words[close].strip(",.()").lower()
            right.append(word)
        return " ".join(right) if right and len(typed) <= _MOST_PUT_RIGHT else None


def _the_best(found: Sequence[Sequence[tuple[int, float]]]) -> list[tuple[int, float]]:
    """Entries that several texts found, in order, each with its best score."""
    best: dict[int, float] = {}
    for each in found:
        for entry, score in each:
            if score > best.get(entry, 0.0):
                best[entry] = score
    return sorted(best.items(), key=lambda each: (-each[1], each[0]))
