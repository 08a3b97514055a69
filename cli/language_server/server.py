"""The language server over stdio: the messages of the Language Server Protocol, answered by a session.

Positions of the protocol count in the units that client and server have agreed on, usually UTF-16. Here they are
converted to characters and back.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from cli.language_server.actions import comment_to_ignore, fixed_line
from cli.language_server.document import DocumentCitation, OpenDocument, TextPlace, findings_in
from cli.language_server.session import Session
from cli.linting.findings import Finding
from cli.linting.settings import SETTINGS_FILES, LintSettings, find_settings
from cli.messages import error
from cli.options.global_options import GlobalOptions
from kb.citations.scanner import AnyOccurrence
from kb.errors import RulesError, StoreError
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.storage.store import Store

_NAME, _SOURCE = "rules", "rules lint"
_SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


class CitationServer(LanguageServer):
    """The language server: the open documents, and the session with the settings of the folder that is open."""

    def __init__(self, common: GlobalOptions, store: Store) -> None:
        super().__init__(_NAME, version("mtg-rules-library"))
        self._common, self._store = common, store
        self._session: Session | None = None
        self._generation = store.generation
        self._documents: dict[str, OpenDocument] = {}
        self._citations: dict[str, list[DocumentCitation]] = {}

    @property
    def session(self) -> Session:
        """The session. It is made when it is first needed, with the settings of the folder that is open.

        If the settings are wrong, the editor shows the error, and the session has no settings.
        """
        if self._session is None:
            try:
                session = Session(self._common, self._store, find_settings(Path(self.workspace.root_path or ".")))
                _linter = session.linter
            except (RulesError, OSError) as problem:
                self.show_error(problem)
                session = Session(self._common, self._store, LintSettings())
            self._session = session
        return self._session

    def show_error(self, problem: Exception) -> None:
        """Show an error in the editor, and in the log."""
        error(problem)
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"rules: {problem}"))

    def reload(self) -> None:
        """Read the settings again, and check all documents again."""
        self._session = None
        for uri, document in self._documents.items():
            document.forget_checks()
            self.publish(uri)

    def follow_store(self) -> None:
        """Check all documents again if the knowledge base has changed since the last message."""
        if self._store.is_replaced:
            with suppress(StoreError):  # the new file may be half written
                earlier, self._store = self._store, Store.open(self._store.home)
                self._session, self._generation = None, ""
                earlier.close()
        if self._generation != (generation := self._store.generation):
            self._generation = generation
            self.reload()

    def open(self, item: types.TextDocumentItem) -> None:
        """Check a document that was opened."""
        self.follow_store()
        path = Path(uris.to_fs_path(item.uri) or item.uri)
        self._documents[item.uri] = OpenDocument(path, item.language_id, item.text)
        self.publish(item.uri)

    def close(self, uri: str) -> None:
        """Forget a document, and take its findings away."""
        self._documents.pop(uri, None)
        self._citations.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def change(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Apply changes to a document, one after the other, and check it."""
        self.follow_store()
        document = self._documents.get(uri)
        if document is None:
            return
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = (self._place(document, each) for each in (change.range.start, change.range.end))
                document.replace(start, end, change.text)
            else:
                document.replace_all(change.text)
        self.publish(uri)

    def publish(self, uri: str) -> None:
        """Check what has changed in a document, and send its findings."""
        document = self._documents[uri]
        diagnostics: list[types.Diagnostic] = []
        self._citations[uri] = []
        if not self.session.leaves_out(document.path):
            self._citations[uri], notices = document.check(self.session.linter)
            diagnostics = [self._diagnostic(document, each) for each in findings_in(self._citations[uri], notices)]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics))

    def _diagnostic(self, document: OpenDocument, finding: Finding) -> types.Diagnostic:
        severity = _SEVERITIES.get(finding.level or "warning")
        tags = [types.DiagnosticTag.Deprecated] if finding.verdict == "deprecated" else None
        return types.Diagnostic(
            self._range(document, finding.line - 1, finding.column - 1, len(finding.text)),
            f"{finding.text}: {finding.message}", severity, finding.verdict, source=_SOURCE, tags=tags,
        )  # fmt: skip

    # Positions

    def _units(self, text: str) -> int:
        codec = self.workspace.position_codec
        return len(text) if text.isascii() else codec.client_num_units(text)

    def _range(self, document: OpenDocument, line: int, column: int, length: int) -> types.Range:
        text = document.lines[line]
        start = self._units(text[:column])
        end = start + self._units(text[column : column + length])
        return types.Range(types.Position(line, start), types.Position(line, end))

    def _place(self, document: OpenDocument, position: types.Position) -> TextPlace:
        if position.line >= len(document.lines):
            return TextPlace(position.line, 0)
        text = document.lines[position.line]
        if text.isascii():
            return TextPlace(position.line, min(position.character, len(text)))
        units = 0
        for column, character in enumerate(text):
            if units >= position.character:
                return TextPlace(position.line, column)
            units += self._units(character)
        return TextPlace(position.line, len(text))

    def _citation_at(self, uri: str, position: types.Position) -> tuple[OpenDocument, DocumentCitation] | None:
        self.follow_store()
        document = self._documents.get(uri)
        if document is None:
            return None
        place = self._place(document, position)
        for each in self._citations[uri]:
            column = each.place.column - 1
            if each.place.line - 1 == place.line and column <= place.column <= column + len(each.place.citation.text):
                return document, each
        return None

    def _where(self, document: OpenDocument, place: AnyOccurrence) -> types.Range:
        """Return the range of a citation."""
        return self._range(document, place.line - 1, place.column - 1, len(place.citation.text))

    # Requests

    def hover(self, uri: str, position: types.Position) -> types.Hover | None:
        """Return the rule of the citation at a position, after the message about the citation, if there is one."""
        found = self._citation_at(uri, position)
        if found is None:
            return None
        document, cited = found
        parts = [cited.finding.message, self.session.describe(cited.place.citation)]
        suggestion = cited.finding.checked.suggestion
        parts += [self.session.describe_number(suggestion, cited.finding.doc)] if suggestion else []
        text = "\n\n---\n\n".join(part for part in parts if part)
        where = self._where(document, cited.place)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), where) if text else None

    def definition(self, uri: str, position: types.Position) -> types.Location | None:
        """Return the place of the cited rule in the page of its edition."""
        found = self._citation_at(uri, position)
        if found is None:
            return None
        citation, session = found[1].place.citation, self.session
        # Only the rules have pages that an editor opens.
        if not isinstance(citation.number, RuleNumber):
            return None
        rule = session.pages.find(session.view_of(citation), citation.number)
        if rule is None:
            return None
        file, line = rule
        start = types.Position(line, 0)
        return types.Location(uris.from_fs_path(str(file)) or file.as_uri(), types.Range(start, start))

    def complete(self, uri: str, position: types.Position) -> types.CompletionList:
        """Return the numbers that continue the number before a position."""
        self.follow_store()
        document = self._documents.get(uri)
        if document is None:
            return types.CompletionList(is_incomplete=True, items=[])
        place = self._place(document, position)
        before = document.lines[place.line][: place.column] if place.line < len(document.lines) else ""
        items = []
        for each in self.session.complete(before):
            where = types.Range(types.Position(position.line, position.character - each.typed), position)
            items.append(
                types.CompletionItem(
                    str(each.number),
                    kind=types.CompletionItemKind.Reference,
                    detail=each.text,
                    sort_text=each.number.sort_key,
                    filter_text=str(each.number),
                    text_edit=types.TextEdit(where, str(each.number)),
                )
            )
        return types.CompletionList(is_incomplete=True, items=items)

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return the actions for the wrong citations in a range: the suggested number, and an ignore comment."""
        self.follow_store()
        uri = params.text_document.uri
        document = self._documents.get(uri)
        if document is None:
            return []
        actions: list[types.CodeAction] = []
        for each in self._citations[uri]:
            if each.finding.is_finding and _touch(where := self._where(document, each.place), params.range):
                actions += self._actions(uri, document, each, where)
        return actions

    def _actions(
        self, uri: str, document: OpenDocument, cited: DocumentCitation, where: types.Range
    ) -> list[types.CodeAction]:
        finding, line = cited.finding, where.start.line
        diagnostic = self._diagnostic(document, finding)
        whole = self._range(document, line, 0, len(document.lines[line]))
        fixed = fixed_line(document, cited, self.session.edition_of(cited.finding.doc))
        edits = []
        if fixed is not None:
            title = _("Cite {number}", number=finding.checked.suggestion)
            edits.append((title, types.TextEdit(whole, fixed), finding.checked.is_certain))
        title = _("Ignore {verdict} here, with a reason", verdict=finding.verdict)
        comment = comment_to_ignore(document.language, finding.verdict)
        edits.append((title, types.TextEdit(types.Range(whole.end, whole.end), comment), False))
        return [
            types.CodeAction(
                title,
                types.CodeActionKind.QuickFix,
                [diagnostic],
                is_preferred=is_preferred,
                edit=types.WorkspaceEdit({uri: [edit]}),
            )
            for title, edit, is_preferred in edits
        ]


def _touch(one: types.Range, other: types.Range) -> bool:
    """True if two ranges share a character or a border."""
    return (one.start.line, one.start.character) <= (other.end.line, other.end.character) and (
        other.start.line, other.start.character) <= (one.end.line, one.end.character)  # fmt: skip


def _opened(ls: CitationServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.open(params.text_document)


def _closed(ls: CitationServer, params: types.DidCloseTextDocumentParams) -> None:
    ls.close(params.text_document.uri)


def _changed(ls: CitationServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.change(params.text_document.uri, params.content_changes)


def _saved(ls: CitationServer, params: types.DidSaveTextDocumentParams) -> None:
    if params.text_document.uri.endswith(SETTINGS_FILES):
        ls.reload()
    ls.follow_store()


def _watched(ls: CitationServer, params: types.DidChangeWatchedFilesParams) -> None:
    if any(change.uri.endswith(SETTINGS_FILES) for change in params.changes):
        ls.reload()


def _hover(ls: CitationServer, params: types.HoverParams) -> types.Hover | None:
    return ls.hover(params.text_document.uri, params.position)


def _definition(ls: CitationServer, params: types.DefinitionParams) -> types.Location | None:
    try:
        return ls.definition(params.text_document.uri, params.position)
    except (RulesError, OSError) as problem:
        ls.show_error(problem)
        return None


def _complete(ls: CitationServer, params: types.CompletionParams) -> types.CompletionList:
    return ls.complete(params.text_document.uri, params.position)


def _actions(ls: CitationServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    return ls.code_actions(params)


_FEATURES: dict[str, tuple[Callable[..., Any], Any]] = {
    types.TEXT_DOCUMENT_DID_OPEN: (_opened, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (_closed, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (_changed, None),
    types.TEXT_DOCUMENT_DID_SAVE: (_saved, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (_watched, None),
    types.TEXT_DOCUMENT_HOVER: (_hover, None),
    types.TEXT_DOCUMENT_DEFINITION: (_definition, None),
    types.TEXT_DOCUMENT_COMPLETION: (_complete, types.CompletionOptions(trigger_characters=["."])),
    types.TEXT_DOCUMENT_CODE_ACTION: (
        _actions,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    ),
}


def make_server(common: GlobalOptions, store: Store) -> CitationServer:
    """Return a server that answers the requests that it knows."""
    # pygls 2.1 calls it for each message. Python 3.14 deprecates it, and Python 3.16 removes it.
    warnings.filterwarnings("ignore", "'asyncio.iscoroutinefunction'", DeprecationWarning, r"pygls\.")
    server = CitationServer(common, store)
    for name, (answer, options) in _FEATURES.items():
        server.feature(name, options)(answer)
    return server
