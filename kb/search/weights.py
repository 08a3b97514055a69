"""The weights of the ranking: how much each signal adds to the score of a rule.

The weights were chosen by `python -m bench.relevance --tuning`, on one half of the questions. Each comment ends with
three numbers. They tell how the mean score MRR@10 (see `bench.relevance`) of that half of the questions changes without
the weight (`python -m bench.ablation`). The first number is for headwords that are searched in the rules. The second
number is for headwords that are searched in the rules and the glossary. The third number is for questions in plain
words. See docs/decisions/ranking.md.
"""

from __future__ import annotations

# The parameters of BM25 for each field: k1, b, and the usual length in words. Anchor text has no length normalization
# (b = 0), because a rule that is cited often isn't a long text.
BM25_PARAMETERS = {
    "text": (1.2, 0.6, 40.0),
    "example": (1.2, 0.4, 50.0),
    "title": (0.6, 0.3, 2.5),
    "term": (0.6, 0.3, 2.0),
    "defined": (0.4, 0.5, 3.0),
    "anchor": (0.6, 0.0, 1.0),
}

# The weights of a word in different fields. In the text of a rule or of a glossary entry, the weight is 1.

# A word in a heading, which names the subject of everything below it. -0.044 -0.019 -0.003
TITLE = 2.9
# A word in a headword of the glossary. +0.000 +0.000 +0.000
TERM = 0.8
# A word in an example, which mentions many things in passing. +0.000 +0.000 -0.001
EXAMPLE = 0.1
# A word in a name that a rule defines: the subject of its first sentence, or a name in quotes. -0.012 +0.005 +0.008
DEFINED = 2.06
# The share of a rule heading's score that its subrules inherit (702.9b from "Flying"). -0.003 +0.002 -0.003
INHERITED = 0.6
# The share of a section heading's score that its rules inherit (306.5 from "Planeswalkers"). -0.012 -0.006 -0.002
INHERITED_FROM_SECTION = 0.36
# A word in the anchor text of a rule whose own text has the word too. -0.002 -0.001 -0.001
ANCHOR_TEXT = 0.2
# A word in a headword, for the rules that the glossary entry refers to: they share this weight. +0.000 -0.023 +0.005
GLOSSARY_TARGET = 4.0
# A synonym: the rules' words for a phrase of players. The phrase itself has the weight 1. -0.002 -0.001 -0.295
SYNONYM = 1.2
# For the rule from which a synonym was taken, the weight of the synonym is multiplied by this. +0.001 -0.003 -0.101
SYNONYM_SOURCE = 3.0

# A word that the learned thesaurus relates to a word of the query.
RELATED = 0.65

# The bonus of the rule whose meaning is the most similar to the query's, as a share of the best score.
MEANING = 2.0

# Weights for the share of the query's words that an entry has.

# A score is multiplied by this power of the share, so texts with few words of the query score low. +0.000 +0.000 -0.043
COVERAGE_POWER = 3.0
# A text must have this share of a question's words, weighted by rarity. Few texts have all words. +0.000 +0.000 -0.023
MIN_QUESTION_SHARE = 0.48

# The factor of a capitalized word within a sentence, which is probably the name of a card.
NAME = 0.3
# The factor of the rules about a keyword that the question names.
NAMED_KEYWORD = 2.5

# A rule that one of the first hits cites gets this share of the hit's score in addition.
CITED_BY_FIRST = 0.2

# If keywords of a card and of a query, or of two cards, meet in a rule, it gets this share of the best score.
MEETING_RULE = 0.9
# If a query names a card, a rule that governs its lines gets this share of its score in addition.
CARD_RULE = 1.0
# Such a rule gets at least this share of the best score.
LEAST_OF_CARD_RULE = 0.7
# The strength of a rule that governs a whole kind of lines: 604.1 for every static ability.
KIND_OF_LINE = 0.4

# Bonuses of the reranking, as shares of the score.

# The bonus of a heading or headword with exactly the words of the query. -0.008 -0.001 +0.006
EXACT_TITLE = 1.6
# The bonus of a rule that defines a name with exactly the words of the query. -0.012 -0.002 +0.001
EXACT_DEFINITION = 0.38
# The bonus of a text that has all words side by side. -0.003 +0.000 +0.000
PHRASE = 0.5
# The bonus of a text that has the words at its beginning. -0.004 -0.001 +0.000
NEAR_START = 0.12
# The bonus of a text that has the query as typed: "blocked" isn't "blocking". -0.004 +0.001 +0.000
SURFACE_MATCH = 0.3
# The bonus of a rule for each doubling of its citation count. -0.003 -0.002 -0.001
CITATION_COUNT = 0.037

# Factors by which the score is multiplied.

# The factor of a subrule: a shorter number is preferred if two rules match equally. -0.001 +0.002 +0.000
SUBRULE = 0.95
# The factor of a rule that only says what used to apply. +0.000 +0.000 +0.000
DEPRECATED = 0.5
# The factor of a headword: readers want the rule first and then the entry. +0.000 -0.017 -0.010
GLOSSARY_ENTRY = 0.5
# The factor of a rule of chapters 8 and 9, which change the rules for some kinds of games. +0.000 -0.002 +0.000
VARIANT_CHAPTER = 0.95
# The factor of a rule about one keyword: such rules mention many things that other rules explain. -0.005 -0.004 -0.001
KEYWORD_RULE = 0.9
