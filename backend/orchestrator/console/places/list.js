// Which places matter to the user? With their address, kind and radius; found by typing.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { region, t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { Filters, search } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { empty, linkButton, mark } from "../curation/parts.js";

const PAGE = 1000; // read by name, and the server gives the newest first: so all of them, at once

export const placeAddress = (id) => `#/places/${encodeURIComponent(id)}`;

/** `90 m`. */
export const metres = (value) => new Intl.NumberFormat(region(), { style: "unit", unit: "meter", maximumFractionDigits: 0 }).format(value);

export function view({ query }) {
  const filters = new Filters("/places", [search(query, t("places.search"))], () => list.reload());
  const list = new PagedList({
    label: t("places.title"),
    load: async (cursor) => {
      const page = await get(withQuery("/places", { limit: PAGE, cursor, ...filters.values() }));
      const letters = new Intl.Collator(region());
      page.items.sort((one, other) => letters.compare(one.name, other.name));
      return page;
    },
    row: (one) =>
      el(
        "li",
        { class: "row", dataset: { place: one.id } },
        el("a", { class: "said", href: placeAddress(one.id) }, icon("place"), el("span", {}, one.name)),
        el(
          "p",
          { class: "meta" },
          one.category && el("span", {}, one.category),
          one.address && el("span", {}, one.address),
          one.radius_m !== null && one.lat !== null && el("span", {}, metres(one.radius_m)),
          one.home_like && mark(t("places.home_like")),
          one.ignored && mark(t("places.ignored"), "over"),
        ),
      ),
    empty: () => (filters.any ? empty(t("places.none_found"), null) : empty(t("places.none"), t("places.none_text"), linkButton(t("places.add"), "#/places/new", { sign: "plus" }))),
  });
  list.reload();
  return el("div", {}, told(), el("div", { class: "head" }, filters.node, el("div", { class: "buttons" }, linkButton(t("places.add"), "#/places/new", { sign: "plus", kind: "small" }))), list.node);
}
