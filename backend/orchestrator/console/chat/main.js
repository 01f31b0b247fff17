// What is on the screen? Sign-in or the conversations, and in the middle what the address says.

import { Problem, Unreachable, whenRefused } from "./api.js";
import * as attachments from "./attachments.js";
import * as cameWith from "./came_with.js";
import * as composer from "./composer.js";
import * as conversation from "./conversation.js";
import { byId, el, fill } from "./dom.js";
import { openEntity } from "./entity_view.js";
import { draw as drawFrame, closeMenu } from "./frame.js";
import { banner, note } from "./notices.js";
import { installPalette, openPalette } from "./palette_key.js";
import { close as closePanel } from "./panel.js";
import { refreshCards } from "./preview_card.js";
import { markPage, pageName, pageOf } from "./pages.js";
import * as session from "./session.js";
import { openSettings } from "./settings.js";
import * as signIn from "./sign_in.js";
import * as signingOut from "./signing_out.js";
import { saying } from "./errors.js";
import * as theme from "./theme.js";
import * as threads from "./threads.js";
import * as waiting from "./waiting.js";
import * as worker from "./worker.js";
import { speakFor, t } from "./words.js";

const LOOK_AGAIN_MS = 60_000; // what waits may have been confirmed on another device, or have expired
let entered = false;
let loading = 0; // which page was asked for last
let kept = null; // of whoever has to sign in again with something typed and not sent: `{user, hash}`; it stays there

function start() {
  byId("starting").remove();
  theme.apply();
  speakFor(null);
  frame();
  conversation.install({ opened, settled });
  signingOut.install({ leave, left: signedOut });
  threads.install((id) => id === conversation.openThread() && go("#/"));
  window.addEventListener("hashchange", () => {
    const given = cameWith.pairingCode();
    if (given === null) route();
    else offerPairing(given);
  });
  window.addEventListener("offline", () => banner(t("offline")));
  window.addEventListener("online", () => {
    banner(null);
    note(t("back_online"));
    look();
  });
  document.addEventListener("visibilitychange", () => !document.hidden && look());
  setInterval(() => !document.hidden && look(), LOOK_AGAIN_MS);
  if (!navigator.onLine) banner(t("offline"));
  whenRefused(() => entered && expired());
  session.whenChangedElsewhere(changedElsewhere);
  worker.start((hash) => go(hash));
  const [link, code] = [cameWith.link(), cameWith.pairingCode()];
  if (link !== null && !session.token()) comeByLink(link);
  else if (code !== null) offerPairing(code);
  else if (session.token()) comeBack(link);
  else signIn.show({ enter });
}

/** Whoever is signed in already may stay so: a link from elsewhere must not throw them out. */
async function offerPairing(code) {
  const account = session.token() && (await signIn.accountOf(session.token()).catch(() => null));
  session.become(account || null);
  const stay =
    account &&
    (() => {
      signIn.hide();
      enter();
    });
  if (entered) leave();
  signIn.show({ code, stay, enter });
}

async function comeByLink(code) {
  try {
    await signIn.byLink(code);
    enter();
  } catch (error) {
    signIn.show({ message: error instanceof Problem && error.status === 401 ? t("wrong_link") : saying(error), enter });
  }
}

/** A token is there: see whether it is still good. Without a connection the page waits for one. */
async function comeBack(link = null) {
  try {
    const account = await signIn.accountOf(session.token());
    session.become(account);
    speakFor(account?.locale);
    signIn.hide();
    enter();
  } catch (error) {
    if (error instanceof Problem && error.status === 401) link ? comeByLink(link) : expired();
    else if (error instanceof Problem && error.status === 403) signIn.show({ message: t("needs_ask"), enter });
    else {
      banner(saying(error));
      setTimeout(() => comeBack(link), 3000);
    }
  }
}

function enter() {
  const { user, hash } = kept ?? {};
  if (kept && user !== session.me()?.id) return location.reload();
  kept = null;
  entered = true;
  if (navigator.onLine) banner(null);
  frame();
  byId("app").hidden = false;
  conversation.resume();
  const form = hash === location.hash ? unsent() : null;
  if (form) form.querySelector("textarea, input, select").focus();
  else route();
  look();
  stillHere();
  return undefined;
}

/** A browser that is pushed to says at each start that it is still there. */
async function stillHere() {
  if (!worker.device() || globalThis.Notification?.permission !== "granted") return;
  const { renew } = await import("../pushes/this_browser.js");
  renew();
}

function leave() {
  entered = false;
  conversation.leave();
  threads.clear();
  closePanel();
  byId("question-dialog").close();
  byId("app").hidden = true;
  fill(byId("messages"));
  if (kept) return;
  for (const dialog of document.querySelectorAll(".curation-dialog")) dialog.close();
  fill(byId("page"));
}

/** The form to fill in that the page shows, or a dialog above it; null where there is none. */
const unsent = () => document.querySelector(".curation-dialog form.edit") ?? document.querySelector("#page form.edit");

/** Another tab signed in or out. What was typed here stays where only the token is another. */
function changedElsewhere() {
  if (session.user() === null || (!kept && !unsent())) location.reload();
  else if (session.token() === null) expired();
  else comeBack();
}

function expired() {
  if (unsent()) kept = { user: session.me()?.id, hash: location.hash };
  leave();
  session.expire();
  signIn.show({ message: t("token_refused"), enter });
}

function signedOut(told) {
  composer.put("");
  history.replaceState(null, "", location.pathname);
  speakFor(null);
  signIn.show({ enter });
  note(told);
}

function frame() {
  drawFrame({ settings: () => openSettings({ signOut: signingOut.signOut, spoken: () => location.reload() }), fresh: () => go("#/"), palette: openPalette });
}

// --- what the address says

const ROUTES = [
  [/^#\/thread\/(.+)$/, (id) => thread(id)],
  [/^#\/preview\/(.+)$/, (id) => page(waiting.openOne(id, settled))],
  [/^#\/waiting$/, () => page(waiting.openAll(settled))],
];
const OPENED = /^#\/open\/([a-z]+)\/([0-9a-f-]{36})$/i; // what a notification is about, where that has no page
const MEMORY = /^#\/memory(?=[/?]|$)/; // its own router reads what follows
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NOBODYS = "00000000-0000-0000-0000-000000000000";

function route() {
  if (!entered) return;
  closeMenu();
  closePanel();
  // Where no address was asked for, the day is what one sees first; a token that may only talk could not read it.
  if (location.hash === "" && session.me()) history.replaceState(null, "", "#/today");
  if (location.hash === "#/proposed") history.replaceState(null, "", "#/proposals"); // as pushes name it
  byId("memory-link").ariaCurrent = MEMORY.test(location.hash) ? "page" : null;
  markPage(location.hash);
  byId("page").ariaBusy = null;
  if (MEMORY.test(location.hash)) return void memory(location.hash);
  const opens = OPENED.exec(location.hash);
  if (opens) {
    history.replaceState(null, "", "#/"); // the sheet lies over the page, which stays when it is closed
    thread(null);
    openEntity({ type: opens[1], id: opens[2] });
    return;
  }
  if (location.hash === "#/shared") return void takeShared();
  const named = pageOf(location.hash);
  if (named) {
    part(location.hash, named.load, pageName(named));
    return;
  }
  for (const [pattern, show] of ROUTES) {
    const found = pattern.exec(location.hash);
    if (found) {
      // Whatever else stands in a link must not become part of a path that we ask for.
      show(ID.test(found[1] ?? "") ? found[1] : NOBODYS);
      return;
    }
  }
  thread(null);
}

function go(hash) {
  if (location.hash === hash) route();
  else location.hash = hash;
}

function thread(id) {
  byId("page").hidden = true;
  fill(byId("page"));
  byId("talk").hidden = false;
  threads.mark(id);
  if (id === null || id !== conversation.openThread()) conversation.open(id);
  if (!matchMedia("(pointer: coarse)").matches) composer.focus(); // on a phone the keyboard would cover the page
}

function page(content) {
  threads.mark(null);
  byId("talk").hidden = true;
  fill(byId("page"), content).hidden = false;
  content.querySelector("h2").focus();
}

/** What is known of the user: modules that only those load who go there. */
const memory = (hash) => part(hash, () => import("../curation/page.js"), t("memory"));

async function part(hash, load, name = t("settings")) {
  const turn = ++loading;
  byId("page").ariaBusy = "true"; // what was there before stays until the other is there
  try {
    const { open } = await load();
    const content = await open(hash, settled);
    if (!entered || location.hash !== hash) return;
    if (byId("page").hidden || !content.isConnected) page(content); // else it has changed in its place
  } catch (error) {
    const again = () => part(hash, load, name);
    if (location.hash === hash) page(el("section", { class: "page" }, failedToLoad(name, error, again)));
  } finally {
    if (turn === loading) byId("page").ariaBusy = null;
  }
}

/** What another app gave: words into the box, files beside it. */
async function takeShared() {
  history.replaceState(null, "", "#/");
  thread(null);
  const { words, files } = await worker.takeShared();
  if (words) composer.put(words);
  attachments.add(files);
  composer.focus();
}

function failedToLoad(name, error, again) {
  return [
    el("h2", { tabIndex: -1 }, name),
    el("p", { class: "wrong", role: "alert" }, saying(error instanceof TypeError ? new Unreachable() : error)),
    el("button", { type: "button", onclick: again }, t("try_again")),
  ];
}

// --- what changes

/** A new conversation got its id: the address names it, and nothing is drawn again. */
function opened(id) {
  history.replaceState(null, "", `#/thread/${id}`);
  threads.mark(id);
  threads.refresh();
}

function settled() {
  threads.refresh();
  waiting.count();
  refreshCards();
}

function look() {
  if (!entered) return;
  threads.refresh({ quietly: true });
  waiting.count();
  refreshCards();
}

installPalette(() => entered);
start();
