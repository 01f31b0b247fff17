// Where on the map is a point of the earth? The world as a square of side 1 (Web Mercator), as every tile server cuts it.

const MOST_LAT = 85.0511;
const EQUATOR_M = 40_075_016.7;

const radians = (degrees) => (degrees * Math.PI) / 180;

/** `[x, y]`, 0 to 1: from the date line eastward, from the north down. */
export function worldOf(lat, lon) {
  const y = radians(Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)));
  return [(lon + 180) / 360, (1 - Math.asinh(Math.tan(y)) / Math.PI) / 2];
}

/** So much of the world's width a length in metres takes at that latitude. */
export const widthOf = (metres, lat) => metres / (EQUATOR_M * Math.cos(radians(Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)))));

/** So many metres a share of the world's width is at that height of the map. */
export function metresOf(width, y) {
  return width * EQUATOR_M / Math.cosh(Math.PI * (1 - 2 * y));
}

/** The same point on that round of the world which is nearest to `x`. */
export const nearest = (at, x) => at + Math.round(x - at);

/** The smallest window that holds all points, `{x, y, width, height}`: over the date line where that is the shorter way. */
export function around(points) {
  const xs = points.map(([x]) => x).sort((one, other) => one - other);
  let begin = xs[0];
  let widest = xs[0] + 1 - xs.at(-1);
  for (let index = 1; index < xs.length; index++) {
    const gap = xs[index] - xs[index - 1];
    if (gap > widest) [widest, begin] = [gap, xs[index]];
  }
  const ys = points.map(([, y]) => y);
  const top = Math.min(...ys);
  const [width, height] = [1 - widest, Math.max(...ys) - top];
  return { x: begin + width / 2, y: top + height / 2, width, height };
}
