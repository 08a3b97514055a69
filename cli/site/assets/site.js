// What every page does with a script.

import "./offline.js";
import "./search.js";
