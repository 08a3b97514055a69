"""What a query finds in a library: the tree of the query gone through, limits kept, the best looked at closely."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from kb.errors import BadValue
from kb.languages import LANGUAGES, Lang
from kb.rule_number import NumberRange
from kb.search import weights
from kb.search.corpus import Corpus
from kb.search.query_syntax import DEFAULT_FIELD, clean_query, has_syntax, parse_syntax
from kb.search.query_understanding import ParsedQuery, parse_query
from kb.search.ranking import Scores
from kb.search.results import Scope, SearchLimits
from kb.text.folding import fold_words, strip_accents

_PLACES: dict[str, tuple[Scope, ...]] = {"example": ("examples",), "glossary": ("glossary",)}
"""The fields of the query language that stand for a scope."""

_MOST_WORDS = 150
_FURTHEST = 2
# Of a question with fewer hits less is enough.
_TOO_FEW = 5


class SearchEvaluator:
    """One query while it is looked for among the rules of one language.

    Attributes:
        words: by language, the folded words that were looked for, to be marked.
        others: folded English words that the rules have for what was typed, to be marked where none of those stand.
    """

    def __init__(self, library: Corpus, limits: SearchLimits) -> None:
        self.query_words: dict[Lang, set[str]] = {lang: set() for lang in LANGUAGES}
        self.synonym_words: set[str] = set()
        self._library, self._limits = library, limits
        self._ranking, self._standing = library.ranking, library.table
        self._langs: tuple[Lang, ...] = ("fr", "en") if library.view.lang == "fr" else ("en",)
        # A French edition may leave rules in English.
        self._some = False
        self._asked: list[ParsedQuery] = []
        self._known: dict[str, Scores] = {}

    def rank(self, text: str | ParsedQuery, *, any_word: bool = False) -> list[tuple[int, float]]:
        """What has all that a text asks for, the best first; with `some`, what has any of it.

        Of a question in plain words, most of it is enough.
        """
        self._some, self._asked, self._known = any_word, [], {}
        if isinstance(text, ParsedQuery):
            scores = self._of_asked((text,), self._limits.scopes)
        elif has_syntax(clean_query(text)):
            scores = self._node(parse_syntax(clean_query(text)))
        else:
            scores = self._of_words(clean_query(text), self._limits.scopes)
        if not self._all_pass:
            scores = {entry: score for entry, score in scores.items() if self.passes_limits(entry)}
        return self._ranking.rerank(self._together(), scores)

    @property
    def _all_pass(self) -> bool:
        """Whether there are no limits to look at entry by entry."""
        return (
            self._limits.section is None
            and self._limits.status is None
            and (self._limits.all_editions or not self._library.includes_past)
        )

    def _together(self) -> ParsedQuery:
        """All plain words of the query as one; of a query in two languages, those of the first."""
        mine = [each for each in self._asked if each.lang == self._asked[0].lang]
        if len(mine) == 1:
            return mine[0]
        words = tuple(word for each in mine for word in each.words)
        return ParsedQuery(
            mine[0].lang if mine else "en", words, " ".join(each.surface_form for each in mine), (), is_question=False
        )

    def passes_limits(self, entry: int) -> bool:
        """Whether the limits of the search let an entry pass."""
        if self._limits.section is not None and not (
            entry < self._standing.rule_count and entry in self._between(self._limits.section)
        ):
            return False
        if not self._library.includes_past:
            wanted = self._limits.status
            return wanted is None or (wanted == "deprecated") == (entry in self._ranking.deprecated)
        return self._limits.status in (None, self._library.status(entry)) and (
            self._limits.all_editions or self._library.is_shown(entry)
        )

    def _between(self, numbers: NumberRange) -> range:
        return self._standing.in_number_range(numbers.first.sort_key, numbers.last.sort_key)

    # Words

    def _of_words(self, text: str, scopes: tuple[Scope, ...]) -> Scores:
        # The few French rules say nothing in the English that stands for words of players.
        players = self._langs == ("en",)
        return self._of_asked([parse_query(text, lang, explain_players_words=players) for lang in self._langs], scopes)

    def _of_asked(self, each_way: Sequence[ParsedQuery], scopes: tuple[Scope, ...]) -> Scores:
        """What has the words of a query in one language or the other."""
        best: Scores = {}
        for way in each_way:
            self._asked.append(way)
            for notion in way.concepts:
                self.query_words[way.lang].update(notion.words)
                self.synonym_words.update(word for other in notion.synonyms for word in other.words)
            # Of a French question about the few rules in French, most of it would be too little.
            most = way.is_question and way.lang == "en" and self._langs == ("en",)
            enough = 0.0 if self._some else weights.MIN_QUESTION_SHARE if most else 1.0
            found = self._ranking.score(way, scopes, enough)
            if 0 < enough < 1 and len(found) < _TOO_FEW:
                # One rare word may be more than half of a question.
                found = self._ranking.score(way, scopes, enough / 2)
            for entry, score in found.items():
                if score > best.get(entry, 0.0):
                    best[entry] = score
        return best

    def _any_of(self, choose: Callable[[Lang], Iterable[str]], scopes: tuple[Scope, ...]) -> Scores:
        """What has any of some folded words."""
        best: Scores = {}
        for lang in self._langs:
            for word in choose(lang):
                self.query_words[lang].add(word)
                for entry, score in self._ranking.score_word(word, lang, scopes).items():
                    if score > best.get(entry, 0.0):
                        best[entry] = score
        return best

    def _begun(self, beginning: str, lang: Lang) -> Iterable[str]:
        """The words that begin so; the stemmer may have taken off a part of what was typed."""
        bare = strip_accents(beginning.lower())
        found = [word for word in self._library.index.lexicon(lang) if word.startswith(bare)] if bare else []
        stems = fold_words(beginning, lang)
        return dict.fromkeys([*(stems if len(stems) == 1 else ()), *found[:_MOST_WORDS]])

    def _nearly(self, word: str, furthest: int, lang: Lang) -> Iterable[str]:
        """The words that are spelt almost so."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        stems = fold_words(word, lang)
        if len(stems) != 1:
            return stems
        # The stemmer makes `loyalti` of loyalty, `creatur` of creature.
        forms = {stem: stem for stem in self._library.index.lexicon(lang)}
        forms |= {f"{stem[:-1]}y": stem for stem in forms if stem.endswith("i")}
        forms |= {f"{stem}e": stem for stem in list(forms)}
        furthest = min(furthest, _FURTHEST, len(stems[0]) // 2)
        close = [
            forms[each]
            for typed in dict.fromkeys((stems[0], word.lower()))
            for each, *_ in extract(typed, list(forms), scorer=OSA.distance, score_cutoff=furthest, limit=20)
        ]
        return dict.fromkeys(close)

    def _phrase(self, text: str, scopes: tuple[Scope, ...]) -> Scores:
        """What has words side by side, in that order."""
        best: Scores = {}
        for lang in self._langs:
            words = fold_words(text, lang)
            if not words:
                continue
            self.query_words[lang].update(words)
            way = ParsedQuery(lang, tuple(words), " ".join(words), (), is_question=False)
            self._asked.append(way)
            each = [self._ranking.score_word(word, lang, scopes) for word in words]
            for entry in self._ranking.find_phrase(words, lang, scopes):
                score = sum(worth.get(entry, 0.0) for worth in each)
                best[entry] = max(best.get(entry, 0.0), score * (1 + weights.PHRASE))
        return best

    # The tree

    def _node(self, node: Any) -> Scores:
        """What a part of the query finds; of parts that are alike, once."""
        key = repr(node)
        if key not in self._known:
            self._known[key] = self._unknown(node)
        return self._known[key]

    def _unknown(self, node: Any) -> Scores:
        """What a part of the query finds. Whoosh's kinds of parts go by name: most searches needn't import them."""
        read: dict[str, Callable[[Any], Scores]] = {
            "And": lambda part: self._all(part.subqueries),
            "Or": lambda part: _sums(map(self._node, part.subqueries)),
            "Not": lambda part: self._all([part]),
            "AndNot": lambda part: self._all([part.a], self._node(part.b)),
            "AndMaybe": lambda part: self._node(part.a),
            "Require": lambda part: self._all([part.a, part.b]),
            "Phrase": lambda part: self._in(part.fieldname, " ".join(part.words), self._phrase),
            "FuzzyTerm": self._fuzzy,
            "Prefix": self._prefix,
            "TermRange": lambda part: self._range(part.fieldname, part.start or "", part.end or ""),
            "Term": lambda part: self._term(part.fieldname, part.text),
        }
        kind = type(node).__name__
        return read[kind](node) if kind in read else {}

    def _all(self, nodes: Sequence[Any], unwanted: Collection[int] = ()) -> Scores:
        """What all of some parts find, but for what those with NOT find; words that follow each other are one part."""
        wanted: list[Scores] = []
        without: set[int] = set(unwanted)
        words: list[str] = []
        for node in [*nodes, None]:
            kind = type(node).__name__
            if node is not None and kind == "Term" and node.fieldname == DEFAULT_FIELD:
                words.append(node.text)
                continue
            if words:
                wanted.append(self._of_words(" ".join(words), self._limits.scopes))
                words = []
            if node is not None and kind == "Not":
                without |= self._unwanted(node.query)
            elif node is not None:
                wanted.append(self._node(node))
        if not wanted and without:
            wanted.append(self._each(range(len(self._standing.entries))))
        first, *others = wanted or [{}]
        return {
            entry: score + sum(other[entry] for other in others)
            for entry, score in first.items()
            if entry not in without and all(entry in other for other in others)
        }

    def _unwanted(self, node: Any) -> set[int]:
        """What a part after NOT finds; its words aren't marked."""
        before, marked = len(self._asked), {lang: set(words) for lang, words in self.query_words.items()}
        found = set(self._node(node))
        del self._asked[before:]
        self.query_words = marked
        return found

    def _fuzzy(self, part: Any) -> Scores:
        def look(text: str, scopes: tuple[Scope, ...]) -> Scores:
            return self._any_of(lambda lang: self._nearly(text, part.maxdist, lang), scopes)

        return self._in(part.fieldname, part.text, look)

    def _prefix(self, part: Any) -> Scores:
        if part.fieldname == "number":
            rules = enumerate(self._standing.entries[: self._standing.rule_count])
            return self._each(at for at, entry in rules if entry.label.startswith(part.text))

        def look(text: str, scopes: tuple[Scope, ...]) -> Scores:
            return self._any_of(lambda lang: self._begun(text, lang), scopes)

        return self._in(part.fieldname, part.text, look)

    def _in(self, field: str, text: str, look: Callable[[str, tuple[Scope, ...]], Scores]) -> Scores:
        """What looking for a text finds where a field says."""
        if field == "title":
            return self._below_titles(look(text, ("headings",)))
        if field in _PLACES:
            return look(text, _PLACES[field])
        return look(text, self._limits.scopes) if field == DEFAULT_FIELD else self._term(field, text)

    def _below_titles(self, titles: Scores) -> Scores:
        """Headings and, for a share of their score, all that stands below them."""
        found = dict(titles)
        for above, score in titles.items():
            for entry in self._standing.descendants(above):
                found.setdefault(entry, score * weights.INHERITED)
        return {entry: score for entry, score in found.items() if self._may_be(entry)}

    def _term(self, field: str, text: str) -> Scores:
        """What one word in a field finds; what a field can't make sense of is looked for as words."""
        if field in (DEFAULT_FIELD, "title", *_PLACES):
            return self._in(field, text, self._of_words)
        if field in ("number", "section", "cites"):
            try:
                numbers = NumberRange.parse(text)
            except BadValue:
                return self._of_words(text, self._limits.scopes)
            return self._numbers(field, numbers)
        if field == "status" and text in ("current", "deprecated", "removed"):
            return self._each(at for at in range(len(self._standing.entries)) if self._library.status(at) == text)
        if field == "edition" and text[:1].isdigit():
            return self._range(field, text, text)
        return self._of_words(text, self._limits.scopes)

    def _numbers(self, field: str, numbers: NumberRange) -> Scores:
        if field == "cites":
            citing = self._library.wordings_citing(numbers.first.sort_key, numbers.last.sort_key)
            return self._each(at for wording in citing for at in self._standing.entries_of_wording(wording))
        inside = self._between(numbers)
        if field == "section" or numbers.first != numbers.last:
            return self._each(inside)
        return self._each(at for at in inside if self._standing.entries[at].label == str(numbers.first))

    def _range(self, field: str, low: str, high: str) -> Scores:
        """What lies between two values, both included; either may be left out."""
        if field == "edition":
            printed = self._library.printed_between(low or "0", (high or "9") + "\U0010ffff")
            entries = self._standing.entries
            return self._each(at for at, entry in enumerate(entries) if (entry.place, entry.wording) in printed)
        if field in ("number", "section"):
            try:
                ends = [NumberRange.parse(each).first.sort_key if each else each for each in (low, high)]
            except BadValue:
                return {}
            return self._each(self._standing.in_number_range(ends[0], ends[1] or "\U0010ffff"))
        return self._of_words(f"{low} {high}", self._limits.scopes)

    def _each(self, entries: Iterable[int]) -> Scores:
        """Entries that fit by what they are, not by their words."""
        return {entry: 1.0 for entry in entries if self._may_be(entry)}

    def _may_be(self, entry: int) -> bool:
        """Whether the scopes of the search have room for an entry."""
        wanted: tuple[Scope, ...]
        if entry >= self._standing.rule_count:
            wanted = ("glossary",)
        else:
            wanted = ("headings", "examples") if entry in self._ranking.headings else ("rules", "examples")
        return any(scope in self._limits.scopes for scope in wanted)


def _sums(found: Iterable[Scores]) -> Scores:
    """What any of some parts finds; what several find is worth more."""
    sums: Scores = {}
    for each in found:
        for entry, score in each.items():
            sums[entry] = sums.get(entry, 0.0) + score
    return sums
