// Whom and what do ids name? Contacts and places, asked for once.

import { get } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";

const ROUTES = { contact: "/contacts", place: "/places" };
const asked = new Map();

/** The name; the start of its id where it can't be read. */
export function nameOf(type, id) {
  const key = `${type} ${id}`;
  if (!asked.has(key)) {
    const found = get(`${ROUTES[type]}/${encodeURIComponent(id)}`).then(
      (one) => one.display_name ?? one.name,
      (error) => {
        if (error.status === 404) return t("m.gone_name");
        asked.delete(key); // no network: the next one to ask tries again
        return t("m.unknown_name");
      },
    );
    asked.set(key, found);
  }
  return asked.get(key);
}

/** A node that says the name as soon as it is known. */
export function named(type, id) {
  const node = el("span", {}, "…");
  nameOf(type, id).then((name) => (node.textContent = name));
  return node;
}
