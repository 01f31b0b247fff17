// How does the page tell something in passing? A short note that goes again, and words for those who listen.

import { byId, el, fill } from "./dom.js";
import { saying } from "./errors.js";

const SHOWN_MS = 6000;
let timer;

/** Say it to a screen reader, without showing anything. */
export function announce(text) {
  const region = byId("announcer");
  // The same text again would not be read: a new node is.
  fill(region, el("span", {}, text));
}

/** Show it for a moment; `wrong` notes are read at once. */
export function note(text, { wrong = false } = {}) {
  const region = byId("notes");
  clearTimeout(timer);
  region.className = wrong ? "notes wrong" : "notes";
  fill(region, el("p", {}, text));
  timer = setTimeout(() => fill(region), SHOWN_MS);
}

/** Tell an error in passing. */
export function noteError(error) {
  if (error.name !== "AbortError") note(saying(error), { wrong: true });
}

/** A line at the top that stays until it is taken away with null. */
export function banner(text) {
  const region = byId("banner");
  region.hidden = text === null;
  fill(region, text ?? "");
}
