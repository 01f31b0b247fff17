// What does the morning's briefing say? Its lines, each with what it is from.

import { Problem, get, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { canShow, openEntity } from "../chat/entity_view.js";
import { saying } from "../chat/errors.js";
import { noteError } from "../chat/notices.js";
import { known, t } from "../chat/words.js";
import { button } from "../curation/parts.js";
import { ready } from "./words.js";

/** The page `#/briefing/ID`; without an id the latest. */
export async function open(hash) {
  await ready();
  const id = hash.split("/")[2];
  try {
    return page(await get(`/briefings/${encodeURIComponent(id || "latest")}`));
  } catch (error) {
    const gone = error instanceof Problem && error.status === 404;
    if (gone && !id) return none();
    return section(t("p.briefing"), el("p", { class: gone ? "quiet" : "wrong", role: "alert" }, gone ? t("p.no_briefing") : saying(error)));
  }
}

/** None was made yet: the first can be made at once. */
function none() {
  const whole = section(t("p.briefing"), el("p", { class: "quiet" }, t("p.none_yet")), el("div", { class: "buttons" }, button(t("p.make_briefing"), make)));
  return whole;

  async function make(event) {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    try {
      await post("/agents/daily-briefing/run?wait=true", { push: false });
      const made = await open("#/briefing");
      whole.replaceWith(made);
      made.querySelector("h2").focus();
    } catch (error) {
      noteError(error);
      pressed.disabled = false;
    }
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
