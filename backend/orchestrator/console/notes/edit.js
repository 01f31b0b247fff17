// How is a note written? In Markdown, with what it will look like below; nobody's change is written over.

import { get, patch, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { markdown } from "../chat/markdown.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { lines, text } from "../curation/controls.js";
import { erase } from "../curation/erasing.js";
import { form } from "../curation/form.js";
import { button } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { changedOf, valuesOf } from "../pages/fields.js";

export function view({ id }) {
  const place = el("div", { class: "narrow" }, id && el("p", { class: "quiet progress" }, t("loading")));
  if (id) load();
  else fill(place, written(null));

  async function load() {
    try {
      fill(place, written(await get(`/notes/${encodeURIComponent(id)}`)));
      place.querySelector("textarea").focus();
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/notes" }, icon("left"), t("notes.all"))), place);
}

function written(note) {
  const said = text("text", t("notes.field.text"), note?.text, { rows: 10, max: 20_000, hint: t("notes.markdown") });
  said.input.dataset.arrive = "";
  const controls = [said, lines("tags", t("notes.field.tags"), note?.tags)];
  const shown = el("div", { class: "markdown preview" });
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
