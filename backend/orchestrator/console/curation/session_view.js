// How does one session of an agent stand? Counted anew each time it is looked at, and again while it goes on.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { number } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { agentsPart } from "./comparison.js";
import { decimal, moment, part, percent } from "./parts.js";
import { PagedList } from "./list.js";
import { trouble } from "./troubles.js";

const LOOK_AGAIN_MS = 15_000;
const PAGE = 20;

export function view({ id }) {
  const place = el("div", {}, el("p", { class: "quiet progress" }, t("loading")));
  const list = new PagedList({
    label: t("m.all_interactions"),
    load: (cursor) => get(withQuery("/interactions", { session_id: id, limit: PAGE, cursor })),
    row: interaction,
    empty: () => el("p", { class: "quiet" }, t("m.no_match")),
  });
  const node = el(
    "div",
    {},
    el("p", { class: "back" }, el("a", { href: "#/memory/charts" }, icon("left"), t("m.tab.charts"))),
    el("h3", { tabIndex: -1, "data-arrive": "" }, id),
    place,
    el("section", { class: "part" }, el("h4", {}, t("m.all_interactions")), list.node),
  );
  let seen = "";
  load();
  const again = setInterval(() => {
    if (!node.isConnected) clearInterval(again);
    else if (!document.hidden) load({ quietly: true });
  }, LOOK_AGAIN_MS);

  async function load({ quietly = false } = {}) {
    try {
      const found = await get(`/analytics/sessions/${encodeURIComponent(id)}`);
      if (JSON.stringify(found) === seen) return;
      seen = JSON.stringify(found);
      fill(place, drawn(found));
      list.reload();
    } catch (error) {
      if (!quietly) fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }
  return node;
}

function drawn(found) {
  const rows = [
    [t("m.all_interactions"), number(found.interactions)],
    [t("m.corrected"), `${number(found.corrected)} (${percent(found.correction_rate ?? 0)})`],
    [t("m.friction"), decimal(found.friction_score ?? 0)],
    [t("m.recent"), `${decimal(found.recent)}, ${t(`m.trend.${found.trend}`)}`],
    [t("m.alignment"), percent(found.alignment)],
    [t("began"), moment(found.started_at)],
    [t("m.last"), moment(found.last_at)],
  ];
  return [
    part(
      t("m.stands"),
      el(
        "dl",
        { class: "fields" },
        rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
      ),
    ),
    agentsPart(found),
  ];
}

function interaction(one) {
  return el(
    "li",
    { class: "row" },
    el("p", { class: "said" }, one.prompt.slice(0, 300)),
    one.correction && el("p", { class: "correction" }, icon("pencil"), one.correction),
    el(
      "p",
      { class: "meta" },
      el("time", { dateTime: one.created_at }, moment(one.created_at)),
      el("span", {}, `${one.agent}, ${one.model}`),
      el("span", {}, `${t("m.friction")} ${decimal(one.friction_score)}`),
    ),
  );
}
