"""The shape of the program: which package may know which, and who alone imports what is heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {"kb": {"kb"}, "ingest": {"ingest", "kb"}, "cli": {"cli", "ingest", "kb"}, "data": set()}
ONLY_IN = {
    "whoosh": {"kb/folding.py", *(f"kb/search/{name}.py" for name in ("language", "inverted_index"))},
    "sqlite3": {"kb/store.py", "kb/view.py", "kb/writer.py", "kb/links.py"},
    "httpx": {"ingest/fetch.py"},
    "bs4": {"ingest/formats/html.py", "ingest/landing.py"},
    "docx": {"ingest/formats/docx.py"},
    "pypdfium2": {"ingest/formats/pdf_words.py"},
    "networkx": {"kb/network.py"},
    "pygraphviz": {"kb/picture.py"},
    "pathspec": {"cli/files.py"},
    "rapidfuzz": {
        *(f"kb/{name}.py" for name in ("lineage", "comparison", "translation/slips")),
        *(f"kb/search/{name}.py" for name in ("finding", "one_language")),
    },
    "jinja2": {"cli/html.py"},
    "translate": {
        "kb/translation/terms.py",
        *(f"kb/translation/exchange/{name}.py" for name in ("__init__", "xliff", "po", "tmx", "tbx")),
    },
    "lxml": {f"kb/translation/exchange/{name}.py" for name in ("xliff", "tmx", "tbx")},
    "prompt_toolkit": {f"cli/live/{name}.py" for name in ("lines", "panes", "screen")},
    "yaml": {"kb/rulings/markup.py"},
    "typer": {
        "cli/app.py",
        "cli/completion.py",
        "cli/group.py",
        "cli/session.py",
        "cli/spoken.py",
        *(f"cli/commands/{p.name}" for p in (ROOT / "cli/commands").glob("*.py")),
    },
}


def modules() -> Iterator[Path]:
    for package in MAY_IMPORT:
        yield from sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    """cli -> ingest -> kb and cli -> kb; what is heavy is imported in one place."""
    where = path.relative_to(ROOT)
    for name in imports(path):
        top = name.partition(".")[0]
        if top in MAY_IMPORT:
            assert top in MAY_IMPORT[where.parts[0]], f"{where} imports {name}"
        assert where.as_posix() in ONLY_IN.get(top, {where.as_posix()}), f"{where} imports {name}"


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_library_never_prints(path: Path) -> None:
    """Only the command line writes to the streams."""
    if path.relative_to(ROOT).parts[0] == "cli":
        return
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call, ast.Name) and call.id == "print"]


def test_reading_a_rule_imports_nothing_heavy(starter_home: Path) -> None:
    """`rules show` starts without the search engine, the HTML reader, the network and Rich."""
    script = (
        "import sys; from cli.app import main; "
        f"status = main(['--home', {str(starter_home)!r}, 'show', '306.5']); "
        "heavy = {'whoosh', 'bs4', 'docx', 'pypdfium2', 'httpx', 'rich', 'filelock', 'hypothesis', 'platformdirs', "
        "'networkx', 'pygraphviz', 'xml', 'lxml', 'translate', 'kb.graph', 'pathspec', 'rapidfuzz', 'jinja2', "
        "'prompt_toolkit', 'cli.commands.search', 'importlib.metadata', 'yaml', 'kb.rulings'}; "
        "heavy &= set(sys.modules); "
        "print(sorted(heavy), file=sys.stderr); sys.exit(status)"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stderr.strip() == "[]"


def test_a_search_in_ones_own_words_reads_no_vocabulary(starter_home: Path) -> None:
    """`rules search loyalty` needs no terms of the other language, and doesn't wait for them."""
    script = (
        "import sys; from cli.app import main; "
        f"status = main(['--home', {str(starter_home)!r}, 'search', 'loyalty', '--limit', '1']); "
        "terms = {'kb.translation.terms', 'kb.search.rendering', 'kb.search.counterparts'} & set(sys.modules); "
        "sys.exit(status or bool(terms))"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True)


def test_starter_data_is_unchanged() -> None:
    """The five documents are byte for byte what the manifest says, and each is in it."""
    folder = ROOT / "data/starter"
    manifest = tomllib.loads((folder / "manifest.toml").read_text(encoding="utf-8"))["document"]
    assert {row["file"] for row in manifest} == {path.name for path in folder.glob("*.txt")}
    for row in manifest:
        assert sha256((folder / row["file"]).read_bytes()).hexdigest() == row["sha256"]


def test_seeds_are_those_given(shared: Path) -> None:
    """The starter documents are those that the project was given."""
    for seed in (shared / "seeds").glob("*.txt"):
        assert (ROOT / "data/starter" / seed.name).read_bytes() == seed.read_bytes()
