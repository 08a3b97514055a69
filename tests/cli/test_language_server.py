"""`rules lsp`, driven by pygls's own client over stdio."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sys
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp isn't installed")

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from cli.language_server.actions import comment_to_ignore
from cli.language_server.document import OpenDocument, TextPlace, split_lines
from cli.linting.linter import Linter
from cli.linting.settings import LintSettings
from cli.user_files.text_parts import split_into_parts
from kb.citations.checker import CitationChecker
from kb.citations.ignore_comments import IgnoreComments
from kb.storage.database_file import DATABASE_FILE_NAME
from kb.storage.store import Store
from kb.storage.view import View
from tests.editions import edition_text

ROOT = Path(__file__).resolve().parents[2]
DAY = "2026-02-01"

# The client of the tests calls it, too (`cli.language_server.server`).
pytestmark = pytest.mark.filterwarnings("ignore:'asyncio.iscoroutinefunction':DeprecationWarning")


class Editor:
    """An editor with one document. In the starter data, 306.4 and 306.7 are deprecated, and 306.5d is right."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("editor", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.version = 0

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def start(self, home: Path, *, encodings: list[str] | None = None) -> types.InitializeResult:
        """Start the server and greet it."""
        arguments = ("-m", "cli", "--home", str(home), "--as-of", DAY, "lsp")
        await self.client.start_io(sys.executable, *arguments, cwd=ROOT)
        general = types.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
        capabilities = types.ClientCapabilities(general=general)
        found = await self.client.initialize_async(
            types.InitializeParams(capabilities=capabilities, root_uri=self.folder.as_uri())
        )
        self.client.initialized(types.InitializedParams())
        return found

    @property
    def uri(self) -> str:
        return (self.folder / "a.md").as_uri()

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    async def open(self, text: str, language: str = "markdown") -> list[types.Diagnostic]:
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri, language, 0, text))
        )
        return await self.diagnostics()

    async def change(self, start: tuple[int, int], end: tuple[int, int], text: str) -> list[types.Diagnostic]:
        self.version += 1
        where = types.Range(types.Position(*start), types.Position(*end))
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangePartial(where, text)],
            )
        )
        return await self.diagnostics()

    async def diagnostics(self) -> list[types.Diagnostic]:
        return [*(await asyncio.wait_for(self.published.get(), 60)).diagnostics]

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), 30)


def with_editor(home: Path, folder: Path, talk: Callable[[Editor], Awaitable[None]], **options: Any) -> None:
    """Start a server, let `talk` use it, and stop it."""

    async def run() -> None:
        editor = Editor(folder)
        await editor.start(home, **options)
        try:
            await talk(editor)
        finally:
            await editor.stop()

    asyncio.run(run())


def spans(diagnostics: list[types.Diagnostic]) -> list[tuple[int, int, int, str]]:
    """Return line, first and last character, and code of each diagnostic."""
    return [(d.range.start.line, d.range.start.character, d.range.end.character, str(d.code)) for d in diagnostics]


def test_diagnostics(starter_home: Path, tmp_path: Path) -> None:
    """Findings follow the text; settings and ignore comments count; positions are in UTF-16 units."""

    async def talk(editor: Editor) -> None:
        # The character before the citation takes two units of UTF-16.
        found = await editor.open("𝔘 CR 306.4 é\nCR 306.7 rules-lint: ignore history\nCR 306.5d\n")
        assert spans(found) == [(0, 3, 11, "deprecated")]
        assert found[0].source == "rules lint" and found[0].severity is types.DiagnosticSeverity.Error
        assert found[0].tags == (types.DiagnosticTag.Deprecated,)
        assert "no longer applies" in found[0].message
        assert spans(await editor.change((0, 0), (0, 0), "𝔘𝔘\n")) == [(1, 3, 11, "deprecated")]
        assert spans(await editor.change((1, 2), (1, 11), "")) == []
        # A removed reason makes the comment a finding, and the citation wrong again.
        assert spans(await editor.change((2, 28), (2, 36), "")) == [
            (2, 0, 8, "deprecated"), (2, 9, 27, "bad-ignore")
        ]  # fmt: skip
        assert spans(await editor.change((2, 0), (2, 27), "")) == []
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(editor.document))
        assert await editor.diagnostics() == []

    (tmp_path / "rules-lint.toml").write_text("[verdicts]\ndeprecated = 'error'\n")
    with_editor(starter_home, tmp_path, talk)


def test_other_encodings_of_positions(starter_home: Path, tmp_path: Path) -> None:
    """If a client counts in UTF-8 or in characters, so does the server."""
    for encoding, column in (("utf-8", 5), ("utf-32", 2)):

        async def talk(editor: Editor, column: int = column) -> None:
            assert spans(await editor.open("𝔘 CR 306.4")) == [(0, column, column + 8, "deprecated")]

        with_editor(starter_home, tmp_path, talk, encodings=[encoding])


def test_wrong_settings(starter_home: Path, tmp_path: Path) -> None:
    """Wrong settings are shown, and the document is checked without them; mended settings count at once."""

    async def talk(editor: Editor) -> None:
        assert spans(await editor.open("CR 306.4\n")) == [(0, 0, 8, "deprecated")]
        assert len(editor.messages) == 1 and "'verdict' is no setting; 'verdicts'" in editor.messages[0]
        settings_file = tmp_path / "rules-lint.toml"
        settings_file.write_text("[verdicts]\ndeprecated = 'off'\n")
        change = types.FileEvent(settings_file.as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        assert await editor.diagnostics() == []

    (tmp_path / "rules-lint.toml").write_text("verdict = 3\n")
    with_editor(starter_home, tmp_path, talk)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_changed_knowledge_base(rules: Any, home: Path, tmp_path: Path, *, is_replaced: bool) -> None:
    """An edition that is ingested meanwhile counts from the next message on, for all open documents.

    The starter data have no rule 102.9. The invented edition has 102.1 to 102.10. It is also noticed if another file
    takes the place of the database.
    """

    async def talk(editor: Editor) -> None:
        text = "A lantern of kind 2 has its wick 8 inches long"
        before = [each[3] for each in spans(await editor.open("CR 102.9 CR 102.90\n"))]
        hover = types.HoverParams(editor.document, types.Position(0, 4))
        found = await editor.client.text_document_hover_async(hover)
        assert "missing" not in before and (found is None or text not in str(found.contents))
        changed = Path(shutil.copytree(home, tmp_path / "copy")) if is_replaced else home
        assert rules("ingest", str(edition), home=changed).status == 0
        if is_replaced:
            (changed / DATABASE_FILE_NAME).replace(home / DATABASE_FILE_NAME)
        found = await editor.client.text_document_hover_async(hover)
        assert found is not None and text in str(found.contents)
        assert [each[1:] for each in spans(await editor.diagnostics())] == [(9, 18, "missing")]
        assert spans(await editor.change((0, 0), (0, 0), "x ")) == [(0, 11, 20, "missing")]

    edition = tmp_path / "lanterns.txt"
    edition.write_text(edition_text(date(2026, 1, 20)), encoding="utf-8")
    with_editor(home, tmp_path, talk)


def test_hover_and_definition(starter_home: Path, tmp_path: Path) -> None:
    """Hover shows the rule, its edition and its last change; the definition is the rule's line in a read-only file."""

    async def talk(editor: Editor) -> None:
        await editor.open("𝔘 see CR 306.5d and CR 306.7, not 999\n")
        at = types.Position(0, 12)
        hover = await editor.client.text_document_hover_async(types.HoverParams(editor.document, at))
        assert hover is not None and isinstance(hover.contents, types.MarkupContent)
        assert hover.contents.value.startswith("**306.5d** · en 2025-06-06, excerpt\n\n")
        assert "loyalty ability" in hover.contents.value
        assert re.search(r"\*(last change: \d|no change in substance since \d)", hover.contents.value)
        assert hover.range == types.Range(types.Position(0, 7), types.Position(0, 16))
        wrong = await editor.client.text_document_hover_async(types.HoverParams(editor.document, types.Position(0, 24)))
        assert wrong is not None and isinstance(wrong.contents, types.MarkupContent)
        assert wrong.contents.value.startswith("306.7 no longer applies")
        nothing = types.HoverParams(editor.document, types.Position(0, 1))
        assert await editor.client.text_document_hover_async(nothing) is None
        place = await editor.client.text_document_definition_async(types.DefinitionParams(editor.document, at))
        assert isinstance(place, types.Location)
        file = Path(place.uri.removeprefix("file://"))
        assert file.read_text(encoding="utf-8").split("\n")[place.range.start.line].startswith("306.5d ")
        assert not file.stat().st_mode & 0o222
        # The page itself isn't checked, although it cites rules.
        page = types.TextDocumentItem(place.uri, "markdown", 0, "CR 306.4")
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(page))
        assert await editor.diagnostics() == []

    with_editor(starter_home, tmp_path, talk)


def test_completion(starter_home: Path, tmp_path: Path) -> None:
    """After a citation word, the numbers of the next level are offered; elsewhere, nothing is."""

    async def talk(editor: Editor) -> None:
        lines = ["𝔘 CR 30", "see rule 306.", "CR 306.5", "30", "règle 306", "costs 306.5"]
        await editor.open("\n".join(lines))

        async def offered(line: int) -> list[types.CompletionItem]:
            units = len(lines[line].encode("utf-16-le")) // 2
            params = types.CompletionParams(editor.document, types.Position(line, units))
            found = await editor.client.text_document_completion_async(params)
            assert isinstance(found, types.CompletionList)
            return [*found.items]

        sections = await offered(0)
        assert [item.label for item in sections] == [str(number) for number in range(300, 310)]
        assert sections[6].detail == "Planeswalkers"
        edit = sections[6].text_edit
        assert edit == types.TextEdit(types.Range(types.Position(0, 6), types.Position(0, 8)), "306")
        assert "306.5" in [item.label for item in await offered(1)]
        assert [item.label for item in await offered(2)][:3] == ["306.5", "306.5a", "306.5b"]
        assert await offered(3) == [] and await offered(5) == []
        assert "306.1" in [item.label for item in await offered(4)]

    with_editor(starter_home, tmp_path, talk)


def test_code_actions(newest_home: Path, tmp_path: Path) -> None:
    """A suggestion can be put in its place; a comment can be added, which ignores nothing until it has a reason."""

    async def talk(editor: Editor) -> None:
        found = await editor.open("𝔘 see CR 704.5J.\nCR 702.9b\n")
        assert spans(found) == [(0, 7, 16, "missing")]
        params = types.CodeActionParams(editor.document, found[0].range, types.CodeActionContext(found))
        actions = await editor.client.text_document_code_action_async(params) or []
        assert [action.title for action in actions] == ["Cite 704.5j", "Ignore missing here, with a reason"]
        edits = []
        for action in actions:
            assert isinstance(action, types.CodeAction) and action.edit and action.edit.changes
            edits += action.edit.changes[editor.uri]
        assert [(edit.range.start.character, edit.range.end.character) for edit in edits] == [(0, 17), (17, 17)]
        assert [edit.new_text for edit in edits] == ["𝔘 see CR 704.5j.", "  <!-- rules-lint: ignore[missing]  -->"]
        nowhere = types.Range(types.Position(1, 0), types.Position(1, 3))
        params = types.CodeActionParams(editor.document, nowhere, types.CodeActionContext([]))
        assert not await editor.client.text_document_code_action_async(params)

    with_editor(newest_home, tmp_path, talk)


def test_a_change_of_a_long_file(starter_home: Path, tmp_path: Path) -> None:
    """In a file of 5,000 lines with 2,500 citations and 50 findings, a change takes the server at most 100 ms.

    This is processor time, since other programs may take the processor from the server.
    """
    psutil = pytest.importorskip("psutil", reason="the extra dask, which has psutil, isn't installed")
    lines = [f"text {at} about CR 306.5d" if at % 2 else f"line {at}" for at in range(5_000)]
    for at in range(0, 5_000, 100):
        lines[at] = "CR 306.4"

    async def talk(editor: Editor) -> None:
        assert len(await editor.open("\n".join(lines))) == 50
        server = psutil.Process(editor.client._server.pid)
        before = server.cpu_times()
        for at in range(1, 400, 8):
            found = await editor.change((at * 12, 0), (at * 12, 0), "x")
            assert len(found) == 50
        after = server.cpu_times()
        assert after.user + after.system - before.user - before.system < 50 * 0.1

    with_editor(starter_home, tmp_path, talk)


def test_missing_extra(rules: Any, starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pygls, the error is one line that says how to install it."""
    monkeypatch.setattr("cli.commands.lsp.find_spec", lambda name: None)
    outcome = rules("lsp", home=starter_home)
    assert outcome.status == 2 and outcome.err.count("\n") == 1
    assert "the language server" in outcome.err and ("pygls" in outcome.err or "[lsp]" in outcome.err)


@pytest.mark.parametrize("language", ["python", "rust", "markdown", "css", "lua", "latex", "clojure", "plaintext"])
def test_added_comments_are_read(language: str) -> None:
    """The comment that an action adds is an ignore comment once it has a reason, in any language."""
    from kb.citations.text_part import TextPart

    for reason, count in (("", 1), ("history", 0)):
        line = f"CR 306.4{comment_to_ignore(language, 'missing').replace('] ', f'] {reason}')}".encode()
        comments = IgnoreComments(["missing"])
        comments.read(TextPart(line, 0, len(line)))
        assert (comments.find(1, 1, "missing") is None) == bool(count)
        assert len([*comments.finished()]) == count


PIECES = ("CR 306.4", "rules 306.5d", " and ", "306.7", "\n", "\r\n", "\r", '"Once per turn', '" ', "> ", "𝔘", "rule",
          "x", "rules-lint: ignore-next x", "rules-lint: ignore-file x", "// ")  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=60),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 30), st.sampled_from(PIECES)), max_size=5),
)
def test_changes_give_what_a_whole_check_gives(
    starter_home: Path, pieces: list[str], changes: list[tuple[int, int, str]]
) -> None:
    """After any changes, the findings are those of `rules lint` for the whole text."""
    with Store.open(starter_home) as store:
        from datetime import date

        checker = CitationChecker(store, View(store, "en", date.fromisoformat(DAY)))
        linter = Linter(lambda: checker, LintSettings())
        document = OpenDocument(Path("a.md"), "markdown", "".join(pieces) * 3)
        document.check(linter)
        for seed, length, text in changes:
            dice = random.Random(seed)
            first = dice.randrange(len(document.lines))
            last = min(len(document.lines) - 1, first + length // 10)
            start, end = dice.randint(0, len(document.lines[first])), dice.randint(0, len(document.lines[last]))
            if first == last:
                start, end = sorted((start, end))
            document.replace(TextPlace(first, start), TextPlace(last, end), text)
            document.check(linter)
        citations, notices = document.check(linter)
        whole = [*linter.lint("a.md", split_into_parts("\n".join(document.lines).encode()))]
        assert [each.finding for each in citations] == [finding for place, finding in whole if place]
        assert sorted(notices) == sorted(finding for place, finding in whole if not place)


@given(st.text(alphabet="a\r\n\x0b\x85\u2028", max_size=20))
def test_line_ends_of_the_protocol(text: str) -> None:
    """Only a carriage return, a line feed, and both together end a line (specification 3.17, `TextDocument`)."""
    assert len(split_lines(text)) == 1 + len(re.findall("\r\n|\r|\n", text))
