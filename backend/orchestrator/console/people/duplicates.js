// Who may be one person twice? The pairs with why; one is kept, the other becomes part of them, and it can be taken back.

import { get, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { listed } from "../chat/format.js";
import { note } from "../chat/notices.js";
import { known, t } from "../chat/words.js";
import { merge } from "../curation/merging.js";
import { button, empty } from "../curation/parts.js";
import { inWords, trouble } from "../curation/troubles.js";
import { face, personAddress } from "./faces.js";
import { CONTACTS, undoable } from "./same.js";

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
        button(t("m.merge"), () => ask(one, other), { kind: "small", "aria-label": t("people.merge_these", { names: pairName }) }),
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
    const choice = (look) => {
      const choices = [one, other].map(({ id, name }, at) => {
        const input = el("input", { type: "radio", name: "keep", value: id, checked: at === 0, onchange: look });
        return el("label", { class: "choice" }, input, t("people.keep", { name, number: at + 1 }));
      });
      const wanted = () => {
        const kept = choices.findIndex((label) => label.querySelector("input").checked);
        const [keep, gone] = kept === 0 ? [one, other] : [other, one];
        return { keep_id: keep.id, merge_ids: [gone.id] };
      };
      return { nodes: el("fieldset", { class: "field" }, el("legend", {}, t("people.who_stays")), choices), wanted };
    };
    const kept = await merge({ title: t("people.merge_title"), ...CONTACTS, choice });
    if (!kept) return;
    fill(told, undoable(kept, apart));
    told.querySelector("button").focus();
    look("GET");
  }

  function apart() {
    fill(told, el("p", { class: "told" }, t("people.unmerged")));
    look("GET");
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
