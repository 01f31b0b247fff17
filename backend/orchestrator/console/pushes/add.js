// How does one add a topic of ntfy, or another service? Two small forms, folded.

import { Problem, post } from "../chat/api.js";
import { el, fill, freshId } from "../chat/dom.js";
import { saying } from "../chat/errors.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";

/** The forms; `changed()` after a device was added. */
export function addForms(changed) {
  return el(
    "div",
    { class: "push-add" },
    folded(t("p.add_ntfy"), t("p.ntfy_about"), "ntfy", changed, [
      { name: "url", label: t("p.server"), value: "ntfy.sh", required: true, read: withScheme },
      { name: "topic", label: t("p.topic"), value: topic(), required: true },
      { name: "token", label: t("p.token"), type: "password" },
    ]),
    folded(t("p.add_apprise"), t("p.apprise_about"), "apprise", changed, [
      { name: "url", label: t("p.address"), required: true, type: "password" },
    ]),
  );
}

function folded(title, about, kind, changed, fields) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const inputs = fields.map((field) => ({ ...field, ...input(field) }));
  const save = el("button", { type: "submit", class: "primary" }, t("p.add"));
  const form = el(
    "form",
    { noValidate: true, onsubmit: submit },
    el("p", { class: "quiet small" }, about),
    inputs.map((one) => one.row),
    wrong,
    el("div", { class: "buttons" }, save),
  );
  return el("details", {}, el("summary", {}, title), form);

  async function submit(event) {
    event.preventDefault();
    fill(wrong);
    for (const { node } of inputs) node.removeAttribute("aria-invalid");
    const empty = inputs.find(({ required, node }) => required && !node.value.trim());
    if (empty) return tell(empty.node, t("p.needed", { name: empty.label }));
    save.disabled = true;
    const values = inputs.map(({ name, node, read = (text) => text }) => [name, read(node.value.trim()) || null]);
    try {
      await post("/push/devices", { kind, ...Object.fromEntries(values) });
      note(t("p.added"));
      form.reset();
      form.closest("details").open = false;
      await changed();
      form.closest("details").querySelector("summary").focus();
    } catch (error) {
      const field = error instanceof Problem ? error.body.errors?.[0] : null;
      const named = inputs.find(({ name }) => field?.loc.includes(name));
      tell(named?.node ?? null, field ? `${field.message}` : saying(error));
    }
    save.disabled = false;
    return undefined;
  }

  function tell(node, text) {
    fill(wrong, text);
    node?.setAttribute("aria-invalid", "true");
    (node ?? save).focus();
  }
}

function input({ label, value = "", type = "text" }) {
  const id = freshId("push");
  const node = el("input", { id, type, defaultValue: value, autocomplete: "off", spellcheck: false, autocapitalize: "off" });
  return { node, row: el("div", { class: "field" }, el("label", { for: id }, label), node) };
}

/** A server that is named without one is reached over HTTPS. */
const withScheme = (text) => (text && !text.includes("://") ? `https://${text}` : text);

/** A topic is a password where nobody guards it: 128 random bits. */
function topic() {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `steward-${[...random].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
