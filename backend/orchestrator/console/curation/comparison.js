// Who does how well, where does it rub, and what is corrected again and again? Numbers of agents, sessions and clusters.

import { el } from "../chat/dom.js";
import { duration, number } from "../chat/format.js";
import { counted, t } from "../chat/words.js";
import { shareBar } from "./drawing.js";
import { day, decimal, mark, moment, part, percent } from "./parts.js";
import { table } from "./table.js";

const withBar = (share, text) => el("span", { class: "with-bar" }, shareBar(share), el("span", {}, text));

export function agentsPart({ agents }) {
  const head = [
    t("m.agent"),
    t("model"),
    t("m.all_interactions"),
    t("m.correction_rate"),
    t("m.friction"),
    t("m.latency"),
    t("m.vibe_matches"),
  ];
  const rows = agents.map((one) => [
    one.agent,
    one.model,
    number(one.interactions),
    withBar(one.correction_rate, percent(one.correction_rate)),
    withBar(one.friction_score, decimal(one.friction_score)),
    one.latency_ms_p50 === null ? "–" : duration(one.latency_ms_p50),
    number(one.vibe_matches),
  ]);
  return agents.length > 0 && part(t("m.agents_compared"), table(t("m.agents_compared"), head, rows));
}

const session = (id) => `#/memory/session/${encodeURIComponent(id)}`;

export function frictionPart({ parts, sessions, events }) {
  const made = Object.entries(parts).map(([name, value]) => [
    t(`m.friction_part.${name}`),
    withBar(value, decimal(value)),
  ]);
  const rows = sessions.map((one) => [
    el("a", { href: session(one.session_id) }, moment(one.last_at)),
    number(one.interactions),
    number(one.corrected),
    withBar(one.friction_score, decimal(one.friction_score)),
  ]);
  return [
    part(t("m.friction_parts"), table(t("m.friction_parts"), [t("m.part_of"), t("m.friction")], made)),
    sessions.length > 0 &&
      part(
        t("m.sessions"),
        table(
          t("m.sessions"),
          [t("m.session"), t("m.all_interactions"), t("m.corrected"), t("m.friction")],
          rows,
        ),
      ),
    part(
      t("m.events"),
      events.length ? el("ul", { class: "events" }, events.map(event)) : el("p", { class: "quiet" }, t("m.no_events")),
    ),
  ];
}

const event = (one) =>
  el(
    "li",
    {},
    el("p", {}, one.correction ? `“${one.correction}”` : t("m.no_words")),
    el(
      "p",
      { class: "meta" },
      el("span", {}, moment(one.at)),
      el("span", {}, `${one.agent}, ${one.model}`),
      el("span", {}, `${t("m.friction")} ${decimal(one.friction_score)}`),
      el("a", { href: session(one.session_id) }, t("m.session")),
    ),
  );

/** Clusters of corrections, the largest first: a map of what the user says again and again. */
export function vibePart({ clusters, alone, looked_at: looked }) {
  const rest = el("p", { class: "quiet small" }, t("m.vibe_rest", { alone: number(alone), looked: number(looked) }));
  const shown = clusters.map((one) =>
    el(
      "li",
      { class: "cluster" },
      el("p", { class: "said" }, one.label),
      withBar(one.share, counted("m.times", one.interactions)),
      el(
        "p",
        { class: "meta" },
        one.terms.map((term) => mark(term)),
        el("span", {}, one.agents.join(", ")),
        el("span", {}, `${t("m.friction")} ${decimal(one.friction_score)}`),
        el("span", {}, t("m.from_to", { from: day(one.first_at), to: day(one.last_at) })),
      ),
    ),
  );
  return part(
    t("m.vibe_map"),
    el("p", { class: "quiet" }, t("m.vibe_about")),
    clusters.length ? el("ul", { class: "clusters" }, shown) : el("p", { class: "quiet" }, t("m.no_clusters")),
    rest,
  );
}
