// Which files go along with the next question? Chosen, photographed, dropped, pasted, or shared by another app: uploaded
// as documents, shown until they are sent.

import { Problem, Unreachable, upload } from "./api.js";
import { setHeld } from "./composer.js";
import { byId, el, fill } from "./dom.js";
import { saying } from "./errors.js";
import { icon } from "./icons.js";
import { announce, note } from "./notices.js";
import { t } from "./words.js";

const MOST = 10;
let items = []; // { name, id: null while it is uploaded, wrong: what went wrong }

/** Wire the buttons beside the box, and what is dropped on the talk or pasted into the box. */
export function install() {
  opens("attach", el("input", { type: "file", multiple: true, hidden: true }));
  opens("photograph", el("input", { type: "file", accept: "image/*", capture: "environment", hidden: true }));
  const talk = byId("talk");
  const over = (on) => (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return false;
    event.preventDefault(); // else the browser would leave the page for the file
    talk.classList.toggle("over", on);
    return true;
  };
  talk.addEventListener("dragover", over(true));
  talk.addEventListener("dragleave", over(false));
  talk.addEventListener("drop", (event) => over(false)(event) && take([...event.dataTransfer.files]));
  byId("question").addEventListener("paste", (event) => {
    // What is copied out of a table or a letter comes as a picture too: its words are meant.
    if (event.clipboardData?.types.includes("text/plain") || !event.clipboardData?.files.length) return;
    event.preventDefault();
    take([...event.clipboardData.files]);
  });
}

function opens(id, input) {
  byId(id).after(input);
  byId(id).addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    take([...input.files]);
    input.value = "";
  });
}

function take(files) {
  add(files.map((file) => ({ name: file.name, blob: file })));
  byId("question").focus();
}

/** Upload these, `[{ name, blob }]`, and show them. */
export function add(files) {
  const room = MOST - items.length;
  if (files.length > room) note(t("too_many_files", { most: MOST }), { wrong: true });
  for (const file of files.slice(0, room)) {
    const item = { name: file.name || t("attachment"), id: null, wrong: null, blob: file.blob };
    items.push(item);
    send(item);
  }
  draw();
}

/** What a question takes along: `{ attachments }`, or nothing; they are gone then. */
export function sent() {
  const ready = items.filter((item) => item.id).map((item) => ({ document_id: item.id }));
  items = [];
  draw();
  return ready.length ? { attachments: ready } : {};
}

async function send(item) {
  item.wrong = null;
  draw();
  try {
    item.id = (await upload("/documents", item.blob, item.name)).id;
    announce(t("attached", { name: item.name }));
  } catch (error) {
    const known = error instanceof Problem && error.code === "already_exists" ? error.body.id : null;
    if (known) item.id = known;
    else if (error instanceof Problem || error instanceof Unreachable) item.wrong = saying(error);
    else throw error;
  }
  draw();
}

function draw() {
  fill(byId("attached"), items.map(row)).hidden = items.length === 0;
  setHeld(items.some((item) => !item.id && !item.wrong));
}

function row(item) {
  const drop = () => {
    items = items.filter((one) => one !== item);
    draw();
    byId("question").focus();
  };
  return el(
    "li",
    {},
    icon("document"),
    el("span", { class: "name" }, item.name),
    item.wrong
      ? [
          el("span", { class: "wrong small", role: "alert" }, item.wrong),
          el("button", { class: "small", type: "button", onclick: () => send(item) }, t("try_again")),
        ]
      : !item.id && el("span", { class: "quiet small" }, t("uploading")),
    el(
      "button",
      { class: "plain square small", type: "button", "aria-label": t("detach", { name: item.name }), onclick: drop },
      icon("cross"),
    ),
  );
}
