// Who may be one person twice? The pairs with why; one is kept, the other becomes part of them, and it can be taken back.

import { get, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { listed } from "../chat/format.js";
import { note } from "../chat/notices.js";
import { counted, known, t } from "../chat/words.js";
import { dialog } from "../curation/dialog.js";
import { button, empty } from "../curation/parts.js";
import { inWords, trouble } from "../curation/troubles.js";
import { face, personAddress } from "./faces.js";

export function view() {
  const told = el("div", { role: "status" });
  const list = el("div", {}, el("p", { class: "quiet progress" }, t("loading")));
  look("GET");

  async function look(how) {
    try {
      const { items } = await (how === "GET" ? get : post)("/contacts/duplicates");
      fill(
        list,
        items.length
          ? el(
              "ul",
              { class: "rows", "aria-label": t("people.duplicates") },
              items.map((pair) => row(pair)),
            )
          : empty(t("people.no_duplicates"), t("people.no_duplicates_text")),
      );
      if (how === "POST") note(t("people.looked"));
    } catch (error) {
      fill(
        list,
        trouble(error, () => look(how)),
      );
    }
  }

  function row(pair) {
    const [one, other] = pair.contact_ids.map((id, at) => ({ id, name: pair.names[at] }));
    const pairName = listed(pair.names);
    return el(
      "li",
      { class: "row" },
      el(
        "div",
        { class: "pair" },
        [one, other].map(({ id, name }) => el("a", { href: personAddress(id) }, face(name), el("span", { class: "said" }, name))),
      ),
      el(
        "p",
        { class: "meta" },
        el("span", {}, known(`people.why.${pair.why}`, pair.why.replace(/_/g, " "))),
        pair.waiting && el("span", { class: "mark waiting" }, t("people.waits")),
        pair.preview_id && el("a", { href: `#/preview/${pair.preview_id}` }, t("people.proposal")),
      ),
      el(
        "div",
        { class: "buttons" },
        button(t("people.merge"), () => ask(one, other), { kind: "small", "aria-label": t("people.merge_these", { names: pairName }) }),
        pair.waiting &&
          button(t("people.somebody_else"), () => answer(pair), {
            kind: "small",
            "aria-label": t("people.somebody_else_these", { names: pairName }),
          }),
      ),
    );
  }

  /** Which of them is kept is the user's word; what would move is shown before. */
  async function ask(one, other) {
    const merged = await dialog(t("people.merge_title"), (close) => {
      const choices = [one, other].map(({ id, name }, at) => {
        const input = el("input", { type: "radio", name: "keep", value: id, checked: at === 0, onchange: look });
        return el("label", { class: "choice" }, input, t("people.keep", { name, number: at + 1 }));
      });
      const moves = el("div", { "aria-live": "polite" });
      const agree = button(t("people.merge"), run, { kind: "primary", disabled: true });
      const wanted = () => {
        const kept = choices.findIndex((label) => label.querySelector("input").checked);
        const [keep, gone] = kept === 0 ? [one, other] : [other, one];
        return { keep_id: keep.id, merge_ids: [gone.id] };
      };
      look();

      async function look() {
        agree.disabled = true;
        try {
          fill(moves, effects(await post("/contacts/merge", { ...wanted(), dry_run: true })));
          agree.disabled = false;
        } catch (error) {
          fill(moves, trouble(error, look));
        }
      }

      async function run() {
        agree.disabled = true;
        try {
          close(await post("/contacts/merge", wanted()));
        } catch (error) {
          fill(moves, trouble(error, look));
        }
      }
      return [
        el("fieldset", { class: "field" }, el("legend", {}, t("people.who_stays")), choices),
        moves,
        el("div", { class: "buttons" }, agree, button(t("back"), () => close(), { kind: "plain" })),
      ];
    });
    if (!merged) return;
    fill(told, undoable(merged));
    told.querySelector("button").focus();
    look("GET");
  }

  function undoable(merged) {
    const undo = button(t("people.unmerge"), async () => {
      undo.disabled = true;
      try {
        for (const id of merged.merged_ids) await post(`/contacts/${merged.id}/unmerge`, { contact_id: id });
        fill(told, el("p", { class: "told" }, t("people.unmerged")));
      } catch (error) {
        note(inWords(error), { wrong: true });
        undo.disabled = false;
      }
      look("GET");
    }, { sign: "undo", kind: "small" });
    return el(
      "p",
      { class: "told arrived" },
      el("span", {}, t("people.merged")),
      el("a", { href: personAddress(merged.id) }, merged.display_name),
      undo,
    );
  }

  /** They wait in no list until the user says who they are. */
  async function answer(pair) {
    try {
      await post("/contacts/duplicates/answer", { same: false, contact_ids: pair.contact_ids });
      note(t("people.kept_apart"));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    look("GET");
  }

  return el(
    "div",
    {},
    el(
      "div",
      { class: "head" },
      el("p", { class: "quiet about" }, t("people.duplicates_about")),
      el("div", { class: "buttons" }, button(t("people.look_again"), () => look("POST"), { kind: "small", sign: "search" })),
    ),
    told,
    list,
  );
}

function effects({ fields, moves, left_aside: aside }) {
  const gains = Object.entries(fields).map(([name, values]) => `${known(`people.field.${name}`, name)}: ${values.map(plain).join(", ")}`);
  const rows = Object.entries(moves).map(([kind, count]) =>
    known(`kind.${kind}.one`, "") ? counted(`kind.${kind}`, count) : `${count} ${kind.replace(/_/g, " ")}`,
  );
  const left = Object.entries(aside).map(([name, values]) => `${known(`people.field.${name}`, name)}: ${values.map(plain).join(", ")}`);
  const part = (title, lines) => lines.length > 0 && [el("p", {}, title), el("ul", {}, lines.map((one) => el("li", {}, one)))];
  if (!gains.length && !rows.length && !left.length) return el("p", { class: "quiet" }, t("people.nothing_moves"));
  return el("div", { class: "receipt" }, part(t("people.gains"), gains), part(t("people.moves"), rows), part(t("people.aside"), left));
}

const plain = (value) => (value && typeof value === "object" ? (value.value ?? value.name ?? value.label ?? "") : String(value));
