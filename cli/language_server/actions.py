"""The changes that the language server offers for a wrong citation."""

from __future__ import annotations

from datetime import date

from cli.language_server.document import DocumentCitation, OpenDocument
from kb.citations.fixer import CitationFix, fix_citations
from kb.documents import DOCUMENTS
from kb.errors import BadValue

# The names of languages in editors, by the mark that begins a comment there.
_COMMENT_MARKS = {
    "#": "coffeescript dockerfile elixir gdscript julia makefile nix perl powershell python r ruby shellscript toml "
    "yaml",
    "//": "c cpp csharp dart fsharp go groovy java javascript javascriptreact jsonc kotlin less objective-c php rust "
    "scala scss swift typescript typescriptreact zig",
    "--": "ada elm haskell lua purescript sql",
    "%": "bibtex erlang latex prolog tex",
    ";": "clojure ini lisp scheme",
}
_MARK_OF_LANGUAGE = {name: mark for mark, names in _COMMENT_MARKS.items() for name in names.split()}
_MARKUP = frozenset(("html", "markdown", "svg", "vue", "xml", "xsl"))
_STYLE_SHEETS = frozenset(("css",))


def fixed_line(document: OpenDocument, cited: DocumentCitation, edition: date | None) -> str | None:
    """Return the line of a citation with the suggested number, or None if there is none or it can't be put there."""
    suggestion = cited.finding.checked.suggestion
    if suggestion is None or edition is None:
        return None
    try:
        number = DOCUMENTS[cited.finding.doc].numbers.parse(suggestion)
    except BadValue:
        return None
    line = cited.place.line
    # The line before may end with the citation word.
    content = "\n".join(document.lines[:line]).encode("utf-8", "replace")
    new, made = fix_citations(content, [CitationFix(cited.place, number, edition)])
    return new.decode().rpartition("\n")[2] if made else None


def comment_to_ignore(language: str, verdict: str) -> str:
    """Return the text to add at the end of a line, so that the user can write a reason.

    Until a reason stands there, the comment ignores nothing.
    """
    comment = f"rules-lint: ignore[{verdict}] "
    if language in _MARKUP:
        return f"  <!-- {comment} -->"
    if language in _STYLE_SHEETS:
        return f"  /* {comment} */"
    mark = _MARK_OF_LANGUAGE.get(language)
    return f"  {mark} {comment}" if mark else f"  {comment}"
