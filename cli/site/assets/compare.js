// Compares two editions that the reader chooses. Texts are put into the page as text, never as HTML.
const root = document.body.dataset.root;
const form = document.getElementById("compare");
const output = document.getElementById("comparison");
const labels = JSON.parse(form.dataset.labels);
const folder = new URL(".", location.href);
const QUIET = ["typography", "references", "template"];
const TOKEN = /\s+|[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*|\S/gu;

let table;
const texts = new Map();

async function fetched(address) {
  const answer = await fetch(new URL(address, folder));
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.json();
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== ""));
  return made;
}

// The span of a lineage in an edition: [number, wording, first edition, last edition or -1], or undefined.
function spanAt(spans, edition) {
  return spans.find((span) => span[2] <= edition && (span[3] < 0 || edition <= span[3]));
}

function changeClass(before, after) {
  if (before === after) return "";
  const [old, now] = [table.classes[before], table.classes[after]];
  const at = old.findIndex((form, index) => form === now[index]);
  return at < 0 ? "wording" : QUIET[at];
}

function eventBetween(lineage, old, now, forwards) {
  const [, , , wasSplit, wasMerged] = lineage;
  if (!old) return (forwards ? wasSplit : wasMerged) ? (forwards ? "split" : "merged") : "added";
  if (!now) return (forwards ? wasMerged : wasSplit) ? (forwards ? "merged" : "split") : "removed";
  const moved = old[0] !== now[0];
  const edited = changeClass(old[1], now[1]);
  if (table.deprecated.includes(now[1]) && !table.deprecated.includes(old[1])) return "deprecated";
  if (moved && edited) return "moved-and-edited";
  return moved ? "moved" : edited ? "edited" : "";
}

// Numbers in the order of the rules: 702.9 before 702.10, 702.9b before 702.10; letters by length first. The table has the
// keys of other books, whose places may have names.
function sortKey(number) {
  if (table.keys) return table.keys[number] ?? number;
  const [, section, rule = "", letters = ""] = /^(\d+)(?:\.(\d+))?([a-z]*)$/.exec(number);
  return section.padEnd(3, " ") + rule.padStart(5, " ") + String(letters.length) + letters;
}

function differences(from, to) {
  const found = [];
  for (const lineage of table.lineages) {
    const [old, now] = [spanAt(lineage[2], from), spanAt(lineage[2], to)];
    if (!old && !now) continue;
    const event = eventBetween(lineage, old, now, from <= to);
    if (event) {
      const number = (now || old)[0];
      const change = old && now ? changeClass(old[1], now[1]) : "";
      found.push({ event, old, now, number, change, chunk: lineage[1], lineage: lineage[0], key: sortKey(number) });
    }
  }
  return found.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
}

// The words of two texts as segments ["same" | "gone" | "new", text], by the longest common subsequence.
function wordDiff(before, after) {
  const [old, now] = [before.match(TOKEN) || [], after.match(TOKEN) || []];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) { oldEnd--; nowEnd--; }
  const [height, width] = [oldEnd - start, nowEnd - start];
  const lengths = Array.from({ length: height + 1 }, () => new Uint16Array(width + 1));
  for (let row = height - 1; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--) {
      lengths[row][column] = old[start + row] === now[start + column]
        ? lengths[row + 1][column + 1] + 1
        : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
    }
  }
  const segments = [];
  const add = (kind, text) => {
    const last = segments.at(-1);
    if (last && last[0] === kind) last[1] += text;
    else if (text) segments.push([kind, text]);
  };
  add("same", old.slice(0, start).join(""));
  let [row, column] = [0, 0];
  let [gone, came] = ["", ""];
  const flush = () => { add("gone", gone); add("new", came); gone = came = ""; };
  while (row < height || column < width) {
    if (row < height && column < width && old[start + row] === now[start + column]) {
      flush();
      add("same", old[start + row]);
      row++; column++;
    } else if (column >= width || (row < height && lengths[row + 1][column] >= lengths[row][column + 1])) {
      gone += old[start + row++];
    } else {
      came += now[start + column++];
    }
  }
  flush();
  add("same", old.slice(oldEnd).join(""));
  return segments;
}

// An unchanged run beside a change: 14 words stay, the others are only counted if they are more than 50.
const [CONTEXT, LEAST] = [14, 50];

function folded(text, hasTail) {
  const ends = [...text.matchAll(/\S+\s*/g)].map((word) => word.index + word[0].length);
  const hidden = ends.length - CONTEXT * (hasTail ? 2 : 1);
  if (hidden < LEAST) return [text];
  const label = labels.folded.replace("{count}", hidden);
  return [text.slice(0, ends[CONTEXT - 1]), element("span", { class: "fold" }, `… ${label} …`), " ",
    text.slice(ends[CONTEXT + hidden - 1])];
}

function words(segments) {
  const names = { gone: "del", new: "ins" };
  const last = segments.length - 1;
  return segments.flatMap(([kind, text], at) => {
    if (kind !== "same") return [element(names[kind], {}, text)];
    return last ? folded(text, at < last) : [text];
  });
}

async function textOf(each, span) {
  if (!texts.has(each.chunk)) texts.set(each.chunk, fetched(`texts/${each.chunk}.json`));
  return (await texts.get(each.chunk))[span[1]];
}

async function wordsOf(each) {
  if (!each.old) return words([["new", await textOf(each, each.now)]]);
  if (!each.now) return words([["gone", await textOf(each, each.old)]]);
  const [before, after] = await Promise.all([textOf(each, each.old), textOf(each, each.now)]);
  return before === after ? [after] : words(wordDiff(before, after));
}

// The heading under which a change stands: the section of a rule, or the section whose part it is.
function sectionOf(number) {
  return number.split(table.keys ? "/" : ".")[0];
}

function place(day, number) {
  const { doc } = form.dataset;
  if (doc !== "cr") return `${root}${doc}/en/${day}/#${number.toLowerCase().replace(/[ /]/g, "-")}`;
  const lang = document.documentElement.lang;
  const section = number.split(".")[0];
  return `${root}cr/${lang}/${day}/${number.length > 1 ? `${section}/` : ""}#${number}`;
}

function row(each, from, to) {
  const head = element("p", { class: "event-head" });
  if (each.old && (!each.now || each.old[0] !== each.now[0])) {
    head.append(element("a", { class: "number", href: place(from, each.old[0]) }, each.old[0]), each.now ? " → " : " ");
  }
  if (each.now) head.append(element("a", { class: "number", href: place(to, each.now[0]) }, each.now[0]), " ");
  head.append(element("span", { class: `label ${each.event}` }, labels[each.event]), " ");
  if (each.change) head.append(element("span", { class: "change-class" }, labels[each.change]));
  const text = element("p", { class: "words" });
  const made = element("article", { class: `change ${each.event}` }, head, text);
  // Once: opening a section calls it twice, and the text comes later.
  made.fill = () => { made.filled ??= wordsOf(each).then((parts) => text.append(...parts)); };
  return made;
}

function sectionBlock(name, listed, from, to, open) {
  const counts = new Map();
  for (const each of listed) counts.set(each.event, (counts.get(each.event) || 0) + 1);
  const counted = [...counts].map(([event, count]) => `${count} ${labels[event]}`).join(", ");
  const rows = listed.map((each) => row(each, from, to));
  const block = element("details", { class: "changes", id: `s${name}` },
    element("summary", {}, element("span", { class: "number" }, name), ` ${counted}`), ...rows);
  const fill = () => { if (block.open) rows.forEach((each) => each.fill()); };
  block.addEventListener("toggle", fill);
  block.open = open;
  fill();
  return block;
}

async function show() {
  const [from, to] = [form.from.value, form.to.value];
  history.replaceState(null, "", `?from=${from}&to=${to}`);
  try {
    table = table || (await fetched("spans.json"));
  } catch {
    output.replaceChildren(element("p", {}, labels.failed));
    return;
  }
  const found = differences(table.days.indexOf(from), table.days.indexOf(to));
  const sections = new Map();
  // Substance first: sections in their order, and in each the quiet changes at the end.
  for (const quiet of [false, true]) {
    for (const each of found.filter((one) => QUIET.includes(one.change) === quiet)) {
      const name = sectionOf(each.number);
      sections.set(name, [...(sections.get(name) || []), each]);
    }
  }
  const names = [...sections.keys()].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const blocks = names.map((name) => sectionBlock(name, sections.get(name), from, to, found.length < 60));
  output.replaceChildren(...(blocks.length ? blocks : [element("p", {}, labels.nothing)]));
}

const asked = new URLSearchParams(location.search);
const days = [...form.to.options].map((option) => option.value);
form.hidden = false;
form.from.value = days.includes(asked.get("from")) ? asked.get("from") : days[Math.min(1, days.length - 1)];
form.to.value = days.includes(asked.get("to")) ? asked.get("to") : days[0];
form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
form.addEventListener("change", show);
show();
