"""The combat phase: attackers, blockers, combat damage (506 to 511, 702.22)."""
