// How is a paper named and sized, and is it locked?

import { known, region } from "../chat/words.js";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"];
const STEP = 1000;

export function documentAddress(id, q = "") {
  return `#/documents/${encodeURIComponent(id)}${q ? `?${new URLSearchParams({ q })}` : ""}`;
}

/** `1.2 MB`. */
export function size(bytes) {
  let [value, at] = [bytes, 0];
  while (value >= STEP && at < UNITS.length - 1) [value, at] = [value / STEP, at + 1];
  const shown = { style: "unit", unit: UNITS[at], unitDisplay: at ? "short" : "long", maximumFractionDigits: value < 10 && at ? 1 : 0 };
  return new Intl.NumberFormat(region(), shown).format(value);
}

/** A kind in the reader's words, where it is one of ours. */
export const kindName = (kind) => known(`documents.kind.${kind}`, kind.replace(/_/g, " "));

/** A PDF that nobody could read for want of its password. */
export const isLocked = (one) =>
  one.enhancement_status === "failed" && one.media_type === "application/pdf" && /password/i.test(one.enhancement_error ?? "");
