"""The program speaks the language of `--ui-lang`, else of the locale, independent of the language of the rules."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from cli.app import app
from cli.options.ui_language import language_from_arguments, language_from_environment
from kb.errors import BadValue
from kb.i18n import set_language
from tests.kb.storage.test_store import TO_SCHEMA_7

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")


def names(group: Any, before: str = "") -> Iterator[str]:
    """Yield the names of the commands of a group and of its subgroups."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        yield f"{before}{name}"
        if hasattr(command, "list_commands"):
            yield from names(command, f"{before}{name} ")


COMMANDS = list(names(typer.main.get_command(app)))


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Reset the language after each test, because the other tests expect English."""
    yield
    set_language("en")


def plain(text: str) -> str:
    """Return a text with every run of spaces replaced by one ordinary space."""
    return re.sub(r"\s+", " ", text)


def run(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process whose locale variables are only those given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "RULES"))}
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=ROOT,
        env=kept | {"RULES_HOME": str(home), "PYTHONUTF8": "1", "COLUMNS": "200"} | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA.ISO-8859-1@euro"}, "fr"),
        ({"LANG": "FR_fr"}, "fr"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "frp_IT"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_BE.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_BE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "en:fr"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "de"}, "en"),
        # Without a locale, or in the locale C, GNU gettext ignores LANGUAGE.
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANGUAGE": "fr"}, "en"),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], lang: str) -> None:
    """The variables have the precedence of the GNU gettext manual ("Locale Environment Variables")."""
    assert language_from_environment(environment) == lang


@pytest.mark.parametrize(
    ("arguments", "lang"),
    [
        ("show 306", None),
        ("--ui-lang fr show 306", "fr"),
        ("show 306 --ui-lang=fr", "fr"),
        ("--ui-lang fr show 306 --ui-lang en", "en"),
        ("search -- --ui-lang fr", None),
        ("show --ui-lang", None),
    ],
)
def test_the_language_asked_for(arguments: str, lang: str | None) -> None:
    """The option may be before or after the command's name; the later one wins. A missing value is a usage error."""
    assert language_from_arguments(arguments.split()) == lang


def test_another_language_is_an_error() -> None:
    """The message names the bad value and the accepted ones."""
    with pytest.raises(BadValue, match="'de' is no language of messages: give en or fr"):
        language_from_arguments(["show", "--ui-lang=de"])


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        ((), {}, "'306.z' is no rule number: "),
        ((), {"LANG": "C"}, "'306.z' is no rule number: "),
        ((), {"LANG": "de_DE.UTF-8"}, "'306.z' is no rule number: "),
        ((), {"LANG": "fr_FR.UTF-8"}, "« 306.z » n’est pas un numéro de règle : "),
        ((), {"LANG": "en_GB.UTF-8", "LANGUAGE": "fr_FR:en"}, "« 306.z » n’est pas un numéro de règle : "),
        (("--ui-lang", "fr"), {"LANG": "C"}, "« 306.z » n’est pas un numéro de règle : "),
        (("--ui-lang", "fr"), {}, "« 306.z » n’est pas un numéro de règle : "),
        (("--ui-lang=en",), {"LANG": "fr_FR.UTF-8"}, "'306.z' is no rule number: "),
    ],
)
def test_errors_of_real_processes(
    starter_home: Path, arguments: tuple[str, ...], environment: dict[str, str], message: str
) -> None:
    """One line, with the prefix that programs look for in every language; the exit status is the same."""
    outcome = run(starter_home, "show", "306.z", *arguments, **environment)
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert plain(outcome.stderr).startswith(f"rules: error: {message}")
    assert outcome.stderr.count("\n") == 1


def test_an_unknown_language_of_a_real_process(starter_home: Path) -> None:
    """A bad `--ui-lang` is one line in the language of the locale; the exit status is 2."""
    outcome = run(starter_home, "--ui-lang", "de", "show", "306.1", LANG="fr_FR.UTF-8")
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert plain(outcome.stderr) == "rules: error: « de » n’est pas une langue des messages : donnez en ou fr "


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_french(rules: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The French help has no line of the English help."""
    monkeypatch.setenv("COLUMNS", "240")
    asked = [*name.split(), "--help"]
    english, french = (rules(*asked, "--ui-lang", lang) for lang in ("en", "fr"))
    assert (english.status, french.status) == (0, 0)
    # A continued line may have only codes, so continued lines are joined.
    joined = [re.sub(r"\n {12,}", " ", each.out) for each in (english, french)]
    lines = [{plain(line) for line in each.splitlines() if WORDS.search(line)} for each in joined]
    assert lines[0] and not lines[0] & lines[1]
    for word in ("Usage:", "Global options", "Commands", "[required]", "[default:", "Example:", "Show this message"):
        assert word not in french.out
    assert "Utilisation : rules" in plain(french.out)


@pytest.mark.parametrize("name", COMMANDS)
def test_paragraphs_and_options_of_help_are_french(rules: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Help has as many paragraphs and the same options in both languages."""
    monkeypatch.setenv("COLUMNS", "240")
    english, french = (rules(*name.split(), "--help", "--ui-lang", lang).out for lang in ("en", "fr"))
    assert set(re.findall(r"--[a-z-]+", english)) == set(re.findall(r"--[a-z-]+", french))
    prose = [each.partition("╭")[0].split("\n") for each in (english, french)]
    blocks = ["".join("x" if line.strip() else " " for line in lines).split() for lines in prose]
    assert len(blocks[0]) == len(blocks[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("search", "REQUÊTE... manque ; `rules search --help` montre comment faire"),
        ("serach x", "pas de commande « serach » ; vouliez-vous dire 'search' ? ; `rules --help` montre comment faire"),
        ("xyzzy", "pas de commande « xyzzy » ; `rules --help` montre comment faire"),
        ("show --lnag x", "pas d’option --lnag ; `rules show --help` montre comment faire"),
        ("show 306 -C x", "--context : « x » n’est pas un nombre entier ; `rules show --help` montre comment faire"),
        ("show 306 -C -1", "--context : -1 n’est pas dans l’intervalle x>=0 ; "),
        ("show --context", "l’option --context demande une valeur ; "),
        ("show 306 --exact=3", "l’option --exact ne prend pas de valeur ; "),
        ("refs 306 7", "argument de trop : 7 ; "),
        ("sync --from x --all", "--from nomme une page, --all et --since le catalogue ; "),
        ("query refs(", "« refs( » n’est pas une requête : au caractère 6, la requête finit ici, "),
        ("show 306.99", "306.99 n’est pas dans la base de connaissances (en, au "),
        ("query stale(de)", "« stale(de) » n’est pas une requête : au caractère 7, « de » n’est pas une langue dans "),
        ("compare 999.9", "999.9 n’est pas dans la base de connaissances au "),
        ("compare 306 --format pdf", "« pdf » n’est pas un format : donnez l’un de : text, json, html"),
        ("translation", "la commande manque ; `rules translation --help` montre comment faire"),
        ("translation status --state old", "« old » n’est pas un état de traduction : donnez l’un de : current, stale"),
        ("translation export x.pdf", "« x.pdf » n’est pas un format : donnez --format avec l’un de : tmx, "),
        ("translation export - --format po --state old", "« old » n’est pas un état : donnez-en parmi current, "),
        ("translation export - --format xliff --xliff-version 3", "« 3 » n’est pas une version de XLIFF : donnez 1.2"),
        ("show 306.1 --as-of 2026-13-01", "« 2026-13-01 » n’est pas une date : donnez un jour"),
        ("ingest /nowhere", "pas de tel fichier ou dossier : /nowhere"),
        ("export /nowhere/x.json", "impossible d’écrire /nowhere/x.json : fichier ou dossier inexistant"),
    ],
)
def test_french_errors(rules: Any, starter_home: Path, arguments: str, message: str) -> None:
    """Both the errors of the command line and those of the library are in French."""
    outcome = rules("--ui-lang", "fr", *arguments.split(), home=starter_home)
    assert outcome.status in (1, 2)
    assert plain(outcome.err).startswith(f"rules: error: {message}")


# Commands, and some French words of their stdout or stderr.
SPEAKING = [
    ("editions", "extrait"),
    ("audit --source data/starter/004_11a5a7f305d951e8.txt --effective 2019-08-23", "a perdu ses guillemets"),
    ("refs 303.4i", "Citée par 1 renvoi"),
    ("refs 306 --most-cited", "rules: aucune règle de 306 n’est citée"),
    ("refs 306.3 --to 300", "rules: aucun renvoi ne mène de 306.3 à 300"),
    ("history 306.1", "connue depuis 2014-05-01"),
    ("history 306.1", "1 changement mineur (tournure) ; --all le montre"),
    ("deprecated", "règle supprimée depuis"),
    ("deprecated --as-of 2001-01-01", "rien n’est connu comme caduc au 2001-01-01"),
    ("search loyalty --limit 1", "résultats sur"),
    ("search xyzzy", "rules: rien trouvé pour « xyzzy » (en)"),
    ("query deprecated&306.1", "rules: aucune règle (en, au "),
    ("cite 306.4", "rules: 306.4 figure au texte, mais ne s’applique plus"),
    ("types xyzzy", "rules: aucune liste de types nommée « xyzzy » (en)"),
    ("show 306.7 --lang fr", "rules: avertissement : 306.7 est en anglais dans l’édition en français"),
    ("diff 2014-05-01 2020-01-01", "aucune édition entière (en) en vigueur"),
    ("lint README.md", "citations : "),
    ("compare 306.5b", "306.5b périmée 1 changement de retard (libellé), fait d’après l’anglais du 2018-04-27"),
    ("compare 307.1", "307.1 manquante"),
    ("compare 306.7", "untranslated toute la règle est en anglais"),
    ("compare 306 --format html", "<h1>L’anglais du 2025-06-06 et son français</h1>"),
    ("compare 306 --format html", "12 à jour, 1 périmée, 1 non traduite. Dans l’anglais : "),
    ("translation status", "12 à jour 1 périmée 1 non traduite 180 manquantes"),
    ("translation lint", "14 règles françaises vérifiées : "),
    ("sync --dry-run --from http://127.0.0.1:9/", "impossible de télécharger http://127.0.0.1:9/ : "),
]


@pytest.mark.parametrize(("arguments", "words"), SPEAKING)
def test_answers_are_french(
    rules: Any, starter_home: Path, arguments: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headings, warnings and notes are French; the text of the rules and the exit status don't change."""
    monkeypatch.setattr("ingest.documents.fetch._backoff", lambda _attempt: 0.0)
    english, french = (rules("--ui-lang", lang, *arguments.split(), home=starter_home) for lang in ("en", "fr"))
    assert english.status == french.status
    assert words in plain(french.out + french.err)
    left = set(english.err.splitlines()) & set(french.err.splitlines())
    assert not left


def test_the_language_of_the_rules_is_another(rules: Any, starter_home: Path) -> None:
    """`--ui-lang` doesn't change the language of the rules, nor `--lang` that of the messages."""
    english = rules("show", "306.9", home=starter_home).out.splitlines()
    french = rules("show", "306.9", "--ui-lang", "fr", home=starter_home).out.splitlines()
    assert (english[0], english[1:]) == (french[0], ["[en 2025-06-06, excerpt]"])
    assert french[1:] == ["[en 2025-06-06, extrait]"]
    assert "loyauté" in rules("show", "306.9", "--lang", "fr", "--ui-lang", "en", home=starter_home).out
    assert "rules: warning: " in rules("show", "306.7", "--lang", "fr", "--ui-lang", "en", home=starter_home).err


def test_json_has_the_same_codes(rules: Any, starter_home: Path) -> None:
    """Fields and codes are the same in every language; messages are in the user's language."""
    english, french = (rules("editions", "--json", "--ui-lang", lang, home=starter_home).data for lang in ("en", "fr"))

    def without_messages(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: without_messages(each) for name, each in value.items() if name != "message"}
        return [without_messages(each) for each in value] if isinstance(value, list) else value

    assert without_messages(english) == without_messages(french)
    messages = [
        [warning["message"] for edition in each["editions"] for warning in edition["warnings"]]
        for each in (english, french)
    ]
    assert len(messages[0]) == len(messages[1]) > 0
    assert not set(messages[0]) & set(messages[1])
    failed = rules("show", "306.99", "--json", "--ui-lang", "fr", home=starter_home)
    assert (failed.status, set(failed.data)) == (1, {"schema", "rules", "notes"})


def test_findings_are_told_in_the_language_of_the_reader(rules: Any, home: Path, tmp_path: Path) -> None:
    """Findings are in the language of the reader, whatever the language was during the ingest."""
    page = tmp_path / "page.txt"
    page.write_text("306.1. A rule.\n\n306.1. It comes twice.\n\n306.2. A permanents owner.\n", encoding="utf-8")
    taken = rules("ingest", str(page), "--effective", "2020-02-02", "--ui-lang", "fr", home=home)
    assert taken.status == 0, taken.err
    assert "extrait : 0 section, 3 règles, 0 sous-règle, 0 exemple, 0 entrée de glossaire" in plain(taken.out)
    assert "la ligne 3 répète 306.1, après la ligne 1" in plain(taken.err)
    assert "line 3 prints 306.1 again, after line 1" in rules("editions", "--findings", home=home).out
    assert "la ligne 3 répète 306.1, après la ligne 1" in plain(
        rules("editions", "--findings", "--ui-lang", "fr", home=home).out
    )


def test_what_is_wrong_with_a_finished_translation_is_told_in_the_language_of_the_reader(
    rules: Any, home: Path, tmp_path: Path
) -> None:
    """Warnings about imported files are in the language of each reader, not in that of the import."""
    pytest.importorskip("translate.storage")
    from translate.storage.po import pofile

    files = [tmp_path / name for name in ("one.po", "two.po", "three.po")]
    for file in files:
        assert rules("translation", "export", str(file), "--ui-lang", "fr", home=home).status == 0
    assert "#. 306.5b : périmée, 1 changement anglais de retard (libellé)" in plain(
        files[0].read_text(encoding="utf-8")
    )
    for file, changed in zip(files, (("306.8", "306.9"), ("306.8",), ("306.9",)), strict=True):
        store = pofile.parsefile(str(file))
        for unit in store.units:
            if unit.getcontext().partition("@")[0] in changed:
                unit.target = f"Un texte de {file.stem}."
        store.save()
        assert rules("translation", "import", str(file), "--ui-lang", "fr", home=home).status == 0
    french = plain(rules("editions", "--findings", "--ui-lang", "fr", home=home).out)
    english = plain(rules("editions", "--findings", home=home).out)
    for number, file in (("306.8", files[1]), ("306.9", files[2])):
        assert f"le texte de {number} est désormais celui de {file}" in french
        assert f"{number} read as in {file} since" in english


def test_findings_of_an_older_store_are_english(rules: Any, home: Path) -> None:
    """Findings from a store of schema 5 are shown in English, because it has only the English text."""
    import sqlite3

    with sqlite3.connect(home / "rules.sqlite") as connection:
        connection.executescript(
            TO_SCHEMA_7
            + "ALTER TABLE finding DROP COLUMN said; ALTER TABLE source DROP COLUMN location; DROP TABLE superseded; "
            "UPDATE meta SET value = '5' WHERE key = 'schema'"
        )
    connection.close()
    outcome = rules("editions", "--findings", "--ui-lang", "fr", home=home)
    assert outcome.status == 0
    assert "1 of its French rules stand in English" in outcome.out


def test_a_comparison_is_french(rules: Any, newest_home: Path, shared: Path, tmp_path: Path) -> None:
    """The HTML page states the language of each of its parts."""
    home = tmp_path / "home"
    import shutil

    shutil.copytree(newest_home, home)
    assert rules("ingest", str(shared / "corpus/en/2025-11-14.txt"), home=home).status == 0
    asked = ("diff", "2025-11-14", "2026-01-16", "--section", "702", "--ui-lang", "fr")
    text = rules(*asked, home=home)
    assert text.out.startswith("en, du 2025-11-14 au 2026-01-16 ")
    assert re.search(r"\d+ (ajoutées?|modifiées?|déplacées?)", text.out)
    page = rules(*asked, "--format", "html", home=home).out
    assert '<html lang="fr">' in page and 'lang="en"' in page
    assert "<h1>Du 2025-11-14 au 2026-01-16</h1>" in page
    assert not re.search(r"\b(added|edited|moved|removed)</span>", page)
    assert json.loads(rules(*asked, "--json", home=home).out)["summary"].keys() <= {
        "added", "moved", "edited", "moved-and-edited", "split", "merged", "deprecated", "removed",
    }  # fmt: skip


def test_sarif_and_github_annotations_are_french(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """SARIF messages are in French; the ids of its rules are codes."""
    notes = tmp_path / "notes.md"
    notes.write_text("See rule 306.99x and CR 306.4.\n", encoding="utf-8")
    asked = ("lint", str(notes), "--ui-lang", "fr", "--as-of", "2025-06-06")
    log = json.loads(rules(*asked, "--format", "sarif", home=starter_home).out)["runs"][0]
    assert log["language"] == "fr"
    assert {row["id"] for row in log["tool"]["driver"]["rules"]} >= {"missing", "deprecated"}
    assert "Le libellé de la règle a changé depuis." in [
        row["shortDescription"]["text"] for row in log["tool"]["driver"]["rules"]
    ]
    lines = rules(*asked, "--format", "github", home=starter_home).out
    assert "title=rules lint%3A deprecated" in lines
    assert "306.4 ne s’applique plus" in lines


def test_lines_break_elsewhere_than_at_no_break_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    """« and : stay on the line of their words on a terminal of any width."""
    import io

    from cli.rendering.text_output import TextOutput

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for width in range(20, 60):
        monkeypatch.setenv("COLUMNS", str(width))
        terminal = Terminal()
        TextOutput(terminal, color=False).line(
            "la règle a «\u00a0beaucoup de mots\u00a0»\u00a0; elle en\u202f: garde", "fin"
        )
        lines = terminal.getvalue().splitlines()
        assert not [line for line in lines if line.lstrip()[:1] in "»;:" or line.rstrip().endswith("«")]
        assert "\u00a0» " not in terminal.getvalue() and "\ue0a0" not in terminal.getvalue()


def test_columns_break_elsewhere_than_at_french_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Side by side, too, a line neither begins with a French mark nor ends with «, whatever the spaces are."""
    import io

    from cli.rendering.text_output import TextOutput

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    french = "la règle a « beaucoup de mots » ; elle en : garde «\u00a0peu\u00a0» !"
    for width in range(70, 110):
        monkeypatch.setenv("COLUMNS", str(width))
        terminal = Terminal()
        TextOutput(terminal, color=False).side_by_side([["a"]], [[french]], ("en", "fr"))
        lines = [line.removeprefix("a").strip() for line in terminal.getvalue().splitlines()]
        assert not [line for line in lines if line[:1] in "»;:!" or line.endswith("«")]
        assert " ".join(lines) == french
