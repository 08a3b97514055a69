"""Start-up: what a command may import, counted, since a clock would tell more of the machine than of the program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What was there when `bench/startup.py` measured 1.2 and 2.2 times a Typer hello-world. Of ours are counted the modules
# that hold code: a package's docstring costs next to nothing.
BUDGET = {("show", "306.5"): (185, 23), ("search", "loyalty"): (287, 40)}

# Each takes milliseconds, and neither a rule nor plain words need it.
NEVER = {
    "cli.options.completion", "importlib.resources", "secrets", "random.SystemRandom", "kb.storage.writer",
    "kb.storage.link_writer", "kb.lineage", "kb.history", "kb.text.reference_parser", "kb.graph", "kb.terms",
    "kb.translation", "ingest", "rapidfuzz", "rich", "filelock", "whoosh.qparser", "whoosh.query", "whoosh.searching",
    "whoosh.scoring", "whoosh.highlight",
}  # fmt: skip


@pytest.mark.parametrize("command", list(BUDGET), ids=" ".join)
def test_imports_are_counted(starter_home: Path, command: tuple[str, ...]) -> None:
    """A command imports no more modules than its budget, ours among them, and nothing that it has no use for."""
    script = (
        "import json, sys; from cli.app import main; "
        f"status = main(['--home', {str(starter_home)!r}, *{list(command)!r}]); "
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr); sys.exit(status)"
    )
    # The first run builds the index.
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = json.loads(run.stderr.splitlines()[-1])
    ours = [name for name in modules if (ROOT / name.replace(".", "/")).with_suffix(".py").exists()]
    assert sorted(NEVER & {*modules}) == []
    most, most_ours = BUDGET[command]
    assert len(ours) <= most_ours, ours
    assert len(modules) <= most, len(modules)
