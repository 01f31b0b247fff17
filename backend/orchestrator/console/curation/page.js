// What of the memory is on the screen? Its tabs, and below them what the address says.

import { el, fill, replaceView } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { saying } from "../chat/errors.js";
import { t } from "../chat/words.js";
import { Unreachable } from "../chat/api.js";
import { ready } from "./words.js";

const TABS = ["notes", "facts", "timeline", "proposals", "review", "knowledge", "told", "charts"];
/** Which module shows what; views of one thing stand below a tab. */
const VIEWS = {
  notes: () => import("./notes.js"),
  compose: () => import("./compose.js"),
  facts: () => import("./facts.js"),
  timeline: () => import("./timeline.js"),
  fact: () => import("./fact.js"),
  write: () => import("./write.js"),
  proposals: () => import("./proposals.js"),
  review: () => import("./review.js"),
  knowledge: () => import("./knowledge.js"),
  told: () => import("./told.js"),
  charts: () => import("./charts.js"),
  session: () => import("./session_view.js"),
};
const BELOW = { compose: "notes", fact: "facts", write: "facts", session: "charts" };

let shell = null;
let attempt = 0;

/** The page for an address: `#/memory/TAB/ID?filters`. Another address of the page that is open changes it in place. */
export function open(hash) {
  const { view, id, query } = read(hash);
  const turn = ++attempt;
  if (!shell?.node.isConnected) shell = made();
  const tab = BELOW[view] ?? view;
  for (const link of shell.links) {
    if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  show(view, id, query, turn);
  return shell.node;
}

function read(hash) {
  const [path, search = ""] = hash.replace(/^#\/memory\/?/, "").split("?");
  const [view, ...rest] = path.split("/");
  return {
    view: Object.hasOwn(VIEWS, view) ? view : "notes",
    id: rest.length ? decoded(rest.join("/")) : null,
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function made() {
  const heading = el("h2", { tabIndex: -1 }, t("memory"));
  const lead = el("p", { class: "lead" });
  const links = TABS.map((tab) => el("a", { href: `#/memory/${tab}`, dataset: { tab } }, t("memory")));
  const nav = el("nav", { class: "tabs", "aria-label": t("memory") }, links);
  const body = el("div", { class: "memory-body" });
  nav.hidden = true;
  return { node: el("section", { class: "page memory" }, heading, lead, nav, body), heading, lead, nav, links, body };
}

async function show(view, id, query, turn) {
  const { heading, lead, nav, links, body } = shell;
  body.setAttribute("aria-busy", "true");
  if (!body.firstChild) fill(body, el("p", { class: "quiet" }, t("loading")));
  try {
    await ready();
    lead.textContent = t("m.lead");
    for (const link of links) link.textContent = t(`m.tab.${link.dataset.tab}`);
    nav.hidden = false;
    nav.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" });
    const module = await VIEWS[view]();
    if (turn !== attempt) return;
    replaceView(body, heading, module.view({ id, query }));
  } catch (error) {
    if (turn === attempt) fill(body, notLoaded(error));
  } finally {
    if (turn === attempt) body.removeAttribute("aria-busy");
  }
}

function notLoaded(error) {
  return el(
    "div",
    {},
    el(
      "p",
      { class: "wrong", role: "alert" },
      icon("alert"),
      " ",
      saying(error instanceof TypeError ? new Unreachable() : error),
    ),
    el("button", { type: "button", onclick: () => open(location.hash) }, t("try_again")),
  );
}
