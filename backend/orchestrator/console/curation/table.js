// How are rows of numbers shown? A table that scrolls sideways by itself on a small screen.

import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";

/** `head`: column names; `rows`: cells as texts or nodes; the first of a row names it. */
export function table(caption, head, rows) {
  return el(
    "div",
    { class: "table", tabIndex: 0, role: "group", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", { class: "sr-only" }, caption),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          head.map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map(([name, ...cells]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, name),
            cells.map((cell) => el("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** The same numbers for those who don't see the chart, or want them exactly. */
export const asTable = (caption, head, rows) =>
  el("details", { class: "as-table" }, el("summary", {}, t("m.as_table")), table(caption, head, rows));
