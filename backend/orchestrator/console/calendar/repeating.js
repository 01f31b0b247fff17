// How often does a series come? Its rule in words, as far as there are words for all of it.

import { dates, numbers } from "../chat/formatters.js";
import { region, t } from "../chat/words.js";
import { dayName } from "./days.js";

const KNOWN = new Set(["FREQ", "INTERVAL", "BYDAY", "UNTIL", "COUNT", "WKST"]);
const UNITS = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const A_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** `Every 2 weeks on Monday and Friday, until 3 May 2027`; a rule that says more than there are words for as it stands. */
export function repeating(rule) {
  const parts = Object.fromEntries(rule.replace(/^RRULE:/i, "").split(";").map((one) => one.split("=")));
  const unit = UNITS[parts.FREQ];
  const days = (parts.BYDAY ?? "").split(",").filter(Boolean);
  if (!unit || rule.includes("\n") || Object.keys(parts).some((name) => !KNOWN.has(name)) || days.some((day) => !DAYS.includes(day))) return rule;
  return [often(parts, unit), days.length && t("calendar.repeat_on", { days: listed(days) }), end(parts)].filter(Boolean).join(" ");
}

function often({ FREQ: freq, INTERVAL: interval = "1" }, unit) {
  if (interval === "1") return t(`calendar.repeat_${freq.toLowerCase()}`);
  return t("calendar.repeat_each", { span: numbers(region(), { style: "unit", unit, unitDisplay: "long" }).format(Number(interval)) });
}

const listed = (days) =>
  new Intl.ListFormat(region(), { type: "conjunction" }).format(
    days.map((day) => dates(region(), { weekday: "long", timeZone: "UTC" }).format(A_MONDAY + DAYS.indexOf(day) * DAY_MS)),
  );

function end({ UNTIL: until, COUNT: count }) {
  if (count) return t("calendar.repeat_count", { count });
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(until ?? "") ?? [];
  return year && t("calendar.repeat_until", { day: dayName(`${year}-${month}-${day}`, { day: "numeric", month: "long", year: "numeric" }) });
}
