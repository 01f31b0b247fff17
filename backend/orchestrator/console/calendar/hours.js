// What is on at which hour? Days beside each other, whole days above, each event as long as it lasts, a line for now.

import { serverNow } from "../chat/clock.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { besideAt, besideZone, cityOf, thereAt } from "./beside.js";
import { chip, takesDrops } from "./chip.js";
import { dayName, hourOf, today, wallOf, zone } from "./days.js";
import { kept } from "./keeping.js";
import { aboveHours, laid } from "./lanes.js";
import { elsewhere, minuteOf } from "./reading.js";

const HOUR = 60;
const SNAP = 15; // minutes: what is dropped begins on one of these
const MORNING = 7 * HOUR; // what the grid is scrolled to where nothing is earlier
const STEPS = { ArrowLeft: { days: -1 }, ArrowRight: { days: 1 }, ArrowUp: { minutes: -30 }, ArrowDown: { minutes: 30 } };
const SHORT = 40; // minutes
const LOOK_AGAIN_MS = 60_000;

const two = (number) => String(number).padStart(2, "0");
const wallAt = (day, minutes) => `${day}T${two(Math.floor(minutes / HOUR))}:${two(minutes % HOUR)}`;

/** The grid. `days`: `{day: [events]}`; `shown`: the day that is asked for; `rules`: those that keep times; `moved` as of chips. */
export function hours(days, { label, shown, rules, moved }) {
  const all = [...days.keys()];
  const node = el(
    "div",
    { class: "hours", role: "group", "aria-label": label, tabIndex: 0 },
    el("div", { class: "hours-head" }, zones(), all.map((day) => head(day))),
    el("div", { class: "hours-above" }, el("span", { class: "hours-label" }, t("calendar.all_day")), besideZone() && el("span", {}), all.map((day) => above(day, days.get(day), moved))),
    el("div", { class: "hours-body" }, times(shown), all.map((day) => column(day, days.get(day), moved, { beside: all.length, rules }))),
  );
  node.style.setProperty("--days", all.length);
  node.style.setProperty("--zones", besideZone() ? 2 : 1);
  requestAnimationFrame(() => scrolled(node, days, shown));
  return node;
}

const head = (day) =>
  el("h4", {}, el("a", { href: `#/calendar/day/${day}`, "aria-label": dayName(day), "aria-current": day === today() ? "date" : null }, dayName(day, { weekday: "short", day: "numeric" })));

const above = (day, events, moved) =>
  takesDrops(el("div", { class: "hours-whole", dataset: { date: day } }, events.filter(aboveHours).map((one) => chip(one, day, moved, { steps: { ArrowLeft: STEPS.ArrowLeft, ArrowRight: STEPS.ArrowRight } }))), day);

/** Whose hours stand in which column, where there are two. */
function zones() {
  const other = besideZone();
  return other ? [zone(), other].map((one) => el("span", { class: "hours-zone", title: one }, cityOf(one))) : el("span", {});
}

/** The hours, and beside them those of the other zone as they are on the day that is shown. */
function times(shown) {
  const walls = Array.from({ length: 23 }, (_, index) => wallAt(shown, (index + 1) * HOUR));
  const column = (told, kind = "") => el("div", { class: `hours-times ${kind}`.trim(), "aria-hidden": "true" }, walls.map((wall) => el("span", {}, told(wall))));
  return [column(hourOf), besideZone() && column((wall) => there(besideAt(wall)), "hours-beside")];
}

const there = ({ clock, days }) => [clock, days !== 0 && el("sup", {}, days > 0 ? "+1" : "−1")];

/** A day with its hours: an event is dropped anywhere, and a click where nothing is begins a new one. */
function column(day, events, moved, { beside, rules }) {
  const node = el("div", { class: "hours-day", role: "group", "aria-label": dayName(day), dataset: { date: day } });
  const minute = (y) => {
    const { top, height } = node.getBoundingClientRect();
    return Math.min(Math.max(Math.round((((y - top) / height) * 24 * HOUR) / SNAP) * SNAP, 0), 24 * HOUR - SNAP);
  };
  node.addEventListener("click", (event) => {
    if (event.target !== node) return;
    const whole = Math.floor(minute(event.clientY) / 30) * 30;
    location.hash = `#/calendar/new?day=${day}&at=${wallAt(day, whole).slice(11)}`;
  });
  node.append(...kept(rules, day).map(band));
  node.append(...laid(events.filter((one) => !aboveHours(one)), day).map((each) => placed(each, day, moved, beside)));
  if (day === today()) node.append(now(day));
  return takesDrops(node, day, minute);
}

/** `beside`: so many days share the width. */
function placed({ one, from, length, lane, lanes }, day, moved, beside) {
  const place = [one.location_text, elsewhere(one) && thereAt(one.start_at, one.start_utc, one.timezone)].filter(Boolean).join(" · ");
  const node = chip(one, day, moved, { steps: STEPS, about: place && el("span", { class: "chip-place" }, place) });
  for (const [name, value] of Object.entries({ from, length, lane, lanes })) node.style.setProperty(`--${name}`, value);
  if (length < SHORT) node.classList.add("short"); // one line has room
  if (beside > 1 && lanes > 1) node.classList.add("narrow"); // its time is where it stands, and in its title
  return node;
}

/** A time that a rule keeps; what is planned there is held. */
function band({ rule, from, to }) {
  const node = el("div", { class: "hours-kept", title: rule.text }, el("span", { class: "sr-only" }, t("calendar.kept", { rules: rule.text })));
  node.style.setProperty("--from", from);
  node.style.setProperty("--length", to - from);
  return node;
}

/** Where the day is now; it goes on by itself. */
function now(day) {
  const node = el("div", { class: "hours-now", "aria-hidden": "true" });
  const put = () => node.style.setProperty("--from", minuteOf(day, serverNow()));
  put();
  const ticking = setInterval(() => (node.isConnected ? put() : clearInterval(ticking)), LOOK_AGAIN_MS);
  return node;
}

/** To the morning, or to what is earlier; on a small screen to the day that was asked for. */
function scrolled(node, days, shown) {
  const first = [...days].flatMap(([day, events]) => laid(events.filter((one) => !aboveHours(one)), day).map((each) => each.from));
  const column = node.querySelector(`.hours-day[data-date="${shown}"]`) ?? node.querySelector(".hours-day");
  node.scrollTop = (column.offsetHeight * Math.max(Math.min(MORNING, ...first) - 15, 0)) / (24 * HOUR);
  const labels = [...node.querySelectorAll(".hours-times")].reduce((sum, one) => sum + one.offsetWidth, 0);
  const rtl = getComputedStyle(node).direction === "rtl";
  const ahead = rtl ? node.clientWidth - column.offsetLeft - column.offsetWidth : column.offsetLeft;
  node.scrollLeft = (ahead - labels) * (rtl ? -1 : 1);
}
