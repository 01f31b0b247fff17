// Where is shown what belongs beside the conversation? In a sheet at the right, over all of a small screen.
//
// A modal <dialog>: the browser keeps the focus inside, closes it on Escape and gives the focus back.

import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { saying } from "./errors.js";
import { t } from "./words.js";

let opened = 0;

/** Open the sheet; `load` gives its content. A later `open` wins over one that still loads. */
export async function open(title, load) {
  const turn = ++opened;
  const sheet = byId("panel");
  const heading = el("h2", { id: "panel-title", tabIndex: -1 }, title);
  const close = el(
    "button",
    { class: "plain", type: "button", "aria-label": t("close"), onclick: () => sheet.close() },
    icon("cross"),
  );
  const body = el("div", { class: "panel-body", "aria-busy": "true" }, el("p", { class: "quiet" }, t("loading")));
  fill(sheet, el("header", { class: "panel-head" }, heading, close), body);
  if (!sheet.open) sheet.showModal();
  heading.focus();
  try {
    const content = await load();
    if (turn === opened) fill(body, content);
  } catch (error) {
    if (turn === opened) fill(body, el("p", { class: "wrong", role: "alert" }, saying(error)));
  }
  body.removeAttribute("aria-busy");
}

export function close() {
  byId("panel").close();
}

/** A click beside the sheet closes it. */
export function closeOnOutside() {
  const sheet = byId("panel");
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
}
