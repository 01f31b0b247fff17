// What can be filled in? Controls of one field each: how its value is read, and where an error of it is told.

import { el, freshId } from "../chat/dom.js";
import { homeZone } from "../chat/formatters.js";
import { t } from "../chat/words.js";
import { wallIn } from "../chat/wall.js";

/** A control: `{path, node, input, value(), tell(message)}`; `path` is the field's in a request's body. */
function control(path, label, input, value, { hint = null, around = input } = {}) {
  const id = freshId("field");
  input.id = id;
  const wrong = el("p", { class: "wrong small", id: `${id}-wrong`, hidden: true });
  const note = hint && el("p", { class: "quiet small", id: `${id}-hint` }, hint);
  const checkbox = input.type === "checkbox";
  const name = el("label", { for: id }, label);
  const node = el(
    "div",
    { class: checkbox ? "field check" : "field" },
    checkbox ? [around, name] : [name, around],
    note,
    wrong,
  );
  if (hint) input.setAttribute("aria-describedby", note.id);
  function tell(message) {
    wrong.hidden = !message;
    wrong.textContent = message ?? "";
    input.toggleAttribute("aria-invalid", Boolean(message));
    const about = [hint && note.id, message && wrong.id].filter(Boolean).join(" ");
    if (about) input.setAttribute("aria-describedby", about);
    else input.removeAttribute("aria-describedby");
  }
  return { path, node, input, value, tell };
}

export function line(path, label, given, { required = false, offers = [], max = 200, hint } = {}) {
  const input = el("input", { type: "text", value: given ?? "", maxLength: max, autocomplete: "off", required });
  let around = input;
  if (offers.length) {
    const id = freshId("offers");
    input.setAttribute("list", id);
    const list = el(
      "datalist",
      { id },
      offers.map((value) => el("option", { value })),
    );
    around = el("div", {}, input, list);
  }
  return control(path, label, input, () => input.value.trim() || null, { around, hint });
}

export function text(path, label, given, { rows = 3, max = 4000, hint } = {}) {
  const input = el("textarea", { rows, maxLength: max, value: given ?? "" });
  return control(path, label, input, () => input.value.trim(), { hint });
}

/** One entry a line. */
export function lines(path, label, given = [], { hint = t("one_per_line") } = {}) {
  const input = el("textarea", { rows: Math.max(2, given.length + 1), value: given.join("\n") });
  const value = () =>
    input.value
      .split("\n")
      .map((one) => one.trim())
      .filter(Boolean);
  return control(path, label, input, value, { hint });
}

export function whole(path, label, given, { min, max, hint } = {}) {
  const input = el("input", { type: "number", inputMode: "numeric", min, max, step: 1, value: given ?? "" });
  return control(path, label, input, () => (input.value === "" ? null : Number(input.value)), { hint });
}

/** `options`: `[value, text]`. */
export function choice(path, label, given, options, { hint } = {}) {
  const input = el(
    "select",
    {},
    options.map(([value, shown]) =>
      el("option", { value: value ?? "", selected: String(value ?? "") === String(given ?? "") }, shown),
    ),
  );
  return control(path, label, input, () => input.value || null, { hint });
}

export function clock(path, label, given) {
  const input = el("input", { type: "time", value: given ?? "" });
  return control(path, label, input, () => input.value || null);
}

/** A day; an instant that the day holds already is kept to the second where the day was not changed. */
export function date(path, label, given, { hint } = {}) {
  const local = given ? dayAt(given) : "";
  const input = el("input", { type: "date", value: local, min: "1900-01-01", max: "2200-12-31" });
  return control(path, label, input, () => (input.value === local ? (given ?? null) : input.value || null), { hint });
}

/** `2026-05-01`, of an instant, in the account's zone. */
export const dayAt = (instant) => wallIn(homeZone(), instant).slice(0, 10);

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Weekdays; none = every day. */
export function days(path, label, given = []) {
  const boxes = WEEKDAYS.map((name) => {
    const box = el("input", { type: "checkbox", value: name, checked: given.includes(name) });
    return { box, node: el("label", { class: "day" }, box, t(`m.day.${name}`)) };
  });
  const wrong = el("p", { class: "wrong small", hidden: true });
  const node = el(
    "fieldset",
    { class: "field days" },
    el("legend", {}, label),
    el(
      "div",
      { class: "days-of-week" },
      boxes.map((one) => one.node),
    ),
    el("p", { class: "quiet small" }, t("m.days_hint")),
    wrong,
  );
  const value = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const tell = (message) => {
    wrong.hidden = !message;
    wrong.textContent = message ?? "";
  };
  return { path, node, input: boxes[0].box, value, tell };
}
