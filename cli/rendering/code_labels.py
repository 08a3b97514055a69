"""Labels of codes in the user's language: what `--json` calls `moved` is "déplacée" in French."""

from __future__ import annotations

from kb.i18n import later, ngettext

_CODES = (
    # Events in the life of a rule.
    later("added", "added"), later("moved", "moved"), later("edited", "edited"),
    later("moved-and-edited", "moved-and-edited"), later("split", "split"), later("merged", "merged"),
    later("deprecated", "deprecated"), later("removed", "removed"),
    # Classes of changes.
    later("typography", "typography"), later("references", "references"), later("template", "template"),
    later("wording", "wording"),
    # Verdicts of `rules lint`.
    later("ok", "ok"), later("missing", "missing"), later("reused", "reused"),
    later("quote-mismatch", "quote-mismatch"), later("unchecked", "unchecked"),
    # States of a translation.
    later("current", "current"), later("stale", "stale"), later("untranslated", "untranslated"),
    later("orphan", "orphan"),
    # Classes of deprecation.
    later("rule-removed", "rule-removed"), later("term-renamed", "term-renamed"),
    later("type-retired", "type-retired"), later("keyword-changed", "keyword-changed"),
)  # fmt: skip


def in_words(code: str, count: int = 1) -> str:
    """The label of a code of `docs/cli.md`, for one thing or for several."""
    return ngettext(code, code, count)


def counted_as(code: str, count: int) -> str:
    """A count with the label of what is counted: `3 moved`."""
    return f"{count} {in_words(code, count)}"
