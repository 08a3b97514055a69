"""Hooks of the documentation site (`mkdocs.yml`): pages from the root of the project, and links to its files.

The pages in `docs/` link each other as files, so that they can be read in the repository, too. README and the other
pages of the root become pages of the site here.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
ROOT_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "SECURITY.md": "SECURITY.md",
    "NOTICE.md": "NOTICE.md",
}
_LINK = re.compile(r"(?P<text>\[[^\]\n]*\])\((?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")
_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root of the project."""
    from mkdocs.structure.files import File

    for source, page in ROOT_PAGES.items():
        text = _relinked((ROOT / source).read_text(encoding="utf-8"), Path(source), Path(page))
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_others: Any) -> str:
    """Let links to pages of the root lead to their pages of the site, and name other files of the project as code."""
    if page.file.generated_by:
        return markdown
    # Programs know the names of the Python API as `kb.NAME`, wherever they are defined.
    markdown = re.sub(r"^::: \S+\.(\w+)$", r"\g<0>\n    options:\n      heading: kb.\1", markdown, flags=re.MULTILINE)
    return _relinked(markdown, Path("docs") / page.file.src_uri, Path(page.file.src_uri))


def _relinked(markdown: str, source: Path, page: Path) -> str:
    """Return a page whose relative links and code in tables fit the site.

    Args:
        markdown: the page.
        source: its file, relative to the root of the project.
        page: its file in the site.
    """

    def relinked(match: re.Match[str]) -> str:
        target = match["target"]
        if re.match(r"[a-z]+:", target):
            return match[0]
        file = posixpath.normpath(posixpath.join(source.parent.as_posix(), target))
        if file in ROOT_PAGES:
            new = ROOT_PAGES[file]
        elif file.startswith("docs/") and (ROOT / file).is_file():
            new = file.removeprefix("docs/")
        else:
            text = match["text"][1:-1]
            if not (ROOT / file).exists():
                return match[0]
            return f"`{file}`" if text.strip("`") == file else f"{text} (`{file}`)"
        return f"{match['text']}({posixpath.relpath(new, page.parent.as_posix())}{match['anchor'] or ''})"

    # In code in a table, GitHub needs a backslash before `|`. Python-Markdown would show it.
    tables = _ROW.sub(lambda row: _CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), markdown)
    return _LINK.sub(relinked, tables)
