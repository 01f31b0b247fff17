// Which meetings were recorded? Found by what was said in them; without words, the latest.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { Filters, search } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { empty } from "../curation/parts.js";

const MOST = 100;
const ANY_WORD = "."; // the search answers the newest where no word is left to look for

export function view({ query }) {
  const filters = new Filters("/meetings", [search(query, t("meetings.search"))], () => list.reload());
  const list = new PagedList({
    label: t("meetings.title"),
    load: async () => {
      const { hits } = await get(withQuery("/search", { q: filters.value("q") || ANY_WORD, kinds: "meeting", limit: MOST }));
      return { items: hits.filter((hit) => hit.external_id), next_cursor: null };
    },
    row: (hit) =>
      el(
        "li",
        { class: "row", dataset: { meeting: hit.external_id } },
        el("a", { class: "said", href: `#/meetings/${encodeURIComponent(hit.external_id)}` }, el("span", {}, hit.title || hit.external_id)),
        el("p", { class: "meta" }, hit.at && el("span", {}, dayAndTime(hit.at)), el("span", { class: "said" }, hit.snippet)),
      ),
    empty: () => (filters.any ? empty(t("meetings.none_found"), null) : empty(t("meetings.none"), t("meetings.none_text"))),
  });
  list.reload();
  return el("div", {}, told(), filters.node, list.node);
}
