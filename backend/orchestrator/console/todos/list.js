// What is to be done? What is late first, then by its time; what is done on demand; a new one by a line and Enter.

import { get, post, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { homeZone } from "../chat/formatters.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { choice, Filters, search, word } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { empty, linkButton } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { inOrder } from "./due.js";
import { todoRow } from "./row.js";

const PAGE = 1000; // told in the order of their times, which the server does not know: so all of them, at once

export function view({ query }) {
  const shows = { open: (one) => !one.done_at, done: (one) => one.done_at, all: () => true };
  const filters = new Filters(
    "/todos",
    [
      search(query, t("todos.search")),
      choice(query, "show", t("todos.show"), Object.keys(shows).map((one) => [one, t(`todos.show_${one}`)])),
      word(query, "tag", t("todos.tag")),
    ],
    () => list.reload(),
  );
  const list = new PagedList({
    label: t("todos.title"),
    load: async (cursor) => {
      const { q, tag } = filters.values();
      const page = await get(withQuery("/todos", { limit: PAGE, cursor, q, tag }));
      filters.offer("tag", page.items.flatMap((one) => one.tags));
      return { ...page, items: page.items.filter(shows[filters.value("show")]).sort(inOrder) };
    },
    row: (todo) => todoRow(todo),
    empty: () => (filters.any ? empty(t("todos.none_such"), null) : empty(t("todos.none"), t("todos.none_text"))),
  });
  list.reload();
  return el("div", {}, told(), quick(list), el("div", { class: "head" }, filters.node, el("div", { class: "buttons" }, linkButton(t("todos.add"), "#/todos/new", { sign: "plus", kind: "small" }))), list.node);
}

/** A line and Enter. */
function quick(list) {
  const input = el("input", { type: "text", maxLength: 500, autocomplete: "off", placeholder: t("todos.quick"), "aria-label": t("todos.quick"), dataset: { arrive: "" } });
  const wrong = el("div", {});
  return el("form", { class: "quick", onsubmit: add }, input, el("button", { class: "primary", type: "submit" }, t("todos.add_this")), wrong);

  async function add(event) {
    event.preventDefault();
    const title = input.value.trim();
    if (!title) return;
    fill(wrong);
    try {
      await post("/todos", { title, timezone: homeZone() });
      input.value = "";
      note(t("todos.saved", { title }));
      list.reload();
    } catch (error) {
      fill(wrong, el("p", { class: "wrong", role: "alert" }, inWords(error)));
    }
    input.focus();
  }
}
