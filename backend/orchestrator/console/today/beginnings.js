// How can somebody begin whose Steward knows nothing yet? By taking in what they have, by saying it, or by a demo life.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { linkButton } from "../curation/parts.js";

const KINDS = ["/contacts", "/events", "/todos"];

/** Null where there is something, or where it can't be asked. */
export async function beginnings() {
  try {
    const found = await Promise.all(KINDS.map((path) => get(withQuery(path, { limit: 1 }))));
    if (found.some((page) => page.items.length)) return null;
  } catch {
    return null; // the parts of the page say what is wrong
  }
  return el(
    "section",
    { class: "told-box begin" },
    el("h4", {}, t("today.begin")),
    el("p", {}, t("today.begin_text")),
    el(
      "div",
      { class: "buttons" },
      linkButton(t("today.begin_people"), "#/people", { sign: "contact" }),
      linkButton(t("today.begin_calendar"), "#/connections", { sign: "event" }),
      linkButton(t("today.begin_say"), "#/", { sign: "message" }),
    ),
    el("p", { class: "small" }, t("today.begin_demo"), " ", el("code", {}, "steward demo")),
  );
}
