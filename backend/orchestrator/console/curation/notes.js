// Which observations wait to be looked at? Notes, chosen by mouse or keyboard, for a rule, an edit, or the bin.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { counted, t } from "../chat/words.js";
import { told } from "./arrived.js";
import { erase } from "./erasing.js";
import { choice, Filters, search, word } from "./filters.js";
import { onKeys, keysHelp } from "./keys.js";
import { PagedList } from "./list.js";
import { editNote } from "./note_edit.js";
import { button, CATEGORIES, categoryName, day, empty, factAddress, mark, percent } from "./parts.js";

const PAGE = 30;
const MOST_TOGETHER = 50; // what a rule can be made of

export function view({ query }) {
  const chosen = new Set();
  const filters = new Filters(
    "notes",
    [
      search(query, t("m.search_notes")),
      choice(query, "show", t("m.show"), [
        ["waiting", t("m.show_waiting")],
        ["promoted", t("m.show_promoted")],
        ["all", t("m.show_all")],
        ["own", t("m.show_own")],
      ]),
      word(query, "category", t("field.category"), CATEGORIES),
      word(query, "agent", t("m.agent")),
      word(query, "source", t("field.source")),
    ],
    () => {
      chosen.clear();
      list.reload();
    },
  );
  const list = new PagedList({
    label: t("m.tab.notes"),
    load: (cursor) => {
      const shown = { waiting: false, promoted: true }[filters.value("show")];
      const { q, category, agent, source } = filters.values();
      return get(withQuery("/notes", { limit: PAGE, cursor, q, category, agent, source, promoted: shown, observed: filters.value("show") !== "own" }));
    },
    row: (note) => row(note, chosen, drawBar),
    empty: () =>
      filters.any ? empty(t("m.no_match"), t("m.no_match_text")) : empty(t("m.no_notes"), t("m.no_notes_text")),
    changed: () => {
      for (const name of ["category", "agent", "source"])
        filters.offer(
          name,
          list.items.map((one) => one[name]),
        );
      for (const id of chosen) if (!list.items.some((one) => one.id === id)) chosen.delete(id);
      drawBar();
    },
  });
  const bar = el("div", { class: "bar", role: "toolbar", "aria-label": t("m.with_notes") });
  const keys = {
    c: { words: "m.key.compose", act: compose },
    e: { words: "m.key.edit", act: edit },
    d: { words: "m.key.erase", act: bin },
  };

  function drawBar() {
    const several = chosen.size > 0;
    const words = el(
      "span",
      { class: "quiet", role: "status" },
      several ? counted("m.chosen", chosen.size) : t("m.choose_notes"),
    );
    const focused = bar.contains(document.activeElement) ? [...bar.children].indexOf(document.activeElement) : -1;
    fill(
      bar,
      words,
      button(t("m.compose"), compose, { sign: "rule", kind: several ? "primary small" : "small", disabled: !several }),
      button(t("edit"), edit, { sign: "pencil", kind: "small", disabled: chosen.size !== 1 }),
      button(t("erase"), bin, { sign: "bin", kind: "small", disabled: !several }),
      several && button(t("m.choose_none"), none, { kind: "plain small" }),
      button(t("m.keys"), () => keysHelp(keys), { kind: "plain small keys-button", "aria-keyshortcuts": "?" }),
    );
    if (focused >= 0) bar.children[focused]?.focus();
  }

  /** What is chosen, else the one that the focus is on. */
  function meant() {
    const here = document.activeElement?.closest("[data-note]")?.dataset.note;
    return list.items.filter((one) => (chosen.size ? chosen.has(one.id) : one.id === here));
  }

  function none() {
    chosen.clear();
    for (const box of list.list.querySelectorAll("input")) box.checked = false;
    for (const one of list.list.children) delete one.dataset.chosen;
    drawBar();
    list.list.querySelector("input")?.focus();
  }

  function compose() {
    const ids = meant().map((one) => one.id);
    if (ids.length) location.hash = `#/memory/compose?notes=${ids.slice(0, MOST_TOGETHER).join(",")}`;
  }

  async function edit() {
    const [note, ...others] = meant();
    if (!note || others.length) return;
    const news = await editNote(note);
    if (news) list.replace(note.id, news.gone ? null : news);
    focusOn(note.id);
  }

  async function bin() {
    const items = meant();
    if (!items.length) return;
    const gone = await erase(counted("m.erase_notes", items.length), items, (one) => `/notes/${one.id}`);
    for (const id of gone) {
      chosen.delete(id);
      list.replace(id, null);
    }
    if (gone.length < items.length && gone.length) list.reload();
    (gone.length ? list.list.querySelector("input") : null)?.focus();
  }

  const focusOn = (id) => list.list.querySelector(`[data-note="${id}"] input`)?.focus();
  const node = el(
    "div",
    { class: "notes-tab" },
    el("h3", { class: "sr-only" }, t("m.tab.notes")),
    told(),
    el("p", { class: "quiet about" }, t("m.notes_about")),
    filters.node,
    bar,
    list.node,
  );
  onKeys(node, list, keys);
  drawBar();
  list.reload();
  return node;
}

function row(note, chosen, changed) {
  const box = el("input", { type: "checkbox", checked: chosen.has(note.id), onchange: take });
  const said = el("span", { class: "said" }, note.text);
  const node = el(
    "li",
    { class: "row", dataset: { note: note.id } },
    el("label", { class: "take" }, box, said),
    el(
      "p",
      { class: "meta" },
      mark(note.category && categoryName(note.category)),
      el("span", {}, note.agent ?? t("you")),
      note.source && note.source !== note.agent && el("span", {}, note.source),
      note.agent !== null && el("span", {}, t("m.sure", { share: percent(note.confidence) })),
      note.subjects.length > 0 && el("span", {}, note.subjects.join(", ")),
      el("time", { dateTime: note.created_at }, day(note.created_at)),
      note.promoted_to &&
        el("a", { class: "promoted", href: factAddress(note.promoted_to) }, icon("rule"), t("m.in_a_rule")),
    ),
  );
  if (box.checked) node.dataset.chosen = "";
  function take() {
    if (box.checked) chosen.add(note.id);
    else chosen.delete(note.id);
    if (box.checked) node.dataset.chosen = "";
    else delete node.dataset.chosen;
    changed();
  }
  return node;
}
