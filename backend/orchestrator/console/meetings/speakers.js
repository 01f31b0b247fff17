// Who speaks? Each of the recorder's labels is named by the user, or taken back; a name goes into the whole transcript.

import { post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { form } from "../curation/form.js";
import { button, mark } from "../curation/parts.js";
import { picker } from "../curation/picker.js";
import { inWords } from "../curation/troubles.js";
import { linked } from "../chat/linked.js";

/** The section; `show(meeting)` draws the page anew. */
export function speakers(meeting, show) {
  if (!meeting.speakers.length) return null;
  return el("section", { class: "part" }, el("h4", {}, t("meetings.speakers")), el("ul", { class: "rows" }, meeting.speakers.map((one) => row(one))));

  function row(one) {
    const name = one.name ?? one.speaker;
    const place = el("div", {});
    return el(
      "li",
      { class: "row", dataset: { speaker: one.speaker } },
      el(
        "p",
        { class: "meta" },
        one.contact_id ? linked("contact", one.contact_id, name) : el("strong", {}, name),
        one.name && one.name !== one.speaker && el("span", {}, one.speaker),
        one.is_user && mark(t("meetings.you")),
        one.confirmed && mark(t("meetings.confirmed"), "done"),
      ),
      el(
        "div",
        { class: "buttons" },
        button(t("meetings.name"), () => ask(one, place), { kind: "small", "aria-label": t("meetings.name_one", { name }) }),
        one.confirmed && button(t("meetings.take_back"), () => act("unconfirm", { speaker: one.speaker }), { kind: "plain small", "aria-label": t("meetings.take_back_one", { name }) }),
      ),
      place,
    );
  }

  function ask(one, place) {
    const who = picker("contact_id", t("meetings.who", { name: one.name ?? one.speaker }), one.contact_id, { types: ["contact"], single: true });
    fill(
      place,
      form({
        content: el("div", {}, who.node, el("p", { class: "quiet small" }, t("meetings.name_about"))),
        controls: () => [who],
        label: t("meetings.name_it"),
        send: () => post("/meetings/speakers/confirm", { meeting_id: meeting.meeting_id, assignments: [{ speaker: one.speaker, contact_id: who.value() }] }),
        done: (now) => {
          note(t("meetings.named"));
          show(now);
        },
        cancel: () => fill(place),
      }),
    );
    who.input.focus();
  }

  async function act(name, body) {
    try {
      show(await post(`/meetings/speakers/${name}`, { meeting_id: meeting.meeting_id, ...body }));
      note(t("meetings.taken_back"));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
  }
}
