// Search in the judges' other books. The counterpart of kb/search/policy, without words that stand side by side.

import { findWords } from "./folding.js";
import { cleanQuery, queryWords } from "./query.js";
import { cutSnippet } from "./snippets.js";

const BOOK = /^\s*(mtr|ipg|jar)(?![\p{L}\p{N}_])[\s:,]*(.*)$/iu;
const NUMBER = /^\s*(?:section\s+)?([1-9][0-9]?(?:\.[1-9][0-9]{0,2})?(?:\s*\/\s*[\w -]+)?|app(?:endix|\.)?\s+[a-z])\s*\.?\s*$/iu;
// A query is about policy if the first hit has nearly all of its words and so much of a score, and if the query has words
// of judges, or a title of so many words. docs/decisions/site-search.md has the figures.
const [LEAST_SHARE_OF_FIRST, LEAST_SCORE_OF_FIRST, LEAST_TITLE_WORDS] = [0.8, 12, 2];

/** Searches the policy documents of the index. */
export class PolicySearch {
  /** Open the index. Return null if the site has none of these books. */
  static async open(files, list) {
    if (!list.parts.policy) return null;
    return new PolicySearch(files, list, await files.file(list.parts.policy));
  }

  constructor(files, list, index) {
    this.files = files;
    this.parts = list.parts;
    this.stopwords = new Set(list.stopwords.en.split(" "));
    this.index = index;
    this.longest = Math.max(0, ...Object.keys(index.phrases).map((phrase) => phrase.split(" ").length));
  }

  /**
   * Search for a query. Return {hits, total, isNumber, isFirst}.
   *
   * `isNumber` is true if the query is the number of a place. `isFirst` is true if the query is about policy, since it
   * names a book or has words of judges or a title. Then these hits stand before those of the rules.
   */
  async search(text, limit) {
    const query = cleanQuery(text);
    const named = BOOK.exec(query);
    const doc = named?.[1].toLowerCase() ?? null;
    const rest = named ? named[2] : query;
    const places = this.#placesNamed(rest, doc);
    if (places.length) {
      const hits = await Promise.all(places.slice(0, limit).map((at) => this.#hit(at, [at], new Set())));
      return { hits, total: places.length, isNumber: true, isFirst: true };
    }
    const { terms, isSaidByJudges } = this.#parse(rest);
    const scored = this.#score(terms, doc);
    const words = new Set(terms.keys());
    const hits = await Promise.all(scored.slice(0, limit).map((each) => this.#hit(each.main, each.parts, words)));
    const [first] = scored;
    const isMeant = first && first.share >= LEAST_SHARE_OF_FIRST && first.score >= LEAST_SCORE_OF_FIRST
      && (isSaidByJudges || first.isTitle);
    return { hits, total: scored.length, isNumber: false, isFirst: hits.length > 0 && Boolean(doc || isMeant) };
  }

  /** Return the entries whose number is a text. Without the name of a book, only a number with a dot is one. */
  #placesNamed(text, doc) {
    const match = NUMBER.exec(text);
    if (!match || (!doc && !match[1].includes("."))) return [];
    const number = match[1].toLowerCase().replace(/\s*\/\s*/u, "/").replace(/^app(?:endix|\.)?\s+/u, "appendix ");
    return this.index.entries.flatMap(([other, each], at) =>
      each.toLowerCase() === number && (!doc || other === doc) ? [at] : []);
  }

  /** Return the words of a query with their strength, and whether judges' phrases are among them. */
  #parse(text) {
    const { phrases, words: known, weights } = this.index;
    const words = queryWords(text, "en", this.stopwords);
    const terms = new Map();
    const replaced = new Set();
    for (let at = 0; at < words.length; at += 1) {
      for (let length = Math.min(this.longest, words.length - at); length > 0; length -= 1) {
        const meant = phrases[words.slice(at, at + length).map((word) => word.folded).join(" ")];
        if (!meant) continue;
        for (const word of meant) terms.set(word, { strength: weights.meant, isNeeded: true });
        for (let place = at; place < at + length; place += 1) replaced.add(place);
        at += length - 1;
        break;
      }
    }
    const isSaidByJudges = terms.size > 0;
    words.forEach((word, at) => {
      if (word.isStopword || terms.has(word.folded)) return;
      const isTyped = replaced.has(at);
      if (!isTyped || known[word.folded]) {
        terms.set(word.folded, { strength: isTyped ? weights.typed : 1, isNeeded: !isTyped });
      }
    });
    return { terms, isSaidByJudges };
  }

  #rarity(word) {
    const { words, entries, scale } = this.index;
    return words[word] ? words[word][0] / scale : Math.log(1 + (entries.length + 0.5) / 0.5);
  }

  /** Return the sections that a query finds, best first: the main entry, its entries by score, and the score. */
  #score(terms, doc) {
    const { entries, sections, words, weights, scale } = this.index;
    const byEntry = new Map();
    const bySection = new Map();
    for (const [word, { strength, isNeeded }] of terms) {
      const record = words[word] ?? [0];
      const rarity = this.#rarity(word);
      for (let at = 1; at < record.length; at += 2) {
        const [entry, weight] = [record[at], record[at + 1] / scale];
        const [book, , , , , section] = entries[entry];
        if (doc && book !== doc) continue;
        byEntry.set(entry, (byEntry.get(entry) ?? 0) + strength * rarity * weight);
        const found = bySection.get(section) ?? new Map();
        const best = Math.max(found.get(word)?.weight ?? 0, weight);
        bySection.set(section, found.set(word, { weight: best, value: strength * rarity * best, rarity, isNeeded }));
      }
    }
    const needed = [...terms].filter(([, term]) => term.isNeeded).reduce((sum, [word]) => sum + this.#rarity(word), 0);
    const scored = [];
    for (const [section, found] of bySection) {
      const have = [...found.values()].filter((each) => each.isNeeded).reduce((sum, each) => sum + each.rarity, 0);
      const share = have / (needed || 1);
      if (share < weights.leastShare) continue;
      const members = entries.flatMap(([, , , , , other], at) => (other === section ? [at] : []));
      const parts = members.filter((at) => byEntry.has(at)).sort((one, other) => byEntry.get(other) - byEntry.get(one));
      const whole = [...found.values()].reduce((sum, each) => sum + each.value, 0);
      const [title, repeats] = sections[section];
      const isAsked = title.length > 0 && title.every((word) => terms.has(word));
      let score = (weights.whole * whole + weights.bestPart * byEntry.get(parts[0])) * share ** weights.sharePower;
      if (isAsked) score *= weights.titleIsAsked;
      if (repeats) score *= weights.repeated;
      scored.push({ main: members[0], parts, score, share, isTitle: isAsked && title.length >= LEAST_TITLE_WORDS });
    }
    return scored.sort((one, other) => other.score - one.score || one.main - other.main);
  }

  /** Return a hit as the list shows it, with a sentence of the entry that matches best. */
  async #hit(main, parts, words) {
    const [doc, number, title, path, address] = this.index.entries[main];
    const [book, edition] = this.index.books[doc];
    const texts = await this.files.file(this.parts[`policy-${doc}`]);
    const best = parts.find((at) => texts[this.index.entries[at][1]]) ?? main;
    const text = texts[this.index.entries[best][1]] || title;
    const { text: snippet, marks } = cutSnippet(text, words.size ? findWords(text, "en", words) : []);
    const isNamed = !/^[\d]|^Appendix/u.test(number);
    return {
      address, kind: "rule", number: isNamed ? book : `${book} ${number}`, lang: "en", edition, snippet, marks,
      path: [["", [path, title].filter(Boolean).join(" › ")]], isPartial: false, isDeprecated: false,
    };
  }
}
