"""Findings of `rules lint` for continuous integration: GitHub's workflow commands, and a SARIF 2.1.0 log."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from kb.citations.checker import VERDICTS
from kb.i18n import _, get_language, mark_message

if TYPE_CHECKING:
    from cli.user_files.cited_in_files import LintedCitation

_SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_MEANINGS = {
    "missing": mark_message("There is no rule with the number that is cited."),
    "moved": mark_message("The rule that is meant has another number now."),
    "reused": mark_message("The number belongs to another rule now."),
    "edited": mark_message("The wording of the rule has changed since."),
    "quote-mismatch": mark_message("The rule doesn't say what is quoted with its number."),
    "deprecated": mark_message("The rule is printed, but says that it no longer applies."),
    "wrong-topic": mark_message("What the text names stands under another number."),
    "unchecked": mark_message("The knowledge base doesn't have the edition to check the citation against."),
}


def github_annotations(findings: Iterable[LintedCitation]) -> str:
    """Return GitHub's workflow commands: one line for each finding."""
    return "".join(
        f"::warning file={_property(each.path)},line={each.line},col={each.column},"
        f"endColumn={each.column + len(each.text)},title={_property(f'rules lint: {each.checked.verdict}')}"
        f"::{_data(f'{each.text}: {each.checked.message}')}\n"
        for each in findings
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif_log(findings: Iterable[LintedCitation]) -> dict[str, Any]:
    """Return a SARIF log of one run. SARIF calls a kind of finding a rule. Here, each verdict except `ok` is one."""
    rules = [
        {
            "id": verdict,
            "shortDescription": {"text": _(_MEANINGS[verdict])},
            "defaultConfiguration": {"level": _level(verdict)},
        }
        for verdict in VERDICTS
        if verdict != "ok"
    ]
    driver = {"name": "rules lint", "semanticVersion": version("mtg-rules-library"), "rules": rules}
    run = {
        "tool": {"driver": driver},
        "language": get_language(),
        "columnKind": "unicodeCodePoints",
        "results": [_result(each) for each in findings],
    }
    return {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _level(verdict: str) -> str:
    return "note" if verdict == "unchecked" else "warning"


def _result(found: LintedCitation) -> dict[str, Any]:
    region = {
        "startLine": found.line,
        "startColumn": found.column,
        "endColumn": found.column + len(found.text),
        "snippet": {"text": found.text},
    }
    return {
        "ruleId": found.checked.verdict,
        "level": _level(found.checked.verdict),
        "message": {"text": f"{found.text}: {found.checked.message}"},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(found.path)}, "region": region}}],
    }


def _uri(path: str) -> str:
    """Return the URI of a file: a relative URI for a relative path, a `file:` URI for an absolute path."""
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix())
