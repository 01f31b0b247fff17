// What is the password of a locked PDF? It is used once, and kept nowhere.

import { post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { line } from "../curation/controls.js";
import { form } from "../curation/form.js";

/** The form; `unlocked()` once it is being read. */
export function unlockForm(paper, unlocked) {
  const control = line("password", t("documents.password"), "", { required: true, max: 1000, hint: t("documents.password_hint") });
  control.input.type = "password";
  control.input.autocomplete = "off";
  return el(
    "div",
    { class: "unlock" },
    el("p", { class: "held with-sign" }, icon("alert"), el("span", {}, t("documents.locked"))),
    form({
      content: control.node,
      controls: () => [control],
      label: t("documents.unlock"),
      send: () => post(`/documents/${paper.id}/unlock`, { password: control.input.value }),
      done: () => {
        note(t("documents.unlocked"));
        unlocked();
      },
    }),
  );
}
