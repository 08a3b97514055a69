"""The addresses of the site. Only this module spells them.

An address is a path from the root of the site, without a leading slash: `cr/702.19b/`. A page links to an address with
the way from itself to the root (`to_root`) before it, so that the site works below any path.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from urllib.parse import quote

from kb.documents import Doc
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.section_number import SectionNumber

HOME = ""
"""The first page of the site."""

COMPARE = "compare/"
EDITIONS = "editions/"
DEPRECATED = "deprecated/"
SEARCH = "search/"
TRANSLATION = "translation/"
NUMBERS = "numbers/"
PENALTIES = "ipg/penalties/"
ASSETS = "assets/"
FEED = "atom.xml"
SITEMAP = "sitemap.xml"
NOT_FOUND = "404.html"

_NO_WORD = re.compile(r"[\W_]+")


def to_root(address: str) -> str:
    """Return the way from a page back to the root of the site: `../../` for `cr/702.19b/`."""
    return "../" * address.count("/")


def file_of(address: str) -> str:
    """Return the path of the file behind an address: `index.html` in the folder if the address ends with a slash."""
    return f"{address}index.html" if address.endswith("/") or not address else address


def json_of(address: str) -> str:
    """Return the address of the JSON beside a page."""
    return f"{address}index.json"


def feed_of(address: str) -> str:
    """Return the address of the Atom feed beside a page."""
    return f"{address}{FEED}"


def _lang_folder(lang: Lang) -> str:
    """Return the folder of a language. English, the language of the originals, has none."""
    return "" if lang == "en" else f"{lang}/"


def rules(lang: Lang) -> str:
    """Return the address of today's rules in a language: their chapters and sections."""
    return f"cr/{_lang_folder(lang)}"


def rule(lang: Lang, number: RuleNumber | str) -> str:
    """Return the address of today's rule with a number."""
    return f"cr/{_lang_folder(lang)}{number}/"


def edition(lang: Lang, day: date | str) -> str:
    """Return the address of the text of an edition: its chapters and sections."""
    return f"cr/{lang}/{day}/"


def section(lang: Lang, day: date | str, number: RuleNumber | str) -> str:
    """Return the address of a section of an edition. `number` may be the number of any rule of the section."""
    return f"{edition(lang, day)}{str(number).partition('.')[0]}/"


def rule_of_edition(lang: Lang, day: date | str, number: RuleNumber | str) -> str:
    """Return the address of a rule in an edition: an anchor on the page of its section, or of the contents."""
    page = edition(lang, day) if len(str(number)) == 1 else section(lang, day, number)
    return f"{page}#{number}"


def edition_glossary(lang: Lang, day: date | str) -> str:
    """Return the address of the glossary of an edition."""
    return f"{edition(lang, day)}glossary/"


def glossary(lang: Lang) -> str:
    """Return the address of today's glossary."""
    return f"glossary/{_lang_folder(lang)}"


def search_index(path: str) -> str:
    """Return the address of a file of the search index."""
    return f"search/data/{path}"


def offline_list(lang: Lang) -> str:
    """Return the address of the list of files that the service worker keeps for readers of a language."""
    return f"offline-{lang}.json"


def not_kept(lang: Lang) -> str:
    """Return the address of the page that is shown without a connection for an address that isn't kept."""
    return f"offline/{_lang_folder(lang)}"


def release_notes(lang: Lang, day: date | str) -> str:
    """Return the address of the page that says what an edition changed."""
    return f"{EDITIONS}{_lang_folder(lang)}{day}/"


def lineage(lang: Lang, name: str) -> str:
    """Return the address of a rule through time. `name` is the rule's lineage: `212.9g@2007-10-01`."""
    return f"id/{_lang_folder(lang)}{quote(name, safe='@')}/"


def section_changes(lang: Lang, number: RuleNumber | str) -> str:
    """Return the address of the Atom feed of a section's changes."""
    return feed_of(rule(lang, number))


def old_numbers(lang: Lang, number: RuleNumber | str) -> str:
    """Return the address of the page with all numbers that a section ever had, and whose they were."""
    return f"{NUMBERS}{_lang_folder(lang)}{str(number).partition('.')[0]}/"


def all_old_numbers(lang: Lang) -> str:
    """Return the address of the list of sections with their numbers, see `old_numbers`."""
    return f"{NUMBERS}{_lang_folder(lang)}"


def all_editions_feed(lang: Lang) -> str:
    """Return the address of the Atom feed of editions."""
    return f"{_lang_folder(lang)}{FEED}"


def deprecated(lang: Lang) -> str:
    """Return the address of the page of what no longer applies."""
    return f"{DEPRECATED}{_lang_folder(lang)}"


def search(lang: Lang) -> str:
    """Return the address of the search."""
    return f"{SEARCH}{_lang_folder(lang)}"


def compare(lang: Lang) -> str:
    """Return the address of the page that compares any two editions."""
    return f"{COMPARE}{_lang_folder(lang)}"


def book_compare(doc: Doc) -> str:
    """Return the address of the page that compares any two editions of a policy document."""
    return f"{book(doc)}{COMPARE}"


def compared_spans(page: str) -> str:
    """Return the address of the spans of all lineages, from which a page compares any two editions."""
    return f"{page}spans.json"


def compared_texts(page: str, section: str) -> str:
    """Return the address of the texts of a section for the comparisons of a page."""
    return f"{page}texts/{section}.json"


def translation_section(number: RuleNumber | str) -> str:
    """Return the address of a section on the translators' board."""
    return f"{TRANSLATION}{number}/"


def book(doc: Doc) -> str:
    """Return the address of a policy document: its contents."""
    return f"{doc}/"


def place(doc: Doc, number: SectionNumber) -> str:
    """Return the address of a place in force. A part is an anchor on the page of its section."""
    main = number.own_section
    name = main.name.lower() if main.name and not main.is_appendix else str(main).lower().replace(" ", "-")
    return f"{book(doc)}{name}/" + (f"#{number.part}" if number.part else "")


def book_editions(doc: Doc) -> str:
    """Return the address of the list of a policy document's editions."""
    return f"{book(doc)}{EDITIONS}"


def book_changes(doc: Doc, day: date | str) -> str:
    """Return the address of the page that says what an edition of a policy document changed."""
    return f"{book_editions(doc)}{day}/"


def book_edition(doc: Doc, day: date | str) -> str:
    """Return the address of the whole text of an edition of a policy document."""
    return f"{book(doc)}en/{day}/"


def place_of_edition(doc: Doc, day: date | str, number: SectionNumber) -> str:
    """Return the address of a place in an edition: an anchor on the page of the edition."""
    return f"{book_edition(doc, day)}#{place_anchor(number)}"


def place_anchor(number: SectionNumber) -> str:
    """Return the anchor of a place on the page of an edition: `4.2`, `appendix-b`, `2.2-philosophy`."""
    return str(number).lower().replace(" ", "-").replace("/", "-")


def rule_anchor(number: RuleNumber | str, nth: int = 1) -> str:
    """Return the anchor of a rule on the page of its section. `nth` is 2 for a number that is printed again."""
    return str(number) if nth == 1 else f"{number}-{nth}"


def link_site_anchor(number: RuleNumber | str) -> str:
    """Return the anchor that the site has that most people link to: `R70219b`."""
    return "R" + str(number).replace(".", "")


def term_anchor(term: str) -> str:
    """Return the anchor of a headword on a page of the glossary: `t-first-strike`."""
    plain = unicodedata.normalize("NFKD", term).encode("ascii", "ignore").decode().lower().replace("'", "")
    folded = _NO_WORD.sub("-", plain).strip("-")
    return f"t-{folded or term.encode().hex()}"
