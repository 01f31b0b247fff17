// What is on in this week? Seven days beside each other, hour by hour; on a small screen some of them, the others aside.

import { dayName, plus, weekStart } from "./days.js";
import { hours } from "./hours.js";
import { span } from "./span.js";

const SHORT = { day: "numeric", month: "short" };

export function view() {
  const title = (day) => `${dayName(weekStart(day), SHORT)} – ${dayName(plus(weekStart(day), 6), { ...SHORT, year: "numeric" })}`;
  return span({
    name: "week",
    range: (day) => [weekStart(day), plus(weekStart(day), 7)],
    title,
    step: (day, weeks) => plus(day, weeks * 7),
    draw: (days, { day, rules, again }) => hours(days, { label: title(day), shown: day, rules, moved: again }),
  });
}
