"""Full-text search over every wording in the store.

`api` searches the reader's language and then the other language. `monolingual` searches one language. `query_syntax`
and `query_understanding` parse a query, `evaluator` finds the matching rules and headwords, `ranking` and `reranking`
score them. `index` keeps the inverted index of the wordings on disk. `results` declares hits and search limits.
"""

from kb.search.api import search
from kb.search.index import build_index
from kb.search.results import SCOPES, Hit, Scope, SearchLimits, SearchResults

__all__ = ["SCOPES", "Hit", "Scope", "SearchLimits", "SearchResults", "build_index", "search"]
