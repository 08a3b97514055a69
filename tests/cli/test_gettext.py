"""gettext's own programs on the PO files that `translation export` writes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("translate.storage")

STALE, CURRENT, MISSING = "306.5b@", "306.2@", "305.1@"
"""The beginnings of the names of three texts."""


def units(file: Path) -> dict[str, Any]:
    """Return the texts of rules in a PO file, by the beginnings of their names."""
    from translate.storage.po import pofile

    contexts = ((unit.getcontext(), unit) for unit in pofile.parsefile(str(file)).units[1:])
    return {name.partition("@")[0] + "@": unit for name, unit in contexts if ":" not in name}


def translate(file: Path, name: str, french: str) -> None:
    from translate.storage.po import pofile

    store: Any = pofile.parsefile(str(file))
    (unit,) = (each for each in store.units if each.getcontext().startswith(name) and ":" not in each.getcontext())
    unit.target = french
    unit.markfuzzy(False)
    store.savefile(str(file))


@pytest.mark.skipif(shutil.which("msgmerge") is None, reason="gettext isn't installed (Debian: gettext)")
def test_work_is_kept_by_msgmerge(rules: Any, home: Path, tmp_path: Path) -> None:
    """A new export is merged into a translator's file: unfinished work stays, and the result can be imported."""
    mine, new = tmp_path / "fr.po", tmp_path / "new.po"
    within = ("--section", "305", "--section", "306")
    assert rules("translation", "export", str(mine), *within, home=home).status == 0
    translate(mine, MISSING, "Un joueur joue un terrain.")
    assert rules("translation", "export", str(new), *within, home=home).status == 0
    subprocess.run(["msgmerge", "--quiet", "--previous", "-U", str(mine), str(new)], check=True)
    subprocess.run(["msgfmt", "--check", "-o", str(tmp_path / "fr.mo"), str(mine)], check=True)
    merged, exported = units(mine), units(new)
    assert merged.keys() == exported.keys()
    assert str(merged[MISSING].target) == "Un joueur joue un terrain." and not merged[MISSING].isfuzzy()
    for name in (STALE, CURRENT):
        assert str(merged[name].target) == str(exported[name].target)
        assert merged[name].isfuzzy() == exported[name].isfuzzy()
    assert exported[STALE].isfuzzy() and not exported[CURRENT].isfuzzy()
    outcome = rules("translation", "import", str(mine), "--json", home=home)
    assert (outcome.status, outcome.data["left"]["refused"], outcome.data["rejected"]) == (0, [], [])
    assert [each["rules"] for each in outcome.data["ingested"]] == [1]
