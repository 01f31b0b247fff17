// Which times does a rule keep? Those of the user's rules that hold back what is planned then, on each day, with their words.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { listed } from "../chat/format.js";
import { t } from "../chat/words.js";
import { instantOf } from "../chat/wall.js";
import { at as dateOf, plus, zone } from "./days.js";

const PAGE = 200;
const DAY = 1440; // minutes
const NIGHT_ENDS = 6 * 60; // a latest end before this is that of the night after
const WEEK = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const EVERY = 7;

const minutesOf = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Stretches of minutes, counted from the beginning of a day on which the rule holds; they may reach into the next. */
const KEEPS = {
  blocked_time({ from, to }) {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    return [[start, end > start ? end : DAY + end]];
  },
  earliest_start: ({ time }) => [[0, minutesOf(time)]],
  latest_end({ time }) {
    const end = minutesOf(time);
    return [end < NIGHT_ENDS ? [DAY + end, DAY + NIGHT_ENDS] : [end, DAY]];
  },
};

/** The rules that keep times; none where they can't be read: the events are what one came for. */
export async function keepers() {
  const found = [];
  let cursor = null;
  try {
    do {
      const page = await get(withQuery("/rules", { limit: PAGE, cursor }));
      found.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
  } catch {
    return [];
  }
  return found.filter((one) => one.effect?.type in KEEPS);
}

const daysOf = (rule) => rule.effect.parameters.days ?? [];

/** Of each day the same: such a rule tells no day from another. */
const daily = (rule) => !daysOf(rule).length || daysOf(rule).length === EVERY;

function holds(rule, day) {
  if (rule.valid_to && new Date(rule.valid_to) <= instantOf(zone(), `${day}T00:00`)) return false;
  return daily(rule) || daysOf(rule).includes(WEEK[dateOf(day).getUTCDay()]);
}

/** `[{rule, from, to}]` of a day, in its minutes; a night that began the day before is there too. */
export function kept(rules, day) {
  return [-1, 0].flatMap((ago) =>
    rules
      .filter((rule) => holds(rule, plus(day, ago)))
      .flatMap((rule) => KEEPS[rule.effect.type](rule.effect.parameters).map(([from, to]) => ({ rule, from: from + ago * DAY, to: to + ago * DAY })))
      .map((one) => ({ ...one, from: Math.max(one.from, 0), to: Math.min(one.to, DAY) }))
      .filter(({ from, to }) => from < to),
  );
}

/** What stands beside the number of a day that some rule sets apart; null where none does. */
export function keptMark(rules, day) {
  const texts = rules.filter((rule) => !daily(rule) && holds(rule, day)).map((rule) => rule.text);
  if (!texts.length) return null;
  const said = t("calendar.kept", { rules: listed(texts) });
  return el("span", { class: "kept-mark", title: said }, icon("rule"), el("span", { class: "sr-only" }, said));
}

/** The rules in words, below the days. */
export function keptLegend(rules) {
  if (!rules.length) return null;
  return el(
    "section",
    { class: "kept-rules quiet small" },
    el("h4", {}, icon("rule"), t("calendar.rules")),
    el("ul", { class: "plain-list" }, rules.map((rule) => el("li", {}, el("a", { href: `#/memory/fact/${encodeURIComponent(rule.id)}` }, rule.text)))),
  );
}
