// Folding of words: spellings with the same folded form count as the same. The counterpart of kb/text/folding.py.

import { stemEnglish } from "./stem_english.js";
import { stemFrench } from "./stem_french.js";

const WORD = new RegExp(
  "[1-9][0-9]{2}\\.[0-9]+[a-z]{0,2}|\\{[^{}\\s]+\\}|[+-]?[0-9X*]{1,20}/[+-]?[0-9X*]{1,20}" +
    "|[\\p{L}\\p{N}]+(?:['’][\\p{L}\\p{N}]+)*",
  "gu",
);
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;
const POSSESSIVE = /['’]s?$/;
const ELISION = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=[\p{L}\p{N}_])/u;
// Endings of infinitives. The stemmer takes infinitives with these endings for nouns.
const INFINITIVE = /(?:fier|pier|yer)$/;
const MAX_CACHED = 20000;

/** Remove the accents of a word and take its ligatures apart. */
export function stripAccents(word) {
  return word.replaceAll("œ", "oe").replaceAll("æ", "ae").normalize("NFKD").replace(MARKS, "");
}

function foldFrench(word) {
  let bare = stripAccents(word.replace(ELISION, ""));
  if (bare.length > 3 && bare.endsWith("s") && !bare.endsWith("ss")) bare = bare.slice(0, -1);
  if (bare.length > 4 && (bare.endsWith("ee") || INFINITIVE.test(bare))) bare = bare.slice(0, -1);
  if (bare.length > 6 && bare.endsWith("ent") && !bare.endsWith("ment")) bare = bare.slice(0, -2);
  return stemFrench(bare);
}

const FOLD = { en: (word) => stemEnglish(stripAccents(word.replace(POSSESSIVE, ""))), fr: foldFrench };
const cached = { en: new Map(), fr: new Map() };

/** Fold one word in lower case. */
export function foldWord(word, lang) {
  const known = cached[lang].get(word);
  if (known !== undefined) return known;
  if (cached[lang].size > MAX_CACHED) cached[lang].clear();
  const folded = FOLD[lang](word);
  cached[lang].set(word, folded);
  return folded;
}

/** Return the words of a text, each with its folded form and its offsets. */
export function tokenize(text, lang) {
  return Array.from(text.matchAll(WORD), (match) => ({
    folded: foldWord(match[0].toLowerCase(), lang),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Fold the words of a text, in order. */
export function foldWords(text, lang) {
  return tokenize(text, lang).map((each) => each.folded);
}

/** Return the offsets of the words of a text whose folded forms are wanted. */
export function findWords(text, lang, wanted) {
  return tokenize(text, lang)
    .filter((each) => wanted.has(each.folded))
    .map((each) => [each.start, each.end]);
}

/** Fold words but keep all endings except the plural, so that "équipe" and "équipement" differ. */
export function foldWithoutStemming(text, lang) {
  return (text.match(WORD) ?? []).map((word) => {
    const bare = stripAccents(word.toLowerCase().replace(lang === "fr" ? ELISION : POSSESSIVE, ""));
    if (lang === "en" && bare.endsWith("ies")) return `${bare.slice(0, -3)}y`;
    return bare.endsWith("s") ? bare.slice(0, -1) : bare;
  });
}

/** Return a text in lower case, with straight apostrophes and one space between words. */
export function surfaceForm(text) {
  return text.toLowerCase().replaceAll("’", "'").split(/\s+/u).filter(Boolean).join(" ");
}
