// Are two entries one and the same? What would move is shown before, the merge is done by another press, and it can be
// taken back.

import { post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { counted, known, t } from "../chat/words.js";
import { dialog } from "./dialog.js";
import { button } from "./parts.js";
import { picker } from "./picker.js";
import { inWords, trouble } from "./troubles.js";

/** Ask how, merge, and resolve to the kept entry with its `merged_ids`, null where it was given up. `path`: the route of
 * such entries; `fieldName(name)`: what a field of theirs is called; `choice(look)` → `{nodes, wanted}`: the controls,
 * which call `look` when they change, and what is asked for (null while nothing is chosen). */
export function merge({ title, path, fieldName, choice }) {
  return dialog(title, (close) => {
    const moves = el("div", { "aria-live": "polite" });
    const agree = button(t("m.merge"), run, { kind: "primary", disabled: true });
    const { nodes, wanted } = choice(look);
    let attempt = 0;
    look();

    async function look() {
      const turn = ++attempt;
      const asked = wanted();
      agree.disabled = true;
      if (!asked) return fill(moves);
      try {
        const told = await post(`${path}/merge`, { ...asked, dry_run: true });
        if (turn !== attempt) return undefined;
        fill(moves, effects(told, fieldName));
        agree.disabled = false;
      } catch (error) {
        if (turn === attempt) fill(moves, trouble(error, look));
      }
      return undefined;
    }

    async function run() {
      agree.disabled = true;
      try {
        close(await post(`${path}/merge`, wanted()));
      } catch (error) {
        fill(moves, trouble(error, look));
      }
    }
    return [nodes, moves, el("div", { class: "buttons" }, agree, button(t("back"), () => close(), { kind: "plain" }))];
  });
}

/** Another one becomes part of this one: found by typing, the likely ones offered at once (`likely()` → `[{id, name}]`). */
export function mergeInto(one, { type, about, likely, ...how }) {
  const choice = (look) => {
    const suggested = async () => (await likely()).filter(({ id }) => id !== one.id).map((each) => ({ type, ...each }));
    const which = picker("merge_ids", t("m.merge_other"), null, { types: [type], single: true, suggested, without: one.id });
    which.node.addEventListener("input", look);
    const wanted = () => which.value() && { keep_id: one.id, merge_ids: [which.value()] };
    return { nodes: [el("p", {}, about), which.node], wanted };
  };
  return merge({ ...how, choice });
}

/** What was merged, and how to take it back: `after()` once it was. `key`: which one, as the route calls it. */
export function merged(kept, { path, key, after, said }) {
  const undo = button(t("m.merge_undo"), async () => {
    undo.disabled = true;
    try {
      for (const id of kept.merged_ids) await post(`${path}/${kept.id}/unmerge`, { [key]: id });
      after();
    } catch (error) {
      note(inWords(error), { wrong: true });
      undo.disabled = false;
    }
  }, { sign: "undo", kind: "small" });
  return el("p", { class: "told arrived", role: "status" }, said, undo);
}

function effects({ fields, moves, left_aside: aside }, fieldName) {
  const lines = (values) => Object.entries(values).map(([name, some]) => `${fieldName(name)}: ${some.map(plain).join(", ")}`);
  const rows = Object.entries(moves).map(([kind, count]) => counted(known(`m.moved.${kind}.one`, "") ? `m.moved.${kind}` : `kind.${kind}`, count));
  const part = (title, items) => items.length > 0 && [el("p", {}, title), el("ul", {}, items.map((each) => el("li", {}, each)))];
  const [gains, left] = [lines(fields), lines(aside)];
  if (!gains.length && !rows.length && !left.length) return el("p", { class: "quiet" }, t("m.merge_moves_nothing"));
  return el("div", { class: "receipt" }, part(t("m.merge_gains"), gains), part(t("m.merge_moves"), rows), part(t("m.merge_aside"), left));
}

/** A value as people read it: of an address or a number what it is, of a yes a tick. */
function plain(value) {
  if (value === true) return "✓";
  return value && typeof value === "object" ? (value.value ?? value.name ?? value.label ?? "") : String(value);
}
