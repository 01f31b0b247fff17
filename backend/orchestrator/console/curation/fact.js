// What is known here, why is it believed, and what was believed before? One fact with its evidence, history and acts.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { told } from "./arrived.js";
import { effectWords } from "./effect_words.js";
import { evidencePart } from "./evidence.js";
import { acts } from "./fact_acts.js";
import { scopeNode, validity } from "./fact_row.js";
import { historyPart } from "./history.js";
import { categoryName, decimal, mark, moment, percent } from "./parts.js";
import { trouble } from "./troubles.js";

export function view({ id }) {
  const place = el("div", {}, el("p", { class: "quiet progress" }, t("loading")));
  const path = `/facts/${encodeURIComponent(id ?? "")}`;
  const arrived = told();
  load();

  async function load(focus = true) {
    try {
      const fact = await get(path);
      fill(place, drawn(fact));
      if (focus) place.querySelector("h3").focus();
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }

  function drawn(fact) {
    const rule = fact.kind === "hard_rule";
    return [
      el("h3", { class: "fact-text", tabIndex: -1 }, icon(rule ? "rule" : "fact"), el("span", {}, fact.text)),
      standing(fact),
      rule && effectWords(fact.effect),
      acts(fact, {
        changed: (now) => (now && now.id !== fact.id ? (location.hash = `#/memory/fact/${now.id}`) : load()),
      }),
      el("dl", { class: "fields" }, fields(fact)),
      evidencePart(fact),
      historyPart(fact),
    ];
  }

  return el(
    "div",
    { class: "fact-view" },
    el("p", { class: "back" }, el("a", { href: "#/memory/facts" }, icon("left"), t("m.back_to_facts"))),
    arrived,
    place,
  );
}

/** What a reader has to know first: that it holds no more, that something else is believed, that it waits. */
function standing(fact) {
  const marks = [mark(t(`m.value.${fact.kind}`), fact.kind), mark(t(`m.value.${fact.trust}`), fact.trust)];
  const over = fact.superseded_at
    ? el(
        "p",
        { class: "held" },
        icon("alert"),
        el(
          "span",
          {},
          t("m.was_superseded", { when: moment(fact.superseded_at) }),
          " ",
          fact.superseded_by && el("a", { href: `#/memory/fact/${fact.superseded_by}` }, t("m.what_holds")),
        ),
      )
    : fact.valid_to &&
      new Date(fact.valid_to) <= new Date() &&
      el("p", { class: "held" }, icon("clock"), t("m.holds_no_more"));
  const waits =
    fact.trust === "proposed" &&
    el(
      "p",
      { class: "held" },
      icon("wait"),
      el("span", {}, t("m.is_proposal"), " ", el("a", { href: "#/memory/proposals" }, t("m.tab.proposals"))),
    );
  return el("div", { class: "standing" }, el("p", { class: "meta" }, marks), over, waits);
}

function fields(fact) {
  const rows = [
    [t("field.category"), categoryName(fact.category)],
    [t("m.subjects"), fact.subjects.join(", ")],
    [t("m.scope"), scopeNode(fact.scope) ?? t("m.scope.global")],
    [t("m.holds"), validity(fact) || t("m.always")],
    [t("m.weight"), t("m.of_ten", { number: fact.importance })],
    [t("field.confidence"), percent(fact.confidence)],
    [t("m.alignment"), fact.alignment ? decimal(fact.alignment) : ""],
    [t("m.recorded_at"), moment(fact.recorded_at)],
    [t("m.last_confirmed_at"), fact.last_confirmed_at ? moment(fact.last_confirmed_at) : t("m.never")],
    [t("m.review_after"), fact.review_after ? moment(fact.review_after) : ""],
    [t("m.said_by"), [t(`m.origin.${fact.origin}`), fact.source].filter(Boolean).join(", ")],
    [t("field.tags"), fact.tags.join(", ")],
  ];
  return rows.filter(([, value]) => value).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
}
