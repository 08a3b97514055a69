// French queries among English rules. The counterpart of kb/search/french_query.py.

import { foldWords } from "./folding.js";
import { distinct, nameSpans, parsedQuery, queryWords, wordWeight } from "./query.js";

const MAX_READINGS = 4;

/** Parses French queries as English queries. */
export class FrenchReader {
  /**
   * `phraseBooks` and `stopwords` have those of both languages, `vectors` the letters of the vectors of folded French
   * words, `nameWeight` is the weight of a name.
   */
  constructor({ phraseBooks, stopwords, vectors, nameWeight }) {
    Object.assign(this, { phraseBooks, stopwords, vectors, nameWeight });
  }

  /**
   * Parse a French query as English queries: players' words become words of the rules, other words are translated.
   *
   * `translate` returns the translations of a part of the text, `parse` parses one of them. Without players' words, only
   * a question with translatable words (`isTranslatable`) has readings.
   */
  read(text, { translate, parse, isTranslatable }) {
    const words = queryWords(text, "fr", this.stopwords.fr);
    const hasPlayersWords = this.phraseBooks.fr.split(words).some((phrase) => phrase.synonyms.length);
    const isQuestion = words.some((word) => word.isStopword) && words.some((word) => !word.isStopword);
    if (!hasPlayersWords && !(isTranslatable && isQuestion)) return [];
    let readings = [[]];
    for (const { start, end, synonyms, weight } of this.#segments(text, words)) {
      let choices = [[{ words: [], synonyms, weight: 1 }]];
      if (!synonyms.length) {
        const texts = translate(text.slice(start, end)).filter((each) => each.trim());
        choices = texts.map((each) => weighted(parse(each).concepts, weight));
        if (!choices.length) choices = [[]];
      }
      readings = readings.flatMap((reading) => choices.map((more) => [...reading, ...more])).slice(0, MAX_READINGS);
    }
    const french = this.#wordsOfMeaning(text, words);
    return distinct(readings.filter((reading) => reading.length).map(distinct)).map((concepts) => ({
      ...parsedQuery("en", concepts, "", true),
      french,
    }));
  }

  /** Return the segments of a French text, in order: phrases of players, names, and other words. */
  #segments(text, words) {
    const found = [];
    let begin = 0;
    let end = 0;
    for (const { words: phrase, synonyms } of this.phraseBooks.fr.split(words)) {
      const [first, last] = [phrase[0].start, phrase.at(-1).end];
      if (synonyms.length && !isInLongerName(text, first, last)) {
        found.push(...this.#splitAtNames(text, begin, end));
        found.push({ start: first, end: last, synonyms, weight: 1 });
        begin = last;
      }
      end = last;
    }
    return [...found, ...this.#splitAtNames(text, begin, end)];
  }

  #splitAtNames(text, from, end) {
    const found = [];
    let begin = from;
    for (const [start, stop] of nameSpans(text, "fr")) {
      if (start < begin || start >= end) continue;
      found.push(...this.#splitAtEnglishPhrases(text, begin, start));
      begin = Math.min(stop, end);
      found.push({ start, end: begin, synonyms: [], weight: this.nameWeight });
    }
    return [...found, ...this.#splitAtEnglishPhrases(text, begin, end)];
  }

  /** Split a part of a text at phrases of English players. A phrase whose words all are French is none. */
  #splitAtEnglishPhrases(text, from, end) {
    const part = text.slice(from, end);
    const found = [];
    let begin = from;
    for (const { words: phrase, synonyms } of this.phraseBooks.en.split(queryWords(part, "en", this.stopwords.en))) {
      const content = phrase.filter((word) => !word.isStopword).map((word) => part.slice(word.start, word.end));
      if (!synonyms.length || content.every((word) => this.#isFrench(word))) continue;
      const [start, stop] = [from + phrase[0].start, from + phrase.at(-1).end];
      if (begin < start) found.push({ start: begin, end: start, synonyms: [], weight: 1 });
      found.push({ start, end: stop, synonyms, weight: 1 });
      begin = stop;
    }
    if (begin < end) found.push({ start: begin, end, synonyms: [], weight: 1 });
    return found;
  }

  #isFrench(word) {
    return queryWords(word, "fr", this.stopwords.fr).some((each) => each.isStopword || each.folded in this.vectors);
  }

  /** Return the words that tell the meaning of a French question: folded in both languages, vector and weight. */
  #wordsOfMeaning(text, words) {
    return words
      .filter((word) => !word.isStopword)
      .map((word) => ({
        english: foldWords(word.typed, "en")[0] ?? "",
        letters: this.vectors[word.folded] ?? "",
        weight: wordWeight(text, "fr", word, this.nameWeight),
      }));
  }
}

function isInLongerName(text, first, last) {
  return nameSpans(text, "fr").some(([start, end]) => start <= first && last <= end && last - first < end - start);
}

function weighted(concepts, weight) {
  return weight < 1 ? concepts.map((concept) => ({ ...concept, synonyms: [], weight })) : concepts;
}
