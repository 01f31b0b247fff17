// How does an address book come in and go out? As a vCard file; what became of each card is told.

import { upload } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { counted, t } from "../chat/words.js";
import { button } from "../curation/parts.js";
import { inWords, trouble } from "../curation/troubles.js";
import { save } from "../pages/saving.js";

const STATES = ["created", "updated", "unchanged", "erased", "invalid"];

/** Ask for a file, take it in, tell in `place` what became of it; `changed()` afterwards. */
export function takeIn(place, changed) {
  const input = el("input", { type: "file", accept: ".vcf,text/vcard,text/x-vcard" });
  input.addEventListener("change", () => input.files[0] && send(input.files[0], place, changed));
  input.click();
}

async function send(file, place, changed) {
  fill(place, el("p", { class: "quiet progress", role: "status" }, t("people.importing", { name: file.name })));
  try {
    const told = await upload("/ingest/vcard", file, file.name);
    fill(place, outcome(told, place));
    changed();
  } catch (error) {
    fill(
      place,
      trouble(error, () => send(file, place, changed)),
    );
  }
}

function outcome({ results, duplicates, waiting }, place) {
  const by = STATES.map((state) => [state, results.filter((one) => one.status === state).length]);
  const invalid = results.filter((one) => one.status === "invalid");
  const shut = button(t("close"), () => fill(place), { kind: "plain small" });
  return el(
    "div",
    { class: "told-box", role: "status" },
    el(
      "p",
      {},
      by
        .filter(([, count]) => count > 0)
        .map(([state, count]) => counted(`people.import.${state}`, count))
        .join(", "),
    ),
    (duplicates > 0 || waiting > 0) &&
      el(
        "p",
        {},
        duplicates > 0 && `${counted("people.import_doubled", duplicates)} `,
        waiting > 0 && `${counted("people.import_waiting", waiting)} `,
        el("a", { href: "#/people/duplicates" }, t("people.look_at_duplicates")),
      ),
    invalid.length > 0 &&
      el(
        "details",
        {},
        el("summary", {}, t("people.import_wrong")),
        el(
          "ul",
          { class: "plain-list" },
          invalid.map((one) => el("li", {}, [one.external_id, messages(one.errors)].filter(Boolean).join(": "))),
        ),
      ),
    el("div", { class: "buttons" }, shut),
  );
}

const messages = (errors) => (errors ?? []).map((one) => one.message ?? String(one)).join("; ");

/** Save all contacts as one file. */
export async function giveOut() {
  try {
    await save("/export/contacts.vcf", "contacts.vcf");
  } catch (error) {
    note(inWords(error), { wrong: true });
  }
}
