// What would a deletion take? The receipt is shown first; only then, and only by another press, it goes for good.

import { remove } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { counts, receipt } from "../chat/receipts.js";
import { t } from "../chat/words.js";
import { dialog } from "./dialog.js";
import { button } from "./parts.js";
import { trouble } from "./troubles.js";

/** Ask about these, erase them one after another; resolves to the ids that went. `path(item)`: its route. */
export async function erase(title, items, path) {
  const gone = [];
  await dialog(title, (close) => {
    const place = el("div", { "aria-live": "polite" }, el("p", { class: "quiet" }, t("m.counting")));
    const agree = el("button", { class: "danger", type: "button", disabled: true, onclick: run }, t("erase"));
    look();

    async function look() {
      try {
        const parts = await Promise.all(
          items.map((one) => remove(`${path(one)}?dry_run=true`, { version: one.version })),
        );
        fill(place, receipt(sum(parts)));
        agree.disabled = false;
      } catch (error) {
        fill(place, trouble(error, look));
      }
    }

    async function run() {
      agree.disabled = true;
      const taken = [];
      try {
        for (const one of items.filter((each) => !gone.includes(each.id))) {
          taken.push(await remove(path(one), { version: one.version }));
          gone.push(one.id);
        }
        note(t("erased", { what: counts(sum(taken).deleted).join(", ") }));
        close(true);
      } catch (error) {
        fill(place, trouble(error, look));
      }
    }
    return [
      place,
      el(
        "div",
        { class: "buttons" },
        agree,
        button(t("back"), () => close(), { kind: "plain", autofocus: true }),
      ),
    ];
  });
  return gone;
}

function sum(parts) {
  const added = (name) => {
    const found = {};
    for (const part of parts)
      for (const [kind, count] of Object.entries(part[name])) found[kind] = (found[kind] ?? 0) + count;
    return found;
  };
  return { deleted: added("deleted"), rebuilt: added("rebuilt"), redacted: added("redacted") };
}
