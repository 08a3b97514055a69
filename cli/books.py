"""The documents that the arguments of a command name: by `--doc`, or by the word before a number (`MTR 4.2`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.choices import parse_choice
from cli.messages import note
from kb.documents import DOCUMENTS, Doc, split_document
from kb.errors import BadValue, NotFound
from kb.i18n import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.options.global_options import GlobalOptions
    from kb.languages import Lang
    from kb.storage.store import Store
    from kb.storage.view import View


def parse_document(name: str) -> Doc:
    """Parse the code of one document. Raise BadValue for any other text."""
    return parse_choice("document", name.lower(), tuple(DOCUMENTS))


def parse_documents(name: str | None) -> tuple[Doc, ...] | None:
    """Parse the value of `--doc`. Return None for `all` and if the option isn't given."""
    if name is None or name.lower() == "all":
        return None
    choices = _("give one of {names}", names=", ".join((*DOCUMENTS, "all")))
    return (parse_choice("document", name.lower(), tuple(DOCUMENTS), choices),)


def document_of(text: str, option: str | None, *, default: Doc = "cr") -> tuple[Doc, str]:
    """Return the document that a number or `--doc` names, and the number without the document's name.

    Raises:
        BadValue: the two name different documents, or `--doc` names no single document.
    """
    named, rest = split_document(text)
    chosen = parse_document(option) if option is not None else None
    if named is not None and chosen is not None and named != chosen:
        raise BadValue("companion of --doc", text, _("the number names a document itself; leave one of the two out"))
    return named or chosen or default, rest


def book_view(common: GlobalOptions, store: Store, lang: Lang, doc: Doc, *, lists_all: bool = False) -> View:
    """Return the view of a document on the day asked about.

    A document without editions in the language is read in English, with a note on stderr.

    Raises:
        NotFound: the knowledge base has no edition of the document.
    """
    from kb.storage.view import View

    book = store.book(doc)
    if doc == "cr":
        return common.view(book, lang, lists_all=lists_all)
    require_book(store, doc)
    view = View(book, lang, common.day)
    if lang != "en" and not view.edition_days():
        note(_("{document}: only the English is here", document=_(DOCUMENTS[doc].title)))
        return View(book, "en", common.day)
    return view


def require_book(store: Store, doc: Doc) -> None:
    """Raise NotFound if the knowledge base has no edition of a document."""
    if doc != "cr" and doc not in store.books:
        message = _(
            "{document}: the knowledge base has no edition; `rules ingest FILE` takes one in",
            document=_(DOCUMENTS[doc].title),
        )
        raise NotFound(doc, message)


def known_books(store: Store, name: str | None, default: Sequence[Doc] | None = None) -> tuple[Doc, ...]:
    """Return the documents that `--doc` chooses: one, or with `all` those in the knowledge base."""
    chosen = parse_documents(name)
    if chosen is None and name is None and default is not None:
        return tuple(default)
    for doc in chosen or ():
        require_book(store, doc)
    return chosen or store.books
