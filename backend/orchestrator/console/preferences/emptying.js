// How does one erase all of something, or everything? What there is is counted; what is ticked goes some at a time, with all
// that was made from it, and it can be stopped.

import { get, remove, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { number } from "../chat/format.js";
import { known, t } from "../chat/words.js";
import { line } from "../curation/controls.js";
import { dialog } from "../curation/dialog.js";
import { button } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { loaded } from "../pages/loaded.js";

const MANY = { location: 500, interaction: 500, jotting: 500 }; // small, and nothing large hangs on them
const SOME = 50;

const nameOf = (kind) => known(`settings.data.${kind}`, kind.replace(/_/g, " "));

export function emptying() {
  const part = loaded(t("settings.there_is"), async () => {
    const { kinds } = await get("/me/data");
    return Object.keys(kinds).length ? choosing(kinds, () => part.again()) : el("p", { class: "quiet" }, t("settings.nothing_there"));
  });
  return part.node;
}

function choosing(kinds, again) {
  const boxes = Object.entries(kinds).map(([kind, count]) => {
    const box = el("input", { type: "checkbox", value: kind, onchange: draw });
    return { box, kind, node: el("label", { class: "choice" }, box, el("span", {}, nameOf(kind), " ", el("span", { class: "quiet" }, number(count)))) };
  });
  const all = el("input", { type: "checkbox", onchange: () => (boxes.forEach(({ box }) => (box.checked = all.checked)), draw()) });
  const go = button(t("settings.erase_ticked"), () => ask(boxes.filter(({ box }) => box.checked).map(({ kind }) => kind)), { kind: "danger", sign: "bin", disabled: true });
  const place = el("div", { role: "status" });

  function draw() {
    const ticked = boxes.filter(({ box }) => box.checked).length;
    go.disabled = ticked === 0;
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
  }

  async function ask(chosen) {
    if (!(await sure(chosen))) return go.focus();
    go.disabled = true;
    await run(chosen);
    return again();
  }

  async function run(chosen) {
    let stopped = false;
    const said = el("span", {});
    fill(place, el("p", { class: "buttons" }, said, button(t("stop"), () => (stopped = true), { kind: "small" })));
    for (const kind of chosen) {
      for (let left = kinds[kind]; left > 0 && !stopped; ) {
        said.textContent = t("settings.erasing", { what: nameOf(kind), left: number(left) });
        const done = await remove(withQuery("/me/data", { kind, limit: MANY[kind] ?? SOME })).catch((error) => error);
        if (done instanceof Error) return tellWrong(done);
        if (done.left >= left) break; // what is left can't go now
        left = done.left;
      }
    }
    return undefined;
  }

  const tellWrong = (error) => dialog(t("settings.erase_ticked"), (close) => [el("p", { class: "wrong", role: "alert" }, inWords(error)), el("div", { class: "buttons" }, button(t("close"), () => close()))]);

  return el(
    "fieldset",
    {},
    el("legend", { class: "sr-only" }, t("settings.there_is")),
    el("label", { class: "choice" }, all, el("strong", {}, t("settings.everything"))),
    boxes.map(({ node }) => node),
    el("p", { class: "buttons" }, go),
    place,
  );
}

/** Whether they mean it: they write a word, for nothing brings it back. */
function sure(chosen) {
  const word = t("settings.erase_word");
  return dialog(t("settings.erase_title"), (close) => {
    const control = line("word", t("settings.erase_write", { word }), "");
    const yes = button(t("erase"), () => close(true), { kind: "danger", disabled: true });
    control.input.addEventListener("input", () => (yes.disabled = control.input.value.trim().toLowerCase() !== word));
    return [
      el("ul", { class: "plain-list" }, chosen.map((kind) => el("li", {}, nameOf(kind)))),
      el("p", {}, t("settings.erase_text")),
      control.node,
      el("div", { class: "buttons" }, yes, button(t("back"), () => close(), { kind: "plain" })),
    ];
  });
}
