// What should be looked at again? Questions about facts that are alike or can't both hold, and facts whose time has come.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { acts } from "./fact_acts.js";
import { factMeta } from "./fact_row.js";
import { PagedList } from "./list.js";
import { day, empty, factAddress } from "./parts.js";
import { proposalRow } from "./proposal_row.js";

const PAGE = 20;

export function view() {
  const questions = new PagedList({
    label: t("m.questions"),
    load: (cursor) => get(withQuery("/proposals", { limit: PAGE, cursor, asking: true })),
    row: (one) => proposalRow(one, questions),
    empty: () => el("p", { class: "quiet" }, t("m.no_questions")),
  });
  const due = new PagedList({
    label: t("m.due_facts"),
    load: (cursor) => get(withQuery("/facts", { limit: PAGE, cursor, review: "due" })),
    row: (fact) => row(fact, due),
    empty: () => empty(t("m.no_review"), t("m.no_review_text")),
  });
  questions.reload();
  due.reload();
  const section = (title, list) => el("section", { class: "part" }, el("h4", {}, title), list.node);
  return el(
    "div",
    { class: "charts" },
    el("h3", { class: "sr-only" }, t("m.tab.review")),
    el("p", { class: "quiet" }, t("m.review_about")),
    section(t("m.questions"), questions),
    section(t("m.due_facts"), due),
  );
}

function row(fact, list) {
  const late = fact.review_after && new Date(fact.review_after) <= new Date();
  const why = fact.reason ?? (late ? t("m.due_since", { day: day(fact.review_after) }) : null);
  return el(
    "li",
    { class: "row", dataset: { fact: fact.id } },
    el("p", { class: "said" }, el("a", { href: factAddress(fact.id) }, fact.text)),
    why && el("p", { class: "quiet" }, why),
    factMeta(fact),
    acts(fact, { changed: () => list.reload() }),
  );
}
