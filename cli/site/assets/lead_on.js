// Leads addresses that are no files on: a number of an edition, a number with a day, a number that is another's today,
// and the anchors of the site that most people link to (#R70219b).
// Tests and `rules serve` follow the same addresses (cli/site/leading_on.py).
const NUMBER = "([1-9](?:[0-9]{2}(?:\\.[1-9][0-9]{0,3}[a-z]{0,2})?)?)";
const DAY = "([0-9]{4}-[0-9]{2}-[0-9]{2})";

async function json(base, address) {
  const answer = await fetch(new URL(address, base));
  return answer.ok ? answer.json() : null;
}

const sectionOf = (number) => number.split(".")[0];
const folderOf = (lang) => (lang === "en" ? "" : `${lang}/`);

// The edition or excerpt of a day, or else the edition in force then: the newest whole one up to it, or the oldest.
async function editionOf(base, lang, day) {
  const found = await json(base, "editions/index.json");
  const there = (found?.editions ?? []).filter((each) => each.lang === lang);
  if (there.some((each) => each.effective === day)) return day;
  const days = there.filter((each) => !each.partial).map((each) => each.effective);
  return days.filter((each) => each <= day).at(-1) ?? days[0];
}

// The rule that had a number on a day, today if no day is given; without one, the list of all that had it.
async function byNumber(base, lang, number, day) {
  const list = `numbers/${folderOf(lang)}${sectionOf(number)}/`;
  const holders = (await json(base, `${list}index.json`))?.numbers?.[number];
  if (!holders) return null;
  const holder = day && holders.find(([, first, last]) => first <= day && (!last || day <= last));
  const before = day && holders.filter(([, first]) => first <= day).at(-1);
  const lineage = (holder ?? before)?.[0];
  return lineage ? `id/${folderOf(lang)}${lineage}/` : `${list}#${number}`;
}

// Returns the address of the page for a path that is no file, both from the root of the site; null if there is none.
export async function leadOn(base, path) {
  let asked;
  try {
    asked = decodeURIComponent(path).replace(/\/+$/, "").replace(/\.$/, "");
  } catch {
    return null;
  }
  let match = new RegExp(`^cr/(en|fr)/${DAY}/${NUMBER}$`, "i").exec(asked);
  if (match) {
    const [lang, number] = [match[1].toLowerCase(), match[3].toLowerCase()];
    const day = await editionOf(base, lang, match[2]);
    if (!day || (day === match[2] && !number.includes("."))) return null;
    return `cr/${lang}/${day}/${number.length > 1 ? `${sectionOf(number)}/` : ""}#${number}`;
  }
  match = new RegExp(`^cr/(?:(en|fr)/)?${NUMBER}(?:@${DAY})?$`, "i").exec(asked);
  return match ? byNumber(base, (match[1] ?? "en").toLowerCase(), match[2].toLowerCase(), match[3]) : null;
}

// The anchor R70219b as a number: 702.19b.
export function numberOfAnchor(anchor) {
  const match = /^#R(\d{3})(\d{0,4})([a-z]{0,2})$/.exec(anchor);
  return match && (match[2] ? `${match[1]}.${match[2]}${match[3]}` : match[1]);
}
