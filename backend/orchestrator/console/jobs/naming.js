// How is a job named, and how its rhythm and its last run told?

import { serverNow } from "../chat/clock.js";
import { clockTime, number } from "../chat/format.js";
import { known, region, t } from "../chat/words.js";
import { mark, moment } from "../curation/parts.js";

const HOUR_S = 3600;
const MINUTE_S = 60;

export const jobAddress = (name) => `#/jobs/${encodeURIComponent(name)}`;

/** `search.reindex` as `Search: reindex`, where we have no words of our own. */
export function title(name) {
  const [first, ...rest] = name.split(/[._]/);
  const said = rest.length ? `${first}: ${rest.join(" ")}` : first;
  return known(`jobs.name.${name}`, said.charAt(0).toUpperCase() + said.slice(1));
}

/** When it is done: each day at a time, each so often, or when something sets it off. */
export function rhythm({ trigger }) {
  if (trigger.kind === "daily") return t("jobs.daily", { time: clockTime(todayAt(trigger.utc_time)) });
  if (trigger.kind === "interval") return t("jobs.every", { span: every(trigger.interval_s) });
  return t("jobs.after");
}

const todayAt = (utcTime) => `${new Date(serverNow()).toISOString().slice(0, 11)}${utcTime.slice(0, 5)}Z`;

function every(seconds) {
  const [value, unit] = seconds >= HOUR_S ? [seconds / HOUR_S, "hour"] : seconds >= MINUTE_S ? [seconds / MINUTE_S, "minute"] : [seconds, "second"];
  return new Intl.NumberFormat(region(), { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(value);
}

export const outcome = (name) => mark(t(`jobs.outcome.${name}`), name);

/** What a run said; of a tick that set nothing off, why not, in the reader's words (the server's are English, in UTC). */
export function detail(run) {
  const unhappened = !run.started_at && ["missed", "coalesced", "skipped"].includes(run.outcome);
  return unhappened ? t(`jobs.tick.${run.outcome}`) : run.detail;
}

export function lastRun(run) {
  if (!run) return mark(t("jobs.never"));
  return [outcome(run.outcome), moment(run.finished_at ?? run.started_at), run.late_s > MINUTE_S && t("jobs.late_by", { count: number(Math.round(run.late_s / MINUTE_S)) })].map((one) => (typeof one === "string" ? span(one) : one));
}

function span(text) {
  const node = document.createElement("span");
  node.textContent = text;
  return node;
}
