// When is a to-do due, and is it late? Its due time is wall time of its own zone; one without a time is due when its day ends.

import { serverNow } from "../chat/clock.js";
import { homeZone, wallClock, wallTime } from "../chat/format.js";
import { t } from "../chat/words.js";
import { instantOf, wallIn } from "../chat/wall.js";

const nowIn = (zone) => wallIn(zone, serverNow());
const DAYS_END = "T23:59:00"; // what the server makes of a day alone

/** Whether it is open and its time is over. */
export const late = (todo) => !todo.done_at && todo.due_at !== null && todo.due_at < nowIn(todo.timezone);

/** Whether it is open and due today or before. */
export const dueToday = (todo) => !todo.done_at && todo.due_at !== null && todo.due_at.slice(0, 10) <= nowIn(todo.timezone).slice(0, 10);

/** `Sat, 28 Nov 2026, 18:00`; the day alone where that is all that was said, and beside one's own time that of its zone. */
export function dueText({ due_at: due, timezone }) {
  if (due.endsWith(DAYS_END)) return wallTime(due.slice(0, 10));
  const own = wallIn(homeZone(), instantOf(timezone, due));
  return own === due.slice(0, 16) ? wallTime(due) : `${wallTime(own)} (${t("time_there", { time: wallClock(due), zone: timezone })})`;
}

/** Open ones by their time, those without one behind them by their priority; done ones last, the latest first. */
export function inOrder(one, other) {
  if (Boolean(one.done_at) !== Boolean(other.done_at)) return one.done_at ? 1 : -1;
  if (one.done_at) return other.done_at.localeCompare(one.done_at);
  const times = (one.due_at ?? "9999").localeCompare(other.due_at ?? "9999");
  return times || (one.priority ?? 9) - (other.priority ?? 9) || other.created_at.localeCompare(one.created_at);
}
