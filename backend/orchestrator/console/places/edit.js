// How is a place written down, or changed? A form; only what was changed is sent.

import { get, patch, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { line, lines, text } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { editing } from "../pages/editing.js";
import { changedOf, valuesOf } from "../pages/fields.js";
import { placeAddress } from "./list.js";

const CATEGORIES = ["home", "work", "restaurant", "gym", "shop", "clinic", "school", "park", "hotel", "airport"];

export const view = ({ id }) => editing({ fetch: id && (() => get(`/places/${encodeURIComponent(id)}`)), written });

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
  const before = valuesOf(controls);
  const seen = one && new Seen(`/places/${one.id}`, one, (now) => now.name);
  return form({
    content: el("div", {}, el("h3", { tabIndex: -1, dataset: { arrive: "" } }, one ? t("places.edit_title", { name: one.name }) : t("places.add")), controls.map((each) => each.node), seen?.place),
    controls: () => controls,
    label: t("save"),
    send: () => {
      const now = valuesOf(controls);
      if (!one) return post("/places", Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null)));
      const changes = changedOf(before, now);
      return Object.keys(changes).length ? patch(`/places/${one.id}`, changes, { version: seen.version }) : Promise.resolve(one);
    },
    done: (now) => {
      tell(t("places.saved", { name: now.name }));
      location.hash = placeAddress(now.id);
    },
    failed: (error) => seen?.handle(error) ?? false,
    cancel: () => (location.hash = one ? placeAddress(one.id) : "#/places"),
  });
}
