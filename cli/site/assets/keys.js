// Single keys: j goes to the next rule of the page, k to the one before. A reader can turn single keys off, as WCAG 2.2
// (2.1.4) asks; the choice is kept in the browser.

const CHOICE = "rules-single-keys";

/** Return whether single keys do something. They do, unless the reader has turned them off. */
export function singleKeysAreOn() {
  try {
    return localStorage.getItem(CHOICE) !== "off";
  } catch {
    return true; // no storage: the browser blocks it
  }
}

/** Return whether a key was typed into a field, or together with a modifier. */
export function isTyping(event) {
  return Boolean(event.target.closest?.("input, textarea, select, [contenteditable]"))
    || event.ctrlKey || event.metaKey || event.altKey;
}

function offerChoice() {
  const box = document.getElementById("keys");
  if (!box) return;
  box.checked = singleKeysAreOn();
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(CHOICE, box.checked ? "on" : "off");
    } catch {
      box.checked = true;
    }
  });
}

/** Return the place in `rules` of the rule that the reader is at: the focused one, or the first one in the window. */
function currentPlace(rules) {
  const focused = rules.indexOf(document.activeElement?.closest(".rule"));
  if (focused >= 0) return focused;
  const inWindow = rules.findIndex((rule) => rule.getBoundingClientRect().bottom > 1);
  return (inWindow < 0 ? rules.length : inWindow) - 0.5;
}

function walk(event) {
  if ((event.key !== "j" && event.key !== "k") || isTyping(event) || !singleKeysAreOn()) return;
  const rules = [...document.querySelectorAll("main .rule")];
  const place = currentPlace(rules);
  const next = rules[event.key === "j" ? Math.floor(place + 1) : Math.ceil(place - 1)];
  if (!next) return;
  event.preventDefault();
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "start" });
}

offerChoice();
document.addEventListener("keydown", walk);
