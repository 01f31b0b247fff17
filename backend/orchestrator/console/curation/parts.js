// What is every tab made of? Buttons, small labels, numbers and dates as this reader writes them, an address.

import { dates, numbers } from "../chat/formatters.js";
import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { known, region, t } from "../chat/words.js";

/** A button. `sign`: an icon's name; further properties as in `el`. */
export function button(label, onclick, { sign = null, kind = "", ...rest } = {}) {
  return el("button", { class: kind, type: "button", onclick, ...rest }, sign && icon(sign), label);
}

/** A link that looks like a button. */
export function linkButton(label, href, { sign = null, kind = "" } = {}) {
  return el("a", { class: `button ${kind}`.trim(), href }, sign && icon(sign), label);
}

/** Short labels in a row; empty ones are left out. */
export function marks(...texts) {
  const shown = texts.flat().filter(Boolean);
  return (
    shown.length > 0 &&
    el(
      "ul",
      { class: "marks" },
      shown.map((one) => el("li", {}, one)),
    )
  );
}

export const mark = (text, kind = "") => text && el("span", { class: `mark ${kind}`.trim() }, text);

/** 0.7 as `70 %`. */
export const percent = (share) =>
  numbers(region(), { style: "percent", maximumFractionDigits: 0 }).format(share);

/** 0.2345 as `0.23`. */
export const decimal = (value, digits = 2) =>
  numbers(region(), { maximumFractionDigits: digits }).format(value);

/** `1 May 2026`, of an instant, in the account's zone. */
export const day = (instant) =>
  dates(region(), { day: "numeric", month: "short", year: "numeric" }).format(new Date(instant));

/** `1 May 2026`, of a date. */
export const dateWords = (date) =>
  dates(region(), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(`${date}T00:00Z`));

/** `1 May 2026, 14:05`. */
export const moment = (instant) =>
  dates(region(), {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(instant));

/** Those of facts and notes; somebody may use others. */
export const CATEGORIES = [
  "fact",
  "decision",
  "preference",
  "insight",
  "reminder",
  "founder_profile",
  "pattern",
  "ongoing_task",
];

/** A category, in words where it is one of ours. */
export const categoryName = (name) => known(`m.category.${name}`, name);

/** `project: steward`; null where it holds everywhere. */
export function scopeName({ type, ref }) {
  return type === "global" ? null : `${t(`m.scope.${type}`)}: ${ref}`;
}

/** The address of a view of the memory, or of another page (`/people`), with its filters; null and "" are left out. */
export function address(view, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return `#${view.startsWith("/") ? view : `/memory/${view}`}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

export const factAddress = (id) => `#/memory/fact/${encodeURIComponent(id)}`;

/** What is said where there is nothing. */
export function empty(title, text, ...more) {
  return el(
    "div",
    { class: "nothing" },
    el("p", { class: "nothing-title" }, title),
    text && el("p", { class: "quiet" }, text),
    more,
  );
}

/** A part with its heading; `level` of the heading. */
export function part(title, ...content) {
  return el("section", { class: "part" }, el("h4", {}, title), content);
}
