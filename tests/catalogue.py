"""The messages of the program, and their catalogue for translators.

    python -m tests.catalogue --update

reads them from the code, brings `data/locale/fr/LC_MESSAGES/rules.po` up to date and compiles it. It lists
what is left to translate; the exit status is 1 if anything is.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "data/locale/fr/LC_MESSAGES/rules.po"
MO = PO.with_suffix(".mo")
HELP_KEYWORDS = ("help", "metavar", "epilog", "rich_help_panel")
"""Where an English text stands in a call of Typer."""


@dataclass(frozen=True)
class Said:
    """A message in the code.

    Attributes:
        file: where it stands.
        message: the English message.
        many: the English message for another number than one; "" if there is none.
    """

    file: str
    message: str
    many: str = ""


def sources() -> Iterator[Path]:
    """The modules that have messages."""
    for package in ("kb", "ingest", "cli"):
        yield from sorted((ROOT / package).rglob("*.py"))


def messages() -> list[Said]:
    """All messages, in the order of the files."""
    found = [said for path in sources() for said in _in_module(path)]
    for page in sorted((ROOT / "cli/pages").glob("*.html")):
        tree = Environment(autoescape=True).parse(page.read_text(encoding="utf-8"))
        for _line, _function, said in extract_from_ast(tree, gettext_functions=("_", "ngettext")):
            parts = [part for part in (said if isinstance(said, tuple) else (said,)) if part]
            found.append(Said(page.relative_to(ROOT).as_posix(), *parts))
    return found


def name_of(call: ast.Call) -> str:
    """What is called: `_`, `Option` of `typer.Option`."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def literal(node: ast.expr | None) -> str:
    """The text of a literal; "" for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _in_module(path: Path) -> Iterator[Said]:
    file = path.relative_to(ROOT).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for said in _in_call(node, tree):
                yield Said(file, *said)
        elif isinstance(node, ast.FunctionDef) and _is_command(node, file):
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                yield Said(file, paragraph)


def _in_call(call: ast.Call, tree: ast.Module) -> Iterator[tuple[str, ...]]:
    name = name_of(call)
    first, second = (*map(literal, call.args[:2]), "", "")[:2]
    if name in ("_", "later", "kept", "ngettext") and first:
        yield (first, second) if name != "_" else (first,)
    elif first and (name == "BadValue" or _is_bad_value(call, tree)):
        yield (f"'{{value}}' is no {first}: {{expected}}",)
    elif name in ("Option", "Argument", "Typer"):
        yield from ((text,) for each in call.keywords if each.arg in HELP_KEYWORDS and (text := literal(each.value)))


def _is_bad_value(call: ast.Call, tree: ast.Module) -> bool:
    """Whether a call is `super().__init__(...)` in a subclass of BadValue."""
    return name_of(call) == "__init__" and any(
        isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id == "BadValue" for base in node.bases)
        and call in ast.walk(node)
        for node in tree.body
    )


def _is_command(function: ast.FunctionDef, file: str) -> bool:
    """Whether a function's docstring is the help of a command."""
    if not file.startswith("cli/"):
        return False
    called = [decorator for decorator in function.decorator_list if isinstance(decorator, ast.Call)]
    return function.name == "command" or any(name_of(call) == "callback" for call in called)


def template() -> Catalog:
    """The messages without translations."""
    catalogue = Catalog(project="rules", domain="rules", charset="utf-8")
    for said in messages():
        catalogue.add((said.message, said.many) if said.many else said.message, locations=[(said.file, 0)])
    return catalogue


def translated() -> Catalog:
    """The catalogue as it is kept."""
    with PO.open("rb") as stream:
        return read_po(stream, locale="fr", domain="rules")


def compiled(catalogue: Catalog) -> bytes:
    """What the program reads."""
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def untranslated(catalogue: Catalog) -> list[Message]:
    """The messages that have no translation yet, or one that somebody must look at."""
    return [each for each in catalogue if each.id and (each.fuzzy or not all(strings(each)))]


def strings(message: Message) -> tuple[str, ...]:
    """The translation of a message: for one thing and for several, or whole."""
    return tuple(message.string or ("",)) if isinstance(message.id, tuple) else (str(message.string or ""),)


def update() -> list[Message]:
    """Bring the catalogue up to date with the code and compile it; give what is left to translate."""
    new = template()
    catalogue = translated()
    new.creation_date = catalogue.creation_date
    catalogue.update(new)
    catalogue.obsolete.clear()
    with PO.open("wb") as stream:
        write_po(stream, catalogue, width=110, sort_by_file=True, include_lineno=False)
    MO.write_bytes(compiled(catalogue))
    return untranslated(catalogue)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalogue", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="write the catalogue; without it, only look at it")
    left = update() if parser.parse_args().update else untranslated(translated())
    for message in left:
        print(re.sub(r"\s+", " ", f"{message.locations[0][0] if message.locations else ''}: {message.id}"))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
