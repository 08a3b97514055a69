"""Phrases of players with the rules' words for them, as the search in the browser reads them."""

from __future__ import annotations

from cli.site.search_index.files import IndexFile, content_file, encode_json
from kb.languages import Lang
from kb.search.query_understanding import SEPARATOR
from kb.text.stopwords import DATA


def phrases_file(lang: Lang) -> IndexFile:
    """Return the phrases of players in a language.

    Each row has folded phrases, the folded words of the rules for them, and the number of a rule with these words.
    """
    lines = (DATA / "compiled" / f"players_words_{lang}.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return content_file(
        f"phrases-{lang}", "json", encode_json([[row[1].split(SEPARATOR), row[2], row[3]] for row in rows])
    )
