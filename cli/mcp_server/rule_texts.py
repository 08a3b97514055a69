"""Rules and sections of all books as the tools give them out, with what stands around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.mcp_server.answers import ReferenceText, RuleText
from kb.documents import DOCUMENTS, Doc
from kb.errors import BadValue
from kb.i18n import _
from kb.library.book_view import BookView, LibrarySection
from kb.library.rules import LibraryRule
from kb.library.view import LibraryView

if TYPE_CHECKING:
    from kb.graph.book_references import BookReference
    from kb.graph.citation_graph import CitationEdge
    from kb.library.library import Library


def named_document(number: str, doc: str | None) -> tuple[str, str]:
    """Return the document that a number or `doc` names, and the number without the document's name.

    Raises:
        BadValue: both name a document, and not the same one.
    """
    from kb.documents import split_document

    named, rest = split_document(number)
    if named is not None and doc not in (None, named):
        raise BadValue("companion of doc", number, _("the number names a document itself; leave one of the two out"))
    return named or doc or "cr", rest


def rule_text(rule: LibraryRule | LibrarySection) -> RuleText:
    """Return a rule or a section as printed."""
    return {
        "doc": rule.doc if isinstance(rule, LibrarySection) else "cr",
        "number": rule.number,
        "kind": rule.kind,
        "title": rule.title,
        "text": rule.text,
        "examples": list(rule.examples),
        "lang": rule.text_lang,
        "edition": rule.edition.isoformat(),
        "status": rule.status,
        "warnings": list(rule.warnings),
    }


def parents(rule: LibraryRule | LibrarySection) -> list[LibraryRule | LibrarySection]:
    """Return the rules above a rule, or what is above a section, from the chapter down."""
    found: list[LibraryRule | LibrarySection] = []
    while (above := (found[-1] if found else rule).parent) is not None:
        found.append(above)
    return found[::-1]


def cited(
    library: Library, view: LibraryView | BookView, rules: Sequence[LibraryRule | LibrarySection]
) -> list[LibraryRule | LibrarySection]:
    """Return the rules and sections that texts cite, without those below them. They may be of other books."""
    found: dict[tuple[Doc, str], LibraryRule | LibrarySection] = {}
    for rule in rules:
        for reference in rule.references:
            if reference.kind == "rule" and reference.resolved:
                kinds = {DOCUMENTS[reference.doc].ranges.parse(reference.target).first.kind}
                there = view if view.doc == reference.doc else library.at(view.as_of, view.lang, doc=reference.doc)
                found.update(
                    ((there.doc, each.number), each) for each in there.rules(reference.target) if each.kind in kinds
                )
    return list(found.values())


def reference_text(edge: CitationEdge | BookReference) -> ReferenceText:
    """Return a reference. If it is in or to another book than the rules, its places have the names of their books."""
    from kb.graph.book_references import BookReference

    source, target = str(edge.source), str(edge.target)
    if isinstance(edge, BookReference):
        source = _with_book(source, edge.source_doc)
        target = _with_book("" if edge.target is None else target, edge.doc)
    return {"source": source, "target": target, "sentence": "".join(edge.sentence), "resolved": edge.resolved}


def _with_book(number: str, doc: Doc) -> str:
    return f"{DOCUMENTS[doc].abbreviation} {number}".strip()
