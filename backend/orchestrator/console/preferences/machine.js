// What answers, what may it take, and how well is what is run here shut in? Models and why, budgets, the sandbox.

import { get } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { number } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { known, t } from "../chat/words.js";
import { mark } from "../curation/parts.js";
import { loaded } from "../pages/loaded.js";

const MICROS = 1_000_000;

export function view() {
  return el("div", { class: "narrow settings-view" }, models(), costs(), sandbox());
}

const fields = (rows) => el("dl", { class: "fields" }, rows.map(([name, value]) => value && [el("dt", {}, name), el("dd", {}, value)]));

function models() {
  return loaded(t("settings.models"), async () => {
    const told = await get("/ready");
    return [
      fields([
        [t("settings.provider"), [told.provider, " ", mark(t(`settings.is.${told.model}`), told.model === "ok" ? "done" : "failed")]],
        [t("settings.named"), told.models.join(", ")],
        [t("settings.why"), told.why],
        [t("settings.embedder"), t(`settings.is.${told.embedder}`)],
      ]),
      told.provider === "reader" && el("p", { class: "quiet" }, t("settings.reader_about")),
    ];
  }, { level: "h3" }).node;
}

function costs() {
  return loaded(t("settings.costs"), async () => {
    const told = await get("/analytics/costs");
    return [
      fields([
        [t("settings.calls"), number(told.calls)],
        [t("settings.tokens_used"), t("settings.tokens_both", { read: number(told.prompt_tokens), written: number(told.completion_tokens) })],
        [t("settings.money"), `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(told.cost_micros / MICROS)} ${told.currency}`],
        [t("settings.unpriced"), told.unpriced_calls > 0 && number(told.unpriced_calls)],
      ]),
      el("h4", {}, t("settings.budgets")),
      told.budgets.length
        ? el("ul", { class: "plain-list" }, told.budgets.map((one) => el("li", {}, budget(one))))
        : el("p", { class: "quiet" }, t("settings.no_budgets")),
    ];
  }, { level: "h3" }).node;
}

/** Whatever its bound is of: a purpose's tokens, or money, a day. */
function budget(one) {
  const rest = Object.entries(one).filter(([name, value]) => name !== "purpose" && (typeof value === "number" || typeof value === "string"));
  return [el("strong", {}, one.purpose ?? ""), " ", rest.map(([name, value]) => `${name.replace(/_/g, " ")}: ${typeof value === "number" ? number(value) : value}`).join(", ")];
}

function sandbox() {
  return loaded(t("settings.sandbox"), async () => {
    const told = await get("/system/sandbox");
    const through = told.verdicts.filter((one) => !one.stopped);
    return [
      el("p", {}, through.length ? t("settings.through", { count: number(through.length), of: number(told.verdicts.length) }) : t("settings.all_stopped", { backend: told.backend, count: number(told.verdicts.length) })),
      through.length > 0 && el("ul", { class: "plain-list wrong" }, through.map((one) => el("li", {}, `${one.attempt.replace(/_/g, " ")} ${one.detail}`))),
      told.why.length > 0 && el("ul", { class: "plain-list quiet" }, told.why.map((one) => el("li", {}, one))),
      told.refuses.length > 0 && el("p", { class: "quiet" }, t("settings.refuses", { what: told.refuses.join(", ") })),
      el("details", {}, el("summary", {}, t("settings.attempts")), el("ul", { class: "verdicts" }, told.verdicts.map((one) => el("li", { class: one.stopped ? "" : "wrong" }, icon(one.stopped ? "check" : "alert"), el("span", {}, one.attempt.replace(/_/g, " ")), el("span", { class: "sr-only" }, t(one.stopped ? "settings.stopped" : "settings.went_through")))))),
      el("dl", { class: "fields" }, told.templates.map((one) => [el("dt", {}, known(`settings.template.${one.name}`, one.name)), el("dd", {}, one.holds.join(", "), one.missing.length > 0 && el("span", { class: "quiet" }, ` ${t("settings.missing", { what: one.missing.join(", ") })}`))])),
    ];
  }, { level: "h3" }).node;
}
