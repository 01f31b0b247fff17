// What does the map show? The earth's outline or the user's tiles, places with their radius, the stays of a day on a line.
//
// docs/decisions/0141: why no library. The drawing is hidden from screen readers: all of it stands in the list beside it.

import { el, fill, freshId } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { region, t } from "../chat/words.js";
import { svg } from "../curation/drawing.js";
import { movable } from "./gestures.js";
import { around, metresOf, nearest, widthOf, worldOf } from "./mercator.js";
import { drawn } from "./outline.js";
import { tileLayer } from "./tiles.js";

const TILE_PX = 256;
const MOST_SCALE = TILE_PX * 2 ** 19;
const CLOSEST_FIT = TILE_PX * 2 ** 15; // one place alone is shown with the streets round it
const PADDING_PX = 56;
const DOT_PX = 6;
const BAR_PX = 110;
const MOST_OUTLINE = TILE_PX * 2 ** 9; // nearer, its two kilometres would show: a city would lie in the sea
const LETTER_PX = 7.2;
const LABEL_PX = 18;
const MOST_LABELS = 60;

/** `chosen(place)` is called when one is clicked. */
export class WorldMap {
  constructor({ chosen }) {
    this.chosen = chosen;
    this.layers = Object.fromEntries(["tiles", "land", "grid", "places", "way", "stays", "labels", "bar"].map((name) => [name, svg("g", { class: `map-${name}` })]));
    this.land = svg("path", { class: "land" });
    this.borders = svg("path", { class: "borders" });
    this.layers.land.append(this.land, this.borders);
    this.drawing = svg("svg", { "aria-hidden": "true", focusable: "false" }, Object.values(this.layers));
    const hint = el("p", { class: "sr-only", id: freshId("map") }, t("places.map_keys"));
    const act = (label, sign, onclick) => el("button", { class: "square small", type: "button", "aria-label": label, title: label, onclick }, typeof sign === "string" ? sign : icon(sign.name));
    const buttons = el(
      "div",
      { class: "map-buttons" },
      act(t("places.zoom_in"), "+", () => this.zoom(1)),
      act(t("places.zoom_out"), "−", () => this.zoom(-1)),
      act(t("places.show_all"), { name: "whole" }, () => this.whole()),
    );
    this.credit = el("p", { class: "map-credit small" });
    this.surface = el("div", { class: "map", tabIndex: 0, role: "application", "aria-label": t("places.map"), "aria-describedby": hint.id }, this.drawing);
    this.node = el("div", { class: "map-frame" }, this.surface, buttons, this.credit, hint);
    Object.assign(this, { center: [0.5, 0.4], scale: 0, size: [0, 0], lines: null, tiles: null, places: [], stays: [], selected: null });
    movable(this.surface, { moved: (dx, dy) => this.move(dx, dy), zoomed: (levels, at) => this.zoom(levels, at), whole: () => this.whole() });
    new ResizeObserver(() => this.resized()).observe(this.surface);
  }

  /** The outline, once it is there. */
  lie(lines) {
    this.lines = lines;
    this.redraw();
  }

  /** The user's own tiles instead of it. */
  lieOn(tiles) {
    this.tiles = tileLayer(tiles);
    this.credit.textContent = tiles.attribution ?? "";
    fill(this.layers.tiles, this.tiles.node);
    this.redraw();
  }

  /** `places`: `{id, name, lat, lon, radius_m, …}`; `stays` in the order of time, `{lat, lon, radius_m, label}`. */
  show({ places, stays }) {
    const placed = (one) => ({ ...one, at: worldOf(one.lat, one.lon) });
    this.places = places.map(placed);
    this.stays = stays.map(placed);
    this.whole();
  }

  /** Everything on one screen: the stays of the day where there are any, else the places, else the world. */
  whole() {
    const shown = this.stays.length ? this.stays : this.places;
    this.fit(shown.map((one) => one.at));
  }

  /** Bring one of them to the middle, near enough to see its radius. */
  goTo(one) {
    this.selected = one.id;
    this.fit([worldOf(one.lat, one.lon)]);
  }

  fit(points) {
    const [width, height] = this.size;
    this.fitting = points; // also where the size is known only later
    if (!width) return;
    if (!points.length) {
      this.center = [0.5, 0.42];
      this.scale = this.leastScale();
    } else {
      const box = around(points);
      this.center = [box.x, box.y];
      const room = (length) => Math.max(1, length - 2 * PADDING_PX);
      this.scale = Math.min(CLOSEST_FIT, room(width) / Math.max(box.width, 1e-9), room(height) / Math.max(box.height, 1e-9));
    }
    this.redraw();
  }

  move(dx, dy) {
    this.fitting = null;
    this.center = [this.center[0] + dx / this.scale, this.center[1] + dy / this.scale];
    this.redraw();
  }

  zoom(levels, { x, y } = { x: this.size[0] / 2, y: this.size[1] / 2 }) {
    this.fitting = null;
    const before = this.scale;
    this.scale = this.bounded(before * 2 ** levels);
    const [offX, offY] = [x - this.size[0] / 2, y - this.size[1] / 2];
    this.center = [this.center[0] + offX / before - offX / this.scale, this.center[1] + offY / before - offY / this.scale];
    this.redraw();
  }

  leastScale() {
    return Math.max(TILE_PX, this.size[1]);
  }

  bounded(scale) {
    return Math.max(this.leastScale(), Math.min(MOST_SCALE, scale));
  }

  resized() {
    this.size = [this.surface.clientWidth, this.surface.clientHeight];
    this.drawing.setAttribute("viewBox", `0 0 ${this.size.join(" ")}`);
    if (this.fitting) this.fit(this.fitting);
    else this.redraw();
  }

  redraw() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      if (this.size[0]) this.draw();
    });
  }

  draw() {
    const [width, height] = this.size;
    this.scale = this.bounded(this.scale || this.leastScale());
    const half = height / 2 / this.scale;
    this.center = [((this.center[0] % 1) + 1) % 1, Math.max(half, Math.min(1 - half, this.center[1]))];
    const window = { left: this.center[0] - width / 2 / this.scale, top: this.center[1] - half, scale: this.scale, width, height };
    this.node.dataset.zoom = Math.log2(this.scale / TILE_PX).toFixed(2); // what a test, or a person in the inspector, reads
    const near = this.scale > MOST_OUTLINE;
    this.surface.classList.toggle("near", near);
    this.layers.land.setAttribute("display", this.tiles || near ? "none" : "inline");
    if (this.tiles) this.tiles.draw(window);
    else if (this.lines && !near) {
      this.land.setAttribute("d", drawn(this.lines.land, window, { closed: true }));
      this.borders.setAttribute("d", drawn(this.lines.borders, window, { closed: false }));
    }
    const pixel = ([x, y]) => [(nearest(x, this.center[0]) - window.left) * this.scale, (y - window.top) * this.scale];
    this.drawPlaces(pixel);
    this.drawStays(pixel);
    this.drawBar(window);
  }

  drawPlaces(pixel) {
    const taken = [];
    const labels = [];
    const marks = this.places.flatMap((one) => {
      const [x, y] = pixel(one.at);
      const radius = Math.max(DOT_PX, widthOf(one.radius_m ?? 0, one.lat) * this.scale);
      if (x < -radius || y < -radius || x > this.size[0] + radius || y > this.size[1] + radius) return [];
      const wide = (one.name.length * LETTER_PX) / 2;
      const middle = Math.max(wide + 4, Math.min(this.size[0] - wide - 4, x));
      const box = [middle - wide, y + DOT_PX + 2, middle + wide, y + DOT_PX + 2 + LABEL_PX];
      const free = !taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]);
      if (one.id === this.selected || (free && taken.length < MOST_LABELS)) {
        taken.push(box);
        labels.push(svg("text", { x: middle, y: y + DOT_PX + LABEL_PX - 3, "text-anchor": "middle" }, one.name));
      }
      const kind = one.id === this.selected ? "place selected" : one.ignored ? "place ignored" : "place";
      const mark = svg("g", { class: kind, "data-place": one.id }, svg("title", {}, one.name), svg("circle", { class: "radius", cx: x, cy: y, r: radius }), svg("circle", { class: "dot", cx: x, cy: y, r: DOT_PX }));
      mark.addEventListener("click", () => this.select(one));
      return [mark];
    });
    this.layers.places.replaceChildren(...marks);
    this.layers.labels.replaceChildren(...labels);
  }

  select(one) {
    this.selected = one.id;
    this.redraw();
    this.chosen(one);
  }

  drawStays(pixel) {
    const points = this.stays.map((one) => pixel(one.at));
    this.layers.way.replaceChildren(...(points.length > 1 ? [svg("polyline", { points: points.map((each) => each.join(",")).join(" ") })] : []));
    const marks = this.stays.map((one, index) => {
      const [x, y] = points[index];
      return svg("g", { class: "stay" }, svg("title", {}, one.label), svg("circle", { cx: x, cy: y, r: 11 }), svg("text", { x, y: y + 4, "text-anchor": "middle" }, String(index + 1)));
    });
    this.layers.stays.replaceChildren(...marks.reverse()); // the first of those at one place lies on top
  }

  /** How long so many pixels are on the ground; near, without tiles, as a grid too, which shows how the map moves. */
  drawBar({ left, top, scale }) {
    const most = metresOf(BAR_PX / scale, this.center[1]);
    const power = 10 ** Math.floor(Math.log10(most));
    const metres = [5, 2, 1].map((one) => one * power).find((one) => one <= most) ?? power;
    const length = (BAR_PX * metres) / most;
    const [unit, value] = metres >= 1000 ? ["kilometer", metres / 1000] : ["meter", metres];
    const text = new Intl.NumberFormat(region(), { style: "unit", unit, unitDisplay: "short" }).format(value);
    const y = this.size[1] - 14;
    const lines = (from, room) => Array.from({ length: Math.ceil(room / length) + 1 }, (_, index) => (index - (((from * scale) / length) % 1)) * length);
    const grid = [...lines(left, this.size[0]).map((x) => `M${x.toFixed(1)} 0V${this.size[1]}`), ...lines(top, this.size[1]).map((at) => `M0 ${at.toFixed(1)}H${this.size[0]}`)];
    this.layers.grid.replaceChildren(...(scale > MOST_OUTLINE && !this.tiles ? [svg("path", { d: grid.join("") })] : []));
    this.layers.bar.replaceChildren(svg("path", { d: `M12 ${y - 5}v5h${length.toFixed(1)}v-5` }), svg("text", { x: 12 + length / 2, y: y - 6, "text-anchor": "middle" }, text));
  }
}
