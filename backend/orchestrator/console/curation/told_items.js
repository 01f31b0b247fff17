// What were these ids that somebody was told? Facts and rules by their words and linked; the rest by what they are.

import { get } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { canShow, openEntity } from "../chat/entity_view.js";
import { icon } from "../chat/icons.js";
import { known, t } from "../chat/words.js";
import { factAddress } from "./parts.js";

const AT_ONCE = 25; // words asked for at once; the rest when it is wanted

/** A list of `{type, id}`. */
export function toldItems(items) {
  const distinct = [...new Map(items.map((one) => [`${one.id}`, one])).values()];
  const list = el("ul", { class: "told-items" }, distinct.slice(0, AT_ONCE).map(item));
  if (distinct.length <= AT_ONCE) return list;
  const more = el("button", { class: "plain small", type: "button", onclick: rest }, t("more"));
  function rest() {
    list.append(...distinct.slice(AT_ONCE).map(item));
    more.remove();
  }
  return el("div", {}, list, more);
}

function item({ type, id }) {
  if (type === "fact" || type === "rule") return fact(type, id);
  const name = known(`kind.${type}`, type.replace(/_/g, " "));
  const open =
    canShow(type) &&
    el(
      "button",
      { class: "plain small", type: "button", onclick: () => openEntity({ type, id, title: name }) },
      t("open_entity"),
    );
  return el("li", {}, icon(type), el("span", {}, name), open);
}

function fact(type, id) {
  const link = el("a", { href: factAddress(id) }, t(type === "rule" ? "m.value.hard_rule" : "kind.fact"));
  const sign = el("span", {}, icon(type));
  get(`/facts/${encodeURIComponent(id)}`).then(
    (one) => {
      link.textContent = one.text;
      sign.replaceChildren(icon(one.kind === "hard_rule" ? "rule" : "fact"));
    },
    (error) => {
      if (error.status === 404) link.replaceWith(el("span", { class: "quiet" }, t("m.erased_since")));
    },
  );
  return el("li", {}, sign, link);
}
