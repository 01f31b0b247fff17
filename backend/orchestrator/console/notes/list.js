// What did the user note down? Their own notes alone, as they look when read; what agents observed is in the memory.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { markdown } from "../chat/markdown.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { Filters, search } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { day, empty, linkButton } from "../curation/parts.js";

const PAGE = 30;

export function view({ query }) {
  const filters = new Filters("/notes", [search(query, t("notes.search"))], () => list.reload());
  const list = new PagedList({
    label: t("notes.title"),
    load: (cursor) => get(withQuery("/notes", { limit: PAGE, cursor, q: filters.values().q, observed: false })),
    row: (note) =>
      el(
        "li",
        { class: "row note", dataset: { note: note.id } },
        el("div", { class: "prose" }, markdown(note.text)),
        el(
          "p",
          { class: "meta" },
          el("span", {}, day(note.updated_at)),
          note.tags.map((tag) => el("span", {}, `#${tag}`)),
          el("a", { href: `#/notes/${encodeURIComponent(note.id)}`, "aria-label": t("notes.edit_one", { text: note.text.slice(0, 60) }) }, t("notes.edit")),
        ),
      ),
    empty: () => (filters.any ? empty(t("notes.none_such"), null) : empty(t("notes.none"), t("notes.none_text"), linkButton(t("notes.add"), "#/notes/new", { sign: "plus" }))),
  });
  list.reload();
  return el(
    "div",
    {},
    told(),
    el("p", { class: "quiet about" }, t("notes.about"), " ", el("a", { href: "#/memory/notes" }, t("notes.observations"))),
    el("div", { class: "head" }, filters.node, el("div", { class: "buttons" }, linkButton(t("notes.add"), "#/notes/new", { sign: "plus", kind: "small" }))),
    list.node,
  );
}
