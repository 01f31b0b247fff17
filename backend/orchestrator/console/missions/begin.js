// What is to be reached, and what may be used for it? The goal in words; bounds and names are folded, and may be left out.

import { get, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { homeZone } from "../chat/formatters.js";
import { t } from "../chat/words.js";
import { choice, line, lines, text } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { instantOf } from "../chat/wall.js";
import { missionAddress } from "./naming.js";

const WAYS = ["per_request", "pre_approved", "mesh"];
const LONGEST_GOAL = 4000;

export function view({ query }) {
  const goal = text("goal", t("missions.goal"), query.goal ?? "", { rows: 4, max: LONGEST_GOAL, hint: t("missions.goal_hint") });
  const deliverable = line("deliverable", t("missions.deliverable"), "", { max: 500, hint: t("missions.deliverable_hint") });
  const checks = lines("checks", t("missions.checks"), [], { hint: t("missions.checks_hint") });
  const deadline = moment();
  const bounds = ["tokens", "money", "minutes", "calls"].map((name) => amount(name));
  const currency = line("budget.currency", t("missions.currency"), "", { max: 3, hint: t("missions.currency_hint") });
  const way = choice("delegation", t("missions.delegation"), "per_request", WAYS.map((one) => [one, t(`missions.way.${one}`)]));
  const agents = lines("agents", t("missions.agents"), [], { hint: t("missions.agents_hint") });
  const tools = lines("tools", t("missions.tools"), [], { hint: t("missions.tools_hint") });
  const controls = [goal, deliverable, checks, deadline, ...bounds, currency, way, agents, tools];
  offerAgents(agents);
  return el(
    "div",
    { class: "narrow" },
    form({
      content: el(
        "div",
        {},
        el("h3", { tabIndex: -1, dataset: { arrive: "" } }, t("missions.begin")),
        el("p", { class: "quiet" }, t("missions.begin_about")),
        goal.node,
        deliverable.node,
        el("details", { class: "more-fields" }, el("summary", {}, t("missions.bounds")), el("div", { class: "two-columns" }, [...bounds, currency, deadline].map((one) => one.node))),
        el("details", { class: "more-fields" }, el("summary", {}, t("missions.who")), [checks, way, agents, tools].map((one) => one.node)),
      ),
      controls: () => controls,
      label: t("missions.plan_it"),
      send: () => post("/missions", body()),
      done: (made) => (location.hash = missionAddress(made.id)),
      cancel: () => (location.hash = "#/missions"),
    }),
  );

  function body() {
    const budget = Object.fromEntries(bounds.filter((one) => one.value() !== null).map((one) => [one.path.split(".")[1], one.value()]));
    if (currency.value()) budget.currency = currency.value().toUpperCase();
    return {
      goal: goal.value(),
      deliverable: deliverable.value() ?? "",
      checks: checks.value(),
      deadline: deadline.value(),
      budget,
      delegation: way.value(),
      agents: agents.value(),
      tools: tools.value(),
    };
  }
}

function amount(name) {
  const control = line(`budget.${name}`, t(`missions.most_${name}`), "");
  Object.assign(control.input, { type: "number", min: 0, step: name === "money" ? "any" : 1, inputMode: "decimal" });
  return { ...control, value: () => (control.input.value === "" ? null : Number(control.input.value)) };
}

/** An instant: what is typed is wall time of the account's zone. */
function moment() {
  const control = line("deadline", t("missions.deadline"), "");
  control.input.type = "datetime-local";
  return { ...control, value: () => (control.input.value ? new Date(instantOf(homeZone(), control.input.value)).toISOString() : null) };
}

/** Their names stand below the box, so that nobody has to know them. */
async function offerAgents(control) {
  try {
    const { items } = await get("/agents");
    control.node.append(el("p", { class: "quiet small" }, t("missions.agents_are", { names: items.map((one) => one.name).join(", ") })));
  } catch {
    // Only an aid: names may be typed without it.
  }
}
