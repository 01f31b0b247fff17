// Which pages are there beside the talk? Each with its address, its sign, and the module that those load who go there.

import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { known, t } from "./words.js";

const PAGES = [
  { name: "todos", sign: "todo", load: () => import("../todos/page.js") },
  { name: "notes", sign: "note", load: () => import("../notes/page.js") },
  { name: "people", sign: "contact", load: () => import("../people/page.js") },
  { name: "documents", sign: "document", load: () => import("../documents/page.js") },
  { name: "proposals", sign: "event", load: () => import("../proposals/page.js") },
  { name: "missions", sign: "todo", load: () => import("../missions/page.js") },
  { name: "meetings", sign: "message", load: () => import("../meetings/page.js") },
  { name: "places", sign: "place", load: () => import("../places/page.js") },
  { name: "jobs", sign: "clock", load: () => import("../jobs/page.js") },
  { name: "connections", sign: "tool", load: () => import("../connections/page.js") },
];
/** Gone to from elsewhere: they have no link of their own at the side. */
const ASIDE = [
  { name: "settings", load: () => import("../preferences/page.js") },
  { name: "notifications", load: () => import("../pushes/page.js") },
  { name: "briefing", load: () => import("../pushes/briefing.js") },
];
const ADDRESS = /^#\/([a-z]+)(?=[/?]|$)/;

/** The page of an address, `{name, load}`; undefined where it is none of these. */
export function pageOf(hash) {
  const found = ADDRESS.exec(hash);
  return found ? [...PAGES, ...ASIDE].find((page) => page.name === found[1]) : undefined;
}

export const pageName = ({ name }) => known(`page.${name}`, t("settings"));

/** Those that have a link at the side: `{name, sign}`. */
export const names = () => PAGES;

/** Draw the links at the side. */
export function drawPages() {
  fill(
    byId("pages"),
    PAGES.map(({ name, sign }) => el("li", {}, el("a", { href: `#/${name}`, dataset: { page: name } }, icon(sign), el("span", {}, t(`page.${name}`))))),
  );
  markPage(location.hash);
}

/** Say which page one is on. */
export function markPage(hash) {
  const here = pageOf(hash)?.name;
  for (const link of byId("pages").querySelectorAll("a")) link.ariaCurrent = link.dataset.page === here ? "page" : null;
}
