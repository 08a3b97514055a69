// What every page does with a script.

import "./keys.js";
import "./offline.js";
import "./search.js";
import "./terms.js";
import { numberOfAnchor } from "./lead_on.js";

// #R70219b on the first page, as in links to the site that most people link to, leads to the rule.
const root = new URL(document.body.dataset.root || "./", location.href);
const number = numberOfAnchor(location.hash);
if (number && !document.getElementById(location.hash.slice(1))) location.replace(new URL(`cr/${number}/`, root));
