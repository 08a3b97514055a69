"""`rules refs` for the policy documents: what a place cites, and what cites it, in all documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cli.messages import note
from kb.documents import DOCUMENTS, Doc, split_document
from kb.errors import BadValue, NotFound
from kb.i18n import _

if TYPE_CHECKING:
    from cli.options.global_options import GlobalOptions
    from kb.graph.book_references import BookReference
    from kb.section_number import SectionRange


def named_book(number: str | None, *, is_plain: bool) -> tuple[Doc, str] | None:
    """Return the policy document that an argument names, and the number in it ("" for the whole document).

    Raises:
        BadValue: a document is named, and the options aren't plain: they are about the graph of the rules.
    """
    if number is None:
        return None
    whole = next((doc for doc in DOCUMENTS if doc == number.strip().lower()), None)
    doc, rest = (whole, "") if whole else split_document(number)
    if doc is None or doc == "cr":
        return None
    if not is_plain:
        raise BadValue("companion of a policy document", number, _("--to, --most-cited and --depth are for rules"))
    return doc, rest


def show_references(common: GlobalOptions, doc: Doc, number: str, form: str, *, incoming: bool, outgoing: bool) -> int:
    """Print the references of a place of a policy document, and the references to it. Return the exit status.

    Raises:
        BadValue: the format draws a picture, or the text is no number of the document.
        NotFound: the document of the day has no such place.
    """
    from kb.graph.book_references import references_between_books
    from kb.infractions.penalties import describe_missing_book
    from kb.section_number import SectionRange
    from kb.storage.view import View

    if form not in ("text", "json"):
        raise BadValue("format of a list", form, _("give text or json; only the rules can be drawn"))
    subject = SectionRange.parse(number) if number else None
    with common.open_store() as store:
        view = View(store.book(doc), "en", common.day)
        if view.base is None:
            raise NotFound(doc, describe_missing_book(store, doc, common.day))
        if subject is not None and not view.rules(subject):
            message = _("{number} isn't in the {book} of {day}", number=subject, book=_(DOCUMENTS[doc].title),
                        day=common.day)  # fmt: skip
            raise NotFound(str(subject), message)
        found = references_between_books(store, common.day)
    outwards = [each for each in found if each.source_doc == doc and _is_source(each, subject)]
    inwards = [
        each for each in found if each.doc == doc and _is_target(each, subject) and not (
            each.source_doc == doc and _is_source(each, subject)
        )
    ]  # fmt: skip
    outwards, inwards = outwards if outgoing or not incoming else [], inwards if incoming or not outgoing else []
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


def _is_source(each: BookReference, subject: SectionRange | None) -> bool:
    return subject is None or subject.covers(each.source)


def _is_target(each: BookReference, subject: SectionRange | None) -> bool:
    if subject is None:
        return True
    return each.target is not None and subject.covers(each.target.first)


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
