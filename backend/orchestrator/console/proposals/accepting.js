// What was it really? A proposed event's fields, changed before it is accepted; a rule that objects may be passed by once.

import { el, fill } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { line, text } from "../curation/controls.js";
import { dialog } from "../curation/dialog.js";
import { form } from "../curation/form.js";
import { button } from "../curation/parts.js";
import { picker } from "../curation/picker.js";
import { changedOf, valuesOf, wallClock } from "../pages/fields.js";

/** Ask; `take(edits, {override, throws})` accepts it. */
export function accept(one, take) {
  return dialog(t("proposals.change_title"), (close) => {
    const controls = [
      line("title", t("proposals.field.title"), one.title, { required: true, max: 500 }),
      wallClock("start_at", t("proposals.field.start"), one.start_at),
      wallClock("end_at", t("proposals.field.end"), one.end_at),
      picker("place_id", t("proposals.field.place"), one.place_id, { types: ["place"], single: true }),
      picker("participants", t("proposals.field.people"), one.suggested_contacts.map((who) => who.contact_id), { types: ["contact"] }),
      text("description", t("proposals.field.description"), one.suggested_summary),
    ];
    const before = values(controls);
    const objection = el("div", {});
    const send = (override = null) => take(changedOf(before, values(controls)), { override, throws: true });
    return [
      el("p", { class: "quiet small" }, t("proposals.times_in", { zone: one.timezone })),
      form({
        content: el("div", {}, controls.map((each) => each.node), objection),
        controls: () => controls,
        label: t("proposals.accept"),
        send: () => send(),
        done: () => close(true),
        failed: (error) => {
          if (error.code !== "rule_held") return false;
          const anyway = button(t("proposals.anyway"), async () => {
            await send(error.body.rule.id);
            close(true);
          });
          fill(objection, el("p", { class: "held", role: "alert" }, t("proposals.rule_holds", { rule: error.body.rule.text })), anyway);
          anyway.focus();
          return true;
        },
        cancel: () => close(),
      }),
    ];
  });
}

function values(controls) {
  const found = valuesOf(controls);
  return { ...found, participants: found.participants.map((id) => ({ contact_id: id })) };
}
