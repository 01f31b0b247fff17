// How are times, numbers and sizes written for this reader?

import { dates, homeZone, numbers, ownZone } from "./formatters.js";
import { wallIn } from "./wall.js";
import { language, region, t } from "./words.js";
import { serverNow } from "./clock.js";

const DAY_MS = 86_400_000;
const SLACK_S = 2; // ten minutes are told as ten, though the server's clock is known to the second only

export { homeZone, ownZone };

function formatter(options) {
  return dates(region(), options);
}

/** `14:05`, of an instant; in the account's zone, as the others here. A talk happens where the device is: `hereZone()`. */
export const clockTime = (instant, timeZone = homeZone()) => formatter({ hour: "numeric", minute: "2-digit", timeZone }).format(new Date(instant));

/** Today, Yesterday, or the date; of an instant. */
export function dayLabel(instant, timeZone = homeZone()) {
  const days = daysAgo(instant, timeZone);
  if (days === 0) return t("today");
  if (days === 1) return t("yesterday");
  const year = dayIn(timeZone, instant).slice(0, 4) === dayIn(timeZone, serverNow()).slice(0, 4) ? undefined : "numeric";
  return formatter({ weekday: "long", day: "numeric", month: "long", year, timeZone }).format(new Date(instant));
}

/** `today 14:05`, `Friday 27 November 14:05`; of an instant. */
export const dayAndTime = (instant, timeZone = homeZone()) => `${dayLabel(instant, timeZone)}, ${clockTime(instant, timeZone)}`;

/** This device's zone, else the account's. */
export const hereZone = () => ownZone() ?? homeZone();

const dayIn = (zone, instant) => wallIn(zone, instant).slice(0, 10);
const daysAgo = (instant, zone) => Math.round((Date.parse(dayIn(zone, serverNow())) - Date.parse(dayIn(zone, instant))) / DAY_MS);

/** The group that a thread of that time stands in. */
export function ageGroup(instant) {
  const days = daysAgo(instant, hereZone());
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

/** `14:05`, of a wall time. */
export const wallClock = (wall) => formatter({ hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(new Date(`${wall.slice(0, 16)}Z`));

/** `Sun, 29 Nov 2026, 16:30 – 17:00`, of two wall times or two dates: what both share stands once. */
export function wallRange(start, end) {
  const date = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
  const timed = start.length > 10 && end.length > 10;
  const length = timed ? 16 : 10;
  const [from, until] = [start, end].map((wall) => new Date(`${wall.slice(0, length)}${timed ? "Z" : ""}`));
  if (!(from <= until)) return `${wallTime(start)} – ${wallTime(end)}`;
  return formatter(timed ? { ...date, hour: "numeric", minute: "2-digit" } : date).formatRange(from, until);
}

/** `16:30 – 17:00`, `4:30 – 5:00 PM`, of two wall times; their days are told elsewhere. */
export function clockRange(start, end) {
  const [from, until] = [start, end].map((wall) => new Date(`1970-01-01T${wall.slice(11, 16)}Z`));
  if (!(from < until)) return `${wallClock(start)} – ${wallClock(end)}`;
  return formatter({ hour: "numeric", minute: "2-digit", timeZone: "UTC" }).formatRange(from, until);
}

/** `16:00`, `4 PM`: an hour beside a day's lines. */
export function hourOf(wall) {
  const twelve = formatter({ hour: "numeric", minute: "2-digit", timeZone: "UTC" }).resolvedOptions().hour12;
  return twelve ? formatter({ hour: "numeric", timeZone: "UTC" }).format(new Date(`${wall.slice(0, 16)}Z`)) : wallClock(wall);
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
