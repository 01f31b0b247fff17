// How is an event moved by days? Written at once, for the version that was seen; a rule that objects may be passed by once.

import { get, patch, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { dialog } from "../curation/dialog.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { dayName, plus } from "./days.js";
import { startDay } from "./reading.js";

const shifted = (wall, days) => wall && plus(wall.slice(0, 10), days) + wall.slice(10);

/** `moved(day)` hears on which day it is now. */
export async function move(one, days, moved) {
  const day = plus(startDay(one), days);
  await write(one, { start_at: shifted(one.start_at, days), end_at: shifted(one.end_at, days) }, () => {
    note(t("calendar.moved", { title: one.title, day: dayName(day) }));
    moved(day);
  });
}

async function write(one, changes, done, override = null) {
  try {
    await change(one, changes, override);
    done();
  } catch (error) {
    if (error.code === "rule_held" && !override) await objected(error, (rule) => write(one, changes, done, rule));
    else note(inWords(error), { wrong: true });
  }
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

/** Show what the rule says; another press passes it by. */
function objected(error, anyway) {
  return dialog(t("calendar.rule_title"), (close) => [
    el("p", { class: "held", role: "alert" }, error.body.rule.text),
    el(
      "div",
      { class: "buttons" },
      button(t("calendar.anyway"), () => (close(), anyway(error.body.rule.id))),
      button(t("back"), () => close(), { kind: "plain" }),
    ),
  ]);
}
