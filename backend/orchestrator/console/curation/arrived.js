// What just happened on another view? Told once, at the top of the one that follows.

import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";

let news = null;

export function tell(text, href = null) {
  news = { text, href };
}

/** The news as a line, once; null where there is none. */
export function told() {
  if (!news) return null;
  const { text, href } = news;
  news = null;
  return el(
    "p",
    { class: "told arrived", role: "status" },
    icon("check"),
    el("span", {}, text),
    href && el("a", { href }, t("open_entity")),
  );
}
