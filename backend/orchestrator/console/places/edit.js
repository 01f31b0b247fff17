// How is a place written down, or changed? A form; only what was changed is sent.

import { get, patch, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { line, lines, text } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { trouble } from "../curation/troubles.js";
import { placeAddress } from "./list.js";

const CATEGORIES = ["home", "work", "restaurant", "gym", "shop", "clinic", "school", "park", "hotel", "airport"];

export function view({ id }) {
  const place = el("div", { class: "narrow" }, id && el("p", { class: "quiet progress" }, t("loading")));
  if (id) load();
  else fill(place, written(null));
  async function load() {
    try {
      fill(place, written(await get(`/places/${encodeURIComponent(id)}`)));
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }
  return place;
}

function decimal(path, label, given, limits) {
  const control = line(path, label, given ?? "");
  Object.assign(control.input, { type: "number", step: "any", inputMode: "decimal", ...limits });
  return { ...control, value: () => (control.input.value === "" ? null : Number(control.input.value)) };
}

function tick(path, label, given) {
  const control = line(path, label, "");
  control.input.type = "checkbox";
  control.input.checked = Boolean(given);
  control.node.classList.add("check");
  return { ...control, value: () => control.input.checked };
}

function written(one) {
  const controls = [
    line("name", t("places.name"), one?.name, { required: true, max: 500 }),
    lines("aliases", t("places.aliases"), one?.aliases),
    line("category", t("places.category"), one?.category, { offers: CATEGORIES }),
    line("address", t("places.address"), one?.address, { max: 500 }),
    decimal("lat", t("places.lat"), one?.lat, { min: -90, max: 90 }),
    decimal("lon", t("places.lon"), one?.lon, { min: -180, max: 180 }),
    decimal("radius_m", t("places.radius_m"), one?.radius_m, { min: 1 }),
    tick("home_like", t("places.is_home_like"), one?.home_like),
    tick("ignored", t("places.is_ignored"), one?.ignored),
    text("description", t("places.about"), one?.description),
  ];
  const values = () => Object.fromEntries(controls.map((each) => [each.path, each.value() === "" ? null : each.value()]));
  const before = values();
  const seen = one && new Seen(`/places/${one.id}`, one, (now) => now.name);
  return form({
    content: el("div", {}, el("h3", { tabIndex: -1, dataset: { arrive: "" } }, one ? t("places.edit_title", { name: one.name }) : t("places.add")), controls.map((each) => each.node), seen?.place),
    controls: () => controls,
    label: t("save"),
    send: () => {
      const now = Object.entries(values());
      if (!one) return post("/places", Object.fromEntries(now.filter(([, value]) => value !== null)));
      const changes = now.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
      return changes.length ? patch(`/places/${one.id}`, Object.fromEntries(changes), { version: seen.version }) : Promise.resolve(one);
    },
    done: (now) => {
      tell(t("places.saved", { name: now.name }));
      location.hash = placeAddress(now.id);
    },
    failed: (error) => seen?.handle(error) ?? false,
    cancel: () => (location.hash = one ? placeAddress(one.id) : "#/places"),
  });
}
