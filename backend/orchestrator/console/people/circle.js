// How does it look who is what to whom? Somebody in the middle, the others around; the list beside it says the same.

const SVG = "http://www.w3.org/2000/svg";
const MOST = 8; // more do not stand beside each other: the list has them
const [WIDTH, HEIGHT, RADIUS_X, RADIUS_Y] = [420, 240, 150, 78];
const LONGEST = 18;

/** The drawing; null where there is nobody around. */
export function circle(name, all) {
  const others = all.slice(0, MOST);
  if (!others.length) return null;
  const svg = made("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "circle", "aria-hidden": "true" });
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  others.forEach((other, at) => {
    const turn = (2 * Math.PI * at) / others.length - Math.PI / 2 + Math.PI / others.length;
    const [left, top] = [x + RADIUS_X * Math.cos(turn), y + RADIUS_Y * Math.sin(turn)];
    svg.append(made("line", { x1: x, y1: y, x2: left, y2: top, class: "grid" }));
    svg.append(made("circle", { cx: left, cy: top, r: 5 }));
    svg.append(said(left, top + (top < y ? -22 : 20), other.name, "name"));
    if (other.label) svg.append(said(left, top + (top < y ? -9 : 34), other.label, "tick"));
  });
  svg.append(made("circle", { cx: x, cy: y, r: 8, class: "middle" }));
  svg.append(said(x, y + 24, name, "name strong"));
  return svg;
}

function made(kind, attributes) {
  const node = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function said(x, y, text, kind) {
  const node = made("text", { x, y, "text-anchor": "middle", class: kind });
  const letters = [...text];
  node.textContent = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : text;
  return node;
}
