// The service worker: keeps the rules in force and their search on the device, and serves them without a connection.
//
// The builder lists what a reader of a language needs (offline-en.json, offline-fr.json): each file with a token that
// changes with its content. Only files with another token are fetched again. What a new list lacks is deleted.

const ROOT = new URL("./", self.location);
const CACHE = "rules-1-";
const WITH_CHECKSUM = /\.[0-9a-f]{10}\.(?:json|txt|bin)$/;
const AT_ONCE = 6;
// If a file is kept and the network hasn't answered after so many milliseconds, the kept file is shown.
const PATIENCE = 3000;

const listAddress = (lang) => new URL(`offline-${lang}.json`, ROOT).href;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), deleteOldCaches()]));
});

self.addEventListener("message", (event) => {
  if (!/^(?:en|fr)$/.test(event.data?.keep)) return;
  const tell = (told) => event.source?.postMessage(told);
  event.waitUntil(keep(event.data.keep).then(tell, () => tell({ failed: true })));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || !address.href.startsWith(ROOT.href)) return;
  event.respondWith(WITH_CHECKSUM.test(address.pathname) ? keptFirst(request) : networkFirst(request, address));
});

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("rules-") && !name.startsWith(CACHE)).map((name) => caches.delete(name)));
}

/** Keep what the newest list names. Return what is kept, and the edition that was kept before. */
async function keep(lang) {
  const cache = await caches.open(CACHE + lang);
  const before = await cache.match(listAddress(lang)).then((found) => found?.json());
  const response = await fetch(listAddress(lang), { cache: "no-cache" }).catch(() => null);
  if (!response?.ok) {
    if (before) return told(before, before);
    throw new Error(listAddress(lang));
  }
  const list = await response.clone().json();
  if (before?.version !== list.version) {
    await update(cache, new Map(before?.files), new Map(list.files));
    await cache.put(listAddress(lang), response);
  }
  return told(list, before);
}

function told({ edition, messages, start }, before) {
  return { edition, messages, start, before: before?.edition ?? "" };
}

async function update(cache, before, files) {
  const missing = [];
  for (const [path, token] of files) {
    const address = new URL(path, ROOT).href;
    if (before.get(path) !== token || !(await cache.match(address))) missing.push(address);
  }
  const order = missing.values();
  const worker = async () => {
    for (const address of order) {
      const response = await fetch(address, { cache: "no-cache" });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      await cache.put(address, response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const path of before.keys()) if (!files.has(path)) await cache.delete(new URL(path, ROOT).href);
}

function kept(request) {
  return caches.match(request, { ignoreSearch: true, ignoreVary: true });
}

async function keptFirst(request) {
  return (await kept(request)) ?? fetch(request);
}

async function networkFirst(request, address) {
  const copy = await kept(request);
  const answer = fetch(request);
  if (!copy) return answer.catch(() => elsewhere(request, address));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, copy.clone()));
  return Promise.race([answer, late]).catch(() => copy);
}

/** Answer without a connection for an address that isn't kept: a rule's page leads to the kept page of its section. */
async function elsewhere(request, address) {
  if (request.mode !== "navigate") return Response.error();
  let fallback;
  for (const lang of ["en", "fr"]) {
    const list = await caches.match(listAddress(lang)).then((found) => found?.json());
    if (!list) continue;
    const number = numberOf(address, list.rule);
    const section = number && list.sections[number.slice(0, 3)];
    if (section) return Response.redirect(new URL(`${section}#${number}`, ROOT));
    fallback ??= await caches.match(new URL(list.missing, ROOT));
  }
  return fallback ?? Response.error();
}

/** Return the rule's number in the address of its page, or "". `form` is the form of such addresses: "cr/{}/". */
function numberOf(address, form) {
  const [before, after] = form.split("{}");
  const path = decodeURIComponent(address.pathname.slice(ROOT.pathname.length));
  if (!path.startsWith(before)) return "";
  const number = path.slice(before.length).replace(/\/$/, "");
  return /^[1-9][0-9]{2}(?:\.[0-9]+[a-z]*)?$/.test(number) && after === "/" ? number : "";
}
