"""The French message catalogue is complete, and every message of the program is in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter
from typing import Any, get_args

import pytest

from bench import message_catalogue as catalogue
from kb.citations.verdicts import VERDICTS
from kb.history.deprecation import DeprecationClass
from kb.history.history import EventKind
from kb.i18n import mark_message
from kb.rule_text import Status
from kb.text.normalization import ChangeClass
from kb.translation.rule_pair import TranslationState

WORDS = re.compile(r"[^\W\d_]{2,}(?:['’]\w)? (?:an? )?[^\W\d_]{2,}")
LETTER = re.compile(r"[^\W\d_]")
SQL = re.compile(
    r"\s*(?:\{\}\s+)?"
    r"(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|VACUUM|BEGIN|WITH|EXISTS|AND [\w.]+ IN \(SELECT)\b"
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
# Calls whose text isn't for users: faults of the program, patterns, SQL statements.
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
FOLDERS = sorted(
    {
        path.parent.relative_to(catalogue.ROOT).as_posix()
        for package in catalogue.PACKAGES
        for path in (catalogue.ROOT / package).rglob("*.py")
    }
)
WORDS_OF_DOCUMENTS = (
    "kb/infractions/infraction.py",
    "kb/text/keywords.py",
    "kb/text/normalization.py",
    "kb/history/deprecation.py",
    "ingest/formats/",
    "ingest/policy/",
    "ingest/parsing/language_detection.py",
    "ingest/parsing/effective_date.py",
    "kb/search/query_translation.py",
    "kb/text/stopwords.py",
    "kb/drafting/tokens.py",
    "kb/drafting/draft.py",
    "kb/translation/invariants.py",
    "kb/cards/grammar/",
    "kb/cards/concepts.py",
    "kb/cards/governing_rules.py",
    "kb/rulings/oracle/",
    "kb/rulings/encoded/",
    "kb/rulings/engine/card_phrases.py",
    "kb/rulings/engine/keyword_bearings.py",
    "kb/rulings/engine/printed_conditions.py",
    "kb/rulings/engine/trigger_texts.py",
    "kb/rulings/engine/protection_qualities.py",
    "kb/rulings/situation/type_line.py",
    "kb/rulings/situation/keyword_forms.py",
    "kb/rulings/situation/phrase_parser.py",
    "kb/rulings/situation/phrase_tree.py",
    "kb/rulings/situation/vocabulary/",
    "kb/rulings/situation/fact.py",
    "kb/rulings/situation/fact_types.py",
    "kb/storage/in_force.py",
    "kb/program/child_process.py",
    "cli/language_server/actions.py",
    "cli/mcp_server/server.py",
    "cli/__main__.py",
    "kb/__init__.py",
)
"""Modules whose texts aren't messages, but words of rules, pages or questions, SQL, Python, or names of languages.

The grammar of cards has words of card text. Encoded rules name keyword abilities and phrases of cards, and give
commands as examples. `kb` lists names; the MCP server describes its tools to models, in
English; `cli.__main__` has a message that must not need `kb.i18n`. The vocabulary of
situations describes itself in English for docs/situations.md; its labels are
messages.
"""
NO_MESSAGES = {
    "xMidYMin meet",  # a value of SVG
    "rules define {}{}",  # a command
    "rules show {}{}",  # a command
    "Could not decode",  # part of an error of SQLite
    "no such",  # part of an error of SQLite
    "without paying its mana cost",  # an alternative cost, in the words of the rules
    "is empty",  # part of the key of an open question
    "loose excerpts ",  # a key of the store
    "mtg-rules-library (rules, the law library of Magic: The Gathering)",  # the User-Agent of requests
    "# Known findings of `rules lint`. `rules lint --write-baseline` writes this file.\n",  # a team shares this file
    "# The wordings of the cited rules, as they were read. `rules lint --lock` reads this file, --accept renews it.",
    "Magic: The Gathering",  # a name in texts
    "Magic: The Gathering Comprehensive Rules",  # the subject in files for translators
    "finished translation of the English rules of {}",  # a title, stored like the titles of pages
    "http-status wrong-type empty too-large not-text not-rules needs-extra unreadable",  # codes
}


@cache
def _modules(folder: str) -> tuple[tuple[str, ast.Module], ...]:
    """Return the modules of a folder, not those of the folders in it, with their syntax trees."""
    paths = sorted((catalogue.ROOT / folder).glob("*.py"))
    return tuple((f"{folder}/{path.name}", ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def _ids(message: Any) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


TRANSLATED = [each for each in catalogue.kept_catalogue() if each.id]


def test_every_message_is_translated() -> None:
    """The catalogue has exactly the messages of the code; `bench.message_catalogue --update` adds new ones."""
    said = {message.id for message in catalogue.template() if message.id}
    assert {message.id for message in TRANSLATED} == said
    assert [message.id for message in catalogue.untranslated(catalogue.kept_catalogue())] == []


def test_a_translation_has_the_placeholders_of_its_message() -> None:
    """A translation has the placeholders of its message; only a singular form may leave the count out."""
    for message in TRANSLATED:
        ids = _ids(message)
        for at, string in enumerate(catalogue.strings(message)):
            wanted = _placeholders(ids[min(at, len(ids) - 1)])
            assert _placeholders(string) == wanted or (
                at == 0 and len(ids) > 1 and _placeholders(string) - {"count"} == wanted - {"count"}
            ), string


def _placeholders(template: str) -> set[str]:
    return {f"{name}!{form}" if form else name for _, name, form, _ in Formatter().parse(template) if name is not None}


def test_french_typography() -> None:
    """French has no-break spaces before `: ; ? ! »` and after `«`, and curly apostrophes; commands stay as typed."""
    for string in (string for message in TRANSLATED for string in catalogue.strings(message)):
        prose = re.sub(r"`[^`]*`|pip install '[^']*'|rules query '[^']*'|[a-z-]+\(.*\)", "", string)
        assert not re.search(r" (?:[;?»%]|[:!](?!\w))|« ", prose), string
        assert not re.search(r"\w[:;?](?:\s|$)|\w'\w|[“”]", re.sub(r"rules:|Magic: The", "", prose)), string


def test_the_compiled_catalogue_is_up_to_date() -> None:
    """The compiled catalogue equals the source, since users have no compiler for it."""
    kept, new = (
        GNUTranslations(BytesIO(content))._catalog  # type: ignore[attr-defined]
        for content in (catalogue.MO.read_bytes(), catalogue.compiled(catalogue.kept_catalogue()))
    )
    for each in (kept, new):
        each.pop("")  # The header names the version of the compiler.
    assert kept == new


@pytest.mark.parametrize("codes", [EventKind, ChangeClass, Status, TranslationState, DeprecationClass, VERDICTS])
def test_codes_have_words(codes: Any) -> None:
    """Every code in `--json` has a translated message for people."""
    known = {_ids(message)[0] for message in TRANSLATED}
    assert set(get_args(codes) or codes) <= known


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_text_is_a_message(folder: str) -> None:
    """Every text with words is a message in `_`, or is listed above with a reason."""
    for path, tree in _modules(folder):
        if not path.startswith(WORDS_OF_DOCUMENTS):
            escaped = [text for text in _unmarked_texts(tree) if WORDS.search(text) and not _exempt(text)]
            assert escaped == [], path


@pytest.mark.parametrize("folder", FOLDERS)
def test_output_consists_of_messages(folder: str) -> None:
    """`note`, `error` and `print` get only messages, and messages are literals."""
    for path, tree in _modules(folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                where = f"{path}:{node.lineno}"
                assert _has_only_messages(node, path.rpartition("/")[2]), where


def _has_only_messages(node: ast.Call, file: str) -> bool:
    """True if a call of the functions that print, mark or describe gets messages."""
    name = catalogue.name_of(node)
    if name in ("note", "error", "print"):
        return not [text for text in map(_text, node.args) if LETTER.search(re.sub(r"\{\}", "", text))]
    if name in catalogue.MARKERS:
        # The values of an f-string would be inserted before the translation; errors.py explains its own.
        return not any(isinstance(each, ast.JoinedStr) for each in node.args[:1]) or file == "errors.py"
    if name in catalogue.VALUE_KINDS:
        # These functions have a sentence for each kind of value, so the kind must be a literal.
        return bool(catalogue.literal(node.args[0])) or file == "choices.py"
    return True


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_hides_the_message_function(folder: str) -> None:
    """No scope that calls the function `_` assigns a throwaway variable `_`, which would hide the function."""
    for path, tree in _modules(folder):
        for scope in ast.walk(tree):
            if isinstance(scope, SCOPES):
                within = list(_in_scope(scope))
                said = [node for node in within if isinstance(node, ast.Call) and catalogue.name_of(node) == "_"]
                assert not (said and [node for node in within if _is_throwaway(node)]), f"{path}:{said[0].lineno}"


SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _in_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, lambda or comprehension, except inner scopes with their own `_`."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not (isinstance(node, SCOPES) and any(map(_is_throwaway, _in_scope(node)))):
            yield from _in_scope(node)


def _is_throwaway(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store)) or (
        isinstance(node, ast.arg) and node.arg == "_"
    )


def test_throwaway_variables_are_found() -> None:
    """A loop variable `_` hides the function; the `_` of a comprehension has a scope of its own."""
    hiding, harmless = (
        next(iter(ast.parse(code).body))
        for code in (
            "def f():\n    for _ in range(3):\n        g()\n    return _('x')",
            "def f():\n    return _('x') if [1 for _ in range(3)] else _('y')",
        )
    )
    assert any(map(_is_throwaway, _in_scope(hiding)))
    assert not any(map(_is_throwaway, _in_scope(harmless)))


def test_the_check_finds_unmarked_texts() -> None:
    """The check finds plain texts, f-strings and parts of expressions, but no docstrings, messages or help."""
    code = '''
"""A docstring of words."""
note("some words here")
message = f"{x} isn't a thing" + ("or more words" if x else "")
note(_("some said words"))
typer.Option("--x", help="some help words")
raise BadValue("rule number", x, "give another value")
'''
    found = list(_unmarked_texts(ast.parse(code)))
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
    """Return the text of a literal; values of an f-string are replaced by `{}`."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _unmarked_texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts in a syntax tree that are not messages, help or docstrings."""
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
                yield from _unmarked_texts(each)
        return
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from _unmarked_texts(child)
