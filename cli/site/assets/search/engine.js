// Searching in both languages, first in the reader's. The counterpart of kb/search/api.py.

import { Corpus } from "./corpus.js";
import { findWords, foldWords } from "./folding.js";
import { LanguageIndex } from "./index_files.js";
import { LanguageSearch } from "./language_search.js";
import { FrenchReader } from "./french_query.js";
import { PolicySearch } from "./policy.js";
import { cleanQuery, hasOnlyStopwords, parseNumberQuery, PhraseBook, queryWords } from "./query.js";
import { cutSnippet } from "./snippets.js";
import { Spelling } from "./spelling.js";
import { hasSyntax, unfinishedWord } from "./syntax.js";
import { FrenchTerms, QueryTranslator, stopwordTest } from "./terms.js";

const SCORE_STEP = 0.99;
const MIN_SHARE_OF_OTHER = 0.35;
const MIN_SHARE_BY_MEANING = 0.55;
const FEW_HITS = 5;
const MAX_PARTIAL_HITS = 1000;
const MAX_FOLLOWING_HITS = 20;
const MAX_NAME_WORDS = 3;
const FEW_WORDS = [2, 3];

/** Searches the rules for a reader of one language. */
export class SearchEngine {
  static async open(files, lang) {
    const index = await LanguageIndex.open(files, lang);
    const engine = new SearchEngine(files, lang, index.list);
    await engine.searchIn(lang);
    return engine;
  }

  constructor(files, lang, list) {
    this.files = files;
    this.lang = lang;
    this.list = list;
    this.searches = {};
    this.reader = {};
  }

  /** Return the effective date of the edition that is searched. */
  get edition() {
    return this.list.edition;
  }

  /** Return the search in one language. */
  searchIn(lang) {
    this.searches[lang] ??= this.#openSearch(lang).catch((problem) => {
      delete this.searches[lang];
      throw problem;
    });
    return this.searches[lang];
  }

  async #openSearch(lang) {
    const [index, phrases] = await Promise.all([
      LanguageIndex.open(this.files, lang),
      lang === "en" ? this.files.file(this.list.parts["phrases-en"]) : null,
    ]);
    return new LanguageSearch(new Corpus(index), phrases && new PhraseBook(phrases));
  }

  /** Read what most questions need, before a question is typed. */
  async prepare() {
    const english = await this.searchIn("en");
    await Promise.all([english.corpus.index.loadVectors(), this.lang === "fr" ? this.french() : null]);
  }

  /** Search in the judges' other books. Return null if the site has none of them. */
  async searchPolicy(text, limit) {
    this.reader.policy ??= PolicySearch.open(this.files, this.list).catch((problem) => {
      delete this.reader.policy;
      throw problem;
    });
    const policy = await this.reader.policy;
    return policy && cleanQuery(text) ? policy.search(text, limit) : null;
  }

  /** Return the reader of French queries: terms, players' phrases and stopwords. */
  french() {
    this.reader.french ??= this.#openFrench().catch((problem) => {
      delete this.reader.french;
      throw problem;
    });
    return this.reader.french;
  }

  async #openFrench() {
    const { parts } = this.list;
    const [dictionary, phrases, french, english] = await Promise.all([
      this.files.file(parts.dictionary),
      this.files.file(parts["phrases-fr"]),
      this.searchIn("fr"),
      this.searchIn("en"),
    ]);
    const stopwords = { en: english.corpus.stopwords, fr: french.corpus.stopwords };
    const reader = new FrenchReader({
      phraseBooks: { en: english.phraseBook, fr: new PhraseBook(phrases) },
      stopwords,
      vectors: dictionary.vectors,
      nameWeight: english.corpus.weights.NAME,
    });
    return { translator: new QueryTranslator(new FrenchTerms(dictionary), stopwordTest(stopwords.fr, "fr")), reader };
  }

  /**
   * Search for a query. Return {hits, total, mended, translated, relaxed, searched, isNumber}.
   *
   * `mended` has the misspelt words with their replacements, `translated` French terms with their English names.
   * `relaxed` is true if no text has all words, `isNumber` if the query is the number of the first hit.
   *
   * With `isUnfinished`, the last word may be only the beginning of a word.
   */
  async search(text, { limit = 10, isUnfinished = false } = {}) {
    const query = cleanQuery(text);
    if (!query) return { hits: [], total: 0, mended: [], translated: [], relaxed: false, searched: "" };
    const own = await this.searchIn(this.lang);
    const unfinished = isUnfinished && !hasSyntax(query) ? unfinishedWord(query) : null;
    await Promise.all([own.loadWords(query), hasSyntax(query) ? null : own.prepare(query)]);
    if (unfinished && !own.hasWord(foldWords(unfinished.prefix, this.lang)[0])) {
      const found = await this.#unfinishedResults(own, unfinished, limit);
      if (found.hits.length) return { ...found, searched: query };
    }
    if (!hasSyntax(query) && hasOnlyStopwords(query, this.lang, own.corpus.stopwords, await this.#phraseBook())) {
      const found = await new BilingualSearch(this, `"${query}"`, limit).results();
      return { ...found, mended: [], searched: query };
    }
    const mended = await this.#mend(own, query);
    if (mended.changes.length) {
      const found = await new BilingualSearch(this, mended.text, limit).results();
      if (found.hits.length) return { ...found, mended: mended.changes, searched: mended.text };
    }
    const found = await new BilingualSearch(this, query, limit).results();
    if (unfinished && (found.relaxed || !found.hits.length)) {
      const more = await this.#unfinishedResults(own, unfinished, limit);
      if (more.hits.length) return { ...more, searched: query };
    }
    return { ...found, mended: [], searched: query };
  }

  /** Return the phrases of players in the reader's language. */
  async #phraseBook() {
    return this.lang === "fr" ? (await this.french()).reader.phraseBooks.fr : (await this.searchIn("en")).phraseBook;
  }

  async #unfinishedResults(own, unfinished, limit) {
    const { order, words } = await own.rankUnfinished(unfinished);
    const shown = order.slice(0, limit).map(([entry, score]) => ({ search: own, entry, score, words }));
    return { hits: await makeHits(shown), total: order.length, mended: [], translated: [], relaxed: false };
  }

  async #mend(own, query) {
    if (hasSyntax(query)) return { text: query, changes: [] };
    const named = parseNumberQuery(query);
    if (named) return { text: query, changes: [] };
    this.reader.spelling ??= this.#openSpelling(own.corpus);
    const french = this.lang === "fr" ? (await this.french()).translator.terms : null;
    return this.reader.spelling.mend(query, this.lang, {
      hasWord: (word) => own.hasWord(word),
      isListed: (word) => french !== null && french.words.has(word),
    });
  }

  #openSpelling({ headings, terms }) {
    const stopwords = Object.entries(this.list.stopwords).map(([lang, words]) => [lang, new Set(words.split(" "))]);
    const names = () => [...headings.values(), ...terms];
    return new Spelling(this.files, this.list.parts, Object.fromEntries(stopwords), names);
  }
}

/** One search in both languages. */
class BilingualSearch {
  constructor(engine, text, limit) {
    this.engine = engine;
    this.limit = limit;
    this.isFrench = engine.lang === "fr";
    this.named = hasSyntax(text) || !/\d/.test(text) ? null : parseNumberQuery(text);
    this.text = text;
    this.found = new Map();
  }

  async results() {
    this.own = await this.engine.searchIn(this.engine.lang);
    if (this.named) {
      const isContent = (word) => !word.isStopword;
      const hasRest = queryWords(this.named.rest, this.engine.lang, this.own.corpus.stopwords).some(isContent);
      this.text = hasRest ? this.named.rest : this.named.number;
    }
    const asGiven = { search: this.own, texts: [this.text], translated: [], isComplete: true };
    if (!this.isFrench && !this.named) {
      const { order, words } = await this.#rank(asGiven, false);
      if (order.length >= FEW_HITS || (order.length && !this.#mayMatchPartly())) {
        const shown = order.slice(0, this.limit).map(([entry, score]) => ({ search: this.own, entry, score, words }));
        return { hits: await makeHits(shown), total: order.length, translated: [], relaxed: false };
      }
    }
    const complete = this.isFrench ? (await this.#others()).filter((each) => each.isComplete) : [];
    await this.#run([asGiven, ...complete]);
    if (!this.isFrench && !this.found.size) {
      await this.#run((await this.#others()).filter((each) => each.isComplete));
    }
    const relaxed = !this.found.size;
    if (relaxed || (this.isFrench && this.found.size < FEW_HITS)) {
      await this.#run((await this.#others()).filter((each) => !each.isComplete));
    }
    if (!this.found.size) {
      const others = (await this.#others()).filter((each) => this.isFrench || each.translated.length);
      await this.#run([asGiven, ...others], MAX_PARTIAL_HITS);
    }
    const completeHits = relaxed ? 0 : this.found.size;
    if (completeHits > 0 && completeHits < FEW_HITS && this.#mayMatchPartly()) {
      await this.#run([asGiven, ...complete], MAX_FOLLOWING_HITS);
    }
    const shown = [...this.found.values()].slice(0, this.limit);
    const translated = new Map(shown.flatMap((each) => each.translated).map((pair) => [pair.join("\t"), pair]));
    const hits = await makeHits(shown);
    hits.forEach((hit, at) => Object.assign(hit, { isPartial: at >= completeHits }));
    const isNumber = Boolean(this.named && !this.named.rest && hits[0]?.number === this.named.number);
    return {
      hits,
      total: this.found.size,
      translated: [...translated.values()],
      relaxed: relaxed && hits.length > 0,
      isNumber,
    };
  }

  #mayMatchPartly() {
    const words = queryWords(this.text, this.engine.lang, this.own.corpus.stopwords);
    return (
      !this.named && FEW_WORDS.includes(words.length) && !words.some((word) => word.isStopword) && !hasSyntax(this.text)
    );
  }

  /** Return the attempts after the first one, the surest first. */
  async #others() {
    this.otherAttempts ??= await this.#makeOthers();
    return this.otherAttempts;
  }

  async #makeOthers() {
    const other = await this.engine.searchIn(this.isFrench ? "en" : "fr");
    if (this.named) return this.isFrench ? [attempt(other, [this.text])] : [];
    if (hasSyntax(this.text)) return [attempt(other, [this.text])];
    const english = this.isFrench ? other : this.own;
    const found = [];
    for (const search of this.isFrench ? [this.own, other] : [this.own]) {
      found.push(...(await this.#translations(search, search === english)));
    }
    return [...found, attempt(other, [this.text])];
  }

  /** Return the attempt with the translations of the query, as a French one, into the language of a search. */
  async #translations(search, toEnglish) {
    const { translator, reader } = await this.engine.french();
    const hasWord = (word) => search.hasWord(word);
    await search.loadWords(this.text);
    await search.corpus.index.loadWords(translatedWords(translator, this.text, search.lang));
    const translation = translator.translate(this.text, search.lang, hasWord);
    let readings = [];
    if (toEnglish) {
      readings = reader.read(this.text, {
        translate: (segment) =>
          translator.translate(segment, "en", hasWord)?.texts ?? [translator.keepKnown(segment, "en", hasWord).text],
        parse: (text) => search.parse(text),
        isTranslatable: translation !== null,
      });
    }
    if (translation) {
      const { texts, translated, isComplete } = translation;
      return [{ search, texts: [...texts, ...readings], translated, isComplete }];
    }
    return readings.length ? [attempt(search, readings)] : [];
  }

  /** Run attempts, and add the entries that they find. With `most`, one word is enough, for so many entries. */
  async #run(attempts, most = 0) {
    const results = [];
    for (const each of attempts) results.push([each, await this.#candidates(each, most)]);
    const isLast = ([each, found]) => each.search === this.own && this.#isFarFromBest(found, results);
    const last = results.filter(isLast);
    for (const [, found] of [...results.filter((each) => !last.includes(each)), ...last]) this.#add(found);
  }

  async #rank(each, anyWord) {
    const typed = each.texts.length === 1 && each.texts[0] === this.text;
    const byMeaning = each.search === this.own ? typed : this.#isMeant(each);
    return each.search.rank(each.texts, { anyWord, byMeaning });
  }

  #isMeant(each) {
    return (
      each.texts.some((text) => typeof text !== "string") &&
      queryWords(this.text, "fr", new Set()).length > MAX_NAME_WORDS
    );
  }

  async #candidates(each, most) {
    const { search, translated } = each;
    let { order, words } = await this.#rank(each, most > 0);
    if (most) order = order.slice(0, most);
    let first = this.named ? search.corpus.byNumber.get(this.named.number) : undefined;
    let score = Infinity;
    if (first === undefined && (translated.length || search !== this.own)) {
      first = await search.findDefinition(each.texts, order);
      score = order[0]?.[1] ?? 0;
    }
    if (first !== undefined) order = [[first, score], ...order.filter(([entry]) => entry !== first)];
    const candidates = order.map(([entry, value]) => ({ search, entry, score: value, words, translated }));
    return Promise.all(candidates.map((candidate) => this.#forReader(candidate)));
  }

  /** Replace a candidate by its text in the reader's language, if there is one. */
  async #forReader(candidate) {
    if (candidate.search === this.own || !this.isFrench) return candidate;
    this.toFrench ??= new Map(this.own.corpus.index.list.counterparts.map(([fr, en]) => [en, fr]));
    const entry = this.toFrench.get(candidate.entry);
    if (entry === undefined) return candidate;
    await this.own.corpus.index.loadTexts([entry]);
    return this.own.corpus.index.textLang(entry) === "fr" ? { ...candidate, search: this.own, entry } : candidate;
  }

  #isFarFromBest(own, results) {
    const other = results.find(([each, found]) => each.search !== this.own && each.translated.length && found.length);
    if (!own.length || !other || own[0].score === Infinity) return false;
    const [each, found] = other;
    const best = Math.max(...found.map((candidate) => candidate.score));
    const same = found.filter((candidate) => key(candidate) === key(own[0]));
    const share = this.#isMeant(each) ? MIN_SHARE_BY_MEANING : MIN_SHARE_OF_OTHER;
    return Math.max(0, ...same.map((candidate) => candidate.score)) < best * share;
  }

  /** Add the candidates of one attempt, each text once. Scale their scores below all scores added before. */
  #add(candidates) {
    const added = new Map();
    for (const each of candidates) if (!this.found.has(key(each)) && !added.has(key(each))) added.set(key(each), each);
    const lowest = Math.min(...[...this.found.values()].map((each) => each.score));
    const best = Math.max(0, ...[...added.values()].map((each) => each.score));
    const factor = best > lowest ? (SCORE_STEP * lowest) / best : 1;
    for (const [name, each] of added) this.found.set(name, { ...each, score: each.score * factor });
  }
}

function attempt(search, texts) {
  return { search, texts, translated: [], isComplete: true };
}

function key({ search, entry }) {
  return `${search.lang} ${entry}`;
}

/** Return the folded words that the translation of a French text may have. */
function translatedWords(translator, text, target) {
  const names = translator.terms.findInText(text).flatMap(({ occurrences }) => occurrences.flatMap(({ term }) => [term.en, ...term.names]));
  return [...foldWords(text, target), ...names.flatMap((name) => foldWords(name, target))];
}

/** Return what to show of some candidates. */
async function makeHits(candidates) {
  await Promise.all(candidates.map(({ search, entry }) => search.corpus.index.loadTexts([entry])));
  return candidates.map((candidate) => makeHit(candidate));
}

function makeHit({ search, entry, score, words }) {
  const { corpus } = search;
  const lang = corpus.index.textLang(entry);
  const path = corpus.isRule(entry) ? corpus.above(entry) : [];
  const title = corpus.headings.get(entry) ?? path.filter((at) => corpus.label(at).length > 1).map((at) => corpus.headings.get(at)).at(-1);
  const snippet = makeSnippet(corpus.index, entry, lang, words);
  const kind = corpus.isRule(entry) ? (corpus.headings.has(entry) ? "heading" : "rule") : "glossary";
  return {
    kind,
    address: addressOf(corpus, entry),
    number: corpus.isRule(entry) ? corpus.label(entry) : null,
    term: corpus.isRule(entry) ? null : corpus.label(entry),
    title: title ?? null,
    path: path.map((at) => [corpus.label(at), corpus.headings.get(at)]),
    lang,
    edition: corpus.edition(entry),
    isDeprecated: corpus.deprecated.has(entry),
    isPartial: false,
    score,
    snippet: snippet.text,
    marks: snippet.marks,
  };
}

/** Return the address of an entry's page, from the root of the site. */
function addressOf(corpus, entry) {
  const { addresses, anchors } = corpus.index.list;
  if (corpus.isRule(entry)) return addresses.rule.replace("{}", corpus.label(entry));
  return addresses.glossary.replace("{}", encodeURIComponent(anchors[entry - corpus.ruleCount]));
}

function makeSnippet(index, entry, lang, words) {
  const texts = [index.text(entry), ...index.examples(entry)];
  for (const wanted of [words.typed, words.synonyms]) {
    for (const text of wanted.size ? texts : []) {
      const marks = findWords(text, lang, wanted);
      if (marks.length) return cutSnippet(text, marks);
    }
  }
  return cutSnippet(texts[0], []);
}
