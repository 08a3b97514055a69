"""The French catalogue is complete, and everything that the program says is in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from bench import message_catalogue as catalogue
from kb.citations.checker import VERDICTS
from kb.history.deprecation import DeprecationClass
from kb.history.history import EventKind
from kb.i18n import mark_message
from kb.model import Status
from kb.text.normalization import ChangeClass
from kb.translation.rule_pair import TranslationState

WORDS = re.compile(r"[^\W\d_]{2,}(?:['’]\w)? (?:an? )?[^\W\d_]{2,}")
LETTER = re.compile(r"[^\W\d_]")
SQL = re.compile(
    r"\s*(?:\{\}\s+)?"
    r"(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|VACUUM|BEGIN|WITH|EXISTS|AND \w+ IN \(SELECT)\b"
)
MARKUP = re.compile(r"\s*(?:<|\{\}<|\.rules-refs|::warning )")
STYLES = {
    "bold cyan",
    "bold green",
    "bold red",
    "bold magenta",
    "bold yellow",
    "bold ansicyan",
    "bold ansiyellow",
    "red strike",
}
COMMANDS = ("rules show {}", "rules refs {}", "rules lint", "rules lint: {}")
# What takes messages that are its own business: faults of the program, patterns, statements.
NOT_FOR_USERS = {
    "AssertionError",
    "ValueError",
    "TypeError",
    "RuntimeError",
    "compile",
    "sub",
    "execute",
    "executescript",
    "executemany",
    "fields",
}
SOURCES = [path for package in catalogue.PACKAGES for path in sorted((catalogue.ROOT / package).rglob("*.py"))]
WORDS_OF_DOCUMENTS = (
    "kb/text/keywords.py", "kb/text/normalization.py", "kb/history/deprecation.py", "ingest/formats/",
    "ingest/parsing/language_detection.py", "ingest/parsing/effective_date.py",
    "kb/search/query_translation.py", "kb/search/stopwords.py", "kb/translation/invariants.py",
    "kb/rulings/encoded/", "kb/rulings/engine/card_phrases.py", "kb/rulings/engine/protection_qualities.py",
    "kb/rulings/situation/type_line.py",
    "kb/rulings/situation/vocabulary/", "kb/rulings/situation/fact.py", "kb/rulings/situation/fact_types.py",
    "kb/storage/in_force.py",
)  # fmt: skip
"""Their texts are the words of the rules, pages and questions that are read, not of the program.

Three hold small words and the names of numbers in both languages, which are looked for. Encoded rules ask for keyword
abilities and phrases of cards, and show commands as examples. Their vocabulary describes itself for docs/situations.md,
which is English; what it says to people are its labels, which are messages. One holds conditions of SQL.
"""
NO_MESSAGES = {
    "xMidYMin meet",  # a value of SVG
    "Could not decode",  # SQLite's words, looked for
    "no such",  # SQLite's words, looked for
    "is empty",  # a part of the key of an open question
    "loose excerpts ",  # a key of the store
    "mtg-rules-library (rules, the law library of Magic: The Gathering)",  # what servers are told
    "Magic: The Gathering",  # a name, looked for
    "Magic: The Gathering Comprehensive Rules",  # what the files of translators are about, for their tools
    "finished translation of the English rules of {}",  # a title, which is stored as those of pages are
    "http-status wrong-type empty too-large not-text not-rules needs-extra unreadable",  # codes
}


def _ids(message: Any) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


TRANSLATED = [each for each in catalogue.kept_catalogue() if each.id]


def test_every_message_is_translated() -> None:
    """The catalogue has the messages of the code and no others; `bench.message_catalogue --update` writes them."""
    said = {message.id for message in catalogue.template() if message.id}
    assert {message.id for message in TRANSLATED} == said
    assert [message.id for message in catalogue.untranslated(catalogue.kept_catalogue())] == []


@pytest.mark.parametrize("message", TRANSLATED, ids=lambda message: str(_ids(message)[0])[:60])
def test_a_translation_has_the_places_of_its_message(message: Any) -> None:
    """Neither more nor fewer, each as written; only the form for one thing may leave the number out."""
    strings = catalogue.strings(message)
    for at, string in enumerate(strings):
        ids = _ids(message)
        wanted = _places(ids[min(at, len(ids) - 1)])
        assert _places(string) == wanted or (
            at == 0 and len(ids) > 1 and _places(string) - {"count"} == wanted - {"count"}
        )


def _places(template: str) -> set[str]:
    return {f"{name}!{form}" if form else name for _, name, form, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("message", TRANSLATED, ids=lambda message: str(_ids(message)[0])[:60])
def test_french_typography(message: Any) -> None:
    """No-break spaces before `: ; ? ! »` and after `«`, curly apostrophes, no English quotes; commands are as typed."""
    for string in catalogue.strings(message):
        prose = re.sub(r"`[^`]*`|pip install '[^']*'|rules query '[^']*'|[a-z-]+\(.*\)", "", string)
        assert not re.search(r" (?:[;?»%]|[:!](?!\w))|« ", prose), string
        assert not re.search(r"\w[:;?](?:\s|$)|\w'\w|[“”]", re.sub(r"rules:|Magic: The", "", prose)), string


def test_the_compiled_catalogue_is_the_one_that_is_kept() -> None:
    """Somebody who installs the program has no compiler for it."""
    kept, new = (
        GNUTranslations(BytesIO(content))._catalog  # type: ignore[attr-defined]
        for content in (catalogue.MO.read_bytes(), catalogue.compiled(catalogue.kept_catalogue()))
    )
    for each in (kept, new):
        each.pop("")  # The header names the version of the compiler.
    assert kept == new


@pytest.mark.parametrize("codes", [EventKind, ChangeClass, Status, TranslationState, DeprecationClass, VERDICTS])
def test_codes_have_words(codes: Any) -> None:
    """What `--json` gives as a code is said in words to people."""
    known = {_ids(message)[0] for message in TRANSLATED}
    assert set(get_args(codes) or codes) <= known


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(catalogue.ROOT)))
def test_no_message_goes_past_the_catalogue(path: Path) -> None:
    """Words in a text of the code are a message, which `_` must say, or stand in the lists above with a reason."""
    where = path.relative_to(catalogue.ROOT).as_posix()
    if where.startswith(WORDS_OF_DOCUMENTS):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    escaped = [text for text in _said_otherwise(tree) if WORDS.search(text) and not _exempt(text)]
    assert escaped == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(catalogue.ROOT)))
def test_what_is_told_is_a_message(path: Path) -> None:
    """`note`, `error` and `print` get no word of their own, not even a single one; messages are plain literals."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = catalogue.name_of(node)
        if name in ("note", "error", "print"):
            assert not [text for text in map(_text, node.args) if LETTER.search(re.sub(r"\{\}", "", text))]
        if name in catalogue.MARKERS:
            # An f-string would be translated after its values were put in; errors.py says why it has one.
            assert not any(isinstance(each, ast.JoinedStr) for each in node.args[:1]) or path.name == "errors.py"
        if name in catalogue.VALUE_KINDS:
            # It has a sentence for each kind; one that is translated by itself fits none of them.
            assert catalogue.literal(node.args[0]) or path.name == "choices.py"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(catalogue.ROOT)))
def test_nothing_hides_what_says_messages(path: Path) -> None:
    """A throwaway variable `_` would hide the function `_` wherever its name reaches: in the whole function."""
    for scope in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(scope, SCOPES):
            within = list(_in_scope(scope))
            said = [node for node in within if isinstance(node, ast.Call) and catalogue.name_of(node) == "_"]
            assert not (said and [node for node in within if _is_throwaway(node)]), said[0].lineno


SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _in_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, a lambda or a comprehension, without the inner ones that have their own `_`."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not (isinstance(node, SCOPES) and any(map(_is_throwaway, _in_scope(node)))):
            yield from _in_scope(node)


def _is_throwaway(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store)) or (
        isinstance(node, ast.arg) and node.arg == "_"
    )


def test_hidden_messages_are_found() -> None:
    """A loop hides them; a comprehension has its own scope."""
    hiding, harmless = (
        next(iter(ast.parse(code).body))
        for code in (
            "def f():\n    for _ in range(3):\n        g()\n    return _('x')",
            "def f():\n    return _('x') if [1 for _ in range(3)] else _('y')",
        )
    )
    assert any(map(_is_throwaway, _in_scope(hiding)))
    assert not any(map(_is_throwaway, _in_scope(harmless)))


def test_the_check_finds_what_escapes() -> None:
    """Plain texts, f-strings and parts of expressions; not docstrings, messages, help."""
    code = '''
"""A docstring of words."""
note("some words here")
message = f"{x} isn't a thing" + ("or more words" if x else "")
note(_("some said words"))
typer.Option("--x", help="some help words")
raise BadValue("rule number", x, "give another value")
'''
    found = list(_said_otherwise(ast.parse(code)))
    assert [text for text in found if WORDS.search(text)] == [
        "some words here",
        "{} isn't a thing",
        "or more words",
        "give another value",
    ]
    assert mark_message("marked", "marked") == "marked"


def _exempt(text: str) -> bool:
    return bool(SQL.match(text) or MARKUP.match(text) or text in STYLES or text in NO_MESSAGES or text in COMMANDS)


def _text(node: ast.AST) -> str:
    """A literal's text; of an f-string, `{}` where a value goes."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _said_otherwise(node: ast.AST) -> Iterator[str]:
    """The texts in some code that are no messages, help or docstrings."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if text := _text(node):
        yield text
    if isinstance(node, ast.Call):
        name = catalogue.name_of(node)
        if name in NOT_FOR_USERS:
            return
        skipped = len(node.args) if name in catalogue.MARKERS else int(name in catalogue.VALUE_KINDS)
        messages = {*catalogue.HELP_KEYWORDS, *range(skipped), *catalogue.message_arguments(name)}
        for at, each in (*enumerate(node.args), *((keyword.arg, keyword) for keyword in node.keywords)):
            if not (at in messages and (at in range(skipped) or isinstance(each, ast.keyword) or _text(each))):
                yield from _said_otherwise(each)
        return
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from _said_otherwise(child)
