// What does the morning's briefing say? Its lines, each with what it is from.

import { Problem, get } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { canShow, openEntity } from "../chat/entity_view.js";
import { saying } from "../chat/errors.js";
import { known, t } from "../chat/words.js";
import { ready } from "./words.js";

/** The page `#/briefing/ID`; without an id the latest. */
export async function open(hash) {
  await ready();
  const id = hash.split("/")[2];
  try {
    return page(await get(`/briefings/${encodeURIComponent(id || "latest")}`));
  } catch (error) {
    const gone = error instanceof Problem && error.status === 404;
    return section(t("p.briefing"), el("p", { class: gone ? "quiet" : "wrong", role: "alert" }, gone ? t("p.no_briefing") : saying(error)));
  }
}

function page({ title, items, markdown }) {
  if (!items.length) return section(title, el("p", { class: "lead" }, markdown)); // “nothing is on your calendar …”
  return section(title, el("ul", { class: "briefing" }, items.map(line)));
}

function section(title, ...content) {
  return el("section", { class: "page" }, el("h2", { tabIndex: -1 }, title), content);
}

function line({ text, sources }) {
  return el("li", {}, el("p", { class: "said" }, text), el("div", { class: "buttons" }, sources.filter(({ type }) => canShow(type)).map(source)));
}

function source({ type, id }) {
  const label = known(`kind.${type}`, type);
  return el("button", { class: "plain small", type: "button", onclick: () => openEntity({ type, id, title: label }) }, label);
}
