// How is an entity's or a proposal's field shown: which name, which text, and which not at all?

import { isInstant, isWallTime, listed, dayAndTime, wallTime } from "./format.js";
import { el } from "./dom.js";
import { known } from "./words.js";

/** Ours, for machines, or told elsewhere (the zone stands once, below the times). */
const HIDDEN = new Set([
  "id",
  "external_id",
  "version",
  "start_utc",
  "end_utc",
  "timezone",
  "origin",
  "changed",
  "lat",
  "lon",
  "radius_m",
  "home_like",
  "ignored",
  "source",
  "created_at",
  "updated_at",
  "source_kind",
  "meeting",
  "action_items",
]);

export const fieldName = (name) => known(`field.${name}`, spaced(name));

const spaced = (name) => {
  const words = name.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A value as text; "" where there is nothing to show. */
export function fieldText(value) {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return known(`value.${value}`, String(value));
  if (Array.isArray(value)) return listed(value.map(fieldText).filter(Boolean));
  if (typeof value === "object") return objectText(value);
  if (isInstant(value)) return dayAndTime(value);
  if (isWallTime(value)) return wallTime(value);
  return known(`value.${value}`, String(value));
}

/** `Ana (sister)`: the part that a person knows it by, and what it is. */
function objectText(value) {
  const name = value.name ?? value.title ?? value.value ?? value.email ?? value.text;
  if (!name) return "";
  const about = value.label ?? value.role ?? (value.name && value.email);
  return about && !name.includes(about) ? `${name} (${about})` : String(name);
}

/** The shown fields as `[name, text]`, in the object's own order. */
export function shownFields(object) {
  return Object.entries(object)
    .filter(([name, value]) => !HIDDEN.has(name) && !name.endsWith("_id") && value !== false)
    .map(([name, value]) => [name, fieldText(value)])
    .filter(([, text]) => text);
}

/** A list of names and texts. */
export function fieldList(fields) {
  return el(
    "dl",
    { class: "fields" },
    fields.map(([name, text]) => [el("dt", {}, fieldName(name)), el("dd", {}, text)]),
  );
}

export const hasTimes = (object) => Object.values(object).some((value) => isWallTime(value) && value.length > 10);
