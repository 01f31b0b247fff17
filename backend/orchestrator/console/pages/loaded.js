// How does a part of a page come in by itself? With its heading at once, and its content, or what went wrong, later.

import { el, fill } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { trouble } from "../curation/troubles.js";

/** A section; `load()` answers its content (null: nothing to show, and the section goes). `{node, again()}`. */
export function loaded(title, load, { level = "h4", extra = null } = {}) {
  const body = el("div", { class: "part-body" }, el("p", { class: "quiet progress" }, t("loading")));
  const node = el("section", { class: "part" }, el("div", { class: "part-head" }, el(level, {}, title), extra), body);
  let attempt = 0;
  async function again() {
    const turn = ++attempt;
    node.setAttribute("aria-busy", "true");
    try {
      const content = await load();
      if (turn !== attempt) return;
      node.hidden = content === null;
      fill(body, content);
    } catch (error) {
      if (turn === attempt) fill(body, trouble(error, again));
    }
    if (turn === attempt) node.removeAttribute("aria-busy");
  }
  again();
  return { node, again };
}
