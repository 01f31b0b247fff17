// What does a clock show in a zone at an instant?

import { dates } from "../chat/formatters.js";

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
