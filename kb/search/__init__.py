"""Full-text search over every wording in the store; the only package that imports Whoosh.

`folding` says which words count as the same, `index` keeps the index, `one_language` searches the rules of one
language, `across` those of the reader and of the other one, `snippet` cuts what is shown; `hits` is what can be
asked and what is answered.
"""

from kb.search.api import search
from kb.search.background_indexer import background_indexing
from kb.search.index import build_index
from kb.search.results import SCOPES, Hit, Scope, SearchLimits, SearchResults

__all__ = ["SCOPES", "Hit", "Scope", "SearchLimits", "SearchResults", "background_indexing", "build_index", "search"]
