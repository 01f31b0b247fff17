// What can be done about a mission now? Approve exactly the plan that is shown, have it planned otherwise, pause, cancel.

import { get, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { text } from "../curation/controls.js";
import { dialog } from "../curation/dialog.js";
import { erase } from "../curation/erasing.js";
import { form } from "../curation/form.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { estimate } from "./ledger.js";
import { OVER } from "./naming.js";

const PLANNABLE = new Set(["draft", "planned"]);
const PAUSABLE = new Set(["approved", "running", "waiting"]);

/** The section; `show(mission)` draws it anew; `wrong` is the place of what was refused, which outlives the drawing. */
export function acts(mission, show, wrong) {
  const { state } = mission;
  const over = OVER.has(state);
  const path = `/missions/${mission.id}`;
  return el(
    "section",
    { class: state === "planned" ? "part approve" : "part" },
    state === "planned" && [el("h4", {}, t("missions.cost_before")), estimate(mission), el("p", { class: "quiet small" }, t("missions.approve_about"))],
    wrong,
    el(
      "div",
      { class: "buttons", role: "group", "aria-label": t("missions.acts") },
      state === "planned" && doing(t("missions.approve"), "approve", { plan_hash: mission.plan.hash }, { kind: "primary", sign: "check" }),
      state === "paused" && doing(t("missions.resume"), "resume", undefined, { kind: "primary" }),
      PAUSABLE.has(state) && doing(t("missions.pause"), "pause"),
      !over && button(t("missions.cancel"), cancel, { sign: "cross", "data-act": "cancel" }),
      over && button(t("erase"), gone, { sign: "bin", kind: "small" }),
    ),
    PLANNABLE.has(state) && replanning(),
  );

  function doing(label, act, body, options = {}) {
    return button(
      label,
      async (event) => {
        event.target.disabled = true;
        fill(wrong);
        try {
          show(await post(`${path}/${act}`, body));
          note(t(`missions.did.${act}`));
        } catch (error) {
          event.target.disabled = false;
          await refused(error);
        }
      },
      { "data-act": act, ...options },
    );
  }

  /** Another plan than the one that was read is never approved: the new one is shown first. */
  async function refused(error) {
    if (error.status !== 409) return note(inWords(error), { wrong: true });
    fill(wrong, el("p", { class: "held", role: "alert" }, error.code === "plan_changed" ? t("missions.plan_changed") : inWords(error)));
    try {
      show(await get(path));
    } catch (trouble) {
      note(inWords(trouble), { wrong: true });
    }
    return undefined;
  }

  async function cancel() {
    const sure = await dialog(t("missions.cancel_title"), (close) => [
      el("p", {}, t("missions.cancel_text")),
      el(
        "div",
        { class: "buttons" },
        button(t("missions.cancel"), () => close(true), { kind: "danger" }),
        button(t("back"), () => close(), { kind: "plain" }),
      ),
    ]);
    if (!sure) return;
    try {
      show(await post(`${path}/cancel`));
      note(t("missions.did.cancel"));
    } catch (error) {
      await refused(error);
    }
  }

  async function gone() {
    const went = await erase(t("missions.erase"), [{ id: mission.id }], (one) => `/missions/${one.id}`);
    if (!went.length) return;
    tell(t("missions.erased"));
    location.hash = "#/missions";
  }

  function replanning() {
    const body = el("div", {});
    const node = el("details", { dataset: { part: "replan" } }, el("summary", {}, t("missions.plan_again")), body);
    node.addEventListener("toggle", () => {
      if (!node.open || body.firstChild) return;
      const feedback = text("feedback", t("missions.feedback"), "", { hint: t("missions.feedback_hint") });
      const controls = [feedback];
      const planning = form({
        content: feedback.node,
        controls: () => controls,
        label: t("missions.plan_it"),
        send: () => post(`${path}/plan`, { feedback: feedback.value() }),
        done: (now) => {
          feedback.input.value = "";
          note(t("missions.did.plan"));
          show(now);
        },
      });
      fill(body, planning);
    });
    return node;
  }
}
