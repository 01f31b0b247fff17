// How is a note written? In Markdown, with what it will look like below; nobody's change is written over.

import { get, patch, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { markdown } from "../chat/markdown.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { lines, text } from "../curation/controls.js";
import { erase } from "../curation/erasing.js";
import { form } from "../curation/form.js";
import { button } from "../curation/parts.js";
import { editing } from "../pages/editing.js";
import { changedOf, valuesOf } from "../pages/fields.js";

export const view = ({ id }) =>
  editing({ fetch: id && (() => get(`/notes/${encodeURIComponent(id)}`)), written, back: ["#/notes", t("notes.all")], focus: "textarea" });

function written(note) {
  const said = text("text", t("notes.field.text"), note?.text, { rows: 10, max: 20_000, hint: t("notes.markdown") });
  said.input.dataset.arrive = "";
  const controls = [said, lines("tags", t("notes.field.tags"), note?.tags)];
  const shown = el("div", { class: "prose preview" });
  const draw = () => fill(shown, markdown(said.input.value));
  said.input.addEventListener("input", draw);
  draw();
  const before = note ? valuesOf(controls) : {};
  const seen = note && new Seen(`/notes/${note.id}`, note);
  return form({
    content: el(
      "div",
      {},
      el("h3", { tabIndex: -1 }, t(note ? "notes.edit_title" : "notes.add")),
      controls.map((one) => one.node),
      el("details", { open: true }, el("summary", {}, t("notes.looks_so")), shown),
      seen?.place,
    ),
    controls: () => controls,
    label: t("save"),
    send: () => {
      const changes = changedOf(before, valuesOf(controls));
      if (!note) return post("/notes", changes);
      return Object.keys(changes).length ? patch(`/notes/${note.id}`, changes, { version: seen.version }) : Promise.resolve(note);
    },
    done: () => {
      tell(t("notes.saved"));
      location.hash = "#/notes";
    },
    failed: (error) => seen?.handle(error) ?? false,
    cancel: () => (location.hash = "#/notes"),
    extra: note && button(t("erase"), () => gone(note), { sign: "bin" }),
  });
}

async function gone(note) {
  const went = await erase(t("notes.erase"), [note], (each) => `/notes/${each.id}`);
  if (!went.length) return;
  tell(t("notes.erased"));
  location.hash = "#/notes";
}
