// How are times, numbers and sizes written for this reader?

import { dates, numbers, ownZone } from "./formatters.js";
import { language, region, t } from "./words.js";
import { serverNow } from "./clock.js";

const DAY_MS = 86_400_000;
const SLACK_S = 2; // ten minutes are told as ten, though the server's clock is known to the second only

export { ownZone };

function formatter(options) {
  return dates(region(), options);
}

/** `14:05`, of an instant. */
export const clockTime = (instant) => formatter({ hour: "numeric", minute: "2-digit" }).format(new Date(instant));

/** Today, Yesterday, or the date; of an instant, in this device's zone. */
export function dayLabel(instant) {
  const date = new Date(instant);
  const days = Math.round((startOfDay(new Date(serverNow())) - startOfDay(date)) / DAY_MS);
  if (days === 0) return t("today");
  if (days === 1) return t("yesterday");
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return formatter({ weekday: "long", day: "numeric", month: "long", year }).format(date);
}

/** `today 14:05`, `Friday 27 November 14:05`; of an instant. */
export const dayAndTime = (instant) => `${dayLabel(instant)}, ${clockTime(instant)}`;

const startOfDay = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** The group that a thread of that time stands in. */
export function ageGroup(instant) {
  const days = Math.round((startOfDay(new Date(serverNow())) - startOfDay(new Date(instant))) / DAY_MS);
  if (days <= 0) return t("today");
  if (days === 1) return t("yesterday");
  return days < 7 ? t("this_week") : t("older");
}

/**
 * Wall time without an offset (`2026-11-27T10:00:00`) or a date, as it stands: it belongs to a zone of its own, so it
 * must not be moved into this device's.
 */
export function wallTime(text) {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/.exec(text);
  if (!found) return text;
  const [year, month, day, hour = 0, minute = 0] = found.slice(1).map((part) => (part ? Number(part) : undefined));
  const instant = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const date = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
  return formatter(found[4] ? { ...date, hour: "numeric", minute: "2-digit" } : date).format(instant);
}

export const isWallTime = (value) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(value);
export const isInstant = (value) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value);

/** `9 min`, `40 s`: what is left until an instant. */
export const remaining = (instant) => span(Math.max(0, Math.round((new Date(instant) - serverNow()) / 1000)));

/** A span of seconds, in minutes from two minutes on. */
export function span(seconds) {
  const [value, unit] = seconds >= 120 ? [Math.ceil((seconds - SLACK_S) / 60), "minute"] : [seconds, "second"];
  return numbers(region(), { style: "unit", unit, unitDisplay: "short" }).format(value);
}

/** `812 ms`, `3.4 s`. */
export function duration(ms) {
  const [value, unit] = ms < 1000 ? [ms, "millisecond"] : [ms / 1000, "second"];
  return numbers(region(), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 1,
  }).format(value);
}

export const number = (value) => numbers(region()).format(value);

/** `a, b and c`. */
export const listed = (parts) => new Intl.ListFormat(language(), { type: "conjunction" }).format(parts);
