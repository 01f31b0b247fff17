// Which papers are there? Dropped in or chosen, with how far reading each is; found by what they say.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { choice, Filters, search } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { day, empty, mark } from "../curation/parts.js";
import { marked, wordsOf } from "./marking.js";
import { documentAddress, isLocked, kindName, size } from "./naming.js";
import { Uploads } from "./uploads.js";

const PAGE = 50;
const FOUND = 50;
const LOOK_AGAIN_MS = 2000;
const STATES = ["pending", "running", "done", "failed"];

export function view({ query }) {
  const options = [["", t("documents.any_state")], ...STATES.map((one) => [one, t(`documents.state.${one}`)])];
  const filters = new Filters(
    "/documents",
    [search(query, t("documents.search")), choice(query, "enhancement_status", t("documents.state"), options)],
    () => list.reload(),
  );
  const list = new PagedList({
    label: t("documents.title"),
    load: (cursor) => loaded(filters.values(), cursor),
    row: (one) => (one.hit ? hitRow(one, filters.value("q")) : row(one)),
    empty: () =>
      filters.any
        ? empty(t("documents.none_found"), t("documents.none_found_text"))
        : empty(t("documents.none"), t("documents.none_text")),
    changed: () => watch(list),
  });
  const uploads = new Uploads(() => list.reload());
  list.reload();
  return el("div", {}, told(), uploads.node, filters.node, list.node);
}

/** With words: what the papers say, the best first; else all, the newest first. */
async function loaded({ q, ...others }, cursor) {
  if (!q) return get(withQuery("/documents", { limit: PAGE, cursor, ...others }));
  const { hits } = await get(withQuery("/search", { q, kinds: "document", limit: FOUND }));
  return { items: hits.map((hit) => ({ id: hit.id, hit })), next_cursor: null };
}

/** Those that are still being read are asked about until they are done. */
function watch(list) {
  clearTimeout(list.timer);
  const open = list.items.filter((one) => one.enhancement_status === "pending" || one.enhancement_status === "running");
  if (!open.length) return;
  list.timer = setTimeout(async () => {
    if (!list.node.isConnected || document.hidden) return watch(list);
    const now = await Promise.allSettled(open.map((one) => get(`/documents/${one.id}`)));
    now.forEach((answer, at) => {
      if (answer.status !== "fulfilled") return;
      if (answer.value.enhancement_status !== open[at].enhancement_status) list.replace(open[at].id, answer.value);
    });
    return watch(list);
  }, LOOK_AGAIN_MS);
}

function row(one) {
  return el(
    "li",
    { class: "row", dataset: { document: one.id } },
    el("a", { class: "said", href: documentAddress(one.id) }, icon("document"), el("span", {}, one.title)),
    el(
      "p",
      { class: "meta" },
      mark(t(`documents.state.${one.enhancement_status}`), one.enhancement_status),
      one.kinds.map((kind) => el("span", {}, kindName(kind))),
      el("span", {}, size(one.size_bytes)),
      el("span", {}, day(one.created_at)),
      one.tags.filter((tag) => !one.kinds.includes(tag)).map((tag) => el("span", { class: "mark" }, tag)),
    ),
    one.enhancement_error && el("p", { class: "wrong small" }, isLocked(one) ? t("documents.locked") : one.enhancement_error),
  );
}

function hitRow({ hit }, q) {
  return el(
    "li",
    { class: "row", dataset: { document: hit.id } },
    el("a", { class: "said", href: documentAddress(hit.id, q) }, icon("document"), el("span", {}, hit.title)),
    el("p", { class: "snippet said" }, marked(hit.snippet, wordsOf(q))),
    el("p", { class: "meta" }, where(hit)),
  );
}

/** `page 3, Notice`. */
export function where(hit) {
  return [hit.page && el("span", {}, t("documents.page", { page: hit.page })), hit.section && el("span", {}, hit.section)];
}
