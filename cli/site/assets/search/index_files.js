// The files of the search index: each is fetched once, when a search first needs it.

const FORMAT = 1;
const STEPS = "abcdefghijklmno";

/** Reads files of the index. `read` fetches a file by its path: `read(path, "json" | "text" | "bytes")`. */
export class IndexFiles {
  constructor(read) {
    this.read = read;
    this.files = new Map();
  }

  /** Return the content of a file. A file that couldn't be fetched is fetched again the next time. */
  file(path, kind = "json") {
    if (!this.files.has(path)) {
      const found = this.read(path, kind);
      this.files.set(path, found);
      found.catch(() => this.files.delete(path));
    }
    return this.files.get(path);
  }
}

/** Return a reader of files below an address. `revalidate` is true for files whose name has no checksum. */
export function fetchReader(base) {
  return async (path, kind) => {
    const response = await fetch(new URL(path, base));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (kind === "json") return response.json();
    return kind === "text" ? response.text() : new Uint8Array(await response.arrayBuffer());
  };
}

/** One language of the index: the list of its entries, and the parts that were read so far. */
export class LanguageIndex {
  static async open(files, lang) {
    const list = await files.file(`${lang}/index.json`);
    if (list.format !== FORMAT) throw new Error(`the search index has the format ${list.format}`);
    return new LanguageIndex(files, list);
  }

  constructor(files, list) {
    this.files = files;
    this.list = list;
    this.lang = list.lang;
    this.wordRecords = new Map();
    this.learnedRecords = new Map();
    this.definedNames = new Map();
    this.textRecords = new Map();
    this.vectors = null;
    this.readParts = new Set();
  }

  /** Read the records of folded words. */
  async loadWords(words) {
    const { parts } = this.list;
    await this.#loadWordParts(words.map((word) => partOf(parts.words, word)));
  }

  /** Read the records of the words that begin with some letters. */
  async loadWordsWith(prefix) {
    const { words } = this.list.parts;
    const inside = words.filter(([first]) => first.startsWith(prefix)).map(([, path]) => path);
    await this.#loadWordParts([partOf(words, prefix), ...inside]);
  }

  async #loadWordParts(paths) {
    await this.#loadParts(paths, (content) => {
      for (const [word, record] of Object.entries(content.words)) this.wordRecords.set(word, record);
      for (const [name, entries] of Object.entries(content.names)) this.definedNames.set(name, entries);
    });
  }

  /** Read what is learned about folded English words. */
  async loadLearned(words) {
    const paths = words.map((word) => partOf(this.list.parts.learned, word));
    await this.#loadParts(paths, (content) => {
      for (const [word, record] of Object.entries(content.words)) this.learnedRecords.set(word, record);
    });
  }

  async #loadParts(paths, add) {
    const wanted = new Set(paths.filter(Boolean));
    await Promise.all(Array.from(wanted, (path) => this.#loadOnce(path, add)));
  }

  async #loadOnce(path, add) {
    const content = await this.files.file(path);
    if (this.readParts.has(path)) return;
    add(content);
    this.readParts.add(path);
  }

  /** Read the texts of entries. */
  async loadTexts(entries) {
    const parts = this.list.parts.texts;
    const wanted = new Map();
    for (const entry of entries) {
      if (this.hasText(entry)) continue;
      const [first, path] = lastUpTo(parts, entry);
      wanted.set(path, first);
    }
    await Promise.all(
      Array.from(wanted, ([path, first]) =>
        this.#loadOnce(path, (content) => content.forEach((record, at) => this.textRecords.set(first + at, record))),
      ),
    );
  }

  /** Read the vectors of all rules. */
  async loadVectors() {
    if (this.vectors || !this.list.parts.vectors) return;
    const letters = await this.files.file(this.list.parts.vectors, "text");
    this.vectors = decodeVector(letters);
  }

  /** True if the text of an entry is here. The list of entries has the headings. */
  hasText(entry) {
    return this.textRecords.has(entry) || entry in this.list.headings;
  }

  /** Return the text of an entry whose part was read. */
  text(entry) {
    return this.list.headings[entry] ?? this.textRecords.get(entry)[0];
  }

  examples(entry) {
    return this.textRecords.get(entry)?.[1] || [];
  }

  /** Return the entries that an entry cites. */
  cited(entry) {
    return this.textRecords.get(entry)?.[2] || [];
  }

  textLang(entry) {
    return this.textRecords.get(entry)?.[3] || this.lang;
  }
}

/** Return the last part that begins with a key or before it. */
function lastUpTo(parts, key) {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle][0] <= key) low = middle + 1;
    else high = middle;
  }
  return parts[low - 1];
}

function partOf(parts, word) {
  return lastUpTo(parts, word)?.[1];
}

/** Decode the letters of a vector, each a component from -7 to 7. */
export function decodeVector(letters) {
  const middle = STEPS.length >> 1;
  const first = STEPS.charCodeAt(0);
  const vector = new Int8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) vector[at] = letters.charCodeAt(at) - first - middle;
  return vector;
}
