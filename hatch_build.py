"""Makes the README that a package index shows: there, a link needs a whole address.

The address of the repository is set in one place, `[project.urls] Source` in pyproject.toml. Links and pictures lead to
the files of the version's tag there, with the paths of GitHub. As long as it isn't set, a link is only its text, and
pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)\n?")
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")
_COMMENT = re.compile(r"<!--.*?-->\n", re.DOTALL)


def readme_for_index(readme: str, source: str | None, version: str) -> str:
    """Return the README with whole addresses, or without links and pictures if `source` is None.

    Args:
        readme: README.md.
        source: the address of the repository.
        version: the version of the package, whose tag is `v` and the version.
    """
    text = _COMMENT.sub("", readme)
    if source is None:
        return _LINK.sub(r"\1", re.sub(r"\n{3,}", "\n\n", _PICTURE.sub("", text)))
    at = source.removesuffix("/")
    text = _PICTURE.sub(rf"![\1]({at}/raw/v{version}/\2)\n", text)
    return _LINK.sub(rf"[\1]({at}/blob/v{version}/\2)", text)


class ReadmeHook(MetadataHookInterface):
    """Sets the field `readme` of the package's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to the metadata."""
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source")
        text = readme_for_index(readme, source, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
