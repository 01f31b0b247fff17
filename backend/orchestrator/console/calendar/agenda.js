// What comes in the next weeks? The days that have something, one below the other.

import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { empty, linkButton } from "../curation/parts.js";
import { line } from "./chip.js";
import { dayName, plus } from "./days.js";
import { span } from "./span.js";

const DAYS = 30;
const SHORT = { day: "numeric", month: "short", year: "numeric" };

export function view() {
  return span({
    name: "agenda",
    range: (day) => [day, plus(day, DAYS)],
    title: (day) => `${dayName(day, SHORT)} – ${dayName(plus(day, DAYS - 1), SHORT)}`,
    step: (day, spans) => plus(day, spans * DAYS),
    draw: (days, { day }) => {
      const some = [...days].filter(([, events]) => events.length);
      if (!some.length) return empty(t("calendar.none"), t("calendar.none_text"), linkButton(t("calendar.add"), `#/calendar/new?day=${day}`, { sign: "plus" }));
      return some.map(([each, events]) =>
        el(
          "section",
          { class: "part" },
          el("div", { class: "part-head" }, el("h4", {}, el("a", { href: `#/calendar/day/${each}` }, dayName(each)))),
          el("ul", { class: "rows", "aria-label": dayName(each) }, events.map(line)),
        ),
      );
    },
  });
}
