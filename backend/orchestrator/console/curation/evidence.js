// Where was a fact taken from? Each quote in its place, with the words around it and a link to the source.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { canShow, openEntity } from "../chat/entity_view.js";
import { icon } from "../chat/icons.js";
import { known, t } from "../chat/words.js";
import { moment, part } from "./parts.js";
import { trouble } from "./troubles.js";

export function evidencePart(fact) {
  const place = el("div", {}, el("p", { class: "quiet" }, t("loading")));
  load();
  async function load() {
    if (!fact.provenance.length) return fill(place, el("p", { class: "quiet" }, t("m.no_evidence")));
    try {
      const { items } = await get(`/facts/${fact.id}/evidence`);
      fill(place, el("ol", { class: "evidence" }, items.map(shown)));
    } catch (error) {
      fill(place, trouble(error, load));
    }
    return undefined;
  }
  return part(t("m.evidence"), place);
}

function shown(one) {
  const about = [known(`kind.${one.kind}`, one.kind), one.speaker, one.at && moment(one.at)]
    .filter(Boolean)
    .join(" · ");
  return el(
    "li",
    {},
    el("blockquote", {}, quote(one)),
    el("p", { class: "meta" }, icon(one.kind), el("span", {}, about), source(one)),
  );
}

/** The quote marked among the words around it; alone, with a word of warning, where the source says something else. */
function quote({ quote: words, before, after, title }) {
  if (words === null) return el("span", { class: "quiet" }, title ?? t("m.no_quote"));
  if (before === null) return [el("mark", {}, words), el("p", { class: "quiet small" }, t("m.source_changed"))];
  return [before, el("mark", {}, words), after];
}

function source(one) {
  if (one.thread_id) return el("a", { href: `#/thread/${one.thread_id}` }, one.title || t("m.open_source"));
  if (one.kind === "fact") return el("a", { href: `#/memory/fact/${one.id}` }, t("m.open_source"));
  if (!canShow(one.kind)) return null;
  const title = known(`kind.${one.kind}`, one.kind);
  return el(
    "button",
    { class: "plain small", type: "button", onclick: () => openEntity({ type: one.kind, id: one.id, title }) },
    t("m.open_source"),
  );
}
