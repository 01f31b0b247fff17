// Which words do the pages of people need? A table of each language, learnt once.

import { texts } from "../pages/words.js";

export const ready = texts((tag) => import(`./words/${tag}.js`));
