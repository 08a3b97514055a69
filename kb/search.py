"""Full-text search over every wording in the store; the only module that imports Whoosh.

The index is derived from the store and can be thrown away at any time. It lives in a folder named
for the store's generation, built under another name and moved there whole, so a reader finds
either all of it or nothing, and never one that doesn't match. Whoosh's files hold pickles: an index
is opened only if this program built it in that very folder (see `_is_own`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from whoosh import analysis, fields, index, qparser, query
from whoosh.filedb.filestore import RamStorage
from whoosh.lang import stemmer_for_language
from whoosh.scoring import BM25F

from kb.errors import BadValue
from kb.model import LANGUAGES, Lang, Status, heading, text_status
from kb.number import LETTERS, NumberRange, RuleNumber
from kb.store import Store
from kb.view import View

HitKind = Literal["rule", "glossary", "heading"]
Scope = Literal["rules", "glossary", "examples", "headings"]
SCOPES: tuple[Scope, ...] = ("rules", "glossary", "examples", "headings")

_SEAL = "seal.json"

INDEX_VERSION = "1"
"""Part of the index's name: raise it when analysis or fields change, and old indexes are rebuilt."""

# How much a match in each field counts, before BM25F weighs rarity and length. A headword or a
# heading is what the text is about; an example mentions many things in passing.
_WEIGHTS = {"term": 3.0, "title": 2.0, "text": 1.0, "example": 0.5}

# The fields in which each scope looks, and the kinds of documents that it may give.
_LOOKS_IN: dict[Scope, tuple[tuple[str, ...], tuple[HitKind, ...]]] = {
    "rules": (("text",), ("rule",)),
    "glossary": (("term", "text"), ("glossary",)),
    "examples": (("example",), ("rule", "heading")),
    "headings": (("title",), ("heading",)),
}

# Words, rule numbers, symbols in braces, power and toughness.
_WORD = r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|\{[^{}\s]+\}|[+-]?[0-9X*]+/[+-]?[0-9X*]+|[^\W_]+(?:['’][^\W_]+)*"
_POSSESSIVE = re.compile(r"['’]s?$")
# French little words that lose their vowel before the next: l'arpenteur, qu'il, jusqu'à.
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\w)")

_SNIPPET_CHARACTERS = 160

# A pasted rule is shorter than this; the words of a pasted book would take minutes.
_QUERY_CHARACTERS = 2000


class _French(analysis.Filter):
    """Folds elisions, accents and endings, so that `loyaute` and `l'arpenteur` find what they mean.

    Accents go first, or a word typed without them would be stemmed another way. Participles in -é
    are then brought to one ending, which the stemmer takes off.
    """

    def __init__(self) -> None:
        self._stem = stemmer_for_language("fr")

    # Whoosh's own base classes name this argument in two ways.
    def __call__(self, tokens: Iterable[Any]) -> Iterator[Any]:  # type: ignore[override]
        for token in tokens:
            word = _fold(_ELISION.sub("", token.text))
            if len(word) > 4 and word.endswith(("ee", "ees")):
                word = word.rstrip("s")[:-1]
            token.text = self._stem(word)
            yield token


class _English(analysis.Filter):
    """Folds possessives, accents and endings."""

    def __init__(self) -> None:
        self._stem = stemmer_for_language("en")

    # Whoosh's own base classes name this argument in two ways.
    def __call__(self, tokens: Iterable[Any]) -> Iterator[Any]:  # type: ignore[override]
        for token in tokens:
            token.text = self._stem(_fold(_POSSESSIVE.sub("", token.text)))
            yield token


def _fold(word: str) -> str:
    """A word without accents; ligatures taken apart."""
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _analyzer(lang: Lang) -> Any:
    folding = _French() if lang == "fr" else _English()
    return analysis.RegexTokenizer(_WORD) | analysis.LowercaseFilter() | folding


def _schema() -> Any:
    schema = fields.Schema(
        place=fields.STORED(), wording=fields.STORED(), kind=fields.ID(), lang=fields.ID(), number=fields.ID()
    )
    for lang in LANGUAGES:
        analyzer = _analyzer(lang)
        for name in _WEIGHTS:
            schema.add(f"{name}_{lang}", fields.TEXT(analyzer=analyzer, phrase=True))
    return schema


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search.

    Attributes:
        kind: what was found.
        number: the rule's number; None for a glossary entry.
        term: the headword; None for a rule.
        title: the rule's heading, or that of the section it stands in.
        lang: the language searched.
        edition: the edition that the wording was read from.
        status: whether the rule holds.
        score: higher is better; comparable within one search only.
        snippet: the stretch of text that shows why it matched.
        marks: where the words matched, as offsets in the snippet.
    """

    kind: HitKind
    number: str | None
    term: str | None
    title: str | None
    lang: Lang
    edition: date
    status: Status
    score: float
    snippet: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found.

    Attributes:
        query: as given.
        total: how many there are.
        hits: the best of them.
        relaxed: True if nothing has all the words, so that these have only some.
        suggestion: what may have been meant, where nothing was found.
    """

    query: str
    total: int
    hits: tuple[Hit, ...]
    relaxed: bool = False
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search is narrowed to.

    Attributes:
        scopes: where to look.
        section: only in rules of this range.
        status: only rules with this status; `removed` looks at what isn't printed any more.
        all_editions: every wording there ever was, not just those of the view.
        limit: how many hits to give.
    """

    scopes: tuple[Scope, ...] = SCOPES
    section: NumberRange | None = None
    status: Status | None = None
    all_editions: bool = False
    limit: int = 10


def search(store: Store, view: View, text: str, limits: Limits) -> Results:
    """Search the rules as a view has them.

    A query that is a rule number goes straight to that rule; after it come the texts that cite it.
    """
    searcher = _searcher(store)
    try:
        return _Search(store, view, text, limits, searcher).results()
    finally:
        searcher.close()


@dataclass(frozen=True, slots=True)
class _Found:
    """A document of the index that passed the limits."""

    place: int
    wording: int
    edition: date
    status: Status
    score: float


class _Search:
    """One search while it runs."""

    def __init__(self, store: Store, view: View, text: str, limits: Limits, searcher: Any) -> None:
        self.store, self.view, self.text, self.limits, self.searcher = store, view, text, limits, searcher
        self.words = text if len(text) <= _QUERY_CHARACTERS else text[:_QUERY_CHARACTERS].rpartition(" ")[0]
        self.visible = view.visible()
        self.places = _places(store, view.lang)

    def results(self) -> Results:
        number = self._number()
        found, relaxed, asked = self._ranked()
        if number is not None:
            own = [hit for hit in found if self.places[hit.place][1] == str(number)]
            found = [*self._straight_to(number), *(hit for hit in found if hit not in own)]
            relaxed = False
        hits = tuple(self._hit(hit, asked) for hit in found[: self.limits.limit])
        return Results(self.text, len(found), hits, relaxed, None if found else self._suggestion())

    def _number(self) -> RuleNumber | None:
        try:
            return RuleNumber.read(self.text)
        except BadValue:
            return None

    def _straight_to(self, number: RuleNumber) -> list[_Found]:
        """The rule of that number, if it passes the limits."""
        printed = self.view.rule(number) if {"rules", "headings"} & {*self.limits.scopes} else None
        if printed is None:
            return []
        found = self._within_limits(printed.place, printed.wording, float("inf"))
        return [found] if found else []

    def _ranked(self) -> tuple[list[_Found], bool, Any]:
        """What has all the words, or else what has some."""
        for group, relaxed in ((qparser.AndGroup, False), (qparser.OrGroup.factory(0.9), True)):
            asked = self._query(group)
            found = []
            for hit in self.searcher.search(asked, limit=None):
                stored = hit.fields()
                within = self._within_limits(stored["place"], stored["wording"], hit.score)
                if within:
                    found.append(within)
            if found or relaxed:
                return found, relaxed and bool(found), asked
        raise AssertionError("the loop returns")

    def _query(self, group: Any) -> Any:
        """The user's words in the fields of each scope, for the language of the view."""
        asked = []
        for scope in self.limits.scopes:
            names, kinds = _LOOKS_IN[scope]
            parser = qparser.MultifieldParser(
                [f"{name}_{lang}" for name in names for lang in self._languages()],
                None,
                fieldboosts={f"{name}_{lang}": _WEIGHTS[name] for name in names for lang in self._languages()},
                plugins=[qparser.WhitespacePlugin(), qparser.PhrasePlugin()],
                group=group,
            )
            parser.schema = self.searcher.schema
            of_kind = query.Or([query.Term("kind", kind) for kind in kinds])
            asked.append(query.Require(parser.parse(self.words), of_kind))
        return query.Require(query.Or(asked), query.Term("lang", self.view.lang))

    def _languages(self) -> tuple[Lang, ...]:
        """The languages of the texts: a French edition may leave rules in English."""
        return ("fr", "en") if self.view.lang == "fr" else ("en",)

    def _within_limits(self, place: int, wording: int, score: float) -> _Found | None:
        kind, _, key, _ = self.places[place]
        if self.limits.section is not None and (kind != "rule" or not _in_range(key, self.limits.section)):
            return None
        current = self.visible.get(place)
        if current is not None and current[0] == wording:
            status, edition = self._status(wording), current[1]
        elif self.limits.all_editions or self.limits.status == "removed":
            if current is not None and not self.limits.all_editions:
                return None
            known = _last_edition(self.store, place, wording)
            if known is None or (known > self.view.as_of and not self.limits.all_editions):
                return None
            status, edition = "removed" if current is None else self._status(wording), known
        else:
            return None
        if self.limits.status not in (None, status):
            return None
        return _Found(place, wording, edition, status, score)

    def _status(self, wording: int) -> Status:
        lang, text = self._wording(wording)
        return text_status(text, lang)

    def _wording(self, wording: int) -> tuple[Lang, str]:
        row = self.store.connection.execute("SELECT lang, text FROM wording WHERE id = ?", (wording,)).fetchone()
        return row[0], row[1]

    def _hit(self, found: _Found, asked: Any) -> Hit:
        kind, label, _, title = self.places[found.place]
        lang, text = self._wording(found.wording)
        number = RuleNumber.parse(label) if kind == "rule" else None
        own_title = heading(number, text) if number else None
        snippet, marks = self._snippet(found.wording, lang, text, asked)
        return Hit(
            kind="glossary" if number is None else "heading" if own_title else "rule",
            number=label if number else None,
            term=None if number else label,
            title=own_title or title,
            lang=self.view.lang,
            edition=found.edition,
            status=found.status,
            score=round(found.score, 4) if found.score != float("inf") else 1000.0,
            snippet=snippet,
            marks=marks,
        )

    def _snippet(self, wording: int, lang: Lang, text: str, asked: Any) -> tuple[str, tuple[tuple[int, int], ...]]:
        """The stretch of the text, or else of an example, with the most matches."""
        terms = {
            word.decode() if isinstance(word, bytes) else word
            for name, word in asked.iter_all_terms()
            if name.endswith(f"_{lang}")
        }
        analyzer = _analyzer(lang)
        rows = self.store.connection.execute("SELECT text FROM example WHERE wording = ? ORDER BY place", (wording,))
        for candidate in (text, *(row[0] for row in rows)):
            tokens = analyzer(candidate, chars=True)
            marks = [(token.startchar, token.endchar) for token in tokens if token.text in terms]
            if marks:
                return _stretch(candidate.replace("\n", " "), marks)
        return _stretch(text.replace("\n", " "), [])

    def _suggestion(self) -> str | None:
        """The heading or headword in view that is spelt most like the query."""
        places = [row for place, row in self.places.items() if place in self.visible or self.limits.all_editions]
        names = [title for _, _, _, title in places if title]
        names += [label for kind, label, _, _ in places if kind == "glossary"]
        by_fold = {_fold(name.lower()): name for name in names}
        words = {_fold(word.lower()): word for name in names for word in name.split() if len(word) > 3}
        close = get_close_matches(_fold(self.words.lower()), [*by_fold, *words], n=1, cutoff=0.75)
        if not close:
            return None
        return by_fold.get(close[0]) or words[close[0]].strip(",.()").lower()


def _stretch(text: str, marks: Sequence[tuple[int, int]]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The stretch of a text, about `_SNIPPET_CHARACTERS` long, that holds the most marks."""
    first = last = 0
    if len(text) > _SNIPPET_CHARACTERS:
        starts = [max(0, start - _SNIPPET_CHARACTERS // 4) for start, _ in marks] or [0]
        first = max(starts, key=lambda start: sum(start <= at[0] < start + _SNIPPET_CHARACTERS for at in marks))
        first = text.rfind(" ", 0, first) + 1 if first else 0
        last = text.find(" ", first + _SNIPPET_CHARACTERS)
    before, after = ("… " if first else ""), ("" if last <= 0 else " …")
    end = last if last > 0 else len(text)
    shift = len(before) - first
    inside = tuple((start + shift, stop + shift) for start, stop in marks if first <= start and stop <= end)
    return before + text[first:end] + after, inside


def _in_range(sort_key: str, numbers: NumberRange) -> bool:
    return numbers.first.sort_key <= sort_key <= numbers.last.sort_key + "\U0010ffff"


def _places(store: Store, lang: Lang) -> dict[int, tuple[str, str, str, str | None]]:
    """By id: kind, label, sort key and the heading that it stands under, as last printed."""
    rows = store.connection.execute(
        """
        SELECT place.label, wording.text FROM place
        JOIN (SELECT place, wording, last AS day FROM span UNION ALL
              SELECT excerpt.place, wording, effective FROM excerpt JOIN edition ON edition.id = excerpt.edition
             ) AS carried ON carried.place = place.id
        JOIN wording ON wording.id = carried.wording
        WHERE place.lang = ? AND place.kind = 'rule' AND length(wording.text) <= 80
        ORDER BY day
        """,
        (lang,),
    )
    headings = {label: text for label, text in rows if heading(RuleNumber.parse(label), text)}
    places = store.connection.execute("SELECT id, kind, label, sort_key FROM place WHERE lang = ?", (lang,))
    return {
        place: (kind, label, key, _heading_above(label, headings) if kind == "rule" else None)
        for place, kind, label, key in places
    }


def _heading_above(label: str, headings: dict[str, str]) -> str | None:
    """The nearest heading at or above a number: "Adapt" for 701.46a, "Planeswalkers" for 306.5."""
    return headings.get(label) or headings.get(label.rstrip(LETTERS)) or headings.get(label[:3])


def _last_edition(store: Store, place: int, wording: int) -> date | None:
    """The youngest edition in which a place carried a wording."""
    row = store.connection.execute(
        """
        SELECT max(day) FROM (
            SELECT last AS day FROM span WHERE place = ? AND wording = ?
            UNION ALL
            SELECT effective FROM excerpt JOIN edition ON edition.id = excerpt.edition WHERE place = ? AND wording = ?)
        """,
        (place, wording, place, wording),
    ).fetchone()
    return date.fromisoformat(row[0]) if row[0] else None


def build(store: Store) -> None:
    """Build the index of the store's generation beside the live one and move it into place.

    Where the folder can't be written nothing happens: searching then builds in memory.
    """
    folder = store.home / "index"
    final = folder / _name(store.generation)
    if _is_own(final, store.generation):
        return
    draft = folder / f"draft-{os.getpid()}"
    try:
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        _fill(index.create_in(str(draft), _schema()), store)
        generation = store.generation
        seal = {"program": "rules", "generation": generation, "folder": draft.stat().st_ino, "files": _files(draft)}
        (draft / _SEAL).write_text(json.dumps(seal))
        shutil.rmtree(final, ignore_errors=True)
        draft.rename(final)
        _tidy(folder, final)
    except OSError:
        # Also where another process tidies at the same time; what it left is looked at before it is used.
        shutil.rmtree(draft, ignore_errors=True)


def _tidy(folder: Path, live: Path) -> None:
    """Throw away all indexes but the live one and the youngest before it, which readers may have open."""
    others = sorted((path for path in folder.iterdir() if path != live), key=lambda path: path.stat().st_mtime)
    for path in others[:-1]:
        shutil.rmtree(path, ignore_errors=True)


def _searcher(store: Store) -> Any:
    """A searcher of the index of the store's generation; while another process writes, of the newest there is.

    Hits are checked against the store, so an index that is behind shows nothing that is wrong.
    """
    folder = store.home / "index"
    live = folder / _name(store.generation)
    if not _is_own(live, store.generation):
        if store.is_being_written and (older := _newest(folder)):
            live = older
        else:
            build(store)
    for _ in range(2):
        if not _is_own(live, None):
            break
        try:
            return index.open_dir(str(live), schema=_schema(), readonly=True).searcher(weighting=BM25F())
        except Exception:  # noqa: BLE001, whatever Whoosh trips over in a damaged file
            shutil.rmtree(live, ignore_errors=True)
            build(store)
            live = folder / _name(store.generation)
    in_memory = RamStorage().create_index(_schema())
    _fill(in_memory, store)
    return in_memory.searcher(weighting=BM25F())


def _newest(folder: Path) -> Path | None:
    own = [path for path in folder.glob(f"v{INDEX_VERSION}-*") if _is_own(path, None)]
    return max(own, key=lambda path: path.stat().st_mtime, default=None)


def _name(generation: str) -> str:
    return f"v{INDEX_VERSION}-{generation}"


def _is_own(path: Path, generation: str | None) -> bool:
    """Whether this program built the index in this very folder.

    The seal names the folder by its inode, so an index that was copied or unpacked from elsewhere
    isn't opened but rebuilt; nor is one that belongs to another user. It lists the files with their
    sizes, so one that lost something isn't opened either.
    """
    try:
        seal = json.loads((path / _SEAL).read_text())
        status, files = path.stat(), _files(path)
    except (OSError, ValueError):
        return False
    if not isinstance(seal, dict) or seal.get("files") != files:
        return False
    owned = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    right = generation is None or seal.get("generation") == generation
    return bool(owned and right and seal.get("folder") == status.st_ino)


def _files(folder: Path) -> dict[str, int]:
    """The files of an index with their sizes; the seal, which lists them, left out."""
    return {path.name: path.stat().st_size for path in folder.iterdir() if path.name != _SEAL}


def _fill(new: Any, store: Store) -> None:
    """Index every wording of every place, once each."""
    examples: dict[int, list[str]] = {}
    for wording, text in store.connection.execute("SELECT wording, text FROM example ORDER BY wording, place"):
        examples.setdefault(wording, []).append(text)
    rows = store.connection.execute(
        """
        SELECT DISTINCT place.id, wording.id, place.lang, place.kind, place.label, wording.lang, wording.text
        FROM (SELECT place, wording FROM span UNION SELECT place, wording FROM excerpt) AS carried
        JOIN place ON place.id = carried.place JOIN wording ON wording.id = carried.wording
        ORDER BY place.id, wording.id
        """
    )
    writer = new.writer()
    for place, wording, lang, place_kind, label, text_lang, text in rows:
        document: dict[str, Any] = {"place": place, "wording": wording, "lang": lang, "number": label}
        if place_kind == "glossary":
            document |= {"kind": "glossary", f"term_{text_lang}": label, f"text_{text_lang}": text}
        elif heading(RuleNumber.parse(label), text):
            document |= {"kind": "heading", f"title_{text_lang}": text}
        else:
            document |= {"kind": "rule", f"text_{text_lang}": text}
        if wording in examples:
            document[f"example_{text_lang}"] = "\n".join(examples[wording])
        writer.add_document(**document)
    writer.commit()


def scopes(names: Sequence[str]) -> tuple[Scope, ...]:
    """The scopes of these names, in the order of `SCOPES`; all for none."""
    return tuple(scope for scope in SCOPES if scope in names) or SCOPES
