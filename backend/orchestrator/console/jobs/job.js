// What became of one job's runs? The newest first, each with how it ended and what it said.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { number } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { PagedList } from "../curation/list.js";
import { empty, mark, moment } from "../curation/parts.js";
import { detail, outcome, title } from "./naming.js";
import { setOff } from "./setting_off.js";

const PAGE = 50;

export function view({ id }) {
  const list = new PagedList({
    label: t("jobs.runs"),
    load: (cursor) => get(withQuery(`/system/jobs/${encodeURIComponent(id)}/runs`, { limit: PAGE, cursor })),
    row: (run) =>
      el(
        "li",
        { class: "row" },
        el(
          "p",
          { class: "meta" },
          run.outcome ? outcome(run.outcome) : mark(t("jobs.under_way"), "running"),
          el("span", {}, moment(run.started_at ?? run.tick_at)),
          el("span", {}, t(`jobs.source.${run.source}`)),
          run.ticks > 1 && el("span", {}, t("jobs.times", { count: number(run.ticks) })),
        ),
        detail(run) && el("p", { class: "said" }, detail(run)),
      ),
    empty: () => empty(t("jobs.no_runs"), t("jobs.no_runs_text")),
  });
  list.reload();
  return el(
    "div",
    {},
    el("p", { class: "back" }, el("a", { href: "#/jobs" }, icon("left"), t("jobs.all"))),
    el("div", { class: "head" }, el("h3", { tabIndex: -1, dataset: { arrive: "" } }, title(id)), setOff({ name: id }, () => list.reload())),
    el("p", { class: "quiet small" }, el("code", {}, id)),
    list.node,
  );
}
