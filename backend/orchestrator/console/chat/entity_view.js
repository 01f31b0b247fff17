// What is that event, person, place? Its fields, read from its own route.

import { Problem, get } from "./api.js";
import { el } from "./dom.js";
import { fieldList, fieldName, hasTimes, shownFields } from "./fields.js";
import { icon } from "./icons.js";
import { open } from "./panel.js";
import { known, t } from "./words.js";

const ROUTES = {
  event: "/events",
  contact: "/contacts",
  place: "/places",
  todo: "/todos",
  note: "/notes",
  document: "/documents",
  fact: "/facts",
  episode: "/episodes",
};

export const canShow = (type) => type in ROUTES;

/** Open the panel with it. */
export function openEntity({ type, id, title }) {
  return open(title || known(`kind.${type}`, type), () => entity(type, id));
}

async function entity(type, id) {
  if (!canShow(type)) return el("p", { class: "quiet" }, t("unknown_item"));
  let told;
  try {
    told = await get(`${ROUTES[type]}/${encodeURIComponent(id)}`);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return el("p", { class: "quiet" }, t("gone_item"));
    throw error;
  }
  return [
    el("p", { class: "kind" }, icon(type), known(`kind.${type}`, type)),
    fieldList(shownFields(told)),
    told.timezone && hasTimes(told) && el("p", { class: "quiet" }, t("times_in", { zone: told.timezone })),
    el("p", { class: "quiet small" }, `${fieldName("origin")}: ${known(`value.${told.origin}`, told.origin)}`),
  ];
}
