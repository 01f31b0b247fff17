// How is an effect filled in? Its type, and the controls of that type's parameters.

import { el, fill } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { choice, clock, days, line, lines, whole } from "./controls.js";
import { EFFECTS, effectName } from "./effects.js";
import { effectWords } from "./effect_words.js";
import { picker } from "./picker.js";

const WIDEST_MINUTES = 7 * 24 * 60;

/**
 * `{node, controls(), value(), read(effect)}`; `value` is the API's `{type, parameters}`, or null for none; `read` shows
 * the effect that the rule's words have, as long as nobody chose one (`given`: undefined for a new rule).
 */
export function effectForm(given) {
  const kind = choice("effect.type", t("m.effect"), given?.type, [
    [null, t("m.effect.none")],
    ...Object.keys(EFFECTS).map((type) => [type, effectName(type)]),
  ]);
  const place = el("div", { class: "parameters" });
  const says = el("div", { class: "says", "aria-live": "polite" });
  let parameters = [];
  let chosen = given !== undefined;
  const node = el("div", { class: "effect" }, kind.node, place, says);

  function draw(known = {}) {
    const type = kind.input.value;
    parameters = (EFFECTS[type] ?? []).map((one) => parameter(one, known[one.name]));
    fill(
      place,
      parameters.map((one) => one.node),
    );
    say();
  }

  function value() {
    const type = kind.input.value;
    if (!type) return null;
    const told = parameters.map((one) => [one.name, one.read()]).filter(([, one]) => !isBlank(one));
    return { type, parameters: Object.fromEntries(told) };
  }

  const say = () => fill(says, effectWords(value()));
  function read(effect) {
    if (chosen) return;
    kind.input.value = effect?.type ?? "";
    draw(effect?.parameters);
  }
  kind.input.addEventListener("change", () => ((chosen = true), draw()));
  node.addEventListener("input", () => ((chosen = true), say()));
  draw(given?.parameters);
  return { node, value, read, controls: () => [kind, ...parameters.flatMap((one) => one.controls)] };
}

function isBlank(value) {
  return (
    value === null ||
    value === "" ||
    (Array.isArray(value) && !value.length) ||
    (typeof value === "object" && !Object.keys(value).length)
  );
}

/** `{name, node, controls, read()}` of one parameter. */
function parameter({ name, kind, values }, given) {
  const path = `effect.parameters.${name}`;
  const label = t(`m.parameter.${name}`);
  if (kind === "match") return match(path, given);
  if (kind === "spared") return spared(path, given);
  const made = {
    clock: () => clock(path, label, given),
    minutes: () => whole(path, label, given, { min: 0, max: WIDEST_MINUTES }),
    days: () => days(path, label, given),
    lines: () => lines(path, label, given),
    line: () => line(path, label, given),
    people: () => picker(path, label, given, { types: ["contact"] }),
    place: () => picker(path, label, given, { types: ["place"], single: true }),
    entity: () => picker(path, label, given, { types: ["contact", "place"], single: true }),
    choice: () =>
      choice(path, label, given, [[null, t("m.not_said")], ...values.map((one) => [one, valueName(name, one)])]),
  }[kind]();
  const read = () => (name === "clock" && made.value() ? Number(made.value()) : made.value());
  return { name, node: made.node, controls: [made], read };
}

function valueName(name, value) {
  if (name === "policy") return t(`m.policy.${value}`);
  if (name === "week_start") return t(`m.day.${value}`);
  return t(`m.units.${value}${name === "clock" ? "h" : ""}`);
}

/** What a rule is about: folded away while it is about everything. */
function match(path, given = {}) {
  return folded("match", path, given, { label: t("m.parameter.match"), hint: t("m.match_hint"), categories: true });
}

/** What a blocked time leaves alone: the form has one exception, of which anything may be true. */
function spared(path, given = []) {
  const fields = ["words", "contact_ids", "place_ids"];
  const all = Object.fromEntries(fields.map((name) => [name, given.flatMap((one) => one[name] ?? [])]));
  const made = folded("except", `${path}.0`, all, { label: t("m.parameter.spared"), hint: t("m.spared_hint") });
  const read = () => (isBlank(made.read()) ? [] : [made.read()]);
  return { ...made, read };
}

function folded(name, path, given, { label, hint, categories = false }) {
  const made = {
    words: lines(`${path}.words`, t("m.parameter.words"), given?.words),
    contact_ids: picker(`${path}.contact_ids`, t("m.parameter.contact_ids"), given?.contact_ids, { types: ["contact"] }),
    place_ids: picker(`${path}.place_ids`, t("m.parameter.place_ids"), given?.place_ids, { types: ["place"] }),
  };
  if (categories) made.categories = lines(`${path}.categories`, t("m.parameter.categories"), given?.categories);
  const controls = Object.values(made);
  const read = () =>
    Object.fromEntries(
      Object.entries(made)
        .map(([field, one]) => [field, one.value()])
        .filter(([, one]) => one.length),
    );
  const node = el(
    "details",
    { class: "match", open: Object.values(given ?? {}).some((one) => one.length) },
    el("summary", {}, label),
    el("p", { class: "quiet small" }, hint),
    controls.map((one) => one.node),
  );
  return { name, node, controls, read };
}
