// Which stays may have been events? Each with why, field by field; accepted as it is or changed, or dismissed for a reason.

import { get, post, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { dayAndTime, wallRange } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { known, t } from "../chat/words.js";
import { choice, Filters } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { button, empty, mark } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";
import { accept } from "./accepting.js";

const PAGE = 20;
const STATES = ["pending", "accepted", "dismissed", "expired"];
const REASONS = ["not_an_event", "other_place", "never_here", "later"];

export function view({ query }) {
  const options = STATES.map((one) => [one, t(`proposals.state.${one}`)]);
  const filters = new Filters("/proposals", [choice(query, "state", t("proposals.show"), options)], () => list.reload());
  const list = new PagedList({
    label: t("proposals.events"),
    load: (cursor) => get(withQuery("/proposed-events", { limit: PAGE, cursor, state: filters.value("state") })),
    row: (one) => row(one, list),
    empty: () =>
      filters.any ? empty(t("proposals.none_such"), null) : empty(t("proposals.no_events"), t("proposals.no_events_text")),
  });
  list.reload();
  return el("div", {}, el("p", { class: "quiet about" }, t("proposals.events_about")), filters.node, list.node);
}

function row(one, list) {
  const open = one.state === "pending";
  return el(
    "li",
    { class: "row proposed", dataset: { proposed: one.id } },
    el("h3", { class: "said" }, one.title),
    el(
      "p",
      { class: "meta" },
      el("span", {}, icon("clock"), wallRange(one.start_at, one.end_at)),
      el("span", {}, one.timezone),
      mark(t(`proposals.confidence.${one.confidence}`), one.confidence),
      open ? el("span", {}, t("proposals.until", { when: dayAndTime(one.expires_at) })) : mark(t(`proposals.state.${one.state}`)),
    ),
    one.reason && el("p", {}, one.reason),
    one.suggested_summary && el("p", { class: "quiet said" }, one.suggested_summary),
    one.suggested_contacts.length > 0 &&
      el(
        "p",
        {},
        `${t("proposals.with")} `,
        one.suggested_contacts.map((who, at) => [at > 0 && ", ", linked("contact", who.contact_id, who.name), el("span", { class: "quiet small" }, ` ${who.why}`)]),
      ),
    evidence(one),
    open ? acts(one, list) : one.event_id && el("p", {}, linked("event", one.event_id, t("proposals.see_event"))),
  );
}

function evidence({ evidence: told, place_candidates: places }) {
  if (!told.length && !places.length) return null;
  return el(
    "details",
    {},
    el("summary", {}, t("proposals.why")),
    el(
      "dl",
      { class: "fields" },
      told.map((one) => [el("dt", {}, known(`field.${one.field}`, one.field.replace(/_/g, " "))), el("dd", {}, one.text)]),
      places.length > 0 && [
        el("dt", {}, t("proposals.other_places")),
        el("dd", {}, places.map((one, at) => [at > 0 && ", ", linked("place", one.place_id, one.name)])),
      ],
    ),
  );
}

function acts(one, list) {
  const reasons = REASONS.map((reason) =>
    button(t(`proposals.reason.${reason}`), () => dismiss(reason), { kind: "small", "aria-label": `${one.title}: ${t(`proposals.reason.${reason}`)}` }),
  );
  return [
    el(
      "div",
      { class: "buttons" },
      button(t("proposals.accept"), () => take({}), { kind: "primary", sign: "check", "aria-label": t("proposals.accept_one", { title: one.title }) }),
      button(t("proposals.change"), () => accept(one, take), { sign: "pencil", "aria-label": t("proposals.change_one", { title: one.title }) }),
    ),
    el("details", {}, el("summary", {}, t("proposals.dismiss")), el("div", { class: "buttons" }, reasons)),
  ];

  /** Answers whether it went; throws where `told` is true, so that a form can tell. */
  async function take(edits, { override = null, throws = false } = {}) {
    try {
      const event = await post(withQuery(`/proposed-events/${one.id}/accept`, { override_rule: override }), { edits });
      gone("accepted", event);
      return event;
    } catch (error) {
      if (throws) throw error;
      note(inWords(error), { wrong: true });
      return null;
    }
  }

  async function dismiss(reason) {
    try {
      await post(`/proposed-events/${one.id}/dismiss`, { reason });
      gone("dismissed");
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
  }

  /** In its place stands what was done with it, and the way back. */
  function gone(what, event = null) {
    const node = list.list.querySelector(`[data-proposed="${one.id}"]`);
    const undo = button(t("proposals.undo"), back, { sign: "undo", kind: "small", "aria-label": t("proposals.undo_one", { title: one.title }) });
    const line = el(
      "li",
      { class: "row told", dataset: { proposed: one.id } },
      el("p", { role: "status" }, icon("check"), ` ${t(`proposals.was.${what}`, { title: one.title })} `, event && linked("event", event.id, t("proposals.see_event"))),
      el("div", { class: "buttons" }, undo),
    );
    node?.replaceWith(line);
    undo.focus();

    async function back() {
      undo.disabled = true;
      try {
        await post(`/proposed-events/${one.id}/undo`);
        note(t("proposals.undone"));
        list.reload();
      } catch (error) {
        note(inWords(error), { wrong: true });
        undo.disabled = false;
      }
    }
  }
}
