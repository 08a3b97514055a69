// Sentences of a text that have the words of a query. The counterpart of kb/search/snippets.py.

const LENGTH = 150;
const BEGINNING = 50;
const ABBREVIATIONS = /(?:e\.g\.|i\.e\.|etc\.|vs\.|cf\.|p\. ex\.|p\.|c\.-à-d\.|Sgt\.|Mr\.|Mrs\.|Dr\.|St\.)$/;
const GAP =
  /(?<end>[.!?…][\u00a0\u202f)\]”"’'»]*) +(?=[([“"‘'«\u00a0\u202f ]*(?![a-z])[\p{L}\p{N}])|\s*\n\s*/gu;

/** Return the offsets of the sentences of a text. A line break ends a sentence. */
function sentences(text) {
  const found = [];
  let begin = 0;
  for (const gap of text.matchAll(GAP)) {
    const end = gap.groups.end ? gap.index + gap.groups.end.length : gap.index;
    const before = text.slice(begin, end);
    if (gap.groups.end && (ABBREVIATIONS.test(before) || /^\d+$/.test(before.slice(0, -1)))) continue;
    if (before.trim()) found.push([begin, end]);
    begin = gap.index + gap[0].length;
  }
  if (text.slice(begin).trim()) found.push([begin, text.trimEnd().length]);
  return found;
}

/** Join sentences that say nothing alone: one in brackets, and those of one quotation. */
function joined(text, spans) {
  const found = [];
  for (const [begin, end] of spans) {
    const last = found.at(-1);
    if (last) {
      const before = text.slice(...last);
      if (text[begin] === "(" || before.split("“").length > before.split("”").length) {
        last[1] = end;
        continue;
      }
    }
    found.push([begin, end]);
  }
  return found;
}

function inside(marks, [begin, end]) {
  return marks.filter(([at, to]) => begin <= at && to <= end);
}

/** Return the worth of a window: more different words, then a match in its first sentence, then more matches. */
function worth(text, marks, window) {
  const found = inside(marks, window);
  const words = new Set(found.map(([at, to]) => text.slice(at, to).toLowerCase()));
  return words.size * 1e6 + (found.length && window[0] === 0 ? 1e3 : 0) + found.length;
}

function wordEnd(text, at, end) {
  if (at >= end) return end;
  const space = text.lastIndexOf(" ", at);
  return text.slice(0, space > 0 ? space : at).replace(/[ ,;:—]+$/, "").length;
}

function shorten(text, [begin, end], marks, length) {
  const places = inside(marks, [begin, end]).map(([at]) => at);
  const fromStart = [[begin, wordEnd(text, begin + length, end)]];
  if (!places.length || places.at(-1) < begin + length - (BEGINNING >> 2)) return fromStart;
  const near = length - BEGINNING;
  const count = (start) => places.filter((at) => start <= at && at < start + (near * 3) / 4).length;
  const first = places.reduce((best, at) => (count(at) > count(best) ? at : best));
  const start = text.lastIndexOf(" ", Math.max(begin, first - (near >> 2) - 1)) + 1;
  if (start - begin <= BEGINNING + (BEGINNING >> 1)) return fromStart;
  return [[begin, wordEnd(text, begin + BEGINNING, end)], [start, wordEnd(text, start + near, end)]];
}

/**
 * Return {text, marks}: the sentences of a text that have the most of its marks, and the marks with their offsets there.
 * An ellipsis stands for text that is left out inside and at the end.
 */
export function cutSnippet(text, marks, length = LENGTH) {
  let spans = text.length <= length ? [[0, text.length]] : joined(text, sentences(text));
  if (!spans.length) spans = [[0, text.length]];
  let window = null;
  for (let first = 0; first < spans.length; first += 1) {
    let [begin, end] = spans[first];
    for (const [, later] of spans.slice(first + 1)) {
      if (later - begin > length) break;
      end = later;
    }
    if (!window || worth(text, marks, [begin, end]) > worth(text, marks, window)) window = [begin, end];
  }
  const pieces = window[1] - window[0] <= length ? [window] : shorten(text, window, marks, length);
  const parts = [];
  const shifted = [];
  let done = 0;
  for (const [start, stop] of pieces) {
    for (const [at, to] of inside(marks, [start, stop])) shifted.push([at - start + done, to - start + done]);
    parts.push(text.slice(start, stop).replaceAll("\n", " "));
    done += stop - start + " … ".length;
  }
  const after = pieces.at(-1)[1] < text.trimEnd().length ? " …" : "";
  return { text: parts.join(" … ") + after, marks: shifted };
}
