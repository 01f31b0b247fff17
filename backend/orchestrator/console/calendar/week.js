// What is on in this week? Seven days beside each other, below each other on a small screen.

import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { chip, takesDrops } from "./chip.js";
import { between, dayName, plus, today, weekStart } from "./days.js";
import { span } from "./span.js";

const SHORT = { day: "numeric", month: "short" };

export function view() {
  return span({
    name: "week",
    range: (day) => [weekStart(day), plus(weekStart(day), 7)],
    title: (day) => `${dayName(weekStart(day), SHORT)} – ${dayName(plus(weekStart(day), 6), { ...SHORT, year: "numeric" })}`,
    step: (day, weeks) => plus(day, weeks * 7),
    draw: (days, { again }) => el("div", { class: "week" }, [...days].map(([day, events]) => column(day, events, again))),
  });
}

function column(day, events, again) {
  const heading = el(
    "h4",
    {},
    el("a", { href: `#/calendar/day/${day}`, "aria-current": day === today() ? "date" : null }, dayName(day, { weekday: "short", day: "numeric" })),
  );
  const content = events.length ? events.map((one) => chip(one, day, again)) : el("p", { class: "quiet small" }, t("calendar.nothing"));
  return takesDrops(el("section", { dataset: { date: day } }, heading, content), day, between);
}
