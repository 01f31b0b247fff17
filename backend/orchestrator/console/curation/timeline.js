// How do facts hang together? By subject, each with those that it shares facts with, and over time: what held from when to
// when, by what was believed then.

import { get, withQuery } from "../chat/api.js";
import { serverNow } from "../chat/clock.js";
import { el, fill } from "../chat/dom.js";
import { homeZone } from "../chat/formatters.js";
import { icon } from "../chat/icons.js";
import { counted, t } from "../chat/words.js";
import { instantOf } from "../chat/wall.js";
import { circle } from "../people/circle.js";
import { validity } from "./fact_row.js";
import { date, Filters, word } from "./filters.js";
import { address, dateWords, day, empty, factAddress, linkButton } from "./parts.js";
import { spanOf, subjectsOf, together } from "./subjects.js";
import { trouble } from "./troubles.js";

const MOST = 500; // facts that are read
const LANES = 20; // subjects below each other; more are found by their name
const A_LANE = 12; // facts of one; the list has the rest
const AROUND = 8; // subjects that stand around one

export function view({ query }) {
  const filters = new Filters(
    "timeline",
    [word(query, "subject", t("m.subject")), date(query, "as_of", t("m.as_of")), date(query, "known_at", t("m.known_at"))],
    load,
  );
  const place = el("div", { class: "timeline" });
  let attempt = 0;

  async function load() {
    const turn = ++attempt;
    place.setAttribute("aria-busy", "true");
    if (!place.firstChild) fill(place, el("p", { class: "quiet progress" }, t("loading")));
    try {
      const { subject, as_of: asOf, known_at: knownAt } = filters.values();
      const asked = { limit: MOST, past: true, subject, as_of: endOf(asOf), known_at: endOf(knownAt) };
      const { items, next_cursor: more } = await get(withQuery("/facts", asked));
      if (turn !== attempt) return;
      filters.offer("subject", items.flatMap((one) => one.subjects));
      fill(place, items.length ? drawn(items, { subject, at: moment(asOf), knownAt, more }) : nothing(filters.any));
    } catch (error) {
      if (turn === attempt) fill(place, trouble(error, load));
    }
    if (turn === attempt) place.removeAttribute("aria-busy");
  }
  load();
  return el(
    "div",
    {},
    el("h3", { class: "sr-only" }, t("m.tab.timeline")),
    el("p", { class: "quiet about" }, t("m.timeline_about")),
    filters.node,
    place,
  );
}

/** A day is told as of its end; the server reads it in the user's zone. */
const endOf = (date) => (date ? `${date}T23:59:59` : null);
const moment = (date) => (date ? instantOf(homeZone(), `${date}T23:59`) : serverNow());

const nothing = (filtered) =>
  filtered
    ? empty(t("m.no_match"), t("m.no_match_text"))
    : empty(t("m.no_facts"), t("m.no_facts_text"), linkButton(t("m.write_fact"), "#/memory/write", { sign: "plus" }));

function drawn(facts, { subject, at, knownAt, more }) {
  const lanes = subjectsOf(facts, subject);
  const span = spanOf(facts, at);
  const around = subject ? together(facts, lanes[0]?.name).slice(0, AROUND) : [];
  return [
    knownAt && el("p", { class: "then", role: "status" }, icon("clock"), el("span", {}, t("m.then_known", { day: dateWords(knownAt) }))),
    around.length > 0 && circle(lanes[0].name, around.map(({ name, count }) => ({ name, label: counted("m.facts_shared", count) }))),
    axis(span),
    lanes.slice(0, LANES).map((lane) => laneOf(lane, facts, span)),
    (more || lanes.length > LANES) && el("p", { class: "quiet" }, t("m.timeline_more")),
  ];
}

/** Where the bars begin and end, in words; at both ends, so that it holds from right to left too. */
const axis = ({ from, to, at }) => {
  const node = el("p", { class: "lane-axis quiet small", "aria-hidden": "true" }, el("span", {}, day(from)), el("span", { class: "lane-at" }, day(at)), el("span", {}, day(to)));
  node.style.setProperty("--at", share(at, { from, to }));
  return node;
};

function laneOf({ name, facts: own }, facts, span) {
  const others = name === null ? [] : together(facts, name).slice(0, AROUND);
  return el(
    "section",
    { class: "lane" },
    el("h4", {}, name === null ? t("m.no_subject") : el("a", { href: address("timeline", { subject: name }) }, name)),
    others.length > 0 &&
      el(
        "p",
        { class: "meta" },
        el("span", {}, t("m.together_with")),
        others.map((one) => el("a", { href: address("timeline", { subject: one.name }) }, `${one.name} (${one.count})`)),
      ),
    el("ul", { class: "lane-facts" }, own.slice(0, A_LANE).map((fact) => bar(fact, span))),
    own.length > A_LANE && el("p", { class: "small" }, el("a", { href: address("facts", { subject: name }) }, counted("m.more_facts", own.length - A_LANE))),
  );
}

function bar(fact, span) {
  const over = fact.valid_to && new Date(fact.valid_to).getTime() <= span.at;
  const line = el("span", { class: `lane-bar ${fact.trust}${over ? " over" : ""}${fact.valid_from ? "" : " open"}` });
  line.style.setProperty("--from", share(new Date(fact.valid_from ?? fact.recorded_at).getTime(), span));
  line.style.setProperty("--to", share(fact.valid_to ? new Date(fact.valid_to).getTime() : span.to, span));
  const track = el("span", { class: "lane-track", "aria-hidden": "true" }, line);
  track.style.setProperty("--at", share(span.at, span));
  return el(
    "li",
    {},
    el("a", { class: "said", href: factAddress(fact.id) }, icon(fact.kind === "hard_rule" ? "rule" : "fact"), el("span", {}, fact.text)),
    track,
    el("span", { class: "quiet small" }, validity(fact) || t("m.since_told", { day: day(fact.recorded_at) })),
  );
}

/** How far along the axis, 0 to 1. */
const share = (time, { from, to }) => Math.min(1, Math.max(0, (time - from) / (to - from)));
