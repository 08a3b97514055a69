// Queries in plain words: their concepts, players' phrases, and rule numbers. The counterpart of
// kb/search/query_understanding.py and kb/search/number_query.py.

import { stripAccents, surfaceForm, tokenize } from "./folding.js";

// A French name goes on after "de": "Boule de feu".
const NAME = {
  en: /(?<![\p{L}\p{N}])[A-Z\u00c0-\u00de][\p{L}\p{N}_]*/gu,
  fr: new RegExp(
    "(?<![\\p{L}\\p{N}])(?:[dl]['’])?[A-Z\u00c0-\u00de][\\p{L}\\p{N}_'’-]*" +
      "(?:\\s+(?:de la |de l['’]|des? |du |d['’])[\\p{L}\\p{N}_'’-]+)*",
    "gu",
  ),
};
const HAS_SMALL_WORD = /(?<![\p{L}\p{N}_])[a-z]{3,}(?:\s|$)/u;
const MAX_STOPWORDS_WITHIN = 4;
const DESCRIPTION_LENGTH = 3;
const MAX_LENGTH = 2000;
const MAX_WORDS_BEFORE_NUMBER = 12;

const RULE_NUMBER = /^[1-9](?:[0-9]{2}(?:\.[1-9][0-9]{0,3}(?:[a-km-np-z]{1,2})?)?)?$/;
const CITED = String.raw`\b(?:CR|RC|rules?|sections?|chapters?|règles?|chapitres?)[\s.:]*`;
const CITED_AT_START = /^(?:CR|rules?|sections?|chapters?|règles?|chapitres?)\s+/i;
const NUMBER = new RegExp(
  String.raw`(?:${CITED})?(?<![\d.\-/])(?<rule>[1-9]\d\d\.[1-9]\d{0,2})` +
    String.raw`(?:(?<letters>[a-z]{1,2})|\s(?<last>[a-z])(?=[^\p{L}\p{N}_]*$)|\s(?<letter>[b-ce-hj-km-np-rt-xz])(?![\p{L}\p{N}_])(?!$))?` +
    String.raw`(?![\p{L}\p{N}_@]|\.?\d)\.?` +
    String.raw`|${CITED}(?<section>[1-9]\d\d)\b(?![.\-/][\p{L}\p{N}_])`,
  "giu",
);

/** Cut a query at the maximum length, between words. */
export function cleanQuery(text) {
  const plain = text.trim();
  return plain.length <= MAX_LENGTH ? plain : plain.slice(0, plain.lastIndexOf(" ", MAX_LENGTH));
}

function parseLenient(text) {
  const bare = text.trim().replace(CITED_AT_START, "").replace(/\.+$/, "").toLowerCase();
  return RULE_NUMBER.test(bare) ? bare : "";
}

/** Find the first rule number of a query. Return {number, rest}, or null if there is none. */
export function parseNumberQuery(text) {
  const whole = parseLenient(text);
  if (whole) return { number: whole, rest: "" };
  for (const match of text.matchAll(NUMBER)) {
    const { rule, letters, last, letter, section } = match.groups;
    const number = parseLenient(section ?? rule + (letters ?? last ?? letter ?? ""));
    if (!number) continue;
    if (match.index && text.split(/\s+/).filter(Boolean).length > MAX_WORDS_BEFORE_NUMBER) return null;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return { number, rest: rest.split(/\s+/).filter(Boolean).join(" ") };
  }
  return null;
}

function typedForm(word, lang) {
  const typed = stripAccents(surfaceForm(word));
  return lang === "fr" ? typed.slice(typed.lastIndexOf("'") + 1) : typed;
}

/** Split a query into words: the word as typed and folded, and whether it says nothing about the subject. */
export function queryWords(text, lang, stopwords) {
  return tokenize(text, lang).map(({ folded, start, end }) => {
    const word = text.slice(start, end);
    const typed = typedForm(word, lang);
    const isStopword = stopwords.has(stripAccents(surfaceForm(word))) || stopwords.has(typed);
    return { typed, folded, isStopword, start, end };
  });
}

/** The phrases of players in one language, with the rules' words for them. */
export class PhraseBook {
  /** `rows` has folded phrases, the rules' folded words, and the number of a rule with these words. */
  constructor(rows) {
    this.phrases = new Map();
    this.longest = 0;
    for (const [phrases, words, source] of rows) {
      const synonym = { words: words.split(" "), source };
      for (const phrase of phrases) {
        const length = phrase.split(" ").length;
        this.longest = Math.max(this.longest, length);
        if (!this.phrases.has(phrase)) this.phrases.set(phrase, []);
        this.phrases.get(phrase).push(synonym);
      }
    }
  }

  /** Return the longest phrases of players in a query, with their synonyms, and other words one by one. */
  split(words) {
    const found = [];
    const saysNothing = words.every((word) => word.isStopword);
    for (let at = 0; at < words.length; ) {
      let length = Math.min(this.longest + MAX_STOPWORDS_WITHIN, words.length - at);
      let synonyms = [];
      for (; length > 0; length -= 1) {
        const here = words.slice(at, at + length);
        // "De" has the letters of "dé" (die), but a stopword alone isn't a phrase of a longer query.
        const isPhrase = saysNothing ? length > 1 || words.length === 1 : here.some((word) => !word.isStopword);
        synonyms = isPhrase ? this.#synonyms(here) : [];
        if (synonyms.length) break;
      }
      length = Math.max(1, length);
      found.push({ words: words.slice(at, at + length), synonyms });
      at += length;
    }
    return found;
  }

  #synonyms(words) {
    const exact = this.phrases.get(words.map((word) => word.folded).join(" "));
    if (exact) return exact;
    if (words[0].isStopword || words.at(-1).isStopword) return [];
    const content = words.filter((word) => !word.isStopword);
    const isNear = content.length > 1 && words.length - content.length <= MAX_STOPWORDS_WITHIN;
    return (isNear && this.phrases.get(content.map((word) => word.folded).join(" "))) || [];
  }
}

/** True if the word at an offset is the first word of a sentence. */
export function beginsSentence(text, start) {
  const before = text.slice(0, start).replace(/[ "'“(]+$/, "");
  return before === "" || ".!?:".includes(before.at(-1));
}

/** Return the start and end of each name in a query: capital letters within a sentence, which has small words, too. */
export function nameSpans(text, lang) {
  if (!HAS_SMALL_WORD.test(text)) return [];
  return Array.from(text.matchAll(NAME[lang]), (match) => [match.index, match.index + match[0].length]).filter(
    ([start]) => !beginsSentence(text, start),
  );
}

/** Return the weight of a word in a query: names say little. */
export function wordWeight(text, lang, { start }, nameWeight) {
  return nameSpans(text, lang).some(([begin, end]) => begin <= start && start < end) ? nameWeight : 1;
}

/** Return items without those whose JSON came before. */
export function distinct(items) {
  const found = new Map();
  for (const item of items) {
    const key = JSON.stringify(item);
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}

/** Parse a query in plain words. Without a phrase book, players' words aren't explained. */
export function parseQuery(text, lang, stopwords, phraseBook, nameWeight) {
  const words = queryWords(text, lang, stopwords);
  const hasContent = words.some((word) => !word.isStopword);
  const phrases = phraseBook ? phraseBook.split(words) : words.map((word) => ({ words: [word], synonyms: [] }));
  const concepts = [];
  for (const { words: phrase, synonyms } of phrases) {
    const content = phrase.filter((word) => !word.isStopword).map((word) => word.folded);
    if (!content.length && !synonyms.length && hasContent) continue;
    const weight = synonyms.length || !hasContent ? 1 : wordWeight(text, lang, phrase[0], nameWeight);
    concepts.push({ words: content.length ? content : phrase.map((word) => word.folded), synonyms, weight });
  }
  return parsedQuery(lang, distinct(concepts), surfaceForm(text), hasContent && words.some((word) => word.isStopword));
}

/** Return a parsed query. */
export function parsedQuery(lang, concepts, surface, isQuestion) {
  return {
    lang,
    words: concepts.flatMap((concept) => concept.words),
    surface,
    concepts,
    isQuestion,
    isDescription: isQuestion || concepts.length >= DESCRIPTION_LENGTH,
  };
}

/** True if a query has several words, and all are stopwords and no phrase of players. */
export function hasOnlyStopwords(text, lang, stopwords, phraseBook) {
  const words = queryWords(text, lang, stopwords);
  if (words.length < 2 || words.some((word) => !word.isStopword)) return false;
  return !phraseBook || phraseBook.split(words).every((phrase) => !phrase.synonyms.length);
}
