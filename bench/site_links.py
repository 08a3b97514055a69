"""Check every link and anchor of a built site, and that every rule of every edition has its text there.

    python -m bench.site_links FOLDER [--home DIR]

FOLDER is the folder that `rules site` has written. Each relative address in a page, a feed or the sitemap must be a
file of the folder, and each anchor must stand on its page. With `--home`, the knowledge base of the site is read too:
every number and headword of every edition must have its anchor on the page of its section or of the glossary. The exit
status is 1 if something is missing.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from cli.site import addresses
from kb.storage.editions import printed_labels
from kb.storage.store import Store

_LINK = re.compile(r"""<(?:a|link|script|img|form)\b[^>]*?\s(?:href|src|action)="([^"]*)\"""")
_FEED_LINK = re.compile(r"""<(?:link\b[^>]*?\shref="([^"]*)"|loc>([^<]*)<)""")
_ID = re.compile(r"""\sid="([^"]*)\"""")
_SHOWN = 20


@dataclass
class SiteLinks:
    """The links and anchors of a site.

    Attributes:
        anchors: the anchors of each page, by path.
        links: for each linked path and anchor, one page that links to it.
    """

    anchors: dict[str, set[str]] = field(default_factory=dict)
    links: dict[tuple[str, str], str] = field(default_factory=dict)

    def read(self, folder: Path, base: str = "/") -> None:
        """Read all pages of a folder. `base` is the address or the path at which the site will stand."""
        for file in sorted(folder.rglob("*")):
            path = file.relative_to(folder).as_posix()
            if file.suffix == ".html":
                text = file.read_text(encoding="utf-8")
                self.anchors[path] = {unescape(each) for each in _ID.findall(text)}
                found = _LINK.findall(text)
            elif file.suffix == ".xml":
                found = [one or other for one, other in _FEED_LINK.findall(file.read_text(encoding="utf-8"))]
            elif file.is_file():
                self.anchors[path] = set()
                continue
            else:
                continue
            self.anchors.setdefault(path, set())
            for address in found:
                self._add(path, unescape(address), base)

    def _add(self, path: str, address: str, base: str) -> None:
        prefix = urlsplit(base).path
        here = prefix + path.removesuffix("index.html")
        if address.startswith(("http://", "https://")) and not (base.startswith("http") and address.startswith(base)):
            return
        target, anchor = urldefrag(urljoin(here, urlsplit(address)._replace(scheme="", netloc="", query="").geturl()))
        self.links.setdefault((unquote(target.removeprefix(prefix)), unquote(anchor)), path)

    def dead(self) -> Iterator[tuple[str, str]]:
        """Yield each dead link, as the page with the link and the missing address."""
        for (target, anchor), source in self.links.items():
            path = addresses.file_of(target)
            if path not in self.anchors:
                yield source, target
            elif anchor and path.endswith(".html") and anchor not in self.anchors[path]:
                yield source, f"{target}#{anchor}"

    def missing_texts(self, store: Store) -> Iterator[str]:
        """Yield each rule and headword of a whole edition that has no anchor in the site."""
        for lang in ("en", "fr"):
            for day in store.whole_editions(lang):
                for kind, label in printed_labels(store, lang, date.fromisoformat(day)):
                    page = (
                        addresses.rule_of_edition(lang, day, label)
                        if kind == "rule"
                        else f"{addresses.edition_glossary(lang, day)}#{addresses.term_anchor(label)}"
                    )
                    path, _hash, anchor = page.partition("#")
                    if anchor not in self.anchors.get(addresses.file_of(path), set()):
                        yield page


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.site_links", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the built site")
    parser.add_argument("--home", type=Path, help="the knowledge base of the site")
    parser.add_argument("--base", default="/", help="the address or path that `rules site` was given")
    given = parser.parse_args()
    site = SiteLinks()
    site.read(given.folder, given.base)
    dead = [f"{source}: {target}" for source, target in site.dead()]
    missing: list[str] = []
    if given.home:
        with Store.open(given.home) as store:
            missing = list(site.missing_texts(store))
    print(
        f"{len(site.anchors)} files, {len(site.links)} linked addresses, {len(dead)} dead, {len(missing)} texts missing"
    )
    for each in (*dead[:_SHOWN], *missing[:_SHOWN]):
        print(f"  {each}")
    return 1 if dead or missing else 0


if __name__ == "__main__":
    sys.exit(main())
