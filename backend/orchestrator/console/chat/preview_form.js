// How is a proposal changed by hand? A form made of its editable fields; only what was changed is sent.

import { Problem, patch, post } from "./api.js";
import { el, freshId } from "./dom.js";
import { saying } from "./errors.js";
import { fieldName } from "./fields.js";
import { t } from "./words.js";

const LONG = new Set(["description", "notes", "text"]);
const DATES = new Set(["birthday"]);
const PRIORITIES = { min: 1, max: 9 };

/** The form. `done(preview, text)` with what now holds; `refused(error)` where the proposal itself has changed. */
export function editForm(preview, { done, refused }) {
  const controls = preview.editable_fields.map((name) => control(name, preview.draft));
  const wrong = el("p", { class: "wrong", role: "alert", hidden: true });
  let confirms = false;
  const form = el(
    "form",
    {
      class: "edit",
      noValidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        send();
      },
    },
    controls.map((one) => one.node),
    wrong,
    el(
      "div",
      { class: "buttons" },
      el("button", { class: "primary", type: "submit", onclick: () => (confirms = true) }, t("save_and_confirm")),
      el("button", { type: "submit", onclick: () => (confirms = false) }, t("save")),
      el("button", { class: "plain", type: "button", onclick: () => done(preview, null) }, t("back")),
    ),
  );
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done(preview, null);
    if (event.key === "Enter" && event.target.matches("input")) confirms = false; // Enter alone never confirms
  });
  linkAllDay(controls);

  async function send() {
    const edits = Object.fromEntries(controls.filter((one) => one.changed()).map((one) => [one.name, one.value()]));
    const path = `/previews/${preview.id}`;
    form.setAttribute("aria-busy", "true");
    try {
      if (confirms)
        done(
          await post(`${path}/confirm`, { digest: preview.digest, ...(Object.keys(edits).length && { edits }) }),
          null,
        );
      else if (!Object.keys(edits).length) done(preview, t("nothing_edited"));
      else done(await patch(path, { edits }), t("edited_now"));
    } catch (error) {
      if (error instanceof Problem && error.status === 409) refused(error);
      else show(error);
    }
    form.removeAttribute("aria-busy");
  }

  /** Say what is wrong, at the field where that is known. */
  function show(error) {
    wrong.hidden = false;
    wrong.textContent = saying(error);
    const places = (error.body?.errors ?? []).flatMap((one) => one.loc.map(String));
    for (const one of controls) {
      const here = places.includes(one.name);
      one.input.toggleAttribute("aria-invalid", here);
      if (here) one.input.focus();
    }
  }
  return form;
}

function control(name, draft) {
  const given = draft[name] ?? null;
  const id = freshId("field");
  const { input, value } = inputOf(name, given, draft);
  input.id = id;
  input.name = name;
  const first = JSON.stringify(value());
  const label = el("label", { for: id }, fieldName(name));
  const hint = Array.isArray(given) && el("small", { class: "quiet" }, t("one_per_line"));
  const checkbox = input.type === "checkbox";
  const node = el(
    "div",
    { class: checkbox ? "field check" : "field" },
    checkbox ? [input, label] : [label, input],
    hint,
  );
  return { name, input, node, value, changed: () => JSON.stringify(value()) !== first };
}

/** The control that suits a field, and how its value is read from it. */
function inputOf(name, given, draft) {
  if (typeof given === "boolean") {
    const input = el("input", { type: "checkbox", checked: given });
    return { input, value: () => input.checked };
  }
  if (Array.isArray(given)) return listOf(given);
  if (name.endsWith("_at") || DATES.has(name)) return timeOf(name, given, draft);
  if (name === "timezone") return zoneOf(given);
  if (name === "priority") {
    const input = el("input", { type: "number", inputMode: "numeric", ...PRIORITIES, value: given ?? "" });
    return { input, value: () => (input.value === "" ? null : Number(input.value)) };
  }
  const long = LONG.has(name);
  const input = el(long ? "textarea" : "input", { value: given ?? "", ...(long ? { rows: 3 } : { type: "text" }) });
  return { input, value: () => input.value.trim() || null };
}

/** Wall times stay in the proposal's own zone: what the control shows is what is sent. */
function timeOf(name, given, draft) {
  const whole = draft.all_day || DATES.has(name);
  const input = el("input", {
    type: whole ? "date" : "datetime-local",
    value: (given ?? "").slice(0, whole ? 10 : 16),
  });
  return { input, value: () => input.value || null };
}

function zoneOf(given) {
  const zones = [...new Set([given, ...Intl.supportedValuesOf("timeZone"), "UTC"].filter(Boolean))];
  const input = el(
    "select",
    {},
    zones.map((zone) => el("option", { value: zone, selected: zone === given }, zone)),
  );
  return { input, value: () => input.value };
}

/** One entry a line; those that stay keep all that is known of them (a participant's contact). */
function listOf(given) {
  const textOf = (one) => (typeof one === "string" ? one : (one.name ?? one.value ?? one.email ?? ""));
  const entries = new Map(given.map((one) => [textOf(one), one]));
  const input = el("textarea", { rows: Math.max(2, given.length + 1), value: [...entries.keys()].join("\n") });
  const lines = () =>
    input.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  return { input, value: () => lines().map((line) => entries.get(line) ?? line) };
}

/** A whole day has dates, another has times: the controls change with the box. */
function linkAllDay(controls) {
  const box = controls.find((one) => one.name === "all_day")?.input;
  box?.addEventListener("change", () => {
    for (const { input } of controls.filter((one) => one.name.endsWith("_at"))) {
      const { value } = input;
      input.type = box.checked ? "date" : "datetime-local";
      if (value) input.value = box.checked ? value.slice(0, 10) : `${value.slice(0, 10)}T09:00`;
    }
  });
}
