// How does one to-do look in a list? With a box to tick; ticking is written at once, and can be taken back by another tick.

import { patch } from "../chat/api.js";
import { serverNow } from "../chat/clock.js";
import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { mark } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { dueText, late } from "./due.js";

const HIGH = 1;

export const todoAddress = (id) => `#/todos/${encodeURIComponent(id)}`;

/** `changed(todo)` is called with what the server says after a tick. */
export function todoRow(todo, changed = () => {}) {
  const box = el("input", { type: "checkbox", checked: Boolean(todo.done_at), "aria-label": t("todos.done_one", { title: todo.title }), onchange: tick });
  const node = el(
    "li",
    { class: todo.done_at ? "row todo done" : "row todo", dataset: { todo: todo.id } },
    box,
    el(
      "div",
      {},
      el("a", { class: "said", href: todoAddress(todo.id) }, todo.title),
      el(
        "p",
        { class: "meta" },
        todo.due_at && el("span", {}, icon("clock"), dueText(todo)),
        late(todo) && mark(t("todos.late"), "over"),
        todo.priority === HIGH && mark(t("todos.important")),
        todo.tags.map((tag) => el("span", {}, `#${tag}`)),
      ),
    ),
  );

  async function tick() {
    const held = document.activeElement === box; // one that is disabled loses the focus
    box.disabled = true;
    try {
      const done = box.checked ? new Date(serverNow()).toISOString() : null;
      const now = await patch(`/todos/${todo.id}`, { done_at: done }, { version: todo.version });
      note(t(done ? "todos.was_done" : "todos.is_open", { title: todo.title }));
      Object.assign(todo, now);
      node.classList.toggle("done", Boolean(now.done_at));
      changed(now);
    } catch (error) {
      box.checked = !box.checked;
      note(inWords(error), { wrong: true });
    }
    box.disabled = false;
    if (held && box.isConnected) box.focus();
  }
  return node;
}
