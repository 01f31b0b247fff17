// Which view of the calendar is on the screen? A month, a week, a day, the agenda, one event, or the form of one.

import { page } from "../pages/shell.js";
import { isDay, remember } from "./days.js";
import { ready } from "./words.js";

const SPANS = ["month", "week", "day", "agenda"];

export const open = page({
  name: "calendar",
  words: ready,
  tabs: SPANS.map((span) => [span, `#/calendar/${span}`, `calendar.span.${span}`]),
  below: { event: "month", edit: "month" },
  views: {
    month: () => import("./month.js"),
    week: () => import("./week.js"),
    day: () => import("./day.js"),
    agenda: () => import("./agenda.js"),
    event: () => import("./event.js"),
    edit: () => import("./edit.js"),
  },
  read: ([first, second, third]) => {
    if (first === "new") return ["edit"];
    if (first === "event" && second) return [third === "edit" ? "edit" : "event", second];
    if (isDay(second)) remember(second);
    return [SPANS.includes(first) ? first : "month"];
  },
});
