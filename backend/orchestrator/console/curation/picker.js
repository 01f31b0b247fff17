// Whom or what does a rule mean? People and places, found by typing, kept as ids.

import { get, withQuery } from "../chat/api.js";
import { el, fill, freshId } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { named } from "./names.js";
import { inWords } from "./troubles.js";

const TYPING_MS = 250;
const OFFERED = 8;
const LISTS = { contact: "/contacts", place: "/places" };

/** A control like those of `controls.js`; its value: the ids, or the one id where `single`. `types`: `contact`, `place`;
 * with both, entities `{type, id}`. `suggested()` → who is offered before anything is typed; `without`: an id that is not. */
export function picker(path, label, given, { types, single = false, suggested = null, without = null }) {
  const id = freshId("pick");
  const mixed = types.length > 1;
  let chosen = (single ? (given ? [given] : []) : (given ?? [])).map((one) =>
    mixed ? one : { type: types[0], id: one },
  );
  const input = el("input", { id, type: "text", maxLength: 200, autocomplete: "off", placeholder: t("m.type_a_name") });
  const shown = el("ul", { class: "picked" });
  const offers = el("div", { class: "offers", role: "group", "aria-label": t("m.found") });
  const wrong = el("p", { class: "wrong small", hidden: true });
  const node = el("div", { class: "field" }, el("label", { for: id }, label), shown, input, offers, wrong);
  let typing;
  let attempt = 0;
  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(look, TYPING_MS);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it must not send the form
    offers.querySelector("button")?.click();
  });
  draw();
  if (suggested && !chosen.length) look();

  async function look() {
    const turn = ++attempt;
    const q = input.value.trim();
    if (!q && !suggested) return fill(offers);
    try {
      const found = q ? (await namedSo(q)).filter((one) => one.id !== without) : await suggested();
      if (turn !== attempt) return undefined;
      if (!q && !found.length) return fill(offers);
      fill(
        offers,
        found.length
          ? found
              .slice(0, OFFERED)
              .map((one) =>
                el("button", { class: "small", type: "button", onclick: () => take(one) }, icon(one.type), one.name),
              )
          : el("p", { class: "quiet small" }, t("m.nobody_found")),
      );
    } catch (error) {
      if (turn === attempt) fill(offers, el("p", { class: "wrong small" }, inWords(error)));
    }
    return undefined;
  }

  async function namedSo(q) {
    const pages = await Promise.all(types.map((type) => get(withQuery(LISTS[type], { q, limit: OFFERED }))));
    return pages.flatMap((page, at) =>
      page.items.map((one) => ({ type: types[at], id: one.id, name: one.display_name ?? one.name })),
    );
  }

  function take({ type, id: entity }) {
    chosen = [...(single ? [] : chosen.filter((one) => one.id !== entity)), { type, id: entity }];
    input.value = "";
    fill(offers);
    changed();
  }

  /** Whoever shows what is filled in hears of it as of a control's own change. */
  function changed() {
    draw();
    input.focus();
    node.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function draw() {
    fill(
      shown,
      chosen.map((one) => {
        const name = named(one.type, one.id);
        const drop = el(
          "button",
          { class: "plain small square", type: "button", onclick: () => leave(one) },
          icon("cross"),
        );
        drop.setAttribute("aria-label", t("m.take_out"));
        return el("li", {}, name, drop);
      }),
    );
    shown.hidden = !chosen.length;
  }

  function leave(one) {
    chosen = chosen.filter((other) => other !== one);
    changed();
  }

  const plain = () => chosen.map((one) => (mixed ? one : one.id));
  const tell = (message) => {
    wrong.hidden = !message;
    wrong.textContent = message ?? "";
    input.toggleAttribute("aria-invalid", Boolean(message));
  };
  return { path, node, input, tell, value: () => (single ? (plain()[0] ?? null) : plain()) };
}
