"""Reading the XLIFF and PO files that translators send back, before anything is compared with the knowledge base."""

from __future__ import annotations

import re

from ingest.document_budget import check_tags
from ingest.documents.document import Document
from kb.errors import BadValue, SourceRejected
from kb.i18n import _
from kb.translation.exchange import po, xliff
from kb.translation.exchange.returned import ReturnedFile, ReturnedUnit
from kb.translation.exchange.unit_keys import EntryKey, UnitKey, parse_key

# The tags of an XLIFF file, with end tags. A file of version 2.0 with all rules and the glossary has 130,000, and tools
# that split texts into sentences add 50,000. Each takes about 200 bytes of memory.
_MAX_TAGS = 300_000
# XML begins with a tag, in UTF-16 too, after byte order marks and white space.
_XML_START = re.compile(rb"[\xef\xbb\xbf\xff\xfe\x00\s]*+<")


def read_returned_file(document: Document) -> ReturnedFile:
    """Read a file that came back from a translation tool.

    Raise `SourceRejected` if it is neither XLIFF nor PO, has too many tags, or doesn't translate the rules from English
    to French.
    """
    looks_like_xml = _XML_START.match(document.data) is not None
    if looks_like_xml:
        check_tags(document.name, document.data.count(b"<"), _MAX_TAGS)
    try:
        found = xliff.read(document.data) if looks_like_xml else po.read(document.data)
    except BadValue as problem:
        message = _("{about}: ", about=document.name) + str(problem)
        raise SourceRejected(document.name, "not-translation", message) from problem
    for stated, lang in ((found.source_lang, "en"), (found.target_lang, "fr")):
        if stated and re.split("[-_@.]", stated)[0].lower() != lang:
            message = _(
                "{name} translates from {source} to {target}; give one from en to fr",
                name=document.name,
                source=found.source_lang or "en",
                target=found.target_lang or "fr",
            )
            raise SourceRejected(document.name, "other-language", message)
    if not any(unit_key(unit) for unit in found.units):
        message = _(
            "{name} has no unit of the rules, such as 306.5b@2014-05-01; `rules translation export` makes such files",
            name=document.name,
        )
        raise SourceRejected(document.name, "not-translation", message)
    return found


def unit_key(unit: ReturnedUnit) -> UnitKey | EntryKey | None:
    """Return the key of a unit that came back, or None if its name is no key."""
    try:
        return parse_key(unit.key)
    except BadValue:
        return None
