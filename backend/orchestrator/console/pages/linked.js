// Where does an entity lead? To its page where it has one, else into the sheet beside the page.

import { el } from "../chat/dom.js";
import { openEntity } from "../chat/entity_view.js";

const PAGES = { event: "calendar/event", contact: "people", document: "documents", place: "places", fact: "memory/fact" };

/** A link, or a button that looks like one. */
export function linked(type, id, title) {
  if (type in PAGES) return el("a", { href: `#/${PAGES[type]}/${encodeURIComponent(id)}` }, title);
  return el("button", { class: "as-link", type: "button", onclick: () => openEntity({ type, id, title }) }, title);
}
