// Which goals are agents at work on, and which are over? The latest first, with how far each is.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { choice, Filters, search } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { empty, linkButton } from "../curation/parts.js";
import { missionAddress, stateMark } from "./naming.js";

const PAGE = 30;
const STATES = ["draft", "planned", "approved", "running", "waiting", "paused", "done", "partial", "failed", "cancelled"];

export function view({ query }) {
  const options = [["", t("missions.any_state")], ...STATES.map((one) => [one, t(`missions.state.${one}`)])];
  const filters = new Filters(
    "/missions",
    [search(query, t("missions.search")), choice(query, "state", t("missions.state"), options)],
    () => list.reload(),
  );
  const begin = (kind) => linkButton(t("missions.begin"), "#/missions/new", { sign: "plus", kind });
  const list = new PagedList({
    label: t("missions.title"),
    load: (cursor) => get(withQuery("/missions", { limit: PAGE, cursor, ...filters.values() })),
    row,
    empty: () => (filters.any ? empty(t("missions.none_such"), null) : empty(t("missions.none"), t("missions.none_text"), begin(""))),
  });
  list.reload();
  return el("div", {}, told(), el("div", { class: "head" }, filters.node, el("div", { class: "buttons" }, begin("small"))), list.node);
}

/** A mission in a list: its goal, how far it is, whether it asks something. */
export function row(one) {
  const steps = one.plan.steps;
  const done = steps.filter((step) => step.state === "done").length;
  const asked = one.questions.filter((question) => question.answered_by === null).length;
  return el(
    "li",
    { class: "row", dataset: { mission: one.id } },
    el("a", { class: "said", href: missionAddress(one.id) }, el("span", {}, one.goal)),
    el(
      "p",
      { class: "meta" },
      stateMark(one.state),
      steps.length > 0 && el("span", {}, t("missions.steps_done", { done, of: steps.length })),
      asked > 0 && el("span", { class: "mark asked" }, t("missions.asks")),
      el("span", {}, dayAndTime(one.created_at)),
    ),
  );
}
