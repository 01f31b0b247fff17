// What do agents say of the user, that nobody believes yet? A list of what waits for a yes or a no.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { told } from "./arrived.js";
import { Filters, search } from "./filters.js";
import { PagedList } from "./list.js";
import { empty } from "./parts.js";
import { proposalRow } from "./proposal_row.js";

const PAGE = 20;

export function view({ query }) {
  const filters = new Filters("proposals", [search(query, t("m.search_proposals"))], () => list.reload());
  const list = new PagedList({
    label: t("m.tab.proposals"),
    load: (cursor) => get(withQuery("/proposals", { limit: PAGE, cursor, q: filters.value("q") })),
    row: (one) => proposalRow(one, list),
    empty: () =>
      filters.any ? empty(t("m.no_match"), t("m.no_match_text")) : empty(t("m.no_proposals"), t("m.no_proposals_text")),
  });
  list.reload();
  return el(
    "div",
    {},
    el("h3", { class: "sr-only" }, t("m.tab.proposals")),
    told(),
    el("p", { class: "quiet about" }, t("m.proposals_about")),
    filters.node,
    list.node,
  );
}
