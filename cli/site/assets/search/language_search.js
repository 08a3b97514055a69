// Searching the rules of one language. The counterpart of kb/search/monolingual.py and kb/search/evaluator.py.

import { foldWord, foldWords, stripAccents } from "./folding.js";
import { Keywords } from "./keywords.js";
import { meaningOf } from "./meaning.js";
import { parseQuery } from "./query.js";
import { keepBest, loadWordsOf, scoreQuery } from "./ranking.js";
import { Reranker } from "./reranking.js";
import { hasSyntax, parseSyntax } from "./syntax.js";

const MIN_DEFINITION_SHARE = 0.4;
const MAX_PHRASE_TEXTS = 400;
const MAX_PREFIX_WORDS = 150;

/** Searches one corpus. `phraseBook` has players' phrases, or is null. */
export class LanguageSearch {
  constructor(corpus, phraseBook) {
    this.corpus = corpus;
    this.phraseBook = phraseBook;
    this.keywords = new Keywords(corpus);
    this.reranker = new Reranker(corpus, this.keywords);
  }

  get lang() {
    return this.corpus.lang;
  }

  parse(text) {
    return parseQuery(text, this.lang, this.corpus.stopwords, this.phraseBook, this.corpus.weights.NAME);
  }

  /** Read the records of the words of a text. */
  async loadWords(text) {
    await this.corpus.index.loadWords(foldWords(text, this.lang));
  }

  /** Read what scoring a query needs. */
  async prepare(text) {
    const query = this.parse(text);
    if (query.concepts.length) await loadWordsOf(this.corpus, query, this.lang === "en" && query.isDescription);
  }

  hasWord(word) {
    return this.corpus.hasWord(word);
  }

  /**
   * Return {order, words}: the entries that match one of some texts, best first, with their scores, and the words to
   * mark. A text is a query as typed or parsed. With `byMeaning`, rules are raised that mean something similar.
   */
  async rank(texts, { anyWord = false, byMeaning = false } = {}) {
    const words = { typed: new Set(), synonyms: new Set() };
    const best = new Map();
    for (const text of texts) {
      const order = await this.#rankOne(text, anyWord, byMeaning, words);
      if (texts.length === 1) return { order, words };
      keepBest(best, new Map(order));
    }
    return { order: [...best].sort((one, other) => other[1] - one[1] || one[0] - other[0]), words };
  }

  async #rankOne(text, anyWord, byMeaning, words) {
    if (typeof text === "string" && hasSyntax(text)) return this.#rankSyntax(parseSyntax(text), anyWord, words);
    const query = typeof text === "string" ? this.parse(text) : text;
    const { scores, meant } = await this.#score(query, anyWord, byMeaning, words);
    return this.reranker.rerank(query, scores, meant);
  }

  async #score(query, anyWord, byMeaning, words) {
    const isMeant = byMeaning && this.lang === "en" && query.isDescription;
    const isPartial = query.isQuestion && this.lang === "en";
    const minShare = anyWord ? 0 : isPartial ? this.corpus.weights.MIN_QUESTION_SHARE : 1;
    await loadWordsOf(this.corpus, query, isMeant || (minShare < 1 && query.isDescription && this.lang === "en"));
    for (const concept of query.concepts) {
      concept.words.forEach((word) => words.typed.add(word));
      concept.synonyms.forEach((synonym) => synonym.words.forEach((word) => words.synonyms.add(word)));
    }
    const meant = isMeant ? meaningOf(this.corpus, query) : null;
    const named = new Set(query.isQuestion ? this.keywords.namedIn(query).flat() : []);
    return { scores: scoreQuery(this.corpus, query, minShare, meant?.similar.keys() ?? [], named), meant };
  }

  async #rankSyntax({ words: plain, phrases, without }, anyWord, words) {
    const found = [];
    const typed = [];
    if (plain) {
      const query = this.parse(plain);
      found.push((await this.#score(query, anyWord, false, words)).scores);
      typed.push(...query.words);
    }
    for (const phrase of phrases.filter((each) => foldWords(each, this.lang).length)) {
      found.push(await this.#scorePhrase(phrase));
      foldWords(phrase, this.lang).forEach((word) => words.typed.add(word));
      typed.push(...foldWords(phrase, this.lang));
    }
    const unwanted = new Set();
    for (const each of without) for (const entry of (await this.#scorePhrase(each)).keys()) unwanted.add(entry);
    const scores = allOf(found, unwanted);
    return this.reranker.rerank({ ...this.parse(""), words: typed, surface: typed.join(" ") }, scores, null);
  }

  /** Score the entries that have the words of a text side by side. */
  async #scorePhrase(text) {
    const words = foldWords(text, this.lang);
    await this.corpus.index.loadWords(words);
    const own = words.map((word) => this.corpus.scores(word).own).sort((one, other) => one.size - other.size);
    let entries = [...(own[0]?.keys() ?? [])].filter((entry) => own.every((each) => each.has(entry)));
    if (words.length > 1) {
      entries = entries.slice(0, MAX_PHRASE_TEXTS);
      await this.corpus.index.loadTexts(entries);
      entries = entries.filter((entry) => this.#hasPhrase(entry, words));
    }
    const factor = words.length > 1 ? 1 + this.corpus.weights.PHRASE : 1;
    const score = (entry) =>
      words.reduce((sum, word) => sum + this.corpus.scores(word).own.get(entry) * this.corpus.idf(word), 0);
    return new Map(entries.map((entry) => [entry, score(entry) * factor]));
  }

  #hasPhrase(entry, words) {
    const { index } = this.corpus;
    const texts = [index.text(entry), ...index.examples(entry), this.corpus.label(entry)];
    return texts.some((text) => ` ${foldWords(text, index.textLang(entry)).join(" ")} `.includes(` ${words.join(" ")} `));
  }

  /** Return the entries that have the words before an unfinished word, and a word that begins with it. */
  async rankUnfinished({ before, prefix }) {
    const begin = stripAccents(prefix.toLowerCase());
    await this.corpus.index.loadWordsWith(begin);
    await this.loadWords(prefix);
    const stem = foldWord(prefix.toLowerCase(), this.lang);
    const matching = [...this.corpus.index.wordRecords.keys()]
      .filter((word) => (word.startsWith(begin) || word === stem) && this.corpus.hasWord(word))
      .slice(0, MAX_PREFIX_WORDS);
    const words = { typed: new Set(matching), synonyms: new Set() };
    const best = new Map();
    for (const word of matching) {
      const idf = this.corpus.idf(word);
      keepBest(best, new Map([...this.corpus.scores(word).own].map(([entry, score]) => [entry, score * idf])));
    }
    const found = [best];
    const query = this.parse(before);
    if (query.concepts.length) found.unshift((await this.#score(query, false, false, words)).scores);
    const order = await this.reranker.rerank({ ...query, isQuestion: false }, allOf(found, new Set()), null);
    return { order, words };
  }

  /**
   * Return the rule that defines a term with the names `texts`, or undefined. `found` has the hits for the term.
   *
   * It is the heading with the words of a name, or a rule that the glossary entry of the term refers to.
   */
  async findDefinition(texts, found) {
    const { corpus } = this;
    const key = (text) => foldWords(text, this.lang).join(" ");
    const names = new Set(texts.filter((text) => typeof text === "string").map(key));
    names.delete("");
    if (!found.length || !names.size) return undefined;
    const glossary = [];
    for (const [entry, score] of found) {
      if (score < found[0][1] * MIN_DEFINITION_SHARE) break;
      if (!corpus.isRule(entry) && names.has(key(corpus.label(entry)))) glossary.push(entry);
      else if (corpus.headings.has(entry) && names.has(key(corpus.headings.get(entry)))) return entry;
    }
    await corpus.index.loadTexts(glossary);
    const targets = glossary.flatMap((entry) => corpus.index.cited(entry));
    await corpus.index.loadTexts(targets);
    const hasName = (rule) => {
      const words = new Set(foldWords(corpus.index.text(rule), this.lang));
      return [...names].some((name) => name.split(" ").every((word) => words.has(word)));
    };
    return targets.find(hasName) ?? targets[0];
  }
}

/** Return the entries that all parts of a query have, each with the sum of its scores. */
function allOf(found, unwanted) {
  const [first = new Map(), ...others] = found;
  const entries = [...first].filter(([entry]) => !unwanted.has(entry) && others.every((other) => other.has(entry)));
  return new Map(entries.map(([entry, score]) => [entry, others.reduce((sum, other) => sum + other.get(entry), score)]));
}
