// Whose voices are these? Those heard in several meetings without a name, and faces of the photo library that may be
// somebody: each is named by the user alone.

import { get, post, put } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { span } from "../chat/format.js";
import { note } from "../chat/notices.js";
import { counted, t } from "../chat/words.js";
import { form } from "../curation/form.js";
import { named } from "../curation/names.js";
import { button, day } from "../curation/parts.js";
import { picker } from "../curation/picker.js";
import { inWords } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";
import { loaded } from "../pages/loaded.js";

export function view() {
  return el("div", { class: "proposal-parts" }, voices(), faces());
}

function voices() {
  const part = loaded(t("proposals.voices"), async () => {
    const { items } = await get("/voices/unknown");
    return [el("p", { class: "quiet" }, t("proposals.voices_about")), items.length ? el("ul", { class: "rows" }, items.map(row)) : el("p", {}, t("proposals.no_voices"))];
  }, { level: "h3" });

  function row(one, at) {
    const who = picker("contact_id", t("proposals.whose", { number: at + 1 }), null, { types: ["contact"], single: true });
    return el(
      "li",
      { class: "row", dataset: { voice: one.id } },
      el(
        "p",
        { class: "meta" },
        el("strong", {}, t("proposals.voice", { number: at + 1 })),
        el("span", {}, counted("proposals.meetings", one.meetings)),
        el("span", {}, span(Math.round(one.speech_s))),
        el("span", {}, t("proposals.last_heard", { day: day(one.last_heard_at) })),
      ),
      form({
        content: who.node,
        controls: () => [who],
        label: t("proposals.name_it"),
        send: () => post(`/voices/unknown/${one.id}/name`, { contact_id: who.value() }),
        done: () => {
          note(t("proposals.named"));
          part.again();
        },
      }),
    );
  }
  return part.node;
}

function faces() {
  const part = loaded(t("proposals.faces"), async () => {
    let items;
    try {
      ({ items } = await get("/photos/people"));
    } catch (error) {
      if (error.code === "not_configured") return null; // no library: nothing to propose, and nothing wrong
      throw error;
    }
    const suggested = items.filter((one) => one.suggested_contact_id && !one.contact_id);
    if (!suggested.length) return el("p", {}, t("proposals.no_faces"));
    return el("ul", { class: "rows" }, suggested.map(row));
  }, { level: "h3" });

  function row(one) {
    const id = one.suggested_contact_id;
    return el(
      "li",
      { class: "row with-act" },
      el("p", {}, t("proposals.is_face", { name: one.name }), " ", linked("contact", id, named("contact", id))),
      button(t("proposals.same"), async () => {
        try {
          await put(`/contacts/${id}/photo-person`, { person_id: one.person_id });
          note(t("proposals.face_linked"));
        } catch (error) {
          note(inWords(error), { wrong: true });
        }
        part.again();
      }, { kind: "small", "aria-label": t("proposals.same_one", { name: one.name }) }),
    );
  }
  return part.node;
}
