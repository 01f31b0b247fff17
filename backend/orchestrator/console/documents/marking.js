// Where do the looked-for words stand in a text? Found without regard to case and accents, and marked.

import { el } from "../chat/dom.js";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SHORTEST_STEM = 4; // from here on "notices" is found by "notice"

const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** What somebody looks for, as folded words. */
export const wordsOf = (q) => [...(q ?? "").matchAll(WORD)].map(([word]) => fold(word));

/** The text as nodes, with `mark` around the words. */
export function marked(text, words) {
  if (!words.length) return [text];
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(WORD)) {
    if (!isOne(fold(found[0]), words)) continue;
    parts.push(text.slice(at, found.index), el("mark", {}, found[0]));
    at = found.index + found[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

const isOne = (word, words) => words.some((one) => word === one || (one.length >= SHORTEST_STEM && word.startsWith(one)));
