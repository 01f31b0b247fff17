// What happens on these days? The occurrences of a range, each under every day that it touches, and what meets what.

import { get, withQuery } from "../chat/api.js";
import { between, plus, wallOf, zone } from "./days.js";

const PAGE = 500;
const LONGEST_DAYS = 400; // an event without an end in sight is shown so far
const COLOURS = 6;
const ROUND_THE_WORLD = 2; // days: the server reads dates in the zone of the last device, which may be any

/** `{day: [events]}` of the days from `first` on, before `end`; all-day ones first. Throws what a request throws. */
export async function read(first, end) {
  const events = [];
  let cursor = null;
  do {
    const page = await get(withQuery("/events", { since: plus(first, -ROUND_THE_WORLD), until: plus(end, ROUND_THE_WORLD), limit: PAGE, cursor }));
    events.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  const shown = events.filter((one) => one.status !== "cancelled");
  mark(shown);
  const days = new Map();
  for (let day = first; day < end; day = plus(day, 1)) days.set(day, []);
  for (const one of shown) for (const day of daysOf(one)) days.get(day)?.push(one);
  for (const list of days.values()) list.sort(inOrder);
  return days;
}

/** The days that it touches, in the account's zone; those of a whole-day event are its dates. */
function daysOf(one) {
  const start = startDay(one);
  const last = one.all_day ? plus((one.end_at ?? plus(one.start_at.slice(0, 10), 1)).slice(0, 10), -1) : lastDay(one);
  const count = Math.min(Math.max(between(start, last), 0), LONGEST_DAYS);
  return Array.from({ length: count + 1 }, (_, index) => plus(start, index));
}

/** What ends at midnight does not touch the day that begins then. */
const lastDay = (one) => wallOf(Math.max(new Date(one.start_utc), new Date(one.end_utc) - 1)).slice(0, 10);

export const startDay = (one) => (one.all_day ? one.start_at : wallOf(one.start_utc)).slice(0, 10);

const inOrder = (one, other) => Number(other.all_day) - Number(one.all_day) || one.start_utc.localeCompare(other.start_utc) || one.title.localeCompare(other.title);

/** Busy ones that overlap in time know it (`clashes`). */
function mark(events) {
  const busy = events.filter((one) => one.busy && !one.all_day).sort((one, other) => one.start_utc.localeCompare(other.start_utc));
  let latest = null;
  for (const one of busy) {
    if (latest && new Date(latest.end_utc) > new Date(one.start_utc)) one.clashes = latest.clashes = true;
    if (!latest || new Date(one.end_utc) > new Date(latest.end_utc)) latest = one;
  }
}

/** So many minutes after that day began in the account's zone; negative before. */
export function minuteOf(day, instant) {
  const wall = wallOf(instant);
  return between(day, wall.slice(0, 10)) * 1440 + Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
}

/** `[from, until]` in minutes of the day: when nothing busy is on between these hours, and no rule keeps the time (`kept`). */
export function freeOf(events, day, kept = [], [from, until] = [8 * 60, 20 * 60]) {
  const free = [];
  let at = from;
  const busy = events.filter((each) => each.busy && !each.all_day).map((one) => [minuteOf(day, one.start_utc), minuteOf(day, one.end_utc)]);
  const taken = [...busy, ...kept.map((one) => [one.from, one.to])].sort(([one], [other]) => one - other);
  for (const [start, end] of taken) {
    if (start > at && at < until) free.push([at, Math.min(start, until)]);
    at = Math.max(at, end);
  }
  if (at < until) free.push([at, until]);
  return free;
}

/** The colour of its calendar, by name, the same everywhere. */
export function colourOf({ calendar }) {
  if (!calendar) return 0;
  let sum = 0;
  for (const letter of calendar) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return 1 + (sum % (COLOURS - 1));
}

export const elsewhere = (one) => !one.all_day && one.timezone !== zone();

/** One's page; an occurrence is named by the start that its series gives it. */
export const eventAddress = (one) =>
  `#/calendar/event/${encodeURIComponent(one.id)}${one.recurrence_id ? `?at=${encodeURIComponent(one.recurrence_id)}` : ""}`;
