// The stems of French words without accents, by the Snowball algorithm "French" as the program's index applies it.
// https://snowballstem.org/algorithms/french/stemmer.html

import { afterFirstSyllable } from "./stem_english.js";

const STEP_1 = `issements issement atrices atrice ateurs ations logies usions utions ements amment emment ances iqUes
  ismes ables istes ateur ation logie usion ution ences ement euses ments ance iqUe isme able iste ence ives eaux euse
  ment eux ive ifs aux if`.split(/\s+/);
const STEP_2A = `issaIent issantes iraIent issante issants issions irions issais issait issant issent issiez issons irais
  irait irent iriez irons iront isses issez irai iras irez isse ies ira ie ir is it i`.split(/\s+/);
const STEP_2B = `eraIent assions erions assent assiez erais erait eriez erons eront aIent antes asses ions erai eras erez
  ante ants asse era iez ais ait ant er ez ai as a`.split(/\s+/);
// After these endings of verbs, an e before them is removed, too.
const WITH_E = new Set("assions assent assiez aIent antes asses ante ants asse ais ait ant ai as a".split(" "));

const isVowel = (letter) => letter !== undefined && "aeiouy".includes(letter);

/** Write vowels that stand for consonants in upper case. */
function markConsonants(word) {
  const letters = Array.from(word.replaceAll("qu", "qU"));
  for (let at = 1; at < letters.length - 1; at += 1) {
    const [before, after] = [isVowel(letters[at - 1]), isVowel(letters[at + 1])];
    if (before && after && (letters[at] === "u" || letters[at] === "i")) letters[at] = letters[at].toUpperCase();
    if ((before || after) && letters[at] === "y") letters[at] = "Y";
  }
  return letters.join("");
}

function verbRegion(word) {
  if (word.length < 2) return "";
  if (/^(?:par|col|tap)/.test(word) || (isVowel(word[0]) && isVowel(word[1]))) return word.slice(3);
  for (let at = 1; at < word.length; at += 1) {
    if (isVowel(word[at])) return word.slice(at + 1);
  }
  return "";
}

/** A word with the regions that its endings must lie in. */
class Word {
  constructor(text) {
    this.text = text;
    this.r1 = afterFirstSyllable(text);
    this.r2 = afterFirstSyllable(this.r1);
    this.rv = verbRegion(text);
    this.isVerbLike = false;
  }

  cut(suffix, by = "") {
    this.text = this.text.slice(0, -suffix.length) + by;
  }

  /** Remove an ending if its region has it. Return true if the word had the ending. */
  cutWithin(suffix, region, by = "") {
    if (!this.text.endsWith(suffix)) return false;
    if (region.includes(suffix)) this.cut(suffix, by);
    return true;
  }
}

function cutAfterAdverb(word) {
  if (word.text.endsWith("iv") && word.r2.includes("iv")) {
    word.cut("iv");
    word.cutWithin("at", word.r2);
  } else if (word.text.endsWith("eus")) {
    if (word.r2.includes("eus")) word.cut("eus");
    else if (word.r1.includes("eus")) word.cut("s", "x");
  } else if (/(?:abl|iqU)$/.test(word.text) && (word.r2.includes("abl") || word.r2.includes("iqU"))) {
    word.text = word.text.slice(0, -3);
  }
}

function cutIc(word) {
  if (word.text.endsWith("ic")) word.cut("ic", word.r2.includes("ic") ? "" : "iqU");
}

/** Remove the ending of a noun, an adjective or an adverb. Return true if one was removed. */
function removeStandardSuffix(word) {
  const { r1, r2, rv } = word;
  const suffix = STEP_1.find((each) => word.text.endsWith(each));
  if (!suffix) return false;
  const done = (by) => {
    word.cut(suffix, by);
    return true;
  };
  if (suffix === "eaux") return done("eau");
  if (suffix === "euse" || suffix === "euses") {
    if (r2.includes(suffix)) return done("");
    return r1.includes(suffix) ? done("eux") : false;
  }
  if ((suffix === "ement" || suffix === "ements") && rv.includes(suffix)) {
    done("");
    cutAfterAdverb(word);
    return true;
  }
  if ((suffix === "amment" || suffix === "emment") && rv.includes(suffix)) {
    word.cut(suffix, suffix === "amment" ? "ant" : "ent");
    if (suffix === "amment") word.rv = `${rv.slice(0, -suffix.length)}ant`;
    word.isVerbLike = true;
    return false;
  }
  if ((suffix === "ment" || suffix === "ments") && rv.includes(suffix)) {
    if (!rv.startsWith(suffix) && isVowel(rv.at(rv.lastIndexOf(suffix) - 1))) {
      word.cut(suffix);
      word.rv = rv.slice(0, -suffix.length);
      word.isVerbLike = true;
    }
    return false;
  }
  if (suffix === "aux") return r1.includes(suffix) ? done("al") : false;
  if (suffix.startsWith("issement")) {
    return r1.includes(suffix) && !isVowel(word.text.at(-suffix.length - 1)) ? done("") : false;
  }
  if (!r2.includes(suffix)) return false;
  if (suffix.startsWith("logie")) return done("log");
  if (/^u[st]ions?$/.test(suffix)) return done("u");
  if (suffix.startsWith("ence")) return done("ent");
  done("");
  if (/^at/.test(suffix)) cutIc(word);
  else if (/^i[fv]/.test(suffix) && word.text.endsWith("at") && r2.includes("at")) {
    word.cut("at");
    cutIc(word);
  }
  return true;
}

/** Remove the ending of a verb. Return true if one was removed. */
function removeVerbSuffix(word) {
  const { r2, rv } = word;
  const first = STEP_2A.find((each) => word.text.endsWith(each));
  if (first && rv.includes(first) && rv.length > first.length && !isVowel(rv.at(rv.lastIndexOf(first) - 1))) {
    word.cut(first);
    return true;
  }
  const second = STEP_2B.find((each) => rv.endsWith(each));
  if (!second || (second === "ions" && !r2.includes("ions"))) return false;
  word.cut(second);
  if (WITH_E.has(second) && rv.slice(0, -second.length).endsWith("e")) word.text = word.text.slice(0, -1);
  return true;
}

function removeRest(word) {
  const { r2, rv } = word;
  if (word.text.length >= 2 && word.text.endsWith("s") && !"aious".includes(word.text.at(-2))) word.cut("s");
  const suffix = ["ion", "ier", "Ier", "e"].find((each) => word.text.endsWith(each));
  if (!suffix || !rv.includes(suffix)) return;
  if (suffix === "ion") {
    if (r2.includes("ion") && rv.length > 3 && "st".includes(rv.at(-4))) word.cut("ion");
  } else {
    word.cut(suffix, suffix === "e" ? "" : "i");
  }
}

/** Return the stem of a French word in lower case without accents. */
export function stemFrench(typed) {
  const word = new Word(markConsonants(typed));
  const isStandard = removeStandardSuffix(word);
  const isVerb = (!isStandard || word.isVerbLike) && removeVerbSuffix(word);
  if (isStandard || isVerb) {
    if (word.text.endsWith("Y")) word.cut("Y", "i");
  } else {
    removeRest(word);
  }
  if (/(?:enn|onn|ett|ell|eill)$/.test(word.text)) word.text = word.text.slice(0, -1);
  return word.text.replaceAll("I", "i").replaceAll("U", "u").replaceAll("Y", "y");
}
