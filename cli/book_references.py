"""`rules refs` for the policy documents: what a place cites, and what cites it, in all documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.book_arguments import find_places
from cli.books import document_of
from cli.messages import note
from kb.documents import DOCUMENTS, Doc
from kb.errors import BadValue, NotFound
from kb.i18n import _
from kb.section_number import SectionNumber, as_section_range

if TYPE_CHECKING:
    from cli.options.global_options import GlobalOptions
    from kb.graph.book_references import BookReference


def named_book(number: str | None, option: str | None, *, is_plain: bool) -> tuple[Doc, str] | None:
    """Return the policy document that an argument or `--doc` names, and the number in it ("": the whole document).

    Raises:
        BadValue: a document is named, and the options aren't plain: they are about the graph of the rules. Or the
            argument and `--doc` name different documents.
    """
    whole = next((doc for doc in DOCUMENTS if number is not None and doc == number.strip().lower()), None)
    doc, rest = (whole, "") if whole else document_of(number or "", option)
    if doc == "cr":
        return None
    if not is_plain:
        raise BadValue(
            "companion of a policy document", number or doc, _("--to, --most-cited and --depth are for rules")
        )
    return doc, rest


def show_references(common: GlobalOptions, doc: Doc, number: str, form: str, *, incoming: bool, outgoing: bool) -> int:
    """Print the references of a place of a policy document, and the references to it. Return the exit status.

    Raises:
        BadValue: the format draws a picture, or the text is no number of the document.
        NotFound: the document of the day has no such place.
    """
    from kb.graph.book_references import references_around, references_between_books

    if form not in ("text", "json"):
        raise BadValue("format of a list", form, _("give text or json; only the rules can be drawn"))
    with common.open_store() as store:
        places = find_places(common, store, doc, number)
        view, subject = places.view, as_section_range(places.numbers)
        if view.base is None or places.removed is not None:
            raise NotFound(number or doc, view.describe_absence(subject or SectionNumber(1)))
        outwards, inwards = references_around(references_between_books(store, view.as_of), doc, subject)
    outwards = outwards if outgoing or not incoming else []
    inwards = inwards if incoming or not outgoing else []
    label = DOCUMENTS[doc].abbreviation + (f" {subject}" if subject else "")
    if form == "json":
        common.print_json(
            {
                "number": str(subject) if subject else None, "doc": doc, "lang": "en", "edition": str(view.base),
                "outgoing": list(map(_as_json, outwards)), "incoming": list(map(_as_json, inwards)),
            }
        )  # fmt: skip
    else:
        _print(common, _("{number} cites", number=label), outwards, outgoing=True)
        _print(common, _("{number} is cited by", number=label), inwards, outgoing=False)
    if not (outwards or inwards):
        note(_("{number} cites nothing, and nothing cites it, on {day}", number=label, day=common.day))
    return 0 if outwards or inwards else 1


def _as_json(each: BookReference) -> dict[str, Any]:
    return {
        "source": str(each.source),
        "source_doc": each.source_doc,
        "target": None if each.target is None else str(each.target),
        "doc": each.doc,
        "text": each.words,
        "resolved": each.resolved,
        "sentence": "".join(each.line),
        **({} if each.example is None else {"example": each.example}),
    }


def _print(common: GlobalOptions, title: str, found: Sequence[BookReference], *, outgoing: bool) -> None:
    if not found:
        return
    page = common.text_output()
    page.line((title, "bold"))
    for each in found:
        source = f"{DOCUMENTS[each.source_doc].abbreviation} {each.source}"
        target = DOCUMENTS[each.doc].abbreviation + (f" {each.target}" if each.target else "")
        missing = "" if each.resolved else "  " + _("(isn't there)")
        before, words, after = each.line
        name = f"{source} → {target}" if outgoing else source
        page.line((name, "bold cyan"), (missing, "red"), "  ", before, (words, "bold"), after, indent=2, hang=2)
