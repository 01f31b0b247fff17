// Which files go along with the next question? Those that another app shared: uploaded as documents, shown until sent.

import { Problem, Unreachable, upload } from "./api.js";
import { setHeld } from "./composer.js";
import { byId, el, fill } from "./dom.js";
import { saying } from "./errors.js";
import { icon } from "./icons.js";
import { announce } from "./notices.js";
import { t } from "./words.js";

const MOST = 10;
let items = []; // { name, id: null while it is uploaded, wrong: what went wrong }

/** Upload these, `[{ name, blob }]`, and show them. */
export function add(files) {
  for (const file of files.slice(0, MOST - items.length)) {
    const item = { name: file.name || t("attachment"), id: null, wrong: null, blob: file.blob };
    items.push(item);
    send(item);
  }
  draw();
}

/** What a question takes along: `{ attachments }`, or nothing; they are gone then. */
export function take() {
  const sent = items.filter((item) => item.id).map((item) => ({ document_id: item.id }));
  items = [];
  draw();
  return sent.length ? { attachments: sent } : {};
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
