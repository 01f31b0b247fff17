// Why is the answer as it is? In plain words first; the record of its run, part by part, for who wants to know exactly.

import { get } from "./api.js";
import { el } from "./dom.js";
import { dayAndTime, duration, number } from "./format.js";
import { open } from "./panel.js";
import { plainly } from "./why_plainly.js";
import { known, t } from "./words.js";

/** Open the panel with the run's record. */
export function openWhy(runId) {
  return open(t("why_title"), async () => drawn(await get(`/runs/${runId}`)));
}

function drawn(run) {
  return [
    run.question && el("blockquote", { class: "asked" }, run.question),
    run.redacted_at && el("p", { class: "quiet" }, t("redacted")),
    el("ul", { class: "plain-why" }, plainly(run).map((one) => el("li", {}, one))),
    details(t("why_exactly"), el("div", { class: "exactly" }, recorded(run))),
  ];
}

/** The record itself. */
function recorded(run) {
  return [
    section(t("route"), routed(run)),
    section(t("proposals"), proposed(run)),
    section(t("verifier"), checks(run.verifier)),
    section(t("claims"), checks(run.claims)),
    section(t("context"), context(run)),
    section(t("models"), models(run)),
    section(
      t("times"),
      pairs([
        [t("began"), dayAndTime(run.started_at)],
        [t("took"), duration(run.duration_ms)],
        [t("run_number"), el("code", {}, run.id)],
      ]),
    ),
  ];
}

const section = (title, ...content) => el("section", {}, el("h3", {}, title), content);

const pairs = (rows) =>
  el(
    "dl",
    { class: "fields" },
    rows.filter(Boolean).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );

function routed(run) {
  return [
    pairs([
      [t("mood"), known(`value.${run.mood}`, run.mood)],
      [t("intent"), el("code", {}, run.intent)],
      [t("tier"), `${known(`value.${run.tier}`, run.tier)} (${number(run.confidence)})`],
      [t("route_source"), known(`value.${run.route_source}`, run.route_source)],
      [t("profile"), el("code", {}, run.profile)],
      [t("stop_reason"), known(`stop.${run.stop_reason}`, run.stop_reason)],
    ]),
    run.visible_tools.length > 0 &&
      details(
        `${t("visible_tools")} (${run.visible_tools.length})`,
        el(
          "ul",
          { class: "names" },
          run.visible_tools.map((name) => el("li", {}, el("code", {}, name))),
        ),
      ),
  ];
}

function proposed(run) {
  const steps = run.steps.filter((step) => step.proposals.length);
  if (!steps.length) return el("p", { class: "quiet" }, t("no_proposals"));
  return el(
    "ol",
    { class: "proposals" },
    steps.flatMap((step) => step.proposals.map((one) => proposal(one))),
  );
}

function proposal(one) {
  const verdict = el("span", { class: `verdict ${one.verdict}` }, t(`verdict_${one.verdict}`));
  return el(
    "li",
    {},
    el("p", { class: "line" }, el("code", {}, one.tool), " ", verdict),
    one.reason && el("p", { class: "small" }, `${t("reason")}: ${one.reason}`),
    one.result_summary && el("p", { class: "small" }, `${t("evidence")}: ${one.result_summary}`),
    el(
      "p",
      { class: "quiet small" },
      [
        known(`outcome_${one.outcome}`, one.outcome),
        known(`value.${one.origin}`, one.origin),
        duration(one.duration_ms),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    details(t("arguments"), el("pre", { tabIndex: 0 }, el("code", {}, JSON.stringify(one.arguments, null, 2)))),
  );
}

/** The verifier's and the claim gate's findings: their own fields, whatever they are; what found nothing is left out. */
function checks(found) {
  if (!found.length) return el("p", { class: "quiet" }, t("no_checks"));
  return el(
    "ul",
    { class: "checks" },
    found.map((one) =>
      el(
        "li",
        {},
        pairs(
          Object.entries(one)
            .filter(([, value]) => value !== null && value.length !== 0)
            .map(([name, value]) => [known(`check.${name}`, name.replace(/_/g, " ")), finding(value)]),
        ),
      ),
    ),
  );
}

function finding(value) {
  if (!Array.isArray(value)) return known(`value.${value}`, String(value));
  return value.map(({ text, matched }) => el("p", {}, `“${text}”: ${t(matched ? "check.done" : "check.not_done")}`));
}

function context(run) {
  if (!run.context.length) return el("p", { class: "quiet" }, t("no_checks"));
  return grid(
    [t("part"), t("origin"), t("tokens")],
    run.context.map((one) => [one.part, known(`value.${one.origin}`, one.origin), number(one.tokens)]),
  );
}

function models(run) {
  const rows = run.models.map((one) => [
    one.name,
    `${one.role}, ${one.effort}`,
    number(one.prompt_tokens),
    number(one.completion_tokens),
  ]);
  return grid([t("model"), `${t("role")}, ${t("effort")}`, t("tokens_in"), t("tokens_out")], rows);
}

function grid(head, rows) {
  return el(
    "div",
    { class: "table", tabIndex: 0 },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          head.map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) =>
          el(
            "tr",
            {},
            row.map((cell) => el("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

const details = (title, ...content) => el("details", {}, el("summary", {}, title), content);
