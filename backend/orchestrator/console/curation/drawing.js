// How are numbers over time drawn? SVG of our own: columns and lines that follow the width and the colours of the page.
//
// docs/decisions/0040: what the libraries offer against what two kinds of charts need. A chart is always beside its table.

import { region } from "../chat/words.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 190;
const EDGE = { top: 10, right: 8, bottom: 26, left: 40 };
const LABEL_WIDTH = 74; // pixels that a date below the axis needs
const WIDEST_COLUMN = 36;
const DAY_MS = 86_400_000;

/** An SVG element. Attributes alone: a policy without inline styles has nothing against them. */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.flat().filter(Boolean));
  return node;
}

/** `[{date, …}]` with the days or weeks between that nobody told of, as `{date, absent: true}`. */
export function withGaps(items, bucket) {
  const step = bucket === "week" ? 7 : 1;
  const known = new Map(items.map((one) => [one.date, one]));
  const found = [];
  if (!items.length) return found;
  const last = Date.parse(items.at(-1).date);
  for (let at = Date.parse(items[0].date); at <= last; at += step * DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    found.push(known.get(date) ?? { date, absent: true });
  }
  return found;
}

/** The next of 1, 2, 5 × 10ⁿ that is not less: where an axis ends. */
export function niceMax(value, least = 1) {
  if (value <= least) return least;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= value);
}

/**
 * A chart that redraws with its width. `points`: `{date, whole, part}` for columns (`part` of `whole` stands out), `{date,
 * value}` for a line (null = a gap); `tell(point)` is its tooltip; `format(number)` labels the axis.
 */
export function timeChart({ label, points, kind, max, format, tell }) {
  const node = document.createElement("div");
  node.className = "chart";
  const drawing = svg("svg", { role: "img", "aria-label": label, height: HEIGHT, class: kind });
  node.append(drawing);
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(node.clientWidth);
    if (width > 0 && width !== drawn) draw((drawn = width));
  }).observe(node);

  function draw(width) {
    const inner = { width: width - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom };
    const band = inner.width / Math.max(1, points.length);
    const x = (at) => EDGE.left + band * (at + 0.5);
    const y = (value) => EDGE.top + inner.height * (1 - value / max);
    drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    drawing.setAttribute("width", width);
    const marks = kind === "columns" ? columns(points, { x, y, band, tell }) : line(points, { x, y, tell });
    drawing.replaceChildren(...axis({ width, y, max, format }), ...marks, ...dates(points, { x, width: inner.width }));
  }
  return node;
}

function axis({ width, y, max, format }) {
  return [0, max / 2, max].flatMap((value) => [
    svg("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y(value), y2: y(value) }),
    svg("text", { class: "tick", x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, format(value)),
  ]);
}

function dates(points, { x, width }) {
  const every = Math.max(1, Math.ceil((points.length * LABEL_WIDTH) / Math.max(width, 1)));
  const write = new Intl.DateTimeFormat(region(), { day: "numeric", month: "short", timeZone: "UTC" });
  return points.flatMap((point, at) =>
    at % every === 0
      ? [
          svg(
            "text",
            { class: "tick", x: x(at), y: HEIGHT - 8, "text-anchor": "middle" },
            write.format(new Date(point.date)),
          ),
        ]
      : [],
  );
}

function columns(points, { x, y, band, tell }) {
  const width = Math.max(2, Math.min(WIDEST_COLUMN, band * 0.7));
  return points.flatMap((point, at) => {
    if (point.absent || !point.whole) return [];
    const bar = (value, name) =>
      value > 0 &&
      svg("rect", {
        class: name,
        x: x(at) - width / 2,
        width,
        y: y(value),
        height: Math.max(1, y(0) - y(value)),
        rx: 2,
      });
    return [svg("g", {}, svg("title", {}, tell(point)), bar(point.whole, "whole"), bar(point.part, "part"))];
  });
}

function line(points, { x, y, tell }) {
  const there = points.map((point, at) => ({ point, at })).filter(({ point }) => !point.absent && point.value !== null);
  let path = "";
  let before = -2;
  for (const { point, at } of there) {
    path += `${at === before + 1 ? "L" : "M"}${x(at)} ${y(point.value)}`;
    before = at;
  }
  const dots = there.map(({ point, at }) =>
    svg("circle", { cx: x(at), cy: y(point.value), r: 3.5 }, svg("title", {}, tell(point))),
  );
  return [svg("path", { class: "stroke", d: path || "M0 0" }), ...dots];
}

/** A share of one as a bar, for a cell of a table. */
export function shareBar(share) {
  const inside = svg("rect", { class: "part", width: Math.max(0, Math.min(1, share)) * 100, height: 8, rx: 2 });
  return svg(
    "svg",
    { class: "share", viewBox: "0 0 100 8", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("rect", { class: "whole", width: 100, height: 8, rx: 2 }),
    inside,
  );
}
