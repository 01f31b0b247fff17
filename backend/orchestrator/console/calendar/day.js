// What is on that day, and when is it free?

import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { part } from "../curation/parts.js";
import { clockOf, dayName, plus } from "./days.js";
import { hours } from "./hours.js";
import { kept } from "./keeping.js";
import { freeOf } from "./reading.js";
import { span } from "./span.js";

const two = (number) => String(number).padStart(2, "0");
const asClock = (day, minutes) => clockOf(`${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`);

export function view() {
  return span({
    name: "day",
    range: (day) => [day, plus(day, 1)],
    title: (day) => dayName(day),
    step: (day, days) => plus(day, days),
    draw: (days, { day, rules, again }) => {
      const events = days.get(day);
      const always = kept(rules, day).filter(({ rule }) => !rule.effect.parameters.match);
      const free = freeOf(events, day, always);
      return [
        !events.length && el("p", { class: "quiet" }, t("calendar.nothing")),
        hours(days, { label: dayName(day), shown: day, rules, moved: again }),
        free.length > 0 &&
          part(
            t("calendar.free"),
            el("ul", { class: "plain-list" }, free.map(([from, until]) => el("li", {}, `${asClock(day, from)} – ${asClock(day, until)}`))),
          ),
      ];
    },
  });
}
