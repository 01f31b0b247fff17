// How does a page learn its texts? Its table of each language is loaded once, when somebody goes there.

import { learn, LANGUAGES } from "../chat/words.js";

/** `load(tag)` imports the table of a language; the answer resolves when they can be used. */
export function texts(load) {
  let learnt = null;
  return function ready() {
    const tags = Object.keys(LANGUAGES);
    learnt ??= Promise.all(tags.map((tag) => load(tag))).then(
      (modules) => learn(Object.fromEntries(tags.map((tag, at) => [tag, modules[at][tag]]))),
      (error) => {
        learnt = null; // the next try asks again
        throw error;
      },
    );
    return learnt;
  };
}
