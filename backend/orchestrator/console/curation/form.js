// How is something filled in and sent? What is wrong is told at its field, and nothing typed is lost on the way.

import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { button } from "./parts.js";
import { byField, inWords } from "./troubles.js";

/**
 * A form around `content`. `controls()`: those on it now; `send()` does the request; `done(answer)` follows;
 * `failed(error)` may deal with an error itself (true = it did). `extra`: further buttons.
 */
export function form({
  content,
  controls,
  label,
  send,
  done,
  failed = () => false,
  cancel = null,
  extra = null,
  danger = false,
}) {
  const place = el("div", { class: "form-wrong" });
  const submit = el("button", { class: danger ? "danger" : "primary", type: "submit" }, label);
  const node = el(
    "form",
    { class: "edit", noValidate: true, onsubmit: (event) => (event.preventDefault(), run()) },
    content,
    place,
    el("div", { class: "buttons" }, submit, extra, cancel && button(t("back"), cancel, { kind: "plain" })),
  );
  let busy = false;

  async function run() {
    if (busy) return;
    busy = true;
    submit.disabled = true;
    node.setAttribute("aria-busy", "true");
    fill(place);
    for (const one of controls()) one.tell(null);
    try {
      const answer = await send();
      if (answer !== undefined) done(answer);
    } catch (error) {
      if (error.status !== 401 && !failed(error)) tell(error); // 401: the sign-in page says so
    } finally {
      busy = false;
      submit.disabled = false;
      node.removeAttribute("aria-busy");
    }
  }

  function tell(error) {
    const left = byField(error);
    let first = null;
    for (const one of controls()) {
      for (const [path, message] of left) {
        if (path !== one.path && !path.startsWith(`${one.path}.`)) continue;
        one.tell(message);
        first ??= one;
        left.delete(path);
      }
    }
    const rest = [...left].map(([path, message]) => el("li", {}, path ? `${path}: ${message}` : message));
    fill(
      place,
      el(
        "p",
        { class: "wrong", role: "alert" },
        icon("alert"),
        el("span", {}, first ? t("m.look_at_fields") : inWords(error)),
      ),
      rest.length > 0 && el("ul", { class: "wrong small" }, rest),
    );
    openAround(first?.input);
    first?.input.focus();
  }
  return node;
}

/** A field inside a closed part could not be seen. */
function openAround(input) {
  for (let at = input?.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
}
