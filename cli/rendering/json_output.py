"""Values of the library as JSON; `docs/cli.md` describes the fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kb.i18n import translate

if TYPE_CHECKING:
    from cli.user_files.cited_in_files import CitationLocation
    from ingest.pipeline import IngestedEdition
    from kb.graph.citation_graph import CitationCount, CitationEdge
    from kb.history.deprecation import DeprecatedItem
    from kb.history.edition_diff import EditionDiff, RuleDifference
    from kb.history.history import RuleHistory, Span
    from kb.model import Counts, Finding, GlossaryEntry, Rule, TypeList
    from kb.search import Hit
    from kb.storage.editions import EditionRecord
    from kb.storage.view import StoredReference, ViewItem
    from kb.translation.rule_pair import RulePair


def findings(items: Iterable[Finding]) -> list[dict[str, Any]]:
    """Warnings."""
    return [
        {"code": each.code, "message": translate(each.message), "where": each.where, "text": each.text}
        for each in items
    ]


def audit_finding(item: Finding) -> dict[str, Any]:
    """A defect of an edition."""
    return {
        "code": item.code,
        "where": item.where,
        "text": item.text,
        "target": item.target or None,
        "message": translate(item.message),
    }


def references(items: Iterable[StoredReference]) -> list[dict[str, Any]]:
    """References with their spans."""
    return [
        {
            "text": each.text,
            "kind": each.kind,
            "target": each.target,
            **({"entries": list(each.entries)} if each.kind == "glossary" else {}),
            "resolved": each.resolved,
            "start": each.start,
            "end": each.end,
            **_example(each.example),
        }
        for each in items
    ]


def _example(index: int | None) -> dict[str, int]:
    """The field that says in which example of a rule a reference stands; none for the text itself."""
    return {} if index is None else {"example": index}


def rule(printed: ViewItem[Rule], lineage: str, *, removed: bool = False) -> dict[str, Any]:
    """A rule, subrule, section or chapter.

    Args:
        printed: the rule.
        lineage: its name from `kb.history.history.lineages`.
        removed: True if the view asked about no longer has it.
    """
    item = printed.item
    return {
        "number": str(item.number),
        "kind": item.number.kind,
        "title": item.title,
        "text": item.text,
        "examples": [example.text for example in item.examples],
        "lang": printed.lang,
        "text_lang": item.text_lang,
        "edition": printed.edition.isoformat(),
        "status": "removed" if removed else item.status,
        "lineage": lineage,
        "warnings": findings(printed.warnings),
        "references": references(printed.references),
    }


def glossary_entry(printed: ViewItem[GlossaryEntry]) -> dict[str, Any]:
    """A glossary entry, without the rule that defines it."""
    item = printed.item
    return {
        "term": item.names[0],
        "senses": list(item.senses),
        "obsolete": item.is_obsolete,
        "lang": printed.lang,
        "edition": printed.edition.isoformat(),
        "warnings": findings(printed.warnings),
        "references": references(printed.references),
    }


def hit(item: Hit) -> dict[str, Any]:
    """A result of a search."""
    name = {"term": item.term} if item.number is None else {"number": item.number}
    return {
        "kind": item.kind,
        **name,
        "title": item.title,
        "path": [{"number": number, "title": title} for number, title in item.path],
        "under": item.under,
        "lang": item.lang,
        "edition": item.edition.isoformat(),
        "status": item.status,
        "score": item.score,
        "snippet": item.snippet,
        "marks": [list(mark) for mark in item.marks],
    }


def type_list(item: TypeList) -> dict[str, Any]:
    """A list of types, or a row of a table of them."""
    return {"name": item.name, "table": item.table or None, "items": list(item.items)}


def edition_record(item: EditionRecord) -> dict[str, Any]:
    """An edition in the knowledge base."""
    return {
        "lang": item.lang,
        "effective": item.effective.isoformat(),
        "until": item.until.isoformat() if item.until else None,
        "partial": item.partial,
        "lossy": item.lossy,
        **_counts(item),
        "references": item.references,
        "dangling": item.dangling,
        "source": item.source,
        "title": item.title or None,
        "site": item.site or None,
        "format": item.format,
        "encoding": item.encoding,
        "sha256": item.sha256,
        "fetched": item.fetched,
        "lists": list(map(type_list, item.lists)),
        "warnings": findings(item.warnings),
    }


def ingested_edition(taken: IngestedEdition) -> dict[str, Any]:
    """An edition that was just ingested."""
    item = taken.edition
    return {
        "source": item.source.name,
        "replaces": taken.replaces or None,
        "lang": item.lang,
        "effective": item.effective.isoformat(),
        "partial": item.partial,
        "lossy": item.lossy,
        **_counts(taken.counts),
        "lists": list(map(type_list, item.lists)),
        "warnings": findings(item.findings),
    }


def _counts(item: EditionRecord | Counts) -> dict[str, int]:
    return {
        "sections": item.sections,
        "rules": item.rules,
        "subrules": item.subrules,
        "examples": item.examples,
        "glossary": item.glossary,
    }


def citation(item: CitationEdge, step: int = 1) -> dict[str, Any]:
    """A reference with its source and its targets; `step` counts the references from the rule asked about."""
    return {
        "source": str(item.source),
        "kind": "glossary" if isinstance(item.source, str) else item.source.kind,
        "target": item.target,
        "named": [str(number) for number in item.cited_numbers],
        "text": item.words,
        "resolved": item.resolved,
        "step": step,
        "sentence": "".join(item.sentence),
        **_example(item.example),
    }


def citation_count(item: CitationCount, title: str | None) -> dict[str, Any]:
    """How often a number is cited."""
    return {"number": str(item.number), "title": title, "places": item.places, "references": item.references}


def history(found: RuleHistory) -> dict[str, Any]:
    """A rule's whole life."""
    return {
        "lineage": found.lineage,
        "spans": [
            {
                "number": str(span.number),
                "from": span.first.isoformat(),
                "to": span.last.isoformat() if span.last else None,
                "wording": span.text,
                "examples": list(span.examples),
                "status": span.status,
                "partial": span.partial,
            }
            for span in found.spans
        ],
        "events": [
            {
                "edition": event.edition.isoformat(),
                "event": event.kind,
                "number": str(event.number),
                "previous_number": str(event.previous_number) if event.previous_number else None,
                "change": event.change,
                "confidence": event.confidence,
                "diff": word_diff(event.old, event.new),
            }
            for event in found.events
        ],
    }


def word_diff(old: Span | None, new: Span | None) -> list[dict[str, str]] | None:
    """The unchanged, removed and added words; None if there is only one wording, or both are equal."""
    from kb.text.word_diff import word_diff

    if old is None or new is None or old.whole_text == new.whole_text:
        return None
    return [{"kind": each.kind, "text": each.text} for each in word_diff(old.whole_text, new.whole_text)]


def comparison(
    found: EditionDiff, cited: Mapping[RuleDifference, Sequence[CitationLocation]] | None = None
) -> dict[str, Any]:
    """The changes between two editions; `cited` has the citations of each changed rule if any were looked for."""
    return {
        "lang": found.lang,
        "from": found.first.isoformat(),
        "to": found.second.isoformat(),
        "changes": [
            {
                "event": each.kind,
                "old": compared_rule(each.old),
                "new": compared_rule(each.new),
                "change": each.change,
                "similarity": each.similarity,
                "diff": None if each.kind in ("split", "merged") else word_diff(each.old, each.new),
                **({} if cited is None else {"cited": [citation_location(place) for place in cited[each]]}),
            }
            for each in found.differences
        ],
        "summary": found.summary,
    }


def citation_location(place: CitationLocation) -> dict[str, Any]:
    """A citation in a file."""
    return {"path": place.path, "line": place.line, "column": place.column, "text": place.text}


def compared_rule(span: Span | None) -> dict[str, Any] | None:
    """A rule as one of two editions has it."""
    if span is None:
        return None
    return {"number": str(span.number), "text": span.text, "examples": list(span.examples)}


def pair(item: RulePair, french_lineage: str | None, issues: Sequence[Finding]) -> dict[str, Any]:
    """A rule in both languages.

    Args:
        item: the pair.
        french_lineage: the name of the French rule's lineage; None without French.
        issues: the issues in the French.
    """
    words = [{"kind": each.kind, "text": each.text} for each in item.source_diff]
    return {
        **translation_state(item),
        "en": rule(item.en, item.lineage) if item.en is not None else None,
        "fr": rule(item.fr, french_lineage or item.lineage) if item.fr is not None else None,
        "source_diff": words if any(each["kind"] != "same" for each in words) else None,
        "findings": [
            {"code": each.code, "number": str(item.number), "message": translate(each.message)} for each in issues
        ],
    }


def translation_state(item: RulePair) -> dict[str, Any]:
    """The state of the French of a rule."""
    base = item.base
    return {
        "number": str(item.number),
        "lineage": item.lineage,
        "state": item.state,
        "base_edition": base.edition.isoformat() if base is not None else None,
        "base_number": str(base.number) if base is not None else None,
        "confidence": item.confidence,
        "changes_behind": len(item.changes_behind),
        "changes": dict(Counter(item.changes_behind)),
    }


def deprecated_entry(entry: DeprecatedItem) -> dict[str, Any]:
    """A rule or term that no longer applies."""
    name = {"term": entry.term} if entry.number is None else {"number": str(entry.number)}
    return {
        **name,
        "class": entry.kind,
        "since": entry.since.isoformat(),
        "replaced_by": list(entry.replaced_by),
        "removed": entry.removed,
        "text": entry.text,
    }


def translation_finding(item: RulePair, found: Finding) -> dict[str, Any]:
    """An issue in the French of a rule, under the number in the French."""
    return {
        "code": found.code,
        "number": found.where,
        "message": translate(found.message),
        "text": found.text,
        "today": str(item.number) if item.en else None,
        "edition": item.fr.edition.isoformat() if item.fr else None,
        "base_edition": item.base.edition.isoformat() if item.base else None,
    }
