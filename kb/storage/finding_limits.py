"""Lists of findings, shortened to some of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kb.i18n import StoredMessage, mark_message, stored_message
from kb.model import Finding

MOST_STORED = 1_000
"""An edition keeps this many findings of one kind. No edition of the publisher has even a tenth of that."""

MOST_REPORTED = 100
"""A report in JSON has this many findings of one kind."""

_MORE = mark_message("and {count} more of the kind {code}")


def limit_findings(findings: Iterable[Finding], most: int) -> tuple[Finding, ...]:
    """Keep the first `most` findings of each kind. One more finding counts the others of the kind.

    If the list was shortened before, with the same `most` or a larger one, what was left out then is counted, too.
    """
    kept: list[Finding] = []
    seen, left_out = Counter[str](), Counter[str]()
    for finding in findings:
        if (count := _left_out(finding)) or seen[finding.code] == most:
            left_out[finding.code] += count or 1
        else:
            seen[finding.code] += 1
            kept.append(finding)
    return (*kept, *(Finding(code, stored_message(_MORE, count=left_out[code], code=code)) for code in left_out))


def _left_out(finding: Finding) -> int:
    """Return the number of findings that a finding counts, or 0 for an ordinary finding."""
    message = finding.message
    if isinstance(message, StoredMessage) and message.message == _MORE:
        return int(str(message.values["count"]))
    return 0
