"""Labels of codes in the user's language: what `--json` calls `moved` is "déplacée" in French."""

from __future__ import annotations

from kb.i18n import mark_message, ngettext

_CODES = (
    # Events in the life of a rule.
    mark_message("added", "added"), mark_message("moved", "moved"), mark_message("edited", "edited"),
    mark_message("moved-and-edited", "moved-and-edited"), mark_message("split", "split"), mark_message("merged", "merged"),
    mark_message("deprecated", "deprecated"), mark_message("removed", "removed"),
    # Classes of changes.
    mark_message("typography", "typography"), mark_message("references", "references"), mark_message("template", "template"),
    mark_message("wording", "wording"),
    # Verdicts of `rules lint`.
    mark_message("ok", "ok"), mark_message("missing", "missing"), mark_message("reused", "reused"),
    mark_message("quote-mismatch", "quote-mismatch"), mark_message("unchecked", "unchecked"),
    # States of a translation.
    mark_message("current", "current"), mark_message("stale", "stale"), mark_message("untranslated", "untranslated"),
    mark_message("orphan", "orphan"),
    # Classes of deprecation.
    mark_message("rule-removed", "rule-removed"), mark_message("term-renamed", "term-renamed"),
    mark_message("type-retired", "type-retired"), mark_message("keyword-changed", "keyword-changed"),
)  # fmt: skip


def code_label(code: str, count: int = 1) -> str:
    """The label of a code of `docs/cli.md`, for one thing or for several."""
    return ngettext(code, code, count)


def counted_label(code: str, count: int) -> str:
    """A count with the label of what is counted: `3 moved`."""
    return f"{count} {code_label(code, count)}"
