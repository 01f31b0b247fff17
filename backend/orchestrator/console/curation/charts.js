// How well do agents do? Corrections and friction over time, agents compared, and what is corrected again and again.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { number } from "../chat/format.js";
import { counted, t } from "../chat/words.js";
import { asTable } from "./table.js";
import { niceMax, timeChart, withGaps } from "./drawing.js";
import { agentsPart, frictionPart, vibePart } from "./comparison.js";
import { date, Filters, word } from "./filters.js";
import { decimal, empty, part, percent } from "./parts.js";
import { trouble } from "./troubles.js";

const PARTS = [
  ["/analytics/trends", drawTrends],
  ["/analytics/agents", agentsPart],
  ["/analytics/friction", frictionPart],
  ["/analytics/vibe-map", vibePart],
];

export function view({ query }) {
  const filters = new Filters(
    "charts",
    [
      date(query, "since", t("m.from_day")),
      date(query, "until", t("m.to_day")),
      word(query, "agent", t("m.agent")),
      word(query, "model", t("model")),
    ],
    load,
  );
  const place = el("div", { class: "charts" });
  let attempt = 0;

  async function load() {
    const turn = ++attempt;
    place.setAttribute("aria-busy", "true");
    if (!place.firstChild) fill(place, el("p", { class: "quiet progress" }, t("loading")));
    const { since, until, agent, model } = filters.values();
    const wanted = { since, until: until && `${until}T23:59:59`, agent, model };
    const found = await Promise.allSettled(PARTS.map(([path]) => get(withQuery(path, wanted))));
    if (turn !== attempt) return;
    place.removeAttribute("aria-busy");
    const agents = found[1].value?.agents ?? [];
    filters.offer(
      "agent",
      agents.map((one) => one.agent),
    );
    filters.offer(
      "model",
      agents.map((one) => one.model),
    );
    if (found.every((one) => one.status === "rejected")) fill(place, trouble(found[0].reason, load));
    else if (isEmpty(found))
      fill(
        place,
        filters.any ? empty(t("m.no_match"), t("m.no_match_text")) : empty(t("m.no_numbers"), t("m.no_numbers_text")),
      );
    else
      fill(
        place,
        found.map((one, at) => (one.status === "fulfilled" ? PARTS[at][1](one.value) : trouble(one.reason, load))),
      );
  }
  load();
  return el(
    "div",
    {},
    el("h3", { class: "sr-only" }, t("m.tab.charts")),
    el("p", { class: "quiet about" }, t("m.charts_about")),
    filters.node,
    place,
  );
}

const isEmpty = ([trends, agents]) => trends.value?.items.length === 0 && agents.value?.agents.length === 0;

function drawTrends({ bucket, items }) {
  const points = withGaps(items, bucket);
  const most = niceMax(Math.max(...items.map((one) => one.interactions)), 4);
  const steepest = niceMax(Math.max(...items.map((one) => one.friction_score ?? 0)), 0.5);
  const when = (date) => (bucket === "week" ? t("m.week_of", { date }) : date);
  const rows = items.map((one) => [
    when(one.date),
    number(one.interactions),
    number(one.corrected),
    one.correction_rate === null ? "–" : percent(one.correction_rate),
    one.friction_score === null ? "–" : decimal(one.friction_score),
  ]);
  const corrected = items.reduce((sum, one) => sum + one.corrected, 0);
  const whole = items.reduce((sum, one) => sum + one.interactions, 0);
  const summary = t("m.trend_summary", { corrected: number(corrected), whole: counted("m.interactions", whole) });
  return [
    part(
      t("m.corrections"),
      el("p", { class: "quiet" }, summary),
      timeChart({
        kind: "columns",
        label: `${t("m.corrections")}. ${summary}`,
        points: points.map((one) => ({ ...one, whole: one.interactions, part: one.corrected })),
        max: most,
        format: (value) => number(Math.round(value)),
        tell: (one) =>
          `${when(one.date)}: ${t("m.of_whole", { part: number(one.corrected), whole: counted("m.interactions", one.interactions) })}`,
      }),
      el(
        "p",
        { class: "legend" },
        el("span", { class: "swatch whole" }),
        t("m.all_interactions"),
        el("span", { class: "swatch part" }),
        t("m.corrected"),
      ),
    ),
    part(
      t("m.friction"),
      el("p", { class: "quiet" }, t("m.friction_about")),
      timeChart({
        kind: "line",
        label: t("m.friction"),
        points: points.map((one) => ({ ...one, value: one.friction_score ?? null })),
        max: steepest,
        format: (value) => decimal(value),
        tell: (one) => `${when(one.date)}: ${decimal(one.value)}`,
      }),
      asTable(
        t("m.over_time"),
        [t("m.day"), t("m.all_interactions"), t("m.corrected"), t("m.correction_rate"), t("m.friction")],
        rows,
      ),
    ),
  ];
}
