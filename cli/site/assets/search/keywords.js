// Keyword abilities that a question names. The counterpart of kb/search/named_keywords.py.

import { foldWords, surfaceForm } from "./folding.js";

const COMMON_IDF = 4;
const LITTLE_SHARED = 0.5;
const SEVERAL_INSTANCES = ["redund", "redond"];

/** The keyword abilities of a corpus. A keyword is given by its entries: the heading and the rules below it. */
export class Keywords {
  constructor(corpus) {
    this.corpus = corpus;
    this.byFirstWord = new Map();
    for (const [entry, title] of corpus.headings) {
      if (!corpus.label(entry).startsWith("702.")) continue;
      const name = foldWords(title, corpus.lang);
      if (!name.length) continue;
      if (!this.byFirstWord.has(name[0])) this.byFirstWord.set(name[0], []);
      this.byFirstWord.get(name[0]).push({ name, title: surfaceForm(title), entry });
    }
  }

  /** Return the entries of each keyword that a question names, in the order of the question. */
  namedIn(query) {
    if (query.lang !== this.corpus.lang) return [];
    const words = new Set(query.concepts.filter((each) => each.weight === 1).flatMap((each) => each.words));
    const found = new Map();
    for (const word of words) {
      for (const { name, title, entry } of this.byFirstWord.get(word) ?? []) {
        // "Protect" has the stem of "protection", but doesn't name it.
        const isTyped = !query.surface || title.split(" ").every((part) => query.surface.includes(part.slice(0, -1)));
        if (!isTyped || !name.every((each) => words.has(each))) continue;
        const end = this.corpus.endOfDescendants(entry);
        found.set(entry, Array.from({ length: end - entry }, (_, at) => entry + at));
      }
    }
    return [...found.values()];
  }

  /**
   * Return the rules in which two keywords meet: of each, the first rule that names the other keyword, or else a rule
   * of each that share the most rare words.
   */
  async meetingRules(first, second) {
    const { index } = this.corpus;
    await index.loadTexts([...first, ...second]);
    const [one, other] = [this.#wordsBelow(first), this.#wordsBelow(second)];
    const naming = [[one, second], [other, first]].map(([below, [heading]]) => {
      const name = this.#words(heading);
      return [...below].find(([, words]) => [...name].every((word) => words.has(word)))?.[0];
    });
    if (naming.some((entry) => entry !== undefined)) return naming.filter((entry) => entry !== undefined);
    const pairs = [...one].flatMap(([a, words]) =>
      [...other].map(([b, others]) => ({ rules: [a, b], shared: [...words].filter((word) => others.has(word)) })),
    );
    await index.loadWords(pairs.flatMap((pair) => pair.shared));
    const rarity = ({ shared }) => shared.reduce((sum, word) => sum + Math.max(0, this.corpus.idf(word) - COMMON_IDF), 0);
    let best = { rules: [], rarity: LITTLE_SHARED };
    for (const pair of pairs) if (rarity(pair) > best.rarity) best = { rules: pair.rules, rarity: rarity(pair) };
    return best.rules;
  }

  #wordsBelow(keyword) {
    const rows = keyword.slice(1).map((entry) => [entry, this.#words(entry)]);
    return new Map(rows.filter(([, words]) => !SEVERAL_INSTANCES.some((word) => words.has(word))));
  }

  #words(entry) {
    return new Set(foldWords(this.corpus.index.text(entry), this.corpus.index.textLang(entry)));
  }
}
