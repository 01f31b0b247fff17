// What is known, now or then? Rules and facts, filtered; two dates say what held when, and what was believed when.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { told } from "./arrived.js";
import { factMeta } from "./fact_row.js";
import { choice, date, Filters, search, word } from "./filters.js";
import { PagedList } from "./list.js";
import { CATEGORIES, dateWords, empty, factAddress, linkButton } from "./parts.js";

const PAGE = 30;
const KINDS = ["hard_rule", "soft_fact"];
const TRUSTS = ["confirmed", "learned", "proposed"];
const SCOPE_OFFERS = ["global", "project:", "language:", "domain:", "person", "place"];

export function view({ query }) {
  const options = (names) => [["", t("m.any")], ...names.map((one) => [one, t(`m.value.${one}`)])];
  const filters = new Filters(
    "facts",
    [
      search(query, t("m.search_facts")),
      choice(query, "kind", t("m.kind"), options(KINDS)),
      word(query, "category", t("field.category"), CATEGORIES),
      choice(query, "trust", t("m.trust"), [["", t("m.believed")], ...TRUSTS.map((one) => [one, t(`m.value.${one}`)])]),
      word(query, "scope", t("m.scope"), SCOPE_OFFERS),
      word(query, "subject", t("m.subject")),
      date(query, "as_of", t("m.as_of")),
      date(query, "known_at", t("m.known_at")),
    ],
    () => {
      drawThen();
      list.reload();
    },
  );
  const then = el("p", { class: "then", role: "status" });
  const list = new PagedList({
    label: t("m.tab.facts"),
    load: (cursor) => {
      const { as_of: asOf, known_at: knownAt, ...others } = filters.values();
      return get(withQuery("/facts", { limit: PAGE, cursor, ...others, as_of: endOf(asOf), known_at: endOf(knownAt) }));
    },
    row: (fact) => row(fact),
    empty: () =>
      filters.any
        ? empty(t("m.no_match"), t("m.no_match_text"))
        : empty(
            t("m.no_facts"),
            t("m.no_facts_text"),
            linkButton(t("m.write_fact"), "#/memory/write", { sign: "plus" }),
          ),
    changed: () => {
      filters.offer(
        "category",
        list.items.map((one) => one.category),
      );
      filters.offer(
        "subject",
        list.items.flatMap((one) => one.subjects),
      );
      filters.offer(
        "scope",
        list.items
          .filter((one) => one.scope.ref && !isId(one.scope.ref))
          .map(({ scope }) => `${scope.type}:${scope.ref}`),
      );
    },
  });

  /** Another time than now is told in words: the list is not what is believed now. */
  function drawThen() {
    const { as_of: asOf, known_at: knownAt } = filters.values();
    const parts = [
      asOf && t("m.then_held", { day: dateWords(asOf) }),
      knownAt && t("m.then_known", { day: dateWords(knownAt) }),
    ];
    then.hidden = !asOf && !knownAt;
    fill(then, icon("clock"), el("span", {}, parts.filter(Boolean).join(" ")));
  }

  drawThen();
  list.reload();
  return el(
    "div",
    {},
    el("h3", { class: "sr-only" }, t("m.tab.facts")),
    told(),
    el(
      "div",
      { class: "head" },
      el("p", { class: "quiet about" }, t("m.facts_about")),
      el(
        "div",
        { class: "buttons" },
        linkButton(t("m.write_fact"), "#/memory/write", { sign: "plus", kind: "small" }),
        linkButton(t("m.write_rule"), "#/memory/write?kind=rule", { sign: "rule", kind: "small" }),
      ),
    ),
    filters.node,
    then,
    list.node,
  );
}

/** A day is told as of its end; the server reads it in the user's zone. */
const endOf = (date) => (date ? `${date}T23:59:59` : null);

const isId = (ref) => /^[0-9a-f]{8}-/.test(ref);

function row(fact) {
  return el(
    "li",
    { class: "row", dataset: { fact: fact.id } },
    el(
      "a",
      { class: "said", href: factAddress(fact.id) },
      icon(fact.kind === "hard_rule" ? "rule" : "fact"),
      el("span", {}, fact.text),
    ),
    factMeta(fact),
  );
}
