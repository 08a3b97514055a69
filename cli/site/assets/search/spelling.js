// Mending the misspelt words of a query, one by one. The counterpart of kb/search/spelling.py.

import { beginsSentence, queryWords } from "./query.js";
import { foldWords, stripAccents } from "./folding.js";
import { WordSet } from "./word_set.js";

const MIN_LETTERS = 4;
const LONG_WORD = { en: 6, fr: 7 };
const WORD = /[\p{L}\p{Nl}]+(?:['’-][\p{L}\p{Nl}]+)*/gu;
const WHOLE_WORD = new RegExp(`^(?:${WORD.source})$`, "u");
const MAX_MENDED = 8;
const LANGS = ["en", "fr"];

/** Return the number of letters that are left out, added, exchanged or swapped with their neighbour. */
function distance(one, other) {
  let [before, row] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/** Mends queries. It reads its words when a query first has an unknown word. */
export class Spelling {
  /** `stopwords` has the stopwords of each language, `names` the headings and headwords of the reader's language. */
  constructor(files, parts, stopwords, names) {
    Object.assign(this, { files, parts, stopwords, names });
    this.spellings = {};
    this.known = {};
  }

  async #load() {
    await Promise.all(
      LANGS.map(async (lang) => {
        const [rows, bits] = await Promise.all([
          this.files.file(this.parts[`spellings-${lang}`]),
          this.files.file(this.parts[`known-${lang}`], "bytes"),
        ]);
        this.known[lang] = new WordSet(bits);
        this.spellings[lang] ??= bySpelling(rows);
      }),
    );
  }

  /**
   * Return {text, changes}: the query with its misspelt words replaced, and what was replaced by what.
   *
   * `hasWord` tells whether the rules have a folded word, `isListed` whether a list has a word without accents.
   */
  async mend(text, lang, { hasWord, isListed }) {
    const words = queryWords(text, lang, this.stopwords[lang]);
    const isRight = (word) => word.isStopword || hasWord(word.folded) || isListed(word.typed);
    if (words.every(isRight)) return { text, changes: [] };
    await this.#load();
    const pieces = [];
    const changes = [];
    let done = 0;
    for (const word of this.#unknown(text, words, isRight)) {
      const found = [lang, ...LANGS.filter((each) => each !== lang)].map((each) =>
        this.#mostSimilar(word.typed, each, each === "en" && lang === "en"),
      );
      const best = found.reduce((one, other) => (other && (!one || other.distance < one.distance) ? other : one), null);
      if (!best || changes.length === MAX_MENDED) continue;
      pieces.push(text.slice(done, word.start), best.spelling);
      changes.push([text.slice(word.start, word.end), best.spelling]);
      done = word.end;
    }
    return { text: pieces.join("") + text.slice(done), changes };
  }

  *#unknown(text, words, isRight) {
    const isMixed = text.split(/\s+/).some((word) => /^\p{Ll}/u.test(word));
    let isFirst = true;
    for (const word of words) {
      const typed = text.slice(word.start, word.end);
      const isName = isMixed && /^\p{Lu}/u.test(typed) && !isFirst && !beginsSentence(text, word.start);
      isFirst = false;
      if (isName || word.typed.length < MIN_LETTERS || !WHOLE_WORD.test(typed)) continue;
      if (!isRight(word) && !LANGS.some((lang) => this.#isKnown(word.typed, lang))) yield word;
    }
  }

  #isKnown(word, lang) {
    const known = this.known[lang];
    return word.split(/['’-]/).every(
      (part) =>
        part.length < MIN_LETTERS ||
        this.stopwords[lang].has(part) ||
        known.has(part) ||
        foldWords(part, lang).every((stem) => known.has(`-${stem}`)),
    );
  }

  /** Return the most similar word of a language, or null if all words differ too much. */
  #mostSimilar(word, lang, withNames) {
    const most = word.length >= LONG_WORD[lang] ? 2 : 1;
    const near = new Map(this.spellings[lang].get(word[0]) ?? []);
    for (const name of withNames ? this.names() : []) {
      for (const part of name.toLowerCase().match(WORD) ?? []) {
        const plain = stripAccents(part);
        if (part.length >= MIN_LETTERS && part[0] === word[0] && !near.has(plain)) near.set(plain, [part, 1]);
      }
    }
    let best = null;
    for (const [plain, [spelling, count]] of near) {
      if (Math.abs(plain.length - word.length) > most) continue;
      const found = { distance: distance(word, plain), count, spelling };
      if (found.distance <= most && (!best || isBetter(found, best))) best = found;
    }
    return best;
  }
}

function isBetter(one, other) {
  if (one.distance !== other.distance) return one.distance < other.distance;
  return one.count === other.count ? one.spelling < other.spelling : one.count > other.count;
}

/** Return the words by first letter and by their form without accents, each with its spelling and its number. */
function bySpelling(rows) {
  const found = new Map();
  for (let at = 0; at < rows.length; at += 2) {
    const plain = stripAccents(rows[at]);
    if (!found.has(plain[0])) found.set(plain[0], new Map());
    found.get(plain[0]).set(plain, [rows[at], rows[at + 1]]);
  }
  return found;
}
