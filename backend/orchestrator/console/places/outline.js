// What does the earth look like without anybody's tiles? Coasts and borders that came with Steward, cut to what is on the screen.
//
// outline.json is written by bench/map_outline.py, which says how the lines are coded.

import { worldOf } from "./mercator.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE = new Map([...LETTERS].map((letter, index) => [letter, index]));
const MORE = 32; // this letter is not the last of its number
const LEAST_PX = 0.8; // a point nearer to the one before is not seen

let read = null;

/** `{land, borders}`, lines of points in the map's square; read once. Rejects where the file can't be had. */
export function outline() {
  read ??= fetch("/static/places/outline.json")
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`outline: ${answer.status}`))))
    .then(({ degree, land, borders }) => ({ land: land.map((one) => line(one, degree)), borders: borders.map((one) => line(one, degree)) }))
    .catch((error) => {
      read = null; // the next map asks again
      throw error;
    });
  return read;
}

function line(text, degree) {
  const points = [];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const at = [0, 0];
  let [value, shift, which] = [0, 0, 0];
  for (const letter of text) {
    const bits = VALUE.get(letter);
    value |= (bits & (MORE - 1)) << shift;
    shift += 5;
    if (bits & MORE) continue;
    at[which] += value & 1 ? -((value + 1) >> 1) : value >> 1;
    [value, shift, which] = [0, 0, 1 - which];
    if (which) continue;
    const [x, y] = worldOf(at[1] / degree, at[0] / degree);
    points.push([x, y]);
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { points, box };
}

/**
 * Lines as the `d` of a path, in pixels of the screen. `window`: `{left, top, scale, width, height}`, `scale` pixels being
 * the world's width. What lies far outside is cut off; the world goes on to the left and the right.
 */
export function drawn(lines, window, { closed }) {
  const { left, top, scale, width, height } = window;
  const pixels = [];
  // One round more on either side: lines that cross the date line go on beyond it.
  for (let round = Math.floor(left) - 1; round <= 1 + Math.floor(left + width / scale); round++) {
    for (const { points, box } of lines) {
      const [x0, y0, x1, y1] = [(box[0] + round - left) * scale, (box[1] - top) * scale, (box[2] + round - left) * scale, (box[3] - top) * scale];
      if (x1 < 0 || x0 > width || y1 < 0 || y0 > height) continue;
      const inside = x0 >= 0 && x1 <= width && y0 >= 0 && y1 <= height;
      const screen = thinned(points, (x) => (x + round - left) * scale, (y) => (y - top) * scale);
      pixels.push(...(inside ? [screen] : closed ? [clippedRing(screen, width, height)] : clippedLine(screen, width, height)));
    }
  }
  return pixels.filter((one) => one.length > 1).map((one) => `M${one.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${closed ? "Z" : ""}`).join("");
}

function thinned(points, toX, toY) {
  const found = [];
  let [lastX, lastY] = [Infinity, Infinity];
  for (let index = 0; index < points.length; index++) {
    const [x, y] = [toX(points[index][0]), toY(points[index][1])];
    if (index < points.length - 1 && Math.abs(x - lastX) < LEAST_PX && Math.abs(y - lastY) < LEAST_PX) continue;
    found.push([x, y]);
    [lastX, lastY] = [x, y];
  }
  return found;
}

const MARGIN = 4; // pixels outside of the screen where a cut edge runs: it is not seen

/** Sutherland and Hodgman: the part of a filled shape inside of the screen. */
function clippedRing(points, width, height) {
  const edges = [
    [0, -MARGIN, 1],
    [0, width + MARGIN, -1],
    [1, -MARGIN, 1],
    [1, height + MARGIN, -1],
  ];
  return edges.reduce((ring, [axis, limit, sign]) => {
    const inside = (point) => (point[axis] - limit) * sign >= 0;
    return ring.flatMap((point, index) => {
      const before = ring.at(index - 1);
      const crossing = inside(point) !== inside(before) ? [cut(before, point, axis, limit)] : [];
      return inside(point) ? [...crossing, point] : crossing;
    });
  }, points);
}

function cut(from, to, axis, limit) {
  const along = (limit - from[axis]) / (to[axis] - from[axis]);
  return [from[0] + (to[0] - from[0]) * along, from[1] + (to[1] - from[1]) * along];
}

/** The pieces of an open line that may be seen: those whose points are not both beyond the same edge. */
function clippedLine(points, width, height) {
  const pieces = [];
  let piece = null;
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    const beyond = (a[0] < 0 && b[0] < 0) || (a[0] > width && b[0] > width) || (a[1] < 0 && b[1] < 0) || (a[1] > height && b[1] > height);
    if (beyond) piece = null;
    else if (piece) piece.push(b);
    else pieces.push((piece = [a, b]));
  }
  return pieces;
}
