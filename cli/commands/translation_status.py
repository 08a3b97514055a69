"""`rules translation status`: how far the French is."""

from __future__ import annotations

from cli.session import Everywhere


def command(common: Everywhere) -> int:
    """Count how far the French is, rule by rule.

    Example: rules translation status --section 306
    """
    return 0


command.__name__ = "status"
