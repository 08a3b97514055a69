"""The architecture of the program: order of rooms, no import cycles, one place for each heavy library."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {"kb": {"kb"}, "ingest": {"ingest", "kb"}, "cli": {"cli", "ingest", "kb"}, "data": set()}

ORDER = {
    "kb": "languages i18n program errors rule_number section_number documents rule_text model "
    "text lineage storage history terms graph citations infractions translation cards parallel drafting search "
    "verification rulings library",
    "kb.cards": "grammar faces kinds card_parser pasted_text concepts governing_rules library",
    "kb.rulings": "logic law oracle situation engine encoded review",
    "kb.rulings.encoded": "characteristics turn copying layers multiplayer damage life attachment casting card_types "
    "variants zones state_based combat abilities keywords",
    "ingest": "document_budget documents parsing text_damage formats policy control_characters publisher "
    "starter_manifest decode edition_checks policy_edition pipeline sync translations cards",
    "cli": "pager output_streams messages choices progress user_files linting edition_gaps starter_data rendering "
    "options drafting site pinned_numbers books book_arguments interactive language_server mcp_server "
    "book_references commands app __main__",
}
"""The rooms of each package. A room may import only the rooms before it."""

ONLY_IN = {
    "whoosh": {"kb/search/inverted_index.py", "kb/search/query_syntax.py", "kb/text/folding.py"},
    "sqlite3": {"kb/storage/", "kb/cards/library/database.py"},
    "ijson": {"ingest/cards/card_file.py"},
    "httpx": {"ingest/documents/fetch.py"},
    "bs4": {
        "ingest/formats/html_builder.py", "ingest/formats/html_rendering.py", "ingest/formats/positioned_html.py",
        "ingest/policy/html_blocks.py",
    },
    "docx": {"ingest/formats/docx.py"},
    "pypdfium2": {"ingest/formats/pdf_words.py"},
    "networkx": {"kb/graph/graph_export.py"},
    "pygraphviz": {"kb/graph/drawing.py"},
    "rapidfuzz": {
        "kb/history/edition_diff.py", "kb/lineage/headwords.py", "kb/lineage/matching.py",
        "kb/translation/typo_fixes.py",
        "kb/search/word_patterns.py", "kb/search/spelling.py", "kb/search/monolingual.py",
        "kb/infractions/lookup.py",
        "kb/cards/library/name_lookup.py",
    },
    "jinja2": {"cli/rendering/html_templates.py", "cli/site/page_templates.py"},
    "translate": {"kb/terms/bilingual_terms.py", "kb/translation/exchange/"},
    "lxml": {"kb/translation/exchange/"},
    "prompt_toolkit": {"cli/interactive/"},
    "pygls": {"cli/language_server/server.py"},
    "lsprotocol": {"cli/language_server/server.py"},
    "yaml": {"kb/rulings/situation/yaml_nodes.py"},
    "distributed": {"cli/linting/dask_workers.py"},
    "mcp": {"cli/mcp_server/server.py"},
    "mcp_types": {"cli/mcp_server/server.py"},
    "pydantic": {"cli/mcp_server/server.py"},
    "typing_extensions": {"cli/mcp_server/answers.py"},
    "typer": {"cli/app.py", "cli/options/", "cli/commands/"},
}  # fmt: skip
"""The modules and folders that may import a library; other libraries are not limited."""

MAX_LINES, MAX_FUNCTION_LINES = 400, 60


@cache
def modules() -> dict[str, Path]:
    """Return the modules of the program by dotted name; a package has the name of its folder."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in MAY_IMPORT
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def folder_of(name: str) -> str:
    """Return the folder of a module, relative to the root."""
    return modules()[name].parent.relative_to(ROOT).as_posix()


def within(folder: str) -> list[str]:
    """Return the modules of a folder, not those of the folders in it."""
    return [name for name in modules() if folder_of(name) == folder]


@cache
def tree(name: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


def imports(name: str) -> Iterator[str]:
    """Yield everything that a module imports, also inside functions and for type checking."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                yield module if module in modules() else node.module


@cache
def graph() -> dict[str, set[str]]:
    """Return, for each module, the modules of the program that it imports."""
    return {name: {other for other in imports(name) if other in modules()} - {name} for name in modules()}


def folders() -> dict[str, set[str]]:
    """Return, for each folder or single module, its imported siblings at every depth."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, others in graph().items():
        for other in others:
            mine, theirs = name.split("."), other.split(".")
            depth = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), None)
            if depth is not None:
                found[".".join(mine[: depth + 1])].add(".".join(theirs[: depth + 1]))
    return found


def cycle(imported: dict[str, set[str]]) -> list[str]:
    """Return one cycle of an import graph, or an empty list."""
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_no_import_cycle_between_modules() -> None:
    """No module imports itself, directly or through other modules."""
    assert cycle(graph()) == []


def test_no_import_cycle_between_folders() -> None:
    """No folder imports itself through other folders."""
    assert cycle(folders()) == []


@pytest.mark.parametrize("package", list(ORDER))
def test_rooms_import_only_those_before_them(package: str) -> None:
    """ORDER lists every room of a package, and no room imports a later one."""
    order = ORDER[package].split()
    inside = f"{package}."
    rooms = {name.removeprefix(inside).partition(".")[0] for name in modules() if name.startswith(inside)}
    assert set(order) == rooms
    for name in modules():
        for other in graph()[name] if name.startswith(inside) else ():
            if other.startswith(inside):
                mine, theirs = (order.index(each.removeprefix(inside).partition(".")[0]) for each in (name, other))
                assert theirs <= mine, f"{name} imports {other}"


def test_every_folder_states_its_concern() -> None:
    """Each folder with modules is a package whose docstring states its concern."""
    for folder in {path.parent for path in modules().values()}:
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))), folder


def test_class_names_are_unique() -> None:
    """No two public classes have the same name."""
    found = defaultdict(list)
    for name in modules():
        for node in tree(name).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(name)
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


@pytest.mark.parametrize("folder", sorted(set(map(folder_of, modules()))))
def test_modules_and_functions_are_short(folder: str) -> None:
    """A module has at most 400 lines, a function at most 60."""
    for name in within(folder):
        lines = modules()[name].read_text(encoding="utf-8").count("\n")
        assert lines <= MAX_LINES, name
        for node in ast.walk(tree(name)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                lines = node.end_lineno - node.lineno + 1
                assert lines <= MAX_FUNCTION_LINES, f"{name}.{node.name}"


@pytest.mark.parametrize("folder", sorted(set(map(folder_of, modules()))))
def test_sql_is_in_one_folder(folder: str) -> None:
    """Only `kb.storage`, and for the card library its module `database`, have SQL statements and run them."""
    for name in within(folder):
        if name.startswith("kb.storage") or name == "kb.cards.library.database":
            continue
        for node in ast.walk(tree(name)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|PRAGMA)\b[^.]", node.value), (
                    node.value
                )
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("execute", "executemany", "executescript"), f"{name}:{node.lineno}"


@pytest.mark.parametrize("folder", sorted(set(map(folder_of, modules()))))
def test_packages_import_in_one_direction(folder: str) -> None:
    """Packages import in the order cli, ingest, kb; heavy libraries are imported in one place."""
    for name in within(folder):
        where = modules()[name].relative_to(ROOT).as_posix()
        for other in imports(name):
            top = other.partition(".")[0]
            if top in MAY_IMPORT:
                assert top in MAY_IMPORT[name.partition(".")[0]], f"{name} imports {other}"
            if top in ONLY_IN:
                assert where in ONLY_IN[top] or any(where.startswith(f) for f in ONLY_IN[top] if f.endswith("/")), other


@pytest.mark.parametrize("folder", sorted({folder_of(name) for name in modules() if not name.startswith("cli")}))
def test_the_library_never_prints(folder: str) -> None:
    """Only the command line prints."""
    for name in within(folder):
        calls = [node.func for node in ast.walk(tree(name)) if isinstance(node, ast.Call)]
        assert not [call for call in calls if isinstance(call, ast.Name) and call.id == "print"], name


def test_reading_a_rule_imports_nothing_heavy(starter_home: Path) -> None:
    """`rules show` doesn't import the search engine, the HTML reader, the network client or Rich."""
    script = (
        "import sys; from cli.app import main; "
        f"status = main(['--home', {str(starter_home)!r}, 'show', '306.5']); "
        "heavy = {'whoosh', 'bs4', 'docx', 'pypdfium2', 'httpx', 'rich', 'filelock', 'hypothesis', 'platformdirs', "
        "'networkx', 'pygraphviz', 'xml', 'lxml', 'translate', 'kb.graph.citation_graph', 'rapidfuzz', "
        "'jinja2', 'prompt_toolkit', 'cli.commands.search', 'importlib.metadata', 'yaml', 'kb.rulings'}; "
        "heavy &= set(sys.modules); "
        "print(sorted(heavy), file=sys.stderr); sys.exit(status)"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stderr.strip() == "[]"


def test_a_search_in_the_same_language_loads_no_terms(starter_home: Path) -> None:
    """`rules search loyalty` doesn't load the terms of the other language."""
    script = (
        "import sys; from cli.app import main; "
        f"status = main(['--home', {str(starter_home)!r}, 'search', 'loyalty', '--limit', '1']); "
        "terms = {'kb.terms.bilingual_terms', 'kb.search.query_translation', 'kb.search.hit_translations'}; "
        "terms &= set(sys.modules); "
        "sys.exit(status or bool(terms))"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True)


def test_starter_data_is_unchanged() -> None:
    """The manifest lists exactly the five starter documents, with the right checksums."""
    folder = ROOT / "data/starter"
    manifest = tomllib.loads((folder / "manifest.toml").read_text(encoding="utf-8"))["document"]
    assert {row["file"] for row in manifest} == {path.name for path in folder.glob("*.txt")}
    for row in manifest:
        assert sha256((folder / row["file"]).read_bytes()).hexdigest() == row["sha256"]


def test_seeds_are_those_given(shared: Path) -> None:
    """The starter documents are those that the project was given."""
    for seed in (shared / "seeds").glob("*.txt"):
        assert (ROOT / "data/starter" / seed.name).read_bytes() == seed.read_bytes()
