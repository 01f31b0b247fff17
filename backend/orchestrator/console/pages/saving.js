// How does a file of the server's come onto the person's disk? The browser can't send the token with a link: it is
// fetched, and saved under its name.

import { blob } from "../chat/api.js";
import { el } from "../chat/dom.js";

const KEPT_MS = 60_000; // a browser may begin to read it a moment after the click

/** Throws what a request throws. */
export async function save(path, name) {
  const url = URL.createObjectURL(await blob(path));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
