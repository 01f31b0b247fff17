// How is an event written down, or changed? Times are wall times of its zone; of a series this occurrence, or all of it.

import { post, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { choice, line, text } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { picker } from "../curation/picker.js";
import { button } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { editing } from "../pages/editing.js";
import { changedOf, valuesOf, wallClock } from "../pages/fields.js";
import { isDay, plus, today, zone } from "./days.js";
import { found } from "./event.js";
import { change } from "./moving.js";
import { eventAddress } from "./reading.js";

const HOUR_MS = 3_600_000;
const REPEATS = ["", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"];

export const view = ({ id, query }) =>
  editing({
    fetch: id && (() => found(id, query.at)),
    written: (one) => written(one, isDay(query.day) ? query.day : today(), /^([01]\d|2[0-3]):[0-5]\d$/.test(query.at ?? "") && !id ? query.at : "09:00"),
    back: ["#/calendar", t("calendar.title")],
  });

/** The last day is shown; the API's end is the day after. */
function lastDay(label, given) {
  const control = wallClock("end_at", label, given && plus(given.slice(0, 10), -1), { dateOnly: true });
  return { ...control, value: () => control.value() && plus(control.value(), 1) };
}

/** When it begins and ends: dates of whole days, else wall times. */
function times(one, day, whole, at) {
  const start = one?.start_at ?? (whole ? day : `${day}T${at}`);
  const end = one ? one.end_at : whole ? plus(day, 1) : anHourAfter(start);
  return [
    wallClock("start_at", t("field.start_at"), start, { dateOnly: whole, hint: one && !whole && t("calendar.times_in", { zone: one.timezone }) }),
    whole ? lastDay(t("calendar.last_day"), end) : wallClock("end_at", t("field.end_at"), end),
  ];
}

const anHourAfter = (wall) => new Date(new Date(`${wall}Z`).getTime() + HOUR_MS).toISOString().slice(0, 16);

/** What else there is to say of it; of one that is there already some of it stays as it is. */
function others(one) {
  return [
    line("location_text", t("field.location_text"), one?.location_text, { max: 500 }),
    !one && choice("recurrence", t("field.recurrence"), "", REPEATS.map((each) => [each, t(`calendar.repeat_${each.toLowerCase() || "none"}`)])),
    !one?.recurrence_id && line("calendar", t("field.calendar"), one?.calendar, { max: 200 }),
    !one && picker("participants", t("field.participants"), [], { types: ["contact"] }),
    text("description", t("field.description"), one?.description, { max: 20_000 }),
  ].filter(Boolean);
}

/** What is sent of the controls. */
function asEvent(controls) {
  const told = valuesOf(controls);
  if (told.recurrence) told.recurrence = `RRULE:FREQ=${told.recurrence}`;
  if (told.participants) told.participants = told.participants.map((id) => ({ contact_id: id }));
  return told;
}

function written(one, day, at) {
  let whole = one?.all_day ?? false;
  const title = line("title", t("field.title"), one?.title, { max: 500, required: true });
  const rest = others(one);
  let controls = [title, ...times(one, day, whole, at), ...rest];
  const before = one && asEvent(controls);
  const seen = one && new Seen(`/events/${one.id}`, one, (each) => each.title);
  const fields = el("div", {}, controls.map((each) => each.node));
  const objection = el("div", {});
  const box = el("input", { type: "checkbox", checked: whole, onchange: swap });

  /** Whole days have dates, others times: what else was typed stays. */
  function swap() {
    whole = box.checked;
    controls = [title, ...times(one, day, whole, at), ...rest];
    fill(fields, controls.map((each) => each.node));
  }

  function send(override = null) {
    const told = asEvent(controls);
    if (!one) return post(withQuery("/events", { override_rule: override }), { ...withoutNone(told), all_day: whole, timezone: zone() });
    const changes = changedOf(before, told);
    return Object.keys(changes).length ? change({ ...one, version: seen.version }, changes, override) : Promise.resolve(one);
  }

  function done(now) {
    tell(t("calendar.saved", { title: now.title }), eventAddress(one?.recurrence_id ? one : now));
    location.hash = `#/calendar/month/${(now.start_at ?? today()).slice(0, 10)}`;
  }

  return form({
    content: el(
      "div",
      {},
      el("h3", { tabIndex: -1, dataset: { arrive: "" } }, one ? one.title : t("calendar.add")),
      !one && el("label", { class: "choice" }, box, t("calendar.all_day")),
      fields,
      seen?.place,
      objection,
    ),
    controls: () => controls,
    label: t("save"),
    send: () => send(),
    done,
    failed: (error) => {
      if (error.code !== "rule_held") return Boolean(seen?.handle(error));
      const anyway = button(t("calendar.anyway"), () => send(error.body.rule.id).then(done, (next) => fill(objection, trouble(next))));
      fill(objection, el("p", { class: "held", role: "alert" }, error.body.rule.text), anyway);
      anyway.focus();
      return true;
    },
    cancel: () => (location.hash = one ? eventAddress(one) : "#/calendar"),
  });
}

const withoutNone = (told) => Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null && (!Array.isArray(value) || value.length)));
