"""Findings of `rules lint` for continuous integration: GitHub's workflow commands, and a SARIF 2.1.0 log."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cli.linting.findings import FINDING_CODES, IGNORED, Finding, LintedCitation
from kb.i18n import _, get_language, mark_message

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
    "bad-ignore": mark_message("The comment that is to ignore a citation can't be used."),
    "unused-ignore": mark_message("The comment ignores no wrong citation."),
    "changed": mark_message("The cited rule has changed in substance since it was read."),
}


def github_annotations(findings: Iterable[Finding]) -> str:
    """Return GitHub's workflow commands: one line for each finding. What is ignored has no line."""
    return "".join(
        f"::{each.level or 'warning'} file={_property(each.path)},line={each.line},col={each.column},"
        f"endColumn={each.column + len(each.text)},title={_property(f'rules lint: {each.verdict}')}"
        f"::{_data(f'{each.text}: {each.message}')}\n"
        for each in findings
        if each.is_finding
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif_log(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return a SARIF log of one run. SARIF calls a kind of finding a rule. Here, each verdict except `ok` is one.

    An ignored citation is a result with its reason as suppression.
    """
    rules = [
        {
            "id": verdict,
            "shortDescription": {"text": _(_MEANINGS[verdict])},
            "defaultConfiguration": {"level": _level(verdict)},
        }
        for verdict in FINDING_CODES
    ]
    driver = {"name": "rules lint", "semanticVersion": version("mtg-rules-library"), "rules": rules}
    run = {
        "tool": {"driver": driver},
        "language": get_language(),
        "columnKind": "unicodeCodePoints",
        "results": [_result(each) for each in findings if each.is_finding or each.verdict == IGNORED],
    }
    return {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _level(verdict: str) -> str:
    return "note" if verdict == "unchecked" else "warning"


def _result(found: Finding) -> dict[str, Any]:
    region = {
        "startLine": found.line,
        "startColumn": found.column,
        "endColumn": found.column + len(found.text),
        "snippet": {"text": found.text},
    }
    verdict, message = found.verdict, found.message
    suppression: dict[str, Any] = {}
    if isinstance(found, LintedCitation):
        verdict, message = found.checked.verdict, found.checked.message
        if found.verdict == IGNORED:
            kind = "inSource" if found.is_ignored_in_file else "external"
            suppression = {"suppressions": [{"kind": kind, "justification": found.ignored_because}]}
    return {
        "ruleId": verdict,
        "level": found.level if found.level in ("error", "warning") else _level(verdict),
        "message": {"text": f"{found.text}: {message}"},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(found.path)}, "region": region}}],
        **suppression,
    }


def _uri(path: str) -> str:
    """Return the URI of a file: a relative URI for a relative path, a `file:` URI for an absolute path."""
    named = Path(path)
    return named.as_uri() if named.is_absolute() else quote(named.as_posix())
