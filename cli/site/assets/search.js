// The search box of every page, and the page of results. The search itself is in the folder search/, and is loaded when
// the box is first used. Texts are put into the page as texts, never as HTML.

import { isTyping, singleKeysAreOn } from "./keys.js";

const ROOT = new URL("../", import.meta.url);
const DATA = new URL("search/data/", ROOT);
const LANG = document.documentElement.lang === "fr" ? "fr" : "en";
const SHORT_LIST = 8;
const LONG_LIST = 30;
// The same for the judges' other books, which are listed by themselves.
const SHORT_OF_BOOKS = 3;
const LONG_OF_BOOKS = 10;
// A screen reader says the number of results when the typing pauses for so many milliseconds.
const PAUSE = 500;

const form = document.querySelector("form.site-search");
const input = form?.querySelector("input[type=search]");
const page = document.getElementById("search-results");
let opened = null;
let messages = {};
let newest = 0;

/** Load the search once. A failed attempt is repeated the next time. */
function open() {
  opened ??= load().catch((problem) => {
    opened = null;
    throw problem;
  });
  return opened;
}

async function load() {
  const [{ IndexFiles, fetchReader }, { SearchEngine }] = await Promise.all([
    import("./search/index_files.js"),
    import("./search/engine.js"),
  ]);
  const engine = await SearchEngine.open(new IndexFiles(fetchReader(DATA)), LANG);
  messages = engine.list.messages;
  return engine;
}

/** Call a function when the page is shown and the browser is idle. */
function whenIdle(call) {
  const wait = () => (window.requestIdleCallback ?? setTimeout)(call);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}

/** Return an element with attributes and children. A child that is a text stays text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function message(name, values = {}) {
  return messages[name].replace(/\{(\w+)\}/g, (field, key) => values[key] ?? field);
}

/** Return a text with elements `mark` at some offsets. */
function marked(text, marks) {
  const parts = [];
  let done = 0;
  for (const [start, end] of marks) {
    parts.push(text.slice(done, start), element("mark", {}, text.slice(start, end)));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** Return the list item of a hit: a link with its number, heading and sentence, and the edition. */
function hitItem(hit) {
  const link = element("a", { href: new URL(hit.address, ROOT).href, class: "hit" });
  const above = hit.path.map(([, title]) => title).join(" › ");
  const name = hit.number ?? hit.term;
  link.append(element("span", { class: hit.number ? "number" : "headword" }, name), " ");
  if (hit.kind === "glossary") link.append(element("span", { class: "label" }, message("glossary")), " ");
  if (hit.isDeprecated) link.append(element("span", { class: "label deprecated" }, message("deprecated")), " ");
  if (above) link.append(element("span", { class: "hit-path", lang: hit.lang }, above));
  link.append(element("span", { class: "hit-text", lang: hit.lang }, ...marked(hit.snippet, hit.marks)));
  link.append(element("time", { class: "hit-edition", datetime: hit.edition }, hit.edition));
  return element("li", {}, link);
}

/** Return the elements that show hits in the judges' other books. */
function policyElements(policy) {
  if (!policy?.hits.length) return [];
  const title = element("p", { class: "search-note hits-of-books" }, message("books"));
  return [title, element("ol", { class: "hits" }, ...policy.hits.map(hitItem))];
}

/** Return the elements that show some results: notes, and the list of hits. `policy` has those of the other books. */
function resultElements(results, policy) {
  const books = policyElements(policy);
  if (policy?.isNumber || (books.length && !results.hits.length)) return books;
  return policy?.isFirst ? [...books, ...ruleElements(results)] : [...ruleElements(results), ...books];
}

function ruleElements(results) {
  const notes = [];
  if (results.mended.length) notes.push(message("mended", { words: results.searched }));
  for (const [word, names] of results.translated) notes.push(`${word}: ${names}`);
  if (results.relaxed) notes.push(message("relaxed"));
  if (!results.hits.length) notes.push(message("none"));
  const made = notes.map((note) => element("p", { class: "search-note" }, note));
  const isPartial = (hit) => hit.isPartial && !results.relaxed;
  const lists = [results.hits.filter((hit) => !isPartial(hit)), results.hits.filter(isPartial)];
  lists.forEach((hits, at) => {
    if (!hits.length) return;
    if (at) made.push(element("p", { class: "search-note" }, message("partial")));
    made.push(element("ol", { class: "hits" }, ...hits.map(hitItem)));
  });
  return made;
}

/** Shows the results of the input as it is typed. */
class SearchBox {
  constructor() {
    this.panel = element("div", { class: "search-panel", id: "search-panel", hidden: "" });
    this.status = element("p", { class: "spoken", role: "status" });
    form.append(this.panel, this.status);
    // The search is loaded before it is needed: when the page has nothing else to do, or the reader enters the box.
    input.addEventListener("focus", () => open().then((engine) => engine.prepare()).catch(() => {}));
    if (!navigator.connection?.saveData) whenIdle(() => open().catch(() => {}));
    input.addEventListener("input", () => this.show(true));
    form.addEventListener("submit", (event) => this.submit(event));
    form.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("keydown", (event) => this.onShortcut(event));
    document.addEventListener("pointerdown", (event) => {
      if (!form.contains(event.target)) this.close();
    });
    form.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !form.contains(event.relatedTarget)) this.close();
    });
  }

  get place() {
    return page ?? this.panel;
  }

  close() {
    this.panel.hidden = true;
  }

  /** Search for the input and show the results. Return them, or null if the input has changed meanwhile. */
  async show(isUnfinished) {
    newest += 1;
    const mine = newest;
    const text = input.value;
    let results;
    try {
      const engine = await open();
      results = await engine.search(text, { limit: page ? LONG_LIST : SHORT_LIST, isUnfinished });
      if (mine !== newest) return null;
      this.render(text, results, engine.edition);
      // The other books are searched after the rules, which don't wait for them.
      results.policy = await engine.searchPolicy(text, page ? LONG_OF_BOOKS : SHORT_OF_BOOKS);
      if (mine !== newest) return null;
      if (results.policy?.hits.length) this.render(text, results, engine.edition);
    } catch (problem) {
      if (mine === newest) this.fail(problem);
      return null;
    }
    return results;
  }

  render(text, results, edition) {
    if (page) history.replaceState(null, "", text.trim() ? `?q=${encodeURIComponent(text.trim())}` : location.pathname);
    if (!text.trim()) {
      this.place.replaceChildren();
      this.close();
      this.say("");
      return;
    }
    const made = resultElements(results, results.policy);
    const foot = element("p", { class: "search-edition" }, message("edition", { day: edition }));
    if (!page && results.total > results.hits.length) {
      foot.append(" · ", element("a", { href: this.pageAddress(text), class: "hit-all" }, message("all")));
    }
    this.place.replaceChildren(...made, foot);
    this.panel.hidden = Boolean(page);
    const notes = made.filter((each) => each.matches(".search-note")).map((each) => each.textContent);
    this.say([message("count", { count: results.total + (results.policy?.total ?? 0) }), ...notes].join(" "));
  }

  fail(problem) {
    console.warn(problem);
    const text = form.dataset.failed;
    this.place.replaceChildren(element("p", { class: "search-note" }, text));
    this.panel.hidden = Boolean(page);
    this.say(text);
  }

  /** Let screen readers say a text when the typing pauses. */
  say(text) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.status.textContent = text;
    }, PAUSE);
  }

  pageAddress(text) {
    const address = new URL(form.getAttribute("action"), document.baseURI);
    address.searchParams.set("q", text.trim());
    return address.href;
  }

  /** Open the rule with the typed number, or the page of results. */
  async submit(event) {
    event.preventDefault();
    const results = await this.show(false);
    if (results?.policy?.isNumber) location.assign(new URL(results.policy.hits[0].address, ROOT));
    else if (results?.isNumber) location.assign(new URL(results.hits[0].address, ROOT));
    else if (results && !page && input.value.trim()) location.assign(this.pageAddress(input.value));
  }

  onKey(event) {
    const links = [...this.place.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? input).focus();
    else if (event.key === "Escape" && (at >= 0 || !this.panel.hidden)) {
      input.focus();
      this.close();
    } else return;
    event.preventDefault();
  }

  onShortcut(event) {
    if (page?.contains(event.target)) this.onKey(event);
    if (event.key !== "/" || isTyping(event) || !singleKeysAreOn()) return;
    event.preventDefault();
    input.focus();
    input.select();
  }
}

if (input) {
  const box = new SearchBox();
  const asked = page && new URLSearchParams(location.search).get("q");
  if (asked) {
    input.value = asked;
    box.show(false);
  } else if (page) {
    input.focus();
  }
}
