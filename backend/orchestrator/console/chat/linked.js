// Where does an entity lead? To its page where it has one, else into the sheet beside the page.

import { el } from "./dom.js";
import { openEntity } from "./entity_view.js";

const PAGES = {
  event: "calendar/event",
  contact: "people",
  document: "documents",
  place: "places",
  fact: "memory/fact",
  todo: "todos",
  note: "notes",
  mission: "missions",
};

/** Whether things of a type have a page each. */
export const hasPage = (type) => type in PAGES;

/** Of its page. */
export const addressOf = (type, id) => `#/${PAGES[type]}/${encodeURIComponent(id)}`;

/** A link, or a button that looks like one. */
export function linked(type, id, title) {
  if (hasPage(type)) return el("a", { href: addressOf(type, id) }, title);
  return el("button", { class: "as-link", type: "button", onclick: () => openEntity({ type, id, title }) }, title);
}

/** Go there. */
export function go(type, id, title) {
  if (hasPage(type)) location.hash = addressOf(type, id);
  else openEntity({ type, id, title });
}
