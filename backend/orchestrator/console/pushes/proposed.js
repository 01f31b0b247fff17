// Which stays may have been events? Each with why; accepted, or dismissed with a reason.

import { get, post, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { saying } from "../chat/errors.js";
import { wallTime } from "../chat/format.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { ready } from "./words.js";

const REASONS = ["not_an_event", "other_place", "never_here", "later"];

/** The page `#/proposed`. */
export async function open() {
  await ready();
  const place = el("div", { class: "cards" }, el("p", { class: "quiet" }, t("loading")));
  list(place);
  return el(
    "section",
    { class: "page" },
    el("h2", { tabIndex: -1 }, t("p.proposed")),
    el("p", { class: "lead" }, t("p.proposed_about")),
    place,
  );
}

async function list(place) {
  try {
    const { items } = await get(withQuery("/proposed-events", { state: "pending" }));
    fill(place, items.length ? items.map((one) => card(one, () => list(place))) : el("p", { class: "quiet" }, t("p.proposed_none")));
  } catch (error) {
    fill(place, el("p", { class: "wrong", role: "alert" }, saying(error)));
  }
}

function card(proposed, changed) {
  const accept = el("button", { class: "primary", type: "button", onclick: () => act("accept", {}, "p.accepted") }, t("p.accept"));
  const reasons = REASONS.map((reason) =>
    el("button", { class: "small", type: "button", onclick: () => act("dismiss", { reason }, "p.dismissed") }, t(`p.reason.${reason}`)),
  );
  return el(
    "article",
    { class: "card" },
    el("h3", {}, proposed.title),
    el("p", { class: "quiet" }, `${wallTime(proposed.start_at)} – ${wallTime(proposed.end_at)}`),
    proposed.reason && el("p", {}, proposed.reason),
    el("div", { class: "buttons" }, accept),
    el("details", {}, el("summary", {}, t("p.dismiss")), el("div", { class: "buttons" }, reasons)),
  );

  async function act(name, body, done) {
    try {
      await post(`/proposed-events/${proposed.id}/${name}`, body);
      note(t(done));
    } catch (error) {
      note(saying(error), { wrong: true });
    }
    await changed();
    document.querySelector("#page h2")?.focus();
  }
}
