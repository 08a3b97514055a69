// The rules of one language as they are searched: entries, headings, and the scores of words.

const SUBRULE = /[a-z]+$/;

/** The entries of one language. The counterpart of kb/search/corpus.py and kb/search/entries.py. */
export class Corpus {
  constructor(index) {
    this.index = index;
    this.lang = index.lang;
    this.weights = index.list.weights;
    const { numbers, terms, headings, deprecated, stopwords } = index.list;
    this.numbers = numbers;
    this.terms = terms;
    this.ruleCount = numbers.length;
    this.headings = new Map(Object.entries(headings).map(([at, title]) => [Number(at), title]));
    this.deprecated = new Set(deprecated);
    this.stopwords = new Set(stopwords[index.lang].split(" "));
    this.byNumber = new Map(numbers.map((number, at) => [number, at]));
    this.wordScores = new Map();
  }

  isRule(entry) {
    return entry < this.ruleCount;
  }

  /** Return the number of a rule, or the headword of a glossary entry. */
  label(entry) {
    return this.isRule(entry) ? this.numbers[entry] : this.terms[entry - this.ruleCount];
  }

  /** Return the effective date of the edition that an entry is from. */
  edition(entry) {
    return this.index.list.editions[entry] ?? this.index.list.edition;
  }

  isSubrule(entry) {
    return this.isRule(entry) && SUBRULE.test(this.numbers[entry]);
  }

  /** Return the entry after the last rule below an entry. The rules below it stand right after it. */
  endOfDescendants(entry) {
    const above = this.numbers[entry];
    let end = entry + 1;
    while (end < this.ruleCount && isBelow(this.numbers[end], above)) end += 1;
    return end;
  }

  /** Return the entries with headings above a rule, from the chapter down. */
  above(entry) {
    const found = [];
    for (let number = parent(this.label(entry)); number; number = parent(number)) {
      const at = this.byNumber.get(number);
      if (at !== undefined && this.headings.has(at)) found.unshift(at);
    }
    return found;
  }

  /** Return the rarity of a folded word (inverse document frequency). */
  idf(word) {
    return (this.index.wordRecords.get(word)?.[0] ?? this.index.list.rarest) / this.index.list.scales.rarity;
  }

  totalIdf(words) {
    let total = 0;
    for (const word of words) total += this.idf(word);
    return total;
  }

  /** True if an entry has a folded word whose part was read. */
  hasWord(word) {
    return Boolean(this.index.wordRecords.get(word)?.[1]?.length);
  }

  /** Return the scores of a word: `own` has the entries with the word, `all` also those that inherit it. */
  scores(word) {
    if (!this.wordScores.has(word)) {
      const own = this.#decode(this.index.wordRecords.get(word)?.[1]);
      this.wordScores.set(word, { own, all: this.#withInherited(word, own) });
    }
    return this.wordScores.get(word);
  }

  #decode(postings = []) {
    const scale = this.index.list.scales.score;
    const found = new Map();
    for (let at = 0, entry = 0; at < postings.length; at += 2) {
      entry += postings[at];
      found.set(entry, postings[at + 1] / scale);
    }
    return found;
  }

  #withInherited(word, own) {
    const titles = this.#decode(this.index.wordRecords.get(word)?.[2]);
    if (!titles.size) return own;
    const all = new Map(own);
    for (const [above, score] of titles) {
      const label = this.numbers[above];
      if (label.length === 1) continue;
      const share = label.includes(".") ? this.weights.INHERITED : this.weights.INHERITED_FROM_SECTION;
      const inherited = score * this.weights.TITLE * share;
      const end = this.endOfDescendants(above);
      for (let entry = above + 1; entry < end; entry += 1) all.set(entry, (all.get(entry) ?? 0) + inherited);
    }
    return all;
  }
}

/** Return the number one level up, or "" for a chapter. */
function parent(number) {
  if (SUBRULE.test(number)) return number.replace(SUBRULE, "");
  if (number.includes(".")) return number.slice(0, number.indexOf("."));
  return number.length > 1 ? number[0] : "";
}

/** Return the number of a rule without the letters of a subrule. */
export function withoutLetters(number) {
  return number.replace(SUBRULE, "");
}

function isBelow(number, above) {
  if (!number.startsWith(above)) return false;
  if (above.length === 1) return true;
  return above.includes(".") ? /^[a-z]/.test(number.slice(above.length)) : number[above.length] === ".";
}
