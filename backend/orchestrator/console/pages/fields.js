// What is sent of a form? Only what differs from what was there. And how is a wall time filled in?

import { line } from "../curation/controls.js";

const MINUTES = 16; // letters of `2026-11-28T14:05`

/** A wall time of the item's own zone; one that was not touched is sent back as it came. */
export function wallClock(path, label, given, { dateOnly = false, ...rest } = {}) {
  const control = line(path, label, "", rest);
  const shown = given?.slice(0, dateOnly ? 10 : MINUTES) ?? "";
  control.input.type = dateOnly ? "date" : "datetime-local";
  control.input.value = shown;
  return { ...control, value: () => (control.input.value === shown ? (given ?? null) : control.input.value || null) };
}

/** What the controls say, by their paths; "" is null. */
export const valuesOf = (controls) => Object.fromEntries(controls.map((one) => [one.path, one.value() === "" ? null : one.value()]));

/** What differs. */
export const changedOf = (before, now) =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
