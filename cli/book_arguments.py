"""Arguments of `rules show` that name places in the policy documents: `MTR 4.2`, `IPG 2.2/philosophy`, `jar trades`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.books import book_view, parse_documents, require_book
from cli.messages import note
from cli.pinned_numbers import describe_day
from kb.documents import DOCUMENTS, Doc, Number, Range, split_document
from kb.errors import BadValue, NotFound
from kb.history.pinned_number import PinnedNumber, parse_in_document, parse_one_in_document, range_of, resolve_pin
from kb.i18n import _
from kb.terms.policy_titles import place_with_title

if TYPE_CHECKING:
    from cli.options.global_options import GlobalOptions
    from kb.model import Rule
    from kb.storage.store import Store
    from kb.storage.view import View
    from kb.storage.view_items import ViewItem


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """The places that an argument names. `removed` is the last wording of a place that the view no longer has.

    For a whole document, `numbers` is None.
    """

    view: View
    numbers: Range | None
    removed: ViewItem[Rule] | None = None


def split_by_document(arguments: Sequence[str], option: str | None) -> tuple[list[str], list[tuple[Doc, str]]]:
    """Return the arguments about the Comprehensive Rules, and (document, text) for those about other documents.

    The name of a document holds for the arguments after it. Alone, it means the whole document, whose text is "".
    Successive words without digits are one name, and so are a word and the letter after it ("Appendix B").

    Raises:
        BadValue: `option` is no document.
    """
    chosen = parse_documents(option)
    default = None if option is None else chosen or tuple(DOCUMENTS)
    rules: list[str] = []
    elsewhere: list[tuple[Doc, str]] = []
    current, is_open = default or ("cr",), False
    for at, argument in enumerate(arguments):
        named, rest = split_document(argument)
        if named is None and argument.lower() in DOCUMENTS:
            current, is_open = tuple(doc for doc in DOCUMENTS if doc == argument.lower()), False
            is_last = at + 1 == len(arguments) or arguments[at + 1].lower() in DOCUMENTS
            if is_last or split_document(arguments[at + 1])[0]:
                elsewhere += [(doc, "") for doc in current if doc != "cr"]
            continue
        if named is not None:
            current, is_open = (named,), False
        is_word = not any(map(str.isdigit, rest))
        for doc in current:
            if doc == "cr":
                rules.append(rest)
            elif is_word and is_open and elsewhere:
                index = max(place for place, (other, _text) in enumerate(elsewhere) if other == doc)
                elsewhere[index] = (doc, f"{elsewhere[index][1]} {rest}")
            else:
                elsewhere.append((doc, rest))
        is_open = is_word
    return rules, elsewhere


def find_places(common: GlobalOptions, store: Store, doc: Doc, text: str) -> FoundPlaces:
    """Find the places of a document that a text names: a number, a range, a number of a day, or words of a title.

    Raises:
        BadValue: the text is neither a number nor a name.
        NotFound: the document of the day has no such place.
        Ambiguous: several titles have the words.
    """
    require_book(store, doc)
    view = book_view(common, store, common.languages()[0], doc)
    if not text:
        return FoundPlaces(view, None)
    named = parse_in_document(text, doc) if any(map(str.isdigit, text)) or "@" in text else _parse_name(text, doc)
    if isinstance(named, PinnedNumber):
        found = resolve_pin(store.book(doc), view, named)
        note(found.describe(describe_day(common)))
        if found.number is not None:
            return FoundPlaces(view, range_of(found.number))
        if found.last_printed is not None:
            return FoundPlaces(view, range_of(named.number), found.last_printed)
        raise NotFound(str(named), found.describe(describe_day(common)))
    if named is not None and view.rules(named):
        return FoundPlaces(view, named)
    by_title = None if named is not None and any(map(str.isdigit, text)) else place_with_title(view, text)
    if by_title is not None:
        note(f"{text} → {DOCUMENTS[doc].abbreviation} {by_title.item.number}")
        return FoundPlaces(view, range_of(by_title.item.number))
    raise _absence(store, view, text if named is None else str(named), named)


def named_place(view: View, text: str) -> Number | PinnedNumber:
    """Return the one place of a document that a text names: by a number, a number of a day, or words of a title.

    A number may be missing in the view. For the Comprehensive Rules, a text must be a number.

    Raises:
        BadValue: the text is no number.
        NotFound: the text is a name, and no title has its words.
        Ambiguous: several titles have the words.
    """
    if view.doc == "cr" or "@" in text or any(map(str.isdigit, text)):
        return parse_one_in_document(text, view.doc)
    named = _parse_name(text, view.doc)
    if named is not None and not isinstance(named, PinnedNumber) and view.rule(named.first) is not None:
        return named.first
    by_title = place_with_title(view, text)
    if by_title is None:
        raise _no_such_name(view, text, None if named is None or isinstance(named, PinnedNumber) else named)
    note(f"{text} → {DOCUMENTS[view.doc].abbreviation} {by_title.item.number}")
    return by_title.item.number


def _no_such_name(view: View, text: str, named: Range | None) -> NotFound:
    if named is not None:
        return NotFound(text, view.describe_absence(named))
    message = _("{document}: no section is called '{term}'", document=_(DOCUMENTS[view.doc].title), term=text)
    return NotFound(text, message)


def _parse_name(text: str, doc: Doc) -> Range | PinnedNumber | None:
    try:
        return parse_in_document(text, doc)
    except BadValue:
        return None


def _absence(store: Store, view: View, text: str, named: Range | None) -> NotFound:
    from kb.storage.spans import last_printed_day

    if named is None:
        return _no_such_name(view, text, None)
    last = last_printed_day(store.book(view.doc), view.lang, named.first, view.as_of)
    if last is None:
        return NotFound(text, view.describe_absence(named))
    values = {"number": named, "document": DOCUMENTS[view.doc].abbreviation, "day": view.as_of}
    message = _("{number} isn't in the {document} as of {day}", **values)
    return NotFound(text, message + _("; it was last printed in the edition of {day}: add --as-of {day}", day=last))
