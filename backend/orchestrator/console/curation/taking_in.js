// How does a file of people or events come in, and go out again? What became of each of its entries is told.

import { upload } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { counted, t } from "../chat/words.js";
import { save } from "../pages/saving.js";
import { button } from "./parts.js";
import { inWords, trouble } from "./troubles.js";

const STATES = ["created", "updated", "unchanged", "erased", "invalid"];

/** Ask for a file that the route takes, take it in, tell in `place` what became of it and, by `further(told)`, what more
 * there is to say; `changed()` afterwards. */
export function takeIn({ route, accept, further = () => null }, place, changed) {
  const input = el("input", { type: "file", accept });
  input.addEventListener("change", () => input.files[0] && send(input.files[0]));
  input.click();

  async function send(file) {
    fill(place, el("p", { class: "quiet progress", role: "status" }, t("m.importing", { name: file.name })));
    try {
      const told = await upload(route, file, file.name);
      fill(place, outcome(told));
      place.querySelector("button").focus();
      changed();
    } catch (error) {
      fill(place, trouble(error, () => send(file)));
    }
  }

  function outcome(told) {
    const by = STATES.map((state) => [state, told.results.filter((one) => one.status === state).length]);
    const invalid = told.results.filter((one) => one.status === "invalid");
    const said = by.filter(([, count]) => count > 0).map(([state, count]) => counted(`m.import.${state}`, count));
    return el(
      "div",
      { class: "told-box", role: "status" },
      el("p", {}, said.length ? said.join(", ") : t("m.import_nothing")),
      further(told),
      invalid.length > 0 && details(invalid),
      el("div", { class: "buttons" }, button(t("close"), () => fill(place), { kind: "plain small" })),
    );
  }
}

function details(invalid) {
  const rows = invalid.map((one) => el("li", {}, [one.external_id, messages(one.errors)].filter(Boolean).join(": ")));
  return el("details", {}, el("summary", {}, t("m.import_wrong")), el("ul", { class: "plain-list" }, rows));
}

const messages = (errors) => (errors ?? []).map((one) => one.message ?? String(one)).join("; ");

/** Save all of them as one file. */
export async function giveOut(route, name) {
  try {
    await save(route, name);
  } catch (error) {
    note(inWords(error), { wrong: true });
  }
}
