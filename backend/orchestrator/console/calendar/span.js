// What stands above every span of days? What is shown, the way back and forth, today, and a new event; below it the days.

import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { PreviewCard } from "../chat/preview_card.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { button, linkButton } from "../curation/parts.js";
import { giveOut, takeIn } from "../curation/taking_in.js";
import { trouble } from "../curation/troubles.js";
import { besideChoice } from "./beside.js";
import { remembered, today, zone } from "./days.js";
import { keepers, keptLegend } from "./keeping.js";
import { colourOf, read } from "./reading.js";

const CALENDARS = { route: "/ingest/ics", accept: ".ics,text/calendar" };

/**
 * A view of days. `name`: of the span; `range(day)` → `[first, end]`; `title(day)`; `step(day, ±1)` → another day;
 * `draw(days, {day, rules, again})` → nodes; `rules`: those that keep times. `again(preview, event)` reads anew after that event was moved: it is told, may be
 * taken back, and has the focus.
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
  const last = el("div", { class: "last-move" });
  const legend = el("div", {});
  let attempt = 0;

  function moved(preview, one) {
    fill(last, new PreviewCard(preview, { changed: () => load() }).node);
    load({ id: one.id, day: preview.draft.start_at.slice(0, 10) });
  }

  async function load(focus = null) {
    const turn = ++attempt;
    place.setAttribute("aria-busy", "true");
    try {
      const [days, rules] = await Promise.all([read(...range(day)), keepers()]);
      if (turn !== attempt) return;
      fill(legend, colours(days));
      fill(place, draw(days, { day, rules, again: moved }), keptLegend(rules));
      if (focus) place.querySelector(`a[data-event="${focus.id}"][data-day="${focus.day}"]`)?.focus();
    } catch (error) {
      if (turn === attempt) fill(place, trouble(error, () => load()));
    }
    if (turn === attempt) place.removeAttribute("aria-busy");
  }
  load();
  const foot = [el("p", { class: "quiet small" }, t("calendar.zone", { zone: zone() })), besideChoice(() => load()), files(() => load())];
  return el("div", { class: "calendar" }, told(), head, last, legend, place, foot);
}

/** Calendars come in and go out as files. */
function files(changed) {
  const told = el("div", {});
  return el(
    "div",
    {},
    el(
      "div",
      { class: "buttons" },
      button(t("calendar.import"), () => takeIn(CALENDARS, told, changed), { kind: "small" }),
      button(t("calendar.export"), () => giveOut("/export/events.ics", "events.ics"), { kind: "small" }),
    ),
    told,
  );
}

/** Which colour is which calendar, where there is more than one to tell apart. */
function colours(days) {
  const found = new Map();
  for (const one of [...days.values()].flat()) if (one.calendar) found.set(one.calendar, colourOf(one));
  if (!found.size) return null;
  return el("ul", { class: "colours", "aria-label": t("calendar.colours") }, [...found].sort().map(([calendar, colour]) => el("li", { class: `colour-${colour}` }, calendar)));
}
