// How is somebody pointed at? By the first letters of their name, and by the address of their page.

import { el } from "../chat/dom.js";

export const personAddress = (id) => `#/people/${encodeURIComponent(id)}`;

/** Their first letters in a circle; hidden from screen readers, because the name stands beside it. */
export function face(name) {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...word][0] ?? "");
  return el("span", { class: "face", "aria-hidden": "true" }, letters.join("").toLocaleUpperCase());
}
