// Can one speak instead of typing? Where the browser writes down what it hears: on this device if it can, else it is asked
// first, for then what is said goes to the browser's maker.

import * as composer from "./composer.js";
import { byId, el } from "./dom.js";
import { announce, note } from "./notices.js";
import { region, t } from "./words.js";

const AGREED = "steward.dictation"; // gone at sign-out
const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
const SILENT = new Set(["no-speech", "aborted"]);

let listening = null; // the recognition that is under way

/** Wire the button; without a recognition it is not shown. */
export function install() {
  const button = byId("dictate");
  button.hidden = !Recognition;
  button.addEventListener("click", () => (listening ? listening.stop() : begin()));
}

async function begin() {
  const here = await onThisDevice();
  if (!here && !localStorage.getItem(AGREED)) {
    if (!(await agreed())) return byId("dictate").focus();
    localStorage.setItem(AGREED, "yes");
  }
  return listen(here);
}

/** Whether what is said stays in this device, for the language of the page. */
async function onThisDevice() {
  try {
    return (await Recognition.available?.({ langs: [region()], processLocally: true })) === "available";
  } catch {
    return false;
  }
}

async function agreed() {
  const { dialog } = await import("../curation/dialog.js");
  return dialog(t("dictation"), (close) => [
    el("p", {}, t("dictation_leaves")),
    el(
      "div",
      { class: "buttons" },
      el("button", { class: "primary", type: "button", onclick: () => close(true) }, t("dictation_agree")),
      el("button", { class: "plain", type: "button", onclick: () => close() }, t("back")),
    ),
  ]);
}

function listen(here) {
  const before = composer.written().trimEnd();
  const recognition = new Recognition();
  Object.assign(recognition, { lang: region(), interimResults: true, continuous: true });
  if (here) recognition.processLocally = true;
  recognition.onresult = ({ results }) => {
    const said = Array.from(results, ([best]) => best.transcript.trim()).join(" ");
    composer.put(before ? `${before} ${said}` : said);
  };
  recognition.onerror = ({ error }) => {
    if (!SILENT.has(error)) note(t(error === "not-allowed" ? "dictation_refused" : "dictation_failed"), { wrong: true });
  };
  recognition.onend = () => show(null);
  show(recognition);
  announce(t("dictation_on"));
  recognition.start();
}

function show(recognition) {
  listening = recognition;
  byId("dictate").setAttribute("aria-pressed", String(recognition !== null));
  if (!recognition) composer.focus();
}

/** A message that was sent, or left, is not written into any more. */
export function stop() {
  listening?.abort();
}
