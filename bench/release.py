"""Checks a wheel as a stranger gets it: installed alone, in a new environment, outside of the checkout.

`python bench/release.py WHEEL [EXTRA ...]` runs the first commands of README with warnings as errors, and imports the
API. With extras (`mcp`, `pdf`, ...), each is installed, too. The program needs nothing but Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

COMMANDS = (
    ["search", "loyalty"],
    ["show", "306.6", "--lang", "both"],
    ["query", "refs(704) & under(306)"],
    ["cite", "306.5d", "--pin"],
    ["editions"],
    ["--help"],
)
SCRIPT = "import kb; library = kb.open(); print(library.at().rule('306.6')); library.close()"
CHECKS = {
    "mcp": "import cli.mcp_server.server",
    "lsp": "import cli.language_server.server",
    "pdf": "import ingest.formats.pdf",
    "docx": "import ingest.formats.docx",
    "live": "import cli.interactive.app",
    "translation": "import kb.translation.exchange.xliff",
}


def main() -> None:
    """Install the wheel and run the commands. Raise `CalledProcessError` if one fails."""
    wheel, *extras = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="rules-release-") as folder:
        home = Path(folder)
        venv.create(home / "venv", with_pip=True)
        scripts = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
        python = str(scripts / "python")
        wanted = str(Path(wheel).resolve()) + (f"[{','.join(extras)}]" if extras else "")
        subprocess.run([python, "-m", "pip", "install", "--quiet", wanted], check=True)
        env = {**os.environ, "RULES_HOME": str(home / "library"), "RULES_CACHE": str(home / "cache")}
        env.pop("PYTHONPATH", None)
        for command in COMMANDS:
            run = [python, "-W", "error", "-m", "cli", *command]
            subprocess.run(run, cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
            print("fine:", "rules", *command)
        for script in (SCRIPT, *(CHECKS[extra] for extra in extras if extra in CHECKS)):
            subprocess.run([python, "-W", "error", "-c", script], cwd=folder, env=env, check=True)
            print("fine:", script)


if __name__ == "__main__":
    main()
