// Which words does the pages of people need? Its own table of the four languages, learnt once.

import { learn } from "../chat/words.js";

let learnt = null;

/** Resolves when they can be used. */
export function ready() {
  learnt ??= Promise.all(["en", "pt", "es", "fr"].map((tag) => import(`./words/${tag}.js`))).then(
    ([{ en }, { pt }, { es }, { fr }]) => learn({ en, pt, es, fr }),
    (error) => {
      learnt = null; // the next try asks again
      throw error;
    },
  );
  return learnt;
}
