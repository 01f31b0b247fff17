// What is this day about? What waits for a yes, what happens next, what is due, what is proposed, and the briefing.

import { get, withQuery } from "../chat/api.js";
import { serverNow } from "../chat/clock.js";
import { el, fill } from "../chat/dom.js";
import { PreviewCard, refreshCards } from "../chat/preview_card.js";
import { count } from "../chat/waiting.js";
import { counted, t } from "../chat/words.js";
import { line } from "../calendar/chip.js";
import { dayName, plus, today } from "../calendar/days.js";
import { read } from "../calendar/reading.js";
import { ready as calendarWords } from "../calendar/words.js";
import { linkButton } from "../curation/parts.js";
import { row as missionRow } from "../missions/list.js";
import { ready as missionWords } from "../missions/words.js";
import { loaded } from "../pages/loaded.js";
import { dueToday, inOrder } from "../todos/due.js";
import { todoRow } from "../todos/row.js";
import { ready as todoWords } from "../todos/words.js";
import { briefing } from "./briefing.js";
import { beginnings } from "./beginnings.js";

const DAYS = 7; // ahead
const NEXT = 6;
const WAITING = 5;
const TODOS = 1000; // the server does not know their order by time

export function view() {
  const parts = [
    loaded(t("today.waiting"), waits, { extra: el("a", { href: "#/waiting" }, t("today.all")) }),
    loaded(t("today.next"), next, { extra: el("a", { href: "#/calendar" }, t("today.all")) }),
    loaded(t("today.due"), due, { extra: el("a", { href: "#/todos" }, t("today.all")) }),
    loaded(t("today.proposed"), proposed, { extra: el("a", { href: "#/proposals" }, t("today.all")) }),
    briefing(),
  ];
  const [waiting, events, , proposals] = parts;

  /** What was agreed to may be an event, a to-do, or one proposal less. */
  function changed() {
    count();
    refreshCards();
    for (const part of [events, proposals]) part.again();
  }

  async function waits() {
    const [{ items, next_cursor: more }, missions] = await Promise.all([
      get(withQuery("/previews", { state: "pending", limit: WAITING })),
      waitingMissions(),
    ]);
    if (!items.length && !missions.length) return el("p", { class: "quiet" }, t("today.nothing_waits"));
    const rest = more && linkButton(t("today.more_wait"), "#/waiting", { kind: "small" });
    return el(
      "div",
      { class: "cards" },
      items.map((one) => new PreviewCard(one, { changed }).node),
      rest,
      missions.length > 0 && el("ul", { class: "rows", "aria-label": t("page.missions") }, missions.map(missionRow)),
    );
  }

  const begin = el("div", {});
  beginnings(() => parts.forEach((part) => part.again())).then((node) => fill(begin, node));
  waiting.node.classList.add("today-waits");
  return el(
    "div",
    {},
    el("h3", { class: "today-date", tabIndex: -1, dataset: { arrive: "" } }, dayName(today())),
    begin,
    el("div", { class: "today-parts" }, parts.map((one) => one.node)),
  );
}

/** Those whose plan waits to be approved, and those that ask something. */
async function waitingMissions() {
  const [, ...pages] = await Promise.all([
    missionWords(),
    ...["planned", "waiting"].map((state) => get(withQuery("/missions", { state, limit: WAITING }))),
  ]);
  return pages.flatMap(({ items }) => items);
}

async function next() {
  await calendarWords();
  const first = today();
  const days = await read(first, plus(first, DAYS));
  const now = serverNow();
  const seen = new Set();
  const rows = [];
  for (const [day, events] of days) {
    const coming = events.filter((one) => new Date(one.end_utc) > now && !seen.has(key(one)));
    for (const one of coming) seen.add(key(one));
    const some = coming.slice(0, NEXT - rows.flatMap((each) => each.events).length);
    if (some.length) rows.push({ day, events: some });
  }
  if (!rows.length) return el("p", { class: "quiet" }, t("today.nothing_next"));
  return el(
    "div",
    { class: "calendar" },
    rows.map(({ day, events }) => [
      day !== first && el("p", { class: "quiet small today-day" }, dayName(day, { weekday: "long", day: "numeric", month: "long" })),
      el("ul", { class: "rows", "aria-label": dayName(day) }, events.map(line)),
    ]),
  );
}

const key = (one) => `${one.id} ${one.recurrence_id}`;

async function due() {
  await todoWords();
  const { items } = await get(withQuery("/todos", { status: "open", limit: TODOS }));
  const rows = items.filter(dueToday).sort(inOrder);
  if (!rows.length) return el("p", { class: "quiet" }, t("today.nothing_due"));
  return el("ul", { class: "rows", "aria-label": t("today.due") }, rows.map((one) => todoRow(one)));
}

async function proposed() {
  const { items, next_cursor: more } = await get(withQuery("/proposed-events", { state: "pending", limit: 20 }));
  if (!items.length) return null;
  return el(
    "div",
    {},
    el("ul", { class: "plain-list" }, items.slice(0, WAITING).map((one) => el("li", { class: "said" }, one.title))),
    linkButton(more ? t("today.look") : counted("today.look_at", items.length), "#/proposals", { kind: "small" }),
  );
}
