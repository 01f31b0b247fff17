// Which signs does the page draw? Strokes on a 24 × 24 grid, in the colour of the text beside them.

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h10",
  plus: "M12 5v14M5 12h14",
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M8 8h8v8H8z",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM20 20l-4-4",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM12 8v4.3l2.8 1.7",
  cross: "M6 6l12 12M18 6L6 18",
  alert: "M12 4l9 16H3zM12 10v4M12 17v.1",
  blocked: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM6.5 6.5l11 11",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  good: "M7 11v8H4v-8zM7 11l4-7c1.5 0 2.5 1 2.2 2.6L12.6 10H18c1.3 0 2 1 1.8 2.2l-1.1 5.2c-.2 1-.9 1.6-1.9 1.6H7",
  bad: "M17 13V5h3v8zM17 13l-4 7c-1.5 0-2.5-1-2.2-2.6l.6-3.4H6c-1.3 0-2-1-1.8-2.2l1.1-5.2C5.5 5.6 6.2 5 7.2 5H17",
  why: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM9.8 9.7c.2-1.2 1.1-1.9 2.3-1.9c1.3 0 2.3.8 2.3 2c0 1.7-2.3 1.8-2.3 3.5M12 16.2v.1",
  pencil: "M5 19l1-4L16 5l3 3L9 18z",
  bin: "M5 7h14M9 7V5h6v2M7 7l1 12h8l1-12",
  undo: "M8 5L4 9l4 4M4 9h9a5 5 0 0 1 0 10h-3",
  more: "M6 12h.1M12 12h.1M18 12h.1",
  event: "M5 6h14v13H5zM5 10h14M9 4v3M15 4v3",
  contact: "M12 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7zM5 20c.5-4 3.3-5.5 7-5.5s6.5 1.5 7 5.5",
  place: "M12 21c4-4.5 6-7.5 6-10.5a6 6 0 0 0-12 0C6 13.5 8 16.5 12 21zM12 8.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4z",
  todo: "M5 5h14v14H5zM8.5 12l2.5 2.5l4.5-5",
  note: "M6 4h9l3 3v13H6zM9 11h6M9 15h6",
  document: "M7 4h7l4 4v12H7zM14 4v4h4",
  message: "M4 6h16v10H10l-4 4v-4H4z",
  tool: "M5 12h3l2-5l4 10l2-5h3",
  wait: "M7 4h10M7 20h10M8 4c0 5 8 5 8 8s-8 3-8 8M16 4c0 5-8 5-8 8s8 3 8 8",
  out: "M14 5H6v14h8M11 12h9M17 9l3 3l-3 3",
  memory: "M12 4c-4.4 0-7 1.2-7 3v10c0 1.8 2.6 3 7 3s7-1.2 7-3V7c0-1.8-2.6-3-7-3zM5 7c0 1.8 2.6 3 7 3s7-1.2 7-3M5 12c0 1.8 2.6 3 7 3s7-1.2 7-3",
  rule: "M12 4l7 3v5c0 4-3 6.5-7 8c-4-1.5-7-4-7-8V7zM9 12l2.2 2.2L15 10.5",
  fact: "M6 4h9l3 3v13H6zM9 9h4M9 13h6M9 17h6",
  episode: "M5 5h6v14H5zM13 5h6v14h-6z",
  clip: "M18 11.5l-6.4 6.4a3.8 3.8 0 0 1-5.4-5.4l7-7a2.6 2.6 0 0 1 3.7 3.7l-6.8 6.8a1.3 1.3 0 0 1-1.9-1.9l6.1-6.1",
  camera: "M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4zM12 10a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 0 0 0-6.6z",
  microphone: "M12 4a2.5 2.5 0 0 0-2.5 2.5v5a2.5 2.5 0 0 0 5 0v-5A2.5 2.5 0 0 0 12 4zM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3M9 20h6",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  left: "M14 6l-6 6l6 6",
  gear: "M5 7h8M17 7h2M5 12h2M11 12h8M5 17h10M19 17h0M15 5v4M9 10v4M17 15v4",
  copied: "M5 12.5l4.5 4.5L19 7.5",
  fallback: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16z",
};

/** The sign; hidden from screen readers, because what it stands on has a name. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name] ?? PATHS.fallback);
  svg.append(path);
  return svg;
}
