"""The files that the search in the browser reads: words, texts and learned data of the rules in force.

See docs/decisions/site-search.md.
"""
