// Where is all that? The places and one day's stays on the map, and the same as a list for those who see no map.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { dates, homeZone } from "../chat/formatters.js";
import { region, t } from "../chat/words.js";
import { dayName, isDay, plus, today } from "../calendar/days.js";
import { button, empty, linkButton } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { wallIn } from "../chat/wall.js";
import { metres, placeAddress } from "./list.js";
import { outline } from "./outline.js";
import { ownTiles } from "./tiles.js";
import { WorldMap } from "./world.js";

const PAGE = 1000;
const MOST_STAYS = 200;

const mapAddress = (day) => `#/places/map/${day}`;

export function view({ id, query }) {
  const place = el("div", { "aria-busy": "true" }, el("p", { class: "quiet progress" }, t("loading")));
  load();
  async function load() {
    place.setAttribute("aria-busy", "true");
    try {
      const day = isDay(id) ? id : await latestDay();
      const [{ items: known }, { items: stayed }] = await Promise.all([
        get(withQuery("/places", { limit: PAGE })),
        get(withQuery("/stays", { since: day, until: plus(day, 1), limit: MOST_STAYS })),
      ]);
      const letters = new Intl.Collator(region());
      const places = known.filter((one) => one.lat !== null && one.lon !== null).sort((one, other) => letters.compare(one.name, other.name));
      const content = shown({ day, places, stays: stayed.toReversed(), wanted: query.place });
      fill(place, content.nodes);
      place.querySelector("h3").focus();
      await content.grounded;
    } catch (error) {
      fill(place, trouble(error, load));
    }
    place.removeAttribute("aria-busy");
  }
  return place;
}

/** The day of the last stay; today where there is none. */
async function latestDay() {
  const { items } = await get(withQuery("/stays", { limit: 1 }));
  return items.length ? wallIn(items[0].timezone, items[0].start_at).slice(0, 10) : today();
}

function shown({ day, places, stays, wanted }) {
  const about = el("p", { class: "map-about", role: "status" });
  const told = (one) => fill(about, el("a", { href: placeAddress(one.id) }, one.name), one.address && ` · ${one.address}`, one.radius_m !== null && ` · ${metres(one.radius_m)}`);
  const map = new WorldMap({ chosen: told });
  const goTo = (one) => {
    map.goTo(one);
    if (one.name) told(one);
    map.node.scrollIntoView({ block: "nearest" });
  };
  map.show({ places, stays: stays.map((one) => ({ ...one, id: `stay-${one.id}`, label: `${hours(one)} ${nameOf(one)}` })) });
  const first = places.find((one) => one.id === wanted);
  if (first) goTo(first);
  return {
    nodes: [
      days(day),
      el(
        "div",
        { class: "map-columns" },
        el("div", {}, map.node, about),
        el("div", { class: "map-list" }, stayList(day, stays, goTo), placeList(places, goTo)),
      ),
    ],
    grounded: ground(map),
  };
}

/** The user's tiles where there are any, else the outline; without either the places stand on plain ground. */
async function ground(map) {
  const tiles = await ownTiles().catch(() => null);
  if (tiles) map.lieOn(tiles);
  else await outline().then((lines) => map.lie(lines), () => null);
}

function days(day) {
  const way = (label, to, sign, mirrored = false) => el("a", { class: `button square${mirrored ? " mirrored" : ""}`, href: mapAddress(to), "aria-label": label }, icon(sign));
  const input = el("input", { type: "date", value: day, "aria-label": t("places.day"), onchange: () => isDay(input.value) && (location.hash = mapAddress(input.value)) });
  return el(
    "div",
    { class: "head" },
    el("h3", { tabIndex: -1, dataset: { day } }, dayName(day)),
    el("div", { class: "buttons map-days" }, way(t("places.day_before"), plus(day, -1), "left"), input, way(t("places.day_after"), plus(day, 1), "left", true)),
  );
}

function hours(one) {
  const clock = dates(region(), { hour: "numeric", minute: "2-digit", timeZone: one.timezone });
  const times = clock.formatRange(new Date(one.start_at), new Date(one.end_at));
  return one.timezone === homeZone() ? times : `${times} (${one.timezone})`;
}

const nameOf = (one) => one.place_name ?? t("places.unnamed");

const showButton = (name, act) => button("", act, { sign: "place", kind: "square small", "aria-label": t("places.show_one", { name }) });

function stayList(day, stays, goTo) {
  if (!stays.length) return el("section", { class: "part" }, el("h4", {}, t("places.stays_of_day")), el("p", { class: "quiet" }, t("places.no_stays_of_day")));
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("places.stays_of_day")),
    el(
      "ol",
      { class: "plain-list stays-of-day" },
      stays.map((one) =>
        el(
          "li",
          { class: "with-act" },
          el("span", {}, el("bdi", {}, hours(one)), " ", one.place_id ? el("a", { href: placeAddress(one.place_id) }, one.place_name) : el("span", { class: "quiet" }, nameOf(one))),
          showButton(`${hours(one)} ${nameOf(one)}`, () => goTo({ lat: one.lat, lon: one.lon, id: one.place_id })),
        ),
      ),
    ),
  );
}

function placeList(places, goTo) {
  if (!places.length) return empty(t("places.none_on_map"), t("places.none_on_map_text"), linkButton(t("places.add"), "#/places/new", { sign: "plus" }));
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("places.title")),
    el(
      "ul",
      { class: "plain-list" },
      places.map((one) => el("li", { class: "with-act" }, el("span", {}, el("a", { class: "said", href: placeAddress(one.id) }, one.name)), showButton(one.name, () => goTo(one)))),
    ),
  );
}
