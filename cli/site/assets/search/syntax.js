// The part of the query language that works in the browser: "phrases", -words that must not occur, and unfinished words.

const TOKEN = /(-?)"([^"]*)"?|(\S+)/g;
const MINUS = /^-(?=[\p{L}]{2})/u;

/** True if a query has quotes or words with a minus sign. */
export function hasSyntax(text) {
  return /"|(?:^|\s)-(?:"|\p{L}{2})/u.test(text);
}

/** Parse a query into {words, phrases, without}: plain words, phrases, and words or phrases that must not occur. */
export function parseSyntax(text) {
  const found = { words: [], phrases: [], without: [] };
  for (const [, minus, quoted, word] of text.matchAll(TOKEN)) {
    if (quoted !== undefined) (minus ? found.without : found.phrases).push(quoted);
    else if (MINUS.test(word)) found.without.push(word.slice(1));
    else if (word !== "AND") found.words.push(word);
  }
  return { ...found, words: found.words.join(" ") };
}

/** Return the last word of an input if it may be unfinished: {before, prefix}, or null. */
export function unfinishedWord(text) {
  const match = /(?:^|\s)(\p{L}{2,})$/u.exec(text);
  return match && { before: text.slice(0, match.index).trim(), prefix: match[1] };
}
