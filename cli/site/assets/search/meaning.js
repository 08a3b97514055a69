// Similarity of questions and rules by learned vectors. The counterpart of kb/search/meaning.py.

import { decodeVector } from "./index_files.js";

const DIMENSIONS = 64;
const SIMILAR_RULES = 20;

/**
 * Return what an English query means: `similar` has the most similar rules with their similarities, and
 * `similarity(entry)` returns the similarity of any rule. Return null if no word of the query has a vector.
 */
export function meaningOf(corpus, query) {
  const asked = new Float64Array(DIMENSIONS);
  let isKnown = false;
  for (const { letters, weight } of query.french ? frenchWords(corpus, query) : englishWords(corpus, query)) {
    if (!letters) continue;
    isKnown = true;
    decodeVector(letters).forEach((component, at) => {
      asked[at] += weight * component;
    });
  }
  const { vectors } = corpus.index;
  if (!isKnown || !vectors) return null;
  const similarity = (entry) => {
    let sum = 0;
    for (let at = 0, place = entry * DIMENSIONS; at < DIMENSIONS; at += 1) sum += asked[at] * vectors[place + at];
    return Math.max(0, sum);
  };
  const all = Array.from({ length: corpus.ruleCount }, (_, entry) => [entry, similarity(entry)]);
  const similar = all.sort((one, other) => other[1] - one[1]).slice(0, SIMILAR_RULES);
  return { similar: new Map(similar), similarity };
}

function englishWords(corpus, query) {
  return query.concepts.flatMap(({ words, synonyms, weight }) =>
    (words.length ? words : synonyms[0].words).map((word) => ({ letters: lettersOf(corpus, word), weight })),
  );
}

/** Return the vectors of the words of a French question. A word without one may be an English word. */
function frenchWords(corpus, query) {
  return query.french.map(({ english, letters, weight }) => ({ letters: letters || lettersOf(corpus, english), weight }));
}

function lettersOf(corpus, word) {
  return corpus.index.learnedRecords.get(word)?.[0];
}
