// Which fields does a fact or a rule have, as a form? Text first, what is seldom changed folded away.

import { post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { choice, date, line, lines, text, whole } from "./controls.js";
import { effectForm } from "./effect_form.js";
import { CATEGORIES } from "./parts.js";
import { picker } from "./picker.js";

export const SCOPES = ["global", "project", "language", "person", "place", "domain"];

/**
 * `{node, controls(), value(), settled()}`. `rule`: with an effect, which is that of the words until one is chosen
 * (`settled()` resolves when they were read);
 * `times`: with when it holds and is looked at again.
 */
export function factFields(given, { rule = false, times = false } = {}) {
  const said = text("text", rule ? t("m.rule_text") : t("field.text"), given.text);
  const effect = rule ? effectForm(given.effect) : null;
  const scope = scopeFields(given.scope);
  const category = line("category", t("field.category"), given.category, { offers: CATEGORIES, max: 100 });
  const subjects = lines("subjects", t("m.subjects"), given.subjects ?? []);
  const importance = whole("importance", t("m.importance"), given.importance ?? 5, { min: 1, max: 10 });
  const since = times && date("valid_from", t("m.valid_from"), given.valid_from);
  const review = times && date("review_after", t("m.review_after"), given.review_after);
  const more = [category, subjects, importance, since, review].filter(Boolean);
  const node = el(
    "div",
    {},
    said.node,
    effect?.node,
    scope.node,
    el(
      "details",
      { class: "more-fields", open: !rule },
      el("summary", {}, t("m.more_fields")),
      more.map((one) => one.node),
    ),
  );

  function value() {
    const told = {
      text: said.value(),
      scope: scope.value(),
      category: category.value() ?? undefined,
      subjects: subjects.value(),
      importance: importance.value() ?? undefined,
    };
    if (rule) told.effect = effect.value();
    if (since && since.value() !== (given.valid_from ?? null)) told.valid_from = since.value();
    if (review && review.value() !== (given.review_after ?? null)) told.review_after = review.value();
    return told;
  }
  const settled = effect ? readWhileTyped(said, effect) : async () => {};
  return { node, value, settled, controls: () => [said, ...(effect?.controls() ?? []), ...scope.controls(), ...more] };
}

const TYPED_MS = 400;

/** Shows what effect the words have, a moment after they were typed; returns what waits for the last reading. */
function readWhileTyped(said, effect) {
  let timer = null;
  let typed = said.value();
  let reading = Promise.resolve();
  async function read() {
    const words = said.value();
    if (words === typed) return;
    typed = words;
    const found = words ? await post("/rules/preview", { text: words }).catch(() => null) : null;
    if (words === typed) effect.read(found?.rule.effect ?? null); // else other words came meanwhile
  }
  said.input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => (reading = read()), TYPED_MS);
  });
  return async () => {
    clearTimeout(timer);
    await reading;
    await read();
  };
}

/** Where it holds: everywhere, or for one project, language, person, place, domain. */
function scopeFields(given = { type: "global", ref: null }) {
  const kind = choice(
    "scope.type",
    t("m.scope"),
    given.type,
    SCOPES.map((one) => [one, t(`m.scope.${one}`)]),
  );
  let ref = null;
  const place = el("div");
  function draw(known = null) {
    const type = kind.input.value;
    const label = t(`m.scope.${type}`);
    if (type === "global") ref = null;
    else if (type === "person") ref = picker("scope.ref", label, known, { types: ["contact"], single: true });
    else if (type === "place") ref = picker("scope.ref", label, known, { types: ["place"], single: true });
    else ref = line("scope.ref", label, known, { hint: type === "language" ? t("m.language_hint") : null });
    if (ref) ref.path = "scope"; // "it needs a `ref`" is told of the scope as a whole
    place.replaceChildren(...(ref ? [ref.node] : []));
  }
  kind.input.addEventListener("change", () => draw());
  draw(given.ref);
  kind.path = "scope";
  return {
    node: el("div", {}, kind.node, place),
    value: () => ({ type: kind.input.value, ref: ref?.value() ?? null }),
    controls: () => (ref ? [ref, kind] : [kind]),
  };
}
