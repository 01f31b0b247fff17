// Who was told what, who asked whom, and which tools were called? Asked for when it is opened.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { known, t } from "../chat/words.js";
import { mark } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";

const KINDS = { executions: execution, briefs: brief, delegations: delegation };

export function talk(mission) {
  if (mission.state === "draft" || mission.state === "planned") return null;
  return el("section", { class: "part" }, el("h4", {}, t("missions.behind")), Object.keys(KINDS).map((kind) => folded(mission, kind)));
}

function folded(mission, kind) {
  const body = el("div", {});
  const node = el("details", { dataset: { part: kind } }, el("summary", {}, t(`missions.kind.${kind}`)), body);
  node.addEventListener("toggle", () => node.open && load());
  async function load() {
    if (!body.firstChild) fill(body, el("p", { class: "quiet progress" }, t("loading")));
    try {
      const { items } = await get(`/missions/${mission.id}/${kind}`);
      fill(body, items.length ? el("ul", { class: "rows" }, items.map((one) => el("li", { class: "row" }, KINDS[kind](one)))) : el("p", { class: "quiet" }, t("missions.none_of_these")));
    } catch (error) {
      fill(body, trouble(error, load));
    }
  }
  return node;
}

function execution(one) {
  return [
    el("p", { class: "meta" }, el("code", {}, one.tool), mark(known(`missions.ran.${one.state}`, one.state), one.state), el("span", {}, one.step), el("span", {}, dayAndTime(one.started_at))),
    one.summary && el("p", { class: "said" }, one.summary),
    el("pre", { class: "small" }, JSON.stringify(one.arguments, null, 1)),
  ];
}

function brief(one) {
  return [
    el("p", { class: "meta" }, el("strong", {}, one.agent), mark(known(`missions.step.${one.status}`, one.status)), el("span", {}, one.step), el("span", {}, dayAndTime(one.created_at))),
    el("p", { class: "said" }, one.objective),
    one.context && el("p", { class: "quiet small said" }, one.context),
    one.result?.summary && el("p", { class: "said" }, one.result.summary),
  ];
}

function delegation(one) {
  return [
    el("p", { class: "meta" }, el("strong", {}, `${one.requesting_agent} → ${one.target_agent}`), mark(known(`missions.asked.${one.status}`, one.status)), one.approved_by && el("span", {}, t("missions.allowed_by", { who: one.approved_by }))),
    el("p", { class: "said" }, one.objective),
    one.reason && el("p", { class: "quiet small said" }, one.reason),
  ];
}
