// What waits for the user, in any conversation? The frozen proposals that nobody has confirmed or dropped yet.

import { get, withQuery } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { saying } from "./errors.js";
import { number } from "./format.js";
import { icon } from "./icons.js";
import { noteError } from "./notices.js";
import { PreviewCard } from "./preview_card.js";
import { mark } from "./worker.js";
import { t } from "./words.js";

const PAGE = 20;

const pending = (cursor) => get(withQuery("/previews", { state: "pending", limit: PAGE, cursor }));

/** Draw their number at the side. */
export async function count() {
  const link = byId("waiting-link");
  try {
    const { items, next_cursor: more } = await pending();
    const shown = more ? `${number(items.length)}+` : number(items.length);
    fill(link, icon("wait"), el("span", {}, t("waiting")), items.length > 0 && el("span", { class: "badge" }, shown));
    link.dataset.count = String(items.length);
    mark(items.length);
  } catch {
    // It stays as it was: what is wrong is told where something was asked for.
  }
}

/** The page of all that waits; `changed` as in PreviewCard. */
export function openAll(changed) {
  const place = el("div", { class: "cards" }, el("p", { class: "quiet" }, t("loading")));
  list(place, changed);
  return el(
    "section",
    { class: "page" },
    el("h2", { tabIndex: -1 }, t("waiting")),
    el("p", { class: "lead" }, t("waiting_about")),
    place,
  );
}

async function list(place, changed) {
  try {
    const page = await pending();
    if (!page.items.length) return fill(place, el("p", { class: "quiet" }, t("waiting_none")));
    fill(place, cards(page, changed));
  } catch (error) {
    fill(place, el("p", { class: "wrong", role: "alert" }, saying(error)));
  }
  return undefined;
}

function cards({ items, next_cursor: cursor }, changed) {
  const nodes = items.map((preview) => new PreviewCard(preview, { changed }).node);
  if (!cursor) return nodes;
  const more = el("button", { class: "plain", type: "button", onclick: load }, t("more"));
  async function load() {
    more.disabled = true;
    try {
      more.replaceWith(...cards(await pending(cursor), changed));
    } catch (error) {
      more.disabled = false;
      noteError(error);
    }
  }
  return [...nodes, more];
}

/** The page of one proposal (a link from elsewhere). */
export function openOne(id, changed) {
  return el(
    "section",
    { class: "page" },
    el("h2", { tabIndex: -1 }, t("one_preview")),
    el("p", { class: "lead" }, t("waiting_about")),
    el("div", { class: "cards" }, lookedUp(id, changed)),
  );
}

function lookedUp(id, changed) {
  const place = el("div", {}, el("p", { class: "quiet" }, t("loading")));
  get(`/previews/${encodeURIComponent(id)}`).then(
    ({ id: known }) => fill(place, new PreviewCard({ id: known }, { changed }).node),
    (error) =>
      fill(place, el("p", { class: "wrong", role: "alert" }, error.status === 404 ? t("gone_item") : saying(error))),
  );
  return place;
}
