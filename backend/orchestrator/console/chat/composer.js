// Where does the user write? A box that grows, keeps what was not sent, and knows how long a message may be.

import { byId } from "./dom.js";
import { number } from "./format.js";
import { t } from "./words.js";

const LIMIT = 32_000; // characters of a question (api.md)
const DRAFTS = "steward.draft.";

let onSend = () => {};
let key = "new";
let busy = false;
let held = false;

const input = () => byId("question");
/** On a touch screen Enter makes a new line: there is a button, and no Shift to hold. */
const touches = () => matchMedia("(pointer: coarse)").matches;

/** Wire the box; `send(text)` is called with what was written. */
export function install(send) {
  onSend = send;
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  input().addEventListener("input", measure);
  input().addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || touches()) return;
    event.preventDefault();
    submit();
  });
}

function submit() {
  const text = input().value.trim();
  if (!text || busy || held || over() > 0) return;
  put("");
  onSend(text);
}

/** Show the draft of this thread (`null`: of a new one). */
export function openDraft(threadId) {
  key = threadId ?? "new";
  put(sessionStorage.getItem(DRAFTS + key) ?? "");
}

/** What is written goes along when a new thread gets its id. */
export function moveDraft(threadId) {
  const text = input().value;
  sessionStorage.removeItem(DRAFTS + key);
  key = threadId;
  put(text);
}

/** What stands in the box. */
export const written = () => input().value;

export function put(text) {
  input().value = text;
  measure();
}

/** What was written on another page waits in the box of a new thread. */
export function leaveDraft(text) {
  sessionStorage.setItem(`${DRAFTS}new`, text);
  if (key === "new") put(text);
}

export function focus() {
  input().focus();
}

/** While an answer is on its way nothing more is sent. */
export function setBusy(value) {
  busy = value;
  measure();
}

/** What is attached has to be uploaded first. */
export function setHeld(value) {
  held = value;
  measure();
}

const over = () => [...input().value.trim()].length - LIMIT;

function measure() {
  const box = input();
  if (box.value) sessionStorage.setItem(DRAFTS + key, box.value);
  else sessionStorage.removeItem(DRAFTS + key);
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
  const tooMuch = over();
  const hint = byId("question-hint");
  hint.textContent = tooMuch > 0 ? t("too_long", { over: number(tooMuch), limit: number(LIMIT) }) : "";
  box.toggleAttribute("aria-invalid", tooMuch > 0);
  byId("send").disabled = busy || held || tooMuch > 0 || !box.value.trim();
}
