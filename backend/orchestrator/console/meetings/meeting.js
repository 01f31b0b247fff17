// What came of a meeting? Who was there and who spoke, the summary, what was decided, and what is to be done, by quotes.

import { get, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { dayAndTime } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { markdown } from "../chat/markdown.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { tell, told } from "../curation/arrived.js";
import { erase } from "../curation/erasing.js";
import { button, mark } from "../curation/parts.js";
import { inWords, trouble } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";
import { clock } from "./clock.js";
import { speakers } from "./speakers.js";
import { transcript } from "./transcript.js";

const LOOK_AGAIN_MS = 2000;

export function view({ id }) {
  const path = `/meetings/${id.split("/").map(encodeURIComponent).join("/")}`;
  const place = el("div", { class: "meeting", "aria-busy": "true" }, el("p", { class: "quiet progress" }, t("loading")));
  let state = null;
  load().then(() => place.querySelector("h3")?.focus());

  async function load() {
    try {
      show(await get(path));
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
    place.removeAttribute("aria-busy");
  }

  function show(meeting) {
    state = meeting.state;
    fill(place, told(), head(meeting), standing(meeting), el("div", { class: "paper-parts" }, el("div", {}, summary(meeting), items(meeting), decisions(meeting)), el("div", {}, speakers(meeting, show), attendees(meeting))), transcript(path));
    if (state === "pending" || state === "running") setTimeout(look, LOOK_AGAIN_MS);
  }

  async function look() {
    if (!place.isConnected) return;
    try {
      const now = await get(path);
      if (now.state !== state) return show(now);
    } catch {
      // It is asked again below.
    }
    setTimeout(look, LOOK_AGAIN_MS);
  }

  function head(meeting) {
    return el(
      "div",
      { class: "head" },
      el(
        "div",
        {},
        el("h3", { tabIndex: -1, class: "said" }, meeting.title || meeting.meeting_id),
        el("p", { class: "meta" }, meeting.started_at && el("span", {}, dayAndTime(meeting.started_at)), meeting.event_id && linked("event", meeting.event_id, t("meetings.event"))),
      ),
      el(
        "div",
        { class: "buttons" },
        button(t("meetings.rerun"), rerun, { kind: "small" }),
        button(t("erase"), () => gone(meeting), { sign: "bin", kind: "small" }),
      ),
    );
  }

  function standing(meeting) {
    if (meeting.state === "pending" || meeting.state === "running") return el("p", { class: "quiet progress", role: "status" }, t("meetings.being_summarised"));
    return meeting.last_error && el("p", { class: meeting.state === "failed" ? "wrong with-sign" : "quiet with-sign" }, icon("alert"), el("span", {}, meeting.last_error));
  }

  async function rerun() {
    try {
      await post(`${path}/summary/rerun`);
      note(t("meetings.rerunning"));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    load();
  }

  async function gone(meeting) {
    const went = await erase(t("meetings.erase", { title: meeting.title || meeting.meeting_id }), [{ id: meeting.meeting_id }], () => path);
    if (!went.length) return;
    tell(t("meetings.erased"));
    location.hash = "#/meetings";
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/meetings" }, icon("left"), t("meetings.all"))), place);
}

const part = (title, ...content) => el("section", { class: "part" }, el("h4", {}, title), content);

function summary({ summary: text, generated_by: by }) {
  if (!text) return part(t("meetings.summary"), el("p", { class: "quiet" }, t("meetings.no_summary")));
  return part(t("meetings.summary"), el("div", { class: "prose" }, markdown(text)), by && by !== "reader" && el("p", { class: "quiet small" }, t("meetings.by", { model: by })));
}

function items({ action_items: found }) {
  if (!found.length) return part(t("meetings.items"), el("p", { class: "quiet" }, t("meetings.no_items")));
  return part(
    t("meetings.items"),
    el(
      "ul",
      { class: "claims" },
      found.map((one) =>
        el(
          "li",
          {},
          el("p", { class: "said" }, one.assignee && el("strong", {}, `${one.assignee}: `), one.text, " ", one.todo_id && linked("todo", one.todo_id, t("meetings.todo"))),
          one.quote && el("blockquote", {}, one.quote),
        ),
      ),
    ),
  );
}

function decisions({ decisions: found }) {
  if (!found.length) return null;
  return part(
    t("meetings.decisions"),
    el("ul", { class: "claims" }, found.map((one) => el("li", {}, el("blockquote", {}, one.text), el("p", { class: "quiet small" }, [one.speaker, clock(one.at_s)].filter(Boolean).join(", "))))),
  );
}

function attendees({ attendees: found }) {
  if (!found.length) return null;
  return part(t("meetings.attendees"), el("ul", { class: "plain-list" }, found.map((one) => el("li", {}, one.contact_id ? linked("contact", one.contact_id, one.name ?? one.email) : (one.name ?? one.email), one.is_user && [" ", mark(t("meetings.you"))]))));
}
