// May somebody's voice be learnt? Only once the user said so; what was learnt is told, and goes for good when asked.

import { get, put, remove } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { span } from "../chat/format.js";
import { note } from "../chat/notices.js";
import { counted, t } from "../chat/words.js";
import { dialog } from "../curation/dialog.js";
import { button, day } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";
import { loaded } from "../pages/loaded.js";

export function voicePart(person) {
  const path = `/contacts/${person.id}/voice`;
  const part = loaded(t("people.voice"), async () => shown(await get(path)));
  return part.node;

  function shown({ enabled, clusters }) {
    return [
      el("p", { class: "quiet" }, t(enabled ? "people.voice_on" : "people.voice_off", { name: person.display_name })),
      clusters.length > 0 &&
        el(
          "ul",
          { class: "plain-list" },
          clusters.map((one) =>
            el(
              "li",
              {},
              counted("people.voice_heard", one.samples),
              `, ${span(Math.round(one.speech_s))}, ${t("people.voice_last", { day: day(one.last_heard_at) })}`,
            ),
          ),
        ),
      el(
        "div",
        { class: "buttons" },
        enabled
          ? button(t("people.voice_stop"), () => act(() => put(path, { enabled: false }), "people.voice_stopped"))
          : button(t("people.voice_allow"), () => act(() => put(path, { enabled: true }), "people.voice_allowed")),
        (enabled || clusters.length > 0) && button(t("people.voice_erase"), erased, { sign: "bin", kind: "plain" }),
      ),
    ];
  }

  async function act(send, done) {
    try {
      await send();
      note(t(done, { name: person.display_name }));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    await part.again();
    part.node.querySelector("button")?.focus();
  }

  async function erased() {
    const sure = await dialog(t("people.voice_erase_title", { name: person.display_name }), (close) => [
      el("p", {}, t("people.voice_erase_text")),
      el(
        "div",
        { class: "buttons" },
        button(t("erase"), () => close(true), { kind: "danger" }),
        button(t("back"), () => close(), { kind: "plain" }),
      ),
    ]);
    if (sure) await act(() => remove(path), "people.voice_erased");
  }
}
