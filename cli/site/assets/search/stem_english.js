// The stems of English words, by the Snowball algorithm "English" as the program's index applies it.
// https://snowballstem.org/algorithms/english/stemmer.html

const IRREGULAR = new Map(
  `skis ski, skies sky, dying die, lying lie, tying tie, idly idl, gently gentl, ugly ugli, early earli, only onli,
   singly singl, sky sky, news news, howe howe, atlas atlas, cosmos cosmos, bias bias, andes andes, inning inning,
   innings inning, outing outing, outings outing, canning canning, cannings canning, herring herring, herrings herring,
   earring earring, earrings earring, proceed proceed, proceeds proceed, proceeded proceed, proceeding proceed,
   exceed exceed, exceeds exceed, exceeded exceed, exceeding exceed, succeed succeed, succeeds succeed,
   succeeded succeed, succeeding succeed`
    .split(",")
    .map((pair) => pair.trim().split(" ")),
);

// Suffixes of the second step with what replaces them, the longest first. "e" at the end: a region R2 that is shorter
// than the suffix becomes "e".
const STEP_2 = [
  ["ization", "ize"], ["ational", "ate", "e"], ["fulness", "ful"], ["ousness", "ous"], ["iveness", "ive", "e"],
  ["tional", "tion"], ["biliti", "ble"], ["lessli", "less"], ["entli", "ent"], ["ation", "ate", "e"], ["alism", "al"],
  ["aliti", "al"], ["ousli", "ous"], ["iviti", "ive", "e"], ["fulli", "ful"], ["enci", "ence"], ["anci", "ance"],
  ["abli", "able"], ["izer", "ize"], ["ator", "ate", "e"], ["alli", "al"], ["bli", "ble"], ["ogi", "og"], ["li", ""],
];
const STEP_3 = [
  ["ational", "ate"], ["tional", "tion"], ["alize", "al"], ["icate", "ic"], ["iciti", "ic"], ["ative", ""],
  ["ical", "ic"], ["ness", ""], ["ful", ""],
];
const STEP_4 = [
  "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion", "al",
  "er", "ic",
];

const isVowel = (letter) => letter !== undefined && "aeiouy".includes(letter);

/** Return the part of a word after the first consonant that follows a vowel. */
export function afterFirstSyllable(word) {
  for (let at = 1; at < word.length; at += 1) {
    if (!isVowel(word[at]) && isVowel(word[at - 1])) return word.slice(at + 1);
  }
  return "";
}

/** A word with its regions R1 and R2, which are ends of it. */
class Word {
  constructor(text) {
    this.text = text;
    const special = /^(?:gener|arsen|commun)/.exec(text);
    this.r1 = special ? text.slice(special[0].length) : afterFirstSyllable(text);
    this.r2 = afterFirstSyllable(this.r1);
  }

  cut(count) {
    this.text = this.text.slice(0, -count);
    this.r1 = this.r1.slice(0, -count);
    this.r2 = this.r2.slice(0, -count);
  }

  replace(count, by, short = "") {
    this.text = this.text.slice(0, -count) + by;
    this.r1 = this.r1.length >= count ? this.r1.slice(0, -count) + by : "";
    this.r2 = this.r2.length >= count ? this.r2.slice(0, -count) + by : short;
  }

  /** Replace a suffix by a text. If the text is its beginning, only the rest is cut. */
  exchange(suffix, by, short) {
    if (suffix.startsWith(by)) this.cut(suffix.length - by.length);
    else if (["enci", "anci", "abli"].includes(suffix)) this.replace(1, "e");
    else this.replace(suffix.length, by, short);
  }
}

function markConsonantY(word) {
  const letters = Array.from(word);
  letters.forEach((letter, at) => {
    if (letter === "y" && (at === 0 || isVowel(letters[at - 1]))) letters[at] = "Y";
  });
  return letters.join("");
}

function removePlural(word) {
  const { text } = word;
  const suffix = ["'s'", "'s", "'"].find((each) => text.endsWith(each));
  if (suffix) word.cut(suffix.length);
  const plural = ["sses", "ied", "ies", "us", "ss", "s"].find((each) => word.text.endsWith(each));
  if (plural === "sses") word.cut(2);
  else if (plural === "ied" || plural === "ies") word.cut(word.text.length > 4 ? 2 : 1);
  else if (plural === "s" && Array.from(word.text.slice(0, -2)).some(isVowel)) word.cut(1);
}

function isShort(word) {
  const [third, second, last] = [word.text.at(-3), word.text.at(-2), word.text.at(-1)];
  if (word.r1 !== "") return false;
  if (word.text.length >= 3) {
    return !isVowel(last) && !"wxY".includes(last) && isVowel(second) && !isVowel(third);
  }
  return word.text.length === 2 && isVowel(second) && !isVowel(last);
}

function removePast(word) {
  const suffix = ["eedly", "ingly", "edly", "eed", "ing", "ed"].find((each) => word.text.endsWith(each));
  if (!suffix) return;
  if (suffix.startsWith("eed")) {
    if (word.r1.endsWith(suffix)) word.replace(suffix.length, "ee");
    return;
  }
  if (!Array.from(word.text.slice(0, -suffix.length)).some(isVowel)) return;
  word.cut(suffix.length);
  if (/(?:at|bl|iz)$/.test(word.text)) {
    word.text += "e";
    word.r1 += "e";
    if (word.text.length > 5 || word.r1.length >= 3) word.r2 += "e";
  } else if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(word.text)) {
    word.cut(1);
  } else if (isShort(word)) {
    word.text += "e";
    if (word.r2) word.r2 += "e";
  }
}

function removeDerivation(word) {
  const second = STEP_2.find(([suffix]) => word.text.endsWith(suffix));
  if (second && word.r1.endsWith(second[0])) {
    const [suffix, by, short] = second;
    const fits =
      (suffix !== "ogi" || word.text.at(-4) === "l") &&
      (suffix !== "li" || (word.text.length > 2 && "cdeghkmnrt".includes(word.text.at(-3))));
    if (fits) word.exchange(suffix, by, short);
  }
  const third = STEP_3.find(([suffix]) => word.text.endsWith(suffix));
  if (third && word.r1.endsWith(third[0])) {
    if (third[0] !== "ative" || word.r2.endsWith("ative")) word.exchange(...third);
  }
  const fourth = STEP_4.find((suffix) => word.text.endsWith(suffix));
  if (fourth && word.r2.endsWith(fourth)) {
    if (fourth !== "ion" || (word.text.length > 3 && "st".includes(word.text.at(-4)))) word.cut(fourth.length);
  }
}

function removeLastLetter(word) {
  const { text } = word;
  if (word.r2.endsWith("l") && text.at(-2) === "l") word.text = text.slice(0, -1);
  else if (word.r2.endsWith("e")) word.text = text.slice(0, -1);
  else if (word.r1.endsWith("e") && text.length >= 4) {
    const [fourth, third, second] = [text.at(-4), text.at(-3), text.at(-2)];
    if (isVowel(second) || "wxY".includes(second) || !isVowel(third) || isVowel(fourth)) word.text = text.slice(0, -1);
  }
}

/** Return the stem of an English word in lower case. */
export function stemEnglish(typed) {
  if (IRREGULAR.has(typed)) return IRREGULAR.get(typed);
  const plain = typed.replace(/[\u2019\u2018\u201b]/g, "'").replace(/^'/, "");
  const word = new Word(markConsonantY(plain));
  removePlural(word);
  removePast(word);
  if (word.text.length > 2 && /[yY]$/.test(word.text) && !isVowel(word.text.at(-2))) word.replace(1, "i");
  removeDerivation(word);
  removeLastLetter(word);
  return word.text.replaceAll("Y", "y");
}
