"""How much each sign counts that a rule is the one meant: every weight of the ranking stands here.

They were chosen by `python -m bench.relevance --tuning`, on one half of the questions. What each is worth stands beside
it: what MRR@10 changes by without it, of headwords, of these with the glossary looked at, and of questions in plain
words, on that half, as
`python -m bench.relevance --tuning --without` prints it. See docs/decisions/ranking.md.
"""

from __future__ import annotations

# A word in the text of a rule or of a glossary entry is worth 1; all others are measured by it.

TITLE = 2.9
"""A word in a heading: what a heading names, all below it is about.

Without it: terms -0.044, with the glossary -0.019, plain -0.003.
"""

TERM = 0.8
"""A word in a headword of the glossary.

Without it: terms +0.000, with the glossary +0.000, plain +0.000.
"""

EXAMPLE = 0.1
"""A word in an example, which mentions many things in passing.

Without it: terms +0.000, with the glossary +0.000, plain -0.001.
"""

DEFINED = 2.06
"""A word in what a rule defines: what its first sentence is about, or what it puts in quotes and gives a meaning.

Without it: terms -0.012, with the glossary +0.005, plain +0.008.
"""

BM25_PARAMETERS = {"text": (1.2, 0.6, 40.0), "example": (1.2, 0.4, 50.0), "title": (0.6, 0.3, 2.5), "term": (0.6, 0.3, 2.0),
             "defined": (0.4, 0.5, 3.0), "cited_for": (0.6, 0.0, 1.0)}  # fmt: skip
"""For each field BM25's k1 and b, and the length in words that counts as usual.

How many others cite a rule doesn't count against it: no b there.
"""

INHERITED = 0.6
"""The share of a rule's heading that goes to the subrules below it ("Flying" to 702.9b).

Without it: terms -0.003, with the glossary +0.002, plain -0.003.
"""

INHERITED_FROM_SECTION = 0.36
"""The share of a section's heading that goes to what stands in it ("Planeswalkers" to 306.5).

Without it: terms -0.012, with the glossary -0.006, plain -0.002.
"""

EXACT_TITLE = 1.6
"""What is added, as a share, where a heading or headword is all of the words asked for and no others.

Without it: terms -0.008, with the glossary -0.001, plain +0.006.
"""

EXACT_DEFINITION = 0.38
"""The same where a rule defines just these words.

Without it: terms -0.012, with the glossary -0.002, plain +0.001.
"""

COVERAGE_POWER = 1.1
"""The power of the share of the words that a text has: few words of many are worth little.

Without it: terms +0.000, with the glossary +0.000, plain -0.043.
"""

PHRASE = 0.5
"""What is added, as a share, where all the words stand side by side.

Without it: terms -0.003, with the glossary +0.000, plain +0.000.
"""

NEAR_START = 0.12
"""What is added, as a share, where the words stand at the very beginning.

Without it: terms -0.004, with the glossary -0.001, plain +0.000.
"""

CITATION_COUNT = 0.037
"""What is added, as a share, for each doubling of the times that a rule is cited.

Without it: terms -0.003, with the glossary -0.002, plain -0.001.
"""

ANCHOR_TEXT = 0.2
"""A word in a sentence of another rule that cites this one, where this one has the word too.

Without it: terms -0.002, with the glossary -0.001, plain -0.001.
"""

GLOSSARY_TARGET = 3.0
"""A word in a headword of the glossary whose entry sends here; shared by all rules that it sends to.

Without it: terms +0.000, with the glossary -0.023, plain +0.005.
"""

SUBRULE = 0.95
"""What is left of the score of a subrule: of two that say the same the shorter number is meant.

Without it: terms -0.001, with the glossary +0.002, plain +0.000.
"""

DEPRECATED = 0.5
"""What is left of the score of a rule that only says how things used to be.

Without it: terms +0.000, with the glossary +0.000, plain +0.000.
"""

SYNONYM = 1.2
"""The rules' words for a word of players, beside that word itself.

Without it: terms -0.002, with the glossary -0.001, plain -0.295.
"""

GLOSSARY_ENTRY = 0.5
"""What is left of the score of a headword: who searches wants the rule, and the entry after it.

Without it: terms +0.000, with the glossary -0.017, plain -0.010.
"""

VARIANT_CHAPTER = 0.95
"""What is left of the score of a rule of chapters 8 and 9: variants amend what holds in every game.

Without it: terms +0.000, with the glossary -0.002, plain +0.000.
"""

KEYWORD_RULE = 0.9
"""What is left of the score of a rule of one keyword: it mentions much that is explained elsewhere.

Without it: terms -0.005, with the glossary -0.004, plain -0.001.
"""

SYNONYM_SOURCE = 3.0
"""What the score of the rules' words is multiplied by in the rule that they were taken from.

Without it: terms +0.001, with the glossary -0.003, plain -0.101.
"""

SURFACE_MATCH = 0.3
"""What is added, as a share, where the query stands in the text letter by letter: "blocked" isn't "blocking".

Without it: terms -0.004, with the glossary +0.001, plain +0.000.
"""

MIN_QUESTION_SHARE = 0.48
"""The share of a question, by rarity of its words, that a text must have: few say all of it.

Without it: terms +0.000, with the glossary +0.000, plain -0.023.
"""
