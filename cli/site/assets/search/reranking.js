// Bonuses for the best entries, depending on where their texts have the words of the query. The counterpart of
// kb/search/reranking.py and kb/search/cited_hits.py.

import { findWords, foldWords, surfaceForm } from "./folding.js";
import { withoutLetters } from "./corpus.js";

const RERANKED = 12;
const HEADINGS = 4;
const FIRST_HITS = 5;
const FOLLOWED = 3;
const WORDS_BEFORE = 2;

/** Sort entries by their scores, the best first; of two equal ones, the earlier in the rules first. */
function inOrder(ranked) {
  return ranked.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
}

/** Reranks the best entries of a corpus. */
export class Reranker {
  constructor(corpus, keywords) {
    this.corpus = corpus;
    this.keywords = keywords;
    this.foldedStopwords = new Set(Array.from(corpus.stopwords).flatMap((word) => foldWords(word, corpus.lang)));
    this.words = new Map();
  }

  /** Return the entries with their scores, best first. Only the best entries are read and reranked. */
  async rerank(query, scores, meant) {
    const { corpus } = this;
    const order = inOrder([...scores]).map(([entry]) => entry);
    const best = order.slice(0, RERANKED);
    const inBest = new Set(best);
    const more = new Set(
      order.filter((entry) => !inBest.has(entry) && corpus.headings.has(entry)).slice(0, HEADINGS),
    );
    for (const entry of meant?.similar.keys() ?? []) if (scores.has(entry) && !inBest.has(entry)) more.add(entry);
    const top = [...best, ...more];
    const rest = order.filter((entry) => !inBest.has(entry) && !more.has(entry));
    const named = query.isQuestion && top.length ? this.keywords.namedIn(query) : [];
    // Only the texts of the best entries are read: reading more texts takes longer, and hardly changes the order.
    await Promise.all([
      corpus.index.loadTexts(best),
      corpus.index.loadWords([nameKey(query.words)]),
    ]);
    let ranked = inOrder(top.map((entry) => [entry, scores.get(entry) * this.#factor(entry, query)]));
    if (meant && ranked.length) ranked = this.#preferSimilar(meant, ranked, new Set(named.flat()));
    const lowest = ranked.length ? ranked.at(-1)[1] : 0;
    if (query.isQuestion) ranked = await this.#forQuestion(ranked, named);
    return [...ranked, ...rest.map((entry) => [entry, Math.min(scores.get(entry), lowest)])];
  }

  async #forQuestion(ranked, named) {
    let found = this.#raiseCited(ranked);
    if (named.length > 1) {
      const first = await this.keywords.meetingRules(named[1], named[0]);
      const best = found[0][1];
      found = [...first.map((entry) => [entry, best]), ...found.filter(([entry]) => !first.includes(entry))];
    }
    return this.#diversify(found);
  }

  #factor(entry, query) {
    const { corpus } = this;
    const { weights } = corpus;
    const citations = corpus.isRule(entry) ? corpus.index.list.citations[entry] : 0;
    let factor = 1 + weights.CITATION_COUNT * Math.log2(1 + citations);
    if (query.words.length) factor += this.#positionBonus(entry, query);
    if (query.surface && corpus.index.hasText(entry) && this.#hasSurface(entry, query.surface)) factor += weights.SURFACE_MATCH;
    return factor * this.#placeFactor(entry);
  }

  /** True if the text of an entry has the query as typed, between the ends of words. */
  #hasSurface(entry, surface) {
    const sought = surface.replaceAll("-", " ");
    const text = this.#surface(entry);
    const isLetter = (character) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const startsWord = isLetter(text[at - 1]) !== isLetter(sought[0]);
      const endsWord = isLetter(text[at + sought.length]) !== isLetter(sought.at(-1));
      if (startsWord && endsWord) return true;
    }
    return false;
  }

  #surface(entry) {
    return surfaceForm(this.corpus.index.text(entry)).replaceAll("-", " ");
  }

  #positionBonus(entry, query) {
    const { corpus } = this;
    const { weights } = corpus;
    const { words } = query;
    let bonus = 0;
    if (!corpus.isRule(entry)) {
      bonus += weights.EXACT_TITLE * this.#similarity(foldWords(corpus.label(entry), query.lang), words);
    } else if (corpus.headings.has(entry)) {
      bonus += weights.EXACT_TITLE * this.#similarity(foldWords(corpus.headings.get(entry), query.lang), words);
    } else if (this.#defines(entry, words)) {
      bonus += weights.EXACT_DEFINITION;
    }
    if (!corpus.index.hasText(entry)) return bonus;
    if (words.length > 1) {
      const content = this.#content(entry);
      if (hasRun(content, words)) {
        bonus += weights.PHRASE;
        if (hasRun(content.slice(0, words.length + WORDS_BEFORE), words)) bonus += weights.NEAR_START;
      }
    } else {
      const start = this.#surface(entry).split(" ").slice(0, WORDS_BEFORE + 1).join(" ");
      if (findWords(start, query.lang, new Set(words)).length) bonus += weights.NEAR_START;
    }
    return bonus;
  }

  #defines(entry, words) {
    return this.corpus.index.definedNames.get(nameKey(words))?.includes(entry) ?? false;
  }

  /** Return the similarity of a name and a query, from 0 to 1. Rare words count more. */
  #similarity(name, words) {
    const content = name.filter((word) => !this.foldedStopwords.has(word));
    const named = new Set(content.length ? content : name);
    const asked = new Set(words);
    const total = this.corpus.totalIdf(new Set([...named, ...asked])) || 1;
    return (this.corpus.totalIdf([...named].filter((word) => asked.has(word))) / total) ** 2;
  }

  #content(entry) {
    if (!this.words.has(entry)) {
      const { index } = this.corpus;
      const words = foldWords(index.text(entry), index.textLang(entry));
      this.words.set(entry, words.filter((word) => !this.foldedStopwords.has(word)));
    }
    return this.words.get(entry);
  }

  #placeFactor(entry) {
    const { corpus } = this;
    const { weights } = corpus;
    if (!corpus.isRule(entry)) return weights.GLOSSARY_ENTRY;
    const label = corpus.label(entry);
    let factor = corpus.isSubrule(entry) ? weights.SUBRULE : 1;
    if (/^[89]/.test(label)) factor *= weights.VARIANT_CHAPTER;
    else if (/^70[12]/.test(label)) factor *= weights.KEYWORD_RULE;
    return corpus.deprecated.has(entry) ? factor * weights.DEPRECATED : factor;
  }

  #preferSimilar(meant, ranked, named) {
    const found = new Map(meant.similar);
    for (const [entry] of ranked) {
      if (!found.has(entry) && this.corpus.isRule(entry)) found.set(entry, meant.similarity(entry));
    }
    const { weights } = this.corpus;
    const scale = (weights.MEANING * ranked[0][1]) / (Math.max(...found.values()) || 1);
    const factor = (entry) => (named.has(entry) ? weights.NAMED_KEYWORD : 1);
    return inOrder(ranked.map(([entry, score]) => [entry, score + scale * (found.get(entry) ?? 0) * factor(entry)]));
  }

  /** Raise the hits that one of the first hits cites. */
  #raiseCited(ranked) {
    const hits = new Set(ranked.map(([entry]) => entry));
    const added = new Map();
    for (const [entry, score] of ranked.slice(0, FOLLOWED)) {
      if (!this.corpus.isRule(entry)) continue;
      for (const cited of this.corpus.index.cited(entry)) {
        if (cited === entry || !hits.has(cited)) continue;
        added.set(cited, Math.max(added.get(cited) ?? 0, score * this.corpus.weights.CITED_BY_FIRST));
      }
    }
    if (!added.size) return ranked;
    return inOrder(ranked.map(([entry, score]) => [entry, score + (added.get(entry) ?? 0)]));
  }

  /** Move further hits of the same rules behind the first hits. */
  #diversify(ranked) {
    const first = new Map();
    const moved = [];
    const lowered = (lowest) => moved.map(([entry, score]) => [entry, Math.min(score, lowest)]);
    for (const [place, hit] of ranked.entries()) {
      const label = this.corpus.label(hit[0]);
      const rule = this.corpus.isRule(hit[0]) ? withoutLetters(label) : `glossary ${label}`;
      if (first.has(rule)) moved.push(hit);
      else if (first.size < FIRST_HITS) first.set(rule, hit);
      else {
        const hits = [...first.values()];
        return [...hits, ...lowered(hits.at(-1)[1]), ...ranked.slice(place)];
      }
    }
    const hits = [...first.values()];
    return [...hits, ...lowered(Math.min(...hits.map(([, score]) => score)))];
  }
}

/** Return the key of a name that a rule defines: its folded words, sorted. */
function nameKey(words) {
  return [...new Set(words)].sort(compareCodes).join(" ");
}

/** Compare texts by the codes of their characters, as Python sorts them. */
function compareCodes(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function hasRun(words, run) {
  for (let at = words.indexOf(run[0]); at >= 0; at = words.indexOf(run[0], at + 1)) {
    if (run.every((word, place) => words[at + place] === word)) return true;
  }
  return false;
}
