"""Measures the tools of `rules mcp`: the time of the first and of later calls, and the size of the answers.

Run `python -m bench.mcp HOME` with the folder of a knowledge base that has all editions.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

ANSWER = " ".join(
    re.sub(r"\{([1-9][0-9.a-z]*)\|[0-9]\}", r"the words of \1 aren't here, so they can't be found", each)
    for each in Path(__file__).with_name("answers.md").read_text(encoding="utf-8").split("---\n")[:3]
)
"""An answer of 380 words with quotations that no rule has."""
ANSWER = re.sub(r"\{([1-9][0-9.a-z]*)\}", r"\1", ANSWER)

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_rule", {"number": "702.19b"}),
    ("get_rule", {"number": "702.19", "include": ["parents", "subrules", "cited"]}),
    ("get_rule", {"number": "306.5", "include": ["french"]}),
    ("search_rules", {"query": "can I attack with summoning sickness"}),
    ("verify_citations", {"text": ANSWER}),
    ("define_term", {"term": "trample"}),
    ("trace_rule", {"number": "702.19b"}),
    ("diff_rules", {"first": "2025-11-14", "second": "2026-01-16"}),
    ("references", {"number": "702.19"}),
    ("ask_rules", {"question": "can-attack A", "facts": {"A.tapped": "yes"}}),
    ("ask_rules", {}),
    ("card", {"text": "Gate {2}\nArtifact\nFlying"}),
)


def main() -> None:
    """Call every tool three times over stdio, and print milliseconds and characters."""
    command = [sys.executable, "-m", "cli", "--home", sys.argv[1], "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        if server.stdin is None or server.stdout is None:
            raise AssertionError
        start = perf_counter()
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        messages = [("initialize", hello)] + 3 * [
            ("tools/call", {"name": name, "arguments": arguments}) for name, arguments in CALLS
        ]
        times: list[float] = []
        sizes: list[int] = []
        for at, (method, parameters) in enumerate(messages):
            begun = perf_counter()
            call = {"jsonrpc": "2.0", "id": at, "method": method, "params": parameters}
            server.stdin.write(json.dumps(call) + "\n")
            server.stdin.flush()
            answer = json.loads(server.stdout.readline())
            times.append(1000 * (perf_counter() - begun))
            sizes.append(len(answer["result"]["content"][0]["text"]) if at else 0)
            if not at:
                print(f"{'start':18}{1000 * (perf_counter() - start):8.0f} ms")
                server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        server.stdin.close()
    count = len(CALLS)
    print(f"{'tool':18}{'first':>8}{'second':>8}{'third':>8}  characters")
    for at, (name, _arguments) in enumerate(CALLS, 1):
        each = [times[at + count * round_] for round_ in range(3)]
        print(f"{name:18}{each[0]:8.0f}{each[1]:8.0f}{each[2]:8.0f}  {sizes[at]}")


if __name__ == "__main__":
    main()
