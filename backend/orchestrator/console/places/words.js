// Which words do the pages of places need? A table of each language, learnt once.

import { texts } from "../pages/words.js";

export const ready = texts((tag) => import(`./words/${tag}.js`));
