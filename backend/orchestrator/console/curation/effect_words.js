// What does an effect do, in a sentence? Written from its parameters, names in the place of ids.

import { el } from "../chat/dom.js";
import { listed } from "../chat/format.js";
import { known, t } from "../chat/words.js";
import { effectName } from "./effects.js";
import { nameOf } from "./names.js";

/** An earliest start by which a rule keeps whole days free (language/rules/hours.py). */
const ALL_DAY = "23:59";
/** What a parameter means that was not said. */
const ABSENT = { minutes_before: "0", minutes_after: "0" };

/** A paragraph that says what the effect does; without one, that the rule is told to every prompt. */
export function effectWords(effect) {
  if (!effect) return el("p", { class: "effect-words" }, t("m.effect.none.says"));
  const node = el("p", { class: "effect-words" }, el("strong", {}, effectName(effect.type)), " ");
  const rest = el("span", {}, "…");
  node.append(rest);
  sentence(effect).then((text) => (rest.textContent = text));
  return node;
}

/** The sentence. */
export async function sentence({ type, parameters }) {
  const values = Object.fromEntries(
    await Promise.all(Object.entries(parameters ?? {}).map(async ([name, value]) => [name, await said(name, value)])),
  );
  const { days, match } = values;
  const whole = type === "earliest_start" && parameters.time === ALL_DAY;
  const base = known(`m.effect.${whole ? "whole_day" : type}.says`, "").replace(
    /\{(\w+)\}/g,
    (_, name) => values[name] ?? ABSENT[name] ?? t("m.nothing_said"),
  );
  const units = type === "units" ? listed(Object.values(values)) : "";
  const more = [
    days && t("m.on_days", { days }),
    match && t("m.about", { what: match }),
    values.except && t("m.except", { what: values.except }),
  ];
  if (type === "never_store")
    return t("m.effect.never_store.says", {
      what: listed([values.categories, values.subjects, values.words].filter(Boolean)),
    });
  return [`${base}${units}`, ...more.filter(Boolean)].join(" · ");
}

async function said(name, value) {
  if (name === "match") return matched(value);
  if (name === "except" && value.some((one) => typeof one !== "string"))
    return listed(await Promise.all(value.map(matched)));
  if (name === "days") return listed(value.map((one) => t(`m.day.${one}`)));
  if (name === "place_id") return nameOf("place", value);
  if (name === "contact_ids") return people(value);
  if (name === "entity") return nameOf(value.type, value.id);
  if (name === "policy") return t(`m.policy.${value}`);
  if (name === "system" || name === "date_order") return t(`m.units.${value}`);
  if (name === "clock") return t(`m.units.${value}h`);
  if (name === "week_start") return t("m.units.week_from", { day: t(`m.day.${value}`) });
  return Array.isArray(value) ? listed(value.map((one) => `“${one}”`)) : String(value);
}

const people = async (ids) => listed(await Promise.all(ids.map((id) => nameOf("contact", id))));

async function matched({ words = [], contact_ids: contacts = [], place_ids: places = [], categories = [] }) {
  const found = [...words.map((one) => `“${one}”`), ...categories];
  found.push(...(await Promise.all(contacts.map((id) => nameOf("contact", id)))));
  found.push(...(await Promise.all(places.map((id) => nameOf("place", id)))));
  return found.length
    ? new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(found)
    : null;
}
