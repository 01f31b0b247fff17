// Which words does the palette need? A table of each language, learnt once.

import { texts } from "../pages/words.js";

export const ready = texts((tag) => import(`./words/${tag}.js`));
