"""Adds the newest official edition to the catalogue, if the catalogue lacks it.

`python -m bench.next_edition [PAGE]` reads the publisher's page, fetches the file that it links, reads the edition's
date from its text, and writes a row to `data/editions.toml`: the date, the addresses, and the checksum of the text
file. A row of that date without addresses gets them. The exit status is 0 if there is nothing to add, too, and 1 if the
file states no date, or if the catalogue has other files of that date.
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path

from ingest.decode import decode
from ingest.documents.fetch import Fetcher
from ingest.parsing.effective_date import find_effective_date
from ingest.publisher.catalogue import OfficialEdition, load_catalogue
from ingest.sync import current_edition

CATALOGUE = Path(__file__).resolve().parent.parent / "data/editions.toml"


def row_of(edition: OfficialEdition, effective: date, sha256: str) -> str:
    """Return the row of an edition as the catalogue writes it. The checksum is that of the first file."""
    lines = ["[[edition]]", f"effective = {effective}", f'lang = "{edition.lang or "en"}"', "files = ["]
    for at, file in enumerate(edition.files):
        checksum = f', sha256 = "{sha256}"' if not at else ""
        lines.append(f'    {{format = "{file.format}", url = "{file.url}"{checksum}}},')
    return "\n".join((*lines, "]", ""))


def with_row(catalogue: str, row: str, effective: date) -> str:
    """Return the catalogue with a row: in the place of that day's row without addresses, or at the end."""
    empty = re.compile(rf'\[\[edition\]\]\neffective = {effective}\nlang = "en"\nfiles = \[\]\n')
    if empty.search(catalogue):
        return empty.sub(lambda _match: row, catalogue)
    return f"{catalogue.rstrip()}\n\n{row}"


def main() -> int:
    """Write the row. Return the exit status."""
    catalogue = load_catalogue()
    page = sys.argv[1] if len(sys.argv) > 1 else catalogue.page
    with Fetcher() as fetcher:
        edition = current_edition(fetcher, catalogue, page)
        if edition.effective is not None:
            print(f"the catalogue has the newest edition, {edition.effective}")
            return 0
        fetched = fetcher.get(edition.files[0].url)
    document = fetched.document
    effective = find_effective_date(decode(document).text)
    if effective is None:
        print(f"{edition.files[0].url} states no date", file=sys.stderr)
        return 1
    if any(each.files for each in catalogue.editions if (each.lang, each.effective) == ("en", effective)):
        print(
            f"{edition.files[0].url} is of {effective}, and the catalogue has other files of that day", file=sys.stderr
        )
        return 1
    row = row_of(edition, effective, document.sha256)
    CATALOGUE.write_text(with_row(CATALOGUE.read_text(encoding="utf-8"), row, effective), encoding="utf-8")
    print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
