// Which days are there? Dates as text (`2026-11-28`), counted in UTC, so that no change of the clocks moves one.

import { dates, homeZone } from "../chat/formatters.js";
import { clockRange, hourOf, wallClock } from "../chat/format.js";
import { serverNow } from "../chat/clock.js";
import { region } from "../chat/words.js";
import { wallIn } from "../chat/wall.js";

const DAY_MS = 86_400_000;
const MONDAY = 1;
let looked = null; // the day that was looked at last: another view of the calendar shows it too

/** The account's zone, else this device's. */
export const zone = homeZone;

export function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && asText(at(text)) === text;
}

/** Its midnight, as if in UTC. */
export const at = (day) => new Date(`${day}T00:00:00Z`);
const asText = (date) => date.toISOString().slice(0, 10);

export const plus = (day, days) => asText(new Date(at(day).getTime() + days * DAY_MS));

/** So many days lie between them. */
export const between = (first, second) => Math.round((at(second) - at(first)) / DAY_MS);

/** The wall time of an instant in the account's zone, `2026-11-28T14:05`. */
export const wallOf = (instant) => wallIn(zone(), instant);

export const today = () => wallOf(serverNow()).slice(0, 10);

export const remembered = () => looked ?? today();

export function remember(day) {
  looked = day;
}

/** The first day of its week, as this reader counts. */
export function weekStart(day) {
  const locale = new Intl.Locale(region());
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? MONDAY;
  return plus(day, -((at(day).getUTCDay() - first + 7) % 7));
}

export const monthStart = (day) => `${day.slice(0, 8)}01`;

export function plusMonths(day, months) {
  const date = at(monthStart(day));
  date.setUTCMonth(date.getUTCMonth() + months);
  return asText(date);
}

/** So many days from the first on. */
export const daysFrom = (first, count) => Array.from({ length: count }, (_, index) => plus(first, index));

/** A day in words; `options` of Intl.DateTimeFormat. */
export const dayName = (day, options = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) =>
  dates(region(), { ...options, timeZone: "UTC" }).format(at(day));

/** `14:05`, of a wall time. */
export const clockOf = wallClock;
export { clockRange, hourOf };
