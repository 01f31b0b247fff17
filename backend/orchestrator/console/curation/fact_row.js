// What is told of a fact in one line? Its kind, how far it is trusted, where and since when it holds.

import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { categoryName, day, mark, percent } from "./parts.js";
import { named } from "./names.js";

const PLAIN = "fact"; // the category of what has no other: the kind says it already

/** The line below a fact's text. */
export function factMeta(fact) {
  return el(
    "p",
    { class: "meta" },
    mark(t(`m.value.${fact.kind}`), fact.kind),
    mark(t(`m.value.${fact.trust}`), fact.trust),
    fact.category !== PLAIN && el("span", {}, categoryName(fact.category)),
    scopeNode(fact.scope),
    fact.trust === "learned" && el("span", {}, t("m.sure", { share: percent(fact.confidence) })),
    fact.subjects.length > 0 && el("span", {}, fact.subjects.join(", ")),
    validity(fact) && el("span", {}, validity(fact)),
    fact.superseded_at && mark(t("m.superseded"), "over"),
    isDue(fact) && mark(t("m.due"), "due"),
  );
}

/** `project: steward`, `with Ana`; null where it holds everywhere. */
export function scopeNode({ type, ref }) {
  if (type === "global") return null;
  const who = type === "person" ? named("contact", ref) : type === "place" ? named("place", ref) : ref;
  return el("span", {}, `${t(`m.scope.${type}`)}: `, who);
}

/** When it holds, in words; "" where that is always. */
export function validity({ valid_from: from, valid_to: to }) {
  if (from && to) return t("m.from_to", { from: day(from), to: day(to) });
  if (from) return t("m.since", { day: day(from) });
  return to ? t("m.until", { day: day(to) }) : "";
}

export const isDue = (fact) => fact.review_after && !fact.superseded_at && new Date(fact.review_after) < new Date();
