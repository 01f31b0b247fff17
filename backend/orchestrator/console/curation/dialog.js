// How does the page ask for something before it acts? A modal dialog that stays until it is done, or given up.

import { el, fill, freshId } from "../chat/dom.js";
import { t } from "../chat/words.js";

/** Show `content(close)` under a title; resolves to what `close` was given, null when it was given up. */
export function dialog(title, content) {
  const id = freshId("title");
  const { promise, resolve } = Promise.withResolvers();
  const node = el("dialog", { class: "question curation-dialog", "aria-labelledby": id });
  let answer = null;
  const close = (value = null) => {
    answer = value;
    node.close();
  };
  node.addEventListener("close", () => {
    node.remove();
    resolve(answer);
  });
  fill(node, el("h2", { id, tabIndex: -1 }, title), content(close));
  document.body.append(node);
  node.showModal();
  const first = node.querySelector("textarea, input, select") ?? node.querySelector("button");
  first?.focus();
  window.addEventListener("hashchange", () => node.isConnected && close(), { once: true });
  return promise;
}

/** A dialog that is only read. */
export function tell(title, ...content) {
  return dialog(title, (close) => [
    content,
    el("div", { class: "buttons" }, el("button", { type: "button", onclick: () => close() }, t("close"))),
  ]);
}
