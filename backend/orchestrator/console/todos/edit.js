// How is a to-do written down, or changed? A form; only what was changed is sent, and nobody's change is written over.

import { get, patch, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { homeZone } from "../chat/formatters.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { choice, line, lines, text } from "../curation/controls.js";
import { erase } from "../curation/erasing.js";
import { form } from "../curation/form.js";
import { button } from "../curation/parts.js";
import { editing } from "../pages/editing.js";
import { changedOf, valuesOf, wallClock } from "../pages/fields.js";

export const view = ({ id }) => editing({ fetch: id && (() => get(`/todos/${encodeURIComponent(id)}`)), written, back: ["#/todos", t("todos.all")] });

function written(todo) {
  const priorities = [["", t("todos.priority_none")], ["1", t("todos.priority_high")], ["5", t("todos.priority_middle")], ["9", t("todos.priority_low")]];
  const given = todo?.priority ? String(todo.priority) : "";
  if (given && !priorities.some(([value]) => value === given)) priorities.push([given, given]);
  const controls = [
    line("title", t("todos.field.title"), todo?.title, { max: 500, required: true }),
    wallClock("due_at", t("todos.field.due"), todo?.due_at, { hint: todo && t("todos.times_in", { zone: todo.timezone }) }),
    wallClock("remind_at", t("todos.field.remind"), todo?.remind_at),
    choice("priority", t("todos.field.priority"), given, priorities),
    lines("tags", t("todos.field.tags"), todo?.tags),
    text("notes", t("todos.field.notes"), todo?.notes, { max: 20_000 }),
  ];
  const before = valuesOf(controls);
  const seen = todo && new Seen(`/todos/${todo.id}`, todo, (one) => one.title);
  return form({
    content: el(
      "div",
      {},
      el("h3", { tabIndex: -1, dataset: { arrive: "" } }, todo ? todo.title : t("todos.add")),
      controls.map((one) => one.node),
      seen?.place,
    ),
    controls: () => controls,
    label: t("save"),
    send: () => {
      const changes = changedOf(before, valuesOf(controls));
      if (!todo) return post("/todos", { ...changes, timezone: homeZone() });
      return Object.keys(changes).length ? patch(`/todos/${todo.id}`, changes, { version: seen.version }) : Promise.resolve(todo);
    },
    done: (now) => {
      tell(t("todos.saved", { title: now.title }));
      location.hash = "#/todos";
    },
    failed: (error) => seen?.handle(error) ?? false,
    cancel: () => (location.hash = "#/todos"),
    extra: todo && button(t("erase"), () => gone(todo), { sign: "bin" }),
  });
}

async function gone(todo) {
  const went = await erase(t("todos.erase", { title: todo.title }), [todo], (each) => `/todos/${each.id}`);
  if (!went.length) return;
  tell(t("todos.erased", { title: todo.title }));
  location.hash = "#/todos";
}
