"""Translate a whole book into no language, through the files of translation tools and back, then take the next edition.

Usage: python -m bench.whole_book OLDER NEWER [--folder FOLDER]

OLDER and NEWER are files of two English editions. Every rule, example and glossary entry of the older one is exported
(PO, XLIFF 1.2, XLIFF 2.0), translated with translate-toolkit, and imported into a knowledge base of its own. The PO
file also goes through gettext's `msgfmt --check`, and is wrapped anew by `msgcat`, as other editors save it. The French
must be exact, and all units current. Then the newer edition comes in: no unit with unchanged English may be stale, and
every stale one must have other English. Units whose English changed and that are still current are printed, so that a
reader can judge the changes. With --folder, the files stay there.
"""

from __future__ import annotations

import argparse
import csv
import io
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench.omegat import pseudo
from kb.translation.exchange.units import inline_diff

_FORMS = {"book.po": (), "book.xlf": (), "book2.xlf": ("--xliff-version", "2.0")}

Row = dict[str, str]
"""A row of the exported table: a unit."""


def main() -> None:
    """Run the three round trips. Exit with 1 if a unit isn't as it should be."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("older", type=Path, metavar="OLDER", help="a file of an English edition")
    arguments.add_argument("newer", type=Path, metavar="NEWER", help="a file of a later edition")
    arguments.add_argument("--folder", type=Path, metavar="FOLDER", help="keep the files here")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="rules-bench-") as folder:
        faults = [_round_trip(given.folder or Path(folder), name, given.older, given.newer) for name in _FORMS]
    sys.exit(any(faults))


def _round_trip(folder: Path, name: str, older: Path, newer: Path) -> int:
    """Translate a book in one format. Return the number of faults."""
    home, file = folder / f"home-{name}", folder / name
    _rules(home, "ingest", str(older))
    _rules(home, "translation", "export", str(file), *_FORMS[name])
    count = translate_every_unit(file)
    if file.suffix == ".po":
        for command in ("msgfmt --check --output-file=/dev/null", f"msgcat --width=60 --output-file={file}"):
            subprocess.run([*command.split(), str(file)], check=True)
    start = time.perf_counter()
    _rules(home, "translation", "import", str(file))
    seconds = time.perf_counter() - start
    before = _table(home)
    wrong = [each for each, row in before.items() if (row["state"], row["fr"]) != ("current", pseudo(row["en"]))]
    print(f"{name}: {count} units, imported in {seconds:.1f} s, {len(before) - len(wrong)} of {len(before)} exact")
    for lineage, part in wrong[:10]:
        print(f"  wrong: {lineage} {part}")
    _rules(home, "ingest", str(newer))
    return len(wrong) + _judge_the_next_edition(before, _table(home), show=name == "book.po")


def _judge_the_next_edition(
    before: dict[tuple[str, str], Row], after: dict[tuple[str, str], Row], *, show: bool
) -> int:
    """Compare the states with the texts. Return the number of faults."""
    states = Counter(row["state"] for row in after.values())
    print("  then " + ", ".join(f"{count} {state}" for state, count in sorted(states.items())))
    faults = 0
    # A text and its examples are one wording: if an example is removed, the text is stale.
    shorter = {rule for rule, part in before.keys() - after.keys() if (rule, "text") in after}
    for key, row in after.items():
        was = before.get(key)
        expected = "missing" if was is None else "stale" if row["en"] != was["en"] else "current"
        if row["state"] in (expected, "orphan") or (row["state"] == "stale" and key[0] in shorter):
            continue
        if was is not None and row["state"] == "current":
            if show:
                print(f"  still current: {' '.join(key)}  {inline_diff(was['en'], row['en'])}")
        else:
            faults += 1
            print(
                f"  wrong: {' '.join(key)} is {row['state']}, its English " + ("is new" if was is None else "is known")
            )
    gone = [key for key in before if key not in after and key[0] not in shorter]
    for key in gone:
        print(f"  wrong: {' '.join(key)} is lost")
    return faults + len(gone)


def translate_every_unit(file: Path) -> int:
    """Translate every unit of a PO or XLIFF file and mark it as finished. Return the number of units."""
    store = _open(file)
    units = [unit for unit in store.units if not unit.isheader()]
    for unit in units:
        unit.target = pseudo(str(unit.source))
        unit.markfuzzy(False)
    store.savefile(str(file))
    return len(units)


def _open(file: Path) -> Any:
    from translate.storage import factory
    from translate.storage.xliff2 import Xliff2File

    if b'version="2.0"' in file.read_bytes()[:1000]:
        return Xliff2File.parsefile(str(file))
    return factory.getobject(str(file))


def _table(home: Path) -> dict[tuple[str, str], Row]:
    """Return all units in both languages by the names of their lineages and their parts."""
    table = _rules(home, "translation", "export", "-", "--format", "csv").removeprefix("\ufeff")
    return {(row["lineage"], row["part"]): row for row in csv.DictReader(io.StringIO(table))}


def _rules(home: Path, *arguments: str) -> str:
    command = [str(Path(sys.executable).with_name("rules")), "--home", str(home), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


if __name__ == "__main__":
    main()
