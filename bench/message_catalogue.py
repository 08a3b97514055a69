"""Extract the program's messages from the code, and update and compile the catalogue of their translations.

    python -m bench.message_catalogue --update

extracts the messages, updates `data/locale/fr/LC_MESSAGES/rules.po` and compiles this file. The command lists the
messages that have no translation yet. The exit status is 1 if there are such messages. Without `--update` the command
writes nothing.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("kb", "ingest", "cli")
PO = ROOT / "data/locale/fr/LC_MESSAGES/rules.po"
MO = PO.with_suffix(".mo")
KEYWORDS = {"_": None, "ngettext": (1, 2)}
"""The names of functions whose arguments are messages, in HTML templates and in the results of `extract_messages`."""
MARKERS = {"_", "ngettext", "mark_message", "stored_message", "mark_codes"}
"""The Python functions whose literal arguments are a message, or the singular and the plural of a message."""
MESSAGE_ARGUMENTS: dict[str, tuple[int | str, ...]] = {
    "Claim": (0,), "CountsFact": (0, 1), "Question": (1,), "Row": (2,), "YesNoFact": (0, 1), "answers": (1,),
    "assume_false": (1,), "conclude": (1,), "constant": (1,), "defines": (1,), "encodes": (1,), "forbids": (2,),
    "other_action": (2,), "permits": (2,), "requires": (2,), "unknown": (1,), "variant_of": (1, "claim"),
    "with_claim": (0,),
}  # fmt: skip
"""The functions of encoded rules, with the positions or names of the arguments that are messages.

In all other functions whose names end with `Fact`, only the first argument is a message.
"""
VALUE_KINDS = {"BadValue", "parse_choice"}
"""The functions whose first argument is a kind of value. Each kind has its own message in the catalogue."""
HELP_KEYWORDS = ("help", "metavar", "epilog", "rich_help_panel")
"""The names of the arguments of Typer's functions that are messages."""


def extract_messages(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, tuple[str, ...], list[str]]]:
    """Yield line number, function name, messages and comments of each call, as Babel requires of an extraction method.

    Babel's own method for Python doesn't find messages within f-strings. It also doesn't find the help of commands. The
    help consists of literal arguments of Typer's functions and of the paragraphs of docstrings.
    """
    del keywords, comment_tags, options
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            for messages in _in_call(node):
                yield node.lineno, "ngettext" if len(messages) > 1 else "_", messages, []
        elif isinstance(node, ast.FunctionDef) and _is_command(node):
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                yield node.lineno, "_", (paragraph,), []


def _in_call(call: ast.Call) -> Iterator[tuple[str, ...]]:
    """Yield the messages in the arguments of a call, as tuples: one message, or its singular and its plural."""
    name, (first, second) = name_of(call), (*map(literal, call.args[:2]), "", "")[:2]
    arguments: dict[int | str | None, ast.expr] = {
        **dict(enumerate(call.args)),
        **{k.arg: k.value for k in call.keywords},
    }
    for argument in message_arguments(name):
        message = literal(arguments.get(argument))
        if re.sub(r"\{\w+\}|\W", "", message):
            yield (message,)
    if name == "mark_codes":
        yield from ((code, code) for code in first.split())
    elif name in MARKERS and first:
        yield (first, second) if second and name != "_" else (first,)
    elif name in {*VALUE_KINDS, "__init__"} and first:
        # If the first argument of `__init__` is a literal, the call is in a subclass of BadValue.
        yield (f"'{{value}}' is no {first}: {{expected}}",)
    elif name.endswith("Option") or name in ("Argument", "Typer"):
        yield from ((text,) for each in call.keywords if each.arg in HELP_KEYWORDS and (text := literal(each.value)))


def message_arguments(name: str) -> tuple[int | str, ...]:
    """Return the positions or names of those arguments of the function `name` that are messages."""
    return MESSAGE_ARGUMENTS.get(name, (0,) if name.endswith("Fact") else ())


def name_of(call: ast.Call) -> str:
    """Return the name of the called function: `_`, or `Option` for `typer.Option`."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def literal(node: ast.expr | None) -> str:
    """Return the text of a string literal, or "" for any other expression."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_command(function: ast.FunctionDef) -> bool:
    """Return True if a function's docstring is the help of a command."""
    called = [decorator for decorator in function.decorator_list if isinstance(decorator, ast.Call)]
    return function.name == "command" or any(name_of(call) == "callback" for call in called)


def template() -> Catalog:
    """Return a catalogue of the messages in the code, without translations."""
    catalogue = Catalog(project="rules", domain="rules", charset="utf-8")
    methods = [("**.py", f"{__name__}:extract_messages"), ("**.html", "jinja2")]
    for package in PACKAGES:
        found = extract_from_dir(ROOT / package, methods, keywords=KEYWORDS)
        for file, _line, message, _comments, _context in sorted(found, key=lambda each: Path(each[0])):
            catalogue.add(message, locations=[(f"{package}/{file}", 0)])
    return catalogue


def kept_catalogue() -> Catalog:
    """Return the catalogue of the repository, with its translations."""
    with PO.open("rb") as stream:
        return read_po(stream, locale="fr", domain="rules")


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue into the binary form that the program reads."""
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def untranslated(catalogue: Catalog) -> list[Message]:
    """Return the messages that have no translation, and the messages whose translation is marked as fuzzy."""
    return [each for each in catalogue if each.id and (each.fuzzy or not all(strings(each)))]


def strings(message: Message) -> tuple[str, ...]:
    """Return the translations of a message's singular and plural, or its only translation."""
    return tuple(message.string or ("",)) if isinstance(message.id, tuple) else (str(message.string or ""),)


def update() -> list[Message]:
    """Update the catalogue from the code and compile it. Return the messages without a translation."""
    new, catalogue = template(), kept_catalogue()
    new.creation_date = catalogue.creation_date
    catalogue.update(new)
    catalogue.obsolete.clear()
    with PO.open("wb") as stream:
        write_po(stream, catalogue, width=110, sort_by_file=True, include_lineno=False)
    MO.write_bytes(compiled(catalogue))
    return untranslated(catalogue)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.message_catalogue", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--update", action="store_true", help="write the catalogue; without it, only look at it")
    left = update() if parser.parse_args().update else untranslated(kept_catalogue())
    for message in left:
        print(re.sub(r"\s+", " ", f"{message.locations[0][0] if message.locations else ''}: {message.id}"))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
