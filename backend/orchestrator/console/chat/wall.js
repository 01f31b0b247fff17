// What does a clock show in a zone at an instant, and when does it show that?

import { dates } from "./formatters.js";

const two = (number) => String(number).padStart(2, "0");

/** `2026-11-28T14:05`. */
export function wallIn(zone, instant) {
  const parts = dates("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(instant));
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year.padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

const MINUTE_MS = 60_000;
const asIfUtc = (wall) => new Date(`${wall.slice(0, 16)}Z`).getTime();

/** The instant, in milliseconds, at which a clock of that zone shows this wall time (`2026-11-28T14:05`); where the clocks skip it, an hour on. */
export function instantOf(zone, wall) {
  const wanted = asIfUtc(wall);
  let instant = wanted;
  for (let tries = 0; tries < 2; tries += 1) instant += wanted - asIfUtc(wallIn(zone, instant));
  return instant;
}

/** How many minutes a clock of that zone is ahead of UTC at an instant. */
export const offsetOf = (zone, instant) => Math.round((asIfUtc(wallIn(zone, instant)) - Math.floor(new Date(instant) / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
