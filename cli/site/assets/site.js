// What every page does with a script.

import "./keys.js";
import "./terms.js";
