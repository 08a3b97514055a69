"""Start-up: a limit on the modules that a command imports. A count, unlike a time, doesn't depend on the machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# All modules, and modules of the program with code. Packages aren't counted, since a docstring costs next to nothing.
# At these counts, `bench/startup.py` measures 1.2, 2.0 and 1.0 times a Typer hello-world.
BUDGET = {("show", "306.5"): (184, 25), ("search", "loyalty"): (289, 45), ("--help",): (181, 22)}

# Each of these takes milliseconds, and neither showing a rule nor searching for plain words needs it.
NEVER = {
    "cli.options.completion", "importlib.resources", "secrets", "random.SystemRandom", "kb.storage.writer",
    "kb.storage.link_writer", "kb.lineage", "kb.history", "kb.text.reference_parser", "kb.graph", "kb.terms",
    "kb.translation", "ingest", "rapidfuzz", "rich", "filelock", "whoosh.qparser", "whoosh.query", "whoosh.searching",
    "whoosh.scoring", "whoosh.highlight",
}  # fmt: skip


# The frozen dataclasses of these modules take half a millisecond each.
NEVER_TO_SEARCH = {"kb.model", "kb.storage.view_items"}


@pytest.mark.parametrize("command", list(BUDGET), ids=" ".join)
def test_imports_are_counted(starter_home: Path, command: tuple[str, ...]) -> None:
    """A command stays within its limits of imported modules, and imports nothing that it doesn't need."""
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
    never = NEVER if command[0] == "show" else NEVER | NEVER_TO_SEARCH
    assert sorted(never & {*modules}) == []
    most, most_ours = BUDGET[command]
    assert len(ours) <= most_ours, ours
    assert len(modules) <= most, len(modules)
