"""Make the README's screenshots: run commands in a pseudo-terminal on the starter data, and draw them as SVG.

    python -m bench.screenshots

writes docs/guide/pictures/*.svg. tests/test_docs.py compares the text in these files with the commands' output.
"""

from __future__ import annotations

import io
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
from fcntl import ioctl
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/guide/pictures"
WIDTH = 100
"""The number of columns of the terminal."""

PICTURES = {
    "judge": (
        'rules search "can I attack with a summoning sick creature" --limit 1',
        "rules show 306.8-306.9",
        "rules ask can-activate A --phase combat --priority p1 --as-of 2025-06-06",
    ),
    "translator": ("rules translation status --section 306-307", "rules compare 306.5b"),
    "tool-builder": ("rules lint notes.md --as-of 2026-01-16", "rules cite 306.5d --style markdown"),
}
"""The pictures by name, with the commands that each picture shows."""

# This template replaces Rich's own, which loads a font from the network.
_TEMPLATE = """\
<svg class="terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
<rect fill="#16181d" x="1" y="1" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, 16)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""  # noqa: E501


def notes() -> str:
    """Return the text of notes.md, the example file in docs/lint.md."""
    page = (ROOT / "docs/lint.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- notes.md -->\n```text\n(.*?)```", page, re.DOTALL)
    if found is None:
        raise LookupError("docs/lint.md shows no notes.md")
    return found[1]


def output(command: str, folder: Path, home: Path) -> str:
    """Run a command in a pseudo-terminal and return its output, with colours as escape sequences."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "RULES_HOME")}
    environment |= {"RULES_HOME": str(home), "TERM": "xterm-256color", "COLUMNS": str(WIDTH), "LC_ALL": "C.UTF-8"}
    environment["PYTHONPATH"] = str(ROOT)
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, WIDTH, 0, 0))
    arguments = [sys.executable, "-m", "cli", *shlex.split(command)[1:]]
    with subprocess.Popen(
        arguments, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL
    ):
        os.close(theirs)
        parts = []
        while part := _read(ours):
            parts.append(part)
    os.close(ours)
    return b"".join(parts).decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    """Return the next bytes of a pseudo-terminal, or b"" at the end of the output, which Linux reports as an error."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def screens() -> dict[str, Text]:
    """Run all commands. Return a dict from each picture's name to its coloured text."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        folder, home = Path(place, "work"), Path(place, "home")
        folder.mkdir()
        (folder / "notes.md").write_text(notes(), encoding="utf-8")
        output("rules editions", folder, home)
        for name, commands in PICTURES.items():
            screen = Text()
            for command in commands:
                screen.append("$ ", "bold green").append(f"{command}\n", "bold")
                screen.append_text(Text.from_ansi(output(command, folder, home).rstrip("\n"))).append("\n")
            found[name] = screen
    return found


def drawn(screen: Text) -> str:
    """Return a screen drawn as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(screen, end="")
    return console.export_svg(code_format=_TEMPLATE, unique_id="rules")


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, screen in screens().items():
        (FOLDER / f"{name}.svg").write_text(drawn(screen), encoding="utf-8")
        print(FOLDER.relative_to(ROOT) / f"{name}.svg")


if __name__ == "__main__":
    main()
