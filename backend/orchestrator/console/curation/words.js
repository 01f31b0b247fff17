// Which words does the memory page need? Its own table of the three languages, learnt once.

import { learn } from "../chat/words.js";

let learnt = null;

/** Resolves when they can be used. */
export function ready() {
  learnt ??= Promise.all(["en", "pt", "es"].map((tag) => import(`./words/${tag}.js`))).then(
    ([{ en }, { pt }, { es }]) => learn({ en, pt, es }),
    (error) => {
      learnt = null; // the next try asks again
      throw error;
    },
  );
  return learnt;
}
