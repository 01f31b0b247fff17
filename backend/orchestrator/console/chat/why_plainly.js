// What would one tell a person who asks why? How it was understood, where it was looked, what was done, and by whom it was put into words.

import { linked } from "./linked.js";
import { el } from "./dom.js";
import { canShow } from "./entity_view.js";
import { known, t } from "./words.js";

const MOST = 12; // things that were read
/** What stands in a tool's name, and where such a tool looks or writes; the first that fits. */
const PLACES = [
  [/event|calendar|free/, "calendar"],
  [/todo/, "todos"],
  [/contact|voice/, "people"],
  [/document/, "documents"],
  [/meeting/, "meetings"],
  [/place|location|stay/, "places"],
  [/photo/, "photos"],
  [/web|http|fetch|url/, "web"],
  [/fact|memor|note|rule|episod|recall|review|forget/, "memory"],
];

/** Sentences, as nodes or texts. */
export function plainly(run) {
  const made = run.steps.flatMap((step) => step.proposals);
  const told = [understood(run), ...looked(made), ...changed(made), ...checked(run), worded(run)];
  if (run.context.some((one) => one.origin === "third_party") || made.some((one) => one.origin === "third_party")) told.push(t("why_others"));
  return [...told, t("why_ended", { reason: known(`stop.${run.stop_reason}`, run.stop_reason) })].filter(Boolean);
}

const understood = ({ mood, tier }) => t(`why.understood.${tier === "high" ? "sure" : "unsure"}`, { mood: known(`value.${mood}`, mood) });

/** Where it was looked, and links to what was found there. */
function looked(made) {
  const reads = made.filter((one) => one.effect === "read" && one.outcome === "done");
  if (!reads.length) return [t("why_looked_nowhere")];
  const places = [...new Set(reads.map(({ tool }) => known(`why.place.${placeOf(tool)}`, tool)))];
  const found = new Map(reads.flatMap((one) => one.read ?? []).map((one) => [one.id, one]));
  const shown = [...found.values()].filter(({ type }) => canShow(type)).slice(0, MOST);
  return [
    t("why_looked", { places: places.join(", ") }),
    shown.length > 0 && el("span", {}, `${t("why_found")} `, shown.map(({ type, id }) => [linked(type, id, known(`kind.${type}`, type)), " "])),
  ];
}

const placeOf = (tool) => PLACES.find(([pattern]) => pattern.test(tool))?.[1] ?? "elsewhere";

/** What of it changes something: done, or waiting for a yes. */
function changed(made) {
  const writes = made.filter((one) => one.effect && one.effect !== "read" && one.verdict !== "reject");
  return writes.map((one) => `${known(`outcome_${one.outcome}`, one.outcome)}: ${one.result_summary || one.reason || one.tool}`);
}

/** What the gates found, where they had something to say. */
function checked({ claims }) {
  if (!claims.length) return [];
  return [t(claims.some((one) => one.verdict === "contradicted") ? "why_put_right" : "why_checked")];
}

function worded({ models }) {
  const names = [...new Set(models.map((one) => one.name))].filter((name) => name !== "reader");
  return names.length ? t("why_by_model", { model: names.join(", ") }) : t("why_by_reader");
}
