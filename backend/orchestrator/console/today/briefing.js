// What does today's briefing say? Its lines with what each is from; where there is none yet, it can be made now.

import { Problem, get, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { canShow } from "../chat/entity_view.js";
import { noteError } from "../chat/notices.js";
import { known, t } from "../chat/words.js";
import { serverNow } from "../chat/clock.js";
import { zone } from "../calendar/days.js";
import { wallIn } from "../chat/wall.js";
import { button } from "../curation/parts.js";
import { linked } from "../chat/linked.js";
import { loaded } from "../pages/loaded.js";

/** A part as `loaded` makes it. */
export function briefing() {
  const part = loaded(t("today.briefing"), load);
  return part;

  async function load() {
    const latest = await theLatest();
    if (latest?.date === wallIn(latest?.timezone ?? zone(), serverNow()).slice(0, 10)) return lines(latest);
    return el("div", {}, el("p", { class: "quiet" }, t("today.no_briefing")), button(t("today.make_briefing"), make, { kind: "small" }));
  }

  async function make(event) {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    try {
      await post("/agents/daily-briefing/run?wait=true", { push: false });
      part.again();
    } catch (error) {
      noteError(error);
      pressed.disabled = false;
    }
  }
}

async function theLatest() {
  try {
    return await get("/briefings/latest");
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

function lines({ items, markdown }) {
  if (!items.length) return el("p", { class: "said" }, markdown);
  return el(
    "ul",
    { class: "today-lines" },
    items.map(({ text, sources }) =>
      el("li", {}, el("span", { class: "said" }, text), " ", sources.filter(({ type }) => canShow(type)).map(({ type, id }) => [linked(type, id, known(`kind.${type}`, type)), " "])),
    ),
  );
}
