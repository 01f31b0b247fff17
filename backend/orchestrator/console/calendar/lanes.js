// What stands beside what? Events of a day that overlap share its width; each as wide as what meets it allows.

import { minuteOf } from "./reading.js";

const DAY = 1440;
const SHORTEST = 30; // minutes: what is shorter is drawn so, to be read and hit

/** Whether it belongs above the hours: whole days, and what lasts a day or longer. */
export const aboveHours = (one) => one.all_day || new Date(one.end_utc) - new Date(one.start_utc) >= DAY * 60_000;

/** `[{one, from, length, lane, lanes}]` in minutes of that day, in order of their begin. */
export function laid(events, day) {
  const placed = events.map((one) => {
    const from = Math.min(Math.max(minuteOf(day, one.start_utc), 0), DAY - SHORTEST);
    const until = Math.min(Math.max(minuteOf(day, one.end_utc), from + SHORTEST), DAY);
    return { one, from, length: until - from, lane: 0, lanes: 1 };
  });
  placed.sort((one, other) => one.from - other.from || other.length - one.length);
  let group = [];
  let ends = []; // of each lane
  for (const each of placed) {
    if (group.length && each.from >= Math.max(...ends)) [group, ends] = [[], []];
    const free = ends.findIndex((end) => end <= each.from);
    each.lane = free === -1 ? ends.length : free;
    ends[each.lane] = each.from + each.length;
    group.push(each);
    for (const one of group) one.lanes = ends.length;
  }
  return placed;
}
