// How does the page ask before it does something? A small modal dialog: Escape and "Back" mean no.

import { byId, el, fill, freshId } from "./dom.js";
import { t } from "./words.js";

/** Show `content`; resolves to true when the user agrees by `label`, else to false. `enabled` false = there is only "Back". */
export function ask(title, content, label, { danger = false, enabled = true } = {}) {
  const dialog = byId("question-dialog");
  const id = freshId("title");
  dialog.setAttribute("aria-labelledby", id);
  const { promise, resolve } = Promise.withResolvers();
  const agree = () => {
    resolve(true);
    dialog.close();
  };
  const form = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        agree();
      },
    },
    el("h2", { id }, title),
    content,
    el(
      "div",
      { class: "buttons" },
      enabled && el("button", { class: danger ? "danger" : "primary", type: "submit" }, label),
      el("button", { class: "plain", type: "button", autofocus: danger, onclick: () => dialog.close() }, t("back")),
    ),
  );
  fill(dialog, form);
  dialog.addEventListener("close", () => resolve(false), { once: true });
  dialog.showModal();
  return promise;
}
