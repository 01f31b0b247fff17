// Which conversation is open, and what happens in it? Its messages, the turn under way, what the user sends next.

import * as answers from "./answers.js";
import * as attachments from "./attachments.js";
import { Problem, get, withQuery } from "./api.js";
import * as composer from "./composer.js";
import * as dictation from "./dictation.js";
import { byId, el, fill } from "./dom.js";
import { saying } from "./errors.js";
import { dayLabel, hereZone, ownZone } from "./format.js";
import { icon } from "./icons.js";
import { LiveTurn, newMessageId } from "./live_turn.js";
import { spoken } from "./markdown.js";
import { answered, said } from "./message_view.js";
import { announce } from "./notices.js";
import * as outbox from "./outbox.js";
import { refreshCards } from "./preview_card.js";
import { progress } from "./progress_view.js";
import { follow, keepPlace, toEnd, toVeryEnd } from "./scrolling.js";
import { region, t } from "./words.js";
import { welcome } from "./welcome.js";

const PAGE = 30;
const RUNS = 200; // their feedback is shown at their answers

/** Turns under way: they go on while another conversation is looked at. */
const turns = new Set();
let threadId = null;
let opening = 0;
let told = { opened: () => {}, settled: () => {} };

/** `opened(threadId)`: a new thread got its id; `settled()`: an answer came, or a proposal was decided. */
export function install(listeners) {
  told = listeners;
  composer.install((text) => send(text));
  attachments.install();
  dictation.install();
}

/** Take up what this tab had sent before it was loaded again. */
export function resume() {
  for (const entry of outbox.entries()) {
    const turn = new LiveTurn(entry.request, entry);
    turn.resumed = true;
    watchOver(turn);
    turn.start();
  }
}

/** Stop listening to every turn (signed out); the turns themselves go on. */
export function leave() {
  dictation.stop();
  for (const turn of turns) turn.leave();
  turns.clear();
  threadId = null;
  opening += 1;
}

/** The id of the thread that is shown; null for a new one. */
export const openThread = () => threadId;

/** Show a thread; null = a new one. */
export async function open(id) {
  const attempt = ++opening;
  threadId = id;
  dictation.stop();
  composer.openDraft(id);
  composer.setBusy(false);
  if (id === null) return begin();
  fill(log(), el("p", { class: "quiet loading" }, t("loading")));
  try {
    const [page, runs] = await Promise.all([messages(id), get(withQuery("/runs", { thread_id: id, limit: RUNS }))]);
    if (attempt === opening) draw(page, new Map(runs.items.map((run) => [run.id, run.feedback])));
  } catch (error) {
    if (attempt === opening) fill(log(), missing(error));
  }
  return undefined;
}

const log = () => byId("messages");
const messages = (id, cursor) => get(withQuery(`/threads/${id}/messages`, { order: "newest", limit: PAGE, cursor }));

function begin() {
  fill(
    log(),
    welcome((text) => {
      composer.put(text);
      composer.focus();
    }),
  );
  const waiting = [...turns].find((turn) => turn.threadId === null);
  if (waiting) attach(waiting);
}

function missing(error) {
  const absent = error instanceof Problem && error.status === 404;
  if (!absent) {
    return el(
      "section",
      { class: "welcome" },
      el("p", { class: "wrong", role: "alert" }, saying(error)),
      el("button", { type: "button", onclick: () => open(threadId) }, t("try_again")),
    );
  }
  return el(
    "section",
    { class: "welcome" },
    el("h2", {}, t("not_found_title")),
    el("p", { class: "lead" }, t("not_found_text")),
    el("a", { class: "button", href: "#/" }, t("start_new")),
  );
}

// --- what was said

function draw(page, feedback) {
  fill(log(), ...listOf(page, feedback));
  const [last] = page.items;
  const unanswered = last && isOwn(last) && last.run_id ? last : null;
  const turn = [...turns].find((one) => one.threadId === threadId) ?? (unanswered && watched(unanswered));
  if (turn) attach(turn, { asked: unanswered?.run_id === turn.runId });
  toEnd();
}

/** A page of messages as nodes, oldest first, below a button for those before. */
function listOf(page, feedback) {
  const nodes = [];
  let day = null;
  for (const [i, message] of [...page.items].reverse().entries()) {
    const today = dayLabel(message.at, hereZone());
    if (today !== day) nodes.push(el("p", { class: "day" }, (day = today)));
    nodes.push(nodeOf(message, { feedback, newest: i === page.items.length - 1 && !page.older }));
  }
  return page.next_cursor ? [earlier(page.next_cursor, feedback), ...nodes] : nodes;
}

const isOwn = (message) => message.role === "user" && message.origin === "user";

function nodeOf(message, { feedback, newest }) {
  if (message.role !== "assistant")
    return said({ text: message.content, at: message.at, speaker: isOwn(message) ? null : message.speaker });
  const answer = answers.ofMessage(message, feedback.get(message.run_id));
  if (!newest) answer.asks = null; // only the last question can still be answered
  return answerNode(answer);
}

function answerNode(answer) {
  return answered(answer, {
    reply: (asks, says, shown) => send(shown, { id: asks.id, ...says }),
    changed: () => told.settled(),
    grown: follow,
  });
}

function earlier(cursor, feedback) {
  const button = el("button", { class: "plain earlier", type: "button", onclick: load }, t("earlier"));
  async function load() {
    const attempt = opening;
    button.disabled = true;
    try {
      const page = await messages(threadId, cursor);
      if (attempt !== opening) return;
      keepPlace(() => button.replaceWith(...listOf({ ...page, older: true }, feedback)));
      log().focus({ preventScroll: true });
    } catch (error) {
      button.disabled = false;
      announce(saying(error));
    }
  }
  return button;
}

// --- what is being said

/** Send a text, as the answer to a clarification where `reply` names one. */
function send(text, reply = null) {
  dictation.stop();
  const zone = ownZone();
  const turn = new LiveTurn({
    question: text,
    thread_id: threadId,
    client_message_id: newMessageId(),
    client_context: { ...(zone && { timezone: zone }), locale: region() },
    reply_to_clarification: reply,
    ...attachments.sent(),
  });
  if (threadId === null) fill(log());
  for (const asked of log().querySelectorAll(".clarification")) asked.remove();
  watchOver(turn);
  attach(turn);
  turn.start();
}

/** A run that another tab or device asked for. */
function watched(question) {
  const turn = new LiveTurn({ client_message_id: question.id, thread_id: threadId }, { runId: question.run_id });
  watchOver(turn);
  turn.resumed = true;
  turn.watch();
  return turn;
}

/** Listen for the end of a turn, whether it is looked at or not. */
function watchOver(turn) {
  turns.add(turn);
  const shown = () => turn.view?.isConnected;
  turn.addEventListener("change", () => {
    if (threadId === null && turn.threadId !== null && shown()) {
      threadId = turn.threadId;
      composer.moveDraft(threadId);
      told.opened(threadId);
    }
    if (shown()) follow();
  });
  turn.addEventListener("final", ({ detail }) => {
    ended(turn);
    if (shown()) finish(turn, detail);
  });
  turn.addEventListener("settled", () => {
    ended(turn);
    if (shown()) open(threadId);
  });
  turn.addEventListener("failed", ({ detail }) => {
    ended(turn);
    if (shown()) fail(turn, detail);
  });
}

/** Show a turn under way; `asked`: its question stands there already. */
function attach(turn, { asked = false } = {}) {
  if (!asked) log().append(said({ text: turn.request.question ?? "" }));
  turn.view = progress(turn);
  log().append(turn.view);
  composer.setBusy(true);
  toVeryEnd();
}

function ended(turn) {
  turns.delete(turn);
  if (turn.view?.isConnected) composer.setBusy(false);
  refreshCards(); // a "yes" may have settled one
  told.settled();
}

function finish(turn, bundle) {
  if (turn.resumed) {
    open(turn.threadId); // the thread knows best what was said before the page was loaded again
  } else {
    turn.view.replaceWith(answerNode(answers.ofBundle(bundle, turn.warnings)));
    follow();
  }
  announce(`${t("steward")}: ${spoken(bundle.answer)}`);
}

function fail(turn, error) {
  const asked = turn.view.previousElementSibling;
  const again = () => {
    const next = new LiveTurn(turn.request, { runId: turn.runId, threadId: turn.threadId });
    next.resumed = turn.resumed;
    box.remove();
    watchOver(next);
    attach(next, { asked: true });
    if (turn.request.question) next.start();
    else next.watch();
  };
  const discard = () => {
    outbox.drop(turn);
    box.remove();
    if (turn.runId === null) {
      asked?.remove();
      composer.put(turn.request.question); // nothing is lost: it can be changed and sent again
    }
    composer.focus();
  };
  const box = el(
    "article",
    { class: "message steward failed" },
    el(
      "p",
      { class: "wrong", role: "alert" },
      icon("alert"),
      el("span", {}, `${t(turn.runId === null ? "failed_send" : "failed_turn")} ${saying(error)}`),
    ),
    el(
      "div",
      { class: "buttons" },
      el("button", { type: "button", onclick: again }, t("try_again")),
      el("button", { class: "plain", type: "button", onclick: discard }, t("discard")),
    ),
  );
  turn.view.replaceWith(box);
}
