// Which part of the conversation is on the screen? It keeps up with what is written, unless the reader looks elsewhere.

import { byId } from "./dom.js";

const LEEWAY = 60; // pixels: whoever has scrolled up by more reads something else
const ABOVE_A_QUESTION = 16;

let scrolledTo = 0; // where we scrolled last: from there on it is the reader's doing

const log = () => byId("messages");

function scrollTo(top) {
  log().scrollTop = top;
  scrolledTo = log().scrollTop;
}

export function toVeryEnd() {
  scrollTo(log().scrollHeight);
}

/** To the end, but not beyond the last question: a long answer is read from its beginning. */
export function toEnd() {
  const question = [...log().querySelectorAll(".own")].at(-1);
  const end = log().scrollHeight - log().clientHeight;
  scrollTo(question ? Math.min(end, question.offsetTop - ABOVE_A_QUESTION) : end);
}

/** Keep up with what is being written; whoever has scrolled up is left in peace. */
export function follow() {
  if (log().scrollTop >= scrolledTo - LEEWAY) toEnd();
}

/** Run `change`, which adds something above, and leave what is being read where it is. */
export function keepPlace(change) {
  const fromEnd = log().scrollHeight - log().scrollTop;
  change();
  log().scrollTop = log().scrollHeight - fromEnd;
}
