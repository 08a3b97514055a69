"""Translate rules in OmegaT itself, headless, and import them: is every unit in its right state, and is none lost?

Usage: python -m bench.omegat HOME [--program COMMAND] [--logs FOLDER]

HOME is a knowledge base with the starter texts, whatever else it has. It is copied. The 62 rules of sections 303 to 308
are exported as a project (`--for omegat`). In two further projects their texts are XLIFF 1.2 and 2.0 instead of PO. Of
the texts without French, some are translated by the memory that OmegaT keeps, some by a script, and so is the one that
stands in English. If several are stale, one of them is translated. Then all is imported. Each rule that OmegaT showed
and that was translated must be current with its new French, all others must be as before. Another project has sentence
segmentation: of two sentences one is translated, so the import must refuse the rule.

COMMAND is what starts OmegaT (default: omegat). Its output for each project is written into FOLDER.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SECTIONS = ("303", "304", "305", "306", "307", "308")
"""Sections with 62 rules: of 306 there is French in every state, of the others there is none."""

HALF = "305.3"
"""A rule of two sentences."""

# The files that stand for the texts of a project, and the options of their export.
_FORMS = {"PO": None, "XLIFF 1.2": ("rules.xlf", "1.2"), "XLIFF 2.0": ("rules2.xlf", "2.0")}
_LETTERS = str.maketrans("aeiouycAEIOU", "àéîôûýçÀÉÎÔÛ")

# Translates the segments of a project by a table, like a translator, and lists the segments.
_SCRIPT = """
import org.omegat.core.data.PrepareTMXEntry
if (eventType.toString() == 'LOAD') {
  println "VERSION " + org.omegat.util.OStrings.getVersion()
  def table = new groovy.json.JsonSlurper().parse(new File('TABLE'), 'UTF-8')
  project.allEntries.each { segment ->
    def known = project.getTranslationInfo(segment).isTranslated()
    println "SEGMENT " + groovy.json.JsonOutput.toJson([known, segment.srcText])
    if (table.containsKey(segment.srcText)) {
      def entry = new PrepareTMXEntry()
      entry.source = segment.srcText
      entry.translation = table[segment.srcText]
      project.setTranslation(segment, entry, true, null)
    }
  }
}
null
"""


def main() -> None:
    """Run all projects and print what came back. Exit with 1 if a rule isn't as it should be."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("home", type=Path, metavar="HOME", help="the folder of a knowledge base")
    arguments.add_argument("--program", default="omegat", metavar="COMMAND", help="the command that starts OmegaT")
    arguments.add_argument("--logs", type=Path, metavar="FOLDER", help="where the output of OmegaT is written")
    given = arguments.parse_args()
    is_wrong = False
    with tempfile.TemporaryDirectory(prefix="rules-bench-") as folder:
        for name in (*_FORMS, "PO, sentences"):
            print(name)
            output, wrong = Trial(name, Path(folder, name.replace(" ", "-")), given.home).run(
                shlex.split(given.program)
            )
            print(*(f"  wrong: {each}" for each in wrong), sep="\n")
            is_wrong = is_wrong or bool(wrong)
            if given.logs:
                given.logs.mkdir(exist_ok=True)
                (given.logs / f"{name}.log").write_text(output, encoding="utf-8")
    print("".join(re.findall(r"^VERSION .+$", output, re.MULTILINE)))
    sys.exit(is_wrong)


class Trial:
    """One project, from its export to the import of its translated documents."""

    def __init__(self, name: str, folder: Path, home: Path) -> None:
        folder.mkdir()
        self._name, self._folder, self._home = name, folder, folder / "home"
        shutil.copytree(home, self._home)
        self._before = self._pairs()
        by_state: dict[str, list[str]] = defaultdict(list)
        for pair in self._before.values():
            by_state[pair["state"]].append(pair["en"]["text"])
        missing = by_state["missing"]
        self._by_memory = {text: pseudo(text) for text in (*missing[:20], *by_state["untranslated"])}
        self._by_script = {text: pseudo(text) for text in (*missing[20:35], *by_state["stale"][1:2])}

    def run(self, program: Sequence[str]) -> tuple[str, list[str]]:
        """Export, translate and import the project. Return the output of OmegaT, and what is wrong afterwards."""
        project, within = self._folder / "project", [word for section in SECTIONS for word in ("--section", section)]
        self._rules("translation", "export", str(project), "--for", "omegat", *within)
        to_import = project
        if form := _FORMS.get(self._name):
            (project / "source" / "rules.po").unlink()
            file, version = form
            to_import = project / "target" / file
            self._rules("translation", "export", str(project / "source" / file), "--xliff-version", version, *within)
        is_split = self._name not in _FORMS
        if is_split:
            split_into_sentences(project)
            (half,) = (lineage for lineage, pair in self._before.items() if pair["number"] == HALF)
            first = self._before[half]["en"]["text"].split(". ")[0] + "."
            self._by_memory, self._by_script = {}, {first: pseudo(first)}
        remember(project, self._by_memory)
        output = translate(project, self._by_script, program)
        imported = self._rules("translation", "import", str(to_import), "--json", status=int(is_split))
        refused = {each["unit"]: each["reason"] for each in imported["left"]["refused"]}
        wrong = self._judge(output)
        if refused != ({half: "english-left"} if is_split else {}):
            wrong.append(f"refused: {refused}")
        return output, wrong

    def _judge(self, output: str) -> list[str]:
        """Print how many rules have which state, and return what is wrong."""
        shown = {text for _known, text in segments(output)}
        translated = {text: fr for text, fr in (self._by_memory | self._by_script).items() if text in shown}
        after = self._pairs()
        wrong = [f"{lineage} is lost" for lineage in self._before.keys() - after.keys()]
        for lineage, before in self._before.items():
            pair, french = after.get(lineage, {}), translated.get(before["en"]["text"])
            done = french is not None and (pair.get("state"), pair.get("fr", {}).get("text")) == ("current", french)
            if not done and (french is not None or pair != before):
                wrong.append(f"{before['number']} was {before['state']} and is {pair.get('state')}")
        counts = (Counter(pair["state"] for pair in pairs.values()) for pairs in (self._before, after))
        states = (", ".join(f"{count} {state}" for state, count in sorted(each.items())) for each in counts)
        print(f"  {len(shown)} segments, {len(translated)} rules translated\n  {' -> '.join(states)}")
        return wrong

    def _pairs(self) -> dict[str, dict[str, Any]]:
        """Return all rules in both languages, by the names of their lineages."""
        pairs: list[dict[str, Any]] = self._rules("compare", *SECTIONS, "--json")["pairs"]
        return {pair["lineage"]: pair for pair in pairs}

    def _rules(self, *arguments: str, status: int = 0) -> dict[str, Any]:
        command = [str(Path(sys.executable).with_name("rules")), "--home", str(self._home), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != status:
            sys.exit(done.stdout + done.stderr)
        return dict(json.loads(done.stdout)) if "--json" in arguments else {}


def pseudo(text: str) -> str:
    """Return a text in no language. It has the symbols and numbers of `text`, and a mark at each word."""
    words = re.compile(r"\{[^}]*\}|[^\W\d_]+")
    return words.sub(lambda word: word[0] if word[0][0] == "{" else f"{word[0].translate(_LETTERS)}é", text)


def split_into_sentences(project: Path) -> None:
    """Switch on the segmentation into sentences, as a translator may do."""
    settings = project / "omegat.project"
    switched = settings.read_text(encoding="utf-8").replace("<sentence_seg>false", "<sentence_seg>true")
    settings.write_text(switched, encoding="utf-8")


def remember(project: Path, memory: Mapping[str, str]) -> None:
    """Write the memory that OmegaT saves while a translator works."""
    from translate.storage.tmx import tmxfile

    store: Any = tmxfile(sourcelanguage="EN", targetlanguage="FR")
    for english, french in memory.items():
        store.addtranslation(english, "EN", french, "FR")
    store.savefile(str(project / "omegat" / "project_save.tmx"))


def translate(project: Path, table: Mapping[str, str], program: Sequence[str] = ("omegat",)) -> str:
    """Translate a project in OmegaT by its memory and by a table. Return what OmegaT printed.

    Raise `RuntimeError` if it didn't finish.
    """
    file, script = project.with_name("table.json"), project.with_name("script.groovy")
    file.write_text(json.dumps(table), encoding="utf-8")
    script.write_text(_SCRIPT.replace("TABLE", str(file)), encoding="utf-8")
    config = f"--config-dir={project.with_name('config')}"
    command = [*program, str(project), "--mode=console-translate", config, "--no-team", f"--script={script}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode or not done.stdout.endswith("Finished\n"):
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout


def segments(output: str) -> list[tuple[bool, str]]:
    """Return the segments that OmegaT printed: whether each was translated before, and its text."""
    lines = re.findall(r"^SEGMENT (.+)$", output, re.MULTILINE)
    return [(known, text) for known, text in map(json.loads, lines)]


if __name__ == "__main__":
    main()
