// Which steps does a mission take? Each with its agent, its tools, what it waits for, how it is checked, and its state.

import { el } from "../chat/dom.js";
import { listed, number } from "../chat/format.js";
import { known, t } from "../chat/words.js";
import { mark } from "../curation/parts.js";
import { stepMark } from "./naming.js";

export function plan({ plan: told }) {
  if (!told.steps.length) return el("section", { class: "part" }, el("h4", {}, t("missions.plan")), el("p", { class: "quiet" }, t("missions.no_plan")));
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("missions.plan")),
    el("ol", { class: "mission-steps" }, told.steps.map((step) => row(step, told.steps))),
    told.hash && el("p", { class: "quiet small" }, t("missions.hash"), " ", el("code", {}, told.hash.slice(0, 12))),
  );
}

function row(step, all) {
  const needed = step.needs.map((id) => number(all.findIndex((one) => one.id === id) + 1));
  return el(
    "li",
    { class: `mission-step ${step.state}`, dataset: { step: step.id } },
    el("p", { class: "said" }, el("strong", {}, step.goal)),
    el(
      "p",
      { class: "meta" },
      stepMark(step.state),
      el("span", {}, step.agent),
      needed.length > 0 && el("span", {}, t("missions.after", { steps: listed(needed) })),
      step.attempts > 1 && el("span", {}, t("missions.attempts", { count: step.attempts })),
      step.risk !== "read" && mark(known(`missions.risk.${step.risk}`, step.risk), "held"),
    ),
    step.error && el("p", { class: "wrong small" }, step.error),
    details(step),
  );
}

function details(step) {
  const check = Object.entries(step.check).filter(([, value]) => value !== "" && value !== null);
  const calls = step.calls.map((call) => `${call.tool} ${JSON.stringify(call.arguments)}`);
  if (!check.length && !calls.length && !step.tools.length) return null;
  return el(
    "details",
    { dataset: { part: `step-${step.id}` } },
    el("summary", {}, t("missions.exactly")),
    el(
      "dl",
      { class: "fields" },
      check.length > 0 && [el("dt", {}, t("missions.check")), el("dd", {}, check.map(([name, value]) => `${name}: ${value}`).join(", "))],
      step.tools.length > 0 && [el("dt", {}, t("missions.may_use")), el("dd", {}, step.tools.join(", "))],
      calls.length > 0 && [el("dt", {}, t("missions.calls")), el("dd", {}, calls.map((one) => el("p", {}, el("code", {}, one))))],
    ),
  );
}
