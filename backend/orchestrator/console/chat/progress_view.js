// What is a turn doing right now? Its steps and tools as they happen, then the answer as it comes, and a way to stop it.

import { el, fill } from "./dom.js";
import { span } from "./format.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { announce } from "./notices.js";
import { known, t } from "./words.js";

const SIGNS = { running: "tool", done: "check", waiting: "clock", refused: "blocked", failed: "alert" };

/** The node of a live turn; it redraws itself on every `change`. */
export function progress(turn) {
  const steps = el("ol", { class: "steps", "aria-label": t("steps") });
  const text = el("div", { class: "prose" });
  const state = el("p", { class: "state" });
  const stop = el(
    "button",
    { class: "plain small", type: "button", onclick: () => turn.stop() },
    icon("stop"),
    t("stop"),
  );
  const node = el(
    "article",
    { class: "message steward live", "aria-busy": "true" },
    el("h2", { class: "sr-only" }, t("steward")),
    steps,
    text,
    el("footer", { class: "doing" }, el("span", { class: "pulse", "aria-hidden": "true" }), state, stop),
  );
  let heard = "";
  let drawn = false;

  function draw() {
    fill(steps, turn.steps.filter((step) => step.kind !== "step").map(stepLine), turn.warnings.map(warningLine));
    fill(text, turn.text ? markdown(turn.text) : null);
    const saying = stateText(turn);
    state.textContent = saying;
    stop.hidden = turn.state === "stopping";
    // What changes with every word is not read aloud; what is going on is, once.
    const spoken = turn.steps.findLast((step) => step.kind === "tool" && step.state === "running");
    const heardNow = spoken && turn.state === "working" ? toolName(spoken.name) : saying;
    if (heardNow !== heard) announce((heard = heardNow));
    drawn = false;
  }

  turn.addEventListener("change", () => {
    // Tokens come in bursts: once a frame is as often as anybody sees.
    if (!drawn) requestAnimationFrame(draw);
    drawn = true;
  });
  draw();
  return node;
}

function stateText(turn) {
  if (turn.state === "waiting_rate") return t("waiting_rate", { seconds: span(turn.retryS) });
  return t(turn.state);
}

export const toolName = (name) => known(`tool.${name}`, name.replace(/_/g, " "));

function stepLine(step) {
  if (step.kind === "escalated") return el("li", { class: "step" }, icon("search"), t("step_escalated"));
  return el("li", { class: `step ${step.state}` }, icon(SIGNS[step.state] ?? "check"), toolName(step.name));
}

function warningLine(message) {
  return el("li", { class: "step warning" }, icon("alert"), message);
}
