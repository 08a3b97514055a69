// The scores of the entries that match a query. The counterpart of kb/search/ranking.py and kb/search/query_parts.py.

const WHOLE = 0.999;
const MOST = 0.5;
const FEW_HITS = 10;
const ROUNDING = 0.001;
const MANY_ENTRIES = 50;
const ENOUGH_ENTRIES = 200;

/** Return the words whose records a query needs: its own, synonyms, and those that the thesaurus relates to them. */
export async function loadWordsOf(corpus, query, useLearned) {
  const words = query.concepts.flatMap((concept) => [
    ...concept.words,
    ...concept.synonyms.flatMap((synonym) => synonym.words),
  ]);
  const { index } = corpus;
  const meant = [...words, ...(query.french ?? []).map((word) => word.english)];
  await Promise.all([index.loadWords(words), ...(useLearned ? [index.loadLearned(meant), index.loadVectors()] : [])]);
  if (!useLearned) return;
  const related = query.concepts.filter(hasRelated).flatMap((concept) => relatedWords(corpus, concept.words[0]));
  await index.loadWords(related.map(([word]) => word));
}

function relatedWords(corpus, word) {
  const record = corpus.index.learnedRecords.get(word) ?? [];
  const found = [];
  for (let at = 1; at < record.length; at += 2) found.push([record[at], record[at + 1] / 100]);
  return found;
}

function hasRelated(concept) {
  return concept.words.length === 1 && !concept.synonyms.length && concept.weight >= 1;
}

/** Put each score into `best`, unless it has a higher score for the same entry. */
export function keepBest(best, scores) {
  for (const [entry, score] of scores) if (score > (best.get(entry) ?? 0)) best.set(entry, score);
}

function constant(keys, value) {
  return new Map(Array.from(keys, (key) => [key, value]));
}

/**
 * Score the entries that have enough words of a query. Return a map from entries to scores.
 *
 * An entry must have the share `minShare` of the words, weighted by rarity. This isn't required of the entries `also`.
 * `named` has the entries of keywords that a question names.
 */
export function scoreQuery(corpus, query, minShare, also, named) {
  const { weights } = corpus;
  const rarities = query.concepts.map((concept) => {
    const words = concept.words.length ? concept.words : concept.synonyms[0].words;
    return corpus.totalIdf(words) * concept.weight;
  });
  const total = rarities.reduce((sum, each) => sum + each, 0) || 1;
  const useRelated = minShare < 1 && query.lang === "en" && query.isDescription;
  const parts = query.concepts.map((concept, at) =>
    scoreConcept(corpus, concept, rarities[at], rarities[at] / total, useRelated),
  );
  let { scores, shares } = combineParts(parts, minShare);
  if (minShare > 0 && minShare < 1 && scores.size < FEW_HITS) ({ scores, shares } = combineParts(parts, minShare / 2));
  const keywords = query.isQuestion && minShare ? named : new Set();
  for (const entry of [...also, ...keywords]) {
    if (scores.has(entry)) continue;
    const [score, share] = combineForEntry(parts, entry);
    if (share || !keywords.has(entry)) {
      scores.set(entry, score);
      shares.set(entry, share);
    }
  }
  for (const [entry, share] of shares) {
    if (share < WHOLE) scores.set(entry, scores.get(entry) * share ** weights.COVERAGE_POWER);
  }
  for (const entry of keywords) {
    if (scores.has(entry)) scores.set(entry, scores.get(entry) * weights.NAMED_KEYWORD);
  }
  return scores;
}

function scoreConcept(corpus, concept, rarity, share, useRelated) {
  if (useRelated && hasRelated(concept)) return { share, factor: rarity, ...scoreRelated(corpus, concept.words[0]) };
  if (concept.words.length === 1 && !concept.synonyms.length) {
    const { own, all } = corpus.scores(concept.words[0]);
    return { share, factor: rarity, scores: all, shares: null, own };
  }
  return { share, factor: 1, ...scorePhrase(corpus, concept, rarity), own: null };
}

function scorePhrase(corpus, concept, rarity) {
  const { weights } = corpus;
  const { scores, shares } = scoreWords(corpus, concept.words, 1, 0);
  for (const synonym of concept.synonyms) {
    const scale = (weights.SYNONYM * rarity) / (corpus.totalIdf(synonym.words) || 1);
    const found = scoreWords(corpus, synonym.words, scale, MOST);
    for (const [entry, score] of found.scores) {
      const share = found.shares.get(entry);
      const isSource = share > WHOLE && corpus.label(entry) === synonym.source;
      const raised = isSource ? score * weights.SYNONYM_SOURCE : score;
      if (raised > (scores.get(entry) ?? 0)) {
        scores.set(entry, raised);
        shares.set(entry, share);
      }
    }
  }
  return { scores, shares };
}

function scoreRelated(corpus, word) {
  const { own, all } = corpus.scores(word);
  const idf = corpus.idf(word);
  const related = relatedWords(corpus, word);
  if (!related.length) return { scores: all, shares: null, own };
  const scores = new Map(all);
  const shares = constant(all.keys(), 1);
  const owners = new Set(own.keys());
  for (const [other, strength] of related) {
    const found = corpus.scores(other);
    const share = strength * corpus.weights.RELATED;
    const factor = share * Math.min(1, corpus.idf(other) / idf);
    for (const [entry, score] of found.all) {
      if (score * factor > (scores.get(entry) ?? 0)) {
        scores.set(entry, score * factor);
        shares.set(entry, Math.max(share, shares.get(entry) ?? 0));
      }
    }
    for (const entry of found.own.keys()) owners.add(entry);
  }
  return { scores, shares, own: owners };
}

function scoreWords(corpus, words, scale, minShare) {
  const total = corpus.totalIdf(words) || 1;
  const parts = words.map((word) => {
    const { own, all } = corpus.scores(word);
    return { share: corpus.idf(word) / total, factor: corpus.idf(word) * scale, scores: all, shares: null, own };
  });
  const { scores, shares } = combineParts(parts, minShare);
  if (words.length > 1) for (const [entry, share] of shares) scores.set(entry, scores.get(entry) * share);
  return { scores, shares };
}

function combineForEntry(parts, entry) {
  let [score, share] = [0, 0];
  for (const part of parts) {
    if (!part.scores.has(entry)) continue;
    score += part.scores.get(entry) * part.factor;
    share += part.share * (part.shares ? part.shares.get(entry) : 1);
  }
  return [score, share];
}

/** Add up the scores of the entries with enough parts of a query, the parts with the largest shares first. */
function combineParts(parts, least) {
  if (parts.length === 1 && !parts[0].shares) {
    const [only] = parts;
    const scores = new Map(Array.from((only.own ?? only.scores).keys(), (entry) => [entry, only.scores.get(entry) * only.factor]));
    return { scores, shares: constant(scores.keys(), only.share) };
  }
  let scores = new Map();
  const shares = new Map();
  const owners = new Set();
  const minShare = least - ROUNDING;
  let left = 1;
  const order = parts.toSorted((one, other) => other.share - one.share || one.scores.size - other.scores.size);
  for (const part of order) {
    const onlyKnown = left < minShare || scores.size > ENOUGH_ENTRIES;
    left -= part.share;
    const entries = onlyKnown
      ? Array.from((scores.size < part.scores.size ? scores : part.scores).keys()).filter(
          (entry) => scores.has(entry) && part.scores.has(entry),
        )
      : part.scores.keys();
    const having = part.own ?? part.scores;
    for (const entry of entries) {
      const share = part.share * (part.shares ? part.shares.get(entry) : 1);
      scores.set(entry, (scores.get(entry) ?? 0) + part.scores.get(entry) * part.factor);
      shares.set(entry, (shares.get(entry) ?? 0) + share);
      if (onlyKnown && having.has(entry)) owners.add(entry);
    }
    if (!onlyKnown) for (const entry of having.keys()) owners.add(entry);
    if (minShare > 0 && scores.size > MANY_ENTRIES) {
      scores = filterEntries(scores, (entry) => shares.get(entry) + left >= minShare);
    }
  }
  scores = filterEntries(scores, (entry) => owners.has(entry) && shares.get(entry) >= minShare);
  return { scores, shares: new Map(Array.from(scores.keys(), (entry) => [entry, shares.get(entry)])) };
}

function filterEntries(scores, isKept) {
  return new Map([...scores].filter(([entry]) => isKept(entry)));
}
