// What is this event? When, where, with whom, from which calendar; of a series this very occurrence.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { fieldList, shownFields } from "../chat/fields.js";
import { wallRange, wallTime } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { PreviewCard } from "../chat/preview_card.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { erase } from "../curation/erasing.js";
import { button, linkButton, mark } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";
import { plus, wallOf, zone } from "./days.js";
import { move } from "./moving.js";
import { elsewhere } from "./reading.js";
import { repeating } from "./repeating.js";

const SEARCHED_DAYS = 370; // a moved occurrence lies within a year of where its series has it
const TOLD = ["location_text", "description", "calendar", "recurrence", "tags", "source"];

/** The event; of a series the occurrence that the series has at `at`. Throws what a request throws. */
export async function found(id, at) {
  const event = await get(`/events/${encodeURIComponent(id)}`);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(at ?? "")?.[0];
  if (!day) return event;
  for (const reach of [2, SEARCHED_DAYS]) {
    let cursor = null;
    do {
      const page = await get(withQuery("/events", { since: plus(day, -reach), until: plus(day, reach), limit: 500, cursor }));
      const one = page.items.find((each) => each.id === id && each.recurrence_id === at);
      if (one) return one;
      cursor = page.next_cursor;
    } while (cursor);
  }
  return event;
}

export function view({ id, query }) {
  const place = el("div", { class: "narrow" }, el("p", { class: "quiet progress" }, t("loading")));
  const last = el("div", { class: "last-move" });
  load();
  async function load() {
    try {
      fill(place, last, shown(await found(id, query.at), moved));
      place.querySelector("h3").focus();
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }

  /** It stands where it was moved to, and what was done can be taken back above it. */
  async function moved(preview) {
    fill(last, new PreviewCard(preview, { changed: load }).node);
    await load();
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/calendar" }, icon("left"), t("calendar.title"))), place);
}

/** What dragging does, for those who can't, or don't: each is proposed first. */
function moving(one, again) {
  const steps = [["earlier_day", { days: -1 }], ["later_day", { days: 1 }], ...(one.all_day ? [] : [["earlier_half", { minutes: -30 }], ["later_half", { minutes: 30 }]])];
  return el(
    "div",
    { class: "buttons", role: "group", "aria-label": t("calendar.move_title") },
    steps.map(([name, by]) => button(t(`calendar.move_${name}`), () => move(one, by, again), { kind: "small" })),
  );
}

function shown(one, again) {
  const edit = `#/calendar/event/${encodeURIComponent(one.id)}/edit${one.recurrence_id ? `?at=${encodeURIComponent(one.recurrence_id)}` : ""}`;
  const last = one.all_day && one.end_at ? plus(one.end_at.slice(0, 10), -1) : one.end_at;
  const times = last && last !== one.start_at ? wallRange(one.start_at, last) : wallTime(one.start_at);
  return [
    el("h3", { tabIndex: -1, class: "said" }, one.title),
    el(
      "p",
      { class: "meta" },
      el("span", {}, icon("clock"), times),
      one.all_day ? el("span", {}, t("calendar.all_day")) : el("span", {}, one.timezone),
      one.status !== "confirmed" && mark(t(`calendar.status.${one.status}`), one.status === "cancelled" ? "over" : ""),
      one.recurrence_id && mark(t("calendar.series")),
    ),
    elsewhere(one) && el("p", { class: "quiet" }, t("calendar.here", { time: wallTime(wallOf(one.start_utc)), zone: zone() })),
    one.participants.length > 0 &&
      el(
        "p",
        {},
        `${t("field.participants")}: `,
        one.participants.map((who, at) => [at > 0 && ", ", who.contact_id ? linked("contact", who.contact_id, who.name ?? who.email) : (who.name ?? who.email)]),
      ),
    one.place_id && el("p", {}, placeLink(one.place_id)),
    fieldList(shownFields(Object.fromEntries(TOLD.map((name) => [name, name === "recurrence" && one.recurrence ? repeating(one.recurrence) : one[name]])))),
    one.status !== "cancelled" && moving(one, again),
    one.elsewhere?.error && el("p", { class: "held", role: "status" }, one.elsewhere.error),
    el(
      "div",
      { class: "buttons" },
      linkButton(t(one.recurrence_id ? "calendar.edit_one" : "calendar.edit"), edit, { sign: "pencil" }),
      one.recurrence_id && linkButton(t("calendar.edit_series"), `#/calendar/event/${encodeURIComponent(one.id)}/edit`, { sign: "pencil" }),
      button(t(one.recurrence ?? one.recurrence_id ? "calendar.erase_series" : "erase"), () => gone(one), { sign: "bin" }),
    ),
  ];
}

/** By its name, once that is known. */
function placeLink(id) {
  const link = linked("place", id, t("calendar.its_place"));
  get(`/places/${encodeURIComponent(id)}`).then(({ name }) => (link.textContent = name), () => null); // it may be gone
  return link;
}

async function gone(one) {
  const went = await erase(t("calendar.erase", { title: one.title }), [one], (each) => `/events/${each.id}`);
  if (!went.length) return;
  tell(t("calendar.erased", { title: one.title }));
  location.hash = "#/calendar";
}
