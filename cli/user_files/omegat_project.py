"""Folders of OmegaT's projects: writing one, and finding the files that a translator has translated in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from cli.messages import note
from cli.user_files.atomic_write import write_whole
from kb.errors import BadValue, StoreError, failure_reason
from kb.i18n import _
from kb.translation.exchange import omegat


def project_folder(folder: Path) -> Path:
    """Return the folder in which a project may be written: a new one, an empty one, or a project that this made.

    Raises:
        BadValue: it is a file, or a folder with other things in it.
    """
    try:
        if not folder.exists():
            return folder
        is_empty = folder.is_dir() and not any(folder.iterdir())
    except (OSError, ValueError) as problem:
        raise BadValue("folder", str(folder), failure_reason(problem)) from problem
    if not folder.is_dir():
        raise BadValue("folder", str(folder), _("it is a file; name a folder for the project"))
    if not is_empty and not is_project(folder):
        raise BadValue(
            "folder", str(folder), _("there are other things in it; name a new folder, or a project that this made")
        )
    return folder


def is_project(folder: Path) -> bool:
    """True if a folder is a project of OmegaT that `write_project` made."""
    return (folder / omegat.SETTINGS).is_file() and (folder / omegat.TEXTS).is_file()


def write_project(folder: Path, settings: Mapping[str, bytes], texts: Mapping[str, bytes]) -> None:
    """Write a project. In a folder that is one already, only the texts are replaced: the settings and the work stay.

    Raises:
        StoreError: a file can't be written. A new folder is then not there.
    """
    if is_project(folder):
        for path, content in texts.items():
            (folder / path).parent.mkdir(exist_ok=True)
            write_whole(folder / path, partial(Path.write_bytes, data=content))
        if omegat.splits_sentences((folder / omegat.SETTINGS).read_bytes()):
            note(_("{folder} splits texts into sentences; switch this off in the project's properties", folder=folder))
        return
    draft = folder.with_name(f".{folder.name}-{os.urandom(8).hex()}.new")
    try:
        for name in omegat.FOLDERS:
            (draft / name).mkdir(parents=True)
        for path, content in {**settings, **texts}.items():
            (draft / path).write_bytes(content)
        with suppress(FileNotFoundError):
            folder.rmdir()
        draft.rename(folder)
    except OSError as problem:
        raise StoreError(folder, _("cannot write {file}: {why}", file=folder, why=failure_reason(problem))) from problem
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def translated_file(named: Path) -> Path:
    """Return the file to import: `named` itself, or if it is the folder of a project, the translated file in it.

    Raises:
        BadValue: it is another folder, or OmegaT has made no translated files in it.
    """
    if not named.is_dir():
        return named
    if not is_project(named):
        raise BadValue("file", str(named), _("it is a folder, but no project that this made for OmegaT"))
    if not (named / omegat.TRANSLATED).is_file():
        raise BadValue("file", str(named), _("OmegaT has made no translated documents in it yet"))
    return named / omegat.TRANSLATED
