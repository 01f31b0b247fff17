// Which other zone is told beside one's own? This device's where it is elsewhere, or one that was chosen; kept in this browser.

import { ownZone } from "../chat/format.js";
import { el, freshId } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { instantOf, wallIn } from "../chat/wall.js";
import { clockOf, dayName, wallOf, zone } from "./days.js";

const CHOSEN = "steward.beside-zone";
const NONE = "-";

/** The zone; null where there is none beside one's own. */
export function besideZone() {
  const chosen = localStorage.getItem(CHOSEN) ?? ownZone();
  return chosen && chosen !== NONE && chosen !== zone() ? chosen : null;
}

/** `Ho Chi Minh`: what a column of hours is headed by. */
export const cityOf = (name) => name.split("/").at(-1).replace(/_/g, " ");

/** What the other zone's clock shows at a wall time of one's own: `{clock, days}`, so many days on. */
export function besideAt(wall) {
  const there = wallIn(besideZone(), instantOf(zone(), wall));
  return { clock: clockOf(there), days: Math.sign(there.slice(0, 10).localeCompare(wall.slice(0, 10))) };
}

/** `18:05 in Asia/Tokyo`, of an instant; null where there is no other zone, or it is the one that is told already. */
export function besideOf(instant, told = null) {
  const other = besideZone();
  return other && other !== told ? thereAt(wallIn(other, instant), instant, other) : null;
}

/** A wall time of another zone; with its weekday where it is another day there. */
export function thereAt(wall, instant, other) {
  const day = wall.slice(0, 10);
  const time = day === wallOf(instant).slice(0, 10) ? clockOf(wall) : `${dayName(day, { weekday: "short" })} ${clockOf(wall)}`;
  return t("time_there", { time, zone: other });
}

/** Where it is chosen; `changed()` is called when it was. */
export function besideChoice(changed) {
  const id = freshId("beside");
  const names = Intl.supportedValuesOf?.("timeZone") ?? [];
  const wrong = el("span", { class: "wrong", role: "status" });
  const input = el("input", { id, value: besideZone() ?? "", maxLength: 60, autocomplete: "off", spellcheck: false, onchange: choose });

  input.setAttribute("list", `${id}-zones`);

  function choose() {
    const given = input.value.trim().replace(/ /g, "_");
    const found = names.find((one) => one.toLowerCase() === given.toLowerCase()) ?? names.find((one) => cityOf(one).replace(/ /g, "_").toLowerCase() === given.toLowerCase());
    wrong.textContent = given && !found ? t("calendar.no_zone") : "";
    if (given && !found) return;
    localStorage.setItem(CHOSEN, found ?? NONE);
    input.value = found ?? "";
    changed();
  }
  return el(
    "p",
    { class: "beside quiet small" },
    el("label", { for: id }, t("calendar.beside")),
    input,
    el("datalist", { id: `${id}-zones` }, names.map((one) => el("option", { value: one }))),
    wrong,
  );
}
