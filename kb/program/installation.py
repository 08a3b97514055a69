"""The command that installs the libraries of an extra into the environment in which the program runs.

The program isn't in a package index, so its name and an extra (`mtg-rules-library[pdf]`) install nothing. The libraries
of the extra are in an index. They are named in the metadata of the installed program.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path

_PROGRAM = "mtg-rules-library"


def install_command(extra: str) -> str:
    """Return the command line that installs the libraries of an extra, quoted for the shell of this system.

    It suits the tool that installed the program: pip, pipx or uv. If the program isn't installed, it runs from a
    clone, and the command line installs it from there with the extra.
    """
    libraries = _libraries(extra)
    python = [sys.executable, "-m", "pip", "install"]
    if not libraries:
        command = [*python, f".[{extra}]"]
    elif _has_file("pipx_metadata.json"):
        command = ["pipx", "inject", Path(sys.prefix).name, *libraries]
    elif _has_file("uv-receipt.toml") or find_spec("pip") is None:
        command = ["uv", "pip", "install", "--python", sys.executable, *libraries]
    else:
        command = [*python, *libraries]
    return subprocess.list2cmdline(command) if os.name == "nt" else shlex.join(command)


def _libraries(extra: str) -> list[str]:
    """Return the requirements of an extra, such as `pypdfium2<6,>=5`."""
    try:
        stated = requires(_PROGRAM) or []
    except PackageNotFoundError:
        return []
    parts = [requirement.partition(";") for requirement in stated]
    return [library.strip() for library, _semicolon, marker in parts if marker.split() == ["extra", "==", f"'{extra}'"]]


def _has_file(name: str) -> bool:
    """True if the environment has a file that pipx or uv writes into the environments of programs."""
    return (Path(sys.prefix) / name).exists()
