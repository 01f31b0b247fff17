// What is every page made of? A heading, tabs where it has several views, and below them the view that the address names.

import { Unreachable } from "../chat/api.js";
import { serverNow } from "../chat/clock.js";
import { el, fill, replaceView } from "../chat/dom.js";
import { clockTime, hereZone, homeZone } from "../chat/format.js";
import { t } from "../chat/words.js";
import { ready as sharedWords } from "../curation/words.js";
import { trouble } from "../curation/troubles.js";
import { offsetOf } from "../chat/wall.js";

/** Pages that tell when something is. */
const TIMED = new Set(["today", "calendar", "todos", "meetings", "places", "missions", "jobs", "proposals"]);

/**
 * A page's `open(hash)`. `name`: of its address, `#/NAME/…`, and of its words; `tabs`: `[view, address, word]`;
 * `views`: a function that loads the module of each; `read(parts)` → `[view, id]` of the parts of the address;
 * `words()`: resolves when the page's texts can be used. A module has `view({id, query})`, which answers a node.
 */
export function page({ name, tabs = [], views, read, words, below = {} }) {
  let shell = null;
  let attempt = 0;

  function made() {
    const links = tabs.map(([view, address, word]) => el("a", { href: address, dataset: { view } }, t(word)));
    const nav = tabs.length > 0 && el("nav", { class: "tabs", "aria-label": t(`${name}.title`) }, links);
    const body = el("div", { class: "memory-body" });
    const heading = el("h2", { tabIndex: -1 }, t(`${name}.title`));
    return { node: el("section", { class: `page memory ${name}-page` }, heading, nav, body), heading, links, body };
  }

  return async function open(hash) {
    const turn = ++attempt;
    await Promise.all([sharedWords(), words()]);
    const [path, search = ""] = hash.slice(`#/${name}`.length).replace(/^\//, "").split("?");
    const [view, id = null] = read(path.split("/").filter(Boolean).map(decoded));
    if (!shell?.node.isConnected) shell = made();
    for (const link of shell.links) {
      if (link.dataset.view === (below[view] ?? view)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    show(shell, { view, id, query: Object.fromEntries(new URLSearchParams(search)) }, turn);
    // On a phone the tabs are wider than the screen; they are on the page a moment from now.
    const { node } = shell;
    requestAnimationFrame(() => node.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
    return node;
  };

  async function show({ heading, body }, { view, id, query }, turn) {
    body.setAttribute("aria-busy", "true");
    try {
      const module = await views[view]();
      if (turn !== attempt) return;
      replaceView(body, heading, module.view({ id, query }), TIMED.has(name) && zoneNote());
    } catch (error) {
      const again = () => show(shell, { view, id, query }, turn);
      if (turn === attempt) fill(body, trouble(error instanceof TypeError ? new Unreachable() : error, again));
    } finally {
      if (turn === attempt) body.removeAttribute("aria-busy");
    }
  }
}

/** Where the device's clock shows another time than the account's, it is said whose times these are. */
function zoneNote() {
  const [home, here, now] = [homeZone(), hereZone(), serverNow()];
  if (offsetOf(home, now) === offsetOf(here, now)) return null;
  return el("p", { class: "quiet small zone-note" }, t("zone_note", { zone: home, there: clockTime(now, home), here: clockTime(now, here) }));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
