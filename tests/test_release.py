"""The package and the workflows as a release has them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from hatch_build import readme_for_index

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SOURCE = "https://example.org/owner/library"
TARGET = re.compile(r"\]\(([^)]*)\)")


def test_links_and_pictures_of_the_index_lead_to_files_of_the_tag() -> None:
    """Every link and picture of the README has a whole address; those of the repository name files that exist."""
    text = readme_for_index(README, SOURCE, "1.2.3")
    targets = TARGET.findall(text)
    assert len(targets) == len(TARGET.findall(README))
    assert all(urlsplit(each).scheme == "https" for each in targets)
    ours = [each.removeprefix(SOURCE) for each in targets if each.startswith(SOURCE)]
    kinds = {re.match(r"/(blob|raw)/v1\.2\.3/", each)[1]: each for each in ours}  # type: ignore[index]
    assert kinds.keys() == {"blob", "raw"}
    for each in ours:
        assert (ROOT / each.split("/", 3)[3]).exists(), each
        assert each.startswith("/raw/") == each.endswith(".svg"), each


def test_without_an_address_the_index_shows_text() -> None:
    """As long as no repository is named, only links with a whole address stand, and no picture."""
    text = readme_for_index(README, None, "1.2.3")
    assert all(each.startswith("https://") for each in TARGET.findall(text))
    assert "![" not in text
    assert "Each task has a page in the guide:" in text


@pytest.mark.parametrize("source", [None, SOURCE])
def test_the_built_metadata_has_this_readme(tmp_path: Path, source: str | None) -> None:
    """The address is set in one place, `[project.urls]` of pyproject.toml."""
    for name in ("pyproject.toml", "README.md", "hatch_build.py", "LICENSE", "NOTICE.md"):
        shutil.copy(ROOT / name, tmp_path)
    project = tmp_path / "pyproject.toml"
    if source is not None:
        project.write_text(project.read_text(encoding="utf-8") + f'\n[project.urls]\nSource = "{source}"\n')
    command = [sys.executable, "-m", "hatchling", "metadata", "readme"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    version = re.search(r'^version = "(.+)"$', project.read_text(encoding="utf-8"), re.MULTILINE)
    assert version is not None
    assert done.stdout.strip() == readme_for_index(README, source, version[1]).strip()


def test_actions_are_named_by_hash() -> None:
    """A tag of an action can be moved, a hash can't. The comment has the version."""
    uses = [
        line.partition("uses:")[2].strip()
        for file in (ROOT / ".github/workflows").glob("*.yml")
        for line in file.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert uses
    assert [each for each in uses if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []
