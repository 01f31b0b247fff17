// Which conversations are there? The list at the side: found, renamed, erased.

import { get, patch, remove, withQuery } from "./api.js";
import { ask } from "./ask_user.js";
import { byId, el, fill, freshId } from "./dom.js";
import { saying } from "./errors.js";
import { ageGroup } from "./format.js";
import { icon } from "./icons.js";
import { note, noteError } from "./notices.js";
import { counts, receipt } from "./receipts.js";
import { t } from "./words.js";

const PAGE = 30;
const TYPING_MS = 250;

let current = null;
let query = "";
let asked = 0;
let shown = []; // the threads in the list
let cursor = null;
let drawn = null; // what is on the screen, as text
let erased = () => {};

/** `whenErased(id)`: that conversation is gone. */
export function install(whenErased) {
  erased = whenErased;
  let typing;
  byId("search").addEventListener("input", (event) => {
    clearTimeout(typing);
    query = event.target.value.trim();
    typing = setTimeout(() => refresh(), TYPING_MS);
  });
}

/** Forget whose conversations these were. */
export function clear() {
  asked += 1;
  [shown, cursor, query, current, drawn] = [[], null, "", null, null];
  byId("search").value = "";
  fill(byId("threads"));
}

/** Mark the open one; the window is called by its title. */
export function mark(id) {
  current = id;
  nameWindow();
  for (const link of byId("threads").querySelectorAll("a")) setCurrent(link, link.dataset.thread === id);
}

function setCurrent(link, here) {
  if (here) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

/** Ask for the list anew; as many pages as were open. `quietly`: nobody asked for it, so a failure is not told. */
export async function refresh({ quietly = false } = {}) {
  const attempt = ++asked;
  try {
    const page = await get(
      withQuery("/threads", { limit: Math.max(PAGE, Math.min(shown.length, 200)), q: query, archived: false }),
    );
    if (attempt !== asked) return;
    [shown, cursor] = [page.items, page.next_cursor];
    draw();
  } catch (error) {
    if (attempt === asked && !quietly) noteError(error);
  }
}

async function more(button) {
  button.disabled = true;
  const attempt = asked;
  try {
    const page = await get(withQuery("/threads", { limit: PAGE, q: query, archived: false, cursor }));
    if (attempt !== asked) return;
    const first = page.items[0]?.id;
    [shown, cursor] = [[...shown, ...page.items], page.next_cursor];
    draw();
    link(first)?.focus();
  } catch (error) {
    button.disabled = false;
    noteError(error);
  }
}

function draw() {
  // It is asked for often, and seldom new: drawing the same again would take the focus away.
  const news = JSON.stringify([shown, cursor, query, new Date().toDateString()]);
  if (news === drawn) return;
  drawn = news;
  const focused =
    byId("threads").contains(document.activeElement) &&
    document.activeElement.closest("li")?.querySelector("a").dataset.thread;
  const groups = Map.groupBy(shown, (thread) => ageGroup(thread.last_message_at ?? thread.created_at));
  const sections = [...groups].map(([name, threads]) => {
    const id = freshId("group");
    return el("section", { "aria-labelledby": id }, el("h2", { id }, name), el("ul", {}, threads.map(line)));
  });
  const empty = query ? t("nothing_found", { q: query }) : t("no_conversations");
  fill(
    byId("threads"),
    sections.length ? sections : el("p", { class: "quiet" }, empty),
    cursor &&
      el("button", { class: "plain", type: "button", onclick: (event) => more(event.currentTarget) }, t("more")),
  );
  if (focused) link(focused)?.focus();
  nameWindow();
}

function nameWindow() {
  const title = shown.find((thread) => thread.id === current)?.title;
  document.title = title ? `${title} · Steward` : "Steward";
}

const link = (id) => byId("threads").querySelector(`a[data-thread="${id}"]`);

function line(thread) {
  const title = thread.title || t("untitled");
  const anchor = el("a", { href: `#/thread/${thread.id}`, dataset: { thread: thread.id }, title }, title);
  setCurrent(anchor, thread.id === current);
  const button = (sign, label, act) =>
    el(
      "button",
      {
        class: "plain small square",
        type: "button",
        "aria-label": `${label}: ${title}`,
        title: label,
        onclick: () => act(thread),
      },
      icon(sign),
    );
  return el(
    "li",
    {},
    anchor,
    el("span", { class: "line-tools" }, button("pencil", t("rename"), rename), button("bin", t("erase"), erase)),
  );
}

async function rename(thread) {
  const id = freshId("title");
  const input = el("input", { id, type: "text", maxLength: 500, value: thread.title, autocomplete: "off" });
  if (!(await ask(t("rename"), el("div", { class: "field" }, el("label", { for: id }, t("title")), input), t("save"))))
    return;
  try {
    await patch(`/threads/${thread.id}`, { title: input.value });
    note(t("renamed"));
    await refresh();
  } catch (error) {
    noteError(error);
  }
}

/** Erasing is for good: the receipt is shown before, and what was taken after. */
async function erase(thread) {
  const title = thread.title || t("untitled");
  try {
    const expected = await remove(`/threads/${thread.id}?dry_run=true`);
    if (!(await ask(t("erase_title", { title }), receipt(expected), t("erase"), { danger: true }))) return;
    const taken = await remove(`/threads/${thread.id}`);
    note(t("erased", { what: counts(taken.deleted).join(", ") }));
    shown = shown.filter((one) => one.id !== thread.id);
    draw();
    erased(thread.id);
  } catch (error) {
    note(saying(error), { wrong: true });
  }
}
