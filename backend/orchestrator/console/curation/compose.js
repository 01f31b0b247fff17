// What would these notes become as a rule? Proposed, changed if need be, compared with the rules there are, approved.

import { get, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { note as say } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { tell } from "./arrived.js";
import { effectWords } from "./effect_words.js";
import { factFields } from "./fact_fields.js";
import { retire } from "./fact_acts.js";
import { form } from "./form.js";
import { button, categoryName, empty, factAddress, linkButton, mark, part, percent } from "./parts.js";
import { trouble } from "./troubles.js";

export function view({ query }) {
  const ids = (query.notes ?? "").split(",").filter(Boolean);
  const place = el("div", {}, waits(ids.length));
  const node = el(
    "div",
    {},
    el("p", { class: "back" }, el("a", { href: "#/memory/notes" }, icon("left"), t("m.back_to_notes"))),
    el("h3", { tabIndex: -1, "data-arrive": "" }, t("m.compose_title")),
    place,
  );
  if (ids.length) load();
  else fill(place, empty(t("m.no_notes_chosen"), null, linkButton(t("m.tab.notes"), "#/memory/notes")));

  async function load() {
    fill(place, waits(ids.length));
    try {
      const [preview, ...notes] = await Promise.all([
        post("/rules/preview", { note_ids: ids }),
        ...ids.map((id) => get(`/notes/${encodeURIComponent(id)}`)),
      ]);
      fill(place, drawn(preview, notes));
      place.querySelector("textarea")?.focus();
    } catch (error) {
      fill(place, trouble(error, load));
    }
  }
  return node;
}

const waits = () => el("p", { class: "quiet progress", role: "status" }, t("m.composing"));

function drawn({ rule, near_duplicates: near, composed_by: by }, notes) {
  const fields = factFields(rule, { rule: true });
  const editor = form({
    content: fields.node,
    controls: fields.controls,
    label: t("m.approve"),
    send: () => post("/rules", { ...fields.value(), note_ids: rule.note_ids }),
    done: (made) => {
      tell(t("m.approved", { rule: made.text }), factAddress(made.id));
      say(t("m.rule_binds"));
      location.hash = "#/memory/notes";
    },
    extra: el("a", { class: "button plain", href: "#/memory/notes" }, t("m.leave_it")),
  });
  const author = by === "reader" ? t("m.composed_by_reader") : t("m.composed_by", { name: by });
  return el(
    "div",
    { class: "beside" },
    el("div", {}, el("p", { class: "quiet small" }, author), editor),
    el(
      "div",
      { class: "aside" },
      part(t("m.made_of"), el("ul", { class: "quotes" }, notes.map(quoted))),
      part(
        t("m.near"),
        near.length
          ? el(
              "ul",
              { class: "near" },
              near.map((one) => nearRule(one)),
            )
          : el("p", { class: "quiet" }, t("m.no_near")),
      ),
    ),
  );
}

const quoted = (note) =>
  el(
    "li",
    {},
    el("blockquote", {}, note.text),
    el("p", { class: "meta" }, mark(note.category && categoryName(note.category)), note.agent ?? t("you")),
  );

/** A rule that says much the same: it may be the one to change, or to let go. */
function nearRule(rule) {
  const node = el("li", { class: "card-like" });
  const said = el("p", {}, rule.text);
  fill(
    node,
    said,
    effectWords(rule.effect),
    el("p", { class: "meta" }, t("m.alike", { share: percent(rule.similarity) })),
    el(
      "div",
      { class: "buttons" },
      el("a", { class: "button small", href: `#/memory/write/${rule.id}` }, icon("pencil"), t("m.edit_that")),
      button(t("m.retire"), ended, { kind: "small" }),
    ),
  );
  async function ended() {
    try {
      const now = await get(`/facts/${rule.id}`);
      if (await retire(now)) fill(node, said, el("p", { class: "told", role: "status" }, t("m.retired_now")));
    } catch (error) {
      node.append(trouble(error));
    }
  }
  return node;
}
