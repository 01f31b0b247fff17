// How is a piece of the page made? Out of nodes and text; never out of markup, so that no text can become markup.

/**
 * An element. `properties`: `on…` are listeners, names with a dash and `role` are attributes, `dataset` and `class` are
 * taken as such, everything else is set on the node. Children may be nodes, texts, lists of these; null and false are
 * left out.
 */
export function el(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (key === "class") node.className = value;
    else if (key === "dataset") Object.assign(node.dataset, value);
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key.includes("-") || key === "role" || key === "for") node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...present(children));
  return node;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Put these children in place of the node's own. */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

/** Put a view where another was. The focus goes to what the view names (`data-arrive`); else, where it was in what is
 * gone now, to the heading above: whoever works by keys would start at the top of the page again. */
export function replaceView(place, heading, ...children) {
  const held = place.contains(document.activeElement);
  fill(place, ...children);
  const arrive = place.querySelector("[data-arrive]");
  if (arrive) arrive.focus();
  else if (held && document.activeElement === document.body) heading.focus();
}

export const byId = (id) => document.getElementById(id);

let made = 0;
/** An id that nothing on the page has yet: for labels and descriptions. */
export const freshId = (prefix = "id") => `${prefix}-${++made}`;
