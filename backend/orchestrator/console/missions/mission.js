// How does a mission stand? Its plan and cost before it runs, what happens while it does, and what came of it.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { announce } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { trouble } from "../curation/troubles.js";
import { acts } from "./acts.js";
import { followed } from "./following.js";
import { ledger } from "./ledger.js";
import { OVER, stateMark } from "./naming.js";
import { plan } from "./plan.js";
import { asked, waiting } from "./questions.js";
import { claims, files, lessons, report } from "./results.js";
import { talk } from "./talk.js";

export function view({ id }) {
  const place = el("div", { class: "mission", "aria-busy": "true" }, el("p", { class: "quiet progress" }, t("loading")));
  const parts = { head: el("header", {}), live: el("div", {}), body: el("div", {}), refused: el("div", {}) };
  let shown = null;
  load();

  async function load() {
    try {
      const mission = await get(`/missions/${encodeURIComponent(id)}`);
      const heading = el("h3", { tabIndex: -1, class: "said" }, mission.goal);
      fill(place, told(), heading, parts.head, parts.body);
      show(mission);
      heading.focus();
      if (!OVER.has(mission.state)) followed(mission.id, place, again);
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
    place.removeAttribute("aria-busy");
  }

  async function again() {
    try {
      show(await get(`/missions/${encodeURIComponent(id)}`));
    } catch {
      // The next event asks again; what is wrong is told where something is asked for.
    }
  }

  /** Drawn anew where something is another; what somebody types meanwhile stays. */
  function show(mission) {
    if (shown && shown.state !== mission.state) announce(t(`missions.state.${mission.state}`));
    const typing = parts.body.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
    const typed = [...parts.body.querySelectorAll("form.edit textarea, form.edit input")].some((one) => one.value && one.type !== "radio" && one.value !== one.defaultValue);
    if (shown && JSON.stringify(shown) === JSON.stringify(mission)) return;
    shown = mission;
    fill(parts.head, head(mission));
    if (typing || typed) return; // what somebody writes here is not drawn over
    const open = new Set([...parts.body.querySelectorAll("details[open]")].map((one) => one.dataset.part));
    const focused = document.activeElement?.dataset?.act;
    fill(parts.body, body(mission));
    for (const one of parts.body.querySelectorAll("details[data-part]")) if (open.has(one.dataset.part)) one.open = true;
    if (focused) parts.body.querySelector(`[data-act="${focused}"]`)?.focus();
  }

  /** What was pressed is gone, or no longer what it was. */
  function acted(mission) {
    show(mission);
    if (document.activeElement === document.body) place.querySelector("h3").focus();
  }

  function head(mission) {
    return el(
      "p",
      { class: "meta" },
      stateMark(mission.state),
      el("span", {}, t("missions.begun", { when: dayAndTime(mission.created_at) })),
      mission.deadline && el("span", {}, t("missions.until", { when: dayAndTime(mission.deadline) })),
      mission.finished_at && el("span", {}, t("missions.ended", { when: dayAndTime(mission.finished_at) })),
    );
  }

  function body(mission) {
    return [
      mission.last_error && el("p", { class: "wrong with-sign", role: "alert" }, icon("alert"), el("span", {}, mission.last_error)),
      asked(mission, show),
      waiting(mission, again),
      acts(mission, acted, parts.refused),
      report(mission),
      files(mission),
      claims(mission),
      plan(mission),
      ledger(mission),
      lessons(mission),
      talk(mission),
    ];
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/missions" }, icon("left"), t("missions.all"))), place);
}
