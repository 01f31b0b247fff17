// What is on in this month? Its weeks as a table, each day with its events; on a small screen the days that have some.

import { el } from "../chat/dom.js";
import { counted, t } from "../chat/words.js";
import { chip, takesDrops } from "./chip.js";
import { dayName, daysFrom, monthStart, plus, plusMonths, today, weekStart } from "./days.js";
import { keptMark } from "./keeping.js";
import { span } from "./span.js";

const SHOWN = 4; // more are counted, and a link leads to the day

const firstOf = (day) => weekStart(monthStart(day));
const endOf = (day) => plus(weekStart(plus(plusMonths(day, 1), -1)), 7);

export function view() {
  return span({
    name: "month",
    range: (day) => [firstOf(day), endOf(day)],
    title: (day) => dayName(day, { month: "long", year: "numeric" }),
    step: (day, months) => plusMonths(day, months),
    draw: (days, { day, rules, again }) => [
      table(days, day, rules, again),
      ![...days.values()].some((events) => events.length) && el("p", { class: "quiet" }, t("calendar.none")),
    ],
  });
}

function table(days, shown, rules, again) {
  const all = [...days.keys()];
  const weeks = Array.from({ length: all.length / 7 }, (_, week) => all.slice(week * 7, week * 7 + 7));
  return el(
    "table",
    { class: "month", "aria-label": dayName(shown, { month: "long", year: "numeric" }) },
    el("thead", {}, el("tr", {}, daysFrom(all[0], 7).map((day) => el("th", { scope: "col" }, dayName(day, { weekday: "short" }))))),
    el("tbody", {}, weeks.map((week) => el("tr", {}, week.map((day) => cell(day, days.get(day), shown, { rules, again }))))),
  );
}

function cell(day, events, shown, { rules, again }) {
  const rest = events.length - SHOWN;
  const number = el(
    "a",
    { class: "day-number", href: `#/calendar/day/${day}`, "aria-label": dayName(day), "aria-current": day === today() ? "date" : null },
    dayName(day, { day: "numeric" }),
  );
  const keeping = keptMark(rules, day);
  const kinds = [day.slice(0, 7) !== shown.slice(0, 7) && "other", keeping && "kept", !events.length && !keeping && "empty"];
  const node = el(
    "td",
    { class: kinds.filter(Boolean).join(" "), dataset: { date: day } },
    number,
    keeping,
    el("span", { class: "day-long", "aria-hidden": "true" }, dayName(day, { weekday: "short" })),
    events.slice(0, SHOWN).map((one) => chip(one, day, again)),
    rest > 0 && el("a", { class: "day-more", href: `#/calendar/day/${day}` }, counted("calendar.more", rest)),
  );
  return takesDrops(node, day);
}
