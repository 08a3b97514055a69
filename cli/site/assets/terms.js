// Defined terms: the first place of a term in each rule is marked, and shows its definition on hover, focus or tap. The
// terms and definitions are those of the glossary that belongs to the page. They are fetched when the page is at rest.
// Without a script, a rule's own page lists its terms with their definitions, and a section links to its glossary.

const DELAY = 250;
const SHORTEST = 3; // "If" has an entry, too
const text = document.querySelector("[data-glossary]");
const glossary = text && new URL(text.dataset.glossary, document.baseURI);

/** Return the entries of the glossary by their headword in lower case: the anchor, the headword, the HTML of the page. */
async function readGlossary() {
  const answer = await fetch(glossary);
  const found = new Map();
  if (!answer.ok) return found;
  // A page with 700 entries takes a phone half a second to parse. So an entry is only parsed when it is shown.
  const [, ...entries] = (await answer.text()).split('<div id="');
  for (const html of entries) {
    const [, anchor, headword] = /^([^"]+)">\s*<dt>([^<]*)<\/dt>/.exec(html) ?? [];
    if (!headword || /\((?:obsolete|obsolète)\)/i.test(html)) continue;
    const name = headword.includes("&") ? parsed(headword).textContent : headword;
    if (name.length >= SHORTEST) found.set(plain(name), { anchor, name, html });
  }
  return found;
}

/** Return the body of a page of ours. Only its text is used. */
function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html").body;
}

function plain(name) {
  return name.toLowerCase().replaceAll("’", "'");
}

/** Return a pattern for all headwords in singular and plural. The longest one that fits counts. */
function patternOf(entries) {
  const names = [...entries.keys()].sort((one, other) => other.length - one.length);
  const parts = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("'", "['’]"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(${parts.join("|")})(?:e?s|x)?(?![\\p{L}\\p{N}])`, "giu");
}

/** Mark the first place of each term in a rule. Links stay as they are. */
function markTerms(rule, entries, pattern) {
  const seen = new Set();
  const walker = document.createTreeWalker(rule, NodeFilter.SHOW_TEXT, {
    acceptNode: (node) => (node.parentElement.closest("a, h1, h2") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    const pieces = [];
    let done = 0;
    for (const found of node.data.matchAll(pattern)) {
      const entry = entries.get(plain(found[1]));
      if (!entry || seen.has(entry.anchor)) continue;
      seen.add(entry.anchor);
      pieces.push(node.data.slice(done, found.index), termLink(found[0], entry));
      done = found.index + found[0].length;
    }
    if (done) node.replaceWith(...pieces, node.data.slice(done));
  }
}

function termLink(word, entry) {
  const link = document.createElement("a");
  link.className = "term";
  link.href = new URL(`#${entry.anchor}`, glossary);
  link.textContent = word;
  link.entry = entry;
  return link;
}

/** The box with the definition of the term at hand. It can be hovered, and Escape closes it (WCAG 2.2, 1.4.13). */
class DefinitionBox {
  constructor() {
    this.box = document.createElement("div");
    this.box.id = "definition";
    this.box.className = "definition";
    this.box.setAttribute("role", "tooltip");
    this.box.hidden = true;
    document.body.append(this.box);
    text.addEventListener("pointerover", (event) => this.onPointer(event));
    text.addEventListener("focusin", (event) => this.later(termAt(event), 0));
    text.addEventListener("focusout", () => this.close());
    text.addEventListener("pointerout", (event) => termAt(event) && this.closeLater());
    this.box.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.box.addEventListener("pointerleave", () => this.closeLater());
    text.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  onPointer(event) {
    if (event.pointerType === "mouse") this.later(termAt(event), DELAY);
  }

  /** A first tap shows the definition, a second one follows the link. A mouse has the definition from hovering. */
  onClick(event) {
    const term = termAt(event);
    if (!term || event.pointerType !== "touch" || this.term === term) return;
    event.preventDefault();
    this.open(term);
  }

  later(term, delay) {
    if (!term) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(term), delay);
  }

  closeLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), DELAY);
  }

  open(term) {
    this.close();
    this.term = term;
    const name = document.createElement("b");
    name.textContent = term.entry.name;
    const lines = [...parsed(`<dl id="${term.entry.html.split("</div>")[0]}`).querySelectorAll("dd")].map((line) => {
      const shown = document.createElement("p");
      shown.textContent = line.textContent;
      return shown;
    });
    this.box.replaceChildren(name, ...lines);
    this.box.lang = text.lang || document.documentElement.lang;
    this.box.hidden = false;
    term.setAttribute("aria-describedby", this.box.id);
    this.place(term.getBoundingClientRect());
  }

  place(at) {
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8));
    const below = at.bottom + height + 8 < window.innerHeight || at.top < height + 8;
    this.box.style.left = `${left + window.scrollX}px`;
    this.box.style.top = `${(below ? at.bottom + 4 : at.top - height - 4) + window.scrollY}px`;
  }

  close() {
    clearTimeout(this.timer);
    this.term?.removeAttribute("aria-describedby");
    this.term = null;
    this.box.hidden = true;
  }
}

function termAt(event) {
  return event.target.closest?.("a.term");
}

async function start() {
  const entries = await readGlossary().catch(() => new Map()); // without a connection there are no definitions
  if (!entries.size) return;
  const pattern = patternOf(entries);
  const seen = new IntersectionObserver((rules) => {
    for (const { target, isIntersecting } of rules) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      markTerms(target, entries, pattern);
    }
  }, { rootMargin: "100%" });
  for (const rule of text.querySelectorAll(".rule")) seen.observe(rule);
  new DefinitionBox();
}

if (text) (window.requestIdleCallback ?? setTimeout)(start);
