// How is an event moved? It is proposed first: a card says what would be, what overlaps and which rule stands against it.

import { get, patch, post, withQuery } from "../chat/api.js";
import { note } from "../chat/notices.js";
import { PreviewCard } from "../chat/preview_card.js";
import { t } from "../chat/words.js";
import { dialog } from "../curation/dialog.js";
import { inWords } from "../curation/troubles.js";
import { plus } from "./days.js";

const MINUTE_MS = 60_000;
let asking = false; // one at a time: a second press must not propose from where it no longer is

/** A wall time so many days and minutes later; a date has days alone. */
function shifted(wall, { days = 0, minutes = 0 }) {
  if (wall.length === 10) return plus(wall, days);
  const time = new Date(`${wall.slice(0, 19)}Z`).getTime() + (days * 1440 + minutes) * MINUTE_MS;
  return new Date(time).toISOString().slice(0, 19);
}

/** Ask whether it shall be moved by `{days, minutes}`; `moved(preview)` is called once it was. */
export async function move(one, by, moved) {
  if (asking) return;
  asking = true;
  try {
    const event = one.recurrence_id ? `${one.id}@${one.recurrence_id}` : one.id;
    const start = one.all_day ? one.start_at.slice(0, 10) : one.start_at;
    const proposed = await post("/previews", { tool: "events_update", arguments: { event, start_at: shifted(start, by) } });
    const done = await asked(proposed);
    if (done) moved(done);
  } catch (error) {
    note(inWords(error), { wrong: true });
  } finally {
    asking = false;
  }
}

/** Show the card; resolves to the preview that was confirmed, null where it was not. What is left open is dropped. */
async function asked(proposed) {
  let card = null;
  const done = await dialog(t("calendar.move_title"), (close) => {
    card = new PreviewCard(proposed, { changed: (now) => now.state === "confirmed" ? close(now) : now.state !== "executing" && close(null) });
    return card.node;
  });
  if (!done && card.preview.state === "pending") await post(`/previews/${card.preview.id}/cancel`);
  return done;
}

/** Change an event, or of a series the one occurrence alone. Answers the event; throws what a request throws. */
export async function change(one, changes, override = null) {
  const path = withQuery(`/events/${one.id}`, { override_rule: override });
  if (!one.recurrence_id) return patch(path, changes, { version: one.version });
  const series = await get(`/events/${one.id}`);
  const own = series.overrides.find((each) => each.recurrence_id === one.recurrence_id) ?? { recurrence_id: one.recurrence_id };
  const others = series.overrides.filter((each) => each !== own);
  return patch(path, { overrides: [...others, { ...own, ...changes }] }, { version: series.version });
}
