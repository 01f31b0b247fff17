// What stands above every span of days? What is shown, the way back and forth, today, and a new event; below it the days.

import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { linkButton } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { remembered, today, zone } from "./days.js";
import { read } from "./reading.js";

/**
 * A view of days. `name`: of the span; `range(day)` → `[first, end]`; `title(day)`; `step(day, ±1)` → another day;
 * `draw(days, {day, again})` → nodes. `again(day)` reads anew and gives the focus to that day's events.
 */
export function span({ name, range, title, step, draw }) {
  const day = remembered();
  const place = el("div", { class: "calendar-place" }, el("p", { class: "quiet progress" }, t("loading")));
  const way = (label, to, sign, mirrored = false) =>
    el("a", { class: `button square${mirrored ? " mirrored" : ""}`, href: `#/calendar/${name}/${to}`, "aria-label": label }, icon(sign));
  const head = el(
    "div",
    { class: "calendar-head" },
    el("h3", { tabIndex: -1, dataset: { arrive: "" } }, title(day)),
    el(
      "div",
      { class: "buttons" },
      way(t("calendar.before"), step(day, -1), "left"),
      linkButton(t("today"), `#/calendar/${name}/${today()}`, { kind: "small" }),
      way(t("calendar.after"), step(day, 1), "left", true),
      linkButton(t("calendar.add"), `#/calendar/new?day=${day}`, { sign: "plus", kind: "small" }),
    ),
  );
  let attempt = 0;
  async function load(focus = null) {
    const turn = ++attempt;
    place.setAttribute("aria-busy", "true");
    try {
      const days = await read(...range(day));
      if (turn !== attempt) return;
      fill(place, draw(days, { day, again: (moved) => load(moved) }));
      if (focus) place.querySelector(`a[data-event][data-day="${focus}"]`)?.focus();
    } catch (error) {
      if (turn === attempt) fill(place, trouble(error, () => load()));
    }
    if (turn === attempt) place.removeAttribute("aria-busy");
  }
  load();
  return el("div", { class: "calendar" }, told(), head, place, el("p", { class: "quiet small" }, t("calendar.zone", { zone: zone() })));
}
