"""The search of the site answers in a real browser as the program does: words, numbers, phrases, spelling, hits."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bench.relevance import load_questions
from cli.site import addresses
from cli.site.search_index.build import search_index_files
from kb.languages import LANGUAGES, Lang
from kb.search import SearchLimits, search
from kb.search.number_query import parse_number_query
from kb.search.query_understanding import parse_query
from kb.search.snippets import cut_snippet
from kb.search.word_sets import WordSet
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import find_words, fold_words
from kb.text.stopwords import DATA
from tests.browser.conftest import FolderServer

ASSETS = Path(__file__).resolve().parents[2] / "cli/site/assets/search"
NUMBERS = (
    "306.5", "RC 306.4", "cr702.9", "704.5 k", "what is rule 704.5k", "608.2b fizzle", "702.19b", "rule 306", "306.",
    "section 702 of the rules", "pay 3.5 mana", "120.5s", "+1/+1", "CR 704.5aa", "306.5l", "règle 306.5",
    "704.5 a creature",
)  # fmt: skip
QUERIES: dict[Lang, tuple[str, ...]] = {
    "en": (
        "planeswalker", "loyalty ability", "how many loyalty abilities can I activate each turn", "306.5d",
        "what happens when a planeswalker has no loyalty", "summoning sickness", "planeswlaker",
        '"legendary permanent"', "loyalty -counter", "attack a planeswalker", "subtype", "what is a vanguard",
    ),
    "fr": (
        "planeswalker", "arpenteur", "combien de capacités de loyauté par tour", "306.5d", "créature",
        "mal d’invocation",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Write the modules, and the index of the starter data."""
    made = tmp_path_factory.mktemp("search")
    shutil.copytree(ASSETS, made / "search")
    additions = {"addresses": {"rule": "cr/{}/", "glossary": "glossary/#{}"}, "messages": {}}
    with Store.open(starter_home) as store:
        anchors = {lang: [entry.item.term for entry in View(store, lang, date.max).glossary()] for lang in LANGUAGES}
        for file in search_index_files(
            store, date.max, {lang: {**additions, "anchors": anchors[lang]} for lang in LANGUAGES}, addresses.place
        ):
            target = made / "data" / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.content)
    (made / "index.html").write_text("<!doctype html><html lang=en><title>Search</title>", encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def page(browser: Any, folder: Path) -> Iterator[Any]:
    """Open a page that can import the modules."""
    server = FolderServer(folder)
    opened = browser.new_page()
    opened.goto(server.address)
    yield opened
    opened.close()
    server.stop()


Run = Callable[[str, Any], Any]


@pytest.fixture
def run(page: Any) -> Run:
    """Return a function that runs a function of a module with one argument: `run("module:function", argument)`."""

    def call(name: str, argument: Any) -> Any:
        return page.evaluate(
            """async ([module, body, argument]) => {
                const m = await import(`/search/${module}.js`);
                const files = (await import("/search/index_files.js"));
                const { SearchEngine } = await import("/search/engine.js");
                const open = (lang) => SearchEngine.open(
                    new files.IndexFiles(files.fetchReader(new URL("/data/", location))), lang);
                return await (new Function("m", "argument", "open", `return (${body})`))(m, argument, open);
            }""",
            [*name.split(":", 1), argument],
        )

    return call


def list_words(lang: Lang) -> list[str]:
    """Return the words that the program may mend a query with, and its stopwords."""
    rows = (DATA / "learned" / f"spellings_{lang}.tsv").read_text(encoding="utf-8").splitlines()
    return [row.partition("\t")[0] for row in rows] + (DATA / f"stopwords_{lang}.txt").read_text("utf-8").split()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_folded_alike(run: Run, lang: Lang) -> None:
    """About ten thousand words of rules and players have the same folded forms."""
    words = [*list_words(lang), *(word for each in load_questions(f"kinds_{lang}") for word in each.ask.split())]
    found = run(f"folding:argument.map((word) => m.foldWords(word, '{lang}').join(' '))", words)
    expected = [" ".join(fold_words(word, lang)) for word in words]
    assert [each for each in zip(words, expected, found, strict=True) if each[1] != each[2]] == []


def test_numbers_are_found_alike(run: Run) -> None:
    """Rule numbers are found wherever the program finds them."""
    found = run("query:argument.map((text) => m.parseNumberQuery(text))", NUMBERS)
    expected = [parse_number_query(text) for text in NUMBERS]
    assert [each and (each["number"], each["rest"]) for each in found] == [
        each and (str(each.number), each.rest) for each in expected
    ]


def test_questions_are_parsed_alike(run: Run) -> None:
    """The concepts of questions, their synonyms and weights are those of the program."""
    questions = [each.ask for name in ("kinds_en", "unseen_en") for each in load_questions(name)]
    found = run(
        """engine:open("en").then((e) => e.searchIn("en")).then((s) => argument.map((text) => s.parse(text)))""",
        questions,
    )
    for text, parsed in zip(questions, found, strict=True):
        expected = parse_query(text, "en")
        assert parsed["isQuestion"] == expected.is_question, text
        assert parsed["surface"] == expected.surface_form
        assert [(each["words"], each["weight"]) for each in parsed["concepts"]] == [
            (list(each.words), each.weight) for each in expected.concepts
        ], text
        for mine, theirs in zip(parsed["concepts"], expected.concepts, strict=True):
            synonyms = [(list(each.words), each.source) for each in theirs.synonyms]
            assert sorted((each["words"], each["source"]) for each in mine["synonyms"]) == sorted(synonyms), text


def test_filters_of_words_are_read_alike(run: Run) -> None:
    """The filter of right words says the same of right and of misspelt words."""
    words = [*list_words("fr")[:300], "comander", "tramlpe", "déclarre", "éphémère", "-run", "œuvre"]
    bits = (DATA / "learned" / "known_words_fr.bloom").read_bytes()
    found = run(
        "word_set:((set) => argument[1].map((word) => set.has(word)))(new m.WordSet(Uint8Array.from(argument[0])))",
        [list(bits), words],
    )
    assert found == [word in WordSet(bits) for word in words]


def test_snippets_are_cut_alike(run: Run, starter_home: Path) -> None:
    """The sentences around the words of a query are those that the program shows."""
    with Store.open(starter_home) as store:
        texts = [rule.item.text for rule in View(store, "en", date.max).rules() if len(rule.item.text) > 100]
    for word in ("player", "loyalti", "effect"):
        marked = [(text, find_words(text, "en", {word})) for text in texts]
        found = run("snippets:argument.map(([text, marks]) => m.cutSnippet(text, marks))", marked)
        for (text, marks), snippet in zip(marked, found, strict=True):
            expected = cut_snippet(text, marks)
            assert (snippet["text"], [tuple(each) for each in snippet["marks"]]) == (expected[0], [*expected[1]]), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hits_are_those_of_the_program(run: Run, starter_home: Path, lang: Lang) -> None:
    """The first hit of each query is the program's, and so are nine of ten of the first three hits."""
    found = run(
        f"""engine:open("{lang}").then(async (e) => {{
            const all = [];
            for (const text of argument) all.push(await e.search(text));
            return all;
        }})""",
        QUERIES[lang],
    )
    with Store.open(starter_home) as store:
        expected = [search(store, View(store, lang, date.max), text, SearchLimits()) for text in QUERIES[lang]]
    same = total = 0
    for text, browser, program in zip(QUERIES[lang], found, expected, strict=True):
        mine = [each["number"] or each["term"] for each in browser["hits"]]
        theirs = [str(each.number or each.term) for each in program.hits]
        assert mine[:1] == theirs[:1], (text, mine[:4], theirs[:4])
        assert [tuple(each) for each in browser["mended"]] == [*program.mended]
        same += len({*mine[:3]} & {*theirs[:3]})
        total += len(theirs[:3])
    assert same >= 0.9 * total, (same, total)


def test_index_is_the_same_each_time(folder: Path, starter_home: Path) -> None:
    """Equal rules give equal files, and all files but the lists of entries are named by their content."""
    again = {}
    with Store.open(starter_home) as store:
        for file in search_index_files(store, date.max, {lang: {} for lang in LANGUAGES}, addresses.place):
            again[file.path] = file.content
    lists = {f"{lang}/index.json" for lang in LANGUAGES}
    for path in again.keys() - lists:
        assert (folder / "data" / path).read_bytes() == again[path], path
    for path in lists:
        named = json.loads(again[path])["parts"]
        paths = {
            each for part in named.values() for each in ([part] if isinstance(part, str) else [p for _, p in part])
        }
        assert paths <= again.keys()
