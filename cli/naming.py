"""Codes in the user's words: what `--json` calls `moved` is "déplacée" for a reader of French."""

from __future__ import annotations

from kb.tongue import later, ngettext

_CODES = (
    # What happened to a rule.
    later("added", "added"), later("moved", "moved"), later("edited", "edited"),
    later("moved-and-edited", "moved-and-edited"), later("split", "split"), later("merged", "merged"),
    later("deprecated", "deprecated"), later("removed", "removed"),
    # How its text changed.
    later("typography", "typography"), later("references", "references"), later("template", "template"),
    later("wording", "wording"),
    # What became of a cited rule.
    later("ok", "ok"), later("missing", "missing"), later("reused", "reused"),
    later("quote-mismatch", "quote-mismatch"), later("unchecked", "unchecked"),
    # How far the French of a rule is.
    later("current", "current"), later("stale", "stale"), later("untranslated", "untranslated"),
    later("orphan", "orphan"),
    # How something no longer applies.
    later("rule-removed", "rule-removed"), later("term-renamed", "term-renamed"),
    later("type-retired", "type-retired"), later("keyword-changed", "keyword-changed"),
)  # fmt: skip


def in_words(code: str, count: int = 1) -> str:
    """A code of `docs/cli.md`, as it is said of one thing or of so many."""
    return ngettext(code, code, count)


def counted_as(code: str, count: int) -> str:
    """So many things of a code: `3 moved`."""
    return f"{count} {in_words(code, count)}"
