// What was each agent told? Steward's own runs with their rules and facts, and what programs from outside called.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { duration, number } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { openWhy } from "../chat/why.js";
import { counted, known, t } from "../chat/words.js";
import { date, Filters, search, word } from "./filters.js";
import { PagedList } from "./list.js";
import { button, empty, mark, moment } from "./parts.js";
import { toldItems } from "./told_items.js";
import { trouble } from "./troubles.js";

const PAGE = 20;

export function view({ query }) {
  return query.who === "outside" ? outside(query) : own(query);
}

function page(who, filters, list) {
  const link = (name) =>
    el("a", { href: `#/memory/told?who=${name}`, "aria-current": who === name ? "true" : null }, t(`m.told.${name}`));
  list.reload();
  return el(
    "div",
    {},
    el("h3", { class: "sr-only" }, t("m.tab.told")),
    el("p", { class: "quiet about" }, t(`m.told.${who}_about`)),
    el("nav", { class: "switch", "aria-label": t("m.tab.told") }, link("steward"), link("outside")),
    filters.node,
    list.node,
  );
}

function own(query) {
  const filters = new Filters("told", [search(query, t("m.search_runs"))], () => list.reload());
  const list = new PagedList({
    label: t("m.told.steward"),
    load: (cursor) => get(withQuery("/runs", { limit: PAGE, cursor, q: filters.value("q") })),
    row: runRow,
    empty: () =>
      filters.any ? empty(t("m.no_match"), t("m.no_match_text")) : empty(t("m.no_runs"), t("m.no_runs_text")),
  });
  return page("steward", filters, list);
}

function runRow(run) {
  const place = el("div", { class: "told-of" });
  const node = el("details", { class: "told-details" }, el("summary", {}, t("m.what_it_was_told")), place);
  node.addEventListener("toggle", () => node.open && !place.firstChild && load());
  async function load() {
    fill(place, el("p", { class: "quiet" }, t("loading")));
    try {
      fill(place, contextOf(await get(`/runs/${run.id}`)));
    } catch (error) {
      fill(place, trouble(error, load));
    }
  }
  return el(
    "li",
    { class: "row" },
    el("p", { class: "said" }, run.question || t("redacted")),
    el(
      "p",
      { class: "meta" },
      el("time", { dateTime: run.started_at }, moment(run.started_at)),
      el("span", {}, run.profile),
      run.models?.at(-1) && el("span", {}, run.models.at(-1).name),
      run.thread_id && el("a", { href: `#/thread/${run.thread_id}` }, icon("message"), t("m.conversation")),
    ),
    node,
  );
}

/** The parts of its prompt: rules and facts by their words, the rest by their size. */
function contextOf(run) {
  const told = run.context.flatMap((part) => [
    ...(part.rules ?? []).map((id) => ({ type: "rule", id })),
    ...(part.facts ?? []).map((id) => ({ type: "fact", id })),
    ...(part.read ?? []),
  ]);
  return [
    told.length ? toldItems(told) : el("p", { class: "quiet" }, t("m.told_nothing")),
    run.context.length > 0 &&
      el(
        "p",
        { class: "meta" },
        run.context.map((part) =>
          el(
            "span",
            {},
            `${known(`m.part.${part.part}`, part.part.replace(/_/g, " "))}: ${t("m.tokens", { count: number(part.tokens) })}`,
          ),
        ),
      ),
    button(t("why"), () => openWhy(run.id), { sign: "why", kind: "plain small" }),
  ];
}

function outside(query) {
  const filters = new Filters(
    "told",
    [
      { name: "who", input: el("input", { type: "hidden", value: "outside" }), node: null, otherwise: "steward" },
      word(query, "client", t("m.client")),
      word(query, "tool", t("m.tool")),
      date(query, "since", t("m.from_day")),
      date(query, "until", t("m.to_day")),
    ],
    () => list.reload(),
  );
  const list = new PagedList({
    label: t("m.told.outside"),
    load: (cursor) => {
      const { client, tool, since, until } = filters.values();
      return get(
        withQuery("/analytics/calls", {
          limit: PAGE,
          cursor,
          client,
          tool,
          since,
          until: until && `${until}T23:59:59`,
        }),
      );
    },
    row: callRow,
    empty: () =>
      filters.any ? empty(t("m.no_match"), t("m.no_match_text")) : empty(t("m.no_calls"), t("m.no_calls_text")),
    changed: () => {
      filters.offer(
        "client",
        list.items.map((one) => one.client),
      );
      filters.offer(
        "tool",
        list.items.map((one) => one.tool),
      );
    },
  });
  return page("outside", filters, list);
}

function callRow(call) {
  const called = call.known_as && call.known_as !== call.client ? `${call.client} (${call.known_as})` : call.client;
  const place = el("div", { class: "told-of" });
  const node = el(
    "details",
    { class: "told-details" },
    el("summary", {}, counted("m.told_things", call.told.length)),
    place,
  );
  node.addEventListener("toggle", () => node.open && !place.firstChild && fill(place, toldItems(call.told)));
  return el(
    "li",
    { class: "row" },
    el("p", { class: "said" }, el("code", {}, call.tool), " ", mark(t(`m.outcome.${call.outcome}`), call.outcome)),
    el(
      "p",
      { class: "meta" },
      el("time", { dateTime: call.created_at }, moment(call.created_at)),
      el("span", {}, called),
      el("span", {}, duration(call.duration_ms)),
      call.session_id && el("a", { href: `#/memory/session/${encodeURIComponent(call.session_id)}` }, call.session_id),
      call.preview_id && el("a", { href: `#/preview/${call.preview_id}` }, t("one_preview")),
    ),
    call.told.length > 0 && node,
  );
}
