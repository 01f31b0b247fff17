// Is it the same place as another one? Those of the same name are offered first, then the nearest.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { known, t } from "../chat/words.js";
import { merged, mergeInto } from "../curation/merging.js";
import { decimal } from "../curation/parts.js";

const MOST = 100;
const OFFERED = 8;
const FINE = 5; // decimals of a degree: a metre
const FAR = 1_000; // degrees: behind all that have coordinates
const PLACES = { path: "/places", fieldName: (name) => known(`places.${name}`, name) };

/** Ask which other place this one is, merge it, and show what became of it by `shown(news)`. */
export async function mergePlace(one, shown) {
  const likely = async () => {
    const { items } = await get(withQuery("/places", { limit: MOST }));
    return items
      .filter((each) => each.id !== one.id)
      .sort((a, b) => nearness(one, a) - nearness(one, b))
      .slice(0, OFFERED)
      .map((each) => ({ id: each.id, name: told(each) }));
  };
  const [title, about] = [t("places.merge_title", { name: one.name }), t("places.merge_about", { name: one.name })];
  const kept = await mergeInto(one, { type: "place", title, about, likely, ...PLACES });
  if (!kept) return;
  const after = () => shown(el("p", { class: "told arrived", role: "status" }, t("places.unmerged")));
  shown(merged(kept, { ...PLACES, key: "place_id", after, said: el("span", {}, t("places.merged")) }));
}

/** Names alike first, then the nearest. */
function nearness(one, other) {
  if (one.name.toLowerCase() === other.name.toLowerCase()) return -1;
  if (one.lat === null || other.lat === null) return FAR;
  return Math.hypot(one.lat - other.lat, (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180));
}

function told(place) {
  const where = place.address ?? (place.lat !== null ? `${decimal(place.lat, FINE)}, ${decimal(place.lon, FINE)}` : "");
  return where ? `${place.name} (${where})` : place.name;
}
