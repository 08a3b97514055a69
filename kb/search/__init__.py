"""Full-text search over every wording in the store.

`api` searches the reader's language and then the other language. `monolingual` searches one language. `query_syntax`
and `query_understanding` parse a query, `evaluator` finds the matching rules and headwords, `ranking` and `reranking`
score them. `index` keeps the inverted index of the wordings on disk. `results` declares hits and search limits.

The names of this module are imported when they are first used: an ingest needs the index only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.search.api import search as search
    from kb.search.index import build_index as build_index
    from kb.search.results import SCOPES as SCOPES
    from kb.search.results import Hit as Hit
    from kb.search.results import Scope as Scope
    from kb.search.results import SearchLimits as SearchLimits
    from kb.search.results import SearchResults as SearchResults

_MODULES = {
    "search": "api",
    "build_index": "index",
    **dict.fromkeys(("SCOPES", "Hit", "Scope", "SearchLimits", "SearchResults"), "results"),
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
