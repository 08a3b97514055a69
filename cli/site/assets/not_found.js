// The page for missing addresses: leads on what can be led on.
import { leadOn } from "./lead_on.js";

const base = new URL("..", import.meta.url);
const target = location.pathname.startsWith(base.pathname)
  ? await leadOn(base, location.pathname.slice(base.pathname.length))
  : null;
if (target) location.replace(new URL(target, base));
