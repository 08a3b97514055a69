// Keeps the rules in force on the device, and says which edition is kept, and when a newer one is there.

const ROOT = new URL("../", import.meta.url);
const LANG = document.documentElement.lang === "fr" ? "fr" : "en";
// The page is shown first. Then the rules are fetched.
const DELAY = 2500;

const footer = document.querySelector(".site-footer");
const said = document.createElement("p");
said.setAttribute("role", "status");
said.className = "offline-state";

function say(told) {
  const { edition, before, messages, start } = told;
  const day = (text) => text.replace("{day}", edition);
  said.replaceChildren(day(navigator.onLine ? messages.kept : messages.offline));
  if (before && before !== edition) {
    const link = document.createElement("a");
    link.href = new URL(start, ROOT);
    link.append(messages.open);
    said.replaceChildren(day(messages.newer), " ", link);
  }
  if (!said.isConnected) footer?.prepend(said);
}

async function keepRules() {
  await navigator.serviceWorker.register(new URL("sw.js", ROOT));
  const { active } = await navigator.serviceWorker.ready;
  let last = null;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.failed) return;
    last = data;
    say(data);
  });
  for (const event of ["online", "offline"]) addEventListener(event, () => last && say(last));
  // Readers who save data have what they read, and nothing more.
  if (!navigator.connection?.saveData) active.postMessage({ keep: LANG });
}

if ("serviceWorker" in navigator && isSecureContext) {
  const start = () => setTimeout(() => keepRules().catch((problem) => console.warn(problem)), DELAY);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
