"""Sections by their titles: a reader may know the name of a section and not its number."""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import Ambiguous, NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import NumberRange
from kb.search.corpus import Corpus, open_corpora, release_corpora
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words, strip_accents


def headings_titled(corpus: Corpus, langs: Sequence[Lang], text: str) -> list[int]:
    """Return the headings of the sections with all words of a text in the title. One with this very title is enough.

    If there are no such sections, the titles of rules count, such as 702.9 (Flying). Return [] if there is neither.
    """
    entries, wordings = corpus.table.entries, corpus.wordings
    headings = sorted(corpus.ranking.headings)
    wordings.load(entries[at].wording for at in headings)
    for lang in langs:
        wanted = set(fold_words(text, lang))
        titles = {at: {*fold_words(wordings.text(entries[at].wording)[1], lang)} for at in headings}
        found = [at for at in headings if wanted and wanted <= titles[at]]
        found = [at for at in found if "." not in entries[at].label] or found
        found = [at for at in found if titles[at] == wanted] or found
        # A commander isn't the command zone, though both words are folded to `command`.
        plain = strip_accents(text.lower())
        same = [at for at in found if strip_accents(wordings.text(entries[at].wording)[1].lower()) == plain]
        if found := same or found:
            return found
    return []


def find_section(store: Store, view: View, title: str) -> NumberRange:
    """Return the section with a title in the reader's language or in English. Without one, return the rule with it.

    Raises:
        NotFound: no section or rule has all words of the title.
        Ambiguous: several sections have them.
    """
    corpora = open_corpora(store, view, include_past=False)
    try:
        for each in (view, View(store, "en", view.as_of)):
            corpus = corpora.corpus(each)
            labels = [corpus.table.entries[at].label for at in headings_titled(corpus, (each.lang,), title)]
            if len(labels) == 1:
                return NumberRange.parse(labels[0])
            if labels:
                raise Ambiguous(title, labels, _("give the number of the section"))
    finally:
        release_corpora(store, corpora)
    raise NotFound(title, _("no section has '{text}' in its title; give its number, such as 903", text=title))
