// How does the form of one thing come up? At once for a new one; else what is there is fetched first, or what went wrong is told.

import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { trouble } from "../curation/troubles.js";

/** `fetch()` answers the thing, null for a new one; `written(thing)` is its form, null = a new one; `back`: `[address,
 * words]` of the link above; `focus`: what is focused when it came. */
export function editing({ fetch, written, back = null, focus = "h3" }) {
  const place = el("div", { class: "narrow" }, fetch && el("p", { class: "quiet progress" }, t("loading")));
  if (fetch) load();
  else fill(place, written(null));

  async function load() {
    try {
      fill(place, written(await fetch()));
      place.querySelector(focus)?.focus();
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }
  return back ? el("div", {}, el("p", { class: "back" }, el("a", { href: back[0] }, icon("left"), back[1])), place) : place;
}
