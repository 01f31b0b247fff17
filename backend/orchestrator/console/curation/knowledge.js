// What was learnt from errors, and what may other agents be told of it? Learnings, looked at, approved, made wider.

import { get, post, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note as say } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { erase } from "./erasing.js";
import { choice, Filters, search, word } from "./filters.js";
import { editLearning, promote } from "./knowledge_edit.js";
import { PagedList } from "./list.js";
import { button, day, empty, mark, moment, percent } from "./parts.js";
import { inWords, isStale } from "./troubles.js";

const PAGE = 20;
const STATES = ["learning", "reviewed", "approved"];

export function view({ query }) {
  const filters = new Filters(
    "knowledge",
    [
      search(query, t("m.search_knowledge")),
      choice(query, "state", t("m.state"), [["", t("m.any")], ...STATES.map((one) => [one, t(`m.state.${one}`)])]),
      choice(query, "doubted", t("m.doubts"), [
        ["", t("m.any")],
        ["true", t("m.doubted")],
      ]),
      word(query, "scope", t("m.scope"), ["project:", "language:", "universal"]),
      word(query, "tool", t("m.tool")),
    ],
    () => list.reload(),
  );
  const list = new PagedList({
    label: t("m.tab.knowledge"),
    load: (cursor) => get(withQuery("/knowledge", { limit: PAGE, cursor, ...filters.values() })),
    row: (one) => row(one, list),
    empty: () =>
      filters.any ? empty(t("m.no_match"), t("m.no_match_text")) : empty(t("m.no_knowledge"), t("m.no_knowledge_text")),
    changed: () =>
      filters.offer(
        "tool",
        list.items.map((one) => one.tool),
      ),
  });
  list.reload();
  const add = async () => (await editLearning(null)) && list.reload();
  return el(
    "div",
    {},
    el("h3", { class: "sr-only" }, t("m.tab.knowledge")),
    el(
      "div",
      { class: "head" },
      el("p", { class: "quiet about" }, t("m.knowledge_about")),
      button(t("m.file_learning"), add, { sign: "plus", kind: "small" }),
    ),
    filters.node,
    list.node,
  );
}

function row(learning, list) {
  const { id, scope, state } = learning;
  const where = scope.type === "universal" ? t("m.scope.global") : `${t(`m.scope.${scope.type}`)}: ${scope.ref}`;
  return el(
    "li",
    { class: "row", dataset: { learning: id } },
    el("p", { class: "error-said" }, el("strong", {}, t("m.goes_wrong")), " ", learning.error),
    el("p", { class: "said" }, el("strong", {}, t("m.helps")), " ", learning.fix),
    el(
      "p",
      { class: "meta" },
      mark(t(`m.state.${state}`), state === "learning" ? "learned" : "confirmed"),
      learning.doubted && mark(t("m.doubted"), "failed"),
      el("span", {}, t("m.sure", { share: percent(learning.confidence) })),
      el("span", {}, where),
      learning.tool && el("code", {}, learning.tool),
      el("span", {}, t("m.worked", { successes: learning.successes, failures: learning.failures })),
      el("time", { dateTime: learning.created_at }, day(learning.created_at)),
    ),
    learning.history.length > 0 && way(learning.history),
    el(
      "div",
      { class: "buttons" },
      state === "learning" && button(t("m.review"), () => act("review"), { sign: "check", kind: "primary small" }),
      state !== "approved" && button(t("m.approve"), () => act("approve"), { sign: "good", kind: "small" }),
      scope.type !== "universal" && button(t("m.promote"), widen, { sign: "out", kind: "small" }),
      button(t("edit"), edit, { sign: "pencil", kind: "small" }),
      button(t("erase"), bin, { sign: "bin", kind: "small" }),
    ),
  );

  async function act(name) {
    try {
      list.replace(id, await post(`/knowledge/${id}/${name}`, undefined, { version: learning.version }));
      say(t(`m.${name}_learning_done`));
    } catch (error) {
      say(inWords(error), { wrong: true });
      if (isStale(error)) list.replace(id, await get(`/knowledge/${id}`).catch(() => null));
    }
  }

  async function widen() {
    const now = await promote(learning);
    if (now) list.replace(id, now);
  }

  async function edit() {
    const now = await editLearning(learning);
    if (now) list.replace(id, now);
  }

  async function bin() {
    const gone = await erase(t("m.erase_learning"), [learning], (one) => `/knowledge/${one.id}`);
    if (gone.length) list.replace(id, null);
  }
}

/** How it came to be where it stands. */
function way(history) {
  const steps = history.map((one) =>
    el(
      "li",
      {},
      `${moment(one.at)} · ${t(`m.step.${one.act}`)} · ${percent(one.confidence)}`,
      one.by === "user" && ` · ${one.token_name ?? t("you")}`,
    ),
  );
  return el("details", {}, el("summary", {}, t("m.history")), el("ol", { class: "way" }, steps));
}
