// What is that place? Where it is, what it is called, when one was there, and what happens there.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { dayAndTime, homeZone, number, wallRange } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { tell, told } from "../curation/arrived.js";
import { erase } from "../curation/erasing.js";
import { button, linkButton } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";
import { loaded } from "../pages/loaded.js";
import { wallIn } from "../chat/wall.js";
import { metres } from "./list.js";
import { mergePlace } from "./merging.js";

const MOST = 30;
const DAYS_BACK = 90;
const DAY_MS = 86_400_000;

export function view({ id }) {
  const place = el("div", { "aria-busy": "true" }, el("p", { class: "quiet progress" }, t("loading")));
  load();

  /** `news`: what was just merged, or taken back. */
  async function load(news = null) {
    try {
      const found = await get(`/places/${encodeURIComponent(id)}`);
      fill(place, news ?? told(), shown(found, load));
      place.querySelector("h3").focus();
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : () => load(news)));
    }
    place.removeAttribute("aria-busy");
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/places" }, icon("left"), t("places.all"))), place);
}

function shown(one, again) {
  return [
    el(
      "div",
      { class: "head" },
      el("h3", { tabIndex: -1, class: "said" }, one.name),
      el("div", { class: "buttons" }, one.lat !== null && linkButton(t("places.on_map"), `#/places/map?place=${one.id}`, { sign: "place", kind: "small" }), linkButton(t("places.edit"), `#/places/${one.id}/edit`, { sign: "pencil", kind: "small" }), button(t("m.merge"), () => mergePlace(one, again), { kind: "small" }), button(t("erase"), () => gone(one), { sign: "bin", kind: "small" })),
    ),
    details(one),
    happening(one),
    stays(one),
  ];
}

function details(one) {
  const at = one.lat !== null && `${number(one.lat)}, ${number(one.lon)}`;
  const rows = [
    [t("places.aliases"), one.aliases.join(", ")],
    [t("places.category"), one.category],
    [t("places.address"), one.address],
    [t("places.coordinates"), at && el("a", { href: `geo:${one.lat},${one.lon}` }, at)],
    [t("places.radius"), at && one.radius_m > 0 && metres(one.radius_m)],
    [t("places.zone"), one.timezone],
    [t("places.is"), [one.home_like && t("places.home_like"), one.ignored && t("places.ignored")].filter(Boolean).join(", ")],
    [t("places.about"), one.description],
    [t("places.attribution"), one.attribution],
  ].filter(([, value]) => value);
  return el("dl", { class: "fields" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

function happening(one) {
  return loaded(t("places.events"), async () => {
    const { hits } = await get(withQuery("/search", { q: ".", kinds: "event", subjects: one.id, limit: MOST }));
    if (!hits.length) return el("p", { class: "quiet" }, t("places.no_events"));
    return el("ul", { class: "plain-list" }, hits.map((hit) => el("li", {}, linked("event", hit.id, hit.title), " ", hit.at && el("span", { class: "quiet small" }, dayAndTime(hit.at)))));
  }).node;
}

function stays(one) {
  return loaded(t("places.stays"), async () => {
    const since = new Date(Date.now() - DAYS_BACK * DAY_MS).toISOString();
    const { items } = await get(withQuery("/stays", { since, limit: 200 }));
    const here = items.filter((each) => each.place_id === one.id).slice(0, MOST);
    if (!here.length) return el("p", { class: "quiet" }, t("places.no_stays"));
    return el("ul", { class: "plain-list" }, here.map((each) => el("li", {}, stayTimes(each))));
  }).node;
}

/** When it began and ended by the clock of where it was, which is named where it is not one's own. */
function stayTimes({ start_at: start, end_at: end, timezone }) {
  const times = wallRange(...[start, end].map((each) => wallIn(timezone, each)));
  return timezone === homeZone() ? times : `${times} (${timezone})`;
}

async function gone(one) {
  const went = await erase(t("places.erase", { name: one.name }), [one], (each) => `/places/${each.id}`);
  if (!went.length) return;
  tell(t("places.erased", { name: one.name }));
  location.hash = "#/places";
}
