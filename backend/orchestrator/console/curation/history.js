// What was believed when, and what held when? A fact's line by both clocks: a list, and the same drawn as bars.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { day, factAddress, moment, part } from "./parts.js";
import { validity } from "./fact_row.js";
import { trouble } from "./troubles.js";

export function historyPart(fact) {
  const place = el("div", {}, el("p", { class: "quiet" }, t("loading")));
  load();
  async function load() {
    try {
      const { items } = await get(`/facts/${fact.id}/history`);
      fill(place, items.length > 1 ? drawn(items, fact.id) : el("p", { class: "quiet" }, t("m.no_history")));
    } catch (error) {
      fill(place, trouble(error, load));
    }
  }
  return part(t("m.history"), place);
}

function drawn(items, here) {
  return [
    el("p", { class: "quiet small" }, t("m.history_about")),
    el(
      "ol",
      { class: "line-of" },
      items.map((one) => step(one, items, one.id === here)),
    ),
  ];
}

function step(one, items, here) {
  const ended = items.find((other) => other.replaces.includes(one.id));
  const why = t(`m.step.${became(one, items, ended)}`);
  const text = here ? el("strong", {}, one.text) : el("a", { href: factAddress(one.id) }, one.text);
  return el(
    "li",
    { class: `step ${one.superseded_at ? "wrong" : isOver(one) ? "over" : ""}`, "aria-current": here ? "true" : null },
    el("p", { class: "step-text" }, text),
    el(
      "dl",
      { class: "clocks" },
      el("dt", {}, t("m.held")),
      el("dd", {}, validity(one) || t("m.always")),
      el("dt", {}, t("m.was_believed")),
      el(
        "dd",
        {},
        one.superseded_at
          ? t("m.from_to", { from: moment(one.recorded_at), to: moment(one.superseded_at) })
          : t("m.since", { day: moment(one.recorded_at) }),
      ),
    ),
    el(
      "p",
      { class: "quiet small" },
      why,
      ended && one.valid_to && !one.superseded_at ? ` (${day(one.valid_to)})` : "",
    ),
  );
}

/** What became of it: merged, corrected, changed, ended, or it holds. */
function became(one, items, ended) {
  if (one.superseded_at) {
    const by = items.find((other) => other.id === one.superseded_by);
    return by?.asks === "merge" ? "merged" : "superseded";
  }
  if (!one.valid_to) return "open";
  return ended ? "changed" : "retired";
}

const isOver = (one) => one.valid_to && new Date(one.valid_to) <= new Date();
