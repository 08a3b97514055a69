"""Addresses that are no file: numbers of editions, numbers with a day, numbers that are free today.

`rules serve` leads them on here. On other hosts, the script `lead_on.js` of the page for missing addresses does the
same.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

from cli.site import addresses
from kb.languages import Lang

_NUMBER = r"(?P<number>[1-9](?:[0-9]{2}(?:\.[1-9][0-9]{0,3}[a-z]{0,2})?)?)"
_DAY = r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
_OF_EDITION = re.compile(rf"cr/(?P<lang>en|fr)/{_DAY}/{_NUMBER}", re.IGNORECASE)
_OF_NUMBER = re.compile(rf"cr/(?:(?P<lang>en|fr)/)?{_NUMBER}(?:@{_DAY})?", re.IGNORECASE)


def lead_on(folder: Path, path: str) -> str | None:
    """Return the address of the page for a path that is no file of a built site, or None if there is none."""
    asked = unquote(path).strip("/").removesuffix(".")
    if match := _OF_EDITION.fullmatch(asked):
        lang, number = _lang(match), match["number"].lower()
        for day in (match["day"], _edition(folder, lang, match["day"])):
            found = addresses.rule_of_edition(lang, day, number) if day else ""
            page = found.partition("#")[0]
            if page and page.strip("/") != asked and (folder / addresses.file_of(page)).exists():
                return found
        return None
    if match := _OF_NUMBER.fullmatch(asked):
        return _holder(folder, _lang(match), match["number"].lower(), match["day"])
    return None


def _lang(match: re.Match[str]) -> Lang:
    return cast("Lang", (match["lang"] or "en").lower())


def _edition(folder: Path, lang: Lang, day: str) -> str | None:
    """Return the edition in force on a day: the newest whole one up to it, or else the oldest."""
    read = _json(folder / addresses.json_of(addresses.EDITIONS)) or {"editions": []}
    days = [each["effective"] for each in read["editions"] if each["lang"] == lang and not each["partial"]]
    before = [each for each in days if each <= day]
    return before[-1] if before else days[0] if days else None


def _holder(folder: Path, lang: Lang, number: str, day: str | None) -> str | None:
    """Return the address of the rule that had a number on a day. Without a day: the list of all that had it."""
    listed = addresses.old_numbers(lang, number)
    read = _json(folder / addresses.json_of(listed)) or {"numbers": {}}
    holders: list[list[str]] = read["numbers"].get(number, [])
    if not holders:
        return None
    before = [lineage for lineage, first, _last in holders if day and first <= day]
    current = [lineage for lineage, first, last in holders if day and first <= day and (not last or day <= last)]
    if chosen := current[:1] or before[-1:]:
        return addresses.lineage(lang, chosen[0])
    return f"{listed}#{number}"


def _json(file: Path) -> Any:
    with suppress(OSError, ValueError):
        return json.loads(file.read_text(encoding="utf-8"))
    return None
