// How is a note put right before it becomes part of something? Its text, category and subjects.

import { patch } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note as say } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { Seen } from "./conflict.js";
import { line, lines, text } from "./controls.js";
import { dialog } from "./dialog.js";
import { form } from "./form.js";

/** Resolves to the note as it is now, `{gone: true}` where it was erased meanwhile, or null where nothing changed. */
export function editNote(note) {
  return dialog(t("m.edit_note"), (close) => {
    const seen = new Seen(`/notes/${note.id}`, note);
    const controls = [
      text("text", t("field.text"), note.text, { max: 100_000, rows: 4 }),
      line("category", t("field.category"), note.category),
      lines("subjects", t("m.subjects"), note.subjects),
    ];
    const [said, category, subjects] = controls;
    return form({
      content: el(
        "div",
        {},
        controls.map((one) => one.node),
        seen.place,
      ),
      controls: () => controls,
      label: t("save"),
      send: () =>
        patch(
          `/notes/${note.id}`,
          { text: said.value(), category: category.value(), subjects: subjects.value() },
          { version: seen.version },
        ),
      done: (news) => {
        say(t("m.saved"));
        close(news);
      },
      failed: (error) => {
        if (error.status === 404) {
          say(t("gone_item"), { wrong: true });
          close({ gone: true });
          return true;
        }
        return seen.handle(error);
      },
      cancel: () => close(),
    });
  });
}
