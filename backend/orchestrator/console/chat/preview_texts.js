// What is told of a proposal, and which one holds now?

import { get } from "./api.js";
import { known } from "./words.js";

const FOLLOWED = 20; // superseded one after another: more would be a circle

/** What the summary says beyond the title that it begins with. */
export function rest({ title, summary }) {
  const more = summary.startsWith(title) ? summary.slice(title.length).replace(/^[,;:\s]+/, "") : summary;
  return more.charAt(0).toUpperCase() + more.slice(1);
}

/** The picture of what a tool writes. */
export const iconOf = (tool) =>
  ({ events: "event", todos: "todo", contacts: "contact", contact: "contact", notes: "note", places: "place" })[tool.split("_")[0]] ??
  "tool";

export function stateText(preview) {
  if (preview.state === "confirmed" && preview.result?.summary) return preview.result.summary;
  return known(`state_${preview.state}`, preview.state);
}

/** The proposal with this id, or the one that took its place. */
export async function latest(id) {
  let preview = await get(`/previews/${id}`);
  for (let i = 0; i < FOLLOWED && preview.state === "superseded" && preview.superseded_by; i += 1) {
    preview = await get(`/previews/${preview.superseded_by}`);
  }
  return preview;
}
