// Who is the user, in which zone and language, when are they told of their day, and what may happen without asking?

import { get, patch } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { note } from "../chat/notices.js";
import { become } from "../chat/session.js";
import * as theme from "../chat/theme.js";
import { LANGUAGES, choose, chosen, t } from "../chat/words.js";
import { Seen } from "../curation/conflict.js";
import { choice, clock, line, lines } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { picker } from "../curation/picker.js";
import { loaded } from "../pages/loaded.js";

const MOST_USED = ["todos_create", "todos_update", "todos_complete", "notes_add", "events_create", "events_update", "contacts_create", "places_create"];

export function view() {
  const parts = loaded(t("settings.you"), async () => {
    const me = await get("/me");
    become(me);
    const place = el("div", { class: "setting-parts" });
    const shown = { me };
    fill(place, you(shown), day(shown), doing(shown));
    return place;
  }, { level: "h3" });
  return el("div", { class: "narrow settings-view" }, parts.node, browser());
}

/** A form of some of the account's fields; each saves its own, so that one that is refused holds up no other. */
function part(shown, title, controls, { read = (values) => values, about = null } = {}) {
  const seen = new Seen("/me", shown.me, (now) => now.name || now.email);
  const values = () => read(Object.fromEntries(controls.map((one) => [one.path, one.value()])));
  let before = JSON.stringify(values());
  return el(
    "section",
    { class: "part" },
    el("h4", {}, title),
    about && el("p", { class: "quiet" }, about),
    form({
      content: el("div", {}, controls.map((one) => one.node), seen.place),
      controls: () => controls,
      label: t("save"),
      send: () => {
        const was = JSON.parse(before);
        const changes = Object.entries(values()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]));
        if (!changes.length) return Promise.resolve(shown.me);
        return patch("/me", Object.fromEntries(changes), { version: shown.me.version });
      },
      done: (now) => {
        shown.me = now;
        seen.row = now;
        before = JSON.stringify(values());
        become(now);
        note(t("settings.saved"));
      },
      failed: (error) => {
        if (error.status !== 412) return false;
        get("/me").then((now) => (shown.me = now));
        return seen.handle(error);
      },
    }),
  );
}

function you(shown) {
  const { me } = shown;
  const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
  const captured = me.captured_timezone && t("settings.zone_captured", { zone: me.captured_timezone, when: dayAndTime(me.captured_at) });
  return part(shown, me.email, [
    line("name", t("settings.name"), me.name),
    line("timezone", t("settings.zone"), me.timezone, { offers: zones, hint: captured || t("settings.zone_hint") }),
    line("locale", t("settings.locale"), me.locale, { offers: ["en-GB", "en-US", "pt-PT", "pt-BR", "es-ES", "fr-FR"], hint: t("settings.locale_hint"), max: 40 }),
    picker("home_place_id", t("settings.home"), me.home_place_id, { types: ["place"], single: true }),
    lines("identifiers", t("settings.identifiers"), me.identifiers, { hint: t("settings.identifiers_hint") }),
  ]);
}

function day(shown) {
  const { me } = shown;
  const read = ({ from, to, briefing_time: briefing }) => ({
    briefing_time: briefing,
    quiet_hours: from || to ? { from, to } : null,
  });
  const controls = [
    clock("briefing_time", t("settings.briefing"), me.briefing_time),
    clock("from", t("settings.quiet_from"), me.quiet_hours?.from),
    clock("to", t("settings.quiet_to"), me.quiet_hours?.to),
  ];
  return part(shown, t("settings.day"), controls, { read, about: t("settings.day_about") });
}

function doing(shown) {
  const { me } = shown;
  return part(
    shown,
    t("settings.doing"),
    [
      unasked(me.auto_confirm),
      line("default_calendar", t("settings.calendar"), me.default_calendar, { hint: t("settings.calendar_hint") }),
    ],
    { about: t("settings.doing_about") },
  );
}

/** What may be done without a yes: what one does most is ticked, other tools are written by their names. */
function unasked(given) {
  const boxes = MOST_USED.map((name) => {
    const box = el("input", { type: "checkbox", value: name, checked: given.includes(name) });
    return { box, node: el("label", { class: "choice" }, box, t(`settings.may.${name}`)) };
  });
  const others = lines("auto_confirm", t("settings.auto"), given.filter((name) => !MOST_USED.includes(name)), { hint: t("settings.auto_hint") });
  return {
    ...others,
    node: el("div", { class: "field" }, el("div", { role: "group", "aria-label": t("settings.doing") }, boxes.map(({ node }) => node)), others.node),
    value: () => [...boxes.filter(({ box }) => box.checked).map(({ box }) => box.value), ...others.value()],
  };
}

/** Kept in this browser alone. */
function browser() {
  const looks = choice("theme", t("appearance"), theme.chosen() ?? "", [
    ["", t("appearance_auto")],
    ["light", t("appearance_light")],
    ["dark", t("appearance_dark")],
  ]);
  const speech = choice("language", t("language"), chosen() ?? "", [["", t("language_auto")], ...Object.entries(LANGUAGES)]);
  looks.input.addEventListener("change", () => theme.choose(looks.value()));
  speech.input.addEventListener("change", () => {
    choose(speech.value());
    location.reload();
  });
  return el(
    "section",
    { class: "part" },
    el("h3", {}, t("settings.browser")),
    looks.node,
    speech.node,
    el("p", {}, el("a", { href: "#/notifications" }, t("settings.notifications"))),
  );
}
