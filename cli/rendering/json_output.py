"""Values of the library as JSON; `docs/cli.md` describes the fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from kb.i18n import translate
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from cli.user_files.cited_in_files import CitationLocation
    from ingest.pipeline import IngestedEdition
    from kb.documents import Doc
    from kb.graph.citation_graph import CitationCount, CitationEdge
    from kb.history.deprecation import DeprecatedItem
    from kb.history.edition_diff import EditionDiff, RuleDifference
    from kb.history.history import RuleHistory, Span
    from kb.model import Finding, GlossaryEntry, Rule, TypeList
    from kb.search import Hit
    from kb.storage.editions import EditionRecord
    from kb.storage.store import Store
    from kb.storage.view_items import StoredReference, ViewItem
    from kb.translation.entry_pair import EntryPair, TranslationPair
    from kb.translation.rule_pair import RulePair


def fields(item: object, names: str) -> dict[str, Any]:
    """Return attributes of an item as JSON. The name `from=first` stores the attribute `first` as the field `from`."""
    parts = (each.partition("=") for each in names.split())
    return {name: _json_value(getattr(item, attribute or name)) for name, _equals, attribute in parts}


def _json_value(value: Any) -> Any:
    """Return a value as JSON: dates in ISO form, rule numbers as text, tuples as lists."""
    if isinstance(value, RuleNumber) or hasattr(type(value), "sort_key"):
        return str(value)
    if isinstance(value, tuple | list):
        return list(map(_json_value, value))
    return value.isoformat() if isinstance(value, date) else value


def findings(items: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return warnings as JSON."""
    return [{"code": each.code, "message": translate(each.message), **fields(each, "where text")} for each in items]


def audit_finding(item: Finding) -> dict[str, Any]:
    """Return a defect of an edition as JSON."""
    return {**fields(item, "code where text"), "target": item.target or None, "message": translate(item.message)}


def references(items: Iterable[StoredReference]) -> list[dict[str, Any]]:
    """Return references as JSON, with their offsets."""
    return [
        {
            **fields(each, "text kind target"),
            **(fields(each, "entries") if each.kind == "glossary" else {}),
            **fields(each, "resolved start end"),
            **_example(each.example),
            **document(each.doc),
        }
        for each in items
    ]


def document(doc: Doc) -> dict[str, str]:
    """Return the field `doc`. What is about the Comprehensive Rules doesn't have it."""
    return {} if doc == "cr" else {"doc": doc}


def _example(index: int | None) -> dict[str, int]:
    """Return the field `example` with the index, or no field if `index` is None, which means the rule's own text."""
    return {} if index is None else {"example": index}


def origin(item: ViewItem[Any] | Hit) -> dict[str, Any]:
    """Return the edition that a text was read from."""
    return fields(item, "edition excerpt=from_excerpt source")


def rule(printed: ViewItem[Rule], lineage: str, *, removed: bool = False) -> dict[str, Any]:
    """Return a rule of any level as JSON. `removed` is True if the rule is no longer in the view asked about."""
    item = printed.item
    return {
        "number": str(item.number),
        **document(printed.doc),
        "kind": item.number.kind,
        **fields(item, "title text"),
        "examples": [example.text for example in item.examples],
        "lang": printed.lang,
        "text_lang": item.text_lang,
        **origin(printed),
        "status": "removed" if removed else item.status,
        "lineage": lineage,
        "warnings": findings(printed.warnings),
        "references": references(printed.references),
    }


def rule_with_lineage(store: Store, printed: ViewItem[Rule]) -> dict[str, Any]:
    """Return as JSON a rule of the view asked about, with its lineage."""
    from kb.history.history import lineage_names

    return rule(printed, lineage_names(store, printed.lang, [printed])[printed.place])


def glossary_entry(printed: ViewItem[GlossaryEntry]) -> dict[str, Any]:
    """Return a glossary entry as JSON, without the rule that defines the term."""
    item = printed.item
    return {
        "term": item.names[0],
        **fields(item, "senses obsolete=is_obsolete"),
        "lang": printed.lang,
        **origin(printed),
        "warnings": findings(printed.warnings),
        "references": references(printed.references),
    }


def hit(item: Hit) -> dict[str, Any]:
    """Return a hit of a search as JSON."""
    return {
        **fields(item, "kind term title" if item.number is None else "kind number title"),
        **document(item.doc),
        "path": [{"number": number, "title": title} for number, title in item.path],
        **fields(item, "under lang"),
        **origin(item),
        **fields(item, "status score snippet marks partial=is_partial"),
        **({"passages": [each._asdict() for each in item.passages]} if item.passages else {}),
    }


def type_list(item: TypeList) -> dict[str, Any]:
    """Return a list of types, or a row of a table of types, as JSON."""
    return {"name": item.name, "table": item.table or None, "items": list(item.items)}


def edition_record(item: EditionRecord) -> dict[str, Any]:
    """Return an edition of the knowledge base as JSON."""
    return {
        **document(item.doc),
        **fields(item, "lang effective until partial lossy"),
        **fields(item, "sections rules subrules examples glossary references dangling source"),
        **(fields(item, "chapters appendices parts") if item.doc != "cr" else {}),
        "title": item.title or None,
        "site": item.site or None,
        **fields(item, "format encoding sha256 fetched"),
        "lists": list(map(type_list, item.lists)),
        "warnings": findings(item.warnings),
    }


def forgotten_edition(item: EditionRecord) -> dict[str, Any]:
    """Return an edition that was taken out of the knowledge base."""
    return {
        "source": item.source,
        **document(item.doc),
        **fields(item, "lang effective partial"),
        **fields(item, "sections rules subrules examples glossary sha256"),
        "title": item.title or None,
    }


def ingested_edition(taken: IngestedEdition) -> dict[str, Any]:
    """Return as JSON an edition that was just ingested."""
    # Imported here, since no other answer needs `kb.model` for it, whose dataclasses take half a millisecond each.
    from kb.storage.finding_limits import MOST_REPORTED, limit_findings

    item = taken.edition
    return {
        "source": item.source.name,
        "replaces": taken.replaces or None,
        **document(item.doc),
        **fields(item, "lang effective partial lossy"),
        **fields(taken.counts, "sections rules subrules examples glossary"),
        "lists": list(map(type_list, item.lists)),
        "warnings": findings(limit_findings(item.findings, MOST_REPORTED)),
    }


def citation(item: CitationEdge, step: int = 1) -> dict[str, Any]:
    """Return a reference as JSON. `step` is its distance from the rule asked about, counted in references."""
    return {
        "source": str(item.source),
        "kind": "glossary" if isinstance(item.source, str) else item.source.kind,
        **fields(item, "target named=cited_numbers text=words resolved"),
        "step": step,
        "sentence": "".join(item.sentence),
        **_example(item.example),
    }


def citation_count(item: CitationCount, title: str | None) -> dict[str, Any]:
    """Return as JSON how often a rule is cited."""
    return {"number": str(item.number), "title": title, **fields(item, "places references")}


def history(found: RuleHistory, doc: Doc = "cr") -> dict[str, Any]:
    """Return the history of a rule, or of a place of another document, as JSON."""
    return {
        **document(doc),
        "lineage": found.lineage,
        "spans": [
            fields(span, "number from=first to=last wording=text examples status partial source")
            for span in found.spans
        ],
        "events": [
            {
                **fields(event, "edition event=kind number previous_number change confidence"),
                "diff": word_diff(event.old, event.new),
            }
            for event in found.events
        ],
    }


def word_diff(old: Span | None, new: Span | None) -> list[dict[str, str]] | None:
    """Return the unchanged, removed and added words. Return None if one of the wordings is None or both are equal."""
    from kb.text.word_diff import word_diff

    if old is None or new is None or old.whole_text == new.whole_text:
        return None
    return [fields(each, "kind text") for each in word_diff(old.whole_text, new.whole_text)]


def comparison(
    found: EditionDiff, cited: Mapping[RuleDifference, Sequence[CitationLocation]] | None = None
) -> dict[str, Any]:
    """Return the changes between two editions as JSON. `cited` has the citations of each changed rule."""
    return {
        **document(found.doc),
        **fields(found, "lang from=first to=second"),
        "changes": [
            {
                "event": each.kind,
                "old": compared_rule(each.old),
                "new": compared_rule(each.new),
                **fields(each, "change similarity"),
                "diff": None if each.kind in ("split", "merged") else word_diff(each.old, each.new),
                **(
                    {}
                    if cited is None
                    else {"cited": [fields(place, "path line column text") for place in cited[each]]}
                ),
            }
            for each in found.differences
        ],
        "summary": found.summary,
    }


def compared_rule(span: Span | None) -> dict[str, Any] | None:
    """Return as JSON the wording of a rule in one of two editions."""
    return None if span is None else fields(span, "number text examples")


def entry_pair(item: EntryPair, issues: Sequence[Finding]) -> dict[str, Any]:
    """Return the pair of a glossary entry as JSON, with the issues in the French."""
    return {
        **entry_state(item),
        "en": glossary_entry(item.en) if item.en is not None else None,
        "fr": glossary_entry(item.fr) if item.fr is not None else None,
        "source_diff": _source_diff(item),
        "findings": [{"code": each.code, "term": item.term, "message": translate(each.message)} for each in issues],
    }


def entry_state(item: EntryPair) -> dict[str, Any]:
    """Return the translation state of a glossary entry as JSON."""
    base = item.base
    return {
        **fields(item, "term lineage state"),
        "base_edition": base.edition.isoformat() if base is not None else None,
        "base_term": base.term if base is not None else None,
        "confidence": item.confidence,
        "changes_behind": len(item.changes_behind),
        "changes": dict(Counter(item.changes_behind)),
    }


def _source_diff(item: TranslationPair) -> list[dict[str, str]] | None:
    words = [fields(each, "kind text") for each in item.source_diff]
    return words if any(each["kind"] != "same" for each in words) else None


def pair(item: RulePair, french_lineage: str | None, issues: Sequence[Finding]) -> dict[str, Any]:
    """Return a pair as JSON, with the French rule's lineage and the issues in the French."""
    return {
        **translation_state(item),
        "en": rule(item.en, item.lineage) if item.en is not None else None,
        "fr": rule(item.fr, french_lineage or item.lineage) if item.fr is not None else None,
        "source_diff": _source_diff(item),
        "findings": [
            {"code": each.code, "number": str(item.number), "message": translate(each.message)} for each in issues
        ],
    }


def translation_state(item: RulePair) -> dict[str, Any]:
    """Return the translation state of a pair as JSON."""
    base = item.base
    return {
        **fields(item, "number lineage state"),
        "base_edition": base.edition.isoformat() if base is not None else None,
        "base_number": str(base.number) if base is not None else None,
        "confidence": item.confidence,
        "changes_behind": len(item.changes_behind),
        "changes": dict(Counter(item.changes_behind)),
    }


def deprecated_entry(entry: DeprecatedItem) -> dict[str, Any]:
    """Return as JSON a rule or term that no longer applies."""
    return {
        **fields(entry, "term" if entry.number is None else "number"),
        **fields(entry, "class=kind since replaced_by removed text"),
    }


def translation_finding(item: TranslationPair, found: Finding) -> dict[str, Any]:
    """Return an issue as JSON.

    The field `number` has the number of the French rule, `today` the English number. For a glossary entry, `term` has
    the French headword, and `today` the English one.
    """
    return {
        "code": found.code,
        item.label_field: found.where,
        "message": translate(found.message),
        "text": found.text,
        "today": item.label if item.en else None,
        "edition": item.fr.edition.isoformat() if item.fr else None,
        "base_edition": item.base.edition.isoformat() if item.base else None,
    }
