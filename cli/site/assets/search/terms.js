// Terms in both languages, and the translation of French queries. The counterpart of kb/terms/bilingual_terms.py and
// kb/search/query_translation.py.

import { foldWithoutStemming, foldWords, surfaceForm, stripAccents, tokenize } from "./folding.js";

const MAX_WORDS = 48;

/** Terms that can be found in a French text by their French names. */
export class FrenchTerms {
  /** `terms` has English names, present French names and former French names; `everyday` has pairs of words. */
  constructor({ terms, everyday }) {
    this.names = new Map();
    this.words = new Set();
    this.longest = 0;
    for (const [en, names, formerly] of terms) {
      const term = { en, formerly, names: [...names, ...formerly], isEveryday: false };
      for (const name of term.names) this.#add(name, term);
    }
    for (const [en, fr] of everyday) this.#add(fr, { en, formerly: [], names: [fr], isEveryday: true });
  }

  #add(name, term) {
    const words = foldWords(name, "fr");
    if (!words.length) return;
    const key = words.join(" ");
    this.longest = Math.max(this.longest, words.length);
    for (const word of stripAccents(surfaceForm(name)).split(/[\s'-]+/)) this.words.add(word);
    if (!this.names.has(key)) this.names.set(key, []);
    this.names.get(key).push({ term, name });
  }

  /** Return groups of terms in a French text, in order. The terms of a group have the same place. */
  findInText(text) {
    const words = tokenize(text, "fr");
    const found = [];
    for (let at = 0; at < words.length; ) {
      let length = Math.min(this.longest, words.length - at);
      let named;
      for (; length > 0; length -= 1) {
        named = this.names.get(words.slice(at, at + length).map((word) => word.folded).join(" "));
        if (named) break;
      }
      if (named) {
        const [start, end] = [words[at].start, words[at + length - 1].end];
        found.push({ start, end, occurrences: preferUnstemmed(named, text.slice(start, end)) });
      }
      at += Math.max(1, length);
    }
    return found;
  }
}

/** Return the names that match without stemming, or all names if no name does. Each term occurs once. */
function preferUnstemmed(named, words) {
  let chosen = named;
  if (named.length > 1) {
    const written = foldWithoutStemming(words, "fr").join(" ");
    const same = named.filter(({ name }) => foldWithoutStemming(name, "fr").join(" ") === written);
    if (same.length) chosen = same;
  }
  return [...new Map(chosen.toReversed().map((each) => [each.term, each])).values()].toReversed();
}

/** Translates French queries. `isStopword` tells whether a text is a French stopword. */
export class QueryTranslator {
  constructor(terms, isStopword) {
    this.terms = terms;
    this.isStopword = isStopword;
  }

  /**
   * Replace the terms of a French text by their names in a language.
   *
   * A word outside the terms is kept if `hasWord` says that a text has its folded form in that language. Return null if
   * the text has no terms, or if the translation equals it.
   */
  translate(text, target, hasWord) {
    const found = this.terms.findInText(text).filter((group) => !this.#isOnlyStopword(text, group));
    const choices = [];
    const translated = [];
    let isComplete = true;
    let done = 0;
    for (const group of [...found, null]) {
      const between = this.keepKnown(text.slice(done, group ? group.start : text.length), target, hasWord);
      choices.push([between.text]);
      isComplete &&= between.isComplete;
      if (!group) break;
      const names = namesIn(group.occurrences, target);
      choices.push(names);
      const { name } = group.occurrences[0];
      const key = (each) => foldWords(each, target).join(" ");
      if (names.some((each) => key(each) !== key(name))) {
        const former = new Set(group.occurrences.flatMap(({ term }) => term.formerly));
        const shown = names.filter((each) => each !== name && !former.has(each)).join(", ");
        if (group.occurrences.some(({ term }) => !term.isEveryday)) translated.push([name, shown]);
      }
      done = group.end;
    }
    const most = Math.max(1, Math.floor(MAX_WORDS / Math.max(1, text.split(/\s+/).filter(Boolean).length)));
    const texts = [...new Set(combinations(choices, most).map((way) => way.join(" ").split(/\s+/).filter(Boolean).join(" ")))];
    const folded = foldWords(text, target).join(" ");
    if (!found.length || texts.every((each) => foldWords(each, target).join(" ") === folded)) return null;
    return { texts, translated, isComplete };
  }

  /** Remove unknown words and stopwords from a French text. */
  keepKnown(text, target, hasWord) {
    const kept = [];
    let isComplete = true;
    let done = 0;
    for (const { start, end } of tokenize(text, "fr")) {
      const word = text.slice(start, end);
      kept.push(text.slice(done, start));
      done = end;
      if (this.isStopword(word)) continue;
      if (foldWords(word, target).every(hasWord)) kept.push(word);
      else isComplete = false;
    }
    return { text: kept.join("") + text.slice(done), isComplete };
  }

  /** True if a stopword was mistaken for a term with the same stem. */
  #isOnlyStopword(text, group) {
    const words = text.slice(group.start, group.end);
    const same = (one, other) => foldWithoutStemming(one, "fr").join(" ") === foldWithoutStemming(other, "fr").join(" ");
    return this.isStopword(words) && !group.occurrences.some(({ name }) => same(words, name));
  }
}

/** Return the names of terms in a language. Of names with equal folded words, the first is kept. */
function namesIn(occurrences, target) {
  const names = new Map();
  for (const { term } of occurrences) {
    for (const name of target === "en" ? [term.en] : term.names) {
      const key = foldWords(name, target).join(" ");
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}

/** Return the first `most` combinations with one item of each list. The last list varies first. */
function combinations(lists, most) {
  let found = [[]];
  for (const list of lists) {
    found = found.flatMap((before) => list.map((item) => [...before, item]));
    if (found.length > most * 64) found = found.slice(0, most * 64);
  }
  return found.slice(0, most);
}

/** Return a function that tells whether a text is one of a language's stopwords. */
export function stopwordTest(stopwords, lang) {
  return (text) => {
    const typed = stripAccents(surfaceForm(text));
    return stopwords.has(typed) || (lang === "fr" && stopwords.has(typed.slice(typed.lastIndexOf("'") + 1)));
  };
}
