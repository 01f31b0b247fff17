// What was said, by whom? The whole of it, in order; whoever goes on speaking is named once.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { PagedList } from "../curation/list.js";
import { linked } from "../chat/linked.js";
import { clock } from "./clock.js";

const PAGE = 200;
const COLOURS = 6;

/** The section. `path`: of the meeting. */
export function transcript(path) {
  const colours = new Map(); // by voice, in the order in which they first speak
  let before = null;
  const list = new PagedList({
    label: t("meetings.transcript"),
    load: async (cursor) => {
      if (cursor === null) before = null;
      const page = await get(withQuery(`${path}/transcript`, { limit: PAGE, cursor }));
      return { ...page, items: page.items.map((one) => ({ ...one, id: one.position })) };
    },
    row,
    empty: () => el("p", { class: "quiet" }, t("meetings.no_transcript")),
  });
  list.list.classList.add("said-lines");

  function row(one) {
    const who = one.contact_id ?? one.speaker ?? "";
    if (!colours.has(who)) colours.set(who, colours.size % COLOURS);
    const again = before === who;
    before = who;
    const name = one.name ?? one.speaker ?? t("meetings.somebody");
    return el(
      "li",
      { class: `said-line colour-${colours.get(who)}${again ? " goes-on" : ""}` },
      el("span", { class: "said-at quiet" }, clock(one.start_s)),
      el("div", {}, el("p", { class: again ? "sr-only" : "said-by" }, one.contact_id && !again ? linked("contact", one.contact_id, name) : name), el("p", { class: "said" }, one.text)),
    );
  }
  list.reload();
  return el("section", { class: "part" }, el("h4", {}, t("meetings.transcript")), list.node);
}
