// Which of a list are wanted? Controls above it; what they say stands in the address, so that a reload keeps it.

import { el, freshId } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { address, button } from "./parts.js";

const TYPING_MS = 250;
const MANY = 6; // more than stand beside the search
const WIDE = matchMedia("(min-width: 50rem)");

export class Filters {
  /** `controls`: from `search`, `word`, `choice`, `date`; `changed()` when what is wanted is another. */
  constructor(view, controls, changed) {
    const [first, ...rest] = controls;
    const searched = first.name === "q";
    this.controls = controls;
    this.clear = button(t("m.clear"), () => this.reset(), { kind: "plain small" });
    let typing;
    const told = () => {
      clearTimeout(typing);
      history.replaceState(null, "", address(view, this.values()));
      this.drawClear();
      changed();
    };
    this.told = told;
    for (const { input } of controls) {
      input.addEventListener("input", () => {
        clearTimeout(typing);
        typing = setTimeout(told, input.matches("select, [type=date]") ? 0 : TYPING_MS);
      });
    }
    this.node = el(
      "form",
      {
        class: controls.length > MANY ? "filters many" : "filters",
        role: "search",
        "aria-label": t("m.filter"),
        onsubmit: (event) => {
          event.preventDefault();
          told();
        },
      },
      searched && first.node,
      folded(searched ? rest : controls),
      this.clear,
    );
    this.drawClear();
  }

  drawClear() {
    this.clear.hidden = !this.any;
  }

  /** What differs from what is shown unasked. */
  values() {
    const told = this.controls.map(({ name, input, otherwise }) => [
      name,
      input.value.trim() === otherwise ? "" : input.value.trim(),
    ]);
    return Object.fromEntries(told.filter(([, value]) => value !== ""));
  }

  value(name) {
    return this.controls.find((one) => one.name === name).input.value.trim();
  }

  /** Those that can be seen; a hidden one belongs to the address alone. */
  get seen() {
    return this.controls.filter((one) => one.node);
  }

  get any() {
    return this.seen.some(({ input, otherwise }) => input.value.trim() !== otherwise);
  }

  reset() {
    for (const { input, otherwise } of this.seen) input.value = otherwise;
    this.seen[0].input.focus();
    this.told();
  }

  /** Offer these words where a control takes one. */
  offer(name, words) {
    const control = this.controls.find((one) => one.name === name);
    const known = new Set([...control.list.children].map((one) => one.value));
    for (const word of words) {
      if (word && !known.has(word)) {
        known.add(word);
        control.list.append(el("option", { value: word }));
      }
    }
  }
}

/** Beside the first one on a wide screen; on a small one they are opened when they are wanted, or in use. */
function folded(controls) {
  if (!controls.length) return null;
  const used = controls.some(({ node, input, otherwise }) => node && input.value.trim() !== otherwise);
  const node = el(
    "details",
    { class: "filter-more", open: WIDE.matches || used },
    el("summary", {}, t("m.filters")),
    el(
      "div",
      { class: "filters-folded" },
      controls.map((one) => one.node ?? one.input),
    ),
  );
  WIDE.addEventListener("change", function follow() {
    if (!node.isConnected) WIDE.removeEventListener("change", follow);
    else if (WIDE.matches) node.open = true;
  });
  return node;
}

function labelled(name, label, input, otherwise = "", extra = null) {
  const id = freshId("filter");
  input.id = id;
  input.name = name;
  const node = el("div", { class: `filter ${name}` }, el("label", { for: id }, label), input, extra);
  return { name, input, node, otherwise };
}

export function search(query, label) {
  return labelled("q", label, el("input", { type: "search", maxLength: 500, value: query.q ?? "" }));
}

/** A word of one's own, with offers. */
export function word(query, name, label, offers = []) {
  const id = freshId("offers");
  const list = el(
    "datalist",
    { id },
    offers.map((value) => el("option", { value })),
  );
  const input = el("input", { type: "text", maxLength: 200, value: query[name] ?? "", autocomplete: "off" });
  input.setAttribute("list", id);
  return { ...labelled(name, label, input, "", list), list };
}

/** One of some; `options`: `[value, text]`, the first is what is shown unasked. */
export function choice(query, name, label, options) {
  const wanted = options.some(([value]) => value === query[name]) ? query[name] : options[0][0];
  const input = el(
    "select",
    {},
    options.map(([value, text]) => el("option", { value, selected: value === wanted }, text)),
  );
  return labelled(name, label, input, options[0][0]);
}

export function date(query, name, label) {
  const value = /^\d{4}-\d{2}-\d{2}$/.test(query[name] ?? "") ? query[name] : "";
  return labelled(name, label, el("input", { type: "date", value, min: "1900-01-01", max: "2200-12-31" }));
}
