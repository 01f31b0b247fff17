// What would an erasure take, or what did it take? The server's receipt, counted by kind.

import { el } from "./dom.js";
import { counted, known, t } from "./words.js";

/** The receipt as lists: what goes, what is made anew, what is cleaned of quotations. */
export function receipt({ deleted, rebuilt, redacted }) {
  const part = (text, numbers) =>
    counts(numbers).length > 0 && [
      el("p", {}, text),
      el(
        "ul",
        {},
        counts(numbers).map((one) => el("li", {}, one)),
      ),
    ];
  return el(
    "div",
    { class: "receipt" },
    part(t("erase_text"), deleted),
    part(t("erase_rebuilt"), rebuilt),
    part(t("erase_redacted"), redacted),
  );
}

/** `2 notes`, `1 fact`: by kind, those that are not zero. */
export const counts = (numbers) =>
  Object.entries(numbers)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) =>
      known(`kind.${kind}.one`, "") ? counted(`kind.${kind}`, count) : `${count} ${kind.replace(/_/g, " ")}`,
    );
