// How does an event look on a day? Its time, its title, the colour of its calendar; it is moved by mouse, by a finger that holds it, or by Alt and arrows.

import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { mark } from "../curation/parts.js";
import { besideOf, thereAt } from "./beside.js";
import { between, clockOf, clockRange, wallOf } from "./days.js";
import { holdable } from "./holding.js";
import { move } from "./moving.js";
import { colourOf, elsewhere, eventAddress, minuteOf, startDay } from "./reading.js";

const STEPS = { ArrowLeft: { days: -1 }, ArrowRight: { days: 1 }, ArrowUp: { days: -7 }, ArrowDown: { days: 7 } };

/** A small one, in a grid; `moved(preview, event)` is called when it was moved; `steps`: by which keys it goes whither. */
export function chip(one, day, moved, { steps = STEPS, about = null } = {}) {
  const told = (preview) => moved(preview, one);
  const goes = !one.all_day && startDay(one) === day ? el("span", { class: "chip-time" }, clockOf(wallOf(one.start_utc))) : null;
  const node = el(
    "a",
    {
      class: `chip colour-${colourOf(one)}${one.status === "tentative" ? " tentative" : ""}`,
      href: eventAddress(one),
      title: [one.title, one.calendar, !one.all_day && besideOf(one.start_utc), one.clashes && t("calendar.clashes"), t("calendar.move_keys")].filter(Boolean).join(" · "),
      draggable: true,
      dataset: { event: one.id, day },
      "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown",
      onkeydown: (event) => {
        if (!event.altKey || !(event.key in steps)) return;
        event.preventDefault();
        const step = steps[event.key];
        const mirrored = getComputedStyle(event.target).direction === "rtl" && (event.key === "ArrowLeft" || event.key === "ArrowRight");
        move(one, mirrored ? { days: -step.days } : step, told);
      },
      ondragstart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", one.title);
        dragged = { one, day, told, grabbed: event.clientY - event.target.getBoundingClientRect().top };
      },
      ondragend: () => (dragged = null),
    },
    one.clashes && el("span", { class: "clash" }, icon("alert"), el("span", { class: "sr-only" }, t("calendar.clashes"))),
    goes,
    el("span", { class: "said" }, one.title),
    about,
  );
  holdable(node, {
    taker: (element) => element?.closest("[data-takes]") ?? null,
    over: markOver,
    dropped: (target, y, grabbed) => drop(takers.get(target), { one, day, told, grabbed }, y),
  });
  return node;
}

let dragged = null;
let lies = null; // the day that a held event is over
const takers = new WeakMap(); // of a day's node: {day, minute}

function markOver(node) {
  lies?.classList.remove("over");
  lies = node;
  lies?.classList.add("over");
}

/** Propose to move an event to where it was let go. */
function drop({ day, minute }, { one, day: from, told, grabbed }, y) {
  const timed = minute && !one.all_day;
  // Of one that began on another day only the day is known to be meant, not the hour.
  const minutes = timed && startDay(one) === from ? minute(y - grabbed) - minuteOf(from, one.start_utc) : 0;
  const by = { days: between(from, day), minutes };
  if (by.days || by.minutes) move(one, by, told);
}

/** Let events be dropped on the node of a day. `minute(y)`: where it has hours, the minute of the day at that height. */
export function takesDrops(node, day, minute = null) {
  node.dataset.takes = "";
  takers.set(node, { day, minute });
  node.addEventListener("dragover", (event) => {
    if (!dragged) return;
    event.preventDefault();
    node.classList.add("over");
  });
  node.addEventListener("dragleave", () => node.classList.remove("over"));
  node.addEventListener("drop", (event) => {
    node.classList.remove("over");
    if (!dragged) return;
    event.preventDefault();
    drop({ day, minute }, dragged, event.clientY);
  });
  return node;
}

/** A whole line, in a list. */
export function line(one) {
  const time = one.all_day ? t("calendar.all_day") : clockRange(wallOf(one.start_utc), wallOf(one.end_utc));
  const there = elsewhere(one) && thereAt(one.start_at, one.start_utc, one.timezone);
  const beside = !one.all_day && besideOf(one.start_utc, one.timezone);
  return el(
    "li",
    { class: `row event-line colour-${colourOf(one)}`, dataset: { event: one.id } },
    el("span", { class: "event-time" }, time),
    el(
      "div",
      {},
      el("a", { class: "said", href: eventAddress(one) }, one.title),
      el(
        "p",
        { class: "meta" },
        there && el("span", {}, there),
        beside && el("span", {}, beside),
        one.location_text && el("span", {}, icon("place"), one.location_text),
        one.calendar && el("span", {}, one.calendar),
        one.recurrence_id && el("span", {}, t("calendar.series")),
        one.clashes && mark(t("calendar.clashes"), "due"),
        one.status === "tentative" && mark(t("calendar.status.tentative")),
      ),
    ),
  );
}
