// How is a scheduled job done now? By a press; it says that it was set off, and what came of it once that is known.

import { get, post } from "../chat/api.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { title } from "./naming.js";

const LOOK_AGAIN_MS = 1500;
const LOOKS = 40; // a minute; what takes longer is on the page when one looks again

/** The button; `changed()` when it is over. What is drawn anew meanwhile takes the button, not the wait. */
export function setOff(one, changed) {
  const press = button(t("jobs.run"), run, { kind: "small", "aria-label": t("jobs.run_one", { name: title(one.name) }) });
  let busy = false; // and not disabled, which would take the focus from whoever pressed it by a key
  async function run() {
    if (busy) return;
    busy = true;
    press.setAttribute("aria-disabled", "true");
    try {
      const { job_id: id } = await post(`/system/jobs/${encodeURIComponent(one.name)}/run`);
      note(t("jobs.set_off", { name: title(one.name) }));
      await over(id);
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    busy = false;
    press.removeAttribute("aria-disabled");
    changed();
  }

  async function over(id) {
    for (let look = 0; look < LOOKS && location.hash.startsWith("#/jobs"); look++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      const { state } = await get(`/jobs/${id}`);
      if (state === "done" || state === "failed") {
        note(t(state === "done" ? "jobs.over" : "jobs.went_wrong", { name: title(one.name) }), { wrong: state === "failed" });
        return;
      }
    }
  }
  return press;
}
