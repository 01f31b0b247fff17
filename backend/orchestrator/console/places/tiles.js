// Which tiles does the user have of their own? None, unless a setting names where they are; then the map lies on them.

import { get } from "../chat/api.js";
import { svg } from "../curation/drawing.js";

const TILE_PX = 256;

/** `{url, attribution, max_zoom}`, or null. */
export const ownTiles = async () => (await get("/map")).tiles;

/** A layer of them: `{node, draw(window)}`; `window` as of `outline.js`'s `drawn`. */
export function tileLayer({ url, max_zoom: mostZoom }) {
  const node = svg("g", {});
  const shown = new Map();

  function draw({ left, top, scale, width, height }) {
    const zoom = Math.max(0, Math.min(mostZoom, Math.round(Math.log2(scale / TILE_PX))));
    const count = 2 ** zoom;
    const side = scale / count;
    const wanted = new Set();
    for (let x = Math.floor(left * count); x * side < left * scale + width; x++) {
      for (let y = Math.max(0, Math.floor(top * count)); y < count && y * side < top * scale + height; y++) {
        const key = `${zoom}/${x}/${y}`;
        wanted.add(key);
        if (!shown.has(key)) {
          const address = url.replace("{z}", zoom).replace("{x}", ((x % count) + count) % count).replace("{y}", y);
          shown.set(key, node.appendChild(svg("image", { href: address, preserveAspectRatio: "none" })));
        }
        const image = shown.get(key);
        const place = { x: x * side - left * scale, y: y * side - top * scale, width: side + 0.5, height: side + 0.5 }; // no seams
        for (const [name, value] of Object.entries(place)) image.setAttribute(name, value.toFixed(2));
      }
    }
    for (const [key, image] of shown) {
      if (wanted.has(key)) continue;
      image.remove();
      shown.delete(key);
    }
  }
  return { node, draw };
}
