"""A project of OmegaT: the texts to translate as PO, the translation memory, the terms and the settings.

PO is the format that all versions of OmegaT read alike. Version 3.6 takes the targets of XLIFF as the texts to
translate, and shows no text of XLIFF 2. Sources: the manual of version 3.6, its source code and that of version 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.i18n import _
from kb.terms.bilingual_terms import Term
from kb.translation.exchange import po, tmx
from kb.translation.exchange.units import Pair, TranslationUnit

SETTINGS = "omegat.project"
"""The file by which OmegaT knows the folder of a project."""

TEXTS = "source/rules.po"
TRANSLATED = "target/rules.po"
"""The file that OmegaT makes of `TEXTS`: the one to import."""

FOLDERS = ("source", "target", "tm", "glossary", "dictionary", "omegat")
"""The folders of a project. OmegaT doesn't open a project without them."""

# OmegaT would split a text into sentences otherwise, and leave the sentences without a translation in English.
_SETTINGS = """\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat>
    <project version="1.0">
        <source_dir>__DEFAULT__</source_dir>
        <target_dir>__DEFAULT__</target_dir>
        <tm_dir>__DEFAULT__</tm_dir>
        <glossary_dir>__DEFAULT__</glossary_dir>
        <glossary_file>__DEFAULT__</glossary_file>
        <dictionary_dir>__DEFAULT__</dictionary_dir>
        <source_lang>EN</source_lang>
        <target_lang>FR</target_lang>
        <source_tok>org.omegat.tokenizer.LuceneEnglishTokenizer</source_tok>
        <target_tok>org.omegat.tokenizer.LuceneFrenchTokenizer</target_tok>
        <sentence_seg>false</sentence_seg>
        <support_default_translations>true</support_default_translations>
        <remove_tags>false</remove_tags>
    </project>
</omegat>
"""
_SENTENCES = b"<sentence_seg>true</sentence_seg>"

# The header of a PO file is no text to translate. OmegaT adds the usual settings of all other filters.
_FILTERS = """\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<filters removeTags="false" removeSpacesNonseg="true" preserveSpaces="false" ignoreFileContext="false">
    <filter className="org.omegat.filters2.po.PoFilter" enabled="true">
        <files sourceFilenameMask="*.po" targetFilenamePattern="${filename}"
            sourceEncoding="UTF-8" targetEncoding="UTF-8"/>
        <option name="skipHeader" value="true"/>
    </filter>
</filters>
"""


def settings_files() -> dict[str, bytes]:
    """Return the files with the settings of a project, by their paths in its folder. A translator may change them."""
    return {SETTINGS: _SETTINGS.encode(), "omegat/filters.xml": _FILTERS.encode()}


def text_files(units: Sequence[TranslationUnit], pairs: Iterable[Pair], terms: Iterable[Term]) -> dict[str, bytes]:
    """Return the files with the texts of a project, by their paths in its folder.

    The project has `units` to translate. Its memory has all French of `pairs`.
    """
    return {TEXTS: po.write(units), "tm/rules.tmx": tmx.write(pairs), "glossary/rules.utf8": _glossary(terms)}


def splits_sentences(settings: bytes) -> bool:
    """True if OmegaT splits texts into sentences in a project with these settings."""
    return _SENTENCES in settings


def _glossary(terms: Iterable[Term]) -> bytes:
    """Return terms in the form of OmegaT's glossaries: English, French and a comment, divided by tabs.

    OmegaT offers every name that TBX has, also a former one. So former names stand in comments here.
    """
    lines = []
    for term in terms:
        comment = _("formerly: {names}", names=", ".join(term.formerly)) if term.formerly else ""
        comments = (comment, _("from {source}", source=term.source) if term.source else "")
        lines += ["\t".join((term.en, name, "; ".join(filter(None, comments)))) for name in (term.fr, *term.also)]
    return "".join(f"{line}\n" for line in lines).encode()
